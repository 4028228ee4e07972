"""Classes for the axes of a profile: few enough to read, in an order that makes sense.

An axis is a column of class numbers and the names they stand for. μ has its own classes: the relations of sets where
the measure knows them, else values of the loss, the finer ones binned; ⊥ is always apart. ρ and features with few
values keep them; many numbers are binned by quantiles, many names are cut to the most frequent.

>>> axis = of_values([3, 1, 2, 1], "count")
>>> axis.codes.tolist(), axis.names
([2, 0, 1, 0], ('1', '2', '3'))
>>> of_values(list(range(100)), "count", most=4).names
('0–24', '25–49', '50–74', '75–99')
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.columns import AT_ONCE
from murho.core.compact import Compact, Named, ranked
from murho.core.judgement import Judgements
from murho.core.ledger import NO_VALUE, group_name, group_order
from murho.core.profile import encode
from murho.core.shifting import RELATIONS
from murho.sheets import legible
from murho.views.names import RELATIONS as SAID

OTHERS = "(others)"
_MANY = 1 << 16
"""Different numbers of a feature that are told apart by their texts; one of more is a scale."""

Pieces = Callable[[], Iterable[Sequence[Any]]]
"""A column some thousand values at a time, each time it is asked for."""


@dataclass(frozen=True, eq=False)
class Axis:
    """A column of classes."""

    name: str
    codes: Compact
    """The class of each case, 0..len(names)-1."""
    names: tuple[str, ...]

    @property
    def named(self) -> Named:
        """The name of each class."""
        return Named(self.codes, self.names)


@dataclass(frozen=True, eq=False)
class Seen:
    """What is in a column, found by going through it once.

    >>> found = seen(pieces_of([2, None, [2, 1]]))
    >>> found.texts, found.codes.tolist(), found.groups, found.has_lists
    (('2', '(none)', '2, 1'), [0, 1, 2], 3, True)
    """

    texts: tuple[str, ...]
    """The different values as texts, those of a list with commas between them, as they first come."""
    codes: Compact | None
    """Which of the texts each value is; None where they are very many, and only the first are among the texts."""
    numbers: Compact | None
    """The values where all are numbers that can be put in order, NaN in place of None."""
    is_numeric: bool
    """Whether all values are numbers, those that are none and cannot be put in order among them."""
    groups: int
    """How many groups the values make, of a list its members; of very many numbers: so many at least."""
    has_lists: bool

    @property
    def values(self) -> int:
        """How many different values there are, 1 and 1.0 being one; of very many: so many at least."""
        return len(
            {text if text == NO_VALUE else float(text) for text in self.texts} if self.is_numeric else self.texts
        )


def pieces_of(column: Sequence[Any]) -> Pieces:
    """A column some thousand values at a time."""

    def pieces() -> Iterator[Sequence[Any]]:
        return (column[start : start + AT_ONCE] for start in range(0, len(column), AT_ONCE))

    return pieces


def seen(pieces: Pieces, most: int | None = _MANY) -> Seen:
    """What is in a column; where it has more than `most` different values they are not told apart."""
    found = _looked_through(pieces(), most, scale=True)
    return _looked_through(pieces(), most, scale=False) if found is None else found  # type: ignore[return-value]


def _looked_through(pieces: Iterable[Sequence[Any]], most: int | None, *, scale: bool) -> Seen | None:
    """The same; None where `scale` says that very many values are numbers, and one is no number."""
    number_of, known = dict[str, int](), dict[type, dict[Any, int]]()
    codes, numbers, groups = Compact(), Compact(), _Different()
    is_numeric = is_scale = True
    has_lists = many = False
    for piece in pieces:
        is_numeric = is_numeric and set(map(type, piece)) <= _NUMBERS
        is_scale = is_scale and is_numeric and scale
        if is_scale:
            column = _as_numbers(piece)
            is_scale = column is not None
            if column is not None:
                numbers.add(column)
        if many and is_scale:
            continue
        if many and scale and not len(codes):
            return None
        of_piece = np.empty(len(piece), np.int64)
        for row, value in enumerate(piece):
            kind = type(value)
            code = known[kind].get(value) if kind in known else None
            if code is None:
                text = _text(value)
                code = number_of.get(text, len(number_of))
                if not many:
                    number_of[text] = code
                    if kind in _REPEATING:
                        known.setdefault(kind, {})[value] = code
                groups.add(map(group_name, value or [None]) if isinstance(value, list) else [text])
                has_lists = has_lists or kind is list
            of_piece[row] = code
        if not many:
            codes.add(of_piece)
            many = most is not None and len(number_of) > most
            if many and is_scale:
                codes = Compact()
    told = None if many else codes
    return Seen(tuple(number_of), told, numbers if is_scale else None, is_numeric, len(groups), has_lists)


def _as_numbers(piece: Sequence[Any]) -> NDArray[np.float64] | None:
    """Numbers with NaN in place of None; None where one is NaN itself, or beyond all doubles."""
    try:
        column = np.fromiter((np.nan if value is None else value for value in piece), np.float64, len(piece))
    except OverflowError:
        return None
    return column if int(np.isnan(column).sum()) == sum(value is None for value in piece) else None


class _Different:
    """How many different texts there are; of very many 8 bytes are held for each."""

    def __init__(self) -> None:
        self._few: set[str] = set()
        self._many = np.zeros(0, np.int64)

    def add(self, texts: Iterable[str]) -> None:
        self._few.update(texts)
        if len(self._few) > max(_MANY, len(self._many) // 4):
            hashes = np.fromiter(map(hash, self._few), np.int64, len(self._few))
            self._many = np.union1d(self._many, hashes)
            self._few.clear()

    def __len__(self) -> int:
        if not len(self._many):
            return len(self._few)
        return len(np.union1d(self._many, np.fromiter(map(hash, self._few), np.int64, len(self._few))))


_NUMBERS = {int, float, type(None)}
_REPEATING = {str, int, bool, type(None)}
"""Kinds of values that are told by being equal; of numbers with a point 0 and -0 would be one."""


def of_values(column: Sequence[Any], name: str, most: int = 12) -> Axis:
    """An axis of any column; a list is one class of its own, named by its members."""
    return of_seen(seen(pieces_of(column)), name, most)


def of_seen(column: Seen, name: str, most: int = 12) -> Axis:
    """The same of a column that somebody has gone through."""
    texts = column.texts
    if len(texts) > most and column.numbers is not None:
        return _binned(column.numbers, name, most)
    assert column.codes is not None, "values that are to be named have to be told apart"
    class_of = {text: text for text in texts}
    if len(texts) > most:
        counts = np.zeros(len(texts), np.int64)
        for _, codes in column.codes.pieces():
            counts += np.bincount(codes, minlength=len(texts))
        frequent = {text for text, _ in Counter(dict(zip(texts, counts.tolist(), strict=True))).most_common(most - 1)}
        class_of = {text: text if text in frequent else OTHERS for text in texts}
    names = sorted(set(class_of.values()), key=lambda text: (text == OTHERS, *group_order(text)))
    place_of = {text: place for place, text in enumerate(names)}
    places = np.array([place_of[class_of[text]] for text in texts], np.int64)
    return Axis(name, _mapped(column.codes, places), tuple(names))


def _mapped(codes: Compact, places: NDArray[np.int64]) -> Compact:
    """The place of each number."""
    found = Compact()
    for _, piece in codes.pieces():
        found.add(places[piece])
    return found


def _text(value: Any) -> str:
    return (", ".join(map(group_name, value)) or NO_VALUE) if isinstance(value, list) else group_name(value)


def _binned(column: Compact, name: str, most: int) -> Axis:
    """Classes of about equal size between quantiles, 0 apart where it is frequent; None is a class of its own."""

    def values() -> Iterator[NDArray[np.float64]]:
        return (piece[~np.isnan(piece)] for _, piece in column.pieces())

    bins = min(most, 5)
    known = sum(map(len, values()))
    # The least values that so many are not above: quantiles by the inverse of the distribution.
    places = [max(0, ceil(known * share - 1)) for share in np.linspace(0, 1, bins + 1)[1:-1].tolist()]
    cuts = np.unique([ranked(values, place) for place in places])
    lows, highs = np.full(len(cuts) + 2, np.inf), np.full(len(cuts) + 2, -np.inf)
    there = np.zeros(len(cuts) + 2, bool)
    codes = Compact()
    for _, piece in column.pieces():
        has_value = ~np.isnan(piece)
        of_piece = np.where(has_value, np.searchsorted(cuts, piece), len(cuts) + 1)
        np.minimum.at(lows, of_piece, np.where(has_value, piece, -np.inf))
        np.maximum.at(highs, of_piece, np.where(has_value, piece, -np.inf))
        there[of_piece] = True
        codes.add(of_piece)
    present = np.flatnonzero(there)
    names = [
        NO_VALUE if code == len(cuts) + 1 else between(float(lows[code]), float(highs[code]))
        for code in present.tolist()
    ]
    place_of = np.searchsorted(present, np.arange(len(lows)))
    return Axis(name, _mapped(codes, place_of), tuple(names))


def between(low: float, high: float) -> str:
    """The name of a class of numbers."""
    if low == high:
        return _number(low)
    return f"{_number(low)}–{_number(high)}"


def _number(value: float) -> str:
    return f"{value:.0f}" if value.is_integer() and abs(value) < 1e15 else f"{value:.3g}"


def of_weights(rho: Compact, most: int = 8) -> Axis:
    """The axis of ρ (cases,): its values where they are few, else bins."""
    return of_seen(seen(lambda: (piece.tolist() for _, piece in rho.pieces())), "weight", most)


@dataclass(frozen=True, eq=False)
class Losses:
    """The axis of μ."""

    names: tuple[str, ...]
    notes: tuple[str, ...]
    """One for each class, its value; empty where the name says it."""
    codes: Callable[[Judgements], NDArray[np.int64]]
    """The class of each row."""


def of_losses(parts: Callable[[], Iterable[Judgements]]) -> Losses:
    """The axis of μ, by rows in parts: relations of the sets where each has one value, else the loss per unit."""
    lowest, highest = dict[str, float](), dict[str, float]()
    plain, undefined, related = set[float](), False, True
    for rows in parts():
        rate = _rates(rows)
        relations = rows.labels.get("relation")
        related = related and relations is not None
        if related and relations is not None:
            codes, occurring = encode(relations)
            for code, name in enumerate(occurring):
                some = rate[codes == code]
                lowest[name] = min(lowest.get(name, np.inf), float(some.min()))
                highest[name] = max(highest.get(name, -np.inf), float(some.max()))
        undefined = undefined or bool(rows.undefined.any())
        plain.update(np.unique(rate[~rows.undefined]).tolist())
    if related and lowest == highest:
        names = [name for name in RELATIONS if name in lowest]
        titles = tuple(SAID[name][0] for name in names)
        return Losses(titles, tuple(f"μ = {lowest[name]:g}" for name in names), lambda rows: _relations(rows, names))
    return _of_rates(parts, sorted(plain))


def _rates(rows: Judgements) -> NDArray[np.float64]:
    return np.round(rows.loss / np.where(rows.units > 0, rows.units, 1), 12)


def _relations(rows: Judgements, names: Sequence[str]) -> NDArray[np.int64]:
    codes, occurring = encode(rows.labels["relation"])
    return np.array([names.index(name) for name in occurring], np.int64)[codes]


_EDGES = np.array([0.0, 0.25, 0.5, 0.75, np.nextafter(1.0, 0.0), 1.0])
_BETWEEN = ("0 right", "up to ¼", "¼ to ½", "½ to ¾", "¾ to 1", "1 wrong", "more than 1")


def _of_rates(parts: Callable[[], Iterable[Judgements]], plain: Sequence[float]) -> Losses:
    few = len(plain) <= 6
    edges = np.array(plain) if few else _EDGES
    names = [*(map(_rate_name, plain) if few else _BETWEEN), SAID["undefined"][0]]

    def codes(rows: Judgements) -> NDArray[np.int64]:
        return np.where(rows.undefined, len(names) - 1, np.searchsorted(edges, _rates(rows)))

    present = np.zeros(len(names), bool)
    for rows in parts():
        present[codes(rows)] = True
    place = np.cumsum(present) - 1
    return Losses(
        tuple(name for name, is_there in zip(names, present.tolist(), strict=True) if is_there),
        (),
        lambda rows: place[codes(rows)],
    )


def _rate_name(value: float) -> str:
    return {0.0: "0 right", 1.0: "1 wrong"}.get(value, legible.amount(value))
