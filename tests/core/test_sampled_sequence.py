"""What is bet on in samples by a design: the cases that come first, each or with its like."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from math import fsum
from typing import Any

import numpy as np
import pytest

from murho.core import confidence_sequence, sampled_sequence
from murho.core.confidence_sequence import Population, unrefuted
from murho.core.errors import UsageError
from murho.core.sampled_sequence import Clusters, Draws, Sampled, Strata, Stratum, ends, purses

LOSSES = np.array([1.0, 0.0, 0.5, 1.0, 0.0, 0.0])


def test_a_draw_counts_as_often_as_it_came() -> None:
    draws = Draws(np.array([3, 1, 3]), np.full(6, 0.5), 1.0)
    expected = confidence_sequence.ends([1, 0, 1], [0.5] * 3, level=0.8)
    assert draws.ends(LOSSES, 0.8, None) == pytest.approx(expected)
    assert draws.judged == 2


def test_what_people_could_not_tell_has_a_stratum_and_no_loss() -> None:
    two = [Stratum(20, 4), Stratum(10, 2)]
    order, of = np.array([2, -1, 0, 1]), np.array([0, 1, 0, 1])
    strata = Strata(order, of, np.ones(4), two)
    expected = sampled_sequence.ends([0.5, np.nan, 1, 0], of, two, level=0.8, aim=0.3)
    assert strata.ends(LOSSES, 0.8, 0.3) == pytest.approx(expected)
    assert strata.judged == 3
    assert strata.what == "of the 30 cases that were drawn from, by 2 strata"


def test_a_cluster_is_bet_on_as_one_and_one_of_which_nothing_could_be_told_too() -> None:
    """The second of three clusters has no judged case: it was drawn all the same."""
    suite = Population(12, 20.0)
    rho = np.array([1.0, 1.0, 0.5, 0.5])
    clusters = Clusters(np.array([0, 1, 2, 3]), np.array([0, 0, 2, 2]), rho, suite, 2.0)
    expected = confidence_sequence.ends([0.5, 0, 0.75], [2, 0, 1], largest=2.0, population=suite, level=0.8)
    assert clusters.ends(LOSSES, 0.8, None) == pytest.approx(expected)
    assert clusters.judged == 4


def test_of_nothing_anything_may_be_true() -> None:
    none = np.array([], np.int64)
    suite = Population(12, 20.0)
    found: list[Sampled] = [
        Draws(none, np.ones(6), 1.0),
        Strata(none, none, np.array([]), [Stratum(20, 4)]),
        Clusters(none, none, np.array([]), suite, 2.0),
    ]
    assert [one.ends(LOSSES, 0.95, 0.1) for one in found] == [(0.0, 1.0)] * 3


@pytest.mark.parametrize(("rho", "more"), [([2 / 3, 5 / 9, 1 / 9], True), ([1 / 3, 5 / 9, 1 / 3], False)])
def test_a_cluster_that_rounds_to_more_or_less_than_it_has_is_bet_on(rho: list[float], more: bool) -> None:
    """A sum from the left is above what these are, or below."""
    n, exact, found = len(rho), fsum(rho), float(np.bincount([0, 0, 0], rho)[0])
    assert (found > exact, found < exact) == (more, not more)
    suite = Population(3, 3 * exact)
    clusters = Clusters(np.arange(n), np.zeros(n, np.int64), np.array(rho), suite, exact)
    expected = confidence_sequence.ends([0.5], [exact], largest=exact, population=suite, level=0.8)
    assert clusters.ends(np.full(n, 0.5), 0.8, None) == pytest.approx(expected)


def test_a_cluster_that_is_heavier_than_the_heaviest_is_refused() -> None:
    clusters = Clusters(np.arange(2), np.zeros(2, np.int64), np.array([1.0, 1.0 + 1e-8]), Population(3, 9.0), 2.0)
    with pytest.raises(UsageError, match="a cluster of more importance than the largest"):
        clusters.ends(LOSSES, 0.8, None)


# Confidence sequences of strata: what is known exactly over every order, bet by bet, and coverage of paths.


UNTOLD = np.nan


class Small:
    """A population of a few cases in strata, each of which is as large as `sizes` says; so many are drawn of each."""

    def __init__(self, sizes: Sequence[int], drawn: Sequence[int], losses: Sequence[float], rho: Sequence[float] = ()):
        self.kind = np.repeat(np.arange(len(sizes)), sizes)
        self.losses, self.rho = np.array(losses), np.array(rho or [1.0] * len(losses))
        own = [self.rho[self.kind == one] for one in range(len(sizes))]
        self.strata = [Stratum(s, n, r.sum(), r.max()) for s, n, r in zip(sizes, drawn, own, strict=True)]
        told = ~np.isnan(self.losses)
        self.truth = float(self.losses[told] @ self.rho[told] / self.rho[told].sum())

    def orders(self) -> Iterator[list[int]]:
        """Every order in which the cases of a sample may come; each is as likely."""
        of = [combinations(np.flatnonzero(self.kind == i).tolist(), one.drawn) for i, one in enumerate(self.strata)]
        for pick in product(*of):
            yield from map(list, permutations([place for places in pick for place in places]))

    def seen(self, order: Any) -> tuple[np.ndarray, np.ndarray, list[Stratum], np.ndarray]:
        return self.losses[order], self.kind[order], self.strata, self.rho[order]


POPULATIONS = {
    "alike": Small([3, 2], [2, 2], [1, 0, 0, 1, 0.5]),
    "some importances": Small([3, 3], [2, 2], [1, 0, 0, 1, 0.5, 1], [1, 0.5, 0.2, 1, 2, 0.4]),
    "some cannot be told": Small([3, 2, 1], [2, 1, 1], [1, 0, UNTOLD, 1, 0.5, 0], [1, 0.5, 1.2, 1, 2, 0.4]),
    "a stratum of which none was drawn": Small([3, 2], [3, 0], [1, 0, 1, 0, 1]),
}


@pytest.mark.parametrize("aim", [None, 0.3])
@pytest.mark.parametrize("name", POPULATIONS)
def test_no_bet_gains_on_average_whatever_came_before(name: str, aim: float | None) -> None:
    """Of every order that goes on from the same beginning, each as likely: what the next case does to both purses."""
    small = POPULATIONS[name]
    grown = defaultdict(list)
    for order in small.orders():
        for side, purse in enumerate(purses(small.truth, *small.seen(order), level=0.9, aim=aim)):
            steps = np.exp(np.diff(purse, prepend=0.0))
            for turn, step in enumerate(steps):
                grown[side, tuple(order[:turn])].append(step)
    means = {key: float(np.mean(steps)) for key, steps in grown.items()}
    assert max(means.values()) <= 1 + 1e-12
    bet = max(max(steps) for steps in grown.values())
    assert bet > 1.2 or name == "a stratum of which none was drawn"  # and not all of the population is heard of


@pytest.mark.parametrize("aim", [None, 0.3])
def test_as_long_as_every_stratum_can_come_a_bet_on_the_truth_is_fair(aim: float | None) -> None:
    """Two of three and two of two alike cases: of one stratum nothing more comes after two judgements, or three."""
    small = POPULATIONS["alike"]
    means = [
        np.mean([np.exp(purses(small.truth, *small.seen(o), aim=aim, level=0.95)[i]) for o in small.orders()], 0)
        for i in (0, 1)
    ]
    for mean in means:
        assert mean[:2] == pytest.approx([1, 1], abs=1e-12)
        assert 0.8 < mean[3] < mean[2] < 1


def test_every_order_of_a_small_population_is_counted() -> None:
    small = Small([4, 3], [3, 3], [1, 0, 0, 0, 1, 1, 1])
    orders = list(small.orders())
    missed = sum(not unrefuted(purses(small.truth, *small.seen(order), level=0.3), 0.3).all() for order in orders)
    assert 0 < missed <= 0.7 * len(orders)


def drawn(
    rng: np.random.Generator, sizes: Sequence[int], n: Sequence[int], rates: Sequence[float], sigma: float = 0.0
) -> tuple[Small, np.ndarray]:
    kind = np.repeat(np.arange(len(sizes)), sizes)
    losses = (rng.random(len(kind)) < np.array(rates)[kind]) * 1.0
    rho = np.minimum(np.exp(sigma * rng.standard_normal(len(kind))), 8.0)
    places = [rng.choice(np.flatnonzero(kind == i), many, replace=False) for i, many in enumerate(n)]
    return Small(sizes, n, losses.tolist(), rho.tolist()), rng.permutation(np.concatenate(places))


SIZES, RATES = [1500, 500, 300, 150, 50], [0.02, 0.1, 0.3, 0.5, 0.6]


def test_strata_that_differ_save_judgements() -> None:
    """The width beside that of a simple sample of as many: 0.85 for what strata of these rates save, and bets."""
    found = []
    for seed in range(5):
        rng = np.random.default_rng(seed)
        small, order = drawn(rng, SIZES, [150, 130, 110, 80, 30], RATES)
        low, high = ends(*small.seen(order), aim=0.06, level=0.95)
        assert low <= small.truth <= high
        others, suite = rng.permutation(len(small.kind))[:500], Population(2500, float(small.rho.sum()))
        without = confidence_sequence.ends(small.losses[others], population=suite, aim=0.06, level=0.95)
        found.append((high - low) / (without[1] - without[0]))
    assert 0.7 < np.median(found) < 0.9


def test_of_strata_drawn_out_of_proportion_how_heavy_cases_are_is_taken_off_in_part() -> None:
    """Five of six cases come from one of two strata alike: were s_h 1, the interval would be 0.38 wide on average."""
    found = []
    for seed in range(3):
        small, order = drawn(np.random.default_rng(seed), [500, 500], [250, 50], [0.2, 0.2], sigma=1.0)
        low, high = ends(*small.seen(order), aim=0.1, level=0.95)
        assert low <= small.truth <= high
        found.append(high - low)
    assert np.mean(found) < 0.32


def test_all_judged_is_a_point_and_what_could_not_be_told_is_in_no_divisor() -> None:
    small = Small([3, 2], [3, 2], [1, 0, UNTOLD, 1, 0.5], [1, 0.5, 1.2, 1, 2])
    assert ends(*small.seen([3, 0, 2, 1, 4]), level=0.95) == pytest.approx((small.truth, small.truth))
    assert small.truth == pytest.approx(3 / 4.5)
    assert ends([], [], small.strata, level=0.95) == (0.0, 1.0)
    assert ends([UNTOLD] * 5, [0, 0, 0, 1, 1], small.strata, small.rho, level=0.95) == (0.0, 1.0)


def test_what_was_not_drawn_may_be_right_or_wrong() -> None:
    """Ten of ten wrong, and of ten others none was drawn: π lies between a half and all."""
    assert ends([1] * 10, [0] * 10, [Stratum(10, 10), Stratum(10, 0)], level=0.95) == pytest.approx((0.5, 1.0))


@pytest.mark.parametrize("aim", [None, 0.2])
@pytest.mark.parametrize("untold", [0.0, 0.3])
def test_what_refutes_a_value_refutes_all_beyond_it(untold: float, aim: float | None) -> None:
    """Else an end that is found by halves could be one of several: a purse falls as what it is bet against grows."""
    grid = np.linspace(0, 1, 41)
    for seed in range(4):
        rng = np.random.default_rng(seed)
        small, order = drawn(rng, [200, 60, 20], [20, 40, 10], [0.05, 0.4, 0.7], sigma=1.5)
        small.rho[260:], small.strata[2] = 20.0, Stratum(20, 10, 400.0, 20.0)  # one of them is more than 1 of W
        small.losses[rng.random(len(small.losses)) < untold] = UNTOLD
        both = [purses(m, *small.seen(order), aim=aim, level=0.95) for m in grid]
        above, below = (np.array([each[side] for each in both]) for side in (0, 1))
        for purse, way in ((above, 1), (below, -1)):
            bets = np.diff(purse, axis=1, prepend=0.0)
            assert (way * np.diff(bets, axis=0) <= 1e-9).all()
        held = grid[((above < np.log(40)) & (below < np.log(40))).all(1)]
        low, high = ends(*small.seen(order), aim=aim, level=0.95)
        assert held[0] - 0.025 < low
        assert high < held[-1] + 0.025


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("columns of 2, 3 and 2 cases", {"losses": [0, 1], "of": [0, 0, 0]}),
        ("a loss that is not between 0 and 1", {"losses": [0, 2], "of": [0, 0]}),
        ("more cases were judged than drawn", {"losses": [0] * 3, "of": [0] * 3}),
        ("or one unknown", {"losses": [0], "of": [2]}),
        ("above the largest of its stratum", {"losses": [0], "of": [0], "weights": [3]}),
        ("or more in a stratum than it has", {"losses": [0, 0], "of": [0, 0], "weights": [1, 2], "most": 2}),
        ("every importance is 0", {"losses": [0], "of": [0], "weights": [0], "whole": 0.0}),
    ],
)
def test_what_cannot_be_bet_on_is_refused(said: str, given: dict[str, object]) -> None:
    stratum = Stratum(5, 2, given.pop("whole", 2.5), given.pop("most", 1.0))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=said):
        ends(strata=[stratum], **given, level=0.95)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("n", [[150, 50, 30, 15, 5], [100, 70, 60, 50, 20]])
@pytest.mark.parametrize("sigma", [0.0, 0.7])
@pytest.mark.parametrize("untold", [0.0, 0.2])
def test_at_most_one_path_in_twenty_ever_leaves_the_truth_out(untold: float, sigma: float, n: list[int]) -> None:
    """2,000 whole paths of 250 or 300 of 2,500 cases, at a level at which misses are many enough to be counted."""
    rng = np.random.default_rng(11)
    kept = []
    for _ in range(2000):
        small, order = drawn(rng, SIZES, n, RATES, sigma)
        small.losses[rng.random(2500) < untold * (0.5 + np.nan_to_num(small.losses))] = UNTOLD
        told = ~np.isnan(small.losses)
        truth = float(small.losses[told] @ small.rho[told] / small.rho[told].sum())
        kept.append(
            [unrefuted(purses(truth, *small.seen(order), aim=0.1, level=level), level).all() for level in (0.95, 0.8)]
        )
    covered = np.mean(kept, 0)
    assert covered[0] >= 0.95
    assert 0.8 <= covered[1] <= 0.97
