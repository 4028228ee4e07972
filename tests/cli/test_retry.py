"""Runs in which cases fail: what is asked once more, what a run says in which all of them failed."""

import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from murho.store import open_run

RULES = """
import os
from pathlib import Path

def understand(expression):
    with open("asked.log", "a") as log:
        print(expression, file=log)
    number = int(expression.split()[-1])
    if os.path.exists("down") and number % 3 == 0:
        raise ConnectionError(Path("down").read_text())
    return None if number == 5 else "even" if number % 2 == 0 else "odd"

def hear(sound):
    return f"heard {sound}"
"""
TALK = """
import json, sys
from rules import understand
for line in sys.stdin:
    case = json.loads(line)
    try:
        answer = [understand(case["expression"])]
    except ConnectionError as error:
        print(json.dumps({"id": case["id"], "answer": None, "failure": str(error)}), flush=True)
    else:
        print(json.dumps({"id": case["id"], "answer": None if answer == [None] else answer}), flush=True)
"""


@pytest.fixture
def command(here: Path, write: Callable[..., str]) -> tuple[str, ...]:
    (here / "rules.py").write_text(RULES)
    (here / "talk.py").write_text(TALK)
    numbers = range(1, 10)
    rows = [{"id": str(i), "expression": f"number {i}", "reference": ["odd" if i % 2 else "even"]} for i in numbers]
    return "run", write("cases.jsonl", *rows), "-m", "labels", "-o", "run"


def asked() -> Counter[str]:
    log = Path("asked.log")
    found = Counter(line.removeprefix("heard ") for line in log.read_text().splitlines()) if log.exists() else Counter()
    log.unlink(missing_ok=True)
    return found


@pytest.mark.parametrize(
    "system",
    [
        ("--system", "rules:understand"),
        pytest.param(("--system", "rules:understand", "--workers", "2"), marks=pytest.mark.slow),
        ("--system", "cmd:python3 talk.py"),
        ("--system", "rules:hear", "--then", "rules:understand"),
    ],
    ids=["function", "workers", "command", "composed"],
)
def test_what_was_undefined_is_asked_once_more(told: Any, command: tuple[str, ...], system: tuple[str, ...]) -> None:
    down = Path("down")
    down.write_text("the server sleeps")
    first = told(*command, *system, "--json")
    assert (first.json["figures"]["labels"]["value"], first.json["figures"]["labels"]["undefined"]) == (4 / 9, 4)
    assert "retried" not in first.json
    assert asked() == {f"number {i}": 1 for i in range(1, 10)}

    down.write_text("the server dreams")
    second = told(*command, *system, "--retry", "undefined", "--json")
    assert (second.json["retried"], second.json["retried_answered"]) == (4, 0)
    assert asked() == {f"number {i}": 1 for i in (3, 5, 6, 9)}

    down.unlink()
    third = told(*command, *system, "--retry", "undefined")
    assert "retried 4 undefined cases, 3 of them are answered now\n" in third.out
    assert third.err == "5 of 9 cases had been answered before; --overwrite asks again\n"
    assert asked() == {f"number {i}": 1 for i in (3, 5, 6, 9)}

    answers = open_run("run").answers().for_cases([str(i) for i in range(1, 10)])
    assert [None if a == () else a[0] if isinstance(a, tuple) else None for a in answers.answers] == [
        "odd", "even", "odd", "even", None, "even", "odd", "even", "odd",
    ]  # fmt: skip
    earlier = answers.extras["earlier_failures"]
    assert [i + 1 for i, reasons in enumerate(earlier) if reasons] == [3, 5, 6, 9]
    assert "the server sleeps" in earlier[2][0]
    assert "the server dreams" in earlier[2][1]

    fourth = told(*command, *system, "--json")
    assert "retried" not in fourth.json
    assert fourth.json["figures"]["labels"]["value"] == pytest.approx(1 / 9)
    assert not asked()
    fifth = told(*command, *system, "--retry", "undefined", "--json")
    assert (fifth.json["retried"], fifth.json["retried_answered"]) == (1, 0)
    assert asked() == {"number 5": 1}
    assert fifth.json["figures"] == fourth.json["figures"]


def test_a_first_run_asks_nothing_twice(told: Any, command: tuple[str, ...]) -> None:
    Path("down").touch()
    found = told(*command, "--system", "rules:understand", "--retry", "undefined", "--json")
    assert (found.status, found.json["retried"]) == (0, 0)
    assert set(asked().values()) == {1}


