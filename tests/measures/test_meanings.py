"""Meanings: whole sets under μ1, μ2, μ3, and the one measure that takes any of them."""

import pytest

from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.core.shifting import RELATIONS, mu1, mu2, mu3, mu4
from murho.measures import measure
from murho.measures.any_of import any_of
from murho.measures.meanings import meanings, relations

ONE_OF_EACH: list[tuple[Meanings, Answered]] = [
    (("a", "b"), ("b", "a")),
    (("a",), UNDEFINED),
    (("a",), ()),
    (("a", "b"), ("a",)),
    (("a",), ("a", "b")),
    (("a", "b"), ("b", "c")),
    (("a",), ("c",)),
]
REFERENCES, ANSWERS = zip(*ONE_OF_EACH, strict=True)


def test_each_of_the_seven_relations() -> None:
    assert tuple(relations(REFERENCES, ANSWERS)) == RELATIONS
    judged = meanings().judge(REFERENCES, ANSWERS)
    assert judged.labels["relation"] == list(RELATIONS)
    assert {name: int(judged.counts[name].sum()) for name in RELATIONS} == dict.fromkeys(RELATIONS, 1)


@pytest.mark.parametrize("shifting", [mu1(), mu2(0.25), mu3(0.1, 0.2, 0.3, 0.4, 0.5)])
def test_losses_are_those_of_the_shifting(shifting) -> None:
    judged = meanings(shifting).judge(REFERENCES, ANSWERS)
    assert judged.loss.tolist() == [shifting.value(name) for name in RELATIONS]
    assert judged.units.tolist() == [1] * 7
    assert (judged.counts["correct"].sum(), judged.counts["total"].sum(), judged.undefined.sum()) == (1, 7, 1)


def test_sets_are_compared_as_meanings_not_as_texts() -> None:
    judged = meanings().judge(
        [({"a": 1, "b": [1, 2]},), ({"a": [1, 2]},), (1,)], [({"b": [1.0, 2], "a": 1},), ({"a": [2, 1]},), (True,)]
    )
    assert judged.loss.tolist() == [0, 1, 1]


def test_repetition_does_not_matter() -> None:
    assert meanings().judge([("a",)], [("a", "a")]).loss.tolist() == [0]


def test_out_of_domain_is_understood_by_saying_so() -> None:
    judged = meanings(mu3()).judge([()] * 3, [(), UNDEFINED, ("a",)])
    assert judged.labels["relation"] == ["equal", "undefined", "disjoint"]


def test_any_of_accepts_one_right_meaning_among_others() -> None:
    judged = any_of().judge(REFERENCES, ANSWERS)
    assert judged.loss.tolist() == [0, 1, 1, 0, 0, 0, 1]
    assert judged.counts["correct"].tolist() == [1, 0, 0, 1, 1, 1, 0]
    assert any_of().judge([(), ()], [(), ("a",)]).loss.tolist() == [0, 1]


def test_mu4_grades_what_is_disjoint() -> None:
    right = [({"a": 1, "b": 2},), ({"a": 1, "b": 2},), (), ({"a": 1},), ({"a": 1}, {"a": 2})]
    said = [({"a": 1, "b": 3},), UNDEFINED, ({"a": 1},), ({"a": 2},), ({"a": 1},)]
    how = meanings(shifting=mu4("json", 0.1, 0.2, 0.3, 0.4, 0.6))
    assert how.judge(right, said).loss.tolist() == pytest.approx([0.8, 0.1, 1, 1, 0.3])
    assert repr(how) == "meanings(shifting=mu4('json', 0.1, 0.2, 0.3, 0.4, 0.6))"
    assert measure(repr(how)) == how
    bags = meanings(shifting=mu4("units")).judge([(["a", "b"],)] * 2, [(["b", "a"],), (["b", "c"],)])
    assert bags.loss.tolist() == pytest.approx([0, 0.85])
    with pytest.raises(UsageError, match="no distance 'miles'; known: json"):
        meanings(shifting=mu4("miles"))
