"""The table of classes on the screen, and the confusions that weigh most."""

from io import StringIO
from typing import Any

from rich.console import Console

from murho.figures.classes import Classes, sheet
from murho.sheets.terminal import show_sheet

CLASSES = [
    {"label": "[a]", "gold": 3.0, "given": 2.0, "right": 1.5, "precision": 0.75, "recall": 0.5, "f1": 0.6},
    {"label": "b", "gold": 0.0, "given": 1.0, "right": 0.0, "precision": 0.0, "recall": None, "f1": 0.0},
]


def shown(confusions: int) -> list[list[str]]:
    """The lines of both tables, as words."""
    screen = StringIO()
    found: dict[str, Any] = {
        "classes": CLASSES,
        "confusion": [{"gold": f"g{i}", "given": f"s{i}", "importance": 20 - i} for i in range(confusions)],
    }
    show_sheet(sheet(Classes(found)), Console(file=screen, width=100))
    return [line.split() for line in screen.getvalue().splitlines()]


def test_each_class_has_its_sums_and_rates() -> None:
    assert shown(0) == [
        [],
        ["classes", "precision,", "recall", "and", "F1", "of", "each", "label;", "higher", "is", "better"],
        ["class", "Σρ", "right", "Σρ", "given", "Σρ", "both", "precision", "recall", "F1"],
        ["[a]", "3", "2", "1.5", "0.7500", "0.5000", "0.6000"],
        ["b", "0", "1", "0", "0.0000", "–", "0.0000"],
    ]


def test_fifteen_confusions_are_shown_and_the_rest_is_counted() -> None:
    fifteen, seventeen = shown(15)[5:], shown(17)[5:]
    assert fifteen[:3] == [[], ["most", "frequent", "confusions"], ["right", "given", "instead", "Σρ"]]
    assert fifteen[3:] == [[f"g{i}", f"s{i}", str(20 - i)] for i in range(15)]
    assert seventeen[:18] == fifteen
    assert [word for line in seventeen[18:] for word in line] == ["and", "2", "more:", "--json", "names", "all"]
    assert ["and", "1", "more:"] in [line[:3] for line in shown(16)]
