"""What is bet on in samples by a design: the cases that come first, each or with its like."""

from math import fsum

import numpy as np
import pytest

from murho.core import confidence_sequence, stratified_sequence
from murho.core.confidence_sequence import Population
from murho.core.errors import UsageError
from murho.core.sampled_sequence import Clusters, Draws, Sampled, Strata
from murho.core.stratified_sequence import Stratum

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
    expected = stratified_sequence.ends([0.5, np.nan, 1, 0], of, two, level=0.8, aim=0.3)
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
