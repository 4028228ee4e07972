from pathlib import Path

import pyarrow.parquet as pq
from hypothesis import given
from hypothesis import strategies as st

from murho.formats.growing import Growing, gathered, tables

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
