"""Importances: relative frequencies sum to 1, copies never count twice, products commute, all lie in [0,1]."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.case import Cases
from murho.core.importance import checked
from murho.core.judgement import Judgements
from murho.core.tally import tally
from murho.weighting import Product, Weighting, domain, frequency, information, length, semantic, structure

texts = st.sampled_from(["open ?", "fees", "renew the atlas", "a poem"])
bag = st.lists(st.one_of(texts, st.just("never in the suite")), min_size=1).map(tuple)
suites = st.lists(texts, min_size=1, max_size=8)


def suite(expressions: list[str]) -> Cases:
    """Every expression in the domain; the count is a function of the expression."""
    return Cases(
        [str(i) for i in range(len(expressions))],
        expressions,
        [(e,) for e in expressions],
        features={"count": [len(e) for e in expressions], "type": [e[:1] for e in expressions]},
    )


def distinct(expressions: list[str]) -> Cases:
    return suite(list(dict.fromkeys(expressions)))


@given(suites, bag)
def test_frequencies_are_those_of_the_whole_bag(expressions: list[str], heard: tuple[str, ...]) -> None:
    cases, counted = distinct(expressions), Counter(heard)
    if not any(counted[e] for e in cases.expressions):
        return
    found = frequency(bag=heard).weigh(cases)
    assert found.tolist() == [counted[e] / len(heard) for e in cases.expressions]
    assert found.sum() <= 1 + 1e-12, "1 where nothing else was said"


@given(suites)
def test_frequencies_of_a_column(expressions: list[str]) -> None:
    cases = distinct(expressions)
    found = frequency("count").weigh(cases)
    assert found.tolist() == [float(Fraction(len(e), sum(map(len, cases.expressions)))) for e in cases.expressions]


@given(suites, st.data())
@pytest.mark.parametrize("how", ["bag", "split", "suite"])
def test_copies_together_weigh_what_the_expression_weighs(
    how: str, expressions: list[str], data: st.DataObject
) -> None:
    heard = tuple(data.draw(st.lists(texts))) + tuple(expressions)
    weigh = {"bag": frequency(bag=heard), "split": frequency("count", duplicates="split"), "suite": frequency()}[how]
    merged = frequency(bag=tuple(expressions)) if how == "suite" else weigh
    mass: Counter[str] = Counter()
    for expression, weight in zip(expressions, weigh.weigh(suite(expressions)).tolist(), strict=True):
        mass[expression] += weight
    cases = distinct(expressions)
    assert mass == pytest.approx(dict(zip(cases.expressions, merged.weigh(cases).tolist(), strict=True)))


@given(suites, bag, st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=8, max_size=8))
def test_repeating_the_suite_changes_no_performance(
    expressions: list[str], heard: tuple[str, ...], losses: list[float]
) -> None:
    heard += tuple(expressions)
    cases = distinct(expressions)
    once = tally(Judgements.of(losses[: len(cases)]), frequency(bag=heard).weigh(cases)).performance
    copies = suite([*cases.expressions, *cases.expressions])
    twice = tally(Judgements.of(losses[: len(cases)] * 2), frequency(bag=heard).weigh(copies)).performance
    assert once == pytest.approx(twice)


weightings = st.sampled_from(
    [
        domain(),
        frequency(),
        frequency("count", duplicates="sum"),
        length((2,), (0.3, 0.7)),
        structure("type"),
        information(),
        semantic(),
    ]
)


@given(weightings, weightings, suites)
def test_products_commute_to_the_last_digit(one: Weighting, two: Weighting, expressions: list[str]) -> None:
    cases = suite(expressions)
    assert Product(one, two).weigh(cases).tolist() == Product(two, one).weigh(cases).tolist()


@given(weightings, weightings, suites)
def test_every_weighting_is_an_importance(one: Weighting, two: Weighting, expressions: list[str]) -> None:
    cases = suite(expressions)
    for weighting in (one, Product(one, two)):
        found = weighting.weigh(cases)
        assert found.dtype == np.float64
        assert checked(found).shape == (len(cases),)


@given(weightings, suites, st.data())
def test_importance_follows_the_case_and_not_its_place(
    weighting: Weighting, expressions: list[str], data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(len(expressions))))
    cases = suite(expressions)
    here, there = weighting.weigh(cases), weighting.weigh(cases.take(order))
    assert there.tolist() == pytest.approx(here[order].tolist())


@given(weightings.filter(lambda w: not w.whole_suite), suites, st.integers(0, 8))
def test_what_needs_no_whole_suite_can_be_weighed_in_parts(
    weighting: Weighting, expressions: list[str], cut: int
) -> None:
    whole = weighting.weigh(suite(expressions)).tolist()
    parts = [weighting.weigh(suite(part)).tolist() for part in (expressions[:cut], expressions[cut:])]
    assert parts[0] + parts[1] == whole
