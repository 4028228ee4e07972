"""Exact sums in cells, by the extension and by its twin alike."""

import os
import pickle
import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from murho.core import sums as chosen
from murho.core.sums import COUNTS, OPEN, TALLY, read, twin, write

NONE = np.zeros(0, np.int64)
MINUTE = 5e-324


@pytest.fixture(params=["compiled", "python"])
def made(request: pytest.FixtureRequest) -> Any:
    if request.param == "python":
        return twin
    return pytest.importorskip("murho.core.sums._sums", reason="the extension is not compiled")


def added(made: Any, *values: float, columns: int = 1, column: int = 0) -> Any:
    sums = made.Sums(columns, 1)
    sums.add(None, column, np.array(values, np.float64))
    return sums


def rounded(sums: Any, column: int = 0) -> list[float]:
    out = np.empty(len(sums))
    sums.rounded(column, out)
    return out.tolist()


@pytest.mark.parametrize("times", [1, 7, 8, 9, 128, 129, 1000])
def test_as_many_values_as_there_may_be(made: Any, times: int) -> None:
    """In blocks, and in what is left of them."""
    values = [0.1 * k for k in range(times)]
    assert read(added(made, *values), 0, 0) == sum(map(Fraction, values))


@pytest.mark.parametrize(
    "values",
    [
        [1e300, 1e-300, -1e300],
        [MINUTE, MINUTE, 2.0**-1022, -(2.0**-1022)],
        [1.7976931348623157e308] * 3 + [-MINUTE],
        [2.0**960, 2.0**959, 1.0, 2.0**-900],
        [8e307] * 40 + [-8e307] * 39 + [1e-300],
        [1.0, 2.0**-60, 2.0**-120, 2.0**-180, 2.0**-500],
        [1.0, 2.0**-60, 2.0**-120, -1.0, -(2.0**-60)],
        [-(2.0**53), -1.0, -1.0, 2.0**-1074],
    ],
)
def test_numbers_of_very_different_size(made: Any, values: list[float]) -> None:
    exact = sum(map(Fraction, values))
    for order in (values, values[::-1]):
        sums = added(made, *order)
        assert read(sums, 0, 0) == exact
        one_by_one = made.Sums(1, 1)
        for value in order:
            one_by_one.add(np.array([0]), 0, np.array([value]))
        assert read(one_by_one, 0, 0) == exact


def test_rounded_once_to_the_nearest_with_ties_to_even(made: Any) -> None:
    for values, expected in [
        ([1.0, 2.0**-53], 1.0),
        ([1.0, 2.0**-53, MINUTE], 1.0 + 2.0**-52),
        ([1.0, 2.0**-53, -MINUTE], 1.0),
        ([1.0 + 2.0**-52, 2.0**-53], 1.0 + 2.0**-51),
        ([-1.0, -(2.0**-53), -MINUTE], -1.0 - 2.0**-52),
        ([2.0**-1074, 2.0**-1060], 2.0**-1060 + MINUTE),
        ([1.7976931348623157e308, -MINUTE], 1.7976931348623157e308),
        ([1.7976931348623157e308] * 2, float("inf")),
        ([-1.7976931348623157e308] * 2, -float("inf")),
    ]:
        assert rounded(added(made, *values)) == [expected]


@pytest.mark.parametrize("power", [-1100, -2000, -2148, -2240])
def test_a_sum_below_all_doubles_is_read_and_rounded(made: Any, power: int) -> None:
    sums = made.Sums(1, 2)
    write(sums, 1, 0, Fraction(3) * Fraction(1, 1 << -power))
    assert (read(sums, 0, 0), read(sums, 1, 0)) == (0, Fraction(3, 1 << -power))
    assert rounded(sums) == [0.0, 0.0]


def test_half_of_the_least_double_is_rounded_to_even(made: Any) -> None:
    sums = made.Sums(1, 3)
    for cell, halves in enumerate((1, 3, 5)):
        write(sums, cell, 0, Fraction(halves, 1 << 1075))
    assert rounded(sums) == [0.0, 2 * MINUTE, 2 * MINUTE]
    write(sums, 0, 0, Fraction(1, 1 << 2200))
    assert rounded(sums)[0] == MINUTE


