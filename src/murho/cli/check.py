"""murho check"""

from typing import TYPE_CHECKING

from murho.cli.arguments import formats
from murho.cli.verb import Given, Verb

if TYPE_CHECKING:
    from murho.face.check import Checked

EXAMPLES = """
murho check cases.jsonl
murho check cases.jsonl answers.jsonl
murho check log.csv --columns reference=true_intent

An error ends with status 1.
"""


def draw(checked: "Checked", given: Given) -> None:
    """What the suite holds, and the notes."""
    from murho.sheets.console import console, escape

    out = console()
    for name, value in checked.lines:
        out.print(f"[bold]{escape(name)}[/]  {escape(value)}", soft_wrap=True)
    for note in checked.notes:
        out.print(f"[yellow]note[/]  {escape(note)}", soft_wrap=True)


check = Verb("check", EXAMPLES, draw, typed={"format": formats(both="CASES,ANSWERS")}, tables=False).command()
