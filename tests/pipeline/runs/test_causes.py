"""Causes of failure: items of a run are tagged, sliced by cause, and an edited system is told apart."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from murho.cli import status
from murho.core.case import Cases
from murho.pipeline.runs.causes import caused

CASES = [{"id": f"q{i}", "expression": f"say {i}", "reference": ["yes"]} for i in range(4)]
SYNTAX = ("linguistic", "syntax")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cases.jsonl").write_text("".join(json.dumps(case) + "\n" for case in CASES))
    answers = [{"id": "q0", "answer": ["yes"]}, {"id": "q1", "answer": ["no"], "cause": "linguistic/negation"}]
    answers += [{"id": "q2", "answer": ["no"]}, {"id": "q3", "answer": None}]
    (tmp_path / "answers.jsonl").write_text("".join(json.dumps(answer) + "\n" for answer in answers))
    assert status(["run", "cases.jsonl", "--system", "answers.jsonl", "-m", "labels", "-o", "out"]) == 0
    return tmp_path / "out"


def by_cause(run: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, int]:
    capsys.readouterr()
    assert status(["show", str(run), "--by", "cause", "--json"]) == 0
    return {group: figure["n"] for group, figure in json.loads(capsys.readouterr().out)["by"]["cause"].items()}


def test_a_system_may_name_its_causes(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert by_cause(run, capsys) == {"linguistic/negation": 1, "(none)": 3}


def test_people_tag_items_afterwards(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tags = [
        {"id": "q2", "cause": ["conceptual/world knowledge", "linguistic"]},
        {"id": "q1", "cause": "implementational"},
    ]
    Path("tags.jsonl").write_text("".join(json.dumps(tag) + "\n" for tag in tags))
    assert status(["judge", str(run), "--causes", "tags.jsonl"]) == 0
    expected = {"conceptual/world knowledge": 1, "implementational": 1, "linguistic": 1, "(none)": 2}
    assert by_cause(run, capsys) == expected


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ({"id": "q9", "cause": "linguistic"}, "'q9' is no case of this run"),
        ({"id": "q1", "cause": "bad luck"}, "cause 'bad luck': start with one of conceptual"),
    ],
)
def test_bad_tags(run: Path, capsys: pytest.CaptureFixture[str], line: dict[str, str], found: str) -> None:
    Path("tags.jsonl").write_text("\n" + json.dumps(line) + "\n")
    assert status(["judge", str(run), "--causes", "tags.jsonl"]) == 1
    assert f"tags.jsonl:2: {found}" in capsys.readouterr().err


def test_edited_code_is_another_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cases.jsonl").write_text(json.dumps(CASES[0]) + "\n")
    script = Path("system.sh")
    script.write_text('while read line; do echo \'{"id": "q0", "answer": ["yes"]}\'; done\n')
    command = ["run", "cases.jsonl", "--system", "cmd:sh system.sh", "-m", "labels", "-o", "out"]
    assert status(command) == 0
    assert status([*command, "--workers", "2"]) == 0  # how it is asked does not matter
    script.write_text(script.read_text().replace("yes", "no"))
    assert status(command) == 2
    assert status([*command, "--overwrite"]) == 0


def test_causes_are_counted_and_weighed(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tags = [{"id": "q2", "cause": ["conceptual", "linguistic/syntax"]}, {"id": "q0", "cause": "linguistic"}]
    Path("tags.jsonl").write_text("".join(json.dumps(tag) + "\n" for tag in tags))
    assert status(["judge", str(run), "--causes", "tags.jsonl"]) == 0
    capsys.readouterr()
    assert status(["show", str(run), "--causes", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["causes"]
    assert {one["cause"]: one["items"] for one in found["causes"]} == {
        "linguistic": ["q1", "q2"],  # q0 is tagged too, but right
        "linguistic/negation": ["q1"],
        "linguistic/syntax": ["q2"],
        "conceptual": ["q2"],
        "conceptual/(not looked into)": ["q2"],
    }
    assert found["causes"][0]["loss_share"] == 2 / 3
    assert (found["wrong"]["cases"], found["untagged"]["items"]) == (3, ["q3"])
    assert status(["show", str(run), "--causes"]) == 0
    shown = capsys.readouterr().out
    for line in (r"linguistic +2 +2 +2 +66\.7 %", r"  negation +1", r"\(not tagged\) +1", r"all wrong answers +3"):
        assert re.search(line, shown), shown


def test_the_weight_decides_what_a_cause_costs() -> None:
    cases = Cases(
        ["1", "2", "3"], [""] * 3, [()] * 3, features={"cause": ["linguistic/syntax", "conceptual", ["bad luck"]]}
    )
    found = caused(cases, np.array([1.0, 0.5, 0.0]), np.array([0.2, 1.0, 1.0]))
    assert [one.path for one in found.causes] == [("conceptual",), ("conceptual", ""), *[("linguistic",), SYNTAX]]
    assert [round(one.loss, 9) for one in found.causes] == [0.5, 0.5, 0.2, 0.2]
    assert (found.wrong.importance, round(found.wrong.loss, 9), found.wrong.loss_share) == (1.2, 0.7, 1.0)
    nothing = caused(cases, np.zeros(3), np.ones(3))
    assert (nothing.causes, nothing.wrong.loss_share) == ((), 0.0)


def test_a_run_that_goes_on_leaves_the_tags_of_people_alone(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("tags.jsonl").write_text('{"id": "q1", "cause": "implementational"}\n')
    assert status(["judge", str(run), "--causes", "tags.jsonl"]) == 0
    assert status(["run", "cases.jsonl", "--system", "answers.jsonl", "-m", "labels", "-o", "out"]) == 0
    assert by_cause(run, capsys) == {"implementational": 1, "(none)": 3}
