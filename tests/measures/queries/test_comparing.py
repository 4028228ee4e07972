"""When rows are the same rows."""

import pytest

from murho.measures.queries.comparing import Expected, arranged, arrangements

ALIKE = {
    "the order of rows": ([(1,), (2,)], [(2,), (1,)], True),
    "how often": ([(1,), (1,), (2,)], [(1,), (2,), (2,)], False),
    "one too few": ([(1,), (1,)], [(1,)], False),
    "one too many": ([(1,)], [(1,), (1,)], False),
    "nothing": ([], [], True),
    "NULL": ([(None, 1)], [(None, 1)], True),
    "NULL and nothing": ([(None,)], [("",)], False),
    "NULL and zero": ([(None,)], [(0,)], False),
    "types of numbers": ([(2,)], [(2.0,)], True),
    "a sum in another order": ([(0.1 + 0.2 + 0.3,)], [(0.3 + 0.2 + 0.1,)], True),
    "the border of rounding": ([(0.12345678905,)], [(0.12345678905000001,)], True),
    "another number": ([(0.1234567,)], [(0.1234568,)], False),
    "large whole numbers": ([(9007199254740993,)], [(9007199254740992,)], False),
    "zeros": ([(0.0,)], [(-0.0,)], True),
    "infinity": ([(float("inf"),)], [(float("inf"),)], True),
    "text and number": ([("5",)], [(5,)], False),
    "case of a text": ([("a",)], [("A",)], False),
    "text and bytes": ([("a",)], [({"bytes": "61"},)], False),
}


@pytest.mark.parametrize(("wanted", "given", "alike"), ALIKE.values(), ids=list(ALIKE))
def test_rows_are_a_multiset(wanted: list[tuple[object, ...]], given: list[tuple[object, ...]], alike: bool) -> None:
    assert Expected([wanted]).met_by(given) is alike


TIED = [[("a",), ("b",)], [("c",)], [("d",), ("e",), ("f",)]]
ORDERED = {
    "as it stands": (0, None, "abcdef", True),
    "ties the other way": (0, None, "bacfde", True),
    "no tie": (0, None, "acbdef", False),
    "limit at a border": (0, 3, "bac", True),
    "limit in a tie": (0, 4, "abcf", True),
    "the same twice": (0, 5, "abcdd", False),
    "limit and not the first": (0, 1, "c", False),
    "offset in a tie": (1, 2, "bc", True),
    "offset, the other one": (1, 2, "ac", True),
    "offset behind": (2, 2, "ce", True),
    "offset behind all": (6, 2, "", True),
    "limit 0": (0, 0, "", True),
    "too few": (0, 4, "abc", False),
}


@pytest.mark.parametrize(("skip", "take", "given", "met"), ORDERED.values(), ids=list(ORDERED))
def test_ties_stand_in_any_order(skip: int, take: int | None, given: str, met: bool) -> None:
    assert Expected(TIED, skip, take).met_by([(letter,) for letter in given]) is met


def test_columns_are_arranged_by_all_rows() -> None:
    wanted = [[1, 1, "x"], [1, 2, "y"], [2, 1, "z"]]
    given = [["y", 2, 1], ["x", 1, 1], ["z", 1, 2]]
    assert arrangements(wanted, given) == [(2, 1, 0)]
    assert sorted(arranged(given, (2, 1, 0))) == [tuple(row) for row in wanted]
    assert arrangements(wanted, [["y", 1, 1], ["x", 2, 1], ["z", 1, 2]]) == []


def test_many_columns_alike_do_not_take_for_ever() -> None:
    rows = [[n % 2] * 30 for n in range(50)]
    assert 0 < len(arrangements(rows, rows)) <= 120
