"""One formula serves floats and arrays: both come out alike, and floats come out as floats."""

import subprocess
import sys
from decimal import Decimal, localcontext
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from murho.core import elementwise
from murho.core.elementwise import clip, cube_root, opposite, power, where
from murho.core.intervals import Evidence, doubts, effective_size, score

SAMPLES: list[tuple[Any, ...]] = [
    # num, den, squares, cubes, fourths, num_num, num_den, den_den, den4, unit_square, clusters, bounded
    (0.12, 1.0, 0.0011, 1e-5, 2e-6, 0.0012, 0.0012, 0.01, 1e-6, 0.01, 100, True),
    (0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.05, 1.25e-4, 0.05, 20, True),
    (1.0, 1.0, 0.0, 0.0, 0.0, 0.05, 0.05, 0.05, 1.25e-4, 0.05, 20, True),
    (1.4, 1.0, 0.3, 0.05, 0.03, 0.5, 0.3, 0.2, 0.01, 0.02, 6, False),
    (0.5, 1.0, 0.0, 0.0, 0.0, 0.25, 0.5, 1.0, 1.0, 0.5, 1, True),
]


@pytest.mark.parametrize("sums", SAMPLES)
def test_an_interval_is_the_same_of_floats_and_of_arrays(sums: tuple[Any, ...]) -> None:
    one = Evidence.of_sums(*sums)
    many = Evidence.of_sums(*(np.array([value, value], float) for value in sums[:-1]), bounded=sums[-1])
    size, sizes = effective_size(one, 0.9), effective_size(many, 0.9)
    assert isinstance(size, float | int)
    assert sizes.tolist() == pytest.approx([size, size], rel=1e-13)
    for end, ends in zip(score(one, size, 0.9), score(many, sizes, 0.9), strict=True):
        assert isinstance(end, float | int)
        assert ends.tolist() == pytest.approx([end, end], rel=1e-12)
    assert {name: [doubt, doubt] for name, doubt in doubts(one, size).items()} == {
        name: np.broadcast_to(found, 2).tolist() for name, found in doubts(many, sizes).items()
    }


@given(some.floats(-1e100, 1e100).filter(lambda value: abs(value) > 1e-90))
def test_a_cube_root_is_the_nearest_double(value: float) -> None:
    with localcontext(prec=60):
        exact = Decimal(abs(value)) ** (Decimal(1) / 3)
    assert abs(cube_root(value)) == pytest.approx(float(exact), rel=2.3e-16)
    assert (cube_root(value) < 0) == (value < 0)


def test_small_things() -> None:
    assert (cube_root(0.0), cube_root(27.0), power(1e300, 1.5)) == (0.0, 3.0, float("inf"))
    assert (clip(3, 0, 1), clip(-3, 0, 1), clip(0.5, 0, 1)) == (1, 0, 0.5)
    assert where(np.array([True, False]), 1.0, 2.0).tolist() == [1.0, 2.0]
    assert opposite(np.array([True, False])).tolist() == [False, True]
    assert isinstance(np.float64(1), elementwise.NUMBER)
    assert not isinstance(np.ones(()), elementwise.NUMBER)
    assert elementwise.square_root(np.array([4.0])).tolist() == [2.0]
    assert elementwise.expm1(np.zeros(1)).tolist() == [0.0]


def test_a_figure_of_floats_imports_no_numpy() -> None:
    code = "import sys; from murho.core.estimate import estimate; from murho.core.moments import Moments\n"
    code += "estimate(sum([Moments.of_cluster(i % 3, 5) for i in range(40)], Moments()), bounded=False)\n"
    code += "print([name for name in ('numpy', 'scipy', 'statistics') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
