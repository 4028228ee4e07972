"""Confidence sequences: frozen values of another implementation, a slow twin, what is known exactly, coverage."""

from collections import defaultdict
from itertools import permutations

import numpy as np
import pytest

from murho.core.confidence_sequence import Population, course, differences, ends, holds, purses
from murho.core.errors import UsageError

PATTERN = [0, 0, 1, 0, 0, 0, 1, 0, 0, 0] * 10
BREAKS = [number / 1000 for number in range(1001)]


def hedged(losses: list[float], shares: list[float], m: float, left: float = np.inf, level: float = 0.95) -> list[bool]:
    """The slow twin: two purses, bet by bet; whether m is believed after each."""
    goal = 2 / (1 - level)
    above, under, drawn = 1.0, 1.0, 0.0
    total, weight, squares, variance = 0.5, 1.0, 0.25, 0.25
    believed = []
    for t, (x, r) in enumerate(zip(losses, shares, strict=True), 1):
        expected = -drawn / (left - t + 1)
        stake = np.sqrt(2 * np.log(goal) / (variance * t * np.log(1 + t)))
        down, up = m + expected, 1 - m - expected
        surplus = r * (x - m) - expected
        above *= 1 + (min(stake, 0.5 / down) if down > 0 else stake) * surplus
        under *= 1 - (min(stake, 0.5 / up) if up > 0 else stake) * surplus
        believed.append(above < goal and under < goal)
        drawn += r * (x - m)
        total, weight = total + r * x, weight + r
        squares += (r * (x - total / weight)) ** 2
        variance = squares / (t + 1)
    return believed


def test_the_values_of_confseq() -> None:
    """confseq 0.0.11, `betting_cs` with its defaults: hedged, α .05, 1,000 breaks, not intersected."""
    believed = np.array([holds(m, PATTERN, level=0.95) for m in BREAKS])
    for n, (low, high) in {10: (0, 0.640), 50: (0.065, 0.386), 100: (0.093, 0.333)}.items():
        kept = np.flatnonzero(believed[:, n - 1]) / 1000
        assert kept[0] == low
        assert kept[-1] == pytest.approx(high - 0.001, abs=1e-9)  # confseq goes one break further up


@pytest.mark.parametrize("left", [np.inf, 60.0])
@pytest.mark.parametrize("weighted", [False, True])
def test_ends_are_those_of_the_slow_twin(weighted: bool, left: float) -> None:
    rng = np.random.default_rng(4)
    losses = rng.choice([0, 0.25, 1], 40, p=[0.6, 0.2, 0.2])
    rho = rng.uniform(0.2, 3, 40) if weighted else np.ones(40)
    largest = 3.0 if weighted else 1.0
    rest = 20 * largest  # so heavy that no end comes of what is possible at all
    suite = None if left == np.inf else Population(60, float(rho.sum()) + rest)
    low, high = ends(losses, rho, largest=largest, population=suite, level=0.95)
    twin = np.array([hedged(losses.tolist(), (rho / largest).tolist(), m, left) for m in BREAKS]).all(1)
    kept = np.flatnonzero(twin) / 1000
    assert kept[0] - 0.001 <= low <= kept[0]
    assert kept[-1] <= high <= kept[-1] + 0.001
    mine = np.array([holds(m, losses, rho, largest=largest, population=suite, level=0.95).all() for m in BREAKS])
    assert mine.tolist() == twin.tolist()


def test_an_end_is_what_it_was_when_it_was_farthest_in() -> None:
    path = course([0] * 30 + [1] * 5, level=0.95)
    assert (np.diff(path[:, 0]) >= 0).all()
    assert (np.diff(path[:, 1]) <= 0).all()
    farther = path[34, 1] + 0.03
    assert holds(farther, [0] * 30 + [1] * 5, level=0.95)[[29, 34]].tolist() == [
        False,
        True,
    ]  # alone, the last would hold it again


def test_many_samples_at_once_are_each_their_own() -> None:
    samples = np.random.default_rng(1).random((3, 25))
    low, high = ends(samples, level=0.95)
    assert [(one, other) for one, other in zip(low, high, strict=True)] == [ends(row, level=0.95) for row in samples]


def test_nothing_judged_is_all_that_is_possible() -> None:
    assert ends([], level=0.95) == (0.0, 1.0)
    assert ends([], population=Population(5, 5.0), level=0.95) == (0.0, 1.0)


def test_every_order_of_a_small_population_is_counted() -> None:
    """All 720 orders: no more than α of them leave the truth out, at a level where some do."""
    losses, rho = [1.0, 0, 0, 1, 0, 0.5], [1.0, 2, 0.5, 2, 1, 1.5]
    truth = sum(np.multiply(losses, rho)) / sum(rho)
    suite = Population(6, sum(rho))
    missed = 0
    for order in permutations(range(6)):
        one, weights = [losses[i] for i in order], [rho[i] for i in order]
        missed += not holds(truth, one, weights, largest=2.0, population=suite, level=0.3).all()
    assert 0 < missed <= 0.7 * 720


@pytest.mark.parametrize("aim", [None, 0.3])
@pytest.mark.parametrize("told", [[True] * 6, [True, True, False, True, True, False], [False] * 4 + [True] * 2])
def test_a_bet_on_the_truth_is_fair_whatever_came_before(told: list[bool], aim: float | None) -> None:
    """Of all orders that go on from the same beginning; what people cannot tell has its turn, with ρ = 0."""
    losses, rho = np.array([1.0, 0, 0, 1, 0, 0.5]) * told, np.array([1.0, 2, 0.5, 2, 1, 1.5]) * told
    truth, suite, grown = float(losses @ rho / rho.sum()), Population(6, float(rho.sum())), defaultdict(list)
    for order in permutations(range(6)):
        one, weights = losses[list(order)], rho[list(order)]
        both = purses(truth, one, weights, largest=2.0, population=suite, level=0.5, aim=aim)
        for side, purse in enumerate(both):
            for turn, step in enumerate(np.exp(np.diff(purse, prepend=0.0))):
                grown[side, order[:turn]].append(step)
    assert [np.mean(steps) for steps in grown.values()] == pytest.approx([1.0] * len(grown), abs=1e-12)
    assert max(map(max, grown.values())) > 1.05  # something is bet


