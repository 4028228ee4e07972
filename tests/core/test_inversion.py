"""The nearest choice that turns a ranking round, and refinements that do."""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from murho.core.dominance import dominant, lead_at
from murho.core.errors import UsageError
from murho.core.inversion import nearest, refined, refines
from murho.core.shifting import mu1, mu2, mu3

DELTAS = (0.1, 0.2, 0.3, 0.4, 0.7)


def ordered(given: Sequence[float], distance: float, rng: np.random.Generator) -> Any:
    """Ordered choices no further than this from a given one: drawn ones, and all that stand at ends of their ranges."""
    low, high = (np.clip(np.array(given) + sign * distance, 0, 1) for sign in (-1, 1))
    drawn = np.sort(low + (high - low) * rng.random((500, len(given))), axis=1)
    edges = np.array(list(combinations_with_replacement(np.unique([low, high]), len(given))))
    all_of = np.concatenate([drawn, edges])
    return all_of[((all_of >= low) & (all_of <= high)).all(axis=1)]


def differences(lead: Any, deltas: Any, omegas: Any) -> Any:
    """Of all pairs of a δ and an ω."""
    rises = np.diff(deltas, axis=1, prepend=0.0, append=1.0), np.diff(omegas, axis=1, prepend=0.0)
    return np.einsum("xk,kj,yj->xy", rises[0], lead, rises[1])


@settings(max_examples=20, deadline=None)
@given(
    st.integers(1, 3).flatmap(
        lambda m: st.lists(st.lists(st.integers(-4, 4), min_size=m, max_size=m), min_size=6, max_size=6)
    ),
    st.integers(0, 2**31),
)
def test_no_choice_of_both_that_inverts_is_nearer(rows: list[list[int]], seed: int) -> None:
    lead = np.array(rows)
    omegas = ((1.0,), (0.5, 1.0), (0.2, 0.5, 1.0))[lead.shape[1] - 1]
    value = lead_at(lead, DELTAS, omegas)
    assume(abs(value) > 1e-9)
    found = nearest(lead, DELTAS, omegas)
    if found is None:
        assert dominant(lead) in ("A", "B")
        return
    assert lead_at(lead, found.deltas, found.omegas) == pytest.approx(0, abs=1e-7)
    moves = [np.abs(np.subtract(*pair)).max() for pair in ((found.deltas, DELTAS), (found.omegas, omegas))]
    assert max(moves) == pytest.approx(found.distance, abs=1e-9)
    assert found.moved == ("both" if min(moves) > 0 else "delta" if moves[0] > 0 else "omega")
    assert [list(found.deltas), list(found.omegas)] == [sorted(found.deltas), sorted(found.omegas)]
    rng = np.random.default_rng(seed)
    for distance, inverted in ((found.distance - 1e-9, False), (found.distance + 1e-3, True)):
        within = [ordered(given, distance, rng) for given in (DELTAS, omegas)]
        assert (differences(lead, *within) * np.sign(value) < -1e-9).any() == inverted


def test_both_are_moved_less_far_than_one_alone() -> None:
    # B is worse among all, better among the important ones, and the more so the worse the answers are.
    lead = np.array([[6, -2], [5, -3], [4, -3], [4, -3], [3, -4], [3, -4]])
    found = nearest(lead, DELTAS, (0.5, 1.0))
    assert found is not None
    assert found.moved == "both"
    omega = nearest(
        np.array([[lead_at(lead, DELTAS, (1.0, 1.0)), lead_at(lead, DELTAS, (0.0, 1.0))]] * 6), DELTAS, (0.5, 1.0)
    )
    assert omega is not None
    assert found.distance < omega.distance


def test_omega_is_moved_where_no_delta_can() -> None:
    lead = np.array([[3, -1]] * 6)  # B is worse among all, better among the important ones
    found = nearest(lead, DELTAS, (0.5, 1.0))
    assert found is not None
    assert (found.moved, found.deltas) == ("omega", DELTAS)
    # 3·ω1 = ω2 − ω1, and ω2 is at most 1
    assert found.omegas == pytest.approx((0.25, 1.0))
    assert found.distance == pytest.approx(0.25)


