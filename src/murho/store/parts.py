"""Answers and judgements in parts, found by the places of their cases in the suite.

Parts mostly hold neighbours, in the order of the suite; so whoever goes through the suite reads each of them once, and
a few are held at a time. Any other order is right as well, and slower.

Places of cases in their suite, as a part of a run says which cases it is about: few runs of neighbours.

>>> written_places(np.array([0, 1, 2, 9, 4, 5])), read_places("0-2,9,4-5").tolist()
('0-2,9,4-5', [0, 1, 2, 9, 4, 5])
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Answers
from murho.core.judgement import Judgements, join_rows
from murho.formats.join import join_answers, take_answers

Places = NDArray[np.int64]


def written_places(places: Places) -> str:
    """The places, in their order, as text."""
    if not len(places):
        return ""
    cuts = np.flatnonzero(np.diff(places) != 1) + 1
    firsts, lasts = places[[0, *cuts]].tolist(), places[[*(cuts - 1), -1]].tolist()
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in zip(firsts, lasts, strict=True))


def read_places(text: str) -> Places:
    """The places that this text says.

    Raises:
        ValueError: it is no such text.
    """
    runs = [run.partition("-") for run in text.split(",")] if text else []
    pieces = [np.arange(int(first), int(last or first) + 1) for first, _, last in runs]
    return np.concatenate(pieces) if pieces else np.zeros(0, np.int64)


Held = TypeVar("Held")
_FEW = 4
"""Parts that are held at a time."""


class Part(NamedTuple, Generic[Held]):
    """Something about some cases, which is read when it is wanted."""

    places: str | Places
    """Of the cases, as `murho.store.parts` writes them, or as numbers."""
    read: Callable[[], Held]

    def numbers(self) -> Places:
        """The places as numbers."""
        return read_places(self.places) if isinstance(self.places, str) else self.places


class _Parts(Generic[Held]):
    """Parts, and what of them is in a stretch of the suite."""

    def __init__(self, parts: Iterable[Part[Held]]):
        self._parts = list(parts)
        numbers = map(Part.numbers, self._parts)  # of one part at a time: those of all are 8 bytes a case
        ends = [(some.min(), some.max()) if len(some) else (0, -1) for some in numbers]
        self._ends = np.array(ends, np.int64).reshape(-1, 2)
        self._held: OrderedDict[int, tuple[Places, Held]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._parts)

    def _within(self, start: int, stop: int) -> list[int]:
        """The numbers of the parts that may hold something about these places."""
        if not len(self._parts):
            return []
        return np.flatnonzero((self._ends[:, 0] < stop) & (self._ends[:, 1] >= start)).tolist()

    def _read(self, number: int) -> tuple[Places, Held]:
        if number not in self._held:
            part = self._parts[number]
            self._held[number] = part.numbers(), part.read()
            while len(self._held) > _FEW:
                self._held.popitem(last=False)
        self._held.move_to_end(number)
        return self._held[number]


class AnswerParts(_Parts[Answers]):
    """The answers of a run; of a case that was asked again the last one counts.

    Args:
        parts: with a place for each row, below 0 where it is no case of the suite.
        cases: how many cases the suite has.
    """

    def __init__(self, parts: Iterable[Part[Answers]], cases: int):
        super().__init__(parts)
        self.answered: NDArray[np.bool_] = np.zeros(cases, bool)
        """Which cases have an answer, (cases,)."""
        self._superseded: dict[int, NDArray[np.bool_]] = {}
        self.counts = [0] * len(self._parts)
        """The cases whose answer each part holds."""
        for number in reversed(range(len(self._parts))):
            numbers = self._parts[number].numbers()
            old = numbers < 0
            old[~old] = self.answered[numbers[~old]]
            # Of one that is twice in a part, which an old version wrote, the last counts there, too.
            first_from_behind = np.unique(numbers[::-1], return_index=True)[1]
            if len(first_from_behind) < len(numbers):
                twice = np.ones(len(numbers), bool)
                twice[len(numbers) - 1 - first_from_behind] = False
                old |= twice
            if old.any():
                self._superseded[number] = old
            self.answered[numbers[~old]] = True
            self.counts[number] = int(np.count_nonzero(~old))

    def between(self, start: int, stop: int) -> tuple[Places, Answers]:
        """The answers to the cases from one place up to another, in the order of the suite, and their places."""
        results: list[tuple[Places, Answers]] = []
        for number in self._within(start, stop):
            places, answers = self._read(number)
            held = (places >= start) & (places < stop)
            if number in self._superseded:
                held &= ~self._superseded[number]
            if held.all() and (np.diff(places) > 0).all():
                results.append((places, answers))
            elif held.any():
                rows = np.flatnonzero(held)
                rows = rows[np.argsort(places[rows], kind="stable")]
                results.append((places[rows], take_answers(answers, rows.tolist())))
        if not results:
            return np.zeros(0, np.int64), Answers([], [])
        if len(results) == 1:
            return results[0]
        places = np.concatenate([some for some, _ in results])
        answers = join_answers([some for _, some in results])
        order = np.argsort(places, kind="stable")
        if (np.diff(order) == 1).all():
            return places, answers
        return places[order], take_answers(answers, order.tolist())


class JudgedParts(_Parts[Judgements]):
    """The judgements of a measure; the `case` of their rows is the place in the suite, not falling within a part."""

    def between(self, start: int, stop: int) -> Judgements | None:
        """The rows of the cases from one place up to another, `case` counted from there; None if there is no part."""
        found: list[Judgements] = []
        empty: Judgements | None = None
        for number in self._within(start, stop):
            _, rows = self._read(number)
            part = rows.between(start, stop)
            empty = empty or part
            if len(part):
                found.append(part)
        if not found:
            return empty
        rows = join_rows(found, [0] * len(found)) if len(found) > 1 else found[0]
        if len(found) > 1 and (np.diff(rows.case) < 0).any():
            rows = rows.take(np.argsort(rows.case, kind="stable"))
        return moved(rows, -start)

    def all(self) -> Judgements | None:
        """All rows in the order of the suite, as in `between`; None where there is no part."""
        stop = int(self._ends[:, 1].max(initial=-1)) + 1
        return self.between(0, stop) if len(self._parts) else None


def moved(rows: Judgements, by: int) -> Judgements:
    """The rows, their cases counted from elsewhere."""
    return Judgements(rows.case + by, rows.loss, rows.units, rows.undefined, rows.counts, rows.labels, rows.word)
