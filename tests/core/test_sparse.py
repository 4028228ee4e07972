"""Columns that few rows have a value in: read, taken and joined as the lists that they stand for."""

import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core import sparse
from murho.core.case import Answers, Cases
from murho.core.sparse import Sparse
from murho.formats import jsonl, parquet
from murho.store import Run
from murho.systems.interface import Answer, gather

ROWS = st.lists(st.dictionaries(st.sampled_from("abcdef"), st.none() | st.integers(0, 3)), max_size=80)


def dense(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """The slow, obvious twin."""
    return {name: [row.get(name) for row in rows] for name in dict.fromkeys(name for row in rows for name in row)}


@given(ROWS, st.integers(0, 60))
def test_columns_are_those_of_lists(rows: list[dict[str, Any]], empty: int) -> None:
    rows = rows + [{}] * empty
    columns = sparse.of_rows(rows)
    assert {name: list(column) for name, column in columns.items()} == dense(rows)
    assert [held or {} for held in sparse.by_row(columns, len(rows))] == [
        {name: row.get(name) for name, column in columns.items() if name in row or isinstance(column, list)}
        for row in rows
    ]


@given(ROWS, st.data())
def test_rows_are_taken_as_from_lists(rows: list[dict[str, Any]], data: st.DataObject) -> None:
    rows = rows + [{}] * 40
    wanted = data.draw(st.lists(st.none() | st.integers(0, len(rows) - 1)))
    found = sparse.taken(sparse.of_rows(rows), wanted)
    assert {name: list(column) for name, column in found.items()} == {
        name: [None if row is None else column[row] for row in wanted] for name, column in dense(rows).items()
    }


@given(st.lists(ROWS, max_size=4))
def test_batches_are_joined_as_lists_are(batches: list[list[dict[str, Any]]]) -> None:
    batches = [[*batch, *[{}] * 40] for batch in batches]
    found = sparse.joined((sparse.of_rows(batch), len(batch)) for batch in batches)
    assert {name: list(column) for name, column in found.items()} == dense([row for batch in batches for row in batch])


def test_a_sparse_column_is_read_as_its_list() -> None:
    column = Sparse({1: "x", 98: None, 99: "y"}, 100)
    whole = [None, "x", *[None] * 97, "y"]
    assert (list(column), column[1], column[-1], column[97:], len(column)) == (whole, "x", "y", [None, None, "y"], 100)
    assert column == whole
    assert whole == column
    assert column != whole[:-1]
    for row in (100, -101):
        with pytest.raises(IndexError):
            column[row]


def test_a_row_may_be_taken_several_times() -> None:
    columns = {"rare": Sparse({2: "x"}, 100)}
    assert sparse.taken(columns, [2, None, 2, 3]) == {"rare": ["x", None, "x", None]}


def test_few_or_many() -> None:
    values: dict[int, Any] = dict.fromkeys(range(3), 1)
    assert isinstance(sparse.column(values, 97), Sparse)
    assert sparse.column(values, 96) == [1, 1, 1, *[None] * 93]
    assert isinstance(sparse.column(values, 96), list)


def said(count: int, start: int = 0) -> Answers:
    """Answers each of which has a name of its own, and two that many have."""
    ids = [str(start + at) for at in range(count)]
    extras: list[dict[str, Any]] = [
        {f"key {name}": {"n": name}, "cost": at, "murho:rare": 7, **({"odd": None} if at % 2 else {})}
        for at, name in enumerate(ids)
    ]
    cases = Cases(ids, ids, [()] * count)
    return gather(cases, [Answer(at, (), extras=extra) for at, extra in enumerate(extras)])


def check(found: Answers, *batches: Answers) -> None:
    expected = sparse.joined((batch.extras, len(batch)) for batch in batches)
    assert {name: list(column) for name, column in found.extras.items()} == {
        name: list(column) for name, column in expected.items()
    }


def test_names_of_their_own_come_back(tmp_path: Path) -> None:
    parts = said(200), said(100, 200)
    run = Run(tmp_path)
    for part in parts:
        run.add_answers(part)
    check(run.answers(), *parts)
    assert run.answers().extras["key 250"] == [*[None] * 250, {"n": "250"}, *[None] * 49]
    backwards = run.answers().for_cases([str(at) for at in reversed(range(300))])
    assert backwards.extras["key 250"] == [*[None] * 49, {"n": "250"}, *[None] * 250]
    jsonl.write_answers(tmp_path / "said.jsonl", parts)
    (back,) = jsonl.read_answers(tmp_path / "said.jsonl")
    assert isinstance(back.extras["key 250"], Sparse)
    assert "odd" not in back.extras, "None is not written"
    assert {**back.extras, "odd": [None] * 300} == run.answers().extras


def test_a_name_that_is_rare_in_one_batch_of_a_file_only(tmp_path: Path) -> None:
    often = Answers([f"o{at}" for at in range(50)], [()] * 50, extras={"why": ["late"] * 50})
    once = gather(Cases([f"x{i}" for i in range(50)], [""] * 50, [()] * 50), [
        Answer(at, (), extras={"why": "once"} if at == 7 else {}) for at in range(50)
    ])  # fmt: skip
    parquet.write_answers(tmp_path / "a.parquet", [often, once])
    (back,) = parquet.read_answers(tmp_path / "a.parquet")
    assert back.extras == {"why": ["late"] * 50 + [None] * 7 + ["once"] + [None] * 42}


def test_they_cost_no_column_each(tmp_path: Path) -> None:
    """A column for each of 4,000 names took 700 MB."""
    import pyarrow.parquet as pq

    tracemalloc.start()
    part = said(4000)
    run = Run(tmp_path)
    run.add_answers(part)
    assert len(run.answers().extras) == 4003
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 30e6
    (file,) = run.parts_of_answers()
    assert pq.read_schema(file).names == ["id", "answer", "seconds", "failure", "cost", "odd", "murho:rare"]
