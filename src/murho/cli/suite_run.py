"""murho suite run, murho suite show"""

import sys
from typing import Any

import click

from murho.cli import options, plug_options, written
from murho.cli.aside import printed_aside

sentences = click.option(
    "--sentences",
    type=click.Choice(["none", "wrong", "all"]),
    default="wrong",
    show_default=True,
    help="Which test sentences to list below the tree.",
)
depth = click.option("--depth", type=click.IntRange(min=0), default=None, help="Show the tree down to this depth only.")
intervals = click.option(
    "--interval",
    "intervals",
    is_flag=True,
    help="Sampling intervals too, as if the suite were a random sample, which it is not.",
)
strict = click.option(
    "--strict", is_flag=True, help="Refuse tables of [incr tsdb()] in which a row points nowhere; else it is left out."
)


@click.command()
@click.argument("suite")
@plug_options.system_option("; or a profile of [incr tsdb()]")
@click.option(
    "--then", multiple=True, metavar="SYSTEM", help="A further stage that gets the answers of the one before."
)
@options.carry
@options.kept_in
@click.option("--section", default=None, help="One section of the suite only: structure, order or phenomena.")
@options.measures
@options.with_options
@options.weight
@click.option(
    "--workers", type=click.IntRange(min=1), default=1, show_default=True, help="Processes (or calls) at a time."
)
@click.option("--timeout", type=float, default=None, metavar="SECONDS", help="Time for a sentence.")
@options.extra
@strict
@options.level
@options.method
@options.seed
@options.files
@click.option("--overwrite", is_flag=True, help="Begin anew in a folder that holds another run.")
@options.accept_changed
@options.retry
@sentences
@depth
@intervals
@options.as_json
def run(suite: str, out: str, as_json: bool, **given: Any) -> int:
    """Put SUITE before a system and see, phenomenon by phenomenon, what it covers and what it gets right.

    \b
    murho suite run es --system spacy:es_core_news_sm -o my-run
    murho suite run mine.xml --system parsed.conllu -o my-run
    murho suite run skeletons/csli --system gold/csli -o my-run
    murho report my-run -o report.html

    SUITE is a file (.xml, .jsonl), a folder of [incr tsdb()], or the name of a suite that comes with murho. The run is
    an ordinary one: `murho show my-run --by phenomenon`, `murho compare`, `murho report` and `murho judge` work on it.
    """
    from murho.face.progress import progress_bar
    from murho.figures.phenomena import Phenomena, sheet
    from murho.measures import measure as measure_named
    from murho.pipeline.runs.plan import Plan
    from murho.pipeline.runs.run import Terms
    from murho.pipeline.scoring.reading import Reading
    from murho.pipeline.suites.phenomena import score_suite
    from murho.pipeline.suites.runs import SuitePart, SuiteStages, prepared, run_suite, usual_measure
    from murho.sheets.console import console
    from murho.sheets.terminal import show_sheet
    from murho.terminal.score import show_failures
    from murho.weighting import weighting

    options.check_carry(given["carry"], given["then"])
    named = [measure_named(name) for name in given["measure_names"]]
    if given["typed"] and not named:  # the options have to go to some measure
        named = [usual_measure(prepared(suite, given["section"], strict=given["strict"])[2])]
    plan = Plan(
        measures=options.chosen(named, given["typed"]),
        reading=Reading(weighting(given["weight"]), level=given["level"], method=given["method"], seed=given["seed"]),
        files=given["files"],
    )
    asked = {name: given[name] for name in ("workers", "timeout")}
    with printed_aside(), progress_bar(sys.stderr.isatty()) as progress:
        saved_run = run_suite(
            SuitePart(suite, given["section"], given["strict"]),
            SuiteStages([given["system_name"], *given["then"]], given["extra"] or "error", given["carry"], asked),
            out,
            plan,
            Terms(given["overwrite"], given["retry"] is not None, accept_changed=given["accept_changed"]),
            progress=progress,
        )
    score = score_suite(saved_run, intervals=given["intervals"], weight=plan.reading.weight)
    if as_json:
        _print({**score.as_json(), **options.retried(saved_run)})
        return options.undefined_status(saved_run, 0)
    show_sheet(sheet(Phenomena(score, given["sentences"], given["depth"])), console(), gap=False)
    from murho.pipeline.runs.show import failures

    show_failures(failures(saved_run), console())
    options.show_retried(saved_run)
    click.echo(f"saved in {out}; next: murho suite show {out}, murho report {out} -o report.html")
    return options.undefined_status(saved_run, 0)


@click.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(file_okay=False))
@options.measures
@options.with_options
@options.weight
@sentences
@depth
@intervals
@click.option("-o", "--out", type=written.PAGE, help="With two runs: write them as one HTML page.")
@options.table
@options.as_json
def show(
    runs: tuple[str, ...],
    out: str | None,
    measure_names: tuple[str, ...],
    typed: tuple[str, ...],
    weight: str,
    sentences: str,
    depth: int | None,
    intervals: bool,
    asked_tables: "options.Asked",
    as_json: bool,
) -> None:
    """Show the tree of phenomena of a saved run of a suite, or two RUNS side by side, paired by case.

    \b
    murho suite show my-run --depth 2
    murho suite show my-run --sentences all
    murho suite show old-run new-run
    murho suite show old-run new-run -o compared.html
    """
    from murho.figures.phenomena import Phenomena, paired_sheet, sheet
    from murho.measures import measure as measure_named
    from murho.pipeline.suites.phenomena import compare_suites, score_suite
    from murho.sheets.console import console
    from murho.sheets.terminal import show_sheet
    from murho.store import open_run
    from murho.weighting import weighting

    if len(runs) > 2 or len(measure_names) > 1:
        raise click.UsageError("give one run or two, and one measure at most", click.get_current_context())
    if out is not None and len(runs) == 1:
        raise click.UsageError("for the page of one run, use murho report RUN -o", click.get_current_context())
    saved_runs = [open_run(path) for path in runs]
    measure = measure_named(measure_names[0]) if measure_names else None
    if typed:
        (measure,) = options.chosen([measure or options.measures_of(saved_runs[0], ())[0]], typed)
    rho = None if options.is_default("weight") else weighting(weight)
    if len(saved_runs) == 1:
        score = score_suite(saved_runs[0], measure, intervals=intervals, weight=rho)
        told = score.as_json()
        # The sections are phenomena, too, the topmost.
        options.write_tables(asked_tables, lambda: {"phenomena": told["sections"], **told}, usual="phenomena")
        if as_json:
            _print(told)
        else:
            show_sheet(sheet(Phenomena(score, sentences, depth)), console(), gap=False)
        return
    compared = compare_suites(saved_runs[0], saved_runs[1], measure, intervals=intervals, weight=rho)
    if out is not None:
        from murho.sheets.page import write_sheets

        name = " and ".join(run.path.resolve().name for run in saved_runs)
        write_sheets(out, name, [paired_sheet(compared, sentences=True)])
        click.echo(f"wrote {out}", err=as_json)  # standard output then holds the JSON alone
        if not as_json:
            return
    compared = compared.down_to(depth)
    options.write_tables(asked_tables, compared.as_json, usual="phenomena")
    if as_json:
        _print(compared.as_json())
    else:
        show_sheet(paired_sheet(compared), console(), gap=False)


def _print(result: dict[str, Any]) -> None:
    import json

    click.echo(json.dumps(result))
