"""Macro and micro F1 beside what is counted by hand."""

import numpy as np
import pytest

from murho.core.averages import f1_averages

GOLD = ["a"] * 6 + ["b"] * 3 + ["c"]
GIVEN = ["a", "a", "a", "a", "b", "⊥", "b", "b", "a", "b"]


def test_the_values_are_those_counted_by_hand() -> None:
    found = f1_averages(GOLD, GIVEN, np.ones(10), np.arange(10), no_labels=("⊥",))
    assert found is not None
    # a: 4 right, 6 correct, 5 given; b: 2, 3, 4; c: 0, 1, 0.
    assert found.macro.value == pytest.approx((8 / 11 + 4 / 7 + 0) / 3)
    assert found.micro.value == pytest.approx(2 * 6 / (10 + 9))
    assert found.labels == 3


@pytest.mark.parametrize("kind", ["macro", "micro"])
def test_the_interval_is_that_of_the_jackknife_on_the_logit(kind: str) -> None:
    rng = np.random.default_rng(3)
    gold = rng.choice(["a", "b", "c"], 400, p=[0.6, 0.3, 0.1])
    given = np.where(rng.random(400) < 0.75, gold, rng.choice(["a", "b", "c"], 400))
    cluster, rho = np.arange(400) // 4, rng.choice([0.5, 1.0], 400)

    def value(held: np.ndarray) -> float:  # type: ignore[type-arg]
        found = f1_averages(gold[held].tolist(), given[held].tolist(), rho[held], cluster[held])
        assert found is not None
        return float(getattr(found, kind).value)

    left_out = np.array([value(cluster != one) for one in range(100)])
    error = np.sqrt(99 / 100 * ((left_out - left_out.mean()) ** 2).sum())
    found = getattr(f1_averages(gold.tolist(), given.tolist(), rho, cluster), kind)
    logit = np.log(np.array([found.low, found.high]) / (1 - np.array([found.low, found.high])))
    assert (logit[1] - logit[0]) / 2 / 1.98422 * found.value * (1 - found.value) == pytest.approx(error, rel=0.05)


def test_a_label_that_nothing_deserves_is_no_part_of_the_mean() -> None:
    found = f1_averages(["a", "a", "b"], ["a", "x", "b"], np.ones(3), np.arange(3))
    assert found is not None
    assert (found.macro.value, found.labels) == (pytest.approx((2 / 3 + 1) / 2), 2)
    assert found.micro.value == pytest.approx(2 / 3)


def test_all_right_has_no_interval_and_no_weight_no_average() -> None:
    found = f1_averages(["a", "b"], ["a", "b"], np.ones(2), np.arange(2))
    assert found is not None
    assert (found.macro.value, found.macro.low, found.micro.high) == (1.0, None, None)
    assert f1_averages(["a"], ["a"], np.zeros(1), np.arange(1)) is None
