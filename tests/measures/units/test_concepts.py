"""Concepts: units in order and as a bag."""

import pytest

from murho.core.errors import MeaningError
from murho.core.judgement import Judgements
from murho.measures.units.concepts import concept_bag, concepts


def counts(judged: Judgements) -> tuple[int, ...]:
    return tuple(int(judged.counts[name][0]) for name in ("hits", "substitutions", "deletions", "insertions"))


def test_a_wrong_value_is_one_substitution() -> None:
    gold, said = ["source:Bonn", "goal:Berlin"], ["source:Bonn", "goal:Bonn"]
    assert counts(concepts().judge([(gold,)], [(said,)])) == (1, 1, 0, 0)
    assert counts(concept_bag().judge([(gold,)], [(said,)])) == (1, 1, 0, 0)


def test_order_matters_to_concepts_and_not_to_the_bag() -> None:
    gold, said = ["a:1", "b:2"], ["b:2", "a:1"]
    assert concepts().judge([(gold,)], [(said,)]).loss.tolist() == [2]
    assert concept_bag().judge([(gold,)], [(said,)]).loss.tolist() == [0]


def test_a_bag_counts_what_is_missing_extra_and_wrong() -> None:
    judged = concept_bag().judge([(["a:1", "b:1", "c:1"],), (["a:1"],)], [(["x:1", "c:1"],), (["a:1", "a:1", "b:1"],)])
    assert {name: column.tolist() for name, column in judged.counts.items()} == {
        "hits": [1, 1],
        "substitutions": [1, 0],
        "deletions": [1, 0],
        "insertions": [0, 2],
        "units": [3, 1],
    }


def test_units_may_come_as_tuples_and_need_no_colon() -> None:
    assert concepts().judge([(("yes", "a:b:c"),)], [(["yes", "a:b:c"],)]).loss.tolist() == [0]


@pytest.mark.parametrize("unit", [1, None, ["a:1"]])
@pytest.mark.parametrize("how", [concepts(), concept_bag()])
def test_a_unit_is_a_string(how: concepts | concept_bag, unit: object) -> None:
    with pytest.raises(
        MeaningError, match=r'^answer .* is not a list of units; write units as in \[\["goalcity:Bonn"\]\]'
    ):
        how.judge([(["a:1"],)], [(["a:1", unit],)])


def test_of_several_references_the_one_with_the_least_errors_counts() -> None:
    options = (["a:1", "b:1", "c:1"], ["a:1", "b:2"], ["b:2"])
    for how in (concepts(), concept_bag(), concepts(rows="units"), concept_bag(rows="units")):
        judged = how.judge([options], [(["b:2"],)])
        assert (judged.loss.sum(), judged.units.sum()) == (0, 1)


def test_the_error_rate_of_intents() -> None:
    gold, said = ["intent:book", "goal:Bonn"], ["intent:pay", "goal:Bonn"]
    judged = concepts(only="intent").judge([(gold,)], [(said,)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([1], [1])
    assert concepts(without="intent").judge([(gold,)], [(said,)]).loss.tolist() == [0]
