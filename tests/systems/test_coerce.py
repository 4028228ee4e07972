"""What functions return, read as sets of meanings."""

import collections
import enum
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.case import Answers
from murho.core.errors import shortened
from murho.core.meaning import UNDEFINED, meaning_set
from murho.formats import parquet
from murho.systems.coerce import NotMeaningsError, describe_error, meanings_of

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


def nested(depth: int) -> Any:
    value: Any = "x"
    for _ in range(depth):
        value = [value]
    return value


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
        (10**4300, "a whole number of more than 4,300 digits"),
        ([{"a": [-(10**4299)]}], "a whole number of more than 4,300 digits"),
        ({3, 10**5000}, "a whole number of more than 4,300 digits"),
        (nested(10_000), "nested more than 100 deep"),
    ],
    ids=lambda value: value if isinstance(value, str) else "returned",
)
def test_what_is_no_meaning(returned: Any, text: str) -> None:
    with pytest.raises(NotMeaningsError, match=text):
        meanings_of(returned)


@pytest.mark.parametrize("number", [10**4300 - 1, 1 - 10**4299], ids=["above", "below"])
def test_the_largest_number_is_written_and_read_back(number: int, tmp_path: Path) -> None:
    said = Answers(["q1"], [meanings_of([number, {"n": number}])])
    parquet.write_answers(tmp_path / "said.parquet", [said])
    (back,) = parquet.read_answers(tmp_path / "said.parquet")
    assert back.answers == [(number, {"n": number})]


class Refusing:
    """Every method that a copy could call raises."""

    def _refuse(self, *_: Any) -> Any:
        raise SystemExit("no")

    __eq__ = __hash__ = __repr__ = __str__ = __int__ = __index__ = __float__ = __iter__ = __len__ = items = _refuse  # type: ignore[assignment]


class RefusingText(Refusing, str):
    pass


class RefusingInt(Refusing, int):
    pass


class RefusingDict(Refusing, dict):  # type: ignore[type-arg]
    pass


class Nameless(type):
    @property
    def __name__(cls) -> str:
        raise RuntimeError("no name")


class OfNoName(metaclass=Nameless):
    pass


def test_values_that_raise_when_they_are_looked_at() -> None:
    taken = meanings_of([RefusingText("a"), RefusingText("b")])
    assert taken == ("a", "b")
    assert [type(meaning) for meaning in taken] == [str, str]  # type: ignore[union-attr]
    for returned in (RefusingInt(3), [RefusingDict(a=1)]):
        with pytest.raises(NotMeaningsError, match=r"^returned a value that cannot be read: SystemExit: no$"):
            meanings_of(returned)
    with pytest.raises(NotMeaningsError, match=r"^returned a value of type Refusing; "):
        meanings_of(Refusing())
    with pytest.raises(NotMeaningsError, match=r"^returned a value that cannot be read: RuntimeError: no name$"):
        meanings_of(OfNoName())


class UnspeakableError(Exception):
    def __str__(self) -> str:
        raise self.args[0] if self.args else RuntimeError


class Half(str):
    def __format__(self, _: str) -> str:
        raise KeyboardInterrupt


class HalfSpokenError(Exception):
    def __str__(self) -> str:
        return Half("half said")


class NamelessError(Exception, metaclass=Nameless):
    pass


@pytest.mark.parametrize("raised", [KeyboardInterrupt, SystemExit, GeneratorExit, RecursionError])
def test_an_error_that_raises_while_it_is_told(raised: type[BaseException]) -> None:
    assert describe_error(UnspeakableError(raised())) == "UnspeakableError: (its text cannot be shown)"
    assert describe_error(HalfSpokenError()) == "HalfSpokenError: half said"
    assert describe_error(NamelessError("why")) == "NamelessError: why"


def test_errors_in_one_short_line() -> None:
    assert describe_error(UnspeakableError()) == "UnspeakableError: (its text cannot be shown)"
    assert describe_error(ValueError("a\n\tb")) == "ValueError: a b"
    assert len(describe_error(ValueError("x" * 10**6))) < 600
    assert shortened("half \ud800 of it") == "half \\ud800 of it"
