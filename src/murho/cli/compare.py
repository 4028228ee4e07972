"""murho compare"""

from os.path import isfile
from typing import TYPE_CHECKING, Any

import click

from murho.cli import options, plug_options, tree_options

if TYPE_CHECKING:
    from murho.pipeline.runs.comparison import Comparison
    from murho.pipeline.sources import Extra


@click.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path())
@click.option(
    "--references",
    default=None,
    metavar="FILE",
    help="Compare files of answers to the cases of this file, instead of runs.",
)
@plug_options.format_option("REFERENCES", "ANSWERS", before="With --references: ")
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
    "--robust",
    is_flag=True,
    help="Also say who is better for every admissible choice of δ1 < ... < δ5 and of ordered ω; under meanings.",
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
    "-o", "--out", type=click.Path(dir_okay=False), default=None, help="With --robust: write a page with the picture."
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
@options.as_json
@options.config
def compare(
    runs: tuple[str, ...],
    references: str | None,
    format_name: str | None,
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
    robust: bool,
    classes: str | None,
    refine: str | None,
    out: str | None,
    extra: "Extra | None",
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
    murho compare one two three four --all-pairs
    murho compare old-run new-run -m meanings --robust --classes scenario -o choices.html
    murho compare --references ref.trn old.trn new.trn -m words --costs sclite

    The difference is π(B) − π(A): below 0, B is better. Cases are paired by id, in whole clusters; p is at most 0.05
    exactly where the 95 % interval leaves 0 out. Several runs are ranked, with groups that cannot be told apart; their
    p and those of slices are corrected by Holm's method. What is not said is as in the record of A.
    """
    from murho.measures import measure as measure_named
    from murho.pipeline.runs.robust import Choices
    from murho.pipeline.scoring.reading import Reading
    from murho.terminal.comparison import show_comparison
    from murho.terminal.console import console
    from murho.weighting import weighting

    context = click.get_current_context()
    if len(runs) < 2:
        raise click.UsageError("give at least two runs" if references is None else "give at least two files", context)
    if not robust and (classes, refine, out) != (None, None, None):
        raise click.UsageError("--classes, --refine and --out go with --robust", context)
    given = {"weight": weight, "level": level, "seed": seed}
    chosen: dict[str, Any] = {"resamples": resamples, "tests": _names(tests), "pairs": pairs, "missing": missing}
    chosen["all_pairs"] = all_pairs
    chosen["robust"] = Choices(classes, refine) if robust else None
    chosen["alignments"] = {}  # one for all measures: what aligns alike is aligned once
    text_options = {"costs": costs, "normalize": normalize}
    if references is not None:
        if not measure_names:
            raise click.UsageError("name what to compare files by, as in -m words", context)
        wanted = [tree_options.suited(measure_named(name), references, runs[0], format_name) for name in measure_names]
        wanted = options.chosen(wanted, typed, **text_options)
        reading = Reading(weighting(weight), by, level, seed=seed)
        compared = [_files(measure, references, runs, format_name, extra, reading, chosen) for measure in wanted]
    elif format_name is not None or extra is not None:
        raise click.UsageError("--format and --extra go with --references", context)
    # A file has no record: without references nobody knows what it answers.
    elif files := [path for path in runs if isfile(path)]:
        raise click.UsageError(f"{files[0]} is no run but a file; say with --references what it answers", context)
    else:
        compared = _runs(runs, measure_names, typed, text_options, by, given, chosen)
    if out is not None:
        from murho.pages.choices import write_choices

        write_choices(compared, out)
        click.echo(f"wrote {out}", err=as_json)  # standard output then holds the JSON alone
    if as_json:
        options.print_json({comparison.measure: comparison.as_json() for comparison in compared})
    else:
        for comparison in compared:
            show_comparison(comparison, console())


def _names(tests: str | None) -> tuple[str, ...] | None:
    from murho.core.significance import TESTS

    if tests in (None, "all", "none"):
        return {None: None, "all": TESTS, "none": ()}[tests]
    return tuple(name.strip() for name in tests.split(","))


def _files(
    measure: Any,
    references: str,
    answers: tuple[str, ...],
    format_name: str | None,
    extra: Any,
    reading: Any,
    chosen: dict[str, Any],
) -> "Comparison":
    from murho.pipeline.runs.answer_file import answer_file
    from murho.pipeline.runs.compare import compare as pairwise

    sides = [answer_file(measure, references, path, format_name=format_name, extra=extra) for path in answers]
    return pairwise(sides, measure, reading, **chosen)


def _runs(
    runs: tuple[str, ...],
    names: tuple[str, ...],
    typed: tuple[str, ...],
    text_options: dict[str, str | None],
    by: tuple[str, ...],
    given: dict[str, Any],
    chosen: dict[str, Any],
) -> "list[Comparison]":
    from murho.pipeline.runs.compare import compare as pairwise
    from murho.pipeline.scoring.reading import Reading
    from murho.store import open_run

    saved_runs = [open_run(path) for path in runs]
    settings = saved_runs[0].record["settings"]
    weight = options.weight_of(settings, given.pop("weight"))  # by itself: the record has it as text, to be opened
    reading = Reading.recorded(settings, **options.recorded(settings, **given), weight=weight, method=None, by=by)
    wanted = options.measures_of(saved_runs[0], names, typed, **text_options)
    return [pairwise(saved_runs, measure, reading, **chosen) for measure in wanted]
