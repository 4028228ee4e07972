"""Do the intervals of differences cover? Samples are drawn from known truths; the very function behind `compare` runs
on all of them at once, as arrays. Those of single systems are the study's, `murho study intervals`.

The tables found are those of docs/intervals.md; `python tests/simulation/test_coverage.py` writes them there.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from murho.core.comparison import half_width

pytestmark = pytest.mark.slow

LEVEL = 0.95
SAMPLES = 10_000
LARGEST, SMALLEST = 20, 5  # cases in a cluster, uniformly between
DOCS = Path(__file__).resolve().parents[2] / "docs" / "intervals.md"
WEIGHTS = {0.0: "equal weights", 0.5: "log-normal weights, σ 0.5", 1.0: "log-normal weights, σ 1"}

Columns = Any


@dataclass(frozen=True)
class Coverage:
    """Shares of samples, in percent, and the mean width of the interval."""

    covered: float
    above: float
    """The truth lies above the interval."""
    below: float
    width: float
    errors: float
    """Effective errors expected, or clusters expected to hold one: what the requirement goes by."""


def coverage(low: Columns, high: Columns, truth: float, errors: float) -> Coverage:
    slack = 1e-12
    above, below = float((high < truth - slack).mean() * 100), float((low > truth + slack).mean() * 100)
    return Coverage(100 - above - below, above, below, float((high - low).mean()), errors)


def weights(rng: np.random.Generator, sigma: float, shape: tuple[int, ...]) -> Columns:
    return np.exp(sigma * rng.standard_normal(shape)) if sigma else np.ones(shape)


def batches(size: int) -> Iterator[int]:
    """Samples enough, in batches that fit the memory."""
    step = max(1, min(SAMPLES, 1_000_000 // size))
    for start in range(0, SAMPLES, step):
        yield min(step, SAMPLES - start)


def members(rng: np.random.Generator, samples: int, n: int) -> Columns:
    """Which of LARGEST places are taken, (samples, clusters, LARGEST), for about n cases."""
    clusters = round(2 * n / (LARGEST + SMALLEST))
    return np.arange(LARGEST) < rng.integers(SMALLEST, LARGEST + 1, (samples, clusters))[..., None]


PAIRS = ((0.01, 0.01), (0.0, 0.02), (0.01, 0.05), (0.0, 0.1), (0.1, 0.1), (0.05, 0.15), (0.2, 0.2))


@cache
def differences() -> dict[tuple[float, float, int, tuple[float, float]], Coverage]:
    """By (ICC, 0 for none; σ; cases; chances that only A errs and that only B errs): the interval of π(B) - π(A)."""
    rng = np.random.default_rng(24)
    found = {}
    for icc in (0.0, 0.05, 0.3):
        for sigma in (0.0, 1.0):
            for n in (200, 500, 2000) if icc else (50, 200, 1000):
                for pair in PAIRS:
                    parts = [moved(rng, samples, n, sigma, icc, *pair) for samples in batches(2 * n)]
                    column = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
                    value, movers = column.pop("value"), float(column.pop("movers").mean())
                    half = half_width(**column, level=LEVEL)
                    found[icc, sigma, n, pair] = coverage(value - half, value + half, pair[1] - pair[0], movers)
    return found


def moved(
    rng: np.random.Generator, samples: int, n: int, sigma: float, icc: float, only_a: float, only_b: float
) -> dict[str, Columns]:
    """What `compare` passes to `half_width`, for many samples of paired yes/no errors."""
    taken = members(rng, samples, n) if icc else np.ones((samples, n, 1), bool)
    rho, chance = taken * weights(rng, sigma, taken.shape), rng.random(taken.shape)
    den = rho.sum(axis=2)
    own_a, own_b = np.full(den.shape, only_a), np.full(den.shape, only_b)
    if icc:  # the three outcomes of a pair have Dirichlet chances in each cluster
        pull = (1 - icc) / icc
        own = [rng.gamma(q * pull, 1, den.shape) if q else np.zeros(den.shape) for q in (only_a, only_b)]
        every = own[0] + own[1] + rng.gamma((1 - only_a - only_b) * pull, 1, den.shape)
        own_a, own_b = own[0] / every, own[1] / every
    gain = (rho * ((chance > 1 - own_b[..., None]) * 1.0 - (chance < own_a[..., None]))).sum(axis=2)
    share, move = den / den.sum(axis=1, keepdims=True), gain / den.sum(axis=1, keepdims=True)
    value = move.sum(axis=1)
    return {
        "value": value,
        "movers": (move != 0).sum(axis=1),
        "deviation_square": ((move - value[:, None] * share) ** 2).sum(axis=1),
        "move": np.abs(move).sum(axis=1),
        "move_square": (move**2).sum(axis=1),
        "even": 1 / (share**2).sum(axis=1),
        "clusters": np.full(samples, den.shape[1]),
    }


def test_differences_are_covered() -> None:
    for cell, found in differences().items():
        assert found.covered >= 93, (cell, found)


def test_docs_hold_what_was_found() -> None:
    """Same words, and figures within what another generator of random numbers might change."""
    old, new = DOCS.read_text().split(BEGIN)[1].split(END)[0], "\n" + tables()
    number = re.compile(r"\d+\.\d+")
    assert number.sub("#", old) == number.sub("#", new)
    for one, two in zip(number.findall(old), number.findall(new), strict=True):
        assert float(one) == pytest.approx(float(two), abs=1), (one, two)


BEGIN, END = "<!-- found by simulation: begin -->", "<!-- found by simulation: end -->"


def tables() -> str:
    """All tables, in Markdown; in italics where fewer than 10 clusters are expected to move."""
    parts = ["### Differences of two systems\n"]
    for icc in (0.0, 0.05, 0.3):
        for sigma in (0.0, 1.0):
            title = f"{f'clusters, intra-class correlation {icc}' if icc else 'independent cases'}, {WEIGHTS[sigma]}"
            sizes = (200, 500, 2000) if icc else (50, 200, 1000)
            rows = {n: {f"{a}, {b}": differences()[icc, sigma, n, (a, b)] for a, b in PAIRS} for n in sizes}
            parts.append(table(title, "cases", rows))
    return "\n".join(parts)


def table(title: str, corner: str, rows: dict[Any, dict[Any, Coverage]]) -> str:
    columns = list(next(iter(rows.values())))
    lines = [f"{title[0].upper()}{title[1:]}:\n", f"| {corner} | {' | '.join(map(str, columns))} |"]
    lines.append("|---" * (len(columns) + 1) + "|")
    for name, cells in rows.items():
        shown = [f"{c.covered:.1f}" if c.errors >= 10 else f"*{c.covered:.1f}*" for c in cells.values()]
        lines.append(f"| {name} | {' | '.join(shown)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    head, rest = DOCS.read_text().split(BEGIN)
    DOCS.write_text(f"{head}{BEGIN}\n{tables()}{END}{rest.split(END)[1]}")
