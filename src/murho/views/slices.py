"""Slices: π of the groups of each feature, with intervals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from murho.core.compact import Named
from murho.core.figure import Figure
from murho.core.ledger import group_order
from murho.core.tally import Tally
from murho.pipeline.runs.recorded import figure_of_rule
from murho.suites.cases import importances
from murho.views.evidence import Evidence

FEWEST, MOST, LIMIT = 2, 30, 200
MANY_NUMBERS = 12
"""A feature of more different numbers is cut into classes."""


@dataclass(frozen=True)
class Group:
    """A line of the table."""

    name: str
    cases: int
    importance: float
    """Share of Σ ρ."""
    figure: Figure
    others: list[float | None]
    """π under the further measures."""


@dataclass(frozen=True)
class Slice:
    """The table of one feature."""

    feature: str
    groups: list[Group]
    note: str
    left_out: int
    """Groups that are not listed."""


@dataclass(frozen=True)
class Slices:
    """The tables of all features."""

    tables: list[Slice]
    whole: Figure
    skipped: list[tuple[str, int]]
    """Features with too many groups to slice by unasked, and how many they have."""
    worst: tuple[str, str] | None = None
    """Feature and name of the group of greatest π that is above the whole's by its simultaneous interval, if any is."""

    @property
    def groups(self) -> int:
        """How many groups are looked at together."""
        return sum(len(table.groups) + table.left_out for table in self.tables)


def default_features(evidence: Evidence) -> tuple[list[str], list[tuple[str, int]]]:
    """The features worth slicing by, and those skipped with their number of groups; the length in words comes last.

    Labels of words are among them for a measure that judges words one by one.
    """
    chosen, skipped = [], []
    cases = evidence.cases
    not_sliced = {"cause", *importances(cases)}
    for name in cases.features:
        if name in not_sliced:
            continue
        found = evidence.seen(name)
        if FEWEST <= found.groups <= MOST or (found.groups > MOST and found.is_numeric):
            chosen.append(name)
        elif found.groups > MOST:
            skipped.append((name, found.groups))
    for name, words in cases.labels.items() if evidence.measure.word_rows else ():
        groups = len({label for labels in words for label in labels or ()})
        if FEWEST <= groups <= MOST:
            chosen.append(name)
        elif groups > MOST:
            skipped.append((name, groups))
    if "length" not in cases.features and len({len(text.split()) for text in cases.texts}) > 1:
        chosen.append("length")
    return chosen, skipped


def in_classes(evidence: Evidence, features: Sequence[str]) -> Evidence:
    """The evidence with those features of cases that are numbers with many values cut into classes in their order."""
    classes: dict[str, Named] = {}
    for feature in features:
        if feature in evidence.labels or feature in evidence.cases.labels:
            continue
        found = evidence.seen(feature)
        if found.is_numeric and found.values > MANY_NUMBERS:
            classes[feature] = evidence.axis(feature, most=8).named
    return replace(evidence, classes=classes)


def slices(evidence: Evidence, features: Sequence[str], skipped: list[tuple[str, int]]) -> Slices:
    """A table for each feature; a number with many values is cut into classes."""
    cut = in_classes(evidence, features)
    order = {feature: {name: i for i, name in enumerate(column.names)} for feature, column in cut.classes.items()}
    of_cases = [feature for feature in features if feature not in evidence.labels]
    no_words = [feature for feature in of_cases if feature not in evidence.cases.labels]
    fitting = [of_cases if measure.word_rows else no_words for measure in evidence.measures]
    books = [cut.book(i, features=fitting[i] if i else features) for i in range(len(evidence.measures))]
    of_rule = evidence.run, evidence.measures[0], evidence.reading
    whole = figure_of_rule(books[0].figure(), *of_rule)
    figures = {
        feature: {name: figure_of_rule(one, *of_rule, whole=False) for name, one in groups.items()}
        for feature, groups in books[0].figures().items()
    }
    others = [{**book.ledger.by, **(book.slices.ledger.by if book.slices else {})} for book in books[1:]]
    tables = [
        _table(evidence, feature, groups, order.get(feature), others, whole) for feature, groups in figures.items()
    ]
    return Slices(tables, whole, skipped, _worst(tables, whole))


def _worst(tables: Sequence[Slice], whole: Figure) -> tuple[str, str] | None:
    """The group of greatest π that is worse than the whole for sure, though many were looked at."""
    worse = [
        (table.feature, group)
        for table in tables
        for group in table.groups
        if not group.figure.flags and _is_above(group.figure, whole)
    ]
    feature, group = max(worse, key=lambda one: one[1].figure.value or 0.0, default=("", None))
    return None if group is None else (feature, group.name)


def _is_above(figure: Figure, whole: Figure) -> bool:
    """Whether what holds at once for all groups leaves out the whole's π, which is below it."""
    ends = figure.interval if figure.simultaneous_interval is None else figure.simultaneous_interval
    return whole.value is not None and ends is not None and ends[0] > whole.value


def _table(
    evidence: Evidence,
    feature: str,
    figures: dict[str, Figure],
    order: dict[str, int] | None,
    others: Sequence[Mapping[str, Mapping[str, Tally]]],
    whole: Figure,
) -> Slice:
    names = sorted(figures, key=group_order if order is None else order.__getitem__)
    if len(names) > LIMIT:
        heaviest = sorted(names, key=lambda name: -figures[name].importance)[:LIMIT]
        names = [name for name in names if name in set(heaviest)]
    of_words = feature in evidence.cases.labels
    overlapping = not of_words and _overlapping(evidence, feature)
    groups = [
        Group(
            name,
            figures[name].n,
            figures[name].importance / whole.importance if whole.importance else 0.0,
            figures[name],
            [_performance(tallies, feature, name) for tallies in others],
        )
        for name in names
    ]
    note = "an expression may belong to several groups" if overlapping else ""
    if of_words:
        note = "words of the references; an expression belongs to the group of each of its words"
    if feature == "length" and "length" not in evidence.cases.features:
        note = "words of the expression"
    return Slice(feature, groups, note, len(figures) - len(groups))


def _overlapping(evidence: Evidence, feature: str) -> bool:
    """Whether a case that has rows belongs to several groups."""
    if feature in evidence.labels or not evidence.seen(feature).has_lists:
        return False
    column = evidence.column(feature)
    for part in evidence.parts():
        judged = np.bincount(part.rows.case, minlength=len(part.cases)) > 0
        values = zip(column[part.start : part.stop], judged.tolist(), strict=True)
        if any(isinstance(value, list) and has_rows for value, has_rows in values):
            return True
    return False


def _performance(tallies: Mapping[str, Mapping[str, Tally]], feature: str, group: str) -> float | None:
    tally = tallies.get(feature, {}).get(group)
    return None if tally is None else tally.performance
