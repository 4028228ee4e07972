"""Parse scores: the table of the official evaluator, with intervals, and its rows for each group of words.

>>> las = {"precision": 88.96, "recall": 89.23, "f1": 89.0956, "aligned_accuracy": 89.41, "interval": [88.4, 89.8]}
>>> parse_scores({"las": las, "uas": 3.0})
(ParseScore(title='LAS', precision=88.96, recall=89.23, f1=89.0956, interval=[88.4, 89.8], aligned_accuracy=89.41),)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from murho.core.figure import Figure
from murho.measures.dependencies.counts import TITLES

__all__ = ["IN_SLICES", "TITLES", "ParseScore", "WordGroup", "WordGroups", "metrics", "parse_scores", "word_groups"]

IN_SLICES = ("uas", "las", "la")
"""What is shown of each group."""


@dataclass(frozen=True)
class ParseScore:
    """One metric, in percent; None where there is nothing to divide by."""

    title: str
    precision: float | None
    recall: float | None
    f1: float | None
    interval: Sequence[float] | None
    """Both ends, of F1."""
    aligned_accuracy: float | None
    """Accuracy among the words that are the same on both sides."""


@dataclass(frozen=True)
class WordGroup:
    """The words of one group."""

    name: str
    words: int
    """How many there are: of gold, unless the system's are counted."""
    f1: tuple[float | None, ...]
    """Of each of `WordGroups.titles`, in percent."""
    las_interval: Sequence[float] | None
    figure: Figure
    """π of the score, with its flags."""


@dataclass(frozen=True)
class WordGroups:
    """The groups of words of one feature."""

    feature: str
    titles: tuple[str, ...]
    groups: tuple[WordGroup, ...]

    @property
    def flagged(self) -> bool:
        """Whether any figure rests on little."""
        return any(group.figure.flags for group in self.groups)


def metrics(also: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The metrics that a score holds, by title, in the order of the official table; none for other measures."""
    return {
        title: also[name] for name, title in TITLES.items() if isinstance(also.get(name), dict) and "f1" in also[name]
    }


def parse_scores(also: Mapping[str, Any]) -> tuple[ParseScore, ...]:
    """The lines of the official table, from what a score has `also`; none for other measures."""
    return tuple(
        ParseScore(title, one["precision"], one["recall"], one["f1"], one["interval"], one["aligned_accuracy"])
        for title, one in metrics(also).items()
    )


def word_groups(
    feature: str,
    groups: Mapping[str, Figure],
    also: Mapping[str, Mapping[str, Any]],
    counted: str = "gold_words",
) -> WordGroups:
    """The groups of one feature of words: their number, F1 of some metrics, the interval of LAS, and the figure.

    `also` has for each group what the score has `also` of it; `counted` says which words are counted.
    """
    names = [name for name in IN_SLICES if any(name in one for one in also.values())]
    lines = tuple(
        WordGroup(
            group,
            figure.counts.get(counted, figure.n),
            tuple(also[group][name]["f1"] for name in names),
            also[group]["las"]["interval"] if "las" in also[group] else None,
            figure,
        )
        for group, figure in groups.items()
    )
    return WordGroups(feature, tuple(TITLES[name] for name in names), lines)
