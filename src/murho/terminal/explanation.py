"""Explanations in the terminal: what was asked, what it means, what was answered, and below what differs, in words.

q1  loss 0.5 of 1  who is 30?
ref  {"age":30,"ask":"name"}
hyp  {"age":40,"ask":"name"}
     age: 40 instead of 30
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from murho.core.meaning import UNDEFINED, Meanings, canonical
from murho.pipeline.aligning.explanation import Explained
from murho.sheets.console import inert
from murho.terminal.styled_lines import Line, print_line

if TYPE_CHECKING:
    from rich.console import Console


def show_explanations(explained: Iterable[Explained], console: "Console") -> None:
    """Print cases, a blank line after each, and how many of them have a loss."""
    cases = wrong = 0
    for one in explained:
        cases, wrong = cases + 1, wrong + one.wrong
        for line in lines(one):
            print_line(line, console)
        console.file.write("\n")
    console.file.write(f"{wrong} of {cases} shown with a loss\n")


def lines(one: Explained) -> Iterator[Line]:
    """The lines of one case."""
    lost = f"loss {one.loss:.3g} of {one.units:g}" if one.wrong else "nothing wrong"
    asked = "" if one.correct == (one.expression,) else f"  {inert(one.expression)}"
    yield [(inert(one.id), "bold"), (f"  {lost}", ""), (asked, "dim")]
    yield from _meanings("ref  ", one.correct)
    if one.answered is UNDEFINED:
        yield [("hyp  ", "dim"), (f"⊥{f' {inert(one.failure)}' if one.failure else ''}", "yellow")]
    else:
        yield from _meanings("hyp  ", one.answered)
    for sentence in one.differences:
        yield [("     ", ""), (inert(sentence), "bold yellow")]


def _meanings(label: str, meanings: Meanings) -> Iterator[Line]:
    """Each meaning on a line."""
    for place, meaning in enumerate(meanings):
        text = meaning if isinstance(meaning, str) else canonical(meaning)
        yield [(label if not place else "     ", "dim"), (inert(text), "")]
    if not meanings:
        yield [(label, "dim"), ("∅", "")]
