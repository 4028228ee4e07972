"""Runs that stop by a rule: what is asked, the interval that is told, going on, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from murho.core.confidence_sequence import Population, ends
from murho.pipeline.runs.sample import drawn
from murho.store import open_run

CASES = 400


@pytest.fixture(autouse=True)
def suite(here: Path) -> None:
    rows = [{"id": f"q{i}", "expression": f"e{i}", "reference": ["b" if i % 5 == 0 else "a"]} for i in range(CASES)]
    Path("cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    Path("answers.jsonl").write_text(
        "".join(json.dumps({"id": row["id"], "answer": ["a"]}) + "\n" for row in rows), "utf-8"
    )


def asked(told: Any, rule: str, *more: str) -> Any:
    return told("run", "cases.jsonl", "--system", "answers.jsonl", "-m", "labels", "--stop", rule, "-o", "r", *more)


def test_a_sequence_is_told_with_the_interval_of_all_that_was_drawn(told: Any) -> None:
    found = asked(told, "sequence(0.2)", "--json").json["figures"]["labels"]
    assert found["stopped"] == {"rule": "sequence(0.2)", "met": True, "judged": found["n"], "cases": CASES}
    assert found["method"] == "confidence sequence of the 400 cases, valid at every moment"
    assert found["interval"][1] - found["interval"][0] <= 0.2
    assert found["n"] in (50, 63, 79, 99, 124)
    wrong = [case % 5 == 0 for case in range(CASES)]
    first = drawn(CASES, 50, 0)
    assert {f"q{place}" for place in first} <= set(open_run("r").suite().whole().ids)
    assert found["numerator"] == sum(wrong[int(name[1:])] for name in open_run("r").suite().whole().ids)
    shown = told("show", "r", "--json").json
    assert (shown["interval"], shown["stopped"]) == (found["interval"], found["stopped"])
    other = told("show", "r", "--json", "--level", "0.9").json
    assert (other["interval"], other["value"]) == (None, found["value"])
    assert "the usual interval takes n for fixed" in other["undetermined"]
    assert json.loads(Path("r/run.json").read_text("utf-8"))["figures"]["labels"]["interval"] == found["interval"]


def test_the_order_is_the_drawn_one_and_not_that_of_the_file(told: Any) -> None:
    """All losses stand at the end of the file: bets on that order would leave π out."""
    rows = [{"id": f"q{i}", "expression": f"e{i}", "reference": ["b" if i >= 320 else "a"]} for i in range(CASES)]
    Path("cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    found = asked(told, "sequence(0.02)", "--json").json["figures"]["labels"]
    low, high = found["interval"]
    assert low <= 0.2 <= high
    losses = [int(i >= 320) for i in range(CASES)]
    crossed = ends(losses, population=Population(CASES, 400.0), aim=0.02, level=0.95)
    assert crossed[0] > crossed[1]


def test_a_run_that_is_started_again_is_the_same_run(told: Any) -> None:
    first = asked(told, "width(0.15)", "--json")
    assert asked(told, "width(0.15)", "--json").json == first.json
    wider = asked(told, "width(0.1)", "--json").json["figures"]["labels"]
    assert wider["n"] > first.json["figures"]["labels"]["n"]
    assert wider["method"].startswith("score interval")


@pytest.mark.slow
def test_a_rule_that_does_not_stop_asks_all(told: Any) -> None:
    found = asked(told, "width(0.01)", "--json").json["figures"]["labels"]
    assert (found["n"], found["value"], found["stopped"]["met"]) == (CASES, 0.2, False)
    assert found["interval"] is not None
    assert found["flags"] == ["width(0.01) did not stop: all that could be asked was"]
    point = asked(told, "sequence(0.0001)", "--overwrite", "--json").json["figures"]["labels"]
    assert point["interval"] == pytest.approx([0.2, 0.2])


def test_what_a_rule_stopped_is_forgotten_when_more_is_asked_without_it(told: Any) -> None:
    asked(told, "fixed(60)")
    assert "stopped by fixed(60): 60 of 400 cases" in told("show", "r").out
    told("run", "cases.jsonl", "--system", "answers.jsonl", "-m", "labels", "--limit", "90", "-o", "r")
    assert "stopped by" not in told("show", "r").out


def test_what_does_not_fit_is_refused_before_anything_is_asked(told: Any) -> None:
    assert "no stopping rule 'soon'" in asked(told, "soon").line(2)
    refused = told(
        "run", "cases.jsonl", "--system", "answers.jsonl", "-m", "words", "--stop", "sequence(0.1)", "-o", "r"
    )
    assert "have no bound" in refused.line(2)
    assert "looks at all cases" in asked(told, "width(0.1)", "--weight", "frequency").line(2)
    assert not Path("r").exists()


def test_no_page_or_verb_shows_the_usual_interval_of_a_sequence(told: Any) -> None:
    ends = asked(told, "sequence(0.2)", "--json").json["figures"]["labels"]["interval"]
    trusted = told("trust", "r", "--json", "--replications", "100").json
    assert trusted["interval"] == ends
    assert any("says nothing of sequence(0.2)" in flag for flag in trusted["flags"])
    told("report", "r", "-o", "page.html")
    page = Path("page.html").read_text("utf-8")
    assert "stopped by sequence(0.2)" in page
    low, high = (f"{100 * end:.1f}" for end in ends)
    assert f"{ends[0]:.3f}" in page or low in page
    assert f"{ends[1]:.3f}" in page or high in page
    told("run", "cases.jsonl", "--system", "answers.jsonl", "-m", "labels", "-o", "all")
    (flag,) = [one for one in told("compare", "r", "all", "--json").json["flags"] if "sequence" in one]
    assert flag.startswith("A was stopped by sequence(0.2), which looked at π of that run alone")


def test_a_width_and_a_fixed_number_have_the_usual_interval_with_a_note(told: Any) -> None:
    asked(told, "width(0.2)")
    other = told("show", "r", "--json", "--level", "0.9").json
    assert other["method"].startswith("score interval")
    assert "how wide the interval of labels was decided when, and never where π lies" in other["notes"][-1]
    asked(told, "fixed(60)", "--overwrite")
    assert told("show", "r", "--json", "--level", "0.9").json["notes"][-1].endswith("drawn at random")


def cases_of(run: str) -> set[str]:
    return set(open_run(run).suite().whole().ids)


def test_another_rule_is_refused_before_the_run_is_enlarged(told: Any) -> None:
    """It was enlarged first, and neither rule could go on with it."""
    first, before = asked(told, "fixed(60)", "--json").json, cases_of("r")
    refused = asked(told, "sequence(0.2)").line(2)
    assert refused == ("r: its 60 cases were not drawn for sequence(0.2); name a new folder, or say --overwrite")
    assert cases_of("r") == before
    assert asked(told, "fixed(60)", "--json").json == first


def test_a_rule_that_looks_at_less_than_was_asked_says_so(told: Any) -> None:
    told("run", "cases.jsonl", "--system", "answers.jsonl", "-m", "labels", "--limit", "100", "-o", "r")
    refused = asked(told, "fixed(60)").line(2)
    assert refused.startswith("r: 100 cases were asked already, and fixed(60) looks at no more than 60; ")
    assert asked(told, "width(0.3)").line(2).startswith("r: its 100 cases were not drawn for width(0.3); ")
    assert len(cases_of("r")) == 100
    assert asked(told, "fixed(100)", "--json").json["figures"]["labels"]["n"] == 100  # which is the same sample