def test_what_could_not_be_told_is_in_no_divisor_and_all_judged_is_a_point() -> None:
    losses, rho = [1.0, 0, 0, 1, 0.5], [1.0, 0.5, 0, 2, 1]
    assert ends(losses, rho, largest=2.0, population=Population(5, 4.5), level=0.95) == pytest.approx(
        (3.5 / 4.5, 3.5 / 4.5)
    )
    # Of five cases four had their turn, and one of these could not be told: what is left weighs 1.
    assert ends(losses[:4], rho[:4], largest=2.0, population=Population(5, 4.5), level=0.95) == pytest.approx(
        (3 / 4.5, 4 / 4.5)
    )


def test_purses_fall_in_the_value_that_is_bet_against_also_where_few_can_be_told() -> None:
    """So an end can be found by halves."""
    rng = np.random.default_rng(3)
    losses, rho = rng.random(30) ** 2, rng.random(30) * (rng.random(30) < 0.4)
    suite = Population(40, float(rho.sum()) + 3)
    above = np.array([purses(m, losses, rho, population=suite, level=0.95)[0] for m in np.linspace(0, 1, 201)])
    under = np.array([purses(m, losses, rho, population=suite, level=0.95)[1] for m in np.linspace(0, 1, 201)])
    assert (np.diff(above, axis=0) <= 1e-12).all()
    assert (np.diff(under, axis=0) >= -1e-12).all()


def test_differences_lie_between_minus_one_and_one() -> None:
    assert differences([1] * 400, [0] * 400, level=0.95)[1] == 1.0
    low, high = differences([1, 0] * 200, [1, 0] * 200, level=0.95)
    assert low == pytest.approx(-high)
    assert 0 < high < 0.1


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("a loss of 1.5: a confidence sequence bets on losses between 0 and 1", {"losses": [0, 1.5]}),
        ("a loss of nan", {"losses": [0, np.nan]}),
        ("an importance of 2, and largest=1", {"losses": [0, 1], "weights": [1, 2]}),
        ("an importance of 2, and largest=1.5", {"losses": [0, 1], "weights": [1, 2], "largest": 1.5}),
        ("3 judgements of a population of 2 cases", {"losses": [0, 1, 1], "population": Population(2, 2.0)}),
        ("confidence level 1", {"losses": [0, 1], "level": 1}),
    ],
)
def test_what_cannot_be_bet_on_is_refused(said: str, given: dict[str, object]) -> None:
    with pytest.raises(UsageError, match=said):
        ends(**{"level": 0.95, **given})  # type: ignore[arg-type]


def test_betting_for_a_width_reaches_it_sooner_and_still_holds_the_truth() -> None:
    rng = np.random.default_rng(8)
    wide, narrow, kept = [], [], []
    for losses in (rng.random((60, 600)) < 0.2).astype(float):
        wide.append(-np.subtract(*ends(losses, level=0.95)))
        narrow.append(-np.subtract(*ends(losses, aim=0.08, level=0.95)))
        kept.append(holds(0.2, losses, aim=0.08, level=0.95).all())
    assert np.median(wide) > 0.11
    assert np.median(narrow) < 0.085
    assert np.mean(kept) >= 0.95


def test_a_wanted_width_is_that_of_the_difference() -> None:
    rng = np.random.default_rng(9)
    one, other = (rng.random((2, 1500)) < [[0.3], [0.2]]).astype(float)
    low, high = ends((one - other + 1) / 2, aim=0.06, level=0.95)
    assert differences(one, other, aim=0.12, level=0.95) == (2 * low - 1, 2 * high - 1)


@pytest.mark.slow
@pytest.mark.parametrize("aim", [None, 0.05])
@pytest.mark.parametrize("sigma", [0.0, 1.0])
@pytest.mark.parametrize("finite", [False, True])
def test_at_most_one_path_in_twenty_ever_leaves_the_truth_out(finite: bool, sigma: float, aim: float | None) -> None:
    """2,000 paths of 1,000 judgements, of 1,500 cases or of no end of them."""
    rng = np.random.default_rng(11)
    rho = np.minimum(np.exp(sigma * rng.standard_normal((2000, 1500))), 8.0)
    losses = (rng.random((2000, 1500)) < 0.1 * np.minimum(rho, 4)).astype(float)
    if finite:
        truths, suites = (rho * losses).sum(1) / rho.sum(1), [Population(1500, float(all_)) for all_ in rho.sum(1)]
    else:
        truths, suites = np.full(2000, 0.1), [None] * 2000
        if sigma:
            z = np.minimum(np.exp(sigma * np.random.default_rng(1).standard_normal(4_000_000)), 8.0)
            truths[:] = (z * 0.1 * np.minimum(z, 4)).mean() / z.mean()
    largest = 8.0 if sigma else 1.0
    kept = [
        holds(truth, one[:1000], weights[:1000], largest=largest, population=suite, aim=aim, level=0.95).all()
        for truth, one, weights, suite in zip(truths, losses, rho, suites, strict=True)
    ]
    assert np.mean(kept) >= 0.95
