"""murho compare"""

from typing import TYPE_CHECKING

import click

from murho.cli import GATE_FAILED, options, written
from murho.cli.arguments import COUNTED, FLAGS, GATES, PRINTED, READ, Typed, formats
from murho.cli.verb import Given, Verb

if TYPE_CHECKING:
    from murho.face.compare import Comparisons

EXAMPLES = """
murho compare old-run new-run
murho compare old-run new-run -m words --by speaker -o changes.html
murho compare baseline new-run --fail-if-worse 0.01 --confident --junit gate.xml --markdown summary.md
murho compare baseline one two three --json
murho compare one two three four --all-pairs
murho compare old-run new-run -m meanings --robust --classes scenario -o choices.html
murho compare --references ref.trn old.trn new.trn -m words --costs sclite
murho compare --references gold.csv old.csv new.csv -m labels --columns reference=true_intent,answer=predicted
"""
TYPED = {
    "runs": Typed(type=click.Path()),
    "references": Typed(metavar="FILE", type=click.Path(), group=READ),
    "format": formats("With --references: ", both="REFERENCES,ANSWERS"),
    "tests": Typed(metavar="NAMES", group=COUNTED),
    "pairs": Typed(metavar="FEATURE", group=COUNTED),
    "all_pairs": Typed(group=COUNTED),
    "classes": Typed(metavar="FEATURE", group=COUNTED),
    "refine": Typed(metavar="SHIFTING", group=COUNTED),
    "resamples": Typed(group=COUNTED),
}
ONLY = {
    "costs": FLAGS["costs"],
    "normalize": FLAGS["normalize"],
    "out": Typed(
        ("-o", "--out"),
        "FILE",
        "Write a page: what B fixes and breaks, by slice and case by case; with --robust the picture of that.",
        type=written.PAGE,
        group=PRINTED,
    ),
    "title": Typed(metavar="TEXT", help="What the page of -o and the summary are called.", group=PRINTED),
    "markdown": Typed(
        metavar="FILE",
        help="Write a summary in Markdown, as for the page of a job: figures, slices, the cases that broke.",
        type=written.FILE,
        group=PRINTED,
    ),
    "fail_if_worse": Typed(
        metavar="X",
        help="A gate: exit with status 100 if π(B) − π(A), as printed, is above X, for any B, as a whole or in a slice "
        "of --by. π is a loss: B is worse where the difference is above 0.",
        type=options.limit,
        group=GATES,
    ),
    "confident": Typed(
        help="With --fail-if-worse: fail only if the lower end of the interval of π(B) − π(A) is above X; where B is "
        "no worse it fails in at most 5 % of runs, at --level 0.95, however many slices and systems are looked at.",
        type=bool,
        group=GATES,
    ),
    "junit": Typed(
        metavar="FILE",
        help="With --fail-if-worse: write what the gate looked at as JUnit XML, a test for each B and slice.",
        type=written.FILE,
        group=GATES,
    ),
}
FIRST = ("measures", "by", "weight", "robust", "out", "markdown", "fail_if_worse", "tables", "as_json")
STATUS = {"passed": 0, "unknown": 1, "failed": GATE_FAILED}


def refuse_without_gate(given: Given) -> None:
    """Refuse what is said of a gate that there is not."""
    if given["fail_if_worse"] is None and (given["confident"] or given["junit"] is not None):
        context = click.get_current_context()
        raise click.UsageError("--confident and --junit go with --fail-if-worse X", context)


def save(found: "Comparisons", given: Given) -> None:
    """Hold the comparisons against the gate, and write the page, the summary, and what the gate looked at."""
    from murho.pages.job_files import write_junit, write_summary

    limit, out, title = given["fail_if_worse"], given["out"], given["title"] or ""
    gate = given["gate"] = None if limit is None else found.gate(limit, confident=given["confident"])
    if out is not None:
        found.write_page(out, title, gate)
        click.echo(f"wrote {out}", err=given["as_json"])  # standard output then holds the JSON alone
    if given["markdown"] is not None:
        sheets = [one.sheet(on_pages=True) for one in found]
        write_summary(given["markdown"], sheets, () if gate is None else gate.lines, title)
    if given["junit"] is not None and gate is not None:
        write_junit(given["junit"], gate.verdicts, gate.limit)


def draw(found: "Comparisons", given: Given) -> None:
    """Who is better, under each measure."""
    from murho.sheets.console import console
    from murho.sheets.terminal import show_sheet

    for place, one in enumerate(found):
        show_sheet(one.sheet(), console(), gap=place > 0)


def status(found: "Comparisons", given: Given) -> int:
    """What the gate says: 100 where it failed, 1 where nothing is known of a whole."""
    gate = given["gate"]
    for line in () if gate is None else gate.lines:
        click.echo(line.text, err=True)
    return 0 if gate is None else STATUS[gate.state]


compare = Verb(
    "compare", EXAMPLES, draw, typed=TYPED, only=ONLY, first=FIRST, before=refuse_without_gate, save=save, after=status
).command()
