"""The Book: all that is counted while judgements pass by, and the one way from them to figures.

Files, columns, saved runs, trees of whole files, the progress of a live run and partitions on other machines fill
books; books of different cases add up with `+` in any order, to the same digits, because every sum in them is exact.
A `Reading` says how the figures are read.

>>> from murho.core.case import Answers
>>> from murho.measures import measure
>>> suite = Cases(["a", "b", "c"], ["", "", ""], [("x",), ("x",), ("y",)], features={"day": ["mo", "mo", "tu"]})
>>> answers = Answers(suite.ids, [("x",), ("y",), ("y",)])
>>> def book(*places):
...     cases = suite.take(places)
...     new = Book(measure("labels"), Reading(by=["day"], per_case=True))
...     _ = new.judge(cases, answers.for_cases(cases.ids))
...     return new
>>> (book(2) + book(0, 1)).score().as_json() == book(0, 1, 2).score().as_json()
True
>>> score = book(0, 1, 2).score()
>>> score.value, {day: figure.value for day, figure in score.by["day"].items()}
(0.3333333333333333, {'mo': 0.5, 'tu': 0.0})

What depends on all cases at once, a relative frequency or a value that is no ratio of sums, is worked out when the book
is read; until then the book holds the cases and their judgements.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from murho.core.case import Answers, Cases, join
from murho.core.errors import InputError, UsageError
from murho.core.figure import Figure, figure
from murho.core.importance import checked
from murho.core.judgement import Judgements, join_rows
from murho.core.ledger import Ledger, group_order
from murho.core.signature import signature
from murho.core.tally import Tally
from murho.formats.digest import files_of
from murho.measures import Measure, fine_enough, linearisation
from murho.pipeline.scoring.classes import Classes
from murho.pipeline.scoring.criteria import Criteria
from murho.pipeline.scoring.judge import judge, per_case_rows
from murho.pipeline.scoring.reading import Reading, check_divisor, check_rows
from murho.pipeline.scoring.score import Score
from murho.sampling.estimating import Units, expansion
from murho.version import __version__

if TYPE_CHECKING:
    from murho.pipeline.scoring.alignment import Alignment, Counted

Floats = np.ndarray[Any, np.dtype[np.float64]]


class Held(NamedTuple):
    """A judged batch that is counted when all others are there."""

    cases: Cases
    rows: Judgements
    weights: Floats | None
    """ρ (cases,) where it was given; None where the reading's weighting tells it once all cases are known."""


class Clusters(NamedTuple):
    """The names of the clusters of a book."""

    closed: list[str]
    open: list[str]


