"""Do the intervals cover? Samples are drawn from known truths; the very functions behind `estimate` run
on all of them at once, as arrays (tests/core/test_intervals.py holds arrays and single estimates equal).

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

from murho.core.intervals import Evidence, effective_size, score

pytestmark = pytest.mark.slow

LEVEL = 0.95
SAMPLES = 10_000
SIZES = (50, 100, 200, 500, 1000, 2000, 5000)
RATES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)
SIGMAS = (0.0, 0.5, 1.0)
ICCS = (0.05, 0.1, 0.3)
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


def sums(num: Columns, den: Columns, unit_square: Columns) -> dict[str, Columns]:
    """The sums of `Moments`, for many samples: `num` and `den` (samples, clusters)."""
    ratio = num.sum(axis=1) / den.sum(axis=1)
    return {
        "num": num.sum(axis=1),
        "den": den.sum(axis=1),
        "deviation_square": ((num - ratio[:, None] * den) ** 2).sum(axis=1),
        "den_den": (den**2).sum(axis=1),
        "unit_square": unit_square,
        "clusters": np.full(len(num), num.shape[1]),
        "wrong": (num > 0).sum(axis=1),
        "right": (num < den * (1 - 1e-12)).sum(axis=1),
    }


def interval(of: Evidence) -> tuple[Columns, Columns]:
    return score(of, effective_size(of, LEVEL), LEVEL)


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


def together(parts: list[dict[str, Columns]], bounded: bool = True) -> Evidence:
    columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    return Evidence.of_sums(**columns, bounded=bounded)


@cache
def unclustered() -> dict[tuple[float, int, float], Coverage]:
    """By (σ, cases, rate): independent yes/no errors; the same draws serve all rates."""
    rng = np.random.default_rng(20)
    found = {}
    for sigma in SIGMAS:
        for n in SIZES:
            parts: dict[float, list[dict[str, Columns]]] = {rate: [] for rate in RATES}
            for samples in batches(n):
                rho, chance = weights(rng, sigma, (samples, n)), rng.random((samples, n))
                for rate in RATES:
                    parts[rate].append(sums(rho * (chance < rate), rho, (rho**2).sum(axis=1)))
            for rate in RATES:
                effective = n / np.exp(sigma**2) * min(rate, 1 - rate)
                found[sigma, n, rate] = coverage(*interval(together(parts[rate])), rate, effective)
    return found


def members(rng: np.random.Generator, samples: int, n: int) -> Columns:
    """Which of LARGEST places are taken, (samples, clusters, LARGEST), for about n cases."""
    clusters = round(2 * n / (LARGEST + SMALLEST))
    return np.arange(LARGEST) < rng.integers(SMALLEST, LARGEST + 1, (samples, clusters))[..., None]


@cache
def clustered() -> dict[tuple[float, float, int, float], Coverage]:
    """By (ICC, σ, cases, rate): beta-binomial clusters of 5 to 20 cases, each case with a weight of its own."""
    rng = np.random.default_rng(21)
    found = {}
    for icc in ICCS:
        for sigma in SIGMAS:
            for n in SIZES:
                parts: dict[float, list[dict[str, Columns]]] = {rate: [] for rate in RATES}
                for samples in batches(2 * n):
                    taken = members(rng, samples, n)
                    rho, chance = taken * weights(rng, sigma, taken.shape), rng.random(taken.shape)
                    den, square = rho.sum(axis=2), (rho**2).sum(axis=(1, 2))
                    for rate in RATES:
                        pull = (1 - icc) / icc
                        own = rng.beta(rate * pull, (1 - rate) * pull, den.shape)[..., None]
                        parts[rate].append(sums((rho * (chance < own)).sum(axis=2), den, square))
                for rate in RATES:
                    of = together(parts[rate])
                    found[icc, sigma, n, rate] = coverage(*interval(of), rate, float(of.in_error.mean()))
    return found


GRADED = {
    "0, .2, .6 or 1 (chances .8, .08, .07, .05)": (
        0.108,
        lambda rng, shape: rng.choice([0, 0.2, 0.6, 1], p=[0.8, 0.08, 0.07, 0.05], size=shape),
    ),
    "0, .01 or 1 (chances .49, .5, .01)": (
        0.015,
        lambda rng, shape: rng.choice([0, 0.01, 1], p=[0.49, 0.5, 0.01], size=shape),
    ),
    "0, .3 or 1 (chances .49, .5, .01)": (
        0.16,
        lambda rng, shape: rng.choice([0, 0.3, 1], p=[0.49, 0.5, 0.01], size=shape),
    ),
    "beta(2, 3)": (0.4, lambda rng, shape: rng.beta(2, 3, shape)),
    "beta(.3, .7)": (0.3, lambda rng, shape: rng.beta(0.3, 0.7, shape)),
}
COUNTS = {
    "binomial": lambda rng, words, rate: rng.binomial(words, min(rate, 1)),
    "Poisson": lambda rng, words, rate: rng.poisson(words * rate),
    "gamma-Poisson": lambda rng, words, rate: rng.poisson(words * rate * rng.gamma(1, 1, words.shape)),
}
OTHER_SIZES = (50, 200, 1000)


@cache
def graded() -> dict[tuple[str, float, int], Coverage]:
    """By (distribution, σ, cases): losses anywhere in [0, 1], cases independent."""
    rng = np.random.default_rng(22)
    found = {}
    for name, (truth, draw) in GRADED.items():
        for sigma in (0.0, 1.0):
            for n in OTHER_SIZES:
                parts = []
                for samples in batches(n):
                    rho = weights(rng, sigma, (samples, n))
                    parts.append(sums(rho * draw(rng, rho.shape), rho, (rho**2).sum(axis=1)))
                found[name, sigma, n] = coverage(*interval(together(parts)), truth, n / np.exp(sigma**2) * truth)
    return found


@cache
def word_errors() -> dict[tuple[str, float, int], Coverage]:
    """By (distribution, rate, utterances): counts of errors in utterances of 9 words on average, unbounded."""
    rng = np.random.default_rng(23)
    found = {}
    for name, draw in COUNTS.items():
        for rate in (0.02, 0.1, 0.3, 1.1) if name != "binomial" else (0.02, 0.1, 0.3):
            for n in OTHER_SIZES:
                parts = []
                for samples in batches(n):
                    words = 1 + rng.negative_binomial(2, 0.2, (samples, n))
                    errors = draw(rng, words, rate).astype(float)
                    parts.append(sums(errors, words.astype(float), words.sum(axis=1)))
                of = together(parts, bounded=False)
                found[name, rate, n] = coverage(*interval(of), rate, float(of.in_error.mean()))
    return found


def test_rates_of_independent_cases_are_covered() -> None:
    for cell, found in unclustered().items():
        assert found.errors < 10 or found.covered >= 93, (cell, found)
        assert found.errors < 20 or found.covered <= 98, (cell, found)


def test_rates_of_clustered_cases_are_covered() -> None:
    for cell, found in clustered().items():
        assert found.errors < 10 or found.covered >= 93, (cell, found)
        assert found.errors < 20 or found.covered <= 98, (cell, found)


def test_few_errors_make_intervals_long_rather_than_short() -> None:
    for cell, found in {**unclustered(), **clustered()}.items():
        assert found.covered >= 93, (cell, found)


def test_graded_losses_and_counts_of_words_are_covered() -> None:
    for cell, found in {**graded(), **word_errors()}.items():
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
    """All tables, in Markdown; in italics where fewer than 10 (effective) errors or clusters in error are expected."""
    parts = ["### Independent cases\n"]
    for sigma in SIGMAS:
        rows = {n: {rate: unclustered()[sigma, n, rate] for rate in RATES} for n in SIZES}
        parts.append(table(WEIGHTS[sigma], "cases", rows))
    parts.append("### Clusters of 5 to 20 cases\n")
    for icc in ICCS:
        for sigma in SIGMAS:
            rows = {n: {rate: clustered()[icc, sigma, n, rate] for rate in RATES} for n in SIZES}
            parts.append(table(f"intra-class correlation {icc}, {WEIGHTS[sigma]}", "cases", rows))
    parts.append("### Graded losses, independent cases\n")
    for sigma in (0.0, 1.0):
        rows = {name: {n: graded()[name, sigma, n] for n in OTHER_SIZES} for name in GRADED}
        parts.append(table(WEIGHTS[sigma], "losses", rows))
    parts.append("### Word errors, utterances of 9 words on average\n")
    rows = {
        f"{name}, rate {rate}": {n: word_errors()[name, rate, n] for n in OTHER_SIZES}
        for name, rate in dict.fromkeys((name, rate) for name, rate, _ in word_errors())
    }
    parts.append(table("by utterances", "errors", rows))
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
