"""Dominance over every admissible choice, held to grids and draws of choices."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from murho.core.dominance import best_between, beyond, dominant, lead_at, positive, regions, share, steps
from murho.core.shifting import RELATIONS, mu3


def leads(most: int = 3) -> Any:
    entry = st.integers(-3, 3)
    return st.integers(1, most).flatmap(
        lambda m: st.lists(st.lists(entry, min_size=m, max_size=m), min_size=6, max_size=6).map(np.array)
    )


def test_beyond_gives_pi_of_every_choice() -> None:
    rng = np.random.default_rng(3)
    ranks, classes = rng.integers(0, 7, 50), rng.integers(0, 3, 50)
    deltas, omegas = (0.15, 0.2, 0.35, 0.6, 0.85), (0.2, 0.5, 0.9)
    values = mu3(*deltas).values
    expected = sum(values[RELATIONS[rank]] * omegas[kind] for rank, kind in zip(ranks, classes, strict=True))
    assert lead_at(beyond(ranks, classes, 3), deltas, omegas) == pytest.approx(expected, abs=1e-12)


@settings(max_examples=25, deadline=None)
@given(leads())
def test_dominance_is_that_of_all_choices_on_a_grid(lead: Any) -> None:
    # A grid that runs into the corners: steps of 1 beside steps of 1/1000.
    tiny = Fraction(1, 1000)
    tops, sides = ([np.where(np.arange(n) == i, Fraction(1), tiny) for i in range(n)] for n in lead.shape)
    rng = np.random.default_rng(0)
    tops += list(rng.exponential(size=(10, 6)))
    sides += list(rng.exponential(size=(10, lead.shape[1])))
    signs = {int(np.sign(a @ lead @ b)) for a in tops for b in sides}
    verdict = dominant(lead)
    if verdict is None:
        assert {1, -1} <= signs, "each is better for some choice"
    else:
        assert signs == {{"A": 1, "B": -1, "equal": 0}[verdict]}, "the cones are open: no choice ties"


@settings(max_examples=10, deadline=None)
@given(leads())
def test_the_share_is_that_of_drawn_choices(lead: Any) -> None:
    rng, number = np.random.default_rng(1), 20000
    deltas = np.sort(rng.random((number, 5)))
    omegas = np.sort(rng.random((number, lead.shape[1])))
    top = np.diff(deltas, axis=1, prepend=0.0, append=1.0)
    values = np.einsum("ik,kj,ij->i", top, lead, np.diff(omegas, axis=1, prepend=0.0))
    found = share(lead)
    assert float(found.a) == pytest.approx((values > 0).mean(), abs=0.02)
    assert float(found.a + found.b) == pytest.approx(0.0 if dominant(lead) == "equal" else 1.0)
    if lead.shape[1] == 1:
        assert found.method == "exact"


@pytest.mark.parametrize("values", [[2, -1, -1], [5, 0, 0, -3], [1, 1, 1, -2, -2, -2], [0, 0, 1], [3, 1, -1, -7, 2, 0]])
def test_the_exact_share_of_a_simplex(values: list[int]) -> None:
    drawn = np.random.default_rng(5).exponential(size=(200_000, len(values))) @ np.array(values)
    assert float(positive(values)) == pytest.approx((drawn > 0).mean(), abs=0.005)
    assert positive(values) + positive([-value for value in values]) == 1


def test_two_classes_are_integrated() -> None:
    # a·b1 > c·b2 of six and two: P by hand for a single crossing pair, by symmetry one half.
    lead = np.array([[1, 0], [0, -1], [0, 0], [0, 0], [0, 0], [0, 0]])
    found = share(lead)
    assert (found.method, found.error) == ("quadrature", 0.0)
    assert found.a == pytest.approx(0.5, abs=1e-12)


def test_rows_that_are_alike_are_exact_in_omega() -> None:
    assert share(np.array([[2, -1, 0]] * 6)).a == Fraction(2, 3)


def test_a_sampled_share_has_its_error() -> None:
    found = share(np.array([[1, 0, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1], [0, 0, 0], [0, 0, 0]]), draws=4000, seed=2)
    assert found.method == "sampled"
    assert 0.005 < found.error < 0.009


def test_regions_are_those_of_drawn_choices() -> None:
    rng = np.random.default_rng(11)
    classes = rng.integers(0, 3, 60)
    tables = [beyond(rng.integers(0, 7, 60), classes, 3) for _ in range(4)]
    worse = beyond(np.full(60, 6), classes, 3)
    found = regions([*tables, worse], seed=1)
    best = np.zeros(5)
    for _ in range(1500):
        deltas, omegas = np.sort(rng.random(5)), np.sort(rng.random(3))
        best[np.argmin([lead_at(table, deltas.tolist(), omegas.tolist()) for table in [*tables, worse]])] += 1
    assert [one.share for one in found] == pytest.approx((best / 1500).tolist(), abs=0.04)
    assert (found[4].share, found[4].error, found[4].instance) == (0.0, 0.0, None)
    for place, one in enumerate(found[:4]):
        if one.share > 0.001:
            assert one.instance is not None
            deltas, omegas = one.instance
            assert list(deltas) == sorted(deltas)
            assert list(omegas) == sorted(omegas)
            assert (deltas[0] > 0, deltas[-1] < 1, omegas[0] > 0, omegas[-1]) == (True, True, True, 1.0)
            values = [lead_at(table, deltas, omegas) for table in [*tables, worse]]
            assert int(np.argmin(values)) == place
    for first, second in combinations(range(2), 2):
        pair = regions([tables[first], tables[second]])
        assert pair[0].share + pair[1].share == pytest.approx(1)


def test_between_vertices_the_best_is_the_best_of_the_mixture() -> None:
    rng = np.random.default_rng(7)
    classes = rng.integers(0, 3, 40)
    tables = [beyond(rng.integers(0, 7, 40), classes, 3) for _ in range(3)]
    down, right = [0, 0.25, 2.5, 5], [0, 0.75, 2]
    found = best_between(tables, down, right)
    for i, s in enumerate(down):
        for j, t in enumerate(right):
            rows = [(1 - s % 1) * table[int(s)] + (s % 1) * table[min(int(s) + 1, 5)] for table in tables]
            values = [(1 - t % 1) * row[int(t)] + (t % 1) * row[min(int(t) + 1, 2)] for row in rows]
            least = [place for place, value in enumerate(values) if abs(value - min(values)) < 1e-9]
            assert found[i, j] == (least[0] if len(least) == 1 else -1)
    assert (best_between([tables[0], tables[0]], down, right) == -1).all()


def test_steps_add_up() -> None:
    assert steps((0.1, 0.3, 1.0)).sum() == 1.0
