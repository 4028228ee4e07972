"""Distances of numbers and dates."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED
from murho.core.shifting import mu4
from murho.measures import measure
from murho.measures.distances.naming import named
from murho.measures.distances.sets import explained
from murho.measures.meanings import graded, meanings


@pytest.mark.parametrize(
    ("name", "one", "two", "far"),
    [
        ("number", 3, 3.0, 0),
        ("number", 3, 3.25, 0.25),
        ("number", 3, 5, 1),
        ("number(scale=10)", "7", 2, 0.5),
        ("number(scale=10)", "7.0", "+7", 0),
        ("number(tolerance=0.1)", 0.4, 0.3, 0),  # which floats put above 0.1
        ("number(tolerance=0.3)", 0.7, 0.4, 0),
        ("number(scale=2, tolerance=1)", 10, 12, 0.5),
        ("number", 10**400, 0.5, 1),
        ("number", "1e999", "1e-999", 1),
        ("number", True, 1, 1),
        ("number", "seven", 7, 1),
        ("number", "seven", "seven", 0),
        ("number", "1e9999999", "1e9999999", 0),
        ("date", "2026-05-01", "2026-05-16", 0.5),
        ("date(scale=2)", "2026-05-01", "2026-05-02", 0.5),
        ("date(scale=2)", "2026-05-01T12:00", "2026-05-01T14:00+02:00", 0),
        ("date", "2026-05-01", "2027-05-01", 1),
        ("date", "2026-05-01", "tomorrow", 1),
        ("date", 20260501, 20260501, 0),
        ("date", "2026-02-30", "2026-02-28", 1),
    ],
)
def test_values(name: str, one: Any, two: Any, far: float) -> None:
    between = named(name).between
    assert between(one, two) == between(two, one) == pytest.approx(far)
    assert (between(one, two) == 0) == (far == 0)


NUMBERS = st.one_of(st.integers(-9, 9), st.floats(-4, 4), st.sampled_from(["1", "1.0", "2.5", "one", "", None]))
DATES = st.one_of(st.dates().map(str), st.datetimes().map(str), st.sampled_from(["monday", 3, ""]))


@given(
    st.one_of(
        st.tuples(st.sampled_from(["number", "number(scale=3)"]), NUMBERS, NUMBERS, NUMBERS),
        st.tuples(st.just("date(scale=3650)"), DATES, DATES, DATES),
    )
)
def test_without_tolerance_they_are_metrics(given_: tuple[str, Any, Any, Any]) -> None:
    name, one, two, three = given_
    between = named(name).between
    assert between(one, one) == 0
    assert 0 <= between(one, two) == between(two, one) <= 1
    assert between(one, three) <= between(one, two) + between(two, three) + 1e-12


@pytest.mark.parametrize("name", ["number(scale=0)", "number(tolerance=-1)", "date(scale=-1)", "number(scale=1e999)"])
def test_a_scale_is_above_0(name: str) -> None:
    with pytest.raises(UsageError, match="give a number"):
        named(name)


def test_what_is_within_the_tolerance_is_one_meaning() -> None:
    near = "number(scale=10, tolerance=0.5)"
    right, said = [(20,)] * 3 + [(10, 20)], [(20.4,), (25.5,), (19.6, 20.4), (20.2, 40)]
    for how in (meanings(shifting=mu4(near)), graded(near)):
        judged = how.judge(right, said)
        assert judged.labels["relation"] == ["equal", "disjoint", "equal", "overlap"]
        assert measure(repr(how)) == how
    assert judged.loss.tolist() == pytest.approx([0, 0.5, 0, 0.5])
    assert graded("date(scale=10)").judge([("2026-05-01",)], [("2026-05-02",)]).loss.tolist() == pytest.approx([0.1])


def test_sentences() -> None:
    assert explained(named("number"), (3, 5), (4.5, 5)) == ["4.5 instead of 3: 1.5 too much"]
    assert explained(named("number"), (10**400,), (1,))[0].endswith("very much too little")
    late = explained(named("date"), ("2026-05-01",), ("2026-04-29",))
    assert late == ['"2026-04-29" instead of "2026-05-01": 2 days too early']
    assert explained(named("date"), ("2026-05-01",), ("soon",)) == ['"soon" instead of "2026-05-01"']


def test_what_is_no_number_or_date_is_counted() -> None:
    references = [(3,), ("2026-02-30",), ("2026-05-01",)]
    for name, expected in (("number", [0, 1, 1]), ("date", [1, 1, 0])):
        for measured in (f"graded({name!r})", f"meanings(mu4({name!r}))"):
            judged = measure(measured).judge(references, [(4,), ("2026-03-01",), UNDEFINED])
            assert judged.counts["unreadable"].tolist() == expected, measured
