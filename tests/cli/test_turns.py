"""Dialogues: what went before a turn, told to who takes it; a whole dialogue as one expression."""

import sys
from pathlib import Path
from typing import Any

import pytest

from murho.store import open_run

SYSTEMS = """
import os
from murho.systems import batch

def recalls(text, before):
    return {"text": text, "before": before, "process": os.getpid()}

async def later(text, before=None):
    return {"text": text, "before": before}

@batch(size=2)
def several(texts, before):
    return [{"text": text, "before": one} for text, one in zip(texts, before)]

def forgets(text):
    return {"text": text}
"""
COMMAND = """
import json, os, sys
for line in sys.stdin:
    asked = json.loads(line)
    meaning = {"text": asked["expression"], "process": os.getpid()}
    if "before" in asked:
        meaning["before"] = asked["before"]
    print(json.dumps({"id": asked["id"], "answer": [meaning]}), flush=True)
"""
CASES = [
    {"id": "a1", "expression": "hello", "reference": [], "cluster": "a"},
    {"id": "b1", "expression": "open?", "reference": [], "cluster": "b"},
    {"id": "a2", "expression": "to bonn", "reference": [], "cluster": "a"},
    {"id": "b2", "expression": "on friday?", "reference": [], "cluster": "b"},
    {"id": "a3", "expression": "yes", "reference": [], "cluster": "a"},
    {"id": "x", "expression": "to bern", "reference": []},
    {"id": "y", "expression": "no", "reference": [], "cluster": "a", "before": ["are you sure?"]},
]
BEFORE = [[], [], ["hello"], ["open?"], ["hello", "to bonn"], [], ["are you sure?"]]


@pytest.fixture
def cases(here: Path, write: Any) -> str:
    (here / "talk.py").write_text(SYSTEMS)
    (here / "talk_command.py").write_text(COMMAND)
    return str(write("talk.jsonl", *CASES))


def meanings(folder: str, ids: list[str] | None = None) -> list[dict[str, Any]]:
    answers = open_run(folder).answers().for_cases(ids or [row["id"] for row in CASES]).answers  # type: ignore[misc]
    return [answer[0] for answer in answers]  # type: ignore[index]


@pytest.mark.parametrize("name", ["recalls", "later", "several"])
@pytest.mark.parametrize("options", [(), ("--workers", "2"), ("--timeout", "30")])
def test_functions(told: Any, cases: str, name: str, options: tuple[str, ...]) -> None:
    found = told("run", cases, "--system", f"talk:{name}", *options, "-o", "run")
    assert found.status == 0, found.err
    assert [one["before"] for one in meanings("run")] == BEFORE
    assert open_run("run").cases().before == [*[None] * 6, ["are you sure?"]]


def test_a_function_that_does_not_take_it(told: Any, cases: str) -> None:
    assert told("run", cases, "--system", "talk:forgets", "-o", "run").status == 0
    assert meanings("run") == [{"text": row["expression"]} for row in CASES]
    assert "before" not in open_run("run").record["system"]


@pytest.mark.parametrize(
    ("declared", "before"),
    [("", [*[None] * 6, ["are you sure?"]]), ("before=yes ", BEFORE)],
    ids=["silent", "declared"],
)
def test_commands(told: Any, cases: str, declared: str, before: list[Any]) -> None:
    system = f"cmd:{declared}{sys.executable} talk_command.py"
    found = told("run", cases, "--system", system, "--workers", "2", "-o", "run")
    assert found.status == 0, found.err
    said = meanings("run")
    assert [one.get("before") for one in said] == before
    if declared:
        places = {(row["cluster"], one["process"]) for row, one in zip(CASES, said, strict=True) if "cluster" in row}
        assert len(places) == 2, "every dialogue stays with one process"