def test_what_is_level_has_nothing_to_invert() -> None:
    assert nearest(np.zeros((6, 1)), DELTAS, (1.0,)) is None
    assert nearest(np.ones((6, 1)), DELTAS, (1.0,)) is None


@pytest.mark.parametrize("nearly", [1e-9, 1e-10, 4e-12])
@pytest.mark.parametrize("sign", [1, -1])
def test_what_is_nearly_level_is_moved_a_little(nearly: float, sign: int) -> None:
    lead = sign * np.array([[1], [-2], [1], [0], [0], [0]])
    deltas = (0.1, 0.2 + nearly, 0.3 + 2 * nearly, 0.4, 0.7)
    found = nearest(lead, deltas, (1.0,))
    assert found is not None
    assert (found.moved, found.omegas) == ("delta", (1.0,))
    assert 0 < found.distance < nearly
    assert found.deltas != deltas


def test_what_is_level_at_the_choice_alone_has_nothing_to_invert() -> None:
    assert nearest(np.array([[1], [-2], [1], [0], [0], [0]]), (0.25, 0.5, 0.75, 0.75, 1.0), (1.0,)) is None


def test_a_refinement_may_invert() -> None:
    # A fails twice where B is wrong once.
    lead: Any = np.array([[-1], [1], [1], [1], [1], [1]])
    found = refined(lead, [10], (1.0,), mu1().values, mu2(0.25))
    assert (found.refines, found.before, found.inverts) == (True, -0.1, True)
    assert found.after == pytest.approx(0.05)
    other = refined(lead, [10], (1.0,), mu3().values, mu1())
    assert not other.refines
    assert "cannot refine" in other.why


# Refinement: what it takes, and the reasons against it.


COARSE = {"a": 0.0, "b": 1.0, "c": 1.0, "d": 1.0}


@pytest.mark.parametrize(
    "fine",
    [
        COARSE,
        {"a": 0.0, "b": 0.5, "c": 1.0, "d": 1.0},
        {"a": 0.0, "b": 0.25, "c": 0.5, "d": 1.0},
        {"a": 0.0, "b": 1.0, "c": 0.001, "d": 0.001},
    ],
)
def test_parts_of_a_class_lie_above_the_class_below_and_reach_its_value(fine: dict[str, float]) -> None:
    assert refines(fine, COARSE).holds


@pytest.mark.parametrize(
    ("fine", "why"),
    [
        ({"a": 0.0, "b": 0.0, "c": 0.0, "d": 0.0}, "1 values cannot refine 2"),
        ({"a": 0.0, "b": 0.0, "c": 0.5, "d": 1.0}, "the finer value 0.0 joins a, b"),
        ({"a": 0.0, "b": 0.5, "c": 0.75, "d": 0.9}, "must keep it as its largest part, found 0.9"),
        ({"a": 0.0, "b": -0.5, "c": 1.0, "d": 1.0}, "part -0.5 of the class of value 1.0 must lie above 0.0"),
        ({"a": 0.5, "b": 1.0, "c": 1.0, "d": 1.0}, "the class of value 0.0 must keep it"),
    ],
)
def test_why_not(fine: dict[str, float], why: str) -> None:
    found = refines(fine, COARSE)
    assert not found.holds
    assert why in found.why


def test_nothing_lies_below_the_lowest_class() -> None:
    coarse = {"a": 0.5, "b": 0.5, "c": 1.0}
    assert refines({"a": 0.0, "b": 0.5, "c": 1.0}, coarse).holds


def test_an_empty_class_is_still_a_class() -> None:
    """The relation is between declared classes; leaving one out is another question, and refused."""
    with pytest.raises(UsageError, match=r"these differ: d$"):
        refines({"a": 0.0, "b": 1.0, "c": 1.0}, COARSE)
