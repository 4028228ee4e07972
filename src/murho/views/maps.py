"""Maps: the μ-ρ-profile, and π of one feature against another.

A map over `loss` shows the share P_ij of the expressions in each cell, right ones in one colour and wrong ones in
another; a map of two features shows π of each cell.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from murho.core.errors import UsageError
from murho.core.profile import Profile, profile
from murho.core.tally import Tally
from murho.views.bins import Axis, of_losses, of_values, of_weights
from murho.views.evidence import Evidence

FEW = 5
"""Of fewer cases π of a cell says little."""


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
        first = "weight" if len(np.unique(evidence.rho)) > 1 else features[0] if features else "weight"
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
    cells = profile(evidence.rows, evidence.rho, {rows: down.codes, columns: across.codes}, evidence.cases.clusters)
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


def _axis(evidence: Evidence, name: str) -> Axis:
    if name == "loss":
        return of_losses(evidence.rows)
    if name == "weight":
        return of_weights(evidence.rho, evidence.rows)
    if name in evidence.rows.labels:
        return of_values(evidence.rows.labels[name], name)
    axis = of_values(evidence.cases.feature(name), name)
    return Axis(name, axis.codes[evidence.rows.case], axis.names)


def _axis_title(name: str) -> str:
    return {"loss": "μ", "weight": "ρ", "length": "words"}.get(name, name)


def _sum(cells: Profile, axis: int, code: int) -> Tally:
    """All cells of one class of an axis."""
    return sum((tally for key, tally in cells.cells.items() if key[axis] == code), Tally())


def _row(cells: Profile, i: int, down: Axis, width: int, total: Tally) -> Row:
    margin = _sum(cells, 0, i)
    return Row(
        down.names[i],
        down.notes[i] if down.notes else "",
        [_cell(cells.cells.get((i, j), Tally()), total) for j in range(width)],
        margin.cases / total.cases if total.cases else None,
        _loss_share(margin, total),
    )


def _cell(tally: Tally, total: Tally) -> Cell:
    share = tally.cases / max(1, total.cases)
    return Cell(tally.cases, share, tally.performance, bool(tally.numerator), _loss_share(tally, total))


def _loss_share(part: Tally, total: Tally) -> float | None:
    return float(part.numerator) / float(total.numerator) if total.numerator else None
