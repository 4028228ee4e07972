"""Classes for the axes of maps."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from murho.core.judgement import Judgements
from murho.views.bins import between, of_losses, of_values


@given(st.lists(st.floats(0, 1e6, allow_nan=False) | st.none(), min_size=1, max_size=80))
def test_classes_of_numbers_cover_every_value_in_order(values: list[float | None]) -> None:
    axis = of_values(values, "x", most=8)
    assert len(axis.codes) == len(values)
    assert set(axis.codes.tolist()) == set(range(len(axis.names)))
    assert len(axis.names) <= 8
    known = sorted((v, c) for v, c in zip(values, axis.codes.tolist(), strict=True) if v is not None)
    assert [code for _, code in known] == sorted(code for _, code in known)


def test_losses_without_relations_are_cut_where_a_reader_expects() -> None:
    rows = Judgements.of([0, 1, 1, 2, 3, 4, 6, 4], [4, 4, 2, 3, 3.5, 4, 4, 4], undefined=[False] * 7 + [True])
    axis = of_losses(lambda: [rows.take(np.arange(3)), rows.take(np.arange(3, 8))])
    assert [axis.names[code] for code in axis.codes(rows)] == [
        "0 right", "up to ¼", "¼ to ½", "½ to ¾", "¾ to 1", "1 wrong", "more than 1", "⊥ undefined"
    ]  # fmt: skip


def test_many_names_are_cut_to_the_most_frequent() -> None:
    column = [*"aaabbbccd", "e", "f", None]
    axis = of_values(column, "x", most=4)
    assert axis.names == ("a", "b", "c", "(others)")
    assert axis.codes.tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 3]
    mixed = of_values([1, 1, 2, "x", "y", None], "x", most=3)  # numbers and names are no scale
    assert mixed.names[:1] == ("1",)
    assert mixed.names[-1] == "(others)"
    assert len(mixed.names) == 3


def test_numbers_are_binned_and_what_is_none_stands_apart() -> None:
    column = [*range(10), None]
    axis = of_values(column, "x", most=5)
    assert axis.names == ("0–1", "2–3", "4–6", "7", "8–9", "(none)")
    assert axis.codes.tolist() == [0, 0, 1, 1, 2, 2, 2, 3, 4, 4, 5]
    flags = of_values([True, False, *range(2, 9)], "x", most=5)  # true and false are no numbers
    assert "(others)" in flags.names


def test_a_list_is_named_by_its_members() -> None:
    axis = of_values([["x", "y"], [], ["x"], ["x", "y"]], "tags")
    assert [axis.names[code] for code in axis.codes.tolist()] == ["x, y", "(none)", "x", "x, y"]


def test_names_of_numbers() -> None:
    assert (between(1.0, 1.0), between(0.5, 12.0), between(0.12345, 1e16)) == ("1", "0.5–12", "0.123–1e+16")


def test_as_many_names_as_there_may_be_stay_as_they_are() -> None:
    assert of_values([*"abcd"], "x", most=4).names == ("a", "b", "c", "d")
    assert of_values([1, 2, 3, 4.5], "x", most=4).names == ("1", "2", "3", "4.5")
    assert of_values([1, 2, 3, 4.5], "x", most=3).names == ("1–2", "3", "4.5")
