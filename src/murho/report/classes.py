"""Classes in the terminal: precision, recall and F1 of each label, and what is taken for what."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from murho.report.names import Name
from murho.report.terminal import fraction, number

if TYPE_CHECKING:
    from rich.console import Console

CONFUSIONS = 15
"""Confusions that are shown."""


def show_classes(found: Mapping[str, Any], console: "Console") -> None:
    """A table of the classes and one of the heaviest confusions."""
    from rich.table import Table

    classes = Table(box=None, pad_edge=False, header_style="bold")
    classes.add_column("class", overflow="fold")
    for name in ("Σρ right", "Σρ given", "Σρ both", "precision", "recall", "F1"):
        classes.add_column(name, justify="right", no_wrap=True)
    for one in found["classes"]:
        sums = (number(round(one[name], 6)) for name in ("gold", "given", "right"))
        classes.add_row(Name(one["label"]), *sums, *(fraction(one[name]) for name in ("precision", "recall", "f1")))
    console.print()
    console.print(classes)
    if not found["confusion"]:
        return
    wrong = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("right", "given instead"):
        wrong.add_column(name, overflow="fold")
    wrong.add_column("Σρ", justify="right", no_wrap=True)
    for one in found["confusion"][:CONFUSIONS]:
        wrong.add_row(Name(one["gold"]), Name(one["given"]), number(round(one["importance"], 6)))
    more = len(found["confusion"]) - CONFUSIONS
    if more > 0:
        wrong.caption, wrong.caption_justify = f"and {more} more: --json names all", "left"
    console.print()
    console.print(wrong)
