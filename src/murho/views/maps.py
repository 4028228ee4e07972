"""Maps: the μ-ρ-profile, and π of one feature against another.

A map over `loss` shows the share P_ij of the expressions in each cell, right ones in one colour and wrong ones in
another; a map of two features shows π of each cell.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from murho.core.errors import UsageError
from murho.core.profile import profile
from murho.core.tally import Tally
from murho.views.bins import of_losses, of_seen, of_weights, seen
from murho.views.evidence import Evidence, Part

FEW = 5
"""Of fewer cases π of a cell says little."""

_Cells = dict[tuple[Hashable, ...], Tally]


@dataclass(frozen=True)
class Cell:
    """A cell of the map."""

    cases: int
    share: float
    """Of the expressions."""
    value: float | None
    """π; None where there is nothing to divide by."""
    lost: bool
    """Whether any of it has a loss."""
    loss_share: float | None
    """Its part of all loss, Σ ρ·loss; None where nothing was lost."""


@dataclass(frozen=True)
class Row:
    """A row of the map with its margins."""

    name: str
    note: str
    cells: list[Cell]
    share: float | None
    """Of the expressions."""
    loss_share: float | None
    """Of all loss."""


@dataclass(frozen=True)
class Map:
    """A map with two axes."""

    rows_axis: str
    columns_axis: str
    columns: tuple[str, ...]
    rows: list[Row]
    of_shares: bool
    """Whether it is about the shares of its cells; else about their π."""
    cases: list[int]
    """Of each column."""
    values: list[float | None]
    """π of each column."""
    value: float | None
    """π of the whole."""
    few: int = FEW


def maps(evidence: Evidence, features: Sequence[str], axes: Sequence[Sequence[str]] | None) -> list[Map]:
    """The maps asked for; by default μ against ρ (against the first feature where ρ is constant), and two features."""
    if axes is None:
        least, most = evidence.rho.extremes
        first = "weight" if least < most else features[0] if features else "weight"
        pairs = [("loss", first)]
        pairs += [("loss", feature) for feature in features[:1] if feature != first]
        pairs += [(features[0], features[1])] if len(features) > 1 else []
    else:
        for pair in axes:
            if isinstance(pair, str) or len(pair) != 2:
                raise UsageError(f"axes {pair!r}: a map has two, as in ('loss', 'weight')")
        pairs = [(pair[0], pair[1]) for pair in axes]
    return [heat_map(evidence, *pair) for pair in pairs]


def heat_map(evidence: Evidence, rows: str, columns: str) -> Map:
    """The map of two axes: `loss`, `weight`, or any feature."""
    down, across = _axis(evidence, rows), _axis(evidence, columns)
    cells = _cells(evidence, down, across)
    of_shares = "loss" in (rows, columns)
    if not of_shares and len(across.names) > len(down.names):
        return heat_map(evidence, columns, rows)
    sums = [_sum(cells, 1, j) for j in range(len(across.names))]
    total = sum(sums, Tally())
    return Map(
        _axis_title(rows),
        _axis_title(columns),
        across.names,
        [_row(cells, i, down, len(across.names), total) for i in range(len(down.names))],
        of_shares,
        [tally.cases for tally in sums],
        [tally.performance for tally in sums],
        total.performance,
    )


@dataclass(frozen=True)
class _Axis:
    """An axis of a map."""

    names: tuple[str, ...]
    notes: tuple[str, ...]
    codes: Callable[[Part], NDArray[np.int64]]
    """The class of each row of a part."""


def _axis(evidence: Evidence, name: str) -> _Axis:
    if name == "loss":
        losses = of_losses(lambda: (part.rows for part in evidence.parts()))
        return _Axis(losses.names, losses.notes, lambda part: losses.codes(part.rows))
    if name in evidence.labels and name != "weight":
        labels = of_seen(seen(lambda: (part.rows.labels[name] for part in evidence.parts()), None), name)
        first = _first_rows(evidence)
        return _Axis(
            labels.names, (), lambda part: labels.codes.between(first[part.start], first[part.start] + len(part.rows))
        )
    found = of_weights(evidence.rho) if name == "weight" else evidence.axis(name)
    return _Axis(found.names, (), lambda part: found.codes.between(part.start, part.stop)[part.rows.case])


def _first_rows(evidence: Evidence) -> dict[int, int]:
    """The number of the first row of each part, by where the part starts."""
    numbers, rows = dict[int, int](), 0
    for part in evidence.parts():
        numbers[part.start] = rows
        rows += len(part.rows)
    return numbers


def _cells(evidence: Evidence, down: _Axis, across: _Axis) -> _Cells:
    """The tally of each cell that is occupied, by its classes down and across."""
    cells: _Cells = {}
    for part in evidence.parts():
        # Clusters tell of intervals only, of which a map shows none.
        found = profile(part.rows, part.rho, {"down": down.codes(part), "across": across.codes(part)})
        for key, tally in found.cells.items():
            cells[key] = cells.get(key, Tally()) + tally
    return cells


def _axis_title(name: str) -> str:
    return {"loss": "μ", "weight": "ρ", "length": "words"}.get(name, name)


def _sum(cells: _Cells, axis: int, code: int) -> Tally:
    """All cells of one class of an axis."""
    return sum((tally for key, tally in cells.items() if key[axis] == code), Tally())


def _row(cells: _Cells, i: int, down: _Axis, width: int, total: Tally) -> Row:
    margin = _sum(cells, 0, i)
    return Row(
        down.names[i],
        down.notes[i] if down.notes else "",
        [_cell(cells.get((i, j), Tally()), total) for j in range(width)],
        margin.cases / total.cases if total.cases else None,
        _loss_share(margin, total),
    )


def _cell(tally: Tally, total: Tally) -> Cell:
    share = tally.cases / max(1, total.cases)
    return Cell(tally.cases, share, tally.performance, bool(tally.numerator), _loss_share(tally, total))


def _loss_share(part: Tally, total: Tally) -> float | None:
    return float(part.numerator) / float(total.numerator) if total.numerator else None
