"""murho compare"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from os.path import isfile
from typing import TYPE_CHECKING, Any

import click

from murho.cli import GATE_FAILED, options, plug_options, tree_options, written
from murho.core.errors import begun_anew

if TYPE_CHECKING:
    from murho.pipeline.comparing.gate import Verdict
    from murho.pipeline.comparing.result import Comparison
    from murho.pipeline.comparing.sides import Side
    from murho.pipeline.sources import Extra

    Sides = Callable[[Any], Sequence[Side]]


@click.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path())
@click.option(
    "--references",
    default=None,
    metavar="FILE",
    help="Compare files of answers to the cases of this file, instead of runs.",
)
@plug_options.format_option("REFERENCES", "ANSWERS", before="With --references: ")
@plug_options.columns
@options.measures
@options.with_options
@options.costs
@options.normalize
@click.option(
    "--tests",
    default=None,
    metavar="NAMES",
    help="Beside murho's own test: mapsswe, mcnemar, wilcoxon, sign with commas between them, all (of these) or none. "
    "All for texts, none for others by default. randomisation: are the two exchangeable?",
)
@click.option(
    "--pairs",
    default=None,
    metavar="FEATURE",
    help="What wilcoxon and sign compare: the groups of a feature such as speaker; by default clusters, else cases.",
)
@options.by
@options.weight
@click.option(
    "--missing",
    type=click.Choice(["shared", "undefined"]),
    default="shared",
    show_default=True,
    help="Compare the cases that both were asked, or count those that one alone was asked as UNDEFINED for the other.",
)
@click.option("--all-pairs", is_flag=True, help="Compare each run with every other one, not with the first alone.")
@click.option(
    "--efficiency",
    is_flag=True,
    help="Also tell what an answer takes beside π: money, else tokens, else time; of services it is told anyway.",
)
@click.option(
    "--robust",
    is_flag=True,
    help="Also say who is better for every admissible choice of δ1 < ... < δ5 and of ordered ω; under meanings or sql.",
)
@click.option(
    "--classes",
    default=None,
    metavar="FEATURE",
    help="With --robust: ω orders the classes of this feature: numbers by value, others by their number of cases, or "
    "as written, the least important first, as in 'scenario: alarm<music'. By default the values of the weight.",
)
@click.option(
    "--refine",
    default=None,
    metavar="SHIFTING",
    help="With --robust: does this μ turn the ranking round? As in 'mu3(0.1, 0.2, 0.3, 0.4, 0.7)'.",
)
@click.option(
    "-o",
    "--out",
    type=written.PAGE,
    default=None,
    help="Write a page: what B fixes and breaks, by slice and case by case; with --robust the picture of that.",
)
@click.option("--title", default=None, metavar="TEXT", help="What the page of -o and the summary are called.")
@click.option(
    "--fail-if-worse",
    type=options.limit,
    metavar="X",
    help="A gate: exit with status 100 if π(B) − π(A), as printed, is above X, for any B, as a whole or in a slice of "
    "--by. π is a loss: B is worse where the difference is above 0.",
)
@click.option(
    "--confident",
    is_flag=True,
    help="With --fail-if-worse: fail only if the lower end of the interval of π(B) − π(A) is above X; where B is no "
    "worse it fails in at most 5 % of runs, at --level 0.95, however many slices and systems are looked at.",
)
@click.option(
    "--junit",
    type=written.FILE,
    default=None,
    metavar="FILE",
    help="With --fail-if-worse: write what the gate looked at as JUnit XML, a test for each B and slice.",
)
@click.option(
    "--markdown",
    type=written.FILE,
    default=None,
    metavar="FILE",
    help="Write a summary in Markdown, as for the page of a job: figures, slices, the cases that broke.",
)
@options.extra
@options.level
@options.seed
@click.option(
    "--resamples",
    type=click.IntRange(min=99),
    default=9999,
    show_default=True,
    help="Random halves of the cases that are drawn.",
)
@options.table
@options.as_json
@options.config
@begun_anew
def compare(
    runs: tuple[str, ...],
    references: str | None,
    format_name: str | None,
    columns: str | None,
    encoding: str | None,
    measure_names: tuple[str, ...],
    typed: tuple[str, ...],
    costs: str | None,
    normalize: str | None,
    tests: str | None,
    pairs: str | None,
    by: tuple[str, ...],
    weight: str,
    missing: str,
    all_pairs: bool,
    efficiency: bool,
    robust: bool,
    classes: str | None,
    refine: str | None,
    out: str | None,
    title: str | None,
    fail_if_worse: float | None,
    confident: bool,
    junit: str | None,
    markdown: str | None,
    extra: "Extra | None",
    level: float,
    seed: int,
    resamples: int,
    asked_tables: "options.Asked",
    as_json: bool,
) -> int:
    """Compare saved RUNS case by case: the first is the baseline A, each other one a B.

    \b
    murho compare old-run new-run
    murho compare old-run new-run -m words --by speaker -o changes.html
    murho compare baseline new-run --fail-if-worse 0.01 --confident --junit gate.xml --markdown summary.md
    murho compare baseline one two three --json
    murho compare one two three four --all-pairs
    murho compare old-run new-run -m meanings --robust --classes scenario -o choices.html
    murho compare --references ref.trn old.trn new.trn -m words --costs sclite
    murho compare --references gold.csv old.csv new.csv -m labels --columns reference=true_intent,answer=predicted

    π is a loss, so the difference π(B) − π(A) is below 0 where B is better, and above 0 where B is worse. Cases are
    paired by id, in whole clusters; p is at most 0.05 exactly where the 95 % interval leaves 0 out. Several runs are
    ranked, with groups that cannot be told apart. Of several pairs, and of slices, p is corrected by Holm's method, and
    p and interval that hold for all at once stand beside it (--json, -o). What is not said is as in the record of A.
    """
    from murho.measures import measure as measure_named
    from murho.pages.job_files import write_junit, write_summary
    from murho.pipeline.comparing.compare import compare as pairwise
    from murho.pipeline.comparing.gate import gate
    from murho.pipeline.comparing.spending import with_spending
    from murho.pipeline.runs.robust import Choices
    from murho.pipeline.scoring.reading import Reading
    from murho.pipeline.sources import with_columns
    from murho.sheets.console import console
    from murho.store import open_run
    from murho.terminal.comparison import show_comparison
    from murho.views.changed import ChangedSystems, changed
    from murho.views.gate import told
    from murho.weighting import weighting

    context = click.get_current_context()
    for path in (out, junit, markdown, *(table for _, table in asked_tables)):
        written.refuse_what_is_read(path, references, *runs)
    if len(runs) < 2:
        raise click.UsageError("give at least two runs" if references is None else "give at least two files", context)
    if not robust and (classes, refine) != (None, None):
        raise click.UsageError("--classes and --refine go with --robust", context)
    if fail_if_worse is None and (confident or junit is not None):
        raise click.UsageError("--confident and --junit go with --fail-if-worse X", context)
    chosen: dict[str, Any] = {"resamples": resamples, "tests": _names(tests), "pairs": pairs, "missing": missing}
    chosen["all_pairs"] = all_pairs
    chosen["robust"] = Choices(classes, refine) if robust else None
    chosen["alignments"] = {}  # one for all measures: what aligns alike is aligned once
    text_options = {"costs": costs, "normalize": normalize}
    sides: Sides
    if references is not None:
        if not measure_names:
            raise click.UsageError("name what to compare files by, as in -m words", context)
        # Each pair of files by itself: one may be a table where another is none.
        first = measure_named(measure_names[0])
        formats = [with_columns(format_name, columns, references, path, encoding, first) for path in runs]
        wanted = [tree_options.suited(measure_named(name), references, runs[0], formats[0]) for name in measure_names]
        wanted = options.chosen(wanted, typed, **text_options)
        reading = Reading(weighting(weight), by, level, seed=seed)
        sides = partial(_files, references, list(zip(runs, formats, strict=True)), extra)
    elif any(one is not None for one in (format_name, columns, encoding, extra)):
        raise click.UsageError("--format, --columns, --encoding and --extra go with --references", context)
    # A file has no record: without references nobody knows what it answers.
    elif files := [path for path in runs if isfile(path)]:
        raise click.UsageError(f"{files[0]} is no run but a file; say with --references what it answers", context)
    else:
        saved_runs = [open_run(path).snapshot() for path in runs]
        settings = saved_runs[0].record["settings"]
        rho = options.weight_of(settings, weight)  # by itself: the record has it as text, to be opened
        given = options.recorded(settings, level=level, seed=seed)
        reading = Reading.recorded(settings, **given, weight=rho, method=None, by=by)
        wanted = options.measures_of(saved_runs[0], measure_names, typed, **text_options)
        sides = lambda _measure: saved_runs  # noqa: E731

    def compared_at(confidence: float) -> "list[Comparison]":
        at = replace(reading, level=confidence)
        return [pairwise(sides(measure), measure, at, **chosen) for measure in wanted]

    compared = [
        with_spending(found, sides(measure), measure, reading, missing, efficiency)
        for measure, found in zip(wanted, compared_at(reading.level), strict=True)
    ]
    verdicts = [] if fail_if_worse is None else gate(compared, fail_if_worse, compared_at if confident else None)
    lines = [] if fail_if_worse is None else told(verdicts, fail_if_worse, confident=confident)
    shown: list[ChangedSystems] = []
    if (out is not None and not robust) or markdown is not None:
        for measure, comparison in zip(wanted, compared, strict=True):
            shown.append(changed(comparison, sides(measure), measure, reading, missing, share=1 / len(wanted)))
    if out is not None:
        from murho.pages.choices import write_choices
        from murho.pages.compared import write_compared

        if robust:
            write_choices(compared, out)
        else:
            write_compared(shown, out, title=title or "", gate=lines)
        click.echo(f"wrote {out}", err=as_json)  # standard output then holds the JSON alone
    if markdown is not None:
        write_summary(markdown, shown, lines, title or "")
    if junit is not None and fail_if_worse is not None:
        write_junit(junit, verdicts, fail_if_worse)

    def objects() -> dict[str, dict[str, Any]]:
        return {comparison.measure: comparison.as_json() for comparison in compared}

    options.write_figures(asked_tables, compared, lambda: options.one_object(objects()))
    if as_json:
        options.print_json(objects())
    else:
        for comparison in compared:
            show_comparison(comparison, console())
    # Last, so that a log has the figures before the verdict on them.
    for line in lines:
        click.echo(line.text, err=True)
    return _status(verdicts)


def _status(verdicts: "Sequence[Verdict]") -> int:
    """0, 100 where a gate failed, or 1 where nothing is known of a whole."""
    states = {(one.state, bool(one.feature)) for one in verdicts}
    if any(state == "failed" for state, _ in states):
        return GATE_FAILED
    return 1 if ("unknown", False) in states else 0


def _names(tests: str | None) -> tuple[str, ...] | None:
    from murho.core.significance import TESTS

    if tests in (None, "all", "none"):
        return {None: None, "all": TESTS, "none": ()}[tests]
    return tuple(name.strip() for name in tests.split(","))


def _files(references: str, answers: Sequence[tuple[str, str | None]], extra: Any, measure: Any) -> "Sequence[Side]":
    from murho.pipeline.comparing.sides import answer_file

    return [answer_file(measure, references, path, format_name=name, extra=extra) for path, name in answers]
