"""Cases of which nobody has said what they mean: asked, counted, in no figure; refused by what speaks for all."""

import json
from pathlib import Path
from typing import Any

import pytest

from murho.store import open_run

ASK = """
open("asked.txt", "a").close()

def understand(expression):
    with open("asked.txt", "a") as asked:
        print(expression, file=asked)
    if "fail" in expression:
        raise ValueError("no idea")
    return "hours" if "open" in expression else "loans"
"""
SUITE = [
    {"id": "q1", "expression": "open at nine?", "reference": "hours", "day": "mo"},
    {"id": "q2", "expression": "open on sunday?", "day": "mo"},
    {"id": "q3", "expression": "renew", "reference": ["fees"], "day": "tu"},
    {"id": "q4", "expression": "fail", "reference": None, "day": "tu"},
    {"id": "q5", "expression": "joke", "reference": [], "day": "we"},
]
JUDGED = [row for row in SUITE if row.get("reference") is not None]
ARGUMENTS = ("--system", "ask:understand", "-m", "labels", "-m", "meanings")


@pytest.fixture
def cases(here: Path, write: Any) -> str:
    (here / "ask.py").write_text(ASK)
    return str(write("cases.jsonl", *SUITE))


def test_figures_are_those_of_the_judged_cases(told: Any, cases: str, write: Any, here: Path) -> None:
    found = told("run", cases, *ARGUMENTS, "-o", "run", "--json", "--by", "day")
    assert found.status == 0, found.err
    assert found.json["open"] == 2
    some = told("run", write("judged.jsonl", *JUDGED), *ARGUMENTS, "-o", "some", "--json", "--by", "day")
    assert "open" not in some.json
    for name, figure in some.json["figures"].items():
        said = found.json["figures"][name]
        assert said.pop("open") == 2
        for one in (said, figure):
            del one["signature"]
        assert said == figure
    labels = found.json["figures"]["labels"]
    assert (labels["value"], labels["n"], labels["undefined"]) == (2 / 3, 3, 0)
    assert set(labels["by"]["day"]) == {"mo", "tu", "we"}
    record = json.loads((here / "run" / "run.json").read_text())
    assert record["counts"] == {
        "cases": 5,
        "open": 2,
        "undefined": 1,
        "missing_answers": 0,
        "failures": {"ValueError": 1},
    }
    assert record["figures"]["labels"]["open"] == 2
    kept = open_run("run")
    assert kept.answers().for_cases(["q2"]).answers == [("hours",)]
    assert kept.cases().references == [("hours",), None, ("fees",), None, ()]


def test_it_is_said_in_the_terminal(told: Any, cases: str) -> None:
    said = told("run", cases, *ARGUMENTS, "-o", "run")
    assert said.out.count("2 open cases, not judged") == 2
    assert "next: murho evaluate run, murho show run --by FEATURE" in said.out
    assert "3 cases" in said.out


def test_all_that_looks_at_a_run_leaves_them_out(told: Any, cases: str, here: Path) -> None:
    told("run", cases, *ARGUMENTS, "-o", "run")
    shown = told("show", "run", "-m", "labels", "--per-case", "--competence", "--causes", "--profile", "loss", "--json")
    found = shown.json
    assert (found["open"], found["value"]) == (2, 2 / 3)
    assert [row["id"] for row in found["per_case"]] == ["q1", "q3", "q5"]
    assert found["competence"]["linguistic_coverage"]["items"] == ["q1", "q3", "q5"]
    assert found["causes"]["wrong"]["items"] == ["q3", "q5"]
    assert sum(cell["n"] for cell in found["profile"]["cells"]) == 3
    judged = told("judge", "run", "-m", "graded", "--json").json
    assert (judged["open"], judged["n"]) == (2, 3)
    assert told("report", "run", "-o", "page.html").status == 0
    page = (here / "page.html").read_text()
    assert "2 open, asked though nobody has said what they mean" in page
    assert "open on sunday?" not in page


def test_a_killed_run_goes_on_with_them(told: Any, cases: str, here: Path) -> None:
    told("run", cases, *ARGUMENTS, "-o", "run")
    whole = told("show", "run", "--json").json
    parts = open_run("run").parts_of_answers()
    answers = open_run("run").answers()
    for part in parts:
        part.unlink()
    open_run("run").add_answers(answers.for_cases(["q1", "q4"]))
    (here / "asked.txt").write_text("")
    assert told("run", cases, *ARGUMENTS, "-o", "run").status == 0
    assert (here / "asked.txt").read_text().split("\n") == ["open on sunday?", "renew", "joke", ""]
    assert told("show", "run", "--json").json == whole


def test_nobody_has_said_anything_yet(told: Any, cases: str, write: Any, here: Path) -> None:
    write("cases.jsonl", *({"id": row["id"], "expression": row["expression"]} for row in SUITE))
    found = told("run", cases, *ARGUMENTS, "--weight", "frequency", "-o", "run", "--json")
    assert (found.status, found.json["open"]) == (0, 5)
    figures = found.json["figures"].values()
    assert [(one["value"], one["interval"], one["n"], one["open"]) for one in figures] == [(None, None, 0, 5)] * 2
    looked = ("--by", "day", "--profile", "loss", "--competence", "--causes")
    for how in (("labels", "--classes"), ("words",), ("wil",), ("breaks",), ("cpwer",), ("dependencies",), ("slots",)):
        shown = told("show", "run", "-m", *how, *looked, "--json")
        assert (shown.status, shown.json["value"], shown.json["open"]) == (0, None, 5), how
        assert told("show", "run", "-m", *how, *looked).status == 0
    assert told("judge", "run", "-m", "meanings(shifting=mu3())").status == 0
    assert told("report", "run", "-o", "page.html").status == 0
    assert "5 open, asked" in (here / "page.html").read_text()


