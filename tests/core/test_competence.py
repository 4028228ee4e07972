"""Coverage, competence, habitability, completeness: the figures and the sets behind them."""

import pytest

from murho.core.competence import Competence, competence
from murho.core.errors import UsageError

ITEMS = ["renew", "hours", "fees", "poem"]
MEANINGS = [{"r"}, {"h", "t"}, {"f"}, set()]
RHO = [1.0, 0.5, 0.25, 0.0]
CORRECT = [True, False, True, True]


def found(bound: float = 0.0) -> Competence:
    return competence(ITEMS, MEANINGS, RHO, CORRECT, bound)


def test_coverage_is_what_matters_more_than_the_bound() -> None:
    assert found().coverage == ("renew", "hours", "fees")
    assert found(0.25).coverage == ("renew", "hours")


def test_competence_is_what_of_it_is_understood() -> None:
    assert (found().linguistic, found().habitability) == (("renew", "fees"), 2 / 3)
    assert found().habitability_weighted == 1.25 / 1.75


def test_concepts() -> None:
    assert (found().concepts, found().conceptual) == ({"r", "h", "t", "f"}, {"r", "f"})
    assert found().conceptual_share == 0.5


def test_completeness_asks_what_users_say() -> None:
    users = ["hours", "fees", "fees", "weather", "weather"]
    assert found().expected(users) == ("hours", "fees")
    assert found().completeness(users) == 2 / 3
    assert found().completeness([]) is None


def test_an_item_that_occurs_twice_is_expected_once() -> None:
    twice = competence(["hours", "hours"], [{"h"}, {"h"}], [1, 1], [True, False])
    assert (twice.expected({"hours"}), twice.completeness({"hours"})) == (("hours",), 1.0)


def test_nothing_covered_has_no_figure() -> None:
    empty = competence(["poem"], [set()], [0.0], [True])
    assert (empty.habitability, empty.habitability_weighted, empty.conceptual_share) == (None, None, None)
    assert competence([], [], [], []).coverage == ()


@pytest.mark.parametrize("bound", [-0.1, 1.0, float("nan")])
def test_the_bound_is_at_least_0_and_below_1(bound: float) -> None:
    with pytest.raises(UsageError, match=r"\[0, 1\)"):
        found(bound)
