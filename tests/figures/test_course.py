"""The course of a run as a sheet."""

from dataclasses import replace

import numpy as np

from murho.core.figure import figure
from murho.core.judgement import Judgements
from murho.core.tally import tally
from murho.figures.course import Course, sheet
from murho.figures.course.running import running, times
from murho.sheets.markdown import markdown
from murho.sheets.writing import facts

LOSSES = np.array([1.0, 0.0, 0.0, 1.0])


def course() -> Course:
    whole = figure(tally(Judgements.of(LOSSES), np.ones(4)), level=0.95)
    return Course(running(LOSSES, np.ones(4)), times([0.001, 0.002, 0.004, None, 1.0]), whole, True)


def test_the_line_and_the_times_are_drawn() -> None:
    shown = sheet(course())
    assert shown.picture is not None
    assert (shown.picture.kind, shown.picture.value.whole, shown.picture.value.length) == ("line", 0.5, 4)
    assert shown.picture.caption.endswith("the band is the 95 % interval of the whole")
    (timed,) = shown.sections
    assert facts(timed) == [
        ("median", "3 ms"), ("90 %", "701 ms"), ("99 %", "970 ms"), ("longest", "1 s"), ("together", "1.01 s")
    ]  # fmt: skip
    drawn = markdown(timed).splitlines()
    assert drawn[2:4] == ["- median: 3 ms", "- 90 %: 701 ms"]
    assert course().as_json()["running"] == {"cases": 4, "points": [(0, 1.0), (1, 0.5), (2, 1 / 3), (3, 0.5)]}


def test_of_too_few_cases_nothing_is_drawn_but_their_times() -> None:
    shown = sheet(replace(course(), running=None))
    assert shown.picture is None
    assert shown.sentence == "too few expressions to draw a running value"
    assert len(shown.sections) == 1
    assert sheet(replace(course(), running=None, times=None)).sections == ()


def test_without_a_value_there_is_no_line() -> None:
    nothing = figure(tally(Judgements.of([0.0, 0.0], [0.0, 0.0]), np.ones(2)), level=0.95)
    assert sheet(replace(course(), whole=nothing)).picture is None
