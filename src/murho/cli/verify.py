"""murho verify"""

from typing import TYPE_CHECKING

from murho.cli.verb import Given, Verb

if TYPE_CHECKING:
    from murho.face.verify import Verified

EXAMPLES = """
murho verify my-run
murho verify my-run --json

Where something is damaged the exit status is 1.
"""


def draw(verified: "Verified", given: Given) -> None:
    """What is damaged, and the state of the whole."""
    from murho.sheets.console import console, escape
    from murho.sheets.numbers import several

    out = console()
    for damage in verified.damaged:
        out.print(
            f"[red]damaged[/]  {escape(damage.file)}: {escape(damage.found)}; {escape(damage.todo)}", soft_wrap=True
        )
    missing = f", {several(verified.missing, 'case')} without an answer" if verified.missing else ""
    state = f"{len(verified.damaged)} damaged" if verified.damaged else "all sound"
    out.print(f"{several(verified.parts, 'part')} of answers, {state}{missing}", soft_wrap=True)


def status(verified: "Verified", given: Given) -> int:
    """1 where something is damaged."""
    return 0 if verified.sound else 1


verify = Verb("verify", EXAMPLES, draw, after=status, tables=False).command()
