"""The nearest choice that turns a ranking round, and refinements that do."""

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from murho.core.dominance import dominant, lead_at
from murho.core.inversion import nearest, refined
from murho.core.shifting import mu1, mu2, mu3

DELTAS = (0.1, 0.2, 0.3, 0.4, 0.7)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(-4, 4), min_size=6, max_size=6), st.integers(0, 2**31))
def test_no_drawn_choice_that_inverts_is_nearer(column: list[int], seed: int) -> None:
    lead = np.array(column).reshape(6, 1)
    value = lead_at(lead, DELTAS, (1.0,))
    assume(abs(value) > 1e-9)
    found = nearest(lead, DELTAS, (1.0,))
    if found is None:
        assert dominant(lead) in ("A", "B")
        return
    assert lead_at(lead, found.deltas, (1.0,)) == pytest.approx(0, abs=1e-9)
    assert list(found.deltas) == sorted(found.deltas)
    assert found.distance == pytest.approx(np.linalg.norm(np.array(found.deltas) - DELTAS))
    rng = np.random.default_rng(seed)
    drawn = np.concatenate([rng.random((3000, 5)), DELTAS + found.distance * rng.normal(0, 0.5, (3000, 5))])
    drawn = np.sort(drawn[(drawn > 0).all(axis=1) & (drawn < 1).all(axis=1)], axis=1)
    values = np.diff(drawn, axis=1, prepend=0.0, append=1.0) @ lead[:, 0]
    inverted = drawn[values * value < 0]
    assert (np.linalg.norm(inverted - DELTAS, axis=1) >= found.distance - 1e-9).all()


def test_omega_is_moved_where_no_delta_can() -> None:
    lead = np.array([[3, -1]] * 6)  # B is worse among all, better among the important ones
    found = nearest(lead, DELTAS, (0.5, 1.0))
    assert found is not None
    assert (found.moved, found.deltas) == ("omega", DELTAS)
    # 3·ω1 = ω2 − ω1: the point of the line ω2 = 4·ω1 nearest to (0.5, 1), cut off at 1
    assert found.omegas == pytest.approx((0.25, 1.0))
    assert found.distance == pytest.approx(0.25)


def test_what_is_level_has_nothing_to_invert() -> None:
    assert nearest(np.zeros((6, 1)), DELTAS, (1.0,)) is None
    assert nearest(np.ones((6, 1)), DELTAS, (1.0,)) is None


def test_a_refinement_may_invert() -> None:
    # A fails twice where B is wrong once.
    lead: Any = np.array([[-1], [1], [1], [1], [1], [1]])
    found = refined(lead, [10], (1.0,), mu1().values, mu2(0.25))
    assert (found.refines, found.before, found.inverts) == (True, -0.1, True)
    assert found.after == pytest.approx(0.05)
    other = refined(lead, [10], (1.0,), mu3().values, mu1())
    assert not other.refines
    assert "cannot refine" in other.why
