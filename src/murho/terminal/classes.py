"""Classes in the terminal: precision, recall and F1 of each label, and what is taken for what."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from murho.sheets.console import escape, explained, table
from murho.sheets.names import Name
from murho.sheets.numbers import fraction, number
from murho.views.classes import Classes, averages, classes

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def show_classes(also: Mapping[str, Any], console: "Console") -> None:
    """Print averages and a table of the classes that a score has `also`, and one of the heaviest confusions, if any."""
    shown = classes(also)
    console.print()
    for one in averages(also):
        ends = "" if one.interval is None else f" [{fraction(one.interval[0])}, {fraction(one.interval[1])}]"
        console.print(f"[bold]{one.name}[/] = {fraction(one.value)}{escape(ends)}  {one.told}; higher is better")
    console.print(_class_table(shown))
    if shown.confusions:
        console.print()
        console.print(_confusion_table(shown))


def _class_table(shown: Classes) -> "Table":
    made = table(["class"], ["Σρ right", "Σρ given", "Σρ both", "precision", "recall", "F1"])
    for line in shown.lines:
        sums = map(_sum, (line.gold, line.given, line.right))
        made.add_row(Name(line.label), *sums, *map(fraction, (line.precision, line.recall, line.f1)))
    return made


def _confusion_table(shown: Classes) -> "Table":
    made = table(["right", "given instead"], ["Σρ"])
    for wrong in shown.confusions:
        made.add_row(Name(wrong.gold), Name(wrong.given), _sum(wrong.importance))
    return explained(made, f"and {shown.more} more: --json names all") if shown.more else made


def _sum(importance: float) -> str:
    return number(round(importance, 6))
