import datetime
import decimal

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import InputError
from murho.formats.kinds import from_arrow, kind_of, merged, plain, to_arrow

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT
KINDS = ["null", "bool", "int", "long", "float", "string", "json"]


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([], "null"),
        ([None, None], "null"),
        ([True, None], "bool"),
        ([1, None], "int"),
        ([1, 2**60], "long"),
        ([1, 2**70], "json"),
        ([1, 0.5], "float"),
        ([2**60, 0.5], "json"),
        (["a", None], "string"),
        (["a", 1], "json"),
        ([True, 1], "json"),
        ([["a"]], "json"),
        ([{"a": 1}, None], "json"),
    ],
)
def test_kind_of(values: list[object], kind: str) -> None:
    assert kind_of(values) == kind
    assert from_arrow(to_arrow(values, kind), kind) == values


@given(st.lists(SCALARS | st.lists(SCALARS), max_size=6))
def test_every_column_reads_back(values: list[object]) -> None:
    kind = kind_of(values)
    assert from_arrow(to_arrow(values, kind), kind) == values


@given(st.lists(SCALARS), st.lists(SCALARS))
def test_the_kind_of_both_holds_both(one: list[object], other: list[object]) -> None:
    kind = merged(kind_of(one), kind_of(other))
    assert from_arrow(to_arrow(one, kind), kind) == one
    assert from_arrow(to_arrow(other, kind), kind) == other
    assert kind_of(one + other) == kind


@given(st.sampled_from(KINDS), st.sampled_from(KINDS), st.sampled_from(KINDS))
def test_merging_does_not_mind_order(a: str, b: str, c: str) -> None:
    assert merged(a, b) == merged(b, a)
    assert merged(merged(a, b), c) == merged(a, merged(b, c))
    assert merged(a, a) == a


def test_meanings() -> None:
    values = [["a", None, {"b": [1]}], None, [], [[]]]
    array = to_arrow(values, "meanings")
    assert array.to_pylist() == [['"a"', "null", '{"b":[1]}'], None, [], ["[]"]]
    assert from_arrow(array, "meanings") == values
    assert from_arrow(array.slice(1, 3), "meanings") == values[1:]
    assert from_arrow(array.cast(pa.large_list(pa.large_string())), "meanings") == values


def test_what_is_not_json_text() -> None:
    with pytest.raises(InputError) as caught:
        from_arrow(pa.array([['"fine"', "plain label"]]), "meanings")
    assert str(caught.value).startswith("'plain label' is not JSON; meanings are JSON text here")


def test_types_of_other_writers() -> None:
    day = datetime.date(2026, 11, 20)
    assert from_arrow(pa.array([day, None]), None) == ["2026-11-20", None]
    assert from_arrow(pa.array([decimal.Decimal("1.5")]), None) == [1.5]
    assert from_arrow(pa.array(["a", None]).dictionary_encode(), None) == ["a", None]
    assert from_arrow(pa.array([1, 2], pa.int8()), None) == [1, 2]
    assert from_arrow(pa.array([0.5, float("nan"), None], pa.float32()), None) == [0.5, None, None]
    assert from_arrow(pa.array([[1, 2], None]), "meanings") == [[1, 2], None]
    assert from_arrow(pa.array([{"on": day}]), None) == [{"on": "2026-11-20"}]
    with pytest.raises(InputError, match="a column of type binary; leave it out"):
        from_arrow(pa.array([b"x"]), None)


def test_arrays_of_numpy_are_columns_too() -> None:
    assert plain(np.array([1, 2])) == [1, 2]
    assert plain([np.float64(0.5), None]) == [0.5, None]
    assert kind_of(plain(np.array([0.5, 1]))) == "float"
