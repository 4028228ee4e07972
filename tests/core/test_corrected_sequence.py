"""Confidence sequences of a machine that people correct: what is known exactly, bet by bet, and coverage of paths."""

from itertools import permutations

import numpy as np
import pytest

from murho.core import confidence_sequence
from murho.core.confidence_sequence import Population
from murho.core.corrected_sequence import ends, holds
from murho.core.errors import UsageError

UNTOLD = np.nan


def drawn(seed: int, cases: int = 60, untold: float = 0.0) -> tuple[np.ndarray, ...]:
    """The machine's and people's losses, importances, and an order."""
    rng = np.random.default_rng(seed)
    people = (rng.random(cases) < 0.3).astype(float)
    machine = np.where(rng.random(cases) < 0.8, people, rng.random(cases))
    people[rng.random(cases) < untold] = UNTOLD
    return machine, people, rng.uniform(0.2, 3, cases), rng.permutation(cases)


def believed(machine: list[float], people: list[float], rho: list[float], order: list[int], m: float) -> list[bool]:
    """The slow twin: two purses, bet by bet, and what is left of all cases looked up; whether m is believed."""
    shares = [one / max(rho) for one in rho]
    mean = sum(map(float.__mul__, shares, machine)) / sum(shares)
    above, under, told = 1.0, 1.0, list[tuple[float, float, float]]()
    total, weight, squares, found = 0.5, 1.0, 0.25, []
    owed = moved = 0.0
    for t, place in enumerate(order, 1):
        w = [s for s, _, _ in told]
        if sum(w):
            y0, f0 = (sum(s * row[i] for s, row in zip(w, told, strict=True)) / sum(w) for i in (1, 2))
            spread = sum(s * (f - f0) ** 2 for s, _, f in told) + 1
            slope = min(1.0, max(0.0, sum(s * (y - y0) * (f - f0) for s, y, f in told) / spread))
        else:
            slope = 0.0
        variance = squares / t
        stake = np.sqrt(2 * np.log(40) / (variance * t * np.log(1 + t)))
        expected = -(owed - slope * moved) / (len(machine) - t + 1)
        s, f, y = shares[place], machine[place], people[place]
        known = not np.isnan(y)
        own, aside = (s * (y - m) if known else 0.0), s * (f - mean)
        surplus = own - slope * aside - expected
        down, up = m + slope * (1 - mean) + expected, 1 - m + slope * mean - expected
        above *= 1 + (min(stake, 0.5 / down) if down > 0 else stake) * surplus
        under *= 1 - (min(stake, 0.5 / up) if up > 0 else stake) * surplus
        found.append(above < 40 and under < 40)
        owed, moved = owed + own, moved + aside
        if known:
            told.append((s, y, f))
            total, weight = total + s * y, weight + s
        total -= slope * aside
        seen = total / weight
        squares += ((s * (y - seen) if known else 0.0) - slope * aside) ** 2
    return found


@pytest.mark.parametrize("m", [0.05, 0.2, 0.3, 0.6])
def test_bets_are_those_of_the_slow_twin(m: float) -> None:
    machine, people, rho, order = drawn(5)
    twin = believed(*(column.tolist() for column in (machine, people, rho, order)), m)
    assert holds(m, machine, people, order, rho, level=0.95).tolist() == twin


def test_a_machine_that_says_the_same_of_all_changes_nothing() -> None:
    _, people, rho, order = drawn(2)
    suite = Population(60, float(rho.sum()))
    alone = confidence_sequence.ends(
        people[order[:40]], rho[order[:40]], largest=rho.max(), population=suite, level=0.95
    )
    assert ends(np.full(60, 0.4), people, order[:40], rho, level=0.95) == pytest.approx(alone, abs=1e-9)


