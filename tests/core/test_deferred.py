"""A deferred column is the list it stands for, and is read once, and only where somebody looks."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core import deferred as module
from murho.core.deferred import Deferred, Passing, glued, picked

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
