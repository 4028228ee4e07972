"""Coverage over samples of a population at hand: against samples drawn row by row, one interval after the other."""

import numpy as np
import pytest

from murho.core.coverage import (
    FEWEST,
    Column,
    Coverage,
    Population,
    coverage,
    draws,
    missed,
    more_cases,
    samples,
    wilson,
)
from murho.core.coverage import _kinds as kinds_of
from murho.core.errors import UsageError
from murho.core.estimate import Estimate, estimate
from murho.core.moments import Moments, exact

RNG = np.random.default_rng(11)


def of(num: Column, den: Column, square: Column | None = None, bounded: bool = True) -> Population:
    return Population(num, den, den * den if square is None else square, bounded)


def one_by_one(population: Population, count: int, seed: int) -> list[Estimate]:
    """The same samples, each cluster written down as often as it was drawn, with the interval of figures."""
    kinds, sizes = kinds_of(population)
    rng, found = np.random.default_rng(seed), []
    for start in range(0, count, 256):
        size = min(256, count - start)
        counts = np.concatenate([part for _, part in draws(sizes, size, rng)], axis=1)
        for row in counts:
            sums = Moments()
            for kind, times in enumerate(row.tolist()):
                n, d, s = (exact(float(column[kind])) for column in (kinds.num, kinds.den, kinds.square))
                for _ in range(times):
                    sums += Moments.of_cluster(n, d, s)
            found.append(estimate(sums, bounded=population.bounded, level=0.95))
    return found


WEIGHTS = np.exp(RNG.standard_normal(30))
SIZES = RNG.integers(1, 9, 12).astype(float)
WORDS = RNG.integers(1, 12, 25).astype(float)
POPULATIONS = {
    "right and wrong": of(np.repeat([1.0, 0.0], [3, 17]), np.ones(20)),
    "weighted": of(WEIGHTS * (RNG.random(30) < 0.3), WEIGHTS),
    "clusters": of(np.floor(SIZES * RNG.random(12)), SIZES, SIZES),
    "graded": of(WEIGHTS * RNG.random(30), WEIGHTS),
    "word errors": of(RNG.poisson(WORDS / 3).astype(float), WORDS, WORDS, bounded=False),
    "all alike": of(np.full(8, 0.25), np.ones(8)),
    "no error": of(np.zeros(8), np.ones(8)),
    "nothing right": of(WEIGHTS, WEIGHTS),
    "mostly without weight": of(np.array([0.0, 1.0, 0.0, 0.0]), np.array([0.0, 2.0, 1.0, 0.0])),
    "three clusters": of(np.array([0.0, 1.0, 3.0]), np.array([4.0, 2.0, 5.0])),
}


@pytest.mark.parametrize("name", POPULATIONS)
def test_it_is_what_intervals_one_by_one_hold(name: str) -> None:
    population = POPULATIONS[name]
    found = coverage(population, replications=120, seed=4, level=0.95)
    slow = one_by_one(population, 120, 4)
    held = [one for one in slow if one.undetermined is None]
    assert found.replications == 120
    assert found.without_interval == pytest.approx((120 - len(held)) / 120)
    truth = float(population.num.sum() / population.den.sum())
    assert found.truth == truth
    above, below = (sum(column.tolist()) for column in missed(*_ends(held), truth))
    assert (found.above, found.below) == pytest.approx((above / len(held), below / len(held)))
    assert found.covered == pytest.approx(1 - (above + below) / len(held))
    assert found.flagged == pytest.approx(sum(bool(one.flags) for one in held) / len(held))
    assert found.width == pytest.approx(float(np.median([one.high - one.low for one in held])), rel=1e-7)
    assert found.interval == wilson(len(held) - above - below, len(held))


@pytest.mark.parametrize("name", POPULATIONS)
def test_every_interval_is_that_of_figures(name: str) -> None:
    from murho.core.intervals import effective_size, score

    held = [one for one in one_by_one(POPULATIONS[name], 40, 9) if one.undetermined is None]
    ((drawn, basis),) = samples(*kinds_of(POPULATIONS[name]), 40, 9)
    low, high = score(basis, effective_size(basis, 0.95), 0.95)
    assert drawn == 40
    assert low.tolist() == pytest.approx([one.low for one in held], rel=1e-7, abs=1e-9)
    assert high.tolist() == pytest.approx([one.high for one in held], rel=1e-7, abs=1e-9)


def _ends(found: list[Estimate]) -> tuple[Column, Column]:
    return np.array([one.low for one in found]), np.array([one.high for one in found])


