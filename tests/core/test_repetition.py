"""The two parts of the variance of repeated askings: by hand, and by simulation."""

import numpy as np
import pytest

from murho.core.repetition import always, at_least_once, difference, variation


def test_by_hand() -> None:
    """Three cases of two askings, of which one varies: within is 2 · (1/2) / 6², the whole 3/2 · (1 + 1 + 0) / 6²."""
    num, den, case = np.array([1, 1, 0, 0, 1, 0.0]), np.ones(6), np.repeat(np.arange(3), 2)
    found = variation(num, den, case, case)
    assert found is not None
    assert found.value == 0.5
    assert found.within == pytest.approx(2 * 0.5 / 36)
    assert found.total == pytest.approx(1.5 * 2 / 36)
    assert (found.askings, found.clusters, found.freedom) == (2, 3, 3)
    assert found.margin(0.95, askings=4) < found.margin(0.95)
    assert found.margin(0.95, askings=1e12) == pytest.approx(found.margin(0.95) * (found.between / found.total) ** 0.5)
    assert found.margin(0.95, cases=4) == pytest.approx(found.margin(0.95) / 2)


def test_nothing_to_tell() -> None:
    one = np.ones(3)
    assert variation(one, np.zeros(3), np.arange(3), np.arange(3)) is None
    assert variation(one, one, np.arange(3), np.arange(3)) is None, "nothing was asked twice"
    assert variation(one, one, np.zeros(3, int), np.zeros(3, int)) is None, "one case alone"
    twice = np.repeat(np.arange(3), 2)
    assert variation(np.zeros(6), np.ones(6), twice, twice) is None, "that nothing was wrong makes no margin of 0"


def test_draws_without_putting_back() -> None:
    assert [at_least_once(2, 5, drawn) for drawn in (1, 2, 4)] == pytest.approx([0.4, 0.7, 1.0])
    assert [always(3, 5, drawn) for drawn in (1, 2, 4)] == pytest.approx([0.6, 0.3, 0.0])


CASES, ASKINGS = 60, 4


def drawn(chance: np.random.Generator, noise: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    """Losses and weights of askings, and the probability that each case goes wrong."""
    wrong = chance.beta(1.2 * (1 - noise) + 0.05, 2.4 * (1 - noise) + 0.05, CASES)
    rho = chance.integers(1, 4, CASES).astype(float)
    loss = chance.random((CASES, ASKINGS)) < wrong[:, None]
    return loss.astype(float), np.repeat(rho[:, None], ASKINGS, axis=1), wrong


@pytest.mark.slow
@pytest.mark.parametrize("noise", [0.0, 0.6, 0.95])
def test_the_parts_are_what_they_say(noise: float) -> None:
    """Over many suites: within is how π varies about what its cases give in the long run, the whole how it varies."""
    chance, times = np.random.default_rng(5), 3000
    case = np.repeat(np.arange(CASES), ASKINGS)
    values, long_run, within, total = [], [], [], []
    for _ in range(times):
        loss, rho, wrong = drawn(chance, noise)
        found = variation((rho * loss).ravel(), rho.ravel(), case, case)
        assert found is not None
        values.append(found.value)
        long_run.append(float(rho[:, 0] @ wrong / rho[:, 0].sum()))
        within.append(found.within)
        total.append(found.total)
    assert np.mean(within) == pytest.approx(np.var(np.subtract(values, long_run)), rel=0.08)
    assert np.mean(total) == pytest.approx(np.var(values), rel=0.08)


@pytest.mark.slow
def test_a_system_beside_itself_is_within_its_own_noise() -> None:
    """Of the same cases asked of the same system twice, at most about 5 % differ by more than the noise says."""
    chance, beyond, times = np.random.default_rng(6), 0, 2000
    case = np.repeat(np.arange(CASES), ASKINGS)
    for _ in range(times):
        _, rho, wrong = drawn(chance, 0.3)
        sides = [(rho * (chance.random(rho.shape) < wrong[:, None])).ravel() for _ in range(2)]
        found = difference((sides[0], rho.ravel()), (sides[1], rho.ravel()), case, case)
        beyond += found is not None and abs(found.value) > found.noise(0.95)
    assert 0.035 <= beyond / times <= 0.065
