"""Attribute-value structures: what is one structure, how far others are, in words."""

import gc
import json
from typing import Any

import pytest

from murho.core.errors import UsageError
from murho.measures.distances.naming import named
from murho.measures.distances.structures import Node
from murho.measures.meanings import graded

SHARED = "[subj: #1 [num: sg], pred: [subj: #1]]"


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (SHARED, "[pred = [subj = ?x], subj = ?x [num = sg]]"),
        (SHARED, '{"subj": {"#": 7, "num": "sg"}, "pred": {"subj": "#7"}}'),
        (SHARED, "(r :subj (x :num sg) :pred (p :subj x))"),
        ("sign [a: #2, b: #1, c: #2 x]", "(s / sign :a (v / x) :b (w) :c v)"),
        ("#1 [a: #1]", "(r :a r)"),
        ('(p :name "Obama" :age 1)', '{"name": "Obama", "age": 1}'),
        (
            r'["first name": "New \"York\" #1, \\", b: "1", c: 1.0, d: true]',
            r'{"first name": "New \"York\" #1, \\", "b": "1", "c": 1, "d": true}',
        ),
        ('[a: "#1", b: "null"]', '{"a": "#1", "b": "null"}'),
        ("[a: x b: [] , c: #3]", "[c: #1 [], b: [], a: x]"),
        ("(w / want :arg0 b :arg1 (g / go :arg0 (b / boy)))", "(w / want :arg0 (x / boy) :arg1 (y / go :arg0 x))"),
    ],
)
def test_one_structure(one: str, two: str) -> None:
    other: Any = json.loads(two) if two.startswith("{") else two
    assert named("structure").between(one, other) == named("structure").between(other, one) == 0
    assert graded("structure").judge([(one,)], [(other,)]).labels["relation"] == ["equal"]
    assert named("structure").told(one, other) == []


@pytest.mark.parametrize(
    ("one", "two", "far", "told"),
    [
        # three paths and one more through what is shared, two atoms, one sharing: 7 facts, and one that is lost
        (SHARED, "[subj: [num: sg], pred: [subj: [num: sg]]]", 1 / 8,
         ["pred.subj and subj are two, and should be one"]),
        ("[a: #1, b: #2]", "[a: #1, b: #1]", 1 / 3, ["a and b are one, and should be two"]),
        ("[a: x]", "[a: y]", 2 / 3, ["a: y instead of x"]),
        ("[a: x]", "[a: []]", 1 / 2, ["missing a: x"]),
        ("[a: x]", "[a: x, b: t [c: y]]", 4 / 6, ["additional b: t, c y"]),
        ("s [a: x]", "t [a: x]", 2 / 4, ["the whole: t instead of s"]),
        ("#1 [a: #1]", "[a: []]", 1 / 2, ["a and the whole are two, and should be one"]),
        ("#1 [a: #1]", "#1 [a: [a: #1]]", 3 / 4,
         ["additional a.a", "a and the whole are two, and should be one"]),
        ({"a": [1, {"b": True}]}, {"a": [1, {"b": None}]}, 2 / 7, ["a.2.b: null instead of true"]),
        ({"t": "#wow"}, {"t": "#meh"}, 2 / 3, ["t: #meh instead of #wow"]),
        ({"t": 1}, {"t": "1"}, 2 / 3, ['t: "1" instead of 1']),
        ({"t": '"1"'}, '[t: "1"]', 2 / 3, [r't: "1" instead of "\"1\""']),
        ("[t: null]", {"t": "null"}, 2 / 3, ['t: "null" instead of null']),
        ("[]", "[]", 0, []),
        ("[]", "[a: x]", 1, ["additional a: x"]),
    ],
)  # fmt: skip
def test_values_and_words(one: Any, two: Any, far: float, told: list[str]) -> None:
    distance = named("structure")
    assert distance.between(one, two) == distance.between(two, one) == pytest.approx(far)
    assert distance.told(one, two) == told


@pytest.mark.parametrize(
    "text",
    ["[a: x", "[a: x]]", "[a: x] b", "[a x]", "[a:]", "[: x]", "[a: x, a: x]", "[a: #1 x, b: #1 y]", "[[a: x]]", "x",
     "", "(a", "(a / )", "(a / b c)", "(a :b)", "(a :b c :b d)", "(a :b (", "(a) (b)",
     '[a: "b]', '(a :b "c)', '[a: b"]'],
)  # fmt: skip
def test_what_is_no_structure_is_equal_or_not(text: str) -> None:
    distance = named("structure")
    assert distance.reads is not None
    assert not distance.reads(text)
    assert (distance.between(text, text), distance.between(text, SHARED)) == (0, 1)
    assert graded("structure").judge([(text,)], [(SHARED,)]).counts["unreadable"].tolist() == [True]


def test_what_has_too_many_facts_is_equal_or_not() -> None:
    distance = named("structure")
    assert distance.beyond is not None
    # Sixty values, each of which is twice in the one before: 2^60 paths.
    many = ", ".join(f"x{i}: #{i} [l: #{i + 1}, r: #{i + 1}]" for i in range(60))
    for one, other in (
        (f"[{many}]", f"[{many.replace('#60', 'z')}]"),
        ("[a:" * 600 + "x" + "]" * 600, "[a:" * 600 + "y" + "]" * 600),
    ):
        assert distance.beyond(one, other)
        assert (distance.between(one, other), distance.between(one, one.replace("#", "?t"))) == (1, 0)
        assert distance.told(one, other)[0].startswith('"[')
    assert not distance.beyond(SHARED, "[a: x]")


def test_what_was_compared_is_not_kept() -> None:
    def kept() -> int:
        return sum(isinstance(one, Node) for one in gc.get_objects())

    before = kept()
    for case in range(12):
        values = {f"a{at}": {"v": f"{case}-{at}"} for at in range(500)}
        assert named("structure").between(values, {**values, "z": "1"}) == pytest.approx(2 / 1502)
    assert kept() - before < 5 * 1002


def test_it_has_no_options() -> None:
    with pytest.raises(UsageError, match="structure"):
        named("structure(tags=2)")
