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
@options.seed
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
    seed: int,
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

    What is not said is as in the record of the run.
    """
    from dataclasses import replace

    from murho.measures import measure
    from murho.pipeline.show import figures, profiled
    from murho.report.terminal import console, show_scores
    from murho.store import open_run
    from murho.weighting import weighting

    kept = open_run(run)
    settings = kept.record["settings"]
    chosen = options.recorded(settings, weight=weight, level=level, method=method, seed=seed)
    rho = chosen["weight"] = weighting(chosen["weight"])
    missing = settings["missing"]
    wanted = [measure(name) for name in measure_names or settings["measures"]]
    scores = [figures(kept, how, by=by, missing=missing, per_case=per_case, **chosen) for how in wanted]
    profiles = [profiled(kept, how, axes, rho, missing) for how in wanted] if axes else []
    if as_json:
        if axes:
            pairs = zip(scores, profiles, strict=True)
            scores = [replace(score, also={**score.also, "profile": cells.as_json()}) for score, cells in pairs]
        options.print_json({score.measure: score.as_json() for score in scores})
    else:
        show_scores(scores, console(), profiles)
    if kept.record.get("state") != "complete":
        click.echo(f"{run}: not complete, see the cases without an answer; `murho run` goes on with it", err=True)
    return options.gate_status(scores, fail_above, confident)