@pytest.mark.parametrize("scale", [1.0, 2.0**-500, 2.0**-512, 2.0**-600, 2.0**-1000])
def test_products_have_all_their_digits_however_small_they_are(made: Any, scale: float) -> None:
    one, other = np.array([0.1, 0.3, 0.0, 7.0, 0.2]), np.array([0.7, 0.1, 3.0, 0.0, 1.0])
    codes = np.array([0, 1, 0, 1, 0])
    expected = [Fraction(0.1 * 0.7) + Fraction(0.2), Fraction(0.3 * 0.1)]

    def products(left: Any, right: Any) -> list[Any]:
        sums = made.Sums(2, 2)
        sums.add_products(codes, 1, left, right)
        assert [read(sums, cell, 0) for cell in (0, 1)] == [0, 0]
        return [read(sums, cell, 1) for cell in (0, 1)]

    exact = Fraction(scale) ** 2
    assert products(one * scale, other * scale) == [value * exact for value in expected]
    assert products(-one * scale, other * scale) == [-value * exact for value in expected]
    mixed = np.where(codes == 1, scale, 1.0)
    assert products(one * mixed, other * mixed) == [expected[0], expected[1] * exact]


def test_products_of_integers(made: Any) -> None:
    three = np.array([3, 0, 2])
    sums = made.Sums(1, 2)
    sums.add_products(np.array([0, 0, 1]), 0, three, three)
    assert [read(sums, 0, 0), read(sums, 1, 0)] == [9, 4]


@pytest.mark.parametrize("value", [0, 1, -1, Fraction(1, 3 << 40 >> 40 << 40 | 1), 3 << 4200, 1 << 4225, 1 << 9000])
def test_numbers_that_can_be_written(made: Any, value: Any) -> None:
    sums = made.Sums(1, 1)
    fits = value.denominator == 1 and abs(value) < 1 << 4224
    if not fits:
        with pytest.raises(OverflowError, match="no sum of doubles"):
            write(sums, 0, 0, value)
    else:
        write(sums, 0, 0, value)
        write(sums, 0, 0, value)
        assert read(sums, 0, 0) == 2 * value


def test_numbers_that_are_written_are_as_good_as_added(made: Any) -> None:
    wild = [Fraction(1e300) + Fraction(1e-300) - Fraction(MINUTE), -Fraction(0.1), Fraction((1 << 1100) - 1, 1 << 1500)]
    sums = made.Sums(2, 1)
    for value in wild:
        write(sums, 0, 1, value)
    sums.add(None, 1, np.array([0.1, -1e300]))
    assert read(sums, 0, 1) == sum(wild) + Fraction(0.1) - Fraction(1e300)


def test_cells_grow_and_new_ones_are_empty(made: Any) -> None:
    sums = made.Sums(3)
    assert (len(sums), sums.columns) == (0, 3)
    for cells in (1, 2, 100, 50):
        sums.grow(cells)
        sums.add(np.array([len(sums) - 1]), 2, np.array([1.0]))
    assert len(sums) == 100
    assert [read(sums, cell, 2) for cell in (0, 1, 49, 99)] == [1, 1, 0, 2]
    assert [read(sums, cell, 0) for cell in (0, 1, 49, 99)] == [0] * 4


def test_merging(made: Any) -> None:
    one, two = made.Sums(2, 2), made.Sums(2, 3)
    one.add(np.array([0, 1]), 0, np.array([1e300, 0.1]))
    two.add(np.array([0, 1, 2, 2]), 0, np.array([1e-300, 0.2, 2.0, 1e-200]))
    two.add(np.array([1]), 1, np.array([7.0]))
    one.merge(two, np.array([0, 1, 1]))
    assert read(one, 0, 0) == Fraction(1e300) + Fraction(1e-300)
    assert read(one, 1, 0) == Fraction(0.1) + Fraction(0.2) + 2 + Fraction(1e-200)
    assert [read(one, cell, 1) for cell in (0, 1)] == [0, 7]
    all_of_it = made.Sums(2, 1)
    all_of_it.merge(two, None)
    assert read(all_of_it, 0, 0) == Fraction(1e-300) + Fraction(0.2) + 2 + Fraction(1e-200)
    assert read(two, 2, 0) == 2 + Fraction(1e-200)


