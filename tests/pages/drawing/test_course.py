"""The course of a run, drawn."""

import numpy as np
import pytest

from murho.core.figure import figure
from murho.core.judgement import Judgements
from murho.core.tally import tally
from murho.pages.drawing.course import histogram, line
from murho.views.course import Running, running, times


def test_the_course_ends_where_the_figure_is() -> None:
    rng = np.random.default_rng(4)
    num, den = rng.integers(0, 2, 1000).astype(float), np.ones(1000)
    whole = figure(tally(Judgements.of(num), np.ones(1000)))
    course = line(running(num, den), whole, bounded=True)
    assert course is not None
    points = [tuple(map(float, point.split(","))) for point in course.points.split()]
    assert len(points) <= 300
    assert points[0][0] == 0
    assert points[-1] == (100, pytest.approx(100 - course.value, abs=0.01))


@pytest.mark.parametrize(("early", "top"), [(1.65, "0.08"), (1.7, "0.1")])
def test_the_first_twenty_cases_do_not_set_the_scale(early: float, top: str) -> None:
    """What the first two cases lose is, after 21 cases, 0.0786 or 0.081 of all; after 20 it was 0.0825 or 0.085."""
    num, den = np.array([1, early - 1, *[0] * 298]), np.ones(300)
    whole = figure(tally(Judgements.of(num), den))
    course = line(running(num, den), whole, bounded=True)
    assert course is not None
    assert course.marks[-1] == (100, top)


def test_times_are_summed_up() -> None:
    found = histogram(times([0.001, 0.002, 0.004, None, 1.0]))
    assert found is not None
    assert dict(found.summary)["longest"] == "1 s"
    assert max(bar.height for bar in found.bars) == 100
    assert all(0 <= bar.left <= bar.left + bar.width <= 100.1 for bar in found.bars)
    assert dict(found.summary) == {
        "median": "3 ms",
        "90 %": "701 ms",
        "99 %": "970 ms",
        "longest": "1 s",
        "together": "1.01 s",
    }
    assert [bar.title.rpartition(": ")[2] for bar in found.bars] == ["1", "1", "1", "1"]
    assert [text for _, text in found.marks] == ["1 ms", "10 ms", "100 ms", "1 s"]
    assert histogram(times([None, None])) is None
    assert histogram(times([0.0, 0.0, 0.0])) is not None


def test_without_a_value_there_is_no_line() -> None:
    nothing = figure(tally(Judgements.of([0.0, 0.0], [0.0, 0.0]), np.ones(2)))
    assert nothing.value is None
    assert line(Running(2, [(0, 0.5), (1, 0.5)]), nothing, bounded=True) is None
    assert line(None, nothing, bounded=True) is None