@pytest.mark.parametrize("options", [(), ("--workers", "2")])
def test_the_rest_of_a_run_and_a_sample_know_the_whole_dialogue(
    told: Any, cases: str, options: tuple[str, ...]
) -> None:
    command = ("run", cases, "--system", "talk:recalls", *options, "-o", "run")
    assert told(*command).status == 0
    kept = open_run("run")
    first = kept.answers().for_cases(["a1", "b1", "a2"])
    for part in kept.parts_of_answers():
        part.unlink()
    kept.add_answers(first)
    assert told(*command).status == 0
    assert [one["before"] for one in meanings("run")] == BEFORE
    sample = ("run", cases, "--system", "talk:recalls", *options, "--limit", "3", "--seed", "2", "-o", "sample")
    assert told(*sample).status == 0
    ids = list(open_run("sample").cases().ids)
    assert len(ids) == 3
    whole = dict(zip([row["id"] for row in CASES], BEFORE, strict=True))
    assert any(whole[name] for name in ids), "a sample that shows nothing: take another seed"  # type: ignore[index]
    assert [one["before"] for one in meanings("sample", ids)] == [whole[name] for name in ids]


def test_stages(told: Any, cases: str) -> None:
    system = ("--system", "talk:forgets", "--then", "talk:recalls")
    (Path("talk.py")).write_text(SYSTEMS.replace('return {"text": text}', "return text.upper()"))
    assert told("run", cases, *system, "-o", "chain").status == 0
    assert [(one["text"], one["before"]) for one in meanings("chain")] == [
        (row["expression"].upper(), before) for row, before in zip(CASES, BEFORE, strict=True)
    ]


def test_a_dialogue_as_one_expression(told: Any, cases: str, write: Any, here: Path) -> None:
    rows = [
        {"id": "d", "expression": ["good morning", "when do you open?"], "reference": "hours", "price": 1},
        {"id": "e", "expression": "renew", "reference": "loans", "price": 0.5},
    ]
    (here / "talk.py").write_text(
        'def take(said): return "hours" if isinstance(said, list) and len(said) == 2 else said'
    )
    (here / "asks.py").write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    said = asked['expression']\n"
        "    print(json.dumps({'id': asked['id'], 'answer': ['hours'] if said == "
        "['good morning', 'when do you open?'] else [said]}), flush=True)\n"
    )
    cases = write("talks.jsonl", *rows)
    for folder, system in (
        ("run", ("talk:take",)),
        ("out", ("talk:take", "--workers", "2")),
        ("cmd", (f"cmd:{sys.executable} asks.py",)),
    ):
        found = told("run", cases, "--system", *system, "-m", "labels", "-o", folder, "--json")
        assert found.status == 0, found.err
        assert found.json["figures"]["labels"]["value"] == 0.5
        assert open_run(folder).cases().expressions == [("good morning", "when do you open?"), "renew"]
    again = told("run", cases, "--system", "talk:take", "-m", "labels", "-o", "run", "--json")
    assert "2 of 2 cases had been answered before" in again.err
    by_length = told("show", "run", "--by", "length", "--weight", "length", "--per-case", "--json").json
    assert set(by_length["by"]["length"]) == {"1", "6"}
    assert [row["weight"] for row in by_length["per_case"]] == [1, 1 / 6]
    for weight in ("information", "frequency", "length((3,), (1, 0.5))"):
        assert told("show", "run", "--weight", weight).status == 0
    able = told("show", "run", "--competence", "--json").json["competence"]
    assert able["linguistic_competence"]["items"] == ["d"]
    (here / "talk.py").write_text('def take(said): return "no"')
    assert told("run", cases, "--system", "talk:take", "-m", "labels", "-o", "wrong").status == 0
    assert told("report", "wrong", "-o", "page.html").status == 0
    page = (here / "page.html").read_text()
    assert "good morning" in page
    assert "when do you open?" in page
    assert told("check", cases, "--json").json["dialogues"] == 1
    said = write("said.jsonl", {"id": "d", "answer": ["hours"]}, {"id": "e", "answer": ["x"]})
    assert told("score", "labels", cases, said, "--weight", "length", "--json").json["value"] == pytest.approx(1 / 7)