def test_very_many_values_are_carried(made: Any) -> None:
    """What goes to the places behind the doubles, again and again."""
    many = np.full(200_000, np.nextafter(2.0**959, 0))
    sums = added(made, 1e-300, *many[:3])
    for _ in range(3):
        sums.add(None, 0, np.concatenate([many, -many, many, [2.0**-1000]]))
    assert read(sums, 0, 0) == Fraction(1e-300) + 600_003 * Fraction(float(many[0])) + 3 * Fraction(2.0**-1000)


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), float("-inf")])
def test_only_finite_numbers(made: Any, wrong: float) -> None:
    for codes in (None, np.array([0, 0])):
        with pytest.raises(ValueError, match="sums are over finite numbers"):
            made.Sums(1, 1).add(codes, 0, np.array([1.0, wrong]))
    with pytest.raises(ValueError, match="sums are over finite numbers"):
        made.Sums(1, 1).add_products(None, 0, np.array([1.0]), np.array([wrong]))


def test_products_that_are_no_doubles(made: Any) -> None:
    for value in (1e200, 1e-200):
        sums = made.Sums(1, 1)
        sums.add_products(None, 0, np.array([value]), np.array([value]))
        assert abs(read(sums, 0, 0) / Fraction(value) ** 2 - 1) <= Fraction(1, 1 << 53)


def test_what_does_not_fit(made: Any) -> None:
    sums = made.Sums(1, 2)
    for codes in ([2], [-1]):
        with pytest.raises(IndexError, match="a cell outside the 2 that there are"):
            sums.add(np.array(codes), 0, np.array([1.0]))
    with pytest.raises(IndexError, match="a cell outside the 2 that there are"):
        sums.merge(made.Sums(1, 1), np.array([2]))
    with pytest.raises(ValueError, match="codes: 1 entries where there should be 2"):
        sums.add(np.array([0]), 0, np.array([1.0, 2.0]))
    with pytest.raises(ValueError, match="where: 1 entries where there should be 2"):
        sums.merge(made.Sums(1, 2), np.array([0]))
    with pytest.raises(ValueError, match="other sums with as many columns"):
        sums.merge(made.Sums(2, 2), None)
    with pytest.raises(IndexError, match="column 1 of 1"):
        sums.add(None, 1, np.array([1.0]))
    with pytest.raises(IndexError, match="cell 2 of 2"):
        sums.number(2, 0)
    for columns, cells in ((0, 1), (65, 1), (1, -1)):
        with pytest.raises(ValueError, match="1 to 64 columns"):
            made.Sums(columns, cells)
    assert [read(sums, cell, 0) for cell in (0, 1)] == [0, 0]


def rows(made: Any, **changed: Any) -> tuple[Any, Any, Any]:
    """Four rows of three cases in two cells; the last two belong to open clusters."""
    cells, counts, opened = made.Sums(TALLY, 2), np.zeros((2, COUNTS), np.int64), made.Sums(OPEN, 2)
    given = {
        "codes": np.array([0, 1, 1, 0]),
        "cases": np.array([0, 1, 1, 2]),
        "clusters": np.array([-1, -1, 1, 0]),
        "rho": np.array([0.5, 1.0, 2.0]),
        "loss": np.array([1, 0, 2, 3]),
        "units": np.array([2, 1, 4, 3]),
        "undefined": np.array([True, False, True, False]),
        "seen": 0,
        "by_expression": False,
    } | changed
    made.tally_rows(cells, counts, opened, *given.values())
    return cells, counts, opened


