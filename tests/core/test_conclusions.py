"""What is concluded after the paper's case study: the figures are what they say, and what is open is not said."""

import numpy as np
import pytest

from murho.core.conclusions import linguistic_above_conceptual, robust, samples_apart, tailored
from murho.core.figure import Figure, figure
from murho.core.judgement import Judgements
from murho.core.tally import tally

ONES = np.ones(300)


def test_well_tailored_is_importance_and_success_together() -> None:
    rng = np.random.default_rng(2)
    rho = rng.uniform(0.1, 1, 300)
    loss = (rng.random(300) > rho).astype(float)
    found = tailored(loss, ONES, rho, level=0.95)
    assert found is not None
    assert found.value == pytest.approx((rho * loss).sum() / rho.sum() - loss.mean())
    assert found.value == pytest.approx(np.cov(rho, loss, ddof=0)[0, 1] / rho.mean())
    assert found.interval is not None
    assert found.interval[1] < 0
    assert found.holds
    assert found.sentence is not None
    assert found.sentence.startswith(f"well tailored: weighed by importance π is {-found.value:.4f} lower")
    turned = tailored(1 - loss, ONES, rho, level=0.95)
    assert turned is not None
    assert turned.holds is False
    assert (turned.sentence or "").startswith("badly tailored")
    assert turned.value == pytest.approx(-found.value)


def test_what_the_interval_leaves_open_is_not_said() -> None:
    rng = np.random.default_rng(1)
    rho = rng.uniform(0.1, 1, 300)
    found = tailored((rng.random(300) < 0.3).astype(float), ONES, rho, level=0.95)
    assert found is not None
    assert (found.holds, found.sentence) == (None, None)
    assert found.interval is not None
    assert found.interval[0] < 0 < found.interval[1]
    assert found.as_json()["sentence"] is None


def test_clusters_widen_what_is_said() -> None:
    """The same cases in pairs that share all: half as many tell as much as they did; None is no cluster."""
    rng = np.random.default_rng(3)
    rho = np.repeat(rng.uniform(0.1, 1, 150), 2)
    loss = np.repeat((rng.random(150) > rho[::2]).astype(float), 2)
    alone, paired = (
        tailored(loss, ONES, rho, level=0.95),
        tailored(loss, ONES, rho, [str(row // 2) for row in range(300)], level=0.95),
    )
    assert alone is not None
    assert alone.interval is not None
    assert paired is not None
    assert paired.interval is not None
    wide, narrow = (ends[1] - ends[0] for ends in (paired.interval, alone.interval))
    assert wide == pytest.approx(narrow * 2**0.5, rel=0.06)
    assert tailored(loss, ONES, rho, [None] * 300, level=0.95) == alone


def test_robust_looks_at_what_matters_least() -> None:
    rho = np.repeat([1.0, 0.1, 0.11], 100)
    loss = np.concatenate([np.zeros(100), np.arange(100) % 10 == 0, np.ones(100)])
    found = robust(loss, ONES, rho, level=0.95)
    assert found is not None
    assert (found.value, found.holds) == (0.1, True)
    assert (found.sentence or "").startswith("robust: of what matters least")
    assert "below one half" in (found.sentence or "")
    lost = robust(1 - loss, ONES, rho, level=0.95)
    assert lost is not None
    assert lost.holds is False
    assert "lacks robustness" in (lost.sentence or "")
    half = robust((np.arange(300) % 2).astype(float), ONES, rho, level=0.95)
    assert half is not None
    assert half.sentence is None
    assert robust(loss, ONES, np.linspace(0.5, 1, 300), level=0.95) is None


def test_nothing_can_be_asked_where_all_matter_alike() -> None:
    assert tailored(ONES, ONES, ONES, level=0.95) is None
    assert robust(ONES, ONES, ONES, level=0.95) is None
    assert tailored(np.zeros(0), np.zeros(0), np.zeros(0), level=0.95) is None


def test_shares_of_expressions_and_of_concepts() -> None:
    """10 concepts are said in 20 ways, all understood; 30 are said once, and not understood."""
    meant = [frozenset({f"m{row % 10}"}) for row in range(200)] + [frozenset({f"r{row}"}) for row in range(30)]
    understood = np.arange(230) < 200
    found = linguistic_above_conceptual(meant, np.ones(230, bool), understood, level=0.95)
    assert found is not None
    assert found.value == pytest.approx(200 / 230 - 10 / 40)
    assert found.holds
    assert "linguistic above conceptual competence" in (found.sentence or "")
    # Each concept in one of its wordings only: the concepts are there, the language is not.
    wordings = [frozenset({f"m{row % 40}"}) for row in range(200)]
    other = linguistic_above_conceptual(wordings, np.ones(200, bool), np.arange(200) < 40, level=0.95)
    assert other is not None
    assert other.value == pytest.approx(0.2 - 1)
    assert other.holds is False
    once = [frozenset({str(row)}) for row in range(20)]
    assert linguistic_above_conceptual(once, np.ones(20, bool), np.arange(20) < 9, level=0.95) is None
    assert linguistic_above_conceptual([frozenset()], np.ones(1, bool), np.ones(1, bool), level=0.95) is None


def _figure(wrong: int, of: int) -> Figure:
    return figure(tally(Judgements.of(np.arange(of) < wrong), np.ones(of)), level=0.95)


def test_two_samples_are_as_far_apart_as_the_nearest_figures() -> None:
    found = samples_apart([_figure(60, 100), _figure(50, 100)], [_figure(10, 100), _figure(20, 100)])
    assert found is not None
    assert found.value == pytest.approx(0.3)
    assert found.holds
    low, high = found.interval or (0, 0)
    near, far = _figure(50, 100), _figure(20, 100)
    assert low == pytest.approx(0.3 - ((0.5 - near.low) ** 2 + (far.high - 0.2) ** 2) ** 0.5)
    assert high == pytest.approx(0.3 + ((near.high - 0.5) ** 2 + (0.2 - far.low) ** 2) ** 0.5)
    open_still = samples_apart([_figure(20, 100)], [_figure(18, 100)])
    assert open_still is not None
    assert open_still.sentence is None
    assert samples_apart([_figure(1, 1)], [_figure(18, 100)]) is None, "a single case has no interval"
