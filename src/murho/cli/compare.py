"""murho compare"""

import click

from murho.cli import options


@click.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(file_okay=False))
@options.measures
@options.by
@options.weight
@options.level
@options.seed
@click.option(
    "--resamples", type=click.IntRange(min=99), default=9999, show_default=True, help="Draws of the randomisation test."
)
@options.as_json
@options.config
def compare(
    runs: tuple[str, ...],
    measure_names: tuple[str, ...],
    by: tuple[str, ...],
    weight: str,
    level: float,
    seed: int,
    resamples: int,
    as_json: bool,
) -> None:
    """Compare saved RUNS case by case: the first is the baseline A, each other one a B.

    \b
    murho compare old-run new-run
    murho compare old-run new-run -m words --by speaker
    murho compare baseline one two three --json

    The difference is π(B) − π(A): below 0, B is better. Cases are paired by id and resampled in whole clusters; with
    several runs or slices the p values are corrected by Holm's method.
    """
    import json

    from murho.measures import measure
    from murho.pipeline.compare import compare as pairwise
    from murho.report.terminal import console, show_comparison
    from murho.store import open_run
    from murho.weighting import weighting

    if len(runs) < 2:
        raise click.UsageError("give at least two runs", click.get_current_context())
    kept = [open_run(path) for path in runs]
    names = measure_names or tuple(kept[0].record["settings"]["measures"])
    for name in names:
        found = pairwise(
            kept, measure(name), weight=weighting(weight), by=by, level=level, seed=seed, resamples=resamples
        )
        if as_json:
            click.echo(json.dumps(found.as_json()))
        else:
            show_comparison(found, console())
