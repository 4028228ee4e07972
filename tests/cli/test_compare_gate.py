"""`murho compare`: the gate, what a job shows of it, and the page of what was fixed and what broke."""

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from .conftest import jsonl

CASES = 60


@pytest.fixture
def compare(here: Path) -> tuple[str, ...]:
    """A is wrong in every tenth case; B is so, too, and in two thirds of topic `fees`."""
    rows = [{"id": f"c{i}", "expression": f"is <i>{i}</i>", "reference": ["yes"]} for i in range(CASES)]
    jsonl("cases.jsonl", *({**row, "topic": ("fees", "hours")[i % 2]} for i, row in enumerate(rows)))
    jsonl("a.jsonl", *({"id": f"c{i}", "answer": ["no" if i % 10 == 0 else "yes"]} for i in range(CASES)))
    worse = ["no" if i % 10 == 1 or (i % 2 == 0 and i % 3) else "yes" for i in range(CASES)]
    jsonl("b.jsonl", *({"id": f"c{i}", "answer": [said]} for i, said in enumerate(worse)))
    return ("compare", "--references", "cases.jsonl", "a.jsonl", "b.jsonl", "-m", "labels")


def test_the_gate_holds_the_difference_as_printed(told: Any, compare: tuple[str, ...]) -> None:
    # A has 6 wrong, B 20 of fees and 6 of hours: 20/60 more.
    for limit, status in ((0.3332, 100), (0.3333, 0), (-1, 100)):
        said = told(*compare, "--fail-if-worse", limit)
        assert said.status == status
    assert "gate passed: π did not grow by more than 0.3333" in told(*compare, "--fail-if-worse", 0.3333).err
    assert told("compare", "--references", "cases.jsonl", "b.jsonl", "a.jsonl", "-m", "labels").status == 0
    better = told("compare", "--references", "cases.jsonl", "b.jsonl", "a.jsonl", "-m", "labels", "--fail-if-worse", 0)
    assert better.status == 0, "B is A now, and better"


@pytest.mark.parametrize("limit", ["nan", "inf"])
def test_a_limit_that_nothing_is_above_is_none(told: Any, compare: tuple[str, ...], limit: str) -> None:
    assert "is no limit; give a number" in told(*compare, "--fail-if-worse", limit).line(2)
    files = ("cases.jsonl", "b.jsonl")
    assert "is no limit; give a number" in told("score", "labels", *files, "--fail-above", limit).line(2)


def test_a_confident_gate_holds_the_lower_end(told: Any, compare: tuple[str, ...]) -> None:
    low = told(*compare, "--json").json["interval"][0]
    assert told(*compare, "--fail-if-worse", round(low, 4) - 0.0001, "--confident").status == 100
    assert told(*compare, "--fail-if-worse", round(low, 4), "--confident").status == 0
    assert told(*compare, "--fail-if-worse", round(low, 4)).status == 100, "the difference itself is above it"


def test_any_slice_and_any_b_may_fail(told: Any, compare: tuple[str, ...]) -> None:
    said = told(*compare, "--by", "topic", "--fail-if-worse", 0.4)
    assert said.status == 100
    (line,) = said.err.splitlines()
    assert line.startswith("gate failed: labels, topic=fees, b.jsonl: π(B) − π(A) is +0.4667, above 0.4")
    several = (*compare[:3], "a.jsonl", "a.jsonl", "b.jsonl", "-m", "labels")
    said = told(*several, "--fail-if-worse", 0, "--confident", "--json")
    assert said.status == 100
    assert [line.split(", ")[2].split(":")[0] for line in said.err.splitlines()] == ["b.jsonl"]
    assert "97.5 % interval" in said.err, "two wholes share the chance"


def test_one_case_settles_nothing(told: Any, compare: tuple[str, ...]) -> None:
    jsonl("cases.jsonl", {"id": "c1", "expression": "x", "reference": ["yes"]})
    for name, said in (("a", "yes"), ("b", "no")):
        jsonl(f"{name}.jsonl", {"id": "c1", "answer": [said]})
    said = told(*compare, "--fail-if-worse", 0, "--confident", "--junit", "gate.xml")
    assert said.status == 1
    suite = ET.parse("gate.xml").getroot()[0]
    assert [suite.get(name) for name in ("tests", "failures", "skipped")] == ["1", "1", "0"], "a whole is not skipped"
    assert "nothing to hold against 0 (only 1 case" in said.err
    assert told(*compare, "--fail-if-worse", 0).status == 100


