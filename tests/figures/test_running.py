"""The course of a run: π over the first cases, and how long answers took."""

import numpy as np
import pytest

from murho.figures.course.running import MOST_POINTS, running, times


def test_cases_that_do_not_matter_have_no_place_at_the_beginning() -> None:
    found = running(np.array([0.0, 0.5, 0.0, 0.5]), np.array([0.0, 0.5, 0.5, 1.0]))
    assert found is not None
    assert found.cases == 4
    assert found.points == [(1, 1.0), (2, 0.5), (3, 0.5)]


def test_no_course_of_one_case_or_of_none_that_matters() -> None:
    assert running(np.array([1.0]), np.array([1.0])) is None
    assert running(np.zeros(3), np.zeros(3)) is None
    assert running(np.zeros(2), np.ones(2)) is not None


def test_a_long_course_has_points_at_even_steps() -> None:
    assert MOST_POINTS == 300
    found = running(np.ones(601), np.ones(601))
    assert found is not None
    assert len(found.points) == 300
    assert [i for i, _ in found.points[:3]] == [0, 2, 4]
    assert found.points[-1] == (600, 1.0)
    short = running(np.ones(300), np.ones(300))
    assert short is not None
    assert [i for i, _ in short.points] == list(range(300))


def test_times_are_counted_on_a_scale_of_powers() -> None:
    found = times([0.01, 0.02, 0.05, 0.1, 1.0, None, float("inf"), -1.0])
    assert found is not None
    assert sum(found.counts) == 5
    assert (found.edges[0], found.edges[-1]) == (-2.0, 0.5)
    assert len(found.counts) == len(found.edges) - 1 == 30
    assert found.quantiles == pytest.approx({"median": 0.05, "90 %": 0.64, "99 %": 0.964, "longest": 1.0})
    assert found.together == pytest.approx(1.18)


def test_few_classes_where_times_are_alike_and_no_more_than_forty() -> None:
    alike = times([0.5, 0.5])
    assert alike is not None
    assert len(alike.counts) == 8
    assert (alike.edges[0], alike.edges[-1]) == (-0.5, 0.0)
    wide = times([0.0, 100.0])
    assert wide is not None
    assert len(wide.counts) == 40
    assert (wide.edges[0], wide.edges[-1], wide.counts[0], wide.counts[-1]) == (-7.0, 2.5, 1, 0)
    assert times([0.5]) is None
    assert times([0.0, 0.0]) is not None
