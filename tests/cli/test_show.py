"""What `murho show` and `score` offer beside π by Σρ: the other divisor, competence, causes, classes, failures."""

import re
from pathlib import Path
from typing import Any

import pytest

SYSTEM = """
def understand(expression):
    if "open" in expression:
        return "hours"
    if "fees" in expression:
        raise RuntimeError("no idea: \\x1b[31m")
    return [] if "joke" in expression else "hours"
"""


@pytest.fixture
def run(told: Any, suite: tuple[str, str], here: Path) -> str:
    """Four expressions: two understood, one misunderstood, one failure."""
    (here / "listening.py").write_text(SYSTEM, encoding="utf-8")
    assert told("run", suite[0], "--system", "listening:understand", "-m", "meanings", "-o", "run").status == 0
    return "run"


def test_divided_by_the_number_of_expressions(told: Any, run: str, suite: tuple[str, str]) -> None:
    weight = ("--weight", "length(cuts=(2,), weights=(0.5, 1))")
    found = told("show", run, *weight, "--divide-by", "expressions", "--json").json
    assert (found["value"], found["numerator"], found["denominator"]) == (1.5 / 4, 1.5, 4)
    assert found["divided_by"] == "expressions"
    assert told("show", run, *weight, "--json").json["divided_by"] == "importance"
    shown = told("show", run, *weight, "--divide-by", "expressions", "--by", "scenario").out
    assert "Σμρ/|E| = 0.3750" in shown
    assert "accuracy" not in shown, "1 minus that is the share of nothing"
    scored = told("score", "labels", *suite, *weight, "--divide-by", "expressions", "--json").json
    assert (scored["value"], scored["divided_by"]) == (1.5 / 4, "expressions")
    assert "words counts units of its own" in told("show", run, "-m", "words", "--divide-by", "expressions").line(2)


def test_competence_with_its_items(told: Any, run: str, here: Path) -> None:
    (here / "heard.txt").write_text("open at nine?\nis there a café?\n", encoding="utf-8")
    weight = ("--weight", "length(cuts=(2,), weights=(0.5, 1))")
    found = told("show", run, "--competence", "--users", "heard.txt", *weight, "--json").json["competence"]
    assert found["linguistic_coverage"]["items"] == ["q1", "q2", "q3", "q4"]
    assert found["linguistic_competence"]["items"] == ["q1", "q3"]
    assert found["habitability"]["value"] == 0.5
    assert found["habitability"]["weighted"] == 2 / 3.5
    assert found["conceptual_competence"] == {"count": 1, "items": ["hours"], "share": 1 / 3}
    assert found["completeness"]["items"] == ["open at nine?"]
    assert found["completeness"]["value"] == 0.5
    narrow = told("show", run, "--competence", "--bound", "0.5", *weight, "--json").json["competence"]
    assert narrow["linguistic_coverage"]["items"] == ["q1", "q2", "q3"]
    assert narrow["completeness"] is None
    shown = told("show", run, "--competence", "--users", "heard.txt").out
    for part in ("linguistic coverage, ρ > 0", "habitability", "0.5000", "completeness", "café"):
        assert part in shown
    assert ["q2", "renew my book"] in [line.split(maxsplit=1) for line in shown.splitlines()]
    assert "is there a café?" in shown.split("said by users, not covered")[1]


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (("--bound", "0.5"), "--bound and --users go with --competence"),
        (("--competence", "--bound", "1"), "bound is 1; covered is what has an importance above it"),
        (("--classes",), "knows no classes; they are those of the measure labels"),
    ],
)
def test_wrong_usage(told: Any, run: str, arguments: tuple[str, ...], found: str) -> None:
    assert found in told("show", run, *arguments).line(2)


def test_no_users(told: Any, run: str) -> None:
    assert "nobody.txt: no such file" in told("show", run, "--competence", "--users", "nobody.txt").line(1)


def test_classes(told: Any, run: str, suite: tuple[str, str]) -> None:
    for arguments in (("show", run, "-m", "labels"), ("score", "labels", *suite)):
        found = told(*arguments, "--classes", "--json").json
        hours = next(one for one in found["classes"] if one["label"] == "hours")
        assert (hours["precision"], hours["recall"]) == (0.5, 1.0)
        assert {"gold": "loans", "given": "hours", "importance": 1} in found["confusion"]
        shown = told(*arguments, "--classes").out
        assert "given instead" in shown
        assert "0.6667" in shown
        assert "classes" not in told(*arguments, "--json").json


