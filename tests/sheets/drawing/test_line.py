"""The line of a running value."""

import numpy as np
import pytest
from numpy.typing import NDArray

from murho.core.figure import figure
from murho.core.judgement import Judgements
from murho.core.tally import tally
from murho.figures.course.running import running
from murho.sheets.drawing.line import Curve, draw, geometry


def curve(num: NDArray[np.float64], bounded: bool = True) -> Curve:
    whole = figure(tally(Judgements.of(num), np.ones(len(num))), level=0.95)
    course = running(num, np.ones(len(num)))
    assert course is not None
    assert whole.value is not None
    return Curve("π", course.points, course.cases, "expressions", whole.value, whole.interval, bounded)


def test_the_line_ends_where_the_figure_is() -> None:
    drawn = curve(np.random.default_rng(4).integers(0, 2, 1000).astype(float))
    found = geometry(drawn)
    points = [tuple(map(float, point.split(","))) for point in found.points.split()]
    assert len(points) <= 300
    assert points[0][0] == 0
    assert points[-1] == (100, pytest.approx(100 - found.value, abs=0.01))
    assert found.low < found.value < found.high
    assert f'<polyline points="{found.points}"/>' in draw(drawn)
    assert f'<rect class="band" y="{100 - found.high:g}" width="100" height="{found.high - found.low:g}"/>' in draw(
        drawn
    )


@pytest.mark.parametrize(("early", "top"), [(1.65, "0.08"), (1.7, "0.1")])
def test_the_first_twenty_cases_do_not_set_the_scale(early: float, top: str) -> None:
    """What the first two cases lose is, after 21 cases, 0.0786 or 0.081 of all; after 20 it was 0.0825 or 0.085."""
    assert geometry(curve(np.array([1, early - 1, *[0] * 298]))).marks[-1] == (100, top)


def test_a_value_without_an_interval_has_a_band_of_no_width() -> None:
    found = geometry(Curve("π", [(0, 1.0), (1, 0.5)], 2, "words", 0.5, None))
    assert found.low == found.value == found.high == 100
