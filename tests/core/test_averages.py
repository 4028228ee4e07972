"""Macro and micro F1 beside what is counted by hand, and beside scikit-learn."""

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
import pytest

from murho.core.averages import Averages, f1_averages

GOLD = ["a"] * 6 + ["b"] * 3 + ["c"]
GIVEN = ["a", "a", "a", "a", "b", "⊥", "b", "b", "a", "b"]


def averages(
    gold: Sequence[str],
    given: Sequence[str],
    rho: Sequence[float] | None = None,
    cluster: Sequence[int] | None = None,
    no_labels: tuple[str, ...] = (),
) -> Averages | None:
    """The averages of rows, each by itself or in clusters."""
    rho = [1.0] * len(gold) if rho is None else rho
    sums, squares = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    clusters = defaultdict[int, Counter[tuple[str, str]]](Counter)
    for i, pair in enumerate(zip(gold, given, strict=True)):
        sums[pair] += rho[i]  # type: ignore[assignment]
        if cluster is None:
            squares[pair] += rho[i] ** 2  # type: ignore[assignment]
        else:
            clusters[cluster[i]][pair] += rho[i]  # type: ignore[assignment]
    alone = len(gold) if cluster is None else 0
    return f1_averages(sums, squares, alone, list(clusters.values()), no_labels=no_labels, level=0.95)


def test_the_values_are_those_counted_by_hand() -> None:
    found = averages(GOLD, GIVEN, no_labels=("⊥",))
    assert found is not None
    # a: 4 right, 6 correct, 5 given; b: 2, 3, 4; c: 0, 1, 0.
    assert found.macro.value == pytest.approx((8 / 11 + 4 / 7 + 0) / 3)
    assert found.micro.value == pytest.approx(2 * 6 / (10 + 9))
    assert found.labels == 3


@pytest.mark.parametrize("rho", [[1.0, 1.0], [0.25, 1.0]], ids=["alike", "weighed"])
def test_the_values_are_those_of_scikit_learn(rho: list[float]) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(5)
    gold, given = rng.choice(list("abcd"), 60).tolist(), rng.choice(list("abcxy"), 60).tolist()
    weights = rng.choice(rho, 60).tolist()
    found = averages(gold, given, weights)
    assert found is not None
    for kind, mine in (("macro", found.macro), ("micro", found.micro)):
        theirs = metrics.f1_score(gold, given, average=kind, sample_weight=weights, zero_division=0.0)
        assert mine.value == pytest.approx(theirs, abs=1e-12)
    assert found.labels == 6


@pytest.mark.parametrize("kind", ["macro", "micro"])
def test_the_interval_is_that_of_the_jackknife_on_the_logit(kind: str) -> None:
    rng = np.random.default_rng(3)
    gold = rng.choice(["a", "b", "c"], 400, p=[0.6, 0.3, 0.1])
    given = np.where(rng.random(400) < 0.75, gold, rng.choice(["a", "b", "c"], 400))
    cluster, rho = np.arange(400) // 4, rng.choice([0.5, 1.0], 400)

    def of(held: np.ndarray) -> Averages:  # type: ignore[type-arg]
        found = averages(gold[held].tolist(), given[held].tolist(), rho[held].tolist(), cluster[held].tolist())
        assert found is not None
        return found

    left_out = np.array([getattr(of(cluster != one), kind).value for one in range(100)])
    error = np.sqrt(99 / 100 * ((left_out - left_out.mean()) ** 2).sum())
    found = getattr(of(cluster >= 0), kind)
    logit = np.log(np.array([found.low, found.high]) / (1 - np.array([found.low, found.high])))
    assert (logit[1] - logit[0]) / 2 / 1.98422 * found.value * (1 - found.value) == pytest.approx(error, rel=0.05)


def test_rows_alone_are_clusters_of_one() -> None:
    rho = [0.5, 1.0] * 5
    assert averages(GOLD, GIVEN, rho) == averages(GOLD, GIVEN, rho, list(range(10)))


def test_a_label_that_was_only_given_counts_as_in_scikit_learn() -> None:
    found = averages(["a", "a", "b"], ["a", "x", "b"])
    assert found is not None
    assert (found.macro.value, found.labels) == (pytest.approx((2 / 3 + 1 + 0) / 3), 3)
    assert found.micro.value == pytest.approx(2 / 3)


def test_all_right_has_no_interval_and_no_weight_no_average() -> None:
    found = averages(["a", "b"], ["a", "b"])
    assert found is not None
    assert (found.macro.value, found.macro.low, found.micro.high) == (1.0, None, None)
    assert averages(["a"], ["a"], [0.0]) is None
