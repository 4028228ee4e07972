"""Meanings: one text for each, and ⊥ that is like nothing else."""

import copy
import pickle
from typing import Any

import pytest

from murho.core.meaning import DEEPEST, UNDEFINED, canonical, meaning_set


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"d": 3, "c": 2}, "a": 1}),
        (7, 7.0),
        (0, -0.0),
        ([1e300], [int(1e300)]),
        (["a", "b"], ("a", "b")),
        (1e-1, 0.1),
    ],
)
def test_the_same_meaning_has_one_text(one: Any, two: Any) -> None:
    assert canonical(one) == canonical(two)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (["a", "b"], ["b", "a"]),
        (True, 1),
        (False, 0),
        (None, "null"),
        ("1", 1),
        ("true", True),
        ({}, []),
        ({"a": None}, {}),
        (2**53, 2**53 + 1),
        ("é", "e\u0301"),
        ("a", "a "),
        (["a", ["b"]], [["a"], "b"]),
    ],
)
def test_different_meanings_differ(one: Any, two: Any) -> None:
    assert canonical(one) != canonical(two)


def test_text_stays_readable() -> None:
    assert canonical({"Straße": "„Zoë“"}) == '{"Straße":"„Zoë“"}'
    assert canonical("Zoë") == '"Zoë"'


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [1, {"a": float("-inf")}]])
def test_a_number_that_json_lacks_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="is not a JSON number"):
        canonical(value)


@pytest.mark.parametrize("value", [{"a"}, b"a", [object()], {"a": UNDEFINED}, UNDEFINED])
def test_a_value_that_json_lacks_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="is not a JSON value"):
        canonical(value)


def test_keys_are_strings() -> None:
    with pytest.raises(TypeError, match="keys of a meaning must be strings"):
        canonical({1: "a"})


def test_a_bottomless_value_is_an_error_and_no_crash() -> None:
    deep: Any = "x"
    for _ in range(50_000):
        deep = [deep]
    with pytest.raises(ValueError, match="nested too deeply"):
        canonical(deep)
    shallow: Any = "x"
    for _ in range(DEEPEST - 1):
        shallow = {"a": shallow}
    assert canonical(shallow).count("{") == DEEPEST - 1
    with pytest.raises(ValueError, match="nested too deeply"):
        canonical([shallow])


def test_a_set_forgets_order_and_repetition() -> None:
    assert meaning_set(["a", "b", "a"]) == meaning_set(("b", "a"))
    assert meaning_set([]) == frozenset()


def test_undefined_is_one_value_wherever_it_travels() -> None:
    assert pickle.loads(pickle.dumps(UNDEFINED)) is UNDEFINED
    assert copy.deepcopy([UNDEFINED])[0] is UNDEFINED
    assert repr(UNDEFINED) == "UNDEFINED"


@pytest.mark.parametrize("other", [None, (), [], "", 0, False, "⊥", "UNDEFINED"])
def test_undefined_equals_nothing_else(other: Any) -> None:
    assert other != UNDEFINED


def test_undefined_cannot_be_taken_for_false() -> None:
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(UNDEFINED)
    with pytest.raises(TypeError):
        _ = UNDEFINED or ()