def test_rows_of_a_tally(made: Any) -> None:
    cells, counts, opened = rows(made)
    half, one = Fraction(1, 2), Fraction(1)
    assert [read(cells, 0, column) for column in range(7)] == [half + 2, half, one, half, half**2, half, one]
    assert [read(cells, 1, column) for column in range(7)] == [1, 0, 1, 1, 0, 0, 1]
    assert counts[:, :5].tolist() == [[2, 1, 1, 1, 1], [1, 0, 1, 0, 1]]
    assert [[read(opened, cell, column) for column in range(3)] for cell in (0, 1)] == [[6, 6, 12], [2, 4, 4]]
    made.close_clusters(cells, counts, opened, np.array([0, 1]))
    assert [read(cells, 0, column) for column in range(1, 7)] == [6 + half, 7, 12 + half, 36 + half**2, 36 + half, 37]
    assert [read(cells, 1, column) for column in range(1, 7)] == [2, 5, 5, 4, 8, 17]
    assert counts[:, :5].tolist() == [[2, 1, 2, 2, 1], [1, 0, 2, 1, 2]]


def test_a_cluster_without_a_cell_stays_open(made: Any) -> None:
    cells, counts, opened = rows(made)
    before = [read(cells, 0, column) for column in range(TALLY)]
    made.close_clusters(cells, counts, opened, np.array([-1, 1]))
    assert [read(cells, 0, column) for column in range(TALLY)] == before
    assert [read(cells, 1, column) for column in range(1, 7)] == [2, 5, 5, 4, 8, 17]
    assert counts[:, :5].tolist() == [[2, 1, 1, 1, 1], [1, 0, 2, 1, 2]]
    for outside in (-2, 2):
        with pytest.raises(IndexError, match="where: a cell outside the 2 that there are"):
            made.close_clusters(cells, counts, opened, np.array([0, outside]))


def test_rows_that_count_expressions(made: Any) -> None:
    cells, _, opened = rows(made, by_expression=True)
    assert [read(cells, 0, column) for column in range(1, 4)] == [Fraction(1, 2), 1, 1]
    assert [[read(opened, cell, column) for column in range(3)] for cell in (0, 1)] == [[6, 1, 1], [2, 0, 0]]


def test_integers_that_are_no_doubles_keep_their_bits_where_they_count_once(made: Any) -> None:
    large = 2**53 + 1
    cells, _, opened = rows(made, loss=np.array([large, large, 1, large]), units=np.array([1, 1, large, 1]))
    assert read(cells, 0, 1) == Fraction(float(large)) / 2
    assert read(cells, 1, 1) == large
    assert read(cells, 1, 4) == Fraction(float(large) ** 2)
    assert [read(opened, cell, 0) for cell in (0, 1)] == [2 * int(float(large)), 1]
    assert [read(opened, 1, column) for column in (1, 2)] == [large, large]


def test_a_case_counts_once_in_a_cell_and_again_in_the_next_batch(made: Any) -> None:
    cells, counts, opened = made.Sums(TALLY, 1), np.zeros((1, COUNTS), np.int64), made.Sums(OPEN)
    ones, two = np.ones(3), np.array([0, 0, 0])
    for seen in (0, 3):
        made.tally_rows(cells, counts, opened, None, two, None, ones, ones, ones, np.ones(3, bool), seen, False)
    assert counts[0, :2].tolist() == [2, 2]
    assert (read(cells, 0, 0), read(cells, 0, 1)) == (2, 6)


