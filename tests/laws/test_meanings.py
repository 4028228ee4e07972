"""Canonical texts: one for each meaning, whatever the writing; and the seven relations divide all pairs of sets."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from murho.core.meaning import UNDEFINED, canonical, in_order, meaning_set
from murho.core.shifting import RELATIONS, relation
from murho.pipeline.scoring import arrays as columns
from murho.systems import coerce as returned

scalar = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(exclude_categories=["Cs"])),
)
meaning = st.recursive(
    scalar,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


def rewritten(value: Any, data: st.DataObject) -> Any:
    """The same meaning in another writing: keys in another order, whole numbers as floats where they are equal."""
    if isinstance(value, dict):
        return {key: rewritten(value[key], data) for key in data.draw(st.permutations(list(value)))}
    if isinstance(value, list):
        return [rewritten(item, data) for item in value]
    if type(value) is int and abs(value) < 2**53 and data.draw(st.booleans()):
        return float(value)
    return value


hashable = st.recursive(scalar, lambda inner: st.lists(inner, max_size=3).map(tuple), max_leaves=4)


@given(st.sets(hashable, max_size=5), st.sampled_from(["text", "label", "json", "units", "breaks", "tree"]))
def test_a_set_has_one_order_wherever_it_comes_from(meanings: set[Any], kind: str) -> None:
    order = list(map(canonical, in_order(meanings)))
    assert order == sorted(map(canonical, meanings))
    assert list(map(canonical, columns.meanings_by_kind(meanings, kind))) == order
    assert list(map(canonical, returned.meanings_of(meanings))) == order  # type: ignore[arg-type]
    assert list(map(canonical, returned.meanings_of(frozenset(meanings)))) == order  # type: ignore[arg-type]


def same(one: Any, two: Any) -> bool:
    """Equality of JSON values, told apart where Python does not: a truth value is no number."""
    if isinstance(one, dict) and isinstance(two, dict):
        return one.keys() == two.keys() and all(same(one[key], two[key]) for key in one)
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(map(same, one, two))
    return isinstance(one, bool) == isinstance(two, bool) and one == two


@given(meaning, st.data())
def test_the_writing_does_not_matter(value: Any, data: st.DataObject) -> None:
    assert canonical(rewritten(value, data)) == canonical(value)


@given(meaning)
def test_reading_the_text_again_changes_nothing(value: Any) -> None:
    text = canonical(value)
    assert canonical(json.loads(text)) == text
    assert same(json.loads(text), value)


small = st.recursive(
    st.sampled_from([0, 1, 1.0, True, False, None, "", "a", "1"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=3,
)


@given(small, small)
def test_texts_are_equal_exactly_where_meanings_are(one: Any, two: Any) -> None:
    assert (canonical(one) == canonical(two)) == same(one, two)


@given(st.lists(small, max_size=4), st.data())
def test_a_set_has_no_order_and_no_repetition(values: list[Any], data: st.DataObject) -> None:
    again = data.draw(st.permutations(values + values[:1]))
    assert meaning_set(again) == meaning_set(values)


sets = st.frozensets(st.sampled_from("abcd"))


@given(st.one_of(st.just(UNDEFINED), sets), sets)
def test_exactly_one_relation_holds(answer: Any, correct: frozenset[str]) -> None:
    defined = answer is not UNDEFINED
    given_set = answer if defined else frozenset()
    definitions = {
        "undefined": not defined,
        "equal": defined and given_set == correct,
        "empty": defined and not given_set and bool(correct),
        "some": defined and bool(given_set) and given_set < correct,
        "more": defined and given_set > correct and bool(correct),
        "overlap": bool(given_set & correct) and bool(given_set - correct) and bool(correct - given_set),
        "disjoint": defined and bool(given_set) and not given_set & correct,
    }
    assert set(definitions) == set(RELATIONS)
    assert [name for name, holds in definitions.items() if holds] == [relation(answer, correct)]
