"""The evidence of a page: one run under some measures and weightings, loaded once.

The first measure and the first weighting are the main ones: profile, slices, outcomes and worst items are about them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Answers, Cases
from murho.core.deferred import AT_ONCE
from murho.core.errors import UsageError
from murho.core.figure import Figure
from murho.core.judgement import Judgements
from murho.core.scale import Grades
from murho.formats.digest import files_of
from murho.measures import Measure, linearisation
from murho.measures import measure as measure_named
from murho.measures.unopened import recorded
from murho.pipeline.runs.rule_interval import figure_of_rule
from murho.pipeline.runs.show import each_judged, figures, judged, judged_by, open_under, passing_answers
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.judge import terms, weigh
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.score import Score
from murho.store import Run
from murho.store.parts import moved
from murho.weighting import Weighting, weighting
from murho.weighting.unopened import recorded as recorded_weighting

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Evidence:
    """What all parts of the page are drawn from."""

    run: Run
    record: dict[str, Any]
    cases: Cases
    """Those that the main measure judged."""
    answers: Answers
    """In the order of the cases, of the stage that the main measure is about."""
    measures: tuple[Measure, ...]
    weightings: tuple[Weighting, ...]
    judgements: tuple[Judgements, ...]
    """One for each measure; without counts where they are saved, from where books take them part by part."""
    weights: tuple[Floats, ...]
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

    @property
    def measure(self) -> Measure:
        """The main measure."""
        return self.measures[0]

    @property
    def rows(self) -> Judgements:
        """The judgements of the main measure."""
        return self.judgements[0]

    @property
    def rho(self) -> Floats:
        """ρ of each case under the main weighting; for reading only."""
        return self.weights[0]

    @property
    def loss(self) -> Floats:
        """Loss of each case: the sum over its rows."""
        return self.losses[0]

    @cached_property
    def losses(self) -> tuple[Floats, ...]:
        """Loss of each case under each measure; 0 where it did not judge it."""
        columns = []
        for cases, rows in zip(self.judged, self.judgements, strict=True):
            column = _by_case(rows, rows.loss, len(cases))
            if not _are_the_same(cases, self.cases):
                known = dict(zip(cases.ids, column.tolist(), strict=True))
                column = np.array([known.get(name, 0.0) for name in self.cases.ids], np.float64)
            columns.append(column)
        return tuple(columns)

    @cached_property
    def units(self) -> Floats:
        """Units of each case: the sum over its rows; for reading only."""
        return _once(_by_case(self.rows, self.rows.units, len(self.cases)))

    @cached_property
    def total_loss(self) -> float:
        """Σ ρ·loss."""
        return float((self.rho * self.loss).sum())

    def book(self, which_measure: int, which_weighting: int = 0, features: Sequence[str] = ()) -> Book:
        """The whole and its slices under one measure and one weighting."""
        cases = self.judged[which_measure]
        book = Book(self.measures[which_measure], replace(self.reading, by=features, criteria=False).over(cases))
        if _are_the_same(cases, self.cases):
            cases, weights = self.cases, self.weights[which_weighting]
        else:
            cases, weights = _grouped_as(self.cases, cases), weigh(self.weightings[which_weighting], cases)
        start = 0
        for count, rows in self._in_parts(which_measure, book.measures):
            stop = start + count
            book.add(cases.take(np.arange(start, stop)), *rows, weights=weights[start:stop])
            start = stop
        return book

    def _in_parts(self, which_measure: int, measures: Sequence[Measure]) -> Iterator[tuple[int, list[Judgements]]]:
        """How many cases follow, and their rows by a measure and by finer ones that go with it, with all columns."""
        if _is_saved(self.run, self.measures[which_measure]):
            yield from ((len(cases), rows) for cases, rows in each_judged(self.run, measures, self.missing))
            return
        every = [self.judgements[which_measure], *(judged(self.run, one, self.missing)[1] for one in measures[1:])]
        count = len(self.judged[which_measure])
        for start in range(0, count, AT_ONCE):
            stop = min(start + AT_ONCE, count)
            yield stop - start, [moved(rows.between(start, stop), -start) for rows in every]

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
    pairs = [_all_judged(run, measure, missing) for measure in chosen]
    cases = pairs[0][0]
    weights_of = tuple(_once(weigh(rho, cases)) for rho in rhos)
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
        tuple(terms(measure, rows, weigh(rhos[0], some)) for measure, (some, rows) in zip(chosen, pairs, strict=True)),
        weights_of,
        tuple(some for some, _ in pairs),
        is_open,
        missing,
        len(run.suite()) - is_open[0] - len(cases) if missing == "skip" else 0,
        Reading.recorded(settings, weight=rhos[0], scale=scale),
        bound,
        None if users is None else tuple(users),
    )


def _is_saved(run: Run, measure: Measure) -> bool:
    """Whether the rows of a measure are in the run just as they are counted."""
    return linearisation(measure) is None and run.judged(repr(measure), files_of(measure)) is not None


def _all_judged(run: Run, measure: Measure, missing: str) -> tuple[Cases, Judgements]:
    cases, (rows,) = judged_by(run, [measure], missing, counts=not _is_saved(run, measure))
    return cases, replace(rows, units=_once(rows.units))


def _are_the_same(cases: Cases, others: Cases) -> bool:
    """Whether these are the same cases of one suite, in the same order."""
    if cases.places is None or others.places is None:
        return list(cases.ids) == list(others.ids)
    return np.array_equal(cases.places, others.places)


def _grouped_as(cases: Cases, others: Cases) -> Cases:
    """Other cases with the features of those that are among the first, which may be cut into classes."""
    row = {name: i for i, name in enumerate(cases.ids)}
    features = {
        feature: [column[row[name]] if name in row else None for name in others.ids]
        for feature, column in cases.features.items()
    }
    return replace(others, features={**others.features, **features})


def _by_case(rows: Judgements, column: NDArray[Any], cases: int) -> Floats:
    return np.bincount(rows.case, column, cases).astype(np.float64, copy=False)


def _once(column: NDArray[Any]) -> NDArray[Any]:
    """A column as it is; one of a single value holds it once."""
    if len(column) and (column == column[0]).all():
        return np.broadcast_to(column[0], column.shape)
    return column
