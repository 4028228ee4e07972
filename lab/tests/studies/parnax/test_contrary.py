"""Which conditions never hold of one row at once."""

import pytest

from murho_lab.studies.parnax.interface.contrary import contradicts
from murho_lab.studies.parnax.interface.query import Condition


@pytest.mark.parametrize(
    ("one", "other", "contrary"),
    [
        ("level = 3", "NOT (level = 3)", True),
        ("level = 3", "level = 4", True),
        ("level = 3", "level = 3", False),
        ("level = 3", "age = 4", False),
        ("degree LIKE '% in law'", "degree LIKE '% in physics'", True),
        ("degree LIKE '% in law'", "degree LIKE 'master in %'", False),
        ("degree LIKE '% in law'", "degree LIKE '% law'", False),
        ("degree LIKE '% in law'", "subject LIKE '% in physics'", False),
        ("title LIKE '% of staff'", "title LIKE '% of works'", True),
        ("degree = 'master in law'", "degree LIKE '% in law'", False),
        ("level > 5", "level < 3", True),
        ("level >= 5", "level <= 3", True),
        ("level >= 5", "level <= 5", False),
        ("level > 5", "level <= 5", True),
        ("level > 5", "level < 5", True),
        ("level > 10", "level = 9", True),
        ("level > 5", "level = 5", True),
        ("level >= 5", "level = 5", False),
        ("level < 12", "level = 9", False),
        ("level > 3", "level < 5", False),
        ("level > 5", "level > 3", False),
        ("level > 5", "age < 3", False),
        ("born > '1960-12-31'", "born < '1950-01-01'", True),
        ("born > '1950-12-31'", "born < '1960-01-01'", False),
    ],
)
def test_two_conditions(one: str, other: str, contrary: bool) -> None:
    first, second = (Condition("staff.any", sql) for sql in (one, other))
    assert contradicts(first, ((second,),)) == contradicts(second, ((first,),)) == contrary


def test_numbers_of_unlike_length_are_compared_as_numbers() -> None:
    over, under = Condition("staff.level", "level > 10"), Condition("staff.level", "level < 9")
    assert contradicts(over, ((under,),))
    assert not contradicts(Condition("staff.level", "level > 9"), ((Condition("staff.level", "level < 10"),),))


def test_one_of_several_that_would_do_contradicts_nothing() -> None:
    three, four, five = (Condition("staff.level", f"level = {number}") for number in (3, 4, 5))
    assert not contradicts(three, ((four, five),))
    assert contradicts(three, ((four, five), (five,)))
