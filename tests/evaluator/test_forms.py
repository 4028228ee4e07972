"""Forms: what is typed for a meaning is that meaning again, of every representation."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import UsageError
from murho.core.meaning import canonical
from murho.evaluator import forms
from murho.evaluator.representation import built, flattened, seen

TREE = "1\tdogs\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
keys = st.text("abc.", min_size=1, max_size=4).filter(lambda key: "·" not in key)
leaves = st.one_of(st.text("xyz 1:", min_size=1, max_size=5).map(str.strip).filter(bool), st.integers(), st.booleans())
objects = st.dictionaries(keys, st.recursive(leaves, lambda inner: st.lists(inner, max_size=3)), min_size=1, max_size=4)


@given(objects)
def test_what_is_taken_apart_is_put_together(meaning: Any) -> None:
    assert canonical(built(flattened(meaning))) == canonical(meaning)


@given(st.lists(objects, min_size=1, max_size=3))
def test_a_form_says_what_was_written_into_it(meanings: list[Any]) -> None:
    known = seen([tuple(meanings)])
    assert known.kind == "fields"
    typed = forms.written(tuple(meanings), known, "")
    assert forms.read(typed, known, "") == tuple(meanings)


@pytest.mark.parametrize(
    ("meanings", "kind"),
    [(("fees",), "label"), ((["city:bonn", "yes"],), "units"), ((), "text"), (("a b c",), "text")],
)
def test_other_representations(meanings: tuple[Any, ...], kind: str) -> None:
    known = seen([meanings] * (1 if kind == "text" else 2))
    assert known.kind == kind
    assert forms.read(forms.written(meanings, known, ""), known, "") == meanings


def test_a_tree_is_typed_word_by_word() -> None:
    known = seen([(TREE,)], kind="tree")
    assert known.values == {"relation": ["nsubj", "root"], "tag": ["NOUN", "VERB"]}
    assert forms.read(forms.written((TREE,), known, "dogs bark"), known, "dogs bark") == (TREE,)


@pytest.mark.parametrize(
    ("heads", "found"),
    [(("2", "1"), "one word hangs from 0"), (("0", "x"), "has no head"), (("0", "3"), "has no head")],
)
def test_a_tree_that_is_none_is_refused(heads: tuple[str, str], found: str) -> None:
    known = seen([(TREE,)], kind="tree")
    with pytest.raises(UsageError, match=found):
        forms.read({"r1.h1": [heads[0]], "r1.h2": [heads[1]]}, known, "dogs bark")


def test_words_that_hang_in_a_circle_are_refused() -> None:
    typed = {"r1.h1": ["0"], "r1.h2": ["3"], "r1.h3": ["2"]}
    with pytest.raises(UsageError, match="circle"):
        forms.read(typed, seen([(TREE,)], kind="tree"), "a b c")


def test_what_stands_in_a_form_before_anybody_types_is_not_said() -> None:
    """A verdict on a tree does not make that tree the right one; nor is it refused where the tree is none."""
    trees, attributes = seen([(TREE,)], kind="tree"), seen([({"act": "fees", "note": ""},)])
    filled = {name: typed for name, typed in forms.written((TREE,), trees, "").items() if name != "r1.copied"}
    circle = TREE.replace("\t0\troot", "\t1\troot")
    for answer, typed, expected in (
        (TREE, filled, True),
        (TREE, {**filled, "r1.h1": ["0"]}, False),
        (TREE, {**filled, "r1.copied": ["1"]}, False),
        (TREE, {**filled, "nothing": ["1"]}, False),
        (circle, {**filled, "r1.h2": ["1"]}, True),
    ):
        assert forms.is_untouched(typed, (answer,), trees, "dogs bark") is expected
    assert not forms.is_untouched(filled, (), trees, "dogs bark")  # no answer is shown: all of it was typed
    named = {"r1.a1": ["act"], "r1.v1": [""], "r1.a2": ["note"], "r1.v2": [""]}
    assert forms.is_untouched(named, (), attributes, "")
    assert not forms.is_untouched({**named, "r1.a3": ["else"]}, (), attributes, "")
    assert not forms.is_untouched({**named, "r1.v1": ["fees"]}, (), attributes, "")


def test_a_number_is_one_where_only_numbers_were_seen() -> None:
    known = seen([({"copies": 2, "room": "2"},)])
    typed = {"r1.a1": ["copies"], "r1.v1": ["7"], "r1.a2": ["room"], "r1.v2": ["7"]}
    assert forms.read(typed, known, "") == ({"copies": 7, "room": "7"},)


def test_several_readings_and_none() -> None:
    known = seen([("fees",), ("fees",)])
    assert forms.read({"r1.label": ["fees"], "r2.text": ["hours"]}, known, "") == ("fees", "hours")
    assert forms.read({"r1.on": ["1"], "r3.on": ["1"]}, known, "") is None
    assert forms.readings_in({"r3.on": ["1"]}) == 3
