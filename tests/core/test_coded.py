"""Coded columns are grouped as lists of the same names are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.case import Cases
from murho.core.coded import Coded
from murho.core.judgement import Judgements, join_rows
from murho.core.ledger import Ledger
from murho.core.profile import encode

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
