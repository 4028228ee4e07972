"""The parse scores of a page: the table of the official evaluator, errors by kinds of word, and labelled confusion."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from murho.core.figure import Figure
from murho.measures import Measure, fine_enough
from murho.pipeline.runs.show import figures
from murho.pipeline.scoring.score import Score
from murho.views.evidence import Evidence
from murho.views.parse_scores import ParseScore, WordGroups, parse_scores, word_groups

BY: Mapping[str, tuple[str, str]] = {
    "deprel": ("relation of gold", "of the words with this relation so many are right"),
    "given": ("relation of the system", "of the words that were given this relation so many are right"),
    "upos": ("part of speech", "of gold"),
    "arc": ("direction and length of the arc", "where the head stands, and how many words away"),
    "depth": ("depth", "arcs from the root"),
    "sentence_length": ("length of the sentence", "in words"),
}
"""What errors are looked at by: what it is called, and what there is to add."""


@dataclass(frozen=True)
class Table:
    """The words of each group of one feature."""

    title: str
    note: str
    words: WordGroups


@dataclass(frozen=True)
class Parsing:
    """What was found of trees: the scores, and where their errors are."""

    metrics: tuple[ParseScore, ...]
    criteria: list[tuple[str, float | None, Sequence[float] | None]]
    """Name, value and ends of the interval of what else is reported."""
    tables: list[Table]
    whole: Figure
    confusion: list[Mapping[str, Any]]
    """Relations taken for others: `gold`, `given`, `importance`; the heaviest first."""


def parsing(evidence: Evidence, by: Sequence[str] = ()) -> Parsing | None:
    """What the main measure found of the trees; None where it does not score dependencies.

    `by` are features asked for; those that are labels of words have a table here.
    """
    measure = evidence.measure
    score = evidence.score(measure)
    scores = parse_scores(score.also)
    if not scores:
        return None
    features = (*BY, *(name for name in labels_of_words(measure, by) if name not in BY))
    words = _by_word(evidence, measure, features)
    return Parsing(
        scores,
        [(name.replace("_", " "), score.also[name], ends) for name, ends in score.also.get("intervals", {}).items()],
        [_table(words, feature) for feature in features],
        score.figure,
        words.also.get("confusion", []),
    )


def labels_of_words(measure: Measure, by: Sequence[str]) -> list[str]:
    """Those features that are no feature of sentences but labels of words."""
    return [name for name in by if measure.kind == "tree" and name in measure.finer_labels]


def _by_word(evidence: Evidence, measure: Measure, features: Sequence[str]) -> Score:
    reading = replace(evidence.reading, by=features, classes=True)
    return figures(evidence.run, fine_enough(measure, features), reading, missing=evidence.missing)


def _table(scores: Score, feature: str) -> Table:
    title, note = BY.get(feature, (feature.replace("_", " "), ""))
    counted = "system_words" if feature == "given" else "gold_words"
    return Table(title, note, word_groups(feature, scores.by[feature], scores.also_by[feature], counted))
