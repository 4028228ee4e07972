"""Parse scores in the terminal: the table of the official evaluator, with intervals, and its rows for each group.

>>> las = {"precision": 88.96, "recall": 89.23, "f1": 89.0956, "aligned_accuracy": 89.41, "interval": [88.4, 89.8]}
>>> from rich.console import Console
>>> from murho.views.parse_scores import parse_scores
>>> Console(width=80).print(official_table(parse_scores({"las": las})))
metric  precision  recall     F1        interval  aligned
LAS         88.96   89.23  89.10  [88.40, 89.80]    89.41
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from murho.sheets.console import FEW, bar, escape, explained, table
from murho.sheets.names import Name
from murho.sheets.numbers import hundredths, interval_in_hundredths
from murho.views.parse_scores import ParseScore, WordGroups

if TYPE_CHECKING:
    from rich.table import Table

BAR = 10
"""Places of a bar; beside it stand more figures than in other tables."""
LEAST = 10
"""Places that the names of groups have at least."""


def official_table(scores: Sequence[ParseScore]) -> "Table":
    """Precision, recall, F1 with its interval, and accuracy of the aligned words, in percent."""
    made = table(["metric"], ["precision", "recall", "F1", "interval", "aligned"], whole=True)
    for one in scores:
        percentages = map(hundredths, (one.precision, one.recall, one.f1))
        ends = escape(interval_in_hundredths(one.interval))
        made.add_row(one.title, *percentages, ends, hundredths(one.aligned_accuracy))
    return made


def groups_table(shown: WordGroups) -> "Table":
    """The groups of one feature: gold words, F1 of some metrics, the interval of LAS, and a bar for the errors."""
    made = table([shown.feature], ["words", *shown.titles, "LAS interval", ""], least=LEAST)
    for group in shown.groups:
        ends = escape(interval_in_hundredths(group.las_interval))
        errors = bar(group.figure.value, BAR) + (" !" if group.figure.flags else "")
        made.add_row(Name(group.name), str(group.words), *map(hundredths, group.f1), ends, errors)
    return explained(made, FEW) if shown.flagged else made
