"""murho trust"""

import click

from murho.cli import options
from murho.core.errors import begun_anew


@click.command()
@click.argument("run", type=click.Path(file_okay=False))
@options.measures
@options.with_options
@options.weight
@click.option(
    "--margin",
    type=float,
    default=None,
    metavar="X",
    help="Say how many cases more would make the interval ±X; half of what it is by default.",
)
@options.level
@options.seed
@click.option(
    "--replications",
    type=int,
    default=None,
    metavar="N",
    help="How many samples are drawn: by default 2000, fewer beyond half a million clusters.",
)
@options.table
@options.as_json
@options.config
@begun_anew
def trust(
    run: str,
    measure_names: tuple[str, ...],
    typed: tuple[str, ...],
    weight: str,
    margin: float | None,
    level: float,
    seed: int,
    replications: int | None,
    asked_tables: "options.Asked",
    as_json: bool,
) -> None:
    """Say how often the interval of a saved RUN holds, on data like its own.

    \b
    murho trust my-run
    murho trust my-run --margin 0.02
    murho trust my-run -m words --weight constant --replications 10000 --json

    The run stands for all there is, so that π is known. Samples of its size are drawn from it, whole clusters with
    replacement, and each gets its interval: the coverage is how many of these hold π. What the run has no case of, no
    sample shows either. What is not said is as in the record of the run.
    """
    from murho.face.progress import counting
    from murho.pipeline.runs.trust import trust as trusted
    from murho.pipeline.scoring.reading import Reading
    from murho.sheets.console import console
    from murho.store import open_run
    from murho.terminal.trust import show_trust

    saved_run = open_run(run).snapshot()
    settings = saved_run.record["settings"]
    reading = Reading(options.weight_of(settings, weight), **options.recorded(settings, level=level, seed=seed))
    wanted = options.measures_of(saved_run, measure_names, typed)
    how = {"margin": margin, "replications": replications, "missing": settings["missing"]}
    with counting("drawing", None) as told:
        found = [trusted(saved_run, measure, reading, **how, told=told) for measure in wanted]
    told_all = {one.measure: one.as_json() for one in found}
    options.write_tables(asked_tables, lambda: options.one_object(told_all))
    if as_json:
        options.print_json(told_all)
    else:
        out = console()
        for place, one in enumerate(found):
            if place:
                out.print()
            show_trust(one, out)