OPEN = "case 'q2': it is open, nobody has said what it means; write its `reference` ([] if it means nothing here), "


def test_what_speaks_for_a_whole_suite_refuses_them(told: Any, cases: str, write: Any, here: Path) -> None:
    said = write("said.jsonl", *({"id": row["id"], "answer": ["hours"]} for row in SUITE))
    for how in ("labels", "meanings", "words", "concepts"):
        assert told("score", how, cases, said).line().startswith(f"cases.jsonl:2: {OPEN}or leave it out")
    assert told("align", cases, said).line().startswith(f"cases.jsonl:2: {OPEN}")
    assert (
        told("compare", said, said, "--references", cases, "-m", "labels").line().startswith(f"cases.jsonl:2: {OPEN}")
    )
    gated = told("run", cases, *ARGUMENTS, "-o", "run", "--fail-above", "0.9")
    assert gated.line().startswith(f"cases.jsonl:2: {OPEN}")
    assert not (here / "asked.txt").read_text(), "nothing was asked"
    assert not (here / "run").exists()
    assert told("run", cases, *ARGUMENTS, "-o", "run").status == 0
    (here / "asked.txt").unlink()
    assert f"cases.parquet:2: {OPEN}" in told("run", cases, *ARGUMENTS, "-o", "run", "--fail-above", "0.9").line()
    assert not (here / "asked.txt").read_text()
    assert f"cases.parquet:2: {OPEN}" in told("show", "run", "--fail-above", "0.9").line()
    assert f"cases.parquet:2: {OPEN}" in told("compare", "run", "run").line()


def test_a_sample_without_open_cases_may_be_gated(told: Any, cases: str, write: Any) -> None:
    write("cases.jsonl", *JUDGED, *SUITE[1:2])
    for seed in range(20):
        found = told("run", cases, *ARGUMENTS, "-o", f"run{seed}", "--limit", "1", "--seed", seed, "--fail-above", "2")
        if found.status == 1:
            assert OPEN in found.line()
            break
        assert found.status == 0
    else:
        pytest.fail("the open case was never drawn")


def test_a_check_counts_them(told: Any, cases: str) -> None:
    found = told("check", cases, "--json").json
    assert (found["cases"], found["open"], found["in_domain"]) == (5, 2, 2)
    assert "open cases, of which nobody has said what they mean: 2; they can be run, not scored" in found["notes"]
    assert "open  2" in told("check", cases).out


def test_a_slip_is_no_open_case(told: Any, cases: str, write: Any, here: Path) -> None:
    write("cases.jsonl", SUITE[0], {"id": "q2", "expression": "x", "refrence": ["hours"]})
    error = "cases.jsonl:2: no field 'reference', but 'refrence'; write `reference`; if the case is open, "
    for command in (("check", cases), ("run", cases, *ARGUMENTS, "-o", "run")):
        assert told(*command).line().startswith(error)
    write("cases.jsonl", {"id": "q2", "expression": "x", "references": ["hours"]})
    assert told("check", cases).line().startswith('cases.jsonl:1: references is a list (["hours"]); write `reference`')


@pytest.mark.parametrize(
    ("how", "reference", "right", "wrong"),
    [
        ("labels", "hours", "hours", "loans"),
        ("words", "to bonn", "to bonn", "to born"),
        ("characters", "bonn", "bonn", "born"),
        ("sentences", "bonn", "bonn", "born"),
        ("meanings", {"act": "renew"}, {"act": "renew"}, {"act": "find"}),
        ("meanings", 7, 7, 8),
        ("meanings", False, False, True),
        ("graded", {"act": "renew"}, {"act": "renew"}, {"act": "find"}),
        ("any_of", "hours", "hours", "loans"),
        ("cpwer", {"a": "yes"}, {"1": "yes"}, {"1": "no"}),
    ],
)
def test_one_value_is_a_set_of_one(told: Any, write: Any, how: str, reference: Any, right: Any, wrong: Any) -> None:
    cases = write("cases.jsonl", {"id": 1, "expression": "x", "reference": reference}, {**SUITE[4], "reference": []})
    listed = write("listed.jsonl", {"id": 1, "expression": "x", "reference": [reference]}, SUITE[4])
    for answer in (right, wrong):
        said = write("said.jsonl", {"id": 1, "answer": [answer]}, {"id": "q5", "answer": []})
        found, other = (told("score", how, path, said, "--json", "--per-case").json for path in (cases, listed))
        assert found["per_case"] == other["per_case"]
        assert found["per_case"][0]["loss"] > 0 if answer == wrong else found["per_case"][0]["loss"] == 0


def test_a_list_is_read_as_ever(told: Any, write: Any) -> None:
    cases = write("cases.jsonl", {"id": 1, "expression": "x", "reference": ["a:1", "b:2"]})
    said = write("said.jsonl", {"id": 1, "answer": [["a:1", "b:2"]]})
    assert "reference 'a:1' is not a list of units" in told("score", "concepts", cases, said).line()
