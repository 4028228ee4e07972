"""Rows for units: who pairs with whom, and what each attribute gets wrong."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED
from murho.core.tally import tallies, tally
from murho.measures import fine_enough, measure
from murho.measures.kernel import align
from murho.measures.units.reading import attribute
from murho.measures.units.unit_rows import Pair, apart, as_bag, errors, in_order

UNITS = st.lists(st.sampled_from(["a:1", "a:2", "a:3", "b:1", "b:2", "c"]), max_size=6)


def counts(pairs: list[Pair]) -> tuple[int, int, int, int]:
    """Hits, substitutions, deletions, insertions."""
    hits = sum(one == other for one, other in pairs)
    deletions, insertions = sum(other is None for _, other in pairs), sum(one is None for one, _ in pairs)
    return hits, len(pairs) - hits - deletions - insertions, deletions, insertions


def unlike(pairs: list[Pair]) -> int:
    """Substitutions of units of unlike attributes."""
    return sum(one is not None and other is not None and attribute(one) != attribute(other) for one, other in pairs)


@given(UNITS, UNITS)
def test_pairs_in_order_have_the_counts_of_the_kernel_and_the_order_of_both_sides(
    gold: list[str], said: list[str]
) -> None:
    pairs = in_order(gold, said)
    path = align(gold, said)
    assert counts(pairs) == tuple(path.count(operation) for operation in "=SDI")
    assert [one for one, _ in pairs if one is not None] == gold
    assert [other for _, other in pairs if other is not None] == said


def every_order(gold: list[str], said: list[str]) -> list[list[Pair]]:
    """All pairings that keep the order: the slow and obvious way."""
    if not gold or not said:
        return [[*((one, None) for one in gold), *((None, other) for other in said)]]
    return [
        *([(gold[0], said[0]), *rest] for rest in every_order(gold[1:], said[1:])),
        *([(gold[0], None), *rest] for rest in every_order(gold[1:], said)),
        *([(None, said[0]), *rest] for rest in every_order(gold, said[1:])),
    ]


@given(UNITS.filter(lambda units: len(units) < 5), UNITS.filter(lambda units: len(units) < 5))
def test_pairs_in_order_agree_in_attributes_where_the_counts_leave_a_choice(gold: list[str], said: list[str]) -> None:
    def rank(pairs: list[Pair]) -> tuple[int, int, int]:
        return errors(pairs), counts(pairs)[1], unlike(pairs)

    assert rank(in_order(gold, said)) == min(map(rank, every_order(gold, said)))


@given(UNITS.filter(lambda units: len(units) < 6), UNITS.filter(lambda units: len(units) < 6))
def test_the_bag_is_the_best_assignment(gold: list[str], said: list[str]) -> None:
    size = max(len(gold), len(said))
    left, right = gold + [None] * (size - len(gold)), said + [None] * (size - len(said))  # type: ignore[list-item]

    def rank(pairs: list[Pair]) -> tuple[int, int]:
        return errors(pairs), unlike(pairs)

    best = min(rank(list(zip(left, order, strict=True))) for order in set(permutations(right)))
    assert rank(as_bag(gold, said)) == best
    assert sorted(one for one, _ in as_bag(gold, said) if one) == sorted(gold)
    assert sorted(other for _, other in as_bag(gold, said) if other) == sorted(said)


def test_a_unit_without_an_equal_pairs_with_one_of_its_attribute() -> None:
    gold, said = ["goal:Bonn", "source:Köln"], ["day:monday", "goal:Berlin"]
    assert as_bag(gold, said) == [("goal:Bonn", "goal:Berlin"), ("source:Köln", "day:monday")]
    assert in_order(["goal:Berlin"], ["source:Bonn", "goal:Bonn"]) == [
        (None, "source:Bonn"),
        ("goal:Berlin", "goal:Bonn"),
    ]


def test_substitutions_taken_apart() -> None:
    assert apart([("a", "a"), ("a", "b"), (None, "c")]) == [("a", "a"), ("a", None), (None, "b"), (None, "c")]


SETS = st.lists(UNITS, max_size=3).map(tuple)


@given(
    st.lists(st.tuples(SETS, st.one_of(st.just(UNDEFINED), SETS)), max_size=8),
    st.sampled_from(["concepts", "concept_bag", "slots", "concepts(without='a')", "oracle(concepts)"]),
)
def test_rows_of_units_add_up_to_the_rows_of_cases(cases: list, name: str) -> None:
    how = measure(name)
    references, answers = [one for one, _ in cases], [other for _, other in cases]
    rho = [2.0**-i for i in range(len(cases))]  # with which products are not rounded
    clusters = [None if i % 3 else f"c{i % 2}" for i in range(len(cases))]
    by_case = tally(how.judge(references, answers), rho, clusters)
    fine = fine_enough(how, ["attribute"])
    rows = fine.judge(references, answers)
    assert tally(rows, rho, clusters) == by_case
    names = rows.labels["attribute"]
    codes = [sorted(set(names)).index(attribute) for attribute in names]
    parts = tallies(rows, rho, clusters, np.array(codes, int), len(set(names)))
    assert sum(part.numerator for part in parts) == by_case.numerator
    assert sum(part.denominator for part in parts) == by_case.denominator


def test_the_attributes_of_errors() -> None:
    gold, said = ["goal:Bonn", "day:monday"], ["goal:Berlin", "hour:nine", "day:monday"]
    rows = measure("concepts(rows='units')").judge([(gold,)], [(said,)])
    found = sorted(zip(rows.labels["attribute"], rows.loss.tolist(), rows.units.tolist(), strict=True))
    assert found == [("day", 0, 1), ("goal", 1, 1), ("hour", 1, 0)]
    rows = measure("slots(rows='units')").judge([(gold,)], [(said,)])
    found = sorted(zip(rows.labels["attribute"], rows.loss.tolist(), rows.units.tolist(), strict=True))
    assert found == [("day", 0, 2), ("goal", 1, 1), ("goal", 1, 1), ("hour", 1, 1)]


def test_a_case_without_units_keeps_a_row() -> None:
    rows = measure("concepts(rows='units')").judge([(), ([],)], [UNDEFINED, ([],)])
    assert (rows.case.tolist(), rows.units.tolist(), rows.undefined.tolist()) == ([0, 1], [0, 0], [True, False])
    assert rows.labels["attribute"] == ["(none)", "(none)"]


def test_rows_are_of_cases_or_of_units() -> None:
    with pytest.raises(UsageError, match="rows='words'; give 'cases' or 'units'"):
        measure("concepts(rows='words')")
    assert measure("slots(only='a')").finer() == measure("slots(only='a', rows='units')")  # type: ignore[attr-defined]


def test_only_a_label_of_units_asks_for_finer_rows() -> None:
    assert fine_enough(measure("concepts"), ["scenario"]) == measure("concepts")
    assert fine_enough(measure("words"), ["attribute"]) == measure("words")
    assert fine_enough(measure("oracle(slots, 3)"), ["given"]) == measure("oracle(slots(rows='units'), 3)")
