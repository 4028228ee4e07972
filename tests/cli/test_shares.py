"""Shares of the error of a chain: from the command to the page, of functions, commands and recorded answers."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import murho as murho_python
from murho.store import open_run

CHAIN = """
import os

HEARD = {"1": "to bonn today", "2": "to bern", "3": "uh", "4": "on monday", "5": None, "6": "on friday to bonn"}
UNITS = {"bonn": "goal:bonn", "rome": "goal:rome", "bern": "goal:bern", "ulm": "goal:ulm", "today": "date:today",
         "monday": "day:monday", "friday": "day:friday"}

def recognise(sound):
    log("heard " + sound)
    return HEARD[sound]

def parse(text):
    log(text)
    if text == os.environ.get("DIE"):
        os._exit(9)
    if "sunday" in text:
        raise ValueError("no sundays")
    return [[UNITS[word] for word in text.split() if word in UNITS]]

def log(line):
    with open("asked.log", "a") as file:
        print(line, file=file)
"""
SAID = ["to bonn today", "to rome", "later to ulm", "mondays", "to ulm", "on sunday"]
MEANT = [
    ["goal:bonn", "date:today"],
    ["goal:rome"],
    ["date:today", "goal:ulm"],
    ["day:monday"],
    ["goal:ulm"],
    ["day:sunday"],
]
CASES = [
    {"id": str(i), "expression": str(i), "references": {"heard": [said]}, "reference": [meant]}
    for i, (said, meant) in enumerate(zip(SAID, MEANT, strict=True), 1)
]
SYSTEM = ("--system", "heard=speech:recognise", "--then", "speech:parse")
BOTH = ("-m", "words@heard", "-m", "concepts")
TERMS = {"own": 3 / 8, "alone": 2 / 8, "both": 1 / 8}


@pytest.fixture
def cases(here: Path, write: Any) -> str:
    (here / "speech.py").write_text(CHAIN)
    return str(write("speech.jsonl", *CASES))


def terms(shares: dict[str, Any]) -> dict[str, float]:
    """The value of each term, of a chain with one stage that has references."""
    return {one["kind"]: one["value"] for one in (shares["own"], *shares["steps"][0]["terms"])}


def shares_of(told: Any, folder: str) -> dict[str, Any]:
    found: dict[str, Any] = told("show", folder, "-m", "concepts", "--shares", "--json").json["shares"]
    return found


def test_from_the_command_to_the_page(murho: Any, told: Any, cases: str, here: Path) -> None:
    found = murho("run", cases, *SYSTEM, *BOTH, "-o", "run")
    assert found.status == 0, found.err
    assert "next: murho show run --by FEATURE, murho show run --shares, murho report" in found.out
    asked = Counter((here / "asked.log").read_text().splitlines())
    assert set(asked.values()) == {1}
    assert len(asked) == 6 + 5 + 5, "a recogniser that fails leaves nothing to parse, and one case was heard rightly"
    shares = shares_of(told, "run")
    assert terms(shares) == TERMS
    assert shares["whole"]["value"] == 6 / 8
    assert (shares["steps"][0]["stage"], shares["steps"][0]["right"]["undefined"]) == ("heard", 1)
    assert [(one["class"], one["cost"]) for one in shares["classes"]] == [("goal", 4 / 8), ("date", 0), ("day", -1 / 8)]
    shown = told("show", "run", "--shares", "--content", "units").out
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert any(line.startswith("heard alone +0.2500 ") for line in lines)
    assert any(line.startswith("due to heard in all: +0.3750 ") for line in lines)
    assert "carry a unit" in shown
    assert told("report", "run", "-o", "page.html").status == 0
    page = (here / "page.html").read_text()
    assert '<section id="shares"' in page
    assert page.count('<svg class="fall') == 4
    assert "Which units suffer first" in page
    assert "Words that carry units" in page


def test_from_python(murho: Any, cases: str, here: Path) -> None:
    assert murho("run", cases, *SYSTEM, *BOTH, "-o", "run").status == 0
    found = {one.measure: one.as_json() for one in murho_python.show("run", shares=True, content="units")}
    assert terms(found["concepts"]["shares"]) == TERMS
    assert "shares" not in found["words@heard"]
    content = found["words@heard"]["content"]
    assert (content["carrying"]["numerator"], content["carrying"]["denominator"]) == (4, 6)
    assert (content["others"]["numerator"], content["others"]["denominator"], content["left_out"]) == (4, 7, 0)


@pytest.mark.slow
def test_commands_and_recorded_answers(murho: Any, told: Any, cases: str, here: Path, write: Any) -> None:
    (here / "nlu.py").write_text(
        "import json, sys, speech\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    said = None if 'sunday' in asked['expression'] else speech.parse(asked['expression'])\n"
        "    print(json.dumps({'id': asked['id'], 'answer': said}), flush=True)\n"
    )
    system = ("--system", "heard=speech:recognise", "--then", "cmd:python3 nlu.py")
    assert murho("run", cases, *system, *BOTH, "-o", "command").status == 0
    assert terms(shares_of(told, "command")) == TERMS
    kept = open_run("command").answers().for_cases([case["id"] for case in CASES])
    columns = kept.answers, kept.extras["stages"], kept.extras["on_references"]
    rows = [
        {
            "id": name,
            "answer": None if not isinstance(said, tuple) else list(said),
            "stages": one,
            "on_references": other,
        }
        for name, said, one, other in zip(kept.ids, *columns, strict=True)
    ]
    recorded = write("said.jsonl", *rows)
    assert murho("run", cases, "--system", recorded, *BOTH, "-o", "recorded").status == 0
    assert shares_of(told, "recorded") == shares_of(told, "command")


@pytest.mark.slow
def test_a_run_that_was_killed_goes_on(murho: Any, told: Any, cases: str, here: Path, monkeypatch: Any) -> None:
    """The parser dies when it is asked about a reference; what it and the recogniser said before is not asked again."""
    command = [str(Path(sys.executable).with_name("murho")), "run", cases, *SYSTEM, *BOTH, "-o", "run"]
    monkeypatch.setenv("DIE", "to rome")
    assert subprocess.run(command, capture_output=True, check=False).returncode == 9
    monkeypatch.delenv("DIE")
    before = Counter((here / "asked.log").read_text().splitlines())
    assert before["to rome"] == 1
    assert murho(*command[1:]).status == 0
    asked = Counter((here / "asked.log").read_text().splitlines())
    assert asked["to rome"] == 2
    assert sum(asked.values()) <= 6 + 5 + 5 + 1 + len(before), asked
    assert terms(shares_of(told, "run")) == TERMS


@pytest.mark.slow
def test_what_is_asked_besides_makes_no_other_system(murho: Any, told: Any, cases: str, here: Path) -> None:
    assert murho("run", cases, *SYSTEM, *BOTH, "-o", "run", "--no-on-references", "--limit", "3").status == 0
    assert "Shares" not in murho("report", "run", "-o", "page.html").out
    assert "--no-on-references" in (here / "page.html").read_text()
    line = told("show", "run", "-m", "concepts", "--shares").line()
    assert line.startswith("run: nothing was asked on the references of a stage; name a stage (--system heard=SYSTEM")
    assert murho("run", cases, *SYSTEM, *BOTH, "-o", "run").status == 0, "it is the same system"
    shares = shares_of(told, "run")
    assert (shares["cases"], shares["left_out"]) == (3, 3)
    assert "words@heard: shares are of the whole chain" in told("show", "run", "-m", "words@heard", "--shares").line(2)
    assert "concepts does not judge words one by one" in told(
        "show", "run", "-m", "concepts", "--content", "units"
    ).line(2)
    line = told("show", "run", "-m", "words@heard", "--content", "entity").line()
    assert "'entity' is no label of words and no file; give units, or a file of words" in line


def test_labels_tell_which_words_carry_something(murho: Any, told: Any, cases: str, write: Any) -> None:
    labelled = [
        {**case, "labels": {"slot": ["O" if len(w) < 4 else "X" for w in case["references"]["heard"][0].split()]}}
        for case in CASES
    ]  # type: ignore[index]
    assert murho("run", write("labelled.jsonl", *labelled), *SYSTEM, *BOTH, "-o", "run").status == 0
    content = told("show", "run", "-m", "words@heard", "--content", "slot", "--json").json["content"]
    assert (content["carrying"]["denominator"], content["others"]["denominator"]) == (6, 7)
    assert json.dumps(content["flags"])


def test_stages_with_references_in_different_cases_only(
    murho: Any, told: Any, cases: str, write: Any, here: Path
) -> None:
    """Nothing can be shared out: no case tells of both stages. A page goes without."""
    rows = [
        {**case, "references": {"heard" if i % 2 else "again": case["references"]["heard"]}}  # type: ignore[index]
        for i, case in enumerate(CASES)
    ]
    (here / "twice.py").write_text("def same(text):\n    return text\n")
    system = ("--system", "heard=speech:recognise", "--then", "again=twice:same", "--then", "speech:parse")
    assert murho("run", write("two.jsonl", *rows), *system, *BOTH, "-o", "run").status == 0
    assert "nothing was asked on the references of a stage" in told("show", "run", "-m", "concepts", "--shares").line()
    assert told("report", "run", "-m", "concepts", "-o", "page.html").status == 0
    assert 'id="shares"' not in (here / "page.html").read_text()