def test_recorded_answers_are_not_asked_again(told: Any, suite: tuple[str, str]) -> None:
    line = told("run", suite[0], "--system", suite[1], "-o", "run", "--retry", "undefined").line(2)
    assert line == "recorded answers would be the same again; retry with the system that gave them"


@pytest.mark.parametrize(("gate", "status"), [((), 1), (("--fail-above", "0.5"), 100), (("--fail-above", "1"), 1)])
def test_a_run_in_which_every_case_failed(
    told: Any, command: tuple[str, ...], here: Path, gate: tuple[str, ...], status: int
) -> None:
    (here / "broken.py").write_text("def understand(expression):\n    raise ConnectionError('nobody there')\n")
    found = told(*command, "--system", "broken:understand", "--json", *gate)
    assert found.status == status
    assert found.json["figures"]["labels"]["undefined"] == 9
    expected = "run: none of 9 cases was answered (ConnectionError: nobody there); mend it, then ask again"
    assert found.err.splitlines()[-1].startswith(expected)
    again = told(*command, "--system", "broken:understand", *gate)
    assert again.status == status
    assert "undefined  9 × ConnectionError" in again.out


def test_recorded_answers_of_which_none_is_to_a_case(told: Any, suite: tuple[str, str], write: Any) -> None:
    answers = write("others.jsonl", {"id": "x1", "answer": ["hours"]})
    found = told("run", suite[0], "--system", answers, "-o", "run", "-m", "labels", "--extra", "ignore")
    assert found.status == 1
    assert found.err == ("run: none of 4 cases was answered (no answer was recorded); check the ids and the answers\n")
    write("others.jsonl", {"id": "q1", "answer": ["hours"]})
    assert told("run", suite[0], "--system", answers, "-o", "other", "-m", "labels").status == 0


def test_a_suite_of_which_nothing_was_answered(told: Any, here: Path) -> None:
    (here / "broken.py").write_text("def understand(expression):\n    raise ConnectionError('nobody there')\n")
    found = told("suite", "run", "ca", "--system", "broken:understand", "-o", "run", "--json")
    assert found.status == 1
    assert "cases was answered (ConnectionError: nobody there)" in found.err
    again = told("suite", "run", "ca", "--system", "broken:understand", "-o", "run", "--json", "--retry", "undefined")
    assert again.json["retried"] > 100
    assert json.loads((here / "run" / "run.json").read_text())["state"] == "complete"


def test_answers_to_cases_that_were_not_drawn_are_not_extra(told: Any, suite: tuple[str, str], write: Any) -> None:
    command = ("run", suite[0], "--system", suite[1], "-m", "labels", "--limit", "2", "--json")
    first = told(*command, "-o", "run")
    assert first.status == 0, first.err
    assert first.json["figures"]["labels"]["unmatched_answers"] == 0
    again = told(*command, "-o", "run")
    assert (again.status, again.json) == (0, first.json)

    with open(suite[1], "a") as file:
        print(json.dumps({"id": "q9", "answer": []}), file=file)
    line = told(*command, "-o", "other").line()
    assert line == "answers.jsonl:5: answer 'q9' has no case; check the ids, or --extra ignore"
    ignored = told(*command, "-o", "more", "--extra", "ignore")
    assert ignored.json["figures"]["labels"]["unmatched_answers"] == 1


def test_a_command_may_use_the_name_that_earlier_reasons_have(told: Any, here: Path, write: Callable[..., str]) -> None:
    (here / "talk.py").write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    name = json.loads(line)['id']\n"
        "    said = {'id': name, 'answer': None, 'failure': 'busy', 'earlier_failures': 3}\n"
        "    print(json.dumps(said), flush=True)\n"
    )
    cases = write("c.jsonl", {"id": "1", "expression": "a", "reference": ["even"]})
    command = ("run", cases, "--system", f"cmd:{sys.executable} talk.py", "-m", "labels", "-o", "run")
    told(*command)
    for times in (1, 2):
        assert told(*command, "--retry", "undefined").status == 1, "all of them failed"
        answers = open_run(here / "run").answers()
        assert answers.extras == {"command:earlier_failures": [3], "earlier_failures": [["busy"] * times]}
