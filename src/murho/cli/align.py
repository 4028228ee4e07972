"""murho align"""

from typing import TYPE_CHECKING

import click

from murho.cli import completion, written
from murho.cli.arguments import FLAGS, PRINTED, READ, Named, Typed, formats
from murho.cli.verb import Given, Verb
from murho.core.errors import UsageError

if TYPE_CHECKING:
    from murho.face.align import Alignments
    from murho.face.align_trees import AlignedTrees
    from murho.face.explain import Explanations

EXAMPLES = """
murho align reference.txt recognised.txt
murho align reference.trn recognised.trn --costs sclite --worst 10 --rank rate
murho align log.csv --columns reference=said,answer=heard
murho align reference.txt recognised.txt --errors-only | less
murho align reference.txt recognised.txt --confusions --most 10
murho align reference.txt recognised.txt --keywords cities.txt --rare
murho align reference.trn recognised.trn --costs sclite --layout pra -o out.pra
murho align reference.jsonl units.jsonl -m concepts --html alignments.html
murho align gold.conllu system.conllu --worst 5
murho align gold.sql predicted.sql -m sql --errors-only
"""
TYPED = {
    "measure": Typed(("-m", "--measure"), "MEASURE", optional=True, more={"shell_complete": completion.measure_names}),
    "references": Typed(("ref",), read=Named),
    "predictions": Typed(("hyp",), read=Named),
    "format": formats(both="REF,HYP"),
    "frequencies": Typed(group=READ),
    "features": None,
}
ONLY = {
    "costs": FLAGS["costs"],
    "normalize": FLAGS["normalize"],
    "layout": Typed(
        help="Write one of sclite's files instead.", type=click.Choice(["pra", "prf", "sys", "raw"]), group=PRINTED
    ),
    "out": Typed(("-o", "--out"), "FILE", "For --layout: the file to write.", type=written.FILE, group=PRINTED),
    "html": Typed(metavar="FILE", help="Write all this as one HTML page.", type=written.PAGE, group=PRINTED),
}
LISTS = ("errors_only", "worst", "confusions", "keywords", "rare")
"""What there is of alignments besides all of them."""


def refuse_together(given: Given) -> None:
    """Refuse what is written in one way when it is to be written in another."""
    context = click.get_current_context()
    layout, html, tables, as_json = (given[name] for name in ("layout", "html", "tables", "as_json"))
    if given["out"] is not None and layout is None:
        raise click.UsageError("-o goes with --layout; for a page give --html FILE", context)
    if html is not None and as_json:
        raise click.UsageError("--html or --json, not both", context)
    if tables and (html is not None or layout is not None):
        raise click.UsageError("--table, --html or --layout, one of them", context)
    if layout is not None and (html is not None or as_json or any(given[name] for name in LISTS)):
        raise click.UsageError("--layout writes all utterances and nothing else; leave the others out", context)


def draw(found: "Alignments | AlignedTrees | Explanations", given: Given) -> None:
    """One of sclite's files, a page, or the alignments and what was counted."""
    from murho.face.align import Alignments
    from murho.face.align_trees import AlignedTrees

    if given["layout"] is not None:
        if not isinstance(found, Alignments):
            raise UsageError("--layout is for words, not for trees or for what is described in words")
        found.write_layout(given["layout"], given["out"] or "-")
    elif given["html"] is not None:
        found.write_page(given["html"])
        click.echo(f"wrote {given['html']}")
    elif isinstance(found, Alignments):
        _draw_alignments(found, given)
    elif isinstance(found, AlignedTrees):
        from murho.sheets.console import console
        from murho.terminal.trees import show_trees

        show_trees(found, console(), given["errors_only"])
    else:
        from murho.sheets.console import console
        from murho.terminal.explanation import show_explanations

        show_explanations(found, console())


def _draw_alignments(found: "Alignments", given: Given) -> None:
    from murho.sheets.console import console
    from murho.terminal.alignment import show_alignments
    from murho.terminal.alignment_counts import show_findings
    from murho.views.choice import none_of

    # Whoever asks for lists alone gets no utterances; but these have to pass, for they are counted as they do.
    shown = found.one_by_one() if found.listed else none_of(found.one_by_one())
    show_alignments(shown, console(), given["errors_only"])
    several = given["frequencies"] is not None
    show_findings(
        found.findings, console(), most=found.most or None, confusions=found.confusions, frequencies_given=several
    )


align = Verb(
    "align", EXAMPLES, draw, typed=TYPED, only=ONLY, before=refuse_together, explained=False,
    first=("measure", "errors_only", "worst", "confusions", "keywords", "by", "html", "layout", "as_json"),
).command()  # fmt: skip
