"""The parse scores of a page: the table of the official evaluator, errors by kinds of word, and labelled confusion."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from murho.core.figure import Figure
from murho.measures import Measure, fine_enough
from murho.pipeline.score import Score
from murho.pipeline.show import figures
from murho.report.dependencies import IN_SLICES, TITLES, metrics
from murho.report.html.drawing import Scale, Whisker, whisker
from murho.report.html.evidence import Evidence

BY: Mapping[str, tuple[str, str]] = {
    "deprel": ("relation of gold", "of the words with this relation so many are right"),
    "given": ("relation of the system", "of the words that were given this relation so many are right"),
    "upos": ("part of speech", "of gold"),
    "arc": ("direction and length of the arc", "where the head stands, and how many words away"),
    "depth": ("depth", "arcs from the root"),
    "sentence_length": ("length of the sentence", "in words"),
}
"""What errors are looked at by: what it is called, and what there is to add."""
LISTED = 20
"""Confusions on the page."""


@dataclass(frozen=True)
class Group:
    """The words of one kind."""

    name: str
    words: int
    scores: list[float | None]
    """F1 of each of `Table.scores`, in percent."""
    figure: Figure
    whisker: Whisker | None


@dataclass(frozen=True)
class Table:
    """The kinds of words of one feature."""

    feature: str
    title: str
    note: str
    scores: list[str]
    groups: list[Group]


@dataclass(frozen=True)
class Parsing:
    """The section."""

    metrics: list[tuple[str, Mapping[str, Any]]]
    criteria: list[tuple[str, float | None, Sequence[float] | None]]
    tables: list[Table]
    scale: Scale
    whole: float | None
    confusion: list[Mapping[str, Any]]
    more: int
    """Confusions that are not listed."""


def parsing(evidence: Evidence, by: Sequence[str] = ()) -> Parsing | None:
    """What the main measure found of the trees; None where it does not score dependencies.

    `by` are features asked for; those that are labels of words have a table here.
    """
    how = evidence.measure
    score = evidence.score(how)
    found = metrics(score.also)
    if not found:
        return None
    features = (*BY, *(name for name in labels_of_words(how, by) if name not in BY))
    words = _by_word(evidence, how, features)
    high = [one.high for groups in words.by.values() for one in groups.values() if one.value is not None]
    scale = Scale.over(high or [1.0], bounded=how.bounded)
    value = score.value
    confusion = words.also.get("confusion", [])
    return Parsing(
        list(found.items()),
        [(name.replace("_", " "), score.also[name], ends) for name, ends in score.also.get("intervals", {}).items()],
        [_table(words, feature, scale, value) for feature in features],
        scale,
        None if value is None else scale.at(value),
        confusion[:LISTED],
        max(0, len(confusion) - LISTED),
    )


def labels_of_words(how: Measure, by: Sequence[str]) -> list[str]:
    """Those features that are no feature of sentences but labels of words."""
    return [name for name in by if how.kind == "tree" and name in how.finer_labels]


def _by_word(evidence: Evidence, how: Measure, features: Sequence[str]) -> Score:
    reading = replace(evidence.reading, by=features, classes=True)
    return figures(evidence.run, fine_enough(how, features), reading, missing=evidence.missing)


def _table(words: Score, feature: str, scale: Scale, whole: float | None) -> Table:
    also = words.also_by[feature]
    shown = [name for name in IN_SLICES if any(name in one for one in also.values())]
    groups = [
        Group(
            name,
            figure.counts["system_words" if feature == "given" else "gold_words"],
            [also[name][score]["f1"] for score in shown],
            figure,
            whisker(figure, scale, whole),
        )
        for name, figure in words.by[feature].items()
    ]
    title, note = BY.get(feature, (feature.replace("_", " "), ""))
    return Table(feature, title, note, [TITLES[name] for name in shown], groups)
