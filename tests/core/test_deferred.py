"""A deferred column is the list it stands for, and is read once, and only where somebody looks."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from murho.core.deferred import Deferred, glued, picked

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
