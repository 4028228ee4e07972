"""What functions return, read as sets of meanings."""

import collections
import enum
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import shortened
from murho.core.meaning import UNDEFINED, meaning_set
from murho.systems.returned import NotMeaningsError, describe_error, meanings_of

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


@given(st.lists(JSON))
def test_a_list_is_the_set_of_its_elements_and_a_copy(meanings: list[Any]) -> None:
    taken = meanings_of(meanings)
    assert list(taken) == meanings  # type: ignore[arg-type]
    assert meaning_set(taken) == meaning_set(meanings)  # type: ignore[arg-type]
    assert all(
        mine is not theirs for mine, theirs in zip(taken, meanings, strict=True) if isinstance(mine, dict | list)
    )  # type: ignore[arg-type]


class Act(enum.StrEnum):
    RENEW = "renew"


class Level(enum.IntEnum):
    HIGH = 3


@pytest.mark.parametrize(
    ("returned", "meanings"),
    [
        ("hours", ("hours",)),
        ("", ("",)),
        ({"act": "renew"}, ({"act": "renew"},)),
        (7, (7,)),
        (0.5, (0.5,)),
        (False, (False,)),
        ([], ()),
        ((), ()),
        (set(), ()),
        ([None], (None,)),
        ({"b", "a"}, ("a", "b")),
        (frozenset({2, 10}), (10, 2)),
        (("x", ["y"]), ("x", ["y"])),
        (np.str_("label"), ("label",)),
        (np.int64(3), (3,)),
        (np.float32(0.5), (0.5,)),
        (np.array(["a", "b"]), ("a", "b")),
        ([np.int8(1), {"n": np.bool_(True)}], (1, {"n": True})),
        (Act.RENEW, ("renew",)),
        ([Level.HIGH], (3,)),
        (collections.OrderedDict(a=1), ({"a": 1},)),
        ([("a", "b")], (["a", "b"],)),
        ("Zoë 日本", ("Zoë 日本",)),
    ],
)
def test_meanings(returned: Any, meanings: tuple[Any, ...]) -> None:
    taken = meanings_of(returned)
    assert taken == meanings
    assert json.loads(json.dumps(taken)) == list(meanings)
    assert [type(t) for t in taken] == [type(m) for m in meanings]  # type: ignore[union-attr]


def test_undefined() -> None:
    assert meanings_of(None) is UNDEFINED
    assert meanings_of(UNDEFINED) is UNDEFINED


def test_order_of_a_set_does_not_hang_on_the_hash_seed() -> None:
    names = [f"name {i}" for i in range(50)]
    assert meanings_of(set(names)) == tuple(sorted(names))


async def forgotten() -> str:
    return "never awaited"


def ring() -> list[Any]:
    loop: list[Any] = []
    loop.append(loop)
    return loop


@pytest.mark.parametrize(
    ("returned", "text"),
    [
        (float("nan"), "nan is not a JSON number"),
        ([float("inf")], "inf is not a JSON number"),
        (object(), "type object"),
        (b"bytes", "type bytes"),
        ((i for i in "ab"), "type generator"),
        ([{1: "x"}], "keys must be strings, not int"),
        ([{"x": {1, 2}}], "set is not a JSON value"),
        (["\ud800"], "surrogate"),
        ([{"\ud800": 1}], "surrogate"),
        (ring(), "nested more than 100 deep"),
        (np.longdouble(1), "longdouble"),
        (forgotten(), "async def"),
    ],
)
def test_what_is_no_meaning(returned: Any, text: str) -> None:
    with pytest.raises(NotMeaningsError, match=text):
        meanings_of(returned)


class UnspeakableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError


def test_errors_in_one_short_line() -> None:
    assert describe_error(UnspeakableError()) == "UnspeakableError: (its text cannot be shown)"
    assert describe_error(ValueError("a\n\tb")) == "ValueError: a b"
    assert len(describe_error(ValueError("x" * 10**6))) < 600
    assert shortened("half \ud800 of it") == "half \\ud800 of it"