def test_a_slice_of_one_case_stops_nobody(told: Any, compare: tuple[str, ...]) -> None:
    rows = [
        {"id": f"c{i}", "expression": "x", "reference": ["yes"], "topic": "odd" if i else "rare"} for i in range(60)
    ]
    jsonl("cases.jsonl", *rows)
    said = told(*compare, "--by", "topic", "--fail-if-worse", 0.9, "--confident", "--junit", "gate.xml")
    assert (said.status, "gate passed" in said.err, "gate failed" in said.err) == (0, True, False)
    suite = ET.parse("gate.xml").getroot()[0]
    assert [suite.get(name) for name in ("tests", "failures", "skipped")] == ["3", "0", "1"]
    assert {case.get("name"): case[0].tag for case in suite}["labels: topic=rare"] == "skipped"


def test_what_a_job_shows(told: Any, compare: tuple[str, ...]) -> None:
    files = ("--junit", "gate.xml", "--markdown", "summary.md", "-o", "page.html")
    said = told(*compare, "--by", "topic", "--fail-if-worse", 0.4, *files)
    assert said.status == 100
    suite = ET.parse("gate.xml").getroot()[0]
    assert [(suite.get(name)) for name in ("tests", "failures", "skipped")] == ["3", "1", "0"]
    failed = {case.get("name"): [child.tag for child in case] for case in suite}
    assert failed == {
        "labels: all": ["system-out"],
        "labels: topic=fees": ["failure"],
        "labels: topic=hours": ["system-out"],
    }
    summary = Path("summary.md").read_text(encoding="utf-8")
    assert "❌ **gate failed: labels, topic=fees" in summary
    assert "| fees | 30 | 0.2000 | 0.6667 | +0.4667 |" in summary
    assert "| fees | 30 | 2 | 16 |" in summary
    assert "B fixes 2 cases and breaks 22. 36 did not change." in summary
    assert "<summary>Broken first: 20 of 22</summary>" in summary
    assert "<summary>Fixed first: 2 of 2</summary>" in summary
    assert "<i>" not in summary, "texts from data are no markup"
    page = Path("page.html").read_text(encoding="utf-8")
    assert "B is worse: its π is higher by 0.3333, from 0.1000 to 0.4333" in page
    assert "B fixes 2 cases and breaks 22. 36 did not change." in page
    assert 'href="#cases?topic=fees"' in page
    assert "<i>" not in page


def test_a_summary_cuts_no_figure(told: Any, compare: tuple[str, ...]) -> None:
    long = "b" * 190 + ".jsonl"
    Path("b.jsonl").rename(long)
    said = told(*compare[:4], long, *compare[5:], "--fail-if-worse", 0.3, "--markdown", "summary.md")
    assert said.status == 100
    summary = Path("summary.md").read_text(encoding="utf-8")
    assert "is +0.3333, above 0.3**" in summary, "the verdict to its end"
    assert "|seed:0|version:" in summary, "and the signature"


def test_a_leaderboard(told: Any, compare: tuple[str, ...]) -> None:
    several = (*compare[:3], "b.jsonl", "a.jsonl", "b.jsonl", "-m", "labels")
    assert told(*several, "-o", "page.html").status == 0
    page = Path("page.html").read_text(encoding="utf-8")
    assert "3 systems" in page
    ranking = page[page.index("Leaderboard</bdi></h2>") :]
    assert ranking.index("a.<wbr>jsonl") < ranking.index("b.<wbr>jsonl")
    assert "2 to 3" in ranking[: ranking.index("</table>")]


def test_options_that_say_nothing_alone(told: Any, compare: tuple[str, ...]) -> None:
    for more in (("--confident",), ("--junit", "x.xml")):
        assert "go with --fail-if-worse X" in told(*compare, *more).line(2)
