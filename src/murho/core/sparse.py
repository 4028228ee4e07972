"""Columns that few rows have a value in: what came along with answers can be called something else for each of them.

A list for every name would take the square of the number of answers. A `Sparse` column is read as such a list is, and
takes no more than its values do; who takes rows of columns, or joins batches of them, does it here.

>>> columns = of_rows([{"cost": 1}] * 99 + [{"cost": 2, "why": "late"}])
>>> type(columns["cost"]).__name__, type(columns["why"]).__name__
('list', 'Sparse')
>>> columns["why"][99], columns["why"][0], len(columns["why"])
('late', None, 100)
>>> taken(columns, [99, None, 3])
{'cost': [2, None, 1], 'why': ['late', None, None]}
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, overload

from murho.core.deferred import Deferred
from murho.core.deferred import glued as glued_columns

_RARE = 32
"""A column is sparse if fewer than one in so many rows have a value in it."""


class Sparse(Sequence[Any]):
    """A column of this length, None wherever it is not said to hold something: the values are by row."""

    __slots__ = ("length", "values")

    def __init__(self, values: dict[int, Any], length: int):
        self.values, self.length = values, length

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, row: int) -> Any: ...
    @overload
    def __getitem__(self, row: slice) -> list[Any]: ...
    def __getitem__(self, row: int | slice) -> Any:
        if isinstance(row, slice):
            return [self.values.get(i) for i in range(*row.indices(self.length))]
        if not -self.length <= row < self.length:
            raise IndexError("no such row")
        return self.values.get(row % self.length)

    def __iter__(self) -> Iterator[Any]:
        return map(self.values.get, range(self.length))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Sparse({self.values!r}, {self.length})"


def column(values: dict[int, Any], length: int) -> Sequence[Any]:
    """A column of values by row: sparse where few rows have one, else a list."""
    if len(values) * _RARE < length:
        return Sparse(values, length)
    return [values.get(row) for row in range(length)]


def of_rows(rows: Sequence[Mapping[str, Any] | None]) -> dict[str, Sequence[Any]]:
    """The columns of what each row holds by name."""
    by_name: defaultdict[str, dict[int, Any]] = defaultdict(dict)
    for at, row in enumerate(rows):
        for name, value in (row or {}).items():
            by_name[name][at] = value
    return {name: column(values, len(rows)) for name, values in by_name.items()}


def taken(columns: Mapping[str, Sequence[Any]], rows: Sequence[int | None]) -> dict[str, Sequence[Any]]:
    """These rows of all columns, in this order; where the row is None, so is every value."""
    places: defaultdict[int, list[int]] = defaultdict(list)
    if any(isinstance(values, Sparse) for values in columns.values()):
        for place, row in enumerate(rows):
            if row is not None:
                places[row].append(place)

    def of(values: Sequence[Any]) -> Sequence[Any]:
        if isinstance(values, Deferred) and None not in rows:
            return values.at(rows)  # type: ignore[arg-type]
        if not isinstance(values, Sparse):
            return [None if row is None else values[row] for row in rows]
        found = {place: value for row, value in values.values.items() for place in places.get(row, ())}
        return column(found, len(rows))

    return {name: of(values) for name, values in columns.items()}


def joined(batches: Iterable[tuple[Mapping[str, Sequence[Any]], int]]) -> dict[str, Sequence[Any]]:
    """The columns of batches, each given with its number of rows, one below the other; None where one lacks a name.

    >>> joined([({"a": [1, 2]}, 2), ({"b": [3]}, 1)])
    {'a': [1, 2, None], 'b': [None, None, 3]}
    """
    pieces: defaultdict[str, list[tuple[int, Sequence[Any]]]] = defaultdict(list)
    length = 0
    for columns, rows in batches:
        for name, values in columns.items():
            pieces[name].append((length, values))
        length += rows
    return {name: _glued(several, length) for name, several in pieces.items()}


def _glued(pieces: Sequence[tuple[int, Sequence[Any]]], length: int) -> Sequence[Any]:
    found: dict[int, Any] = {}
    if all(isinstance(values, Sparse) for _, values in pieces):
        for start, values in pieces:
            found |= {start + row: value for row, value in values.values.items()}  # type: ignore[attr-defined]
        return column(found, length)
    if sum(len(values) for _, values in pieces) == length:
        return glued_columns([values for _, values in pieces])
    whole: list[Any] = [None] * length
    for start, values in pieces:
        whole[start : start + len(values)] = values
    return whole


def by_row(columns: Mapping[str, Sequence[Any]], length: int) -> list[dict[str, Any] | None]:
    """What sparse columns hold in each row, by name; None where they hold nothing: the reverse of `of_rows`."""
    rows: list[dict[str, Any] | None] = [None] * length
    for name, values in columns.items():
        for at, value in values.values.items() if isinstance(values, Sparse) else enumerate(values):
            held = rows[at]
            if held is None:
                held = rows[at] = {}
            held[name] = value
    return rows


def parted(columns: Mapping[str, Sequence[Any]]) -> tuple[dict[str, Sequence[Any]], dict[str, Sequence[Any]]]:
    """The columns that are lists, and those that are sparse."""
    is_rare = {name: isinstance(values, Sparse) for name, values in columns.items()}
    dense = {name: values for name, values in columns.items() if not is_rare[name]}
    return dense, {name: values for name, values in columns.items() if is_rare[name]}
