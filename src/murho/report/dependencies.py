"""Parse scores in the terminal: the table of the official evaluator, with intervals, and its rows for each group.

>>> las = {"precision": 88.96, "recall": 89.23, "f1": 89.0956, "aligned_accuracy": 89.41, "interval": [88.4, 89.8]}
>>> from rich.console import Console
>>> Console(width=80).print(official({"las": las}))
metric  precision  recall     F1        interval  aligned
LAS         88.96   89.23  89.10  [88.40, 89.80]    89.41
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from murho.measures.dependencies.metrics import TITLES
from murho.report.terminal import bar, escape, hundredths

__all__ = ["IN_SLICES", "TITLES", "groups_of", "interval", "metrics", "official"]

if TYPE_CHECKING:
    from rich.table import Table

    from murho.core.figure import Figure

IN_SLICES = ("uas", "las", "la")
"""What is shown of each group."""
_BAR = 10


def metrics(also: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The metrics that a score holds, by title, in the order of the official table; none for other measures."""
    return {
        title: also[name] for name, title in TITLES.items() if isinstance(also.get(name), dict) and "f1" in also[name]
    }


def official(also: Mapping[str, Any]) -> "Table":
    """Precision, recall, F1 with its interval, and accuracy of the aligned words, in percent."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("metric", no_wrap=True)
    for name in ("precision", "recall", "F1", "interval", "aligned"):
        table.add_column(name, justify="right", no_wrap=True)
    for title, one in metrics(also).items():
        precision, recall, f1, aligned = (
            hundredths(one[key]) for key in ("precision", "recall", "f1", "aligned_accuracy")
        )
        table.add_row(title, precision, recall, f1, interval(one), aligned)
    return table


def interval(one: Mapping[str, Any]) -> str:
    """The interval of F1, in brackets."""
    ends = one["interval"]
    return "–" if ends is None else escape(f"[{hundredths(ends[0])}, {hundredths(ends[1])}]")


def groups_of(feature: str, groups: Mapping[str, "Figure"], also: Mapping[str, Mapping[str, Any]]) -> "Table":
    """The groups of one feature: gold words, F1 of some metrics, the interval of LAS, and a bar for the errors."""
    from rich.table import Table

    from murho.report.names import Name

    shown = [name for name in IN_SLICES if any(name in one for one in also.values())]
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(escape(feature), overflow="fold", min_width=10)
    for name in ("words", *(TITLES[name] for name in shown), "LAS interval"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)  # π of the score
    for group, figure in groups.items():
        one = also[group]
        words = str(figure.counts.get("gold_words", figure.n))
        main = interval(one["las"]) if "las" in one else "–"
        values = (hundredths(one[name]["f1"]) for name in shown)
        mark = " !" if figure.flags else ""
        table.add_row(Name(group), words, *values, main, bar(figure.value, _BAR) + mark)
    if any(figure.flags for figure in groups.values()):
        table.caption, table.caption_justify = "! rests on little: see the flags with --json", "left"
    return table
