"""A scale of grades: how it is read, what it says of a value and of an interval."""

import pytest

from murho.core.errors import UsageError
from murho.core.scale import Graded, scale


def test_a_scale_prints_as_it_is_written() -> None:
    assert str(scale(" good < 0.10 < not so good<1e0<poor ")) == "good<0.1<not so good<1<poor"
    assert str(scale(str(scale("a<0.123456789<b")))) == "a<0.123456789<b"


@pytest.mark.parametrize(
    ("value", "grade"), [(0.0, "good"), (0.0999, "good"), (0.1, "fair"), (0.3, "poor"), (1.7, "poor")]
)
def test_a_bound_belongs_to_the_grade_above_it(value: float, grade: str) -> None:
    assert scale("good<0.1<fair<0.3<poor").grade(value) == grade


@pytest.mark.parametrize(
    ("interval", "possible"),
    [
        ((0.02, 0.09), ("good",)),
        ((0.02, 0.1), ("good", "fair")),
        ((0.05, 0.4), ("good", "fair", "poor")),
        ((0.1, 0.2), ("fair",)),
        (None, ("good", "fair", "poor")),
    ],
)
def test_grades_that_an_interval_leaves_open(interval: tuple[float, float] | None, possible: tuple[str, ...]) -> None:
    graded = Graded(scale("good<0.1<fair<0.3<poor"), 0.07, interval)
    assert graded.possible == possible
    assert graded.as_json() == {"scale": "good<0.1<fair<0.3<poor", "grade": "good", "possible": list(possible)}


def test_sentences() -> None:
    school = scale("good<0.1<poor")
    assert Graded(school, 0.05, (0.01, 0.08)).sentence == "good on the scale good<0.1<poor, its whole interval"
    assert "leaves open: good, poor" in Graded(school, 0.05, (0.01, 0.2)).sentence
    assert "every grade is open" in Graded(school, 0.05, None).sentence
    assert Graded(school, None, None).grade is None
    assert "there is no value" in Graded(school, None, None).sentence


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("good", "do not take turns"),
        ("good<0.1", "do not take turns"),
        ("0.1<good<0.3", "'0.1' stands where a grade belongs"),
        ("good<<poor", "'' stands where a bound belongs"),
        ("good<0.1<", "'' stands where a grade belongs"),
        ("good<nan<poor", "'nan' stands where a bound belongs"),
        ("good<-1<poor", "'-1' stands where a bound belongs"),
        ("good<0.1<fair<0.1<poor", "0.1 does not lie above 0.1"),
        ("good<0.1<fair<0.3<good", "'good' comes twice"),
    ],
)
def test_what_is_no_scale(text: str, found: str) -> None:
    with pytest.raises(UsageError, match="scale ") as error:
        scale(text)
    assert found in str(error.value)
    assert "\n" not in str(error.value)