@pytest.mark.parametrize(
    ("changed", "error", "message"),
    [
        ({"loss": np.array([1, np.nan, 0, 0])}, ValueError, "sums are over finite numbers"),
        ({"rho": np.array([1, 1e200, 1]), "units": np.full(4, 1e200)}, ValueError, "sums are over finite numbers"),
        ({"rho": np.ones(2)}, IndexError, "outside|out of bounds"),
        ({"codes": np.array([0, 1, 2, 0])}, IndexError, "outside|out of bounds"),
        ({"clusters": np.array([0, 0, 0, 2])}, IndexError, "outside|out of bounds"),
    ],
)
def test_rows_that_are_refused(made: Any, changed: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        rows(made, **changed)


def test_names_are_numbered_as_they_come(made: Any) -> None:
    names = made.Names()
    for given, expected in (
        (["b", None, "a", "b"], [0, -1, 1, 0]),
        (("c", "a"), [2, 1]),
        ([], []),
        ([7, True, 1], [3, 4, 4]),
    ):
        numbers = np.empty(len(given), np.int64)
        names.number(given, numbers)
        assert numbers.tolist() == expected
    assert (list(names.known), len(names)) == (["b", "a", "c", 7, True], 5)
    assert [names.find(name) for name in ("c", "d", 1.0)] == [2, -1, 4]
    with pytest.raises(TypeError, match="unhashable"):
        names.number([[]], np.empty(1, np.int64))


def test_very_many_names(made: Any) -> None:
    given = [f"cluster {i % 5000}" for i in range(12_000)]
    names, numbers = made.Names(), np.empty(12_000, np.int64)
    names.number(given, numbers)
    assert numbers.tolist() == [i % 5000 for i in range(12_000)]
    assert names.find("cluster 4999") == 4999


def test_pairs_are_numbered_as_they_come(made: Any) -> None:
    pairs, numbers = made.Pairs(), np.empty(5, np.int64)
    pairs.number(np.array([1, 0, 1, 2, 1]), np.array([5, 5, 5, -1, 6]), numbers)
    assert numbers.tolist() == [0, 1, 0, -1, 2]
    assert [column.tolist() for column in chosen.split(pairs)] == [[1, 0, 1], [5, 5, 6]]
    assert (pairs.find(0, 5), pairs.find(2, -1), pairs.find(5, 1), len(pairs)) == (1, -1, -1, 3)
    many = np.arange(10_000)
    out = np.empty(10_000, np.int64)
    pairs.number(many % 7 + 1, many + 6, out)
    assert pairs.find(2, 7) == out[1] == 3


def test_classes_of_numbers(made: Any) -> None:
    for values, expected in (
        ([0.5, -0.0, 0.0, 0.5, float("nan"), -float("nan")], [0.5, 0, 0, 0.5, "nan", "nan"]),
        ([3, 1, 3], [3, 1, 3]),
    ):
        column, codes = np.array(values), np.empty(len(values), np.int64)
        found = made.classes(column, codes, 3)
        shown = ["nan" if found[code] != found[code] else found[code] for code in codes.tolist()]
        assert shown == expected
        assert len(found) == len(set(expected))
        assert {type(one) for one in found} == {type(values[0])}
    assert made.classes(np.arange(4.0), np.empty(4, np.int64), 3) is None
    assert made.classes(np.zeros(0), NONE.copy(), 3) == []


def test_what_can_be_pickled() -> None:
    sums = chosen.Sums(2, 2)
    sums.add(np.array([0, 1, 1]), 1, np.array([1e300, 0.1, 1e-300]))
    again = pickle.loads(pickle.dumps(sums))
    assert (again.columns, len(again)) == (2, 2)
    assert [read(again, cell, 1) for cell in (0, 1)] == [Fraction(1e300), Fraction(0.1) + Fraction(1e-300)]
    names, pairs = chosen.Names(), chosen.Pairs()
    names.number(["x", "y"], np.empty(2, np.int64))
    pairs.number(np.array([3, 4]), np.array([1, 2]), np.empty(2, np.int64))
    names, pairs = pickle.loads(pickle.dumps((names, pairs)))
    assert (names.find("y"), pairs.find(4, 2), len(pairs)) == (1, 1, 2)


def test_an_open_cluster_takes_few_bytes() -> None:
    """With half of its table empty; beside its name, which it shares with the case that came first."""
    extension = pytest.importorskip("murho.core.sums._sums", reason="the extension is not compiled")
    opened, names = extension.Sums(OPEN), extension.Names()
    given = [f"cluster {i}" for i in range(50_000)]
    for start in range(0, 50_000, 1000):
        names.number(given[start : start + 1000], np.empty(1000, np.int64))
        opened.grow(start + 1000)
    assert (sys.getsizeof(opened) + sys.getsizeof(names) + sys.getsizeof(names.known)) / 50_000 < 100


ASK = "from murho.core import sums; print(sums.IMPLEMENTATION)"


@pytest.mark.parametrize("wanted", ["python", "compiled"])
def test_which_of_the_two_runs(wanted: str) -> None:
    if wanted == "compiled":
        pytest.importorskip("murho.core.sums._sums", reason="the extension is not compiled")
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        env={**os.environ, "MURHO_KERNEL": wanted},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == wanted
    assert import_module("murho.core.sums").IMPLEMENTATION in ("compiled", "python")
