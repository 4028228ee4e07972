import datetime
import decimal
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import InputError
from murho.formats.arrow import Growing, from_arrow, gathered, kind_of, merged, plain, tables, to_arrow

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


VALUES = st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False) | st.text("ab\u00e9")
TABLE = st.dictionaries(st.sampled_from("xyz"), VALUES)


@given(st.lists(TABLE, max_size=8))
def test_columns_come_and_change_their_kind(tmp_path_factory, rows) -> None:  # type: ignore[no-untyped-def]
    rows = [{"id": str(i)} | {k: v for k, v in row.items() if v not in (float("inf"), -float("inf"))}
            for i, row in enumerate(rows)]  # fmt: skip
    path = tmp_path_factory.getbasetemp() / "grown.parquet"
    with open(path, "w+b") as file, Growing(file, {"id": "string"}) as growing:
        for row in rows:
            growing.add({name: [value] for name, value in row.items()})
    with pq.ParquetFile(path) as parquet:
        read = [(table, i) for table in tables(parquet, 3) for i in range(len(table["id"]))]
    names = {"id"}.union(*rows)
    assert [{name: table[name][i] for name in table} for table, i in read] == [
        {name: row.get(name) for name in names} for row in rows
    ]


def test_batches_become_row_groups_of_one_size() -> None:
    batches = [{"id": ["a", "b"]}, {"id": ["c", "d"], "x": [1, 2]}, {"id": ["e"]}, {"id": ["f"], "x": [3]}]
    assert list(gathered(batches, 4)) == [
        {"id": ["a", "b", "c", "d"], "x": [None, None, 1, 2]},
        {"id": ["e", "f"], "x": [None, 3]},
    ]
    assert list(gathered(batches, 3)) == [
        {"id": ["a", "b", "c"], "x": [None, None, 1]},
        {"id": ["d", "e", "f"], "x": [2, None, 3]},
    ]
    assert [table["id"] for table in gathered([{"id": list("abcdefg")}], 3)] == [list("abc"), list("def"), ["g"]]


def test_outsiders_see_natural_types(tmp_path: Path) -> None:
    path = tmp_path / "grown.parquet"
    with open(path, "w+b") as file, Growing(file, {"id": "string"}) as growing:
        growing.add({"id": ["a"], "n": [1], "x": [0.5], "yes": [True], "text": ["t"], "mixed": [1], "list": [[1]]})
        growing.add({"id": ["b"], "n": [2], "x": [1], "yes": [None], "text": [None], "mixed": ["a"], "list": [None]})
    types = {field.name: str(field.type) for field in pq.read_schema(path)}
    natural = {"id": "string", "n": "int64", "x": "double", "yes": "bool", "text": "string"}
    assert types == natural | {"mixed": "string", "list": "string"}
    assert list(path.parent.iterdir()) == [path]
