"""The chart parser as a system."""

from collections.abc import Callable
from pathlib import Path

import pytest

from murho.core.case import Answers
from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED
from murho.systems import system

Ask = Callable[..., Answers]


def test_units_structures_and_what_is_undefined(tmp_path: Path, answers_of: Ask) -> None:
    answers = answers_of(system("chart:greetings"), "to bonn no to berlin", "hm", "")
    assert answers.answers == [(["goal:berlin"],), ([],), ([],)]
    answers = answers_of(system("chart:greetings output=structure"), "to bonn tomorrow")
    assert answers.answers == [([{"goal": {"city": "bonn"}}, {"date": "tomorrow"}],)]
    answers = answers_of(system("chart:greetings signs=1"), "to bonn")
    assert (answers.answers, answers.failures) == ([UNDEFINED], ["more than 1 signs in the chart"])
    (tmp_path / "own.map").write_text("goal.city -> to\n")
    answers = answers_of(system(f"chart:greetings map={tmp_path / 'own.map'}"), "to bonn", "tomorrow")
    assert answers.answers == [(["to:bonn"],), UNDEFINED]


@pytest.mark.parametrize(
    "spec", ["chart:", "chart:greetings speed=2", "chart:greetings output=tree", "chart:greetings signs=0"]
)
def test_usage(spec: str) -> None:
    with pytest.raises(UsageError):
        system(spec)


def test_a_grammar_without_units_says_so(tmp_path: Path) -> None:
    (tmp_path / "toy.chart").write_text("[types]\na < piece\n")
    with pytest.raises(UsageError, match="does not say what its units are"):
        system(f"chart:{tmp_path / 'toy.chart'}")
