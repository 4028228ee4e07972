"""Numbers held compactly come back as they were."""

import math
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core import compact
from murho.core.compact import Compact, ranked

FLOATS = st.sampled_from([0.0, -0.0, 1.0, 0.1, math.nan, math.inf, 1e300, 3.5, 2.0**-140]) | st.floats()


def bits(values: list[float]) -> list[bytes]:
    return [b"nan" if math.isnan(value) else struct.pack("d", value) for value in values]


@given(st.lists(st.lists(FLOATS, max_size=12), max_size=4), st.integers(0, 40), st.integers(0, 40))
def test_numbers_come_back_to_the_last_bit(pieces: list[list[float]], start: int, more: int) -> None:
    held, whole = Compact(), [value for piece in pieces for value in piece]
    for piece in pieces:
        held.add(np.array(piece, np.float64))
    assert len(held) == len(whole)
    assert bits(held.tolist()) == bits(whole)
    assert bits([float(held[i]) for i in range(len(whole))]) == bits(whole)
    assert bits(held.between(start, start + more).tolist()) == bits(whole[start : start + more])
    places = list(range(len(whole)))[::-2]
    assert bits(held.at(places).tolist()) == bits([whole[place] for place in places])


@pytest.mark.parametrize("most", [1, 200, 40_000, 3_000_000_000, 2**62])
def test_integers_stay_integers(most: int) -> None:
    column = [0, most, -most, 7]
    held = Compact.of(np.array(column))
    assert (held.tolist(), held.extremes) == (column, (-most, max(most, 7)))
    assert all(type(value) is int for value in held)


def test_integers_and_doubles_in_pieces_of_their_own() -> None:
    held = Compact.of(np.array([3, 5]))
    held.add(np.array([0.5, 1.25]))
    assert held.at([3, 0, 2]).tolist() == [1.25, 3.0, 0.5]
    assert held.at([1, 0]).dtype == np.int64
    assert held.between(1, 3).tolist() == [5.0, 0.5]


@pytest.mark.parametrize("first", [0, -7, 2**63 - 16, -(2**63)])
@pytest.mark.parametrize("many", [2, 3, 4, 5, 15, 16])
def test_integers_near_to_each_other_come_back(first: int, many: int) -> None:
    column = np.random.default_rng(many).integers(0, many, 77) + first
    held = Compact.of(column)
    assert held.tolist() == column.tolist()
    assert held.at([76, 0, 5]).tolist() == column[[76, 0, 5]].tolist()
    assert held.between(3, 76).dtype == np.int64


def test_what_is_alike_takes_nothing_and_what_is_right_or_wrong_a_bit() -> None:
    n = 5 * compact.AT_ONCE
    assert Compact.of(np.full(n, 0.3)).bytes == 0
    assert n / 8 <= Compact.of(np.arange(n) % 3 == 0).bytes <= n / 8 + 100
    assert n / 4 <= Compact.of(np.arange(n) % 3 - 1).bytes <= n / 4 + 200
    assert n / 2 <= Compact.of((np.arange(n) % 7) / 10).bytes <= n / 2 + 1000
    assert n <= Compact.of((np.arange(n) % 17) / 10).bytes <= n + 1000
    assert Compact.of(np.linspace(0, 1, n)).bytes == 8 * n


@given(st.lists(st.floats(allow_nan=False), min_size=1, max_size=30), st.integers(0, 29), st.integers(0, 30))
def test_the_number_at_a_place_is_found_without_sorting(values: list[float], place: int, cut: int) -> None:
    place %= len(values)
    parts = [np.array(values[:cut]), np.array(values[cut:])]
    assert ranked(lambda: parts, place) == sorted(values)[place]
