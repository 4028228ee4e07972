"""The μ-ρ-profile as a heat map, and π of one feature against another.

A map over `loss` shows the share P_ij of the expressions in each cell, right ones in one colour and wrong ones in
another; a map of two features shows π of each cell. Colours are steps of a fixed scale, so that two pages compare.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from murho.core.errors import UsageError
from murho.core.profile import Profile, profile
from murho.core.tally import Tally
from murho.report.html import legible
from murho.report.html.classes import Axis, of_losses, of_values, of_weights
from murho.report.html.evidence import Evidence

SHARE_STEPS = (0.005, 0.02, 0.05, 0.1, 0.2, 0.35)
LOSS_STEPS = (0.02, 0.1, 0.2, 0.35, 0.5, 0.7)
FEW = 5


@dataclass(frozen=True)
class Cell:
    """A cell of the map."""

    text: str
    """What it says: a share, or π."""
    cases: str
    hue: str
    """`kept`, `lost`, or nothing for an empty cell."""
    step: int
    """Of the colour scale, 0 the palest."""
    weight: str
    """Its share of all loss, Σ ρ·loss."""
    thin: bool
    """A π of so few cases that it should not catch the eye."""


@dataclass(frozen=True)
class Row:
    """A row of the map with its margins."""

    name: str
    note: str
    cells: list[Cell]
    share: str
    """Of the expressions."""
    loss: str
    """Of all loss."""


@dataclass(frozen=True)
class Map:
    """A map with two axes."""

    rows_axis: str
    columns_axis: str
    columns: tuple[str, ...]
    rows: list[Row]
    of_shares: bool
    cases: list[str]
    """Of each column."""
    values: list[str]
    """π of each column."""
    value: str
    """π of the whole."""
    legend: list[tuple[int, str]]
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
        [_row(evidence, cells, i, down, len(across.names), total, of_shares) for i in range(len(down.names))],
        of_shares,
        [legible.count(one.cases) for one in sums],
        [legible.fraction(one.performance) for one in sums],
        legible.fraction(total.performance),
        _legend(SHARE_STEPS if of_shares else LOSS_STEPS),
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


def _sum(cells: Profile, place: int, code: int) -> Tally:
    return sum((one for key, one in cells.cells.items() if key[place] == code), Tally())


def _row(evidence: Evidence, cells: Profile, i: int, down: Axis, width: int, total: Tally, of_shares: bool) -> Row:
    whole = _sum(cells, 0, i)
    row = []
    for j in range(width):
        one = cells.cells.get((i, j), Tally())
        share = one.cases / max(1, total.cases)
        value = share if of_shares else one.performance
        hue = "" if not one.cases or value is None else "lost" if one.numerator or not of_shares else "kept"
        row.append(
            Cell(
                legible.percent(share) if of_shares else legible.fraction(one.performance, 2),
                legible.count(one.cases),
                hue,
                _step(value or 0.0, SHARE_STEPS if of_shares else LOSS_STEPS),
                legible.share(float(one.numerator), float(total.numerator)),
                not of_shares and one.cases < FEW,
            )
        )
    return Row(
        down.names[i],
        down.notes[i] if down.notes else "",
        row,
        legible.share(whole.cases, total.cases),
        legible.share(float(whole.numerator), float(total.numerator)),
    )


def _step(value: float, steps: Sequence[float]) -> int:
    return sum(value >= step for step in steps)


def _legend(steps: Sequence[float]) -> list[tuple[int, str]]:
    """Each step of the colour scale with the values it stands for."""
    edges = [legible.percent(step).replace(".0", "") if steps is SHARE_STEPS else f"{step:g}" for step in steps]
    return [(0, f"under {edges[0]}"), *((i + 1, f"{edge} +") for i, edge in enumerate(edges))]