def test_why_answers_are_undefined_is_said(told: Any, run: str, suite: tuple[str, str]) -> None:
    shown = told("show", run).out
    assert "undefined  1 × RuntimeError: no idea: \\x1b[31m" in shown
    again = told("run", suite[0], "--system", "listening:understand", "-m", "meanings", "-o", "anew")
    assert "1 × RuntimeError: no idea" in again.out


def test_several_measures_each_with_its_parts(told: Any, run: str) -> None:
    parts = ("-m", "meanings", "-m", "labels", "--competence", "--causes", "--profile", "loss")
    found = told("show", run, *parts, "--json").json["figures"]
    assert all({"competence", "causes", "profile"} <= one.keys() for one in found.values())
    assert told("show", run, *parts).out.count("habitability") == 2
    assert "tag items: murho judge RUN --causes FILE" in told("show", run, "--causes").out


def test_the_report_holds_competence_under_a_bound_and_for_users(told: Any, run: str, here: Path) -> None:
    (here / "heard.txt").write_text("open at nine?\nis there a café?\n", encoding="utf-8")
    more = ("--weight", "length(cuts=(2,), weights=(0.5, 1))", "--bound", "0.5", "--users", "heard.txt")
    assert told("report", run, *more, "-o", "page.html").status == 0
    page = (here / "page.html").read_text("utf-8")
    assert "importance above 0.5" in page
    assert re.search(r"said by users and covered</bdi></th><td[^>]*>1</td>", page)
    assert "is there a café?" in page
    assert told("report", run, "-o", "plain.html").status == 0
    assert "said by users" not in (here / "plain.html").read_text("utf-8")


def test_one_system_against_a_scale(told: Any, run: str, suite: tuple[str, str], here: Path) -> None:
    scale = ("--scale", "good<0.005<fair<0.6<poor")
    expected = {"scale": "good<0.005<fair<0.6<poor", "grade": "fair", "possible": ["fair", "poor"]}
    found = told("show", run, *scale, "--json").json
    assert found["interval"][0] >= 0.005
    assert found["interval"][1] > 0.6
    assert found["scale"] == expected
    assert told("score", "labels", *suite, *scale, "--json").json["scale"]["scale"] == expected["scale"]
    again = told(
        "run", suite[0], "--system", "listening:understand", "-m", "meanings", "-o", run, *scale, "--json"
    ).json
    assert again["figures"]["meanings(shifting=mu1())"]["scale"] == expected
    assert "scale" not in told("show", run, "--json").json
    shown = told("show", run, *scale).out
    assert "grade  fair on the scale good<0.005<fair<0.6<poor; its interval leaves open: fair, poor" in shown
    assert told("report", run, "-o", "page.html", *scale).status == 0
    page = (here / "page.html").read_text(encoding="utf-8")
    assert "fair on the scale good&lt;0.005&lt;fair&lt;0.6&lt;poor; its interval leaves open: fair, poor" in page
    refused = told("show", run, "--scale", "good<0.6<fair<0.1<poor")
    assert refused.status == 2
    assert "0.1 does not lie above 0.6" in refused.err


def test_a_shifting_that_falls_is_said(told: Any, run: str) -> None:
    falling = "meanings(shifting=mu3(0.1, 0.5, 0.3, 0.4, 0.7))"
    note = (
        "mu3(0.1, 0.5, 0.3, 0.4, 0.7): δ3 = 0.3 is below δ2 = 0.5, though its relation is usually thought the worse one"
    )
    assert told("show", run, "-m", falling, "--json").json["notes"] == [note]
    assert told("show", run, "-m", f"oracle({falling}, 2)", "--json").json["notes"] == [note]
    assert note in told("show", run, "-m", falling).out
    for rising in ("mu3()", "mu3(0.2, 0.2, 0.3, 0.4, 0.7)", "mu2(0.9)"):
        assert "notes" not in told("show", run, "-m", f"meanings({rising})", "--json").json


def test_score_of_files_says_so_too(told: Any, suite: tuple[str, str]) -> None:
    found = told("score", "meanings", *suite, "--shifting", "mu3(0.5, 0.4, 0.3, 0.2, 0.1)", "--json").json
    assert "δ2 = 0.4 is below δ1 = 0.5" in found["notes"][0]


def test_a_bound_that_cuts_off_the_domain_is_told(told: Any, run: str) -> None:
    weight = ("--weight", "length(cuts=(2,), weights=(0.5, 1))")
    cut = told("show", run, "--competence", "--bound", "0.5", *weight, "--json").json["competence"]
    assert cut["left_out"]["count"] == len(cut["left_out"]["items"])
    assert bool(cut.get("notes")) == (cut["left_out"]["count"] > 0)
    assert "notes" not in told("show", run, "--competence", *weight, "--json").json["competence"]