def test_a_known_population_is_covered_as_its_interval_says() -> None:
    """60 of 200 wrong, equal weights; the binomial distribution gives 94.9 % for Wilson's interval there."""
    found = coverage(of(np.repeat([1.0, 0.0], [60, 140]), np.ones(200)), seed=2, level=0.95)
    assert found.truth == 0.3
    assert found.replications == 2000
    assert 0.935 <= found.covered <= 0.965
    assert found.covered + found.above + found.below == pytest.approx(1)
    assert found.interval[0] < found.covered < found.interval[1]
    assert found.width == pytest.approx(0.126, abs=0.003)
    assert (found.flagged, found.without_interval) == (0, 0)


def test_another_level_is_covered_as_it_says() -> None:
    population = of(np.repeat([1.0, 0.0], [60, 140]), np.ones(200))
    narrow, wide = (coverage(population, level=level, seed=2) for level in (0.8, 0.99))
    assert 0.77 <= narrow.covered <= 0.83
    assert 0.98 <= wide.covered <= 1
    assert narrow.width < wide.width


@pytest.mark.parametrize("sizes", [[3, 1, 1], [40, 60], [1] * 5000, [9] * 30 + [1] * 3000])
def test_clusters_are_drawn_with_equal_chances(sizes: list[int]) -> None:
    """Each kind is drawn as often as its clusters are expected to be, within 6 standard errors."""
    of_kinds, rng, count = np.array(sizes), np.random.default_rng(3), 300
    blocks = list(draws(of_kinds, count, rng))
    assert [part.stop for part, _ in blocks][-1] == len(sizes)
    counts = np.concatenate([part for _, part in blocks], axis=1)
    assert (counts.sum(axis=1) == sum(sizes)).all()
    expected = count * of_kinds
    assert (np.abs(counts.sum(axis=0) - expected) <= 6 * np.sqrt(expected)).all()
    # As of independent draws: a kind's number varies like a binomial one.
    spread = float((counts.var(axis=0) / (of_kinds * (1 - of_kinds / sum(sizes)))).mean())
    assert spread == pytest.approx(1, abs=0.2 if len(sizes) < 10 else 0.05)


def test_a_seed_gives_the_same_again() -> None:
    population = POPULATIONS["weighted"]
    assert coverage(population, replications=200, seed=5, level=0.95) == coverage(
        population, replications=200, seed=5, level=0.95
    )
    assert coverage(population, replications=200, seed=5, level=0.95) != coverage(
        population, replications=200, seed=6, level=0.95
    )


@pytest.mark.parametrize("unit", [1e-90, 1e90])
def test_the_unit_of_weights_is_nothing_to_it(unit: float) -> None:
    plain, other = POPULATIONS["weighted"], of(unit * POPULATIONS["weighted"].num, unit * POPULATIONS["weighted"].den)
    one, two = (coverage(population, replications=200, seed=1, level=0.95) for population in (plain, other))
    assert (one.covered, one.flagged) == (two.covered, two.flagged)
    assert one.width == pytest.approx(two.width)


def test_it_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    coverage(POPULATIONS["weighted"], replications=600, told=lambda done, of: told.append((done, of)), level=0.95)
    assert told == [(0, 600), (256, 600), (512, 600), (600, 600)]


def test_fewer_large_samples_are_drawn() -> None:
    from murho.core.coverage import _replications

    assert [_replications(work, None) for work in (10, 500_000, 1_000_000, 10**8)] == [2000, 2000, 1000, FEWEST]
    assert _replications(10**8, 400) == 400


def test_what_cannot_be_told_is_refused() -> None:
    population = POPULATIONS["right and wrong"]
    with pytest.raises(UsageError, match="99 replications are too few to tell a coverage; give at least 100"):
        coverage(population, replications=99, level=0.95)
    with pytest.raises(UsageError, match=r"confidence level 1\.5"):
        coverage(population, level=1.5)
    with pytest.raises(UsageError, match="none of 100 samples has an interval: too few clusters weigh anything"):
        coverage(of(np.ones(1), np.ones(1)), replications=100, level=0.95)
    for margin in (0, -0.1, float("nan"), float("inf"), 1e-10):
        with pytest.raises(UsageError, match=r"^margin .*; give half the width that the interval should have"):
            more_cases(100, 0.1, margin)


@pytest.mark.parametrize(
    ("cases", "half", "margin", "more"),
    [(100, 0.1, 0.05, 300), (290, 0.0731, 0.03655, 870), (100, 0.05, 0.05, 0), (100, 0.05, 0.1, 0), (7, 0.3, 0.29, 1)],
)
def test_widths_go_by_the_root_of_the_number_of_cases(cases: int, half: float, margin: float, more: int) -> None:
    assert more_cases(cases, half, margin) == more


def test_shares_have_the_interval_of_the_books() -> None:
    assert [round(end, 4) for end in wilson(15, 148)] == [0.0624, 0.1605]  # Newcombe (1998), table I, method 3
    assert wilson(100, 100)[1] == 1
    assert isinstance(coverage(POPULATIONS["graded"], replications=100, level=0.95), Coverage)