class Book:
    """Judged cases, counted as a reading asks.

    Args:
        measure: what judges; where slices or classes need rows finer than a case, `measures` has the finer one.
        reading: what is counted, and how it is read.

    Raises:
        UsageError: the measure cannot be divided as the reading asks.
    """

    def __init__(self, measure: Measure, reading: Reading | None = None):
        self.reading = reading = reading or Reading()
        labels = [name for name in reading.labels if name in reading.by]
        finer = fine_enough(measure, [*reading.by, "gold"] if reading.classes else reading.by, labels)
        self.slices: Book | None = None
        """The book of the slices, where the whole is counted by cases and they by finer rows."""
        if finer != measure and measure.whole_by_cases:
            fine = labels or reading.by  # what slices whole cases stays with them, as it does without labels of words
            self.slices = Book(finer, replace(reading, by=fine, classes=reading.classes and not labels, per_case=False))
            coarse = tuple(name for name in reading.by if name not in fine)
            self.reading = reading = replace(reading, by=coarse, classes=reading.classes and bool(labels))
            finer = measure
        self.measure = finer  # without a book of slices everything, the whole too, is counted by the finer rows
        check_divisor(reading.divide_by, finer)
        self.clear()

    def clear(self) -> None:
        """Forget all that was added."""
        reading, linearise = self.reading, linearisation(self.measure)
        self.added = 0
        """Cases that were added here, by which a batch is placed that does not say where it stands."""
        self.ledger = Ledger(reading.by, reading.divide_by, keep_open=reading.needs_clusters, linearise=linearise)
        self.criteria = Criteria(self.measure, reading.by, keep_open=reading.needs_clusters)
        self.classes = Classes()
        self.counted = _counted(reading)
        """What is taken for what, keywords, words by frequency, of the alignments that passed `watch`."""
        self.rows: list[tuple[int, dict[str, Any]]] = []
        """What `per_case` prints, with the place of the case."""
        self.held: list[Held] = []
        self.units = Units()
        """Of a sample what was drawn as one, and with what probability."""

    @property
    def measures(self) -> tuple[Measure, ...]:
        """What `add` wants judgements of: one measure, or a second one for the slices."""
        return (self.measure,) if self.slices is None else (self.measure, self.slices.measure)

    def judge(self, cases: Cases, answers: Answers) -> Judgements:
        """Judge a batch of cases by their answers and add it; returns the judgements by `measures[0]`.

        Raises:
            InputError: a case is open, or a meaning cannot be judged; see `murho.pipeline.scoring.judge.judge`.
        """
        judged = [judge(measure, cases, answers) for measure in self.measures]
        self.add(cases, *judged)
        return judged[0]

    def add(
        self, cases: Cases, rows: Judgements, finer: Judgements | None = None, *, weights: Floats | None = None
    ) -> None:
        """Take in a judged batch.

        Args:
            cases: with `places` where it is a part of a suite that is added in another order.
            rows: its judgements by `measures[0]`.
            finer: those by `measures[1]`, if there is one.
            weights: ρ (cases,) where it is known already; else the reading's weighting tells.

        Raises:
            UsageError: the slices need finer rows and got none, or the rows cannot be divided as the reading asks.
        """
        if not len(cases):
            return
        if cases.places is None:
            cases = replace(cases, places=range(self.added, self.added + len(cases)))
        self.added += len(cases)
        if self.slices is not None:
            if finer is None:
                raise UsageError(f"slices are counted by {self.slices.measure!r}; judge by it, too")
            self.slices.add(_labelled(cases, self.slices.reading.labels), finer, weights=weights)
        check_rows(self.reading.divide_by, self.measure, rows)
        if linearisation(self.measure) or (self.reading.weight.whole_suite and weights is None):
            self.held.append(Held(cases, rows, weights))  # neither terms nor ρ are known before the last case
        else:
            self._count(cases, rows, self.reading.weight.weigh(cases) if weights is None else weights)

    def watch(self, alignments: "Iterable[Alignment]") -> "Iterator[Alignment]":
        """Hand on alignments one by one, and count each as it passes where the reading asks for that."""
        for alignment in alignments:
            if self.counted is not None:
                self.counted.add(alignment)
            yield alignment

    def __iadd__(self, other: "Book") -> "Book":
        if (repr(other.measure), other.reading) != (repr(self.measure), self.reading):
            raise UsageError(f"a book of {other.measure!r} read so does not go with one of {self.measure!r} read so")
        self._take_counts(other)
        self.held += other.held
        if self.slices is not None and other.slices is not None:
            self.slices += other.slices
        return self

    def __add__(self, other: "Book") -> "Book":
        both = self.empty()
        both += self
        both += other
        return both

    def close_inner(self, but: Iterable[str] = ()) -> "Clusters | None":
        """Count the clusters as whole, but for the first, the last, and these; None where they are needed one by one.

        What comes then is of no cluster that was closed: who adds books sees to that by the names.
        """
        if self.held or self.reading.needs_clusters:
            return None
        names = self.ledger.clusters
        closed = dict.fromkeys(names if self.slices is None else [*names, *self.slices.ledger.clusters])
        opened = dict.fromkeys([*names[:1], *names[-1:], *but])
        for book in (self, self.slices):
            if book is not None:
                book.ledger.close(opened)
                book.criteria.close(opened)
        return Clusters([name for name in closed if name not in opened], list(opened))

    def _take_counts(self, other: "Book") -> None:
        self.added += other.added
        self.ledger += other.ledger
        self.criteria += other.criteria
        self.classes += other.classes
        if self.counted is not None and other.counted is not None:
            self.counted += other.counted
        self.rows += other.rows
        self.units |= other.units

    def empty(self) -> "Book":
        """The zero of `+`: a book of the same kind in which nothing stands."""
        new: Book = object.__new__(Book)  # __init__ would split off slices once more, from what is left of the reading
        new.measure, new.reading = self.measure, self.reading
        new.slices = None if self.slices is None else self.slices.empty()
        new.clear()
        return new

    def _count(self, cases: Cases, rows: Judgements, rho: Floats) -> None:
        if self.reading.per_case:
            places = cases.places or range(len(cases))
            shown = per_case_rows(cases, rows, rho)
            self.rows += [(int(places[case]), row) for case, row in zip(rows.case.tolist(), shown, strict=True)]
        if self.reading.sampled is not None:
            rho = rho * expansion(cases)
            cases = self.units.add(cases, self.reading.sampled) if self.reading.by_design else cases
        self.ledger.add(cases, rows, rho)
        if self.reading.criteria:
            self.criteria.add(cases, rows, rho)
        if self.reading.classes:
            self.classes.add(self.measure, rows, rho, cases.places, cases.clusters)

    def _settled(self) -> "Book":
        """This book with nothing held any more: what waited is weighed and counted."""
        if not self.held:
            return self
        cases, rows, weights = self.gathered()
        counted = self.empty()  # and not this one, which may still grow and then needs all that is held
        counted._take_counts(self)
        counted._count(cases, rows, self._weighed(cases) if weights is None else weights)
        return counted

    def _weighed(self, cases: Cases) -> Floats:
        try:
            return checked(self.reading.weight.weigh(cases))
        except InputError as error:
            raise error if error.path else error.at(cases.path, error.line) from None

    def gathered(self) -> Held:
        """All that is held as one batch, in the order of the suite."""
        parts = [held for held in self.held if len(held.cases)] or self.held[:1]
        offsets = np.cumsum([0, *(len(held.cases) for held in parts)])[:-1].tolist()
        cases, rows = join([held.cases for held in parts]), join_rows([held.rows for held in parts], offsets)
        known = [held.weights for held in parts if held.weights is not None]
        weights = np.concatenate(known) if len(known) == len(parts) else None
        places = np.asarray(cases.places, np.int64)
        # Books that were filled apart may count places alike: then ids decide, so that any order of adding gives one.
        order = np.lexsort((np.asarray(cases.ids, dtype=str), places))
        if (np.diff(order) == 1).all():  # as it mostly is: in order already, and nothing has to be copied
            return Held(cases, rows, weights)
        return Held(cases.take(order), rows.of_cases(order), None if weights is None else weights[order])

    def score(self, settings: Mapping[str, Any] | None = None, *, empty: bool = False) -> Score:
        """Read the book: the figure of the whole, of its slices, criteria, classes, and a signature.

        Args:
            settings: what else made the figure, for the signature: where the data came from, what became of missing
                answers.
            empty: it may be that there is nothing in it: π is then None.

        Raises:
            InputError: there is nothing in it, or nothing that matters.
        """
        books, groups = self._counted_together()
        total = books[0].ledger.total
        if not total.cases and not empty:
            raise InputError("no case to score", "give at least one case")
        if total.cases and not total.importance:
            raise InputError("every importance is 0", "at least one case must matter: π divides by their sum")
        whole = books[0]._all(settings, groups)
        if not books[1:]:
            return whole
        finer = books[1]._all(settings, groups)
        also, also_by = {**finer.also, **whole.also}, {**whole.also_by, **finer.also_by}
        return replace(whole, by={**whole.by, **finer.by}, also=also, also_by=also_by)

    def figure(self) -> Figure:
        """The figure of all cases, without slices and criteria."""
        return self._read(self._settled().ledger.total)

    def figures(self) -> dict[str, dict[str, Figure]]:
        """The figure of each group of each feature, in the order that a reader expects."""
        books, groups = self._counted_together()
        return {name: figures for book in books for name, figures in book._figures(groups).items()}

    def _counted_together(self) -> "tuple[list[Book], int]":
        """This book and that of the slices, settled, and how many groups they have, which are looked at together."""
        books = [book._settled() for book in (self, self.slices) if book is not None]
        return books, sum(len(groups) for book in books for groups in book.ledger.by.values())

    def _figures(self, family: int) -> dict[str, dict[str, Figure]]:
        return {
            feature: {group: self._read(groups[group], family) for group in sorted(groups, key=group_order)}
            for feature, groups in self.ledger.by.items()
        }

    def clusters(self) -> tuple[Floats, Floats, Floats]:
        """Σ ρ·loss, Σ ρ·units and Σ ρ²·units of each cluster (clusters,), where the reading keeps them."""
        return self._settled().ledger.total.open_columns()

    @property
    def performance(self) -> float | None:
        """π so far, without an interval; None where there is nothing to divide by, or where it needs all cases."""
        return None if self.held else self.ledger.total.performance

    def _all(self, settings: Mapping[str, Any] | None, family: int) -> Score:
        """The score of a book that is settled, one of `family` groups that are looked at together."""
        reading = self.reading
        also = {**self.criteria.read(**self._ends), **(self.classes.as_json(reading.level) if reading.classes else {})}
        rows = [row for _, row in sorted(self.rows, key=lambda placed: (placed[0], placed[1]["id"]))]
        return Score(
            repr(self.measure),
            self.figure(),
            self._figures(family),
            self._signature(settings or {}),
            notes=(*self.measure.notes, *([] if reading.sampled is None else [reading.sampled.note])),
            per_case=rows if reading.per_case else None,
            also=also,
            also_by=self.criteria.read_slices(**self._ends),
            divided_by=reading.divide_by,
            scale=reading.scale,
            known_as=self.measure.known_as if reading.divide_by == "importance" else None,
            countables=self.measure.countables,
            sampled=reading.sampled,
        )

    def _read(self, tally: Tally, family: int = 1) -> Figure:
        # Other losses than those of ⊥ can be told only where the units stay, and where the value is their ratio.
        replaceable = self.measure.bounded and self.measure.fixed_units and linearisation(self.measure) is None
        ends = {"bounded": self.measure.bounded, "family": family, **self._ends}
        return figure(tally, replaceable=replaceable, **ends)

    @property
    def _ends(self) -> dict[str, Any]:
        """How intervals are read: as the reading says, and of a sample by its design."""
        sampled = self.reading.sampled
        if sampled is None or not sampled.finite:
            return self.reading.ends
        plan = sampled.plan
        return {**self.reading.ends, "by_design": lambda tally: self.units.by_design(tally, plan)}

    def _signature(self, settings: Mapping[str, Any]) -> str:
        reading = self.reading
        files = ",".join(files_of(self.measure, reading.weight).values()) or None
        divided = reading.divide_by if reading.divide_by != "importance" else None
        made = {
            "measure": self.measure,
            "files": files,
            "weight": reading.weight,
            "divided_by": divided,
            **_drawn(reading),
            **settings,
        }
        return signature({**made, "level": reading.level, "method": reading.method}, __version__)


