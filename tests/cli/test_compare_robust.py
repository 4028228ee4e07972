"""`murho compare --robust`: verdicts over every admissible choice, from files and runs, and what it refuses."""

import json
from pathlib import Path
from typing import Any

import pytest

import murho

SCENARIOS = ["news"] * 30 + ["alarm"] * 20 + ["music"] * 10


@pytest.fixture
def files(here: Path) -> tuple[str, ...]:
    cases = [
        {"id": str(i), "expression": "x", "reference": ["a", "b"], "scenario": scenario, "price": i % 2 + 1}
        | {"mood": [1, "x"][i % 2]}
        for i, scenario in enumerate(SCENARIOS)
    ]
    right = [{"id": case["id"], "answer": case["reference"]} for case in cases]
    # B fails in the news, and is wrong in a third of the music.
    other = [
        {**one, "answer": None if s == "news" else ["c"] if s == "music" and i % 3 == 0 else one["answer"]}
        for i, (one, s) in enumerate(zip(right, SCENARIOS, strict=True))
    ]
    third = [{**one, "answer": ["a"] if i < 40 else one["answer"]} for i, one in enumerate(right)]
    for name, rows in (("cases", cases), ("a", right), ("b", other), ("c", third)):
        Path(f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return ("compare", "--references", "cases.jsonl", "a.jsonl", "b.jsonl", "-m", "meanings", "--robust")


def test_one_is_better_whatever_the_choice(told: Any, files: tuple[str, ...]) -> None:
    found = told(*files, "--json").json["robust"]
    assert found["verdict"] == "A, whatever the choice"
    assert (found["share_a"], found["share_b"], found["nearest_inversion"]) == (1.0, 0.0, None)
    assert found["classes"] == ["1"]
    first = found["vertices"][0]
    assert (first["relation"], first["cases"], first["better"]) == ("undefined", 60, "A")
    assert first["difference"] == pytest.approx(33 / 60, abs=0.02)


def test_of_equal_systems_no_choice_turns_anything_round(told: Any, files: tuple[str, ...]) -> None:
    said = told("compare", "--references", "cases.jsonl", "c.jsonl", "c.jsonl", *files[5:]).out
    assert "robust: equal" in said
    assert "no choice ranks one before the other" in said
    assert "turns the ranking round" not in said


def test_a_note_on_one_of_several_pairs_names_it(told: Any, files: tuple[str, ...]) -> None:
    Path("d.jsonl").write_text(Path("a.jsonl").read_text("utf-8"), encoding="utf-8")
    said = told("compare", "--references", "cases.jsonl", "a.jsonl", "b.jsonl", "d.jsonl", *files[5:]).out
    assert "note  a.jsonl and d.jsonl: the systems differ on none of 60 cases" in said


def test_which_choices_favour_which(told: Any, files: tuple[str, ...]) -> None:
    found = told("compare", "--references", "cases.jsonl", "b.jsonl", "c.jsonl", *files[5:], "--json").json["robust"]
    assert 0 < found["share_a"] < 1
    assert found["share_a"] + found["share_b"] == pytest.approx(1)
    assert found["nearest_inversion"]["moved"] == "delta"
    inverted = ", ".join(f"{min(max(delta, 1e-6), 1 - 1e-6):.9f}" for delta in found["nearest_inversion"]["deltas"])
    measured = "b.jsonl", "c.jsonl", "-m", f"meanings(shifting=mu3({inverted}))"
    level = told("compare", "--references", "cases.jsonl", *measured, "--json").json
    assert level["difference"] == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize(
    ("classes", "order"),
    [
        ("scenario", ["music", "alarm", "news"]),
        ("scenario: news<music<alarm", ["news", "music", "alarm"]),
        ("price", ["1", "2"]),
    ],
)
def test_classes_of_importance(told: Any, files: tuple[str, ...], classes: str, order: list[str]) -> None:
    found = told(*files, "--classes", classes, "--json").json
    assert found["robust"]["classes"] == order
    assert len(found["robust"]["vertices"]) == 6 * len(order)
    assert f"|classes:{classes}" in found["signature"]


def test_several_systems_have_regions(told: Any, files: tuple[str, ...]) -> None:
    found = told(*files[:5], "c.jsonl", *files[5:], "--json").json
    assert [one["system"] for one in found["regions"]] == ["a.jsonl", "b.jsonl", "c.jsonl"]
    assert [one["share"] for one in found["regions"]] == [1.0, 0.0, 0.0]
    assert [one["instance"] is not None for one in found["regions"]] == [True, False, False]
    assert len(found["regions"][0]["instance"]["deltas"]) == 5
    first = [one["vertices"][0] for one in found["regions"]]
    assert first[0] == {"relation": "undefined", "class": "1", "beyond": 0}
    assert [one["beyond"] for one in first[1:]] == [33, 40]
    assert all("verdict" in one["robust"] for one in found["comparisons"])


def test_a_refinement(told: Any, files: tuple[str, ...]) -> None:
    found = told(*files, "--refine", "mu2(0.25)", "--json").json["robust"]["refinement"]
    assert (found["shifting"], found["refines"], found["inverts"]) == ("mu2(0.25)", True, False)
    assert found["before"] > found["after"] > 0


def test_what_is_shown(told: Any, files: tuple[str, ...]) -> None:
    shown = told(*files[:5], "c.jsonl", *files[5:], "--classes", "scenario", "-o", "page.html").out
    assert shown.count("robust: A") == 2
    assert "best for" in shown
    page = Path("page.html").read_text(encoding="utf-8")
    assert page.count("≥ some: with a wrong or missing meaning") == page.count(">≥ music<") == 3
    assert page.count('<svg class="choices"') == 3
    assert 'aria-label="1, a.jsonl, is best at 5 of 18 vertices; 2, b.jsonl, at 0; 3' in page
    assert "at least undefined, ω from music on, cases by system: 1: 0, 2: 33, 3: 40" in page
    assert "at least undefined, ω from music on" in page


def test_sets_of_queries_have_relations_too(told: Any, here: Path) -> None:
    pytest.importorskip("sqlglot")
    one, other = "SELECT a FROM t WHERE b > 1", "SELECT c FROM t"
    # To B: equal, in part, all and more, overlapping, disjoint, empty, not answered, no query. A has all but the last.
    answers = [["select A from t where 1 < b", other], [one], [one, other, "SELECT 1"], [one, "SELECT 1"]]
    answers += [["SELECT 1"], [], None, ["SELEC"]]
    files = {
        "gold": [{"id": str(i), "expression": "x", "reference": [one, other]} for i in range(8)],
        "a": [{"id": str(i), "answer": [one, other] if i < 7 else ["SELEC"]} for i in range(8)],
        "b": [{"id": str(i), "answer": answer} for i, answer in enumerate(answers)],
    }
    for name, rows in files.items():
        Path(f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    typed = ("compare", "--references", "gold.jsonl", "a.jsonl", "b.jsonl", "-m", "sql", "--robust", "--json")
    found = told(*typed).json["robust"]
    assert (found["share_a"], found["share_b"]) == (1.0, 0.0)
    # Both say nothing right to the last; of the other seven B is beyond each threshold once less.
    assert [8 * vertex["difference"] for vertex in found["vertices"]] == [6, 5, 4, 3, 2, 1]


def test_runs_and_python(told: Any, files: tuple[str, ...]) -> None:
    for name in "ab":
        told("run", "cases.jsonl", "--system", f"{name}.jsonl", "-m", "meanings", "-o", name, "--json")
    found = told("compare", "a", "b", "--robust", "--classes", "scenario", "--json").json["robust"]
    compared = murho.compare("a", "b", robust=True, classes="scenario")
    assert compared.main.robust is not None
    assert compared.main.robust.as_json() == found


@pytest.mark.parametrize(
    ("more", "status", "said"),
    [
        (("--classes", "mood"), 2, "the classes of 'mood' have no order, for x stands beside numbers; write it"),
        (("--classes", "tone"), 1, "no feature 'tone'"),
        (("--classes", "scenario: news<alarm"), 2, "write --classes 'scenario: music<news<alarm'"),
        (("--classes", "scenario: news<alarm<music<joy"), 2, "no case has scenario 'joy'; known: alarm, music, news"),
        (("--classes", "scenario: news<<alarm"), 2, "a class is empty or stands twice"),
        (("-m", "labels"), 2, "labels has no classes of μ3, which robust verdicts are about; write -m meanings, or"),
        (("-m", "sql(by='graded')"), 2, "sql(by='graded') has no classes of μ3"),
        (("--refine", "mu9()"), 2, "mu9"),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_refused(told: Any, files: tuple[str, ...], more: tuple[str, ...], status: int, said: str) -> None:
    assert said in told(*files, *more).line(status)


def test_options_that_go_with_robust(told: Any, files: tuple[str, ...]) -> None:
    assert "go with --robust" in told(*files[:-1], "--classes", "scenario").line(2)
