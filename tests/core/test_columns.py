"""A deferred column is the list it stands for, and is read once, and only where somebody looks."""

import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core import columns as module
from murho.core.case import Answers, Cases
from murho.core.columns import (
    Coded,
    Deferred,
    Passing,
    Sparse,
    columns_of_rows,
    glued,
    joined_columns,
    picked,
    rows_of_columns,
    sparse_column,
    taken_rows,
)
from murho.core.judgement import Judgements, join_rows
from murho.core.ledger import Ledger
from murho.core.profile import encode
from murho.formats import jsonl, parquet
from murho.store import Run
from murho.systems.interface import Answer, gather

VALUES = st.lists(st.none() | st.integers(0, 9), min_size=1, max_size=8)


def deferred(values: list[int | None], reads: list[list[int]]) -> Deferred:
    def read(rows: np.ndarray) -> list[int | None]:
        reads.append(rows.tolist())
        return [values[row] for row in rows.tolist()]

    return Deferred(read, len(values))


@given(st.data(), st.lists(VALUES, min_size=1, max_size=3))
def test_it_is_the_list_it_stands_for(data: st.DataObject, lists: list[list[int | None]]) -> None:
    reads: list[list[int]] = []
    column = glued([deferred(values, reads) for values in lists])
    whole = [value for values in lists for value in values]
    rows = data.draw(st.lists(st.integers(0, len(whole) - 1)))
    assert isinstance(column, Deferred)
    part = picked(column, rows)
    assert not reads
    assert list(part) == [whole[row] for row in rows]
    assert sum(map(len, reads)) == len(rows), "what is not asked for is not read"
    assert list(part) == list(part)
    assert sum(map(len, reads)) == len(rows), "and once"
    assert (column == whole, len(column), column[-1]) == (True, len(whole), whole[-1])
    assert column.absent.tolist() == [value is None for value in whole]


def test_beside_a_list_it_is_read() -> None:
    assert glued([deferred([1, None], []), [3]]) == [1, None, 3]
    assert picked([5, 6, 7], [2, 0]) == [7, 5]


def test_a_passing_column_keeps_the_last_rows_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AT_ONCE", 3)
    reads: list[list[int]] = []

    def read(rows: np.ndarray) -> list[int | None]:
        reads.append(rows.tolist())
        return [None if row == 4 else 10 * row for row in rows.tolist()]

    column = Passing(read, 8)
    assert list(column) == [0, 10, 20, 30, None, 50, 60, 70]
    assert reads == [[0, 1, 2], [3, 4, 5], [6, 7]]
    assert (column[7], column[-2], column[1], column[2]) == (70, 60, 10, 20)
    assert reads[3:] == [[0, 1, 2]], "the last part was kept, and then the first"
    assert column[5:2:-1] == [50, None, 30]
    assert reads[4:] == [[5, 4, 3]]
    assert list(picked(column, [6, 0])) == [60, 0]
    assert column.absent.tolist() == [False] * 4 + [True] + [False] * 3
    assert list(column.at([])) == []
    with pytest.raises(IndexError):
        column[8]


# Coded columns are grouped as lists of the same names are.


NAMES = ("a", "b", "c")
codes = st.lists(st.integers(0, 2), min_size=1, max_size=12)


@given(codes)
def test_it_is_a_sequence_of_names(places: list[int]) -> None:
    column = Coded(np.array(places, np.int64), NAMES)
    assert list(column) == [NAMES[place] for place in places]
    assert len(column) == len(places)
    assert list(column[1:]) == [NAMES[place] for place in places[1:]]


@given(codes)
def test_encoded_it_has_the_names_that_occur(places: list[int]) -> None:
    column = Coded(np.array(places, np.int64), NAMES)
    numbers, names = encode(column)
    assert [names[number] for number in numbers.tolist()] == list(column)
    assert set(names) == set(column)


@given(codes)
def test_a_ledger_groups_by_it_as_by_names(places: list[int]) -> None:
    size = len(places)
    cases = Cases([str(i) for i in range(size)], [""] * size, [()] * size)
    column = Coded(np.array(places, np.int64), NAMES)
    books = []
    for labels in (column, list(column)):
        books.append(Ledger(("kind",)))
        books[-1].add(cases, Judgements.of(np.arange(size), labels={"kind": labels}), np.ones(size))
    assert books[0].by == books[1].by


def test_rows_are_taken_and_joined() -> None:
    rows = Judgements.of([1, 0, 1], labels={"kind": Coded(np.array([2, 0, 1]), NAMES)})
    taken = rows.take(np.array([2, 0]))
    assert list(taken.labels["kind"]) == ["b", "c"]
    assert list(join_rows([rows, taken], [0, 3]).labels["kind"]) == ["c", "a", "b", "b", "c"]


def test_a_place_beyond_the_end_is_refused() -> None:
    with pytest.raises(IndexError):
        Coded(np.array([0]), NAMES)[1]


# Columns that few rows have a value in: read, taken and joined as the lists that they stand for.


ROWS = st.lists(st.dictionaries(st.sampled_from("abcdef"), st.none() | st.integers(0, 3)), max_size=80)


def dense(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """The slow, obvious twin."""
    return {name: [row.get(name) for row in rows] for name in dict.fromkeys(name for row in rows for name in row)}


@given(ROWS, st.integers(0, 60))
def test_columns_are_those_of_lists(rows: list[dict[str, Any]], empty: int) -> None:
    rows = rows + [{}] * empty
    columns = columns_of_rows(rows)
    assert {name: list(column) for name, column in columns.items()} == dense(rows)
    assert [held or {} for held in rows_of_columns(columns, len(rows))] == [
        {name: row.get(name) for name, column in columns.items() if name in row or isinstance(column, list)}
        for row in rows
    ]


@given(ROWS, st.data())
def test_rows_are_taken_as_from_lists(rows: list[dict[str, Any]], data: st.DataObject) -> None:
    rows = rows + [{}] * 40
    wanted = data.draw(st.lists(st.none() | st.integers(0, len(rows) - 1)))
    found = taken_rows(columns_of_rows(rows), wanted)
    assert {name: list(column) for name, column in found.items()} == {
        name: [None if row is None else column[row] for row in wanted] for name, column in dense(rows).items()
    }


@given(st.lists(ROWS, max_size=4))
def test_batches_are_joined_as_lists_are(batches: list[list[dict[str, Any]]]) -> None:
    batches = [[*batch, *[{}] * 40] for batch in batches]
    found = joined_columns((columns_of_rows(batch), len(batch)) for batch in batches)
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
    assert taken_rows(columns, [2, None, 2, 3]) == {"rare": ["x", None, "x", None]}


def test_few_or_many() -> None:
    values: dict[int, Any] = dict.fromkeys(range(3), 1)
    assert isinstance(sparse_column(values, 97), Sparse)
    assert sparse_column(values, 96) == [1, 1, 1, *[None] * 93]
    assert isinstance(sparse_column(values, 96), list)


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
    expected = joined_columns((batch.extras, len(batch)) for batch in batches)
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