def _labelled(cases: Cases, names: Iterable[str]) -> Cases:
    """The cases with labels of these names; in a batch in which no word has one they are None."""
    lacking = {name: [None] * len(cases) for name in names if name not in cases.labels}
    return replace(cases, labels={**cases.labels, **lacking}) if lacking else cases


def _drawn(reading: Reading) -> dict[str, Any]:
    """What the signature says of a sample."""
    if reading.sampled is None:
        return {}
    return {"design": reading.sampled.design, "of": reading.sampled.size, "population": reading.sampled.population}


def _counted(reading: Reading) -> "Counted | None":
    if reading.watch is None:
        return None
    # Most readings watch nothing, and what is not asked for is not imported.
    from murho.pipeline.scoring.alignment import Counted

    return Counted(reading.watch, reading.by, level=reading.level)


def score_pairs(
    measure: Measure,
    pairs: Iterable[tuple[Cases, Answers]],
    reading: Reading | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Score:
    """Judge matched batches as they come and read the figures; one batch is held at a time where that is enough.

    Which features of the reading are labels of words is taken from the first batch.

    Raises:
        InputError: there is no case, none of importance, or one that cannot be judged.
        UsageError: the measure cannot be divided or sliced as the reading asks.
    """
    book: Book | None = None
    for cases, answers in pairs:
        book = book or Book(measure, (reading or Reading()).over(cases))
        book.judge(cases, answers)
    return (book or Book(measure, reading)).score(settings)
