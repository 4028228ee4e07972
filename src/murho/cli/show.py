"""murho show"""

import click

from murho.cli import options


@click.command()
@click.argument("run", type=click.Path(file_okay=False))
@options.measures
@options.by
@click.option(
    "--profile", "axes", multiple=True, metavar="AXIS", help="Profile over these axes: loss, weight, or any feature."
)
@options.weight
@options.level
@options.method
@click.option("--per-case", is_flag=True, help="With --json: every case with its loss and counts.")
@options.as_json
@options.gate
@options.config
def show(
    run: str,
    measure_names: tuple[str, ...],
    by: tuple[str, ...],
    axes: tuple[str, ...],
    weight: str,
    level: float,
    method: str,
    per_case: bool,
    as_json: bool,
    fail_above: float | None,
    confident: bool,
) -> int:
    """Show the figures of a saved RUN under any measure and weighting, sliced by any feature.

    \b
    murho show my-run --by scenario --by length
    murho show my-run -m 'meanings(shifting=mu2(0.5))' --weight "frequency('count')"
    murho show my-run --profile relation --profile scenario
    murho show my-run --fail-above 0.12 --confident
    """
    import json
    from dataclasses import replace

    from murho.measures import measure
    from murho.pipeline.show import figures, profiled
    from murho.report.terminal import console, show_profile, show_score
    from murho.store import open_run
    from murho.weighting import weighting

    kept = open_run(run)
    settings = kept.record["settings"]
    names = measure_names or tuple(settings["measures"])
    source = click.get_current_context().get_parameter_source("weight")
    chosen = weighting(settings["weight"] if source == click.core.ParameterSource.DEFAULT else weight)
    worst = 0
    for name in names:
        how = measure(name)
        score = figures(
            kept, how, weight=chosen, by=by, missing=settings["missing"], level=level, method=method, per_case=per_case
        )
        cells = profiled(kept, how, axes, chosen) if axes else None
        if as_json:
            also = {"profile": cells.as_json()} if cells else {}
            click.echo(json.dumps(replace(score, also=also).as_json()))
        else:
            show_score(score, console())
            if cells:
                show_profile(cells, console())
        worst = max(worst, options.gate_status(score.value, score.figure.low, fail_above, confident))
    return worst
