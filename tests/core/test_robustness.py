"""Verdicts that hold for every choice: what a sample shows, and how often it shows what is not so."""

from typing import Any

import numpy as np
import pytest

from murho.core.dominance import dominant, share
from murho.core.robustness import UNDECIDED, robustness

DELTAS = (0.1, 0.2, 0.3, 0.4, 0.7)


def judged(a: Any, b: Any, classes: Any = None, **options: Any) -> Any:
    number = len(a)
    which = np.zeros(number, int) if classes is None else np.asarray(classes)
    names = [str(name) for name in range(int(which.max()) + 1)]
    omegas = tuple((i + 1) / len(names) for i in range(len(names)))
    return robustness(a, b, which, omegas, names, np.arange(number), DELTAS, resamples=999, **options, level=0.95)


def test_verdicts() -> None:
    right, wrong = [0] * 60, [6] * 40 + [0] * 20
    assert judged(right, wrong).verdict == "A, whatever the choice"
    assert judged(wrong, right).verdict == "B, whatever the choice"
    assert judged(wrong, wrong).verdict == "equal"
    assert judged([0, 6] * 30, [6, 0] * 30).verdict == "equal", "at no vertex does one come first"
    assert judged([0] * 10, [0] * 9 + [6]).verdict == UNDECIDED


def test_a_verdict_for_some_choices() -> None:
    careful, bold = [1] * 120 + [0] * 80, [6] * 50 + [0] * 150
    found = judged(careful, bold)
    # A fails more often, B misunderstands more often.
    assert found.verdict.startswith("A for ")
    assert ", B for " in found.verdict
    assert found.shown_a < found.share.a < 1 - found.shown_b
    # lead: -70 at the threshold of ⊥, 50 at the five others.
    assert float(found.share.a) == pytest.approx(1 - (70 / 120) ** 5)
    assert found.inversion.moved == "delta"
    assert [vertex.better for vertex in found.vertices] == ["B", *"AAAAA"]


def test_choices_that_are_never_drawn_are_choices() -> None:
    # B is right where A fails, in 70 cases of the heaviest class, and else wrong: that favours B only where ⊥ and this
    # class are nearly all that matters, which no draw is likely to meet.
    which = [0] * 3000 + [1] * 2900 + [2] * 100
    found = judged([0] * 5900 + [1] * 70 + [0] * 30, [6] * 5900 + [0] * 70 + [6] * 30, which)
    assert found.shown_a == 1
    assert [vertex.better for vertex in found.vertices].count("B") == 1
    assert found.verdict == "A for 99.9 % of choices"


@pytest.mark.parametrize(("lead", "method"), [([1000, 1000, -1], "sampled"), ([10**6, -1], "quadrature")])
def test_a_share_that_rounds_to_1_is_no_dominance(lead: list[int], method: str) -> None:
    table = np.full((6, len(lead)), max(lead))
    table[0, -1] = -1
    found = share(table)
    assert (found.method, found.dominant, dominant(table)) == (method, None, None)
    assert float(found.a) == pytest.approx(1)
    assert share(-np.abs(table)).dominant == "B"


def test_classes_without_a_difference_do_not_speak_against() -> None:
    found = judged([0] * 60 + [0] * 20, [6] * 60 + [0] * 20, [0] * 60 + [1] * 20)
    assert found.verdict == "A, whatever the choice"
    assert {vertex.better for vertex in found.vertices} == {"A", "equal"}
    assert all(vertex.low < 0 < vertex.high for vertex in found.vertices if vertex.better == "equal")


def test_exchanging_the_systems_exchanges_the_verdict() -> None:
    rng = np.random.default_rng(4)
    a, b = rng.integers(0, 7, 200), rng.integers(0, 5, 200)
    one, other = judged(a, b), judged(b, a)
    assert (one.shown_a, one.shown_b) == pytest.approx((other.shown_b, other.shown_a), abs=1e-9)
    assert [vertex.low for vertex in one.vertices] == pytest.approx([-vertex.high for vertex in other.vertices])


def test_whole_clusters_are_one_observation() -> None:
    a, b, clusters = [0] * 60, [6] * 60, np.repeat(np.arange(3), 20)
    found = robustness(a, b, [0] * 60, (1.0,), ["1"], clusters, DELTAS, resamples=999, level=0.95)
    assert found.verdict == UNDECIDED


@pytest.mark.slow
@pytest.mark.parametrize("weak", [0.0, 0.02])
def test_the_intervals_hold_the_truth_at_all_vertices_at_once(weak: float) -> None:
    """In 100 samples of 300 cases; A is better or equal throughout, with `weak` B is."""
    chances_a = np.array([0.6, 0.08, 0.04, 0.06, 0.06, 0.06, 0.1])
    chances_b = np.array([0.6 + weak, 0.06, 0.06, 0.06, 0.06, 0.06, 0.1 - weak])
    true = (chances_b - chances_a)[::-1].cumsum()[::-1][1:]
    rng, missed, wrongly, repetitions = np.random.default_rng(8), 0, 0, 100
    for seed in range(repetitions):
        # One uniform number for both in half of the cases: their answers go together there.
        drawn = rng.random((2, 300))
        drawn[1] = np.where(rng.random(300) < 0.5, drawn[0], drawn[1])
        a, b = (
            np.searchsorted(chances.cumsum()[:-1], row)
            for chances, row in zip((chances_a, chances_b), drawn, strict=True)
        )
        which = rng.integers(0, 2, 300)
        found = robustness(
            a, b, which, (0.5, 1.0), ["0", "1"], np.arange(300), DELTAS, resamples=499, seed=seed, level=0.95
        )
        low = np.array([vertex.low for vertex in found.vertices])
        high = np.array([vertex.high for vertex in found.vertices])
        truth = np.tile(true, 2)
        missed += bool(((low > truth + 1e-12) | (high < truth - 1e-12)).any())
        wrongly += found.verdict == f"{'A' if weak else 'B'}, whatever the choice"
    assert missed / repetitions < 0.12
    assert wrongly / repetitions < 0.05
