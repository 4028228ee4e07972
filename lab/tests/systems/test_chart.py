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


HEARD = """\
VERSION=1.0
N=3 L=4
J=0 S=0 E=1 W=tow a={tow}
J=1 S=0 E=1 W=to a={to}
J=2 S=1 E=2 W=born a=-50
J=3 S=1 E=2 W=bonn a=-60
"""


def test_a_word_graph_is_understood_by_its_likeliest_way_that_has_a_meaning(answers_of: Ask) -> None:
    near, far = HEARD.format(tow=-100, to=-110), HEARD.format(tow=-100, to=-400)
    assert answers_of(system("chart:greetings"), near, far).answers == [(["goal:bonn"],), (["city:bonn"],)]
    # Where nothing is lost by words that no piece covers, the likeliest words stand.
    assert answers_of(system("chart:greetings word=0 piece=0 importance=0"), near).answers == [([],)]
    assert answers_of(system("chart:greetings scale=0.01"), far).answers == [(["goal:bonn"],)]
    answers = answers_of(system("chart:greetings"), "VERSION=1.0\nN=2 L=1\nJ=0 S=0 E=1\n", "VERSION=1.0\nN=2\n")
    assert answers.answers == [UNDEFINED, UNDEFINED]
    assert answers.failures is not None
    assert "without words" in str(answers.failures[0])


@pytest.mark.parametrize(
    "spec",
    [
        "chart:",
        "chart:greetings speed=2",
        "chart:greetings output=tree",
        "chart:greetings signs=0",
        "chart:greetings word=dear",
        "chart:greetings scale=-1",
        "chart:greetings piece=nan",
    ],
)
def test_usage(spec: str) -> None:
    with pytest.raises(UsageError):
        system(spec)


def test_a_grammar_without_units_says_so(tmp_path: Path) -> None:
    (tmp_path / "toy.chart").write_text("[types]\na < piece\n")
    with pytest.raises(UsageError, match="does not say what its units are"):
        system(f"chart:{tmp_path / 'toy.chart'}")
