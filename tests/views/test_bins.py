"""Classes for the axes of maps."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from murho.core.judgement import Judgements
from murho.views.bins import between, of_losses, of_values, pieces_of, seen


@given(st.lists(st.floats(0, 1e6) | st.sampled_from([0.0, math.inf, None]), min_size=1, max_size=80))
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
    endless = of_values([*range(12), *[12.0] * 20, *[math.inf] * 3, None], "x", most=5)
    assert [endless.names[code] for code in endless.codes.tolist()[-5:]] == ["7–12", *["inf"] * 3, "(none)"]
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


@given(st.lists(st.integers(-5, 60) | st.none(), min_size=1, max_size=120), st.integers(2, 9))
def test_numbers_are_cut_at_the_quantiles_that_numpy_finds(values: list[int | None], most: int) -> None:
    known = [value for value in values if value is not None]
    axis = of_values(values, "x", most)
    if len({str(value) for value in values}) <= most:
        return
    shares = np.linspace(0, 1, min(most, 5) + 1)[1:-1]
    cuts = np.unique(np.quantile(np.array(known, float), shares, method="inverted_cdf"))
    of_each = [len(cuts) + 1 if value is None else int(np.searchsorted(cuts, value)) for value in values]
    present = sorted(set(of_each))
    assert axis.codes.tolist() == [present.index(code) for code in of_each]


def test_very_many_values_are_counted_and_not_told_apart() -> None:
    found = seen(pieces_of([f"n{i % 90}" for i in range(200)] + [["n1", "new"]]), 20)
    assert (found.codes, found.numbers, found.groups, found.has_lists) == (None, None, 91, True)
    scale = seen(pieces_of(list(range(200))), 20)
    assert scale.codes is None
    assert scale.numbers is not None
    assert scale.numbers.tolist() == list(range(200))
    late = seen(lambda: ([*range(100)], ["no number"]), 20)  # what seemed a scale is gone through again
    assert (late.numbers, late.is_numeric, late.groups) == (None, False, 101)