def test_all_judged_is_a_point_and_what_could_not_be_told_is_in_no_divisor() -> None:
    machine, people, rho, order = drawn(3, untold=0.3)
    told = ~np.isnan(people)
    truth = float(people[told] @ rho[told] / rho[told].sum())
    assert ends(machine, people, order, rho, level=0.95) == pytest.approx((truth, truth))
    assert ends(machine, people, [], level=0.95) == (0.0, 1.0)


@pytest.mark.parametrize("untold", [0.0, 0.4])
def test_what_refutes_a_value_refutes_all_beyond_it(untold: float) -> None:
    """Else an end that is found by halves could be one of several."""
    for seed in range(6):
        machine, people, rho, order = drawn(seed, untold=untold)
        held = [holds(m, machine, people, order[:50], rho, level=0.95).all() for m in np.linspace(0, 1, 101)]
        between = np.flatnonzero(held)
        assert len(between) == between[-1] - between[0] + 1


def test_every_order_of_a_small_population_is_counted() -> None:
    """All 720 orders, one case cannot be told: no more than α leave the truth out, at a level where some do."""
    machine, people = [1.0, 0, 0.2, 1, 1, 0.5], [1.0, 0, 0, 1, UNTOLD, 0.5]
    rho = [1.0, 2, 0.5, 2, 1, 1.5]
    truth = (1 + 2 + 0.75) / 7
    missed = sum(not holds(truth, machine, people, order, rho, level=0.3).all() for order in permutations(range(6)))
    assert 0 < missed <= 0.7 * 720


def test_a_good_machine_narrows_it() -> None:
    rng = np.random.default_rng(7)
    people = (rng.random(1500) < 0.2).astype(float)
    machine = np.where(rng.random(1500) < 0.05, 1 - people, people)
    suite, order = Population(1500, 1500.0), np.arange(300)
    low, high = ends(machine, people, order, level=0.95)
    alone = confidence_sequence.ends(people[:300], population=suite, level=0.95)
    assert low <= people.mean() <= high
    assert (high - low) < 0.75 * (alone[1] - alone[0])
    aimed = ends(machine, people, order, aim=0.06, level=0.95)
    assert aimed[1] - aimed[0] < high - low


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("columns of 2, 3 and 2 cases", {"machine": [0, 1], "people": [0, 1, 0], "order": [0]}),
        ("a loss that is not between 0 and 1", {"machine": [0, 2], "people": [0, 1], "order": [0]}),
        ("a loss that is not between 0 and 1", {"machine": [0, 1], "people": [0, 2], "order": [1]}),
        ("comes twice", {"machine": [0, 1], "people": [0, 1], "order": [1, 1]}),
        ("not all 0", {"machine": [0, 1], "people": [0, 1], "order": [1], "weights": [0, 0]}),
    ],
)
def test_what_cannot_be_bet_on_is_refused(said: str, given: dict[str, object]) -> None:
    with pytest.raises(UsageError, match=said):
        ends(**given, level=0.95)  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("right", [0.7, 0.95])
@pytest.mark.parametrize("sigma", [0.0, 0.7])
@pytest.mark.parametrize("untold", [0.0, 0.2])
def test_at_most_one_path_in_twenty_ever_leaves_the_truth_out(untold: float, sigma: float, right: float) -> None:
    """2,000 whole paths of 800 cases; what cannot be told is mostly what the machine takes for wrong."""
    rng = np.random.default_rng(11)
    kept = []
    for _ in range(2000):
        people = (rng.random(800) < 0.2).astype(float)
        machine = np.where(rng.random(800) < right, people, 1 - people)
        people[rng.random(800) < untold * (0.5 + machine)] = UNTOLD
        rho = np.minimum(np.exp(sigma * rng.standard_normal(800)), 8.0)
        told = ~np.isnan(people)
        truth = float(people[told] @ rho[told] / rho[told].sum())
        kept.append(holds(truth, machine, people, rng.permutation(800), rho, level=0.95).all())
    assert np.mean(kept) >= 0.95
