"""Shares of the error: a small example by hand, and what holds of any."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.figures.shares import notes, of_chains, suffering, waterfall
from murho.figures.shares.sharing import shared_out
from murho.measures import measure
from murho.pipeline.scoring.reading import Reading
from murho.sheets.drawing.waterfall import waterfall as fall
from murho.weighting import weighting

EXAMPLE: list[tuple[list[str], list[str] | None, list[str] | None]] = [
    (["goal:bonn", "date:today"], ["goal:bonn", "date:today"], ["goal:bonn", "date:today"]),  # all is right
    (["goal:rome"], ["goal:rome"], ["goal:bern"]),  # heard alone: 1
    (["date:today", "goal:ulm"], ["goal:ulm"], []),  # one unit is lost in any case, hearing costs another
    (["day:monday"], [], ["day:monday"]),  # what was heard wrongly repairs
    (["goal:ulm"], ["goal:ulm"], None),  # heard alone: 1
    (["day:sunday"], None, ["day:friday", "goal:bonn"]),  # one is lost in any case, and one made up
]
"""What is meant, what is answered on references, what is answered in fact: of 8 units 3 are lost, and 6."""


def chain(rows: Any, *stages: str, **more: Any) -> tuple[Cases, Answers]:
    """Cases of units, and answers with those on the references of each stage."""
    ids = [str(i) for i in range(len(rows))]
    cases = Cases(ids, [""] * len(ids), [(row[0],) for row in rows], **more)
    answers = [UNDEFINED if row[-1] is None else (row[-1],) for row in rows]
    rightly = [
        {stage: None if said is None else [said] for stage, said in zip(stages, row[1:-1], strict=True)} for row in rows
    ]
    return cases, Answers(ids, answers, extras={"on_references": rightly})


def test_by_hand() -> None:
    found = shared_out(measure("concepts"), *chain(EXAMPLE, "heard"), ["heard"])
    (step,) = found.steps
    assert (found.whole.value, step.right.value, step.due.value) == (6 / 8, 3 / 8, 3 / 8)
    parts = found.own, step.alone, step.both
    assert [(part.points.value, part.cases) for part in parts] == [(3 / 8, 6), (2 / 8, 3), (1 / 8, 3)]
    assert [part.share.value for part in parts] == pytest.approx([3 / 6, 2 / 6, 1 / 6])
    assert (step.undefined, found.cases, found.left_out) == (1, 6, 0)
    assert [(one.name, one.units, one.right, one.heard, one.more.value, one.cost) for one in found.classes] == [
        ("goal", 4, 0, 4 / 4, 1, 4 / 8),
        ("date", 2, 1 / 2, 1 / 2, 0, 0),
        ("day", 2, 2 / 2, 1 / 2, -1 / 2, -1 / 8),
    ]
    assert [one.name for one in suffering(found)] == ["goal", "day"]
    assert (found.own.points.low, found.own.points.high) == step.right.interval
    bars = waterfall(found)
    assert [(row.cells[0], *row.cells[1][:2]) for row in bars] == [
        ("behind heard", 0, 3 / 8),
        ("heard alone", 3 / 8, 5 / 8),
        ("both together", 5 / 8, 6 / 8),
        ("whole chain", 0, 6 / 8),
    ]
    assert bars[1].note == "3 cases that what follows has right on its references"
    assert notes(found)[0] == "1 answer to references of heard undefined"


def test_importance_and_cases_of_which_nothing_is_known() -> None:
    """The third case weighs nothing, and the last was not asked on references."""
    cases, answers = chain(EXAMPLE, "heard", weights=[1, 1, 0, 0.5, 1, 1])
    answers.extras["on_references"][-1] = None  # type: ignore[index]
    found = shared_out(measure("concepts"), cases, answers, ["heard"], Reading(weighting("given")))
    assert (found.cases, found.left_out) == (5, 1)
    units = 2 + 1 + 0.5 + 1
    assert found.whole.value == pytest.approx(2 / units)
    terms = [found.own, found.last.alone, found.last.both]
    assert [term.points.value for term in terms] == pytest.approx([0.5 / units, 2 / units, -0.5 / units])
    assert notes(found)[0] == "1 case left out: nothing was asked on references of a stage"


def test_intervals_are_of_whole_clusters() -> None:
    """The same dialogue ten times says no more than once."""
    many = EXAMPLE * 10
    apart = shared_out(measure("concepts"), *chain(many, "heard"), ["heard"])
    together = chain(many, "heard", clusters=[str(i % 6) for i in range(60)])
    clustered = shared_out(measure("concepts"), *together, ["heard"])
    assert apart.last.due.value == clustered.last.due.value == 3 / 8
    width, wider = (one.last.due.high - one.last.due.low for one in (apart, clustered))
    assert wider > 2 * width
    assert (apart.last.due.clusters, clustered.last.due.clusters) == (60, 6)


UNITS = st.lists(st.sampled_from(["a:1", "a:2", "b:1", "c:1"]), max_size=3)
MAYBE = st.none() | UNITS


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.tuples(UNITS.filter(bool), MAYBE, MAYBE, MAYBE), min_size=1, max_size=7),
    st.sampled_from(["concepts", "concept_bag", "slots", "frames"]),
)
def test_terms_add_up_to_the_whole(rows: Any, name: str) -> None:
    cases, answers = chain(rows, "heard", "tagged")
    found = shared_out(measure(name), cases, answers, ["heard", "tagged"])
    if found.whole.value is None:
        return
    terms = [found.own, *(term for step in found.steps for term in (step.alone, step.both))]
    assert sum(term.points.value or 0 for term in terms) == pytest.approx(found.whole.value, abs=1e-12)
    for step in found.steps:
        assert (step.alone.points.value or 0) + (step.both.points.value or 0) == pytest.approx(
            step.due.value, abs=1e-12
        )
    if found.whole.value:
        assert sum(term.share.value or 0 for term in terms) == pytest.approx(1, abs=1e-9)
    if found.classes:
        due = sum(step.due.value or 0 for step in found.steps)
        assert sum(one.cost for one in found.classes) == pytest.approx(due, abs=1e-12)
    bars = waterfall(found)
    spans = [row.cells[1] for row in bars]
    assert spans[-2].end == pytest.approx(spans[-1].end, abs=1e-12)
    for drawn in fall(spans).bars:
        assert 0 <= drawn.low <= drawn.end + 0.01 <= drawn.high + 0.02 <= 100.02


def test_what_cannot_be_shared_out() -> None:
    cases, answers = chain(EXAMPLE, "heard")
    with pytest.raises(InputError, match=r"no case was asked on the references of tagged"):
        shared_out(measure("concepts"), cases, answers, ["tagged"])
    with pytest.raises(UsageError, match=r"words@heard: shares are of the whole chain; name a measure of it"):
        of_chains([measure("words@heard")])
    assert of_chains([measure("words@heard"), measure("concepts")]) == [measure("concepts")]
