"""murho show"""

from typing import Any

import click

from murho.cli import options
from murho.cli.figure_options import figure_options, typed_option
from murho.core.errors import begun_anew


@click.command()
@click.argument("run", type=click.Path(file_okay=False))
@options.measures
@options.with_options
@options.by
@options.classes
@options.weight
@options.divide_by
@options.scale
@figure_options
@options.level
@options.method
@options.seed
@options.population
@click.option("--per-case", is_flag=True, help="With --json: every case with its loss and counts.")
@options.table
@options.as_json
@options.gate
@options.config
@begun_anew
def show(
    run: str,
    measure_names: tuple[str, ...],
    typed: tuple[str, ...],
    by: tuple[str, ...],
    classes: bool,
    weight: str,
    divide_by: str,
    scale: Any,
    level: float,
    method: str,
    seed: int,
    population: str,
    per_case: bool,
    asked_tables: "options.Asked",
    as_json: bool,
    fail_above: float | None,
    confident: bool,
    **wanted_figures: Any,
) -> int:
    """Show the figures of a saved RUN under any measure and weighting, sliced by any feature.

    \b
    murho show my-run --by scenario --by length
    murho show my-run -m 'meanings(shifting=mu2(0.5))' --weight "frequency('count')"
    murho show my-run --profile relation --profile scenario
    murho show my-run --competence --weight "frequency('count')" --bound 0.001 --users heard.txt
    murho show my-run --causes
    murho show my-run --shares --content units
    murho show my-run --fail-above 0.12 --confident

    What is not said is as in the record of the run.
    """
    from dataclasses import replace

    from murho.figures import Subject, choose, sheets_of, values_of, values_of_score
    from murho.figures import as_json as values_as_json
    from murho.pipeline.runs.show import failures, figures
    from murho.pipeline.scoring.judge import refuse_open
    from murho.pipeline.scoring.reading import Reading
    from murho.sheets.console import console
    from murho.sheets.terminal import show_sheets
    from murho.store import open_run
    from murho.terminal.score import show_failures, show_score

    saved_run = open_run(run).snapshot()
    settings = saved_run.record["settings"]
    given = options.recorded(settings, level=level, method=method, seed=seed)
    rho, missing = options.weight_of(settings, weight), settings["missing"]
    reading = Reading(
        rho, by, divide_by=divide_by, classes=classes, per_case=per_case, scale=scale, population=population, **given
    )
    wanted = options.measures_of(saved_run, measure_names, typed)
    choices = choose(saved_run, wanted, wanted_figures, typed_option)
    # Open cases are in no figure: a gate would pass what nobody has judged.
    if fail_above is not None:
        for cases in saved_run.suite().batches():
            refuse_open(wanted, cases)
    scores = [figures(saved_run, measure, reading, missing=missing) for measure in wanted]
    # Made before anything is printed: what is refused leaves no half of an output behind.
    found = [
        values_of(choices, Subject(saved_run, measure, reading, missing), main=not number)
        for number, measure in enumerate(wanted)
    ]

    failed = [] if as_json else failures(saved_run)

    def objects() -> dict[str, dict[str, Any]]:
        pairs = zip(scores, found, strict=True)
        full = [replace(score, also={**score.also, **values_as_json(values)}) for score, values in pairs]
        return {score.measure: score.as_json() for score in full}

    options.write_figures(asked_tables, scores, lambda: options.one_object(objects()))
    if as_json:
        options.print_json(objects())
    else:
        out = console()
        for index, (score, values) in enumerate(zip(scores, found, strict=True)):
            if index:
                out.print()
            show_score(score, out)
            show_sheets(sheets_of(values_of_score(score) | values), out)
        show_failures(failed, out)
    return options.gate_status(scores, fail_above, confident)
