"""The evidence of a page: one run under some measures and weightings, loaded once.

The first measure and the first weighting are the main ones: profile, slices, outcomes and worst items are about them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.case import IN_TEXTS, Answers, Cases
from murho.core.columns import AT_ONCE, Passing
from murho.core.compact import Compact, Named
from murho.core.errors import UsageError
from murho.core.exact import total
from murho.core.figure import Figure
from murho.core.importance import all_zero
from murho.core.judgement import Judgements
from murho.core.moments import Number
from murho.core.profile import encode
from murho.core.scale import Grades
from murho.formats.digest import files_of
from murho.measures import Measure, linearisation
from murho.measures import measure as measure_named
from murho.measures.unopened import recorded
from murho.pipeline.runs.recorded import figure_of_rule
from murho.pipeline.runs.show import each_judged, figures, judged, judged_cases, open_under, passing_answers
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.judge import terms, weigh, weigh_part
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.score import Score
from murho.store import Run
from murho.store.parts import moved
from murho.views.bins import Axis, Seen, of_seen, pieces_of, seen
from murho.weighting import Weighting, weighting
from murho.weighting.naming import recorded as recorded_weighting

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Part:
    """Some cases that follow each other, and how the answers to them were judged."""

    start: int
    """The place of the first among all cases of the evidence."""
    cases: Cases
    rows: Judgements
    """By the main measure; `case` is counted from the first of these cases."""
    rho: Floats
    """ρ of each case under the main weighting."""

    @property
    def stop(self) -> int:
        """The place behind the last."""
        return self.start + len(self.cases)

    def by_case(self, column: NDArray[Any]) -> Floats:
        """What the rows of each case add up to."""
        return _by_case(self.rows, column, len(self.cases))


@dataclass(frozen=True)
class Evidence:
    """What all parts of the page are drawn from.

    Nothing of it grows with the run but some bytes for each case: columns of the suite and of the answers go by when
    they are looked at, judgements part by part, and numbers of every case are held compactly. Where some cases are left
    out (`missing="skip"`, open ones) and where judgements were not saved, places or rows of all are held besides.
    """

    run: Run
    record: dict[str, Any]
    cases: Cases
    """Those that the main measure judged."""
    answers: Answers
    """In the order of the cases, of the stage that the main measure is about."""
    measures: tuple[Measure, ...]
    weightings: tuple[Weighting, ...]
    judgements: tuple[Judgements | None, ...]
    """One for each measure; None where they are saved, and read part by part."""
    weights: tuple[Compact, ...]
    """ρ of each case, one column for each weighting."""
    judged: tuple[Cases, ...]
    """The cases that each measure judged: those of one stage may be open under another."""
    open: tuple[int, ...]
    """How many cases each measure could not judge because nobody has said what they mean."""
    missing: str
    """What becomes of cases without an answer: `undefined` or `skip`."""
    skipped: int
    """Cases left out for want of an answer."""
    reading: Reading
    """Level, method and seed of all figures."""
    bound: float = 0.0
    """λ: what is of more importance is to be understood."""
    users: tuple[str, ...] | None = None
    """Expressions collected from users."""
    by: tuple[str, ...] | None = None
    """Features that somebody wants to see slices by."""
    classes: Mapping[str, Named] = field(default_factory=dict)
    """Features of cases that are cut into classes, which stand in their place."""
    _seen: dict[str, Seen] = field(default_factory=dict, repr=False, compare=False)

    @property
    def measure(self) -> Measure:
        """The main measure."""
        return self.measures[0]

    @property
    def rho(self) -> Compact:
        """ρ of each case under the main weighting."""
        return self.weights[0]

    def parts(self) -> Iterator[Part]:
        """All cases with their judgements by the main measure and their ρ, some thousand at a time."""
        start = 0
        for cases, (rows,) in self._in_parts(0, [self.measure]):
            yield Part(start, cases, rows, self.rho.between(start, start + len(cases)))
            start += len(cases)

    @cached_property
    def labels(self) -> frozenset[str]:
        """The names of the labels that rows of the main measure have."""
        return frozenset(next((part.rows.labels.keys() for part in self.parts()), ()))

    @cached_property
    def _sums(self) -> "_Sums":
        sums = _Sums(Compact(), Compact(), Compact())
        for part in self.parts():
            sums.loss.add(part.by_case(part.rows.loss))
            sums.units.add(part.by_case(part.rows.units))
            sums.undefined.add(part.by_case(part.rows.undefined))
        return sums

    @cached_property
    def has_finer_rows(self) -> bool:
        """Whether the main measure has other than one row for each case."""
        return any(len(part.rows) != len(part.cases) for part in self.parts())

    @cached_property
    def kinds(self) -> Named:
        """The outcome of each case: a relation of the sets where the measure knows it, else right, partly or wrong."""
        codes, number_of = Compact(), dict[str, int]()
        for part in self.parts():
            relations = part.rows.labels.get("relation")
            if relations is None or len(relations) != len(part.cases):
                return Named(self._plain_kinds(), ("right", "partly", "wrong", "undefined"))
            of_part, names = encode(relations)
            codes.add(np.array([number_of.setdefault(name, len(number_of)) for name in names], np.int64)[of_part])
        return Named(codes, tuple(number_of))

    def _plain_kinds(self) -> Compact:
        """The numbers of the outcomes that any measure has."""
        codes = Compact()
        for start, loss in self.loss.pieces():
            stop = start + len(loss)
            plain = np.where(loss == 0, 0, np.where(loss < self.units.between(start, stop), 1, 2))
            codes.add(np.where(self.undefined.between(start, stop) > 0, 3, plain))
        return codes

    @property
    def loss(self) -> Compact:
        """Loss of each case: the sum over its rows."""
        return self._sums.loss

    @property
    def units(self) -> Compact:
        """Units of each case: the sum over its rows."""
        return self._sums.units

    @property
    def undefined(self) -> Compact:
        """How many rows of each case are undefined."""
        return self._sums.undefined

    @cached_property
    def cost(self) -> Compact:
        """ρ·loss of each case."""
        return product(self.rho, self.loss)

    @cached_property
    def total_loss(self) -> float:
        """Σ ρ·loss."""
        return float(total_of(self.cost))

    @cached_property
    def costs(self) -> tuple[Compact, ...]:
        """ρ·loss of each case under each measure; 0 where it did not judge it."""
        return (self.cost, *(product(self.rho, self._loss_under(i)) for i in range(1, len(self.measures))))

    def _loss_under(self, which: int) -> Compact:
        """Loss of each case under a further measure."""
        found = Compact()
        for cases, (rows,) in self._in_parts(which, [self.measures[which]]):
            found.add(_by_case(rows, rows.loss, len(cases)))
        if _are_the_same(self.judged[which], self.cases):
            return found
        known, lost = np.asarray(self.cases.places, np.int64), np.zeros(len(self.cases))
        rows_of, there = _rows_at(known, np.asarray(self.judged[which].places, np.int64))
        lost[rows_of[there]] = found.at(np.flatnonzero(there))
        return Compact.of(lost)

    def column(self, feature: str) -> Sequence[Any]:
        """A feature of the cases; what is found in their texts is found when it is looked at."""
        if feature in self.cases.features or feature not in IN_TEXTS:
            return self.cases.feature(feature)
        return Passing(lambda rows: self.cases.take(rows).feature(feature), len(self.cases))

    def seen(self, feature: str) -> Seen:
        """What is in a feature of the cases, for which each case is looked at once."""
        if feature not in self._seen:
            self._seen[feature] = seen(pieces_of(self.column(feature)))
        return self._seen[feature]

    def axis(self, feature: str, most: int = 12) -> Axis:
        """The classes of a feature of the cases."""
        found = self.seen(feature)
        if found.codes is None and found.numbers is None:  # which nobody slices by unasked
            found = seen(pieces_of(self.column(feature)), None)
        return of_seen(found, feature, most)

    def book(self, which_measure: int, which_weighting: int = 0, features: Sequence[str] = ()) -> Book:
        """The whole and its slices under one measure and one weighting."""
        every = self.judged[which_measure]
        book = Book(self.measures[which_measure], replace(self.reading, by=features, criteria=False).over(every))
        same = _are_the_same(every, self.cases)
        rho = self.weights[which_weighting] if same else _weighed(self.weightings[which_weighting], every)
        start = 0
        for cases, rows in self._in_parts(which_measure, book.measures):
            stop = start + len(cases)
            cut = {
                name: column.between(start, stop) if same else self._at_their_places(column, cases)
                for name, column in self.classes.items()
            }
            known = replace(cases, features={**cases.features, **cut})
            book.add(known, *rows, weights=rho.between(start, stop))
            start = stop
        return book

    def _at_their_places(self, column: Named, cases: Cases) -> list[str | None]:
        """The class of cases of which some may not be among those of the evidence."""
        rows, there = _rows_at(np.asarray(self.cases.places, np.int64), np.asarray(cases.places, np.int64))
        return [column[row] if known else None for row, known in zip(rows.tolist(), there.tolist(), strict=True)]

    def _in_parts(self, which: int, measures: Sequence[Measure]) -> Iterator[tuple[Cases, list[Judgements]]]:
        """Cases that follow, and their rows by a measure and by finer ones that go with it, with all columns."""
        held = self.judgements[which]
        if held is None:
            yield from each_judged(self.run, measures, self.missing)
            return
        every = [held, *(judged(self.run, one, self.missing)[1] for one in measures[1:])]
        cases = self.judged[which]
        for start in range(0, len(cases), AT_ONCE):
            stop = min(start + AT_ONCE, len(cases))
            some = [moved(rows.between(start, stop), -start) for rows in every]
            yield cases.take(np.arange(start, stop)), some

    def figure_under(self, which_measure: int, which_weighting: int) -> Figure:
        """The figure of the whole under one measure and one weighting."""
        figure = self.book(which_measure, which_weighting).figure()
        reading = replace(self.reading, weight=self.weightings[which_weighting])
        return figure_of_rule(figure, self.run, self.measures[which_measure], reading)

    def score(self, measure: Measure) -> Score:
        """The score of the whole under a measure and the main weighting, with its signature."""
        return figures(self.run, measure, self.reading, missing=self.missing)


def gather(
    run: Run,
    measures: Sequence[Measure | str] | None,
    weights: Sequence[Weighting | str] | None,
    *,
    bound: float = 0.0,
    users: Sequence[str] | None = None,
    scale: Grades | None = None,
    by: Sequence[str] | None = None,
) -> Evidence:
    """Load a run; measures and weightings are those it was run with, unless some are given.

    Raises UsageError where there is no measure to judge by.
    """
    record = run.record
    settings = record.get("settings", {})
    chosen = tuple(measure_named(measure) if isinstance(measure, str) else measure for measure in measures or ())
    if not chosen:
        recorded_names = settings.get("measures") or run.measures()
        chosen = tuple(recorded(measure, record.get("measure_facts")) for measure in recorded_names)
    if not chosen:
        raise UsageError(f"{run.path}: no measure has judged this run; name one")
    rhos = tuple(weighting(rho) if isinstance(rho, str) else rho for rho in weights or ())
    rhos = rhos or (recorded_weighting(settings.get("weight", "given")),)
    missing = settings.get("missing", "undefined")
    pairs = [_judged(run, measure, missing, rhos[0]) for measure in chosen]
    cases = pairs[0][0]
    weights_of = tuple(_weighed(rho, cases) for rho in rhos)
    is_open = tuple(open_under(run, measure) for measure in chosen)
    return Evidence(
        run,
        record,
        cases,
        passing_answers(run, cases)
        if chosen[0].stage is None
        else run.answers().at_stage(chosen[0].stage).for_cases(cases.ids),
        chosen,
        rhos,
        tuple(rows for _, rows in pairs),
        weights_of,
        tuple(some for some, _ in pairs),
        is_open,
        missing,
        len(run.suite()) - is_open[0] - len(cases) if missing == "skip" else 0,
        Reading.recorded(settings, weight=rhos[0], scale=scale),
        bound,
        None if users is None else tuple(users),
        None if by is None else tuple(by),
    )


class _Sums(NamedTuple):
    """What the rows of each case add up to."""

    loss: Compact
    units: Compact
    undefined: Compact


def total_of(column: Compact) -> Number:
    """The exact sum of a column."""
    return sum((total(piece) for _, piece in column.pieces()), 0)


def product(left: Compact, right: Compact) -> Compact:
    """The products of two columns of the same cases."""
    found = Compact()
    for start, piece in left.pieces():
        found.add(piece * right.between(start, start + len(piece)))
    return found


def _judged(run: Run, measure: Measure, missing: str, weight: Weighting) -> tuple[Cases, Judgements | None]:
    """The cases that a measure judged, and its rows where they are not saved just as they are counted."""
    if linearisation(measure) is None and run.judged(repr(measure), files_of(measure)) is not None:
        return judged_cases(run, measure, missing), None
    cases, rows = judged(run, measure, missing)
    return cases, terms(measure, rows, weigh(weight, cases))


def _weighed(weight: Weighting, cases: Cases) -> Compact:
    """ρ of each case of a whole suite.

    Raises:
        InputError: an importance is not a number in [0, 1], or all are 0; the file is named.
    """
    if weight.whole_suite:
        return Compact.of(weigh(weight, cases))
    found = Compact()
    for start in range(0, len(cases), AT_ONCE):
        found.add(weigh_part(weight, cases.take(np.arange(start, min(start + AT_ONCE, len(cases))))))
    if len(found) and found.extremes == (0, 0):
        raise all_zero().at(cases.path, None)
    return found


def _are_the_same(cases: Cases, others: Cases) -> bool:
    """Whether these are the same cases of one suite, in the same order."""
    if cases is others or (isinstance(cases.places, range) and cases.places == others.places):
        return True
    if cases.places is None or others.places is None:
        return list(cases.ids) == list(others.ids)
    return np.array_equal(cases.places, others.places)


def _rows_at(places: NDArray[np.int64], wanted: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """In which row of rising places wanted ones stand, and whether they are there at all."""
    rows = np.minimum(np.searchsorted(places, wanted), max(0, len(places) - 1))
    return rows, places[rows] == wanted if len(places) else np.zeros(len(wanted), bool)


def _by_case(rows: Judgements, column: NDArray[Any], cases: int) -> Floats:
    return np.bincount(rows.case, column, cases).astype(np.float64, copy=False)
