"""What distances between strategies must keep to, whatever was learned."""

from collections.abc import Mapping
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho_lab.atn import Grammar, bundled
from murho_lab.atn.strategies import Strategies
from murho_lab.atn.texts.distances import between_arcs, by_node, jensen_shannon, kendall


@cache
def nets() -> Grammar:
    return bundled("english")[0]


@cache
def keys() -> list[tuple[int | None, int]]:
    """Every pair of an arc of arrival and a leaving arc."""
    found: list[tuple[int | None, int]] = [(None, arc.index) for arc in nets().order.start]
    for arc in nets().arcs:
        for row in (nets().order.after[arc.index], nets().order.into[arc.index]):
            found += [(arc.index, leaving.index) for leaving in row]
    return found


@st.composite
def learned(draw: st.DrawFn) -> Strategies:
    counts = draw(st.dictionaries(st.sampled_from(keys()), st.integers(1, 30), max_size=25))
    arcs = nets().arcs
    named = {(None if a is None else arcs[a], arcs[b]): float(n) for (a, b), n in counts.items()}
    return Strategies(nets(), named, 1, 1)


@given(learned(), learned())
def test_distances_are_symmetric_and_in_bounds(a: Strategies, b: Strategies) -> None:
    for distance in (kendall, between_arcs):
        assert distance(a, b) == pytest.approx(distance(b, a))
        assert 0 <= distance(a, b) <= 1
    assert all(0 <= each <= 1 and weight >= 0 for each, weight in by_node(a, b).values())


@given(learned())
def test_nothing_is_away_from_itself(a: Strategies) -> None:
    assert kendall(a, a) == 0
    assert between_arcs(a, a) == 0
    twice = a + a
    assert between_arcs(a, twice) == pytest.approx(0, abs=1e-12)


COUNTS = st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 50), min_size=1)


@given(COUNTS, COUNTS, COUNTS)
def test_the_root_of_jensen_shannon_is_a_metric(
    p: Mapping[str, int], q: Mapping[str, int], r: Mapping[str, int]
) -> None:
    sides = [jensen_shannon(*pair) ** 0.5 for pair in ((p, q), (q, r), (p, r))]
    assert sides[2] <= sides[0] + sides[1] + 1e-9
    assert jensen_shannon(p, {key: 7 * count for key, count in p.items()}) == pytest.approx(0, abs=1e-12)


@given(COUNTS)
def test_texts_without_a_common_arc_are_at_one(p: Mapping[str, int]) -> None:
    assert jensen_shannon(p, {key.upper(): count for key, count in p.items()}) == pytest.approx(1)
