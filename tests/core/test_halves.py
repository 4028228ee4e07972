"""Random halves, where `compare` hardly leads: very many clusters, and systems that are equally good."""

import numpy as np
import pytest

from murho.core.halves import COINS, halves


def test_very_many_clusters_that_all_differ_by_the_same_leave_no_doubt() -> None:
    """What a part gains goes with what it weighs, also in the clusters that have no coin of their own."""
    share = np.linspace(1, 2, 4 * COINS)
    share /= share.sum()
    found = halves(-0.25 * share, share, -0.25, draws=999)
    assert found.drawn == 999
    assert found.interval(0.9) == pytest.approx((-0.25, -0.25), abs=1e-7)


@pytest.mark.parametrize("turned", [1, -1])
def test_of_equal_systems_neither_comes_first(turned: int) -> None:
    """The ends of the two sides are 0.1 and 0.2 away; the further one holds for both."""
    found = halves(turned * np.array([0.5] + [-0.1] * 5) / 6, np.full(6, 1 / 6), 0.0)
    assert found.interval(0.9) == pytest.approx((-0.2, 0.2))
    assert found.p_value == 1
