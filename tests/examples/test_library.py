"""The bundled example: its suite is well formed and frozen, its system is real and goes wrong in every way."""

import doctest
import hashlib
import importlib.util
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

LIBRARY = Path(__file__).parents[2] / "examples" / "library"


def read(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (LIBRARY / name).read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def cases() -> list[dict[str, Any]]:
    return read("cases.jsonl")


@pytest.fixture(scope="module")
def desk() -> ModuleType:
    spec = importlib.util.spec_from_file_location("library_desk", LIBRARY / "desk.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def answers(cases: list[dict[str, Any]], desk: ModuleType) -> list[Any]:
    """What the desk answers to each case, which takes it a second."""
    return [desk.understand(case["expression"]) for case in cases]


def as_set(meanings: list[Any]) -> set[str]:
    return {json.dumps(meaning, sort_keys=True) for meaning in meanings}


def relation(answer: list[Any] | None, reference: list[Any]) -> str:
    """Which of the seven cases of μ3 an answer falls into."""
    if answer is None:
        return "undefined"
    found, correct = as_set(answer), as_set(reference)
    if found == correct:
        return "equal"
    if not found:
        return "empty"
    if not found & correct:
        return "disjoint"
    return "some" if found < correct else "all and more" if found > correct else "overlap"


def test_the_suite_is_well_formed(cases: list[dict[str, Any]]) -> None:
    assert len(cases) >= 150
    assert len({case["id"] for case in cases}) == len(cases)
    assert len({case["expression"].lower() for case in cases}) == len(cases)
    assert sum(len(case["reference"]) > 1 for case in cases) >= 15
    assert sum(not case["reference"] for case in cases) >= 15
    for case in cases:
        assert len(as_set(case["reference"])) == len(case["reference"])
        assert all(case[feature] for feature in ("scenario", "structure", "register", "phenomena"))
        assert isinstance(case["count"], int)
        assert case["count"] > 0


def test_dialogues_have_three_to_six_turns(cases: list[dict[str, Any]]) -> None:
    turns = Counter(case["cluster"] for case in cases if "cluster" in case)
    assert len(turns) >= 30
    assert set(turns.values()) <= {3, 4, 5, 6}


def test_the_suite_is_the_frozen_one() -> None:
    digest = hashlib.sha256((LIBRARY / "cases.jsonl").read_bytes()).hexdigest()
    assert f"sha256 {digest}  cases.jsonl" in (LIBRARY / "README.md").read_text(encoding="utf-8")


def simple(meaning: dict[str, Any]) -> list[dict[str, Any]]:
    """The acts in a meaning, without its operators."""
    if "act" in meaning:
        return [meaning]
    (operand,) = meaning.values()
    return [act for part in (operand if isinstance(operand, list) else [operand]) for act in simple(part)]


@pytest.mark.parametrize("name", ["cases.jsonl", "development.jsonl"])
def test_every_meaning_is_in_the_documented_language(name: str) -> None:
    rows = re.findall(r"^\| `(\w+)` \| .* \| (.*) \|$", (LIBRARY / "README.md").read_text(encoding="utf-8"), re.M)
    slots = {act: set(re.findall(r"`(\w+)`", listed)) for act, listed in rows}
    for case in read(name):
        for act in (act for meaning in case["reference"] for act in simple(meaning)):
            assert act.keys() - {"act"} <= slots[act["act"]], case


def test_nothing_in_the_suite_was_used_for_tuning(cases: list[dict[str, Any]]) -> None:
    development = {case["expression"].lower() for case in read("development.jsonl")}
    assert len(development) >= 40
    assert not development & {case["expression"].lower() for case in cases}


def test_the_answers_fall_into_all_seven_relations_as_documented(
    cases: list[dict[str, Any]], answers: list[Any]
) -> None:
    relations = Counter(relation(answer, case["reference"]) for answer, case in zip(answers, cases, strict=True))
    assert len(relations) == 7
    assert min(relations.values()) >= 3
    table = re.findall(r"^\| [^|`]+ \| (\d+) \|$", (LIBRARY / "README.md").read_text(encoding="utf-8"), re.M)
    order = ["equal", "undefined", "empty", "some", "all and more", "overlap", "disjoint"]
    assert [int(figure) for figure in table] == [relations[name] for name in order]


def test_the_command_answers_as_the_function_does(cases: list[dict[str, Any]], answers: list[Any]) -> None:
    lines = (LIBRARY / "cases.jsonl").read_bytes()
    run = subprocess.run([sys.executable, LIBRARY / "desk.py"], input=lines, capture_output=True, check=True)
    said = [json.loads(line) for line in run.stdout.decode("utf-8").splitlines()]
    expected = zip(cases, answers, strict=True)
    assert said == [{"id": case["id"], "answer": answer} for case, answer in expected]
    assert run.stderr == b""


@pytest.mark.parametrize(
    ("expression", "meanings"),
    [
        ("Please extend the two comics till Wednesday.", [
            {"act": "renew", "item": "comic", "number": 2, "until": "wednesday"},
        ]),
        ("Has the scanner broken?", [{"act": "report", "device": "scanner", "state": "broken"}]),
        ("Have you any novels in Polish by Olga Tokarczuk?", [
            {"act": "find", "item": "novel", "author": "olga tokarczuk", "language": "polish"},
        ]),
        ("Something about owls for students", [
            {"act": "find", "subject": "owls for students"},
            {"act": "find", "subject": "owls", "audience": "students"},
        ]),
        ("Hire the studio next Sunday at eight", [
            {"act": "book", "room": "studio", "day": day, "time": time}
            for day in ("sunday", "sunday+7")
            for time in ("08:00", "20:00")
        ]),
        ("Is Mill Lane open on 7/6?", [
            {"act": "hours", "branch": "mill lane", "day": "06-07"},
            {"act": "hours", "branch": "mill lane", "day": "07-06"},
        ]),
        ("Italian novels and comics", [
            {"both": [{"act": "find", "item": "novel", "language": "italian"}, {"act": "find", "item": "comic"}]},
            {"both": [
                {"act": "find", "item": "novel", "language": "italian"},
                {"act": "find", "item": "comic", "language": "italian"},
            ]},
        ]),
        ("Don't cancel my booking.", [{"not": {"act": "cancel", "of": "booking"}}]),
        ("renew my magazins", [{"act": "renew", "item": "magazine", "number": "all"}]),
        ("Good evening to you all.", []),
        ("Will it rain on Saturday?", []),
    ],
)  # fmt: skip
def test_sentences_that_are_in_no_file(desk: ModuleType, expression: str, meanings: list[Any]) -> None:
    assert expression not in {case["expression"] for case in read("cases.jsonl") + read("development.jsonl")}
    answer = desk.understand(expression)
    assert answer is not None
    assert as_set(answer) == as_set(meanings)
    assert len(answer) == len(meanings)


@pytest.mark.parametrize("expression", ["Twas brillig and slithy toves gyred", "and " * 500, "zzz"])
def test_the_desk_fails_where_it_cannot_read(desk: ModuleType, expression: str) -> None:
    assert desk.understand(expression) is None


@pytest.mark.parametrize("expression", ["", "   ", "?", "\x00", "²", "9" * 5000, "0/0", "31/31", "at 99"])
def test_odd_expressions_do_no_harm(desk: ModuleType, expression: str) -> None:
    assert desk.understand(expression) in ([], None)


def test_the_search_is_bounded(desk: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    assert desk.understand("Renew my books") == [{"act": "renew", "item": "book", "number": "all"}]
    monkeypatch.setattr(desk, "STEPS", 2)
    assert desk.understand("Renew my books") is None


def test_the_examples_in_the_docstrings(desk: ModuleType) -> None:
    results = doctest.testmod(desk)
    assert results.attempted
    assert not results.failed
