"""`murho run` and what is done with a run: show, compare, judge, report; settings from a file; check and study."""

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from murho.cli import VERBS

from .conftest import jsonl

SYSTEM = '''
"""A system of rules, with a mind of its own about fees."""

def understand(expression):
    if "open" in expression:
        return "hours"
    if "book" in expression:
        return ["loans", "fees"]
    if "fees" in expression:
        raise RuntimeError("no idea\\x1b[31m")
    return []
'''


@pytest.fixture
def nlu(here: Path) -> str:
    """The name of a real system: a Python function in a module of the working directory."""
    (here / "nlu.py").write_text(SYSTEM, encoding="utf-8")
    return "nlu:understand"


@pytest.fixture
def done(told: Any, suite: tuple[str, str], nlu: str) -> str:
    """A run that is complete."""
    found = told("run", suite[0], "--system", nlu, "-m", "meanings", "-m", "labels", "-o", "run")
    assert found.status == 0, found.err
    return "run"


def test_run_leaves_a_record_of_everything(told: Any, suite: tuple[str, str], nlu: str, here: Path) -> None:
    found = told(
        *("run", suite[0], "--system", nlu, "-m", "meanings", "-m", "labels", "-o", "run", "--by", "scenario"),
        *("--goal", "to see", "--domain", "a library", "--representation", "labels", "--sample", "made up"),
        *("--weight", "constant", "--level", "0.9", "--seed", "7"),
    )
    assert found.status == 0, found.err
    assert "saved in run" in found.out
    assert not found.err, "no progress bar where there is no terminal"
    record = json.loads((here / "run" / "run.json").read_text())
    assert record["schema_version"] == 2
    assert record["state"] == "complete"
    about = {"goal": "to see", "domain": "a library", "representation": "labels", "sample": "made up"}
    assert record["about"] == about
    assert record["settings"] == {
        "measures": ["meanings(shifting=mu1())", "labels"],
        "weight": "constant",
        "missing": "undefined",
        "level": 0.9,
        "method": "auto",
        "seed": 7,
    }
    assert record["system"]["spec"] == nlu
    assert record["data"]["cases"] == suite[0]
    assert record["data"]["digest"].startswith("sha256:")
    assert {"murho", "python"} <= set(record["versions"])
    assert record["counts"]["cases"] == 4
    assert record["counts"]["undefined"] == 1
    assert record["counts"]["failures"] == {"RuntimeError": 1}
    figure = record["figures"]["labels"]
    assert (figure["value"], figure["n"]) == (0.25, 4), "of two meanings the first is the label"
    assert figure["signature"].startswith("murho|measure:labels|weight:constant|")
    assert record["figures"]["meanings(shifting=mu1())"]["value"] == 0.5
    made = "murho|measures:meanings(shifting=mu1()), labels|weight:constant|missing:undefined|level:0.9|method:auto"
    assert record["signature"].startswith(f"{made}|seed:7|system:function:{nlu} sha256:")
    assert f"|system:function:{nlu} sha256:" in figure["signature"]
    assert "|data:sha256:" in record["signature"]


def test_run_prints_one_json_object(told: Any, suite: tuple[str, str], nlu: str) -> None:
    found = told("run", suite[0], "--system", nlu, "-m", "labels", "-o", "run", "--json").json
    assert found["run"] == "run"
    assert found["schema_version"] == 1
    assert found["figures"]["labels"]["value"] == 0.25


def test_show(told: Any, done: str) -> None:
    found = told("show", done, "-m", "labels", "--by", "scenario", "--json").json
    assert found["value"] == 0.25
    assert {group: one["value"] for group, one in found["by"]["scenario"].items()} == {
        "hours": 0,
        "loans": 0.5,
        "other": 0,
    }
    several = told("show", done, "--json").json
    assert set(several) == {"figures", "schema_version"}
    assert set(several["figures"]) == {"meanings(shifting=mu1())", "labels"}, "all that the run was judged by"
    anew = told("show", done, "-m", "meanings(shifting=mu2(0.5))", "--json").json
    assert anew["value"] == (1 + 0.5) / 4, "a measure that has not judged it yet"
    weighed = told("show", done, "-m", "labels", "--weight", "length(cuts=(2,), weights=(1, 0.5))", "--json").json
    assert weighed["value"] == pytest.approx(1 / 2.5)


def test_show_keeps_to_the_settings_of_the_run(told: Any, suite: tuple[str, str], nlu: str) -> None:
    options = ("--level", "0.8", "--method", "wilson", "--weight", "domain", "--seed", "3")
    told("run", suite[0], "--system", nlu, "-m", "labels", "-o", "run", *options)
    record = json.loads(Path("run/run.json").read_text())
    found = told("show", "run", "--json").json
    assert found == record["figures"]["labels"]
    assert (found["level"], found["denominator"]) == (0.8, 3)
    assert "Wilson" in found["method"]
    assert "|weight:domain|" in found["signature"]
    other = told("show", "run", "--level", "0.5", "--weight", "constant", "--json").json
    assert (other["level"], other["denominator"]) == (0.5, 4)


def test_profile(told: Any, done: str) -> None:
    shares = told("show", done, "-m", "meanings", "--profile", "relation", "--profile", "scenario", "--json").json
    cells = {tuple(cell["classes"]): cell["n"] for cell in shares["profile"]["cells"]}
    assert cells == {("equal", "hours"): 1, ("more", "loans"): 1, ("equal", "other"): 1, ("undefined", "loans"): 1}
    assert sum(cell["share"] for cell in shares["profile"]["cells"]) == 1


def test_judge(told: Any, done: str, here: Path) -> None:
    found = told("judge", done, "-m", "any_of", "--json").json
    assert found["value"] == 0.25
    assert json.loads((here / done / "run.json").read_text())["figures"]["any_of"] == found
    several = told("judge", done, "-m", "any_of", "-m", "graded", "--json").json
    assert set(several["figures"]) == {"any_of", "graded('json')"}
    assert "name at least one measure" in told("judge", done).line(2)
    assert told("judge", done, "-m", "any_of", "-m", "anyof").status == 2


def test_a_measure_that_cannot_read_the_answers(told: Any, done: str) -> None:
    line = told("judge", done, "-m", "concepts").line()
    assert line.startswith("run/")
    assert "is not a list of units; write units as in" in line
    assert told("show", done, "-m", "labels", "--json").status == 0


def test_report(told: Any, done: str, here: Path) -> None:
    found = told("report", done, "-o", "page.html")
    assert found.status == 0, found.err
    page = (here / "page.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    signature = json.loads((here / done / "run.json").read_text())["figures"]["meanings(shifting=mu1())"]["signature"]
    assert signature in page
    assert "renew my book" in page
    assert "\x1b" not in page


def test_report_to_where_nothing_can_be_written(told: Any, done: str, here: Path) -> None:
    line = told("report", done, "-o", "none/page.html").line()
    assert line.startswith("none/page.html: ")
    assert "folder" in line


# --- comparing


@pytest.fixture
def runs(told: Any, write: Callable[..., str]) -> list[str]:
    """Three recorded systems on 40 cases in 20 clusters: 20, 10 and 19 of them wrong."""
    cases = [
        {"id": i, "expression": f"{i}", "reference": ["x"], "cluster": i // 2, "half": i % 2, "third": i % 3}
        for i in range(40)
    ]
    suite = write("cases.jsonl", *cases)
    for name, wrong in (("a", range(0, 40, 2)), ("b", range(0, 40, 4)), ("c", range(2, 40, 2))):
        said = write(f"{name}.jsonl", *({"id": i, "answer": ["y" if i in wrong else "x"]} for i in range(40)))
        assert told("run", suite, "--system", said, "-m", "labels", "-o", name).status == 0
    return ["a", "b", "c"]


def test_compare(told: Any, runs: list[str]) -> None:
    found = told("compare", "a", "b", "-m", "labels", "--json").json
    assert found["measure"] == "labels"
    assert found["difference"] == -0.25
    assert (found["pi_a"], found["pi_b"], found["pairs"], found["clusters"]) == (0.5, 0.25, 40, 20)
    low, high = found["interval"]
    assert -1 <= low < -0.25 < high < 0
    assert 0 < found["p_value"] < 0.05
    assert found["p_adjusted"] is None
    assert found["schema_version"] == 1
    assert (found["missing_a"], found["missing_b"]) == (0, 0)
    other = told("compare", "b", "a", "-m", "labels", "--json").json
    assert other["difference"] == 0.25
    assert other["interval"] == [-high, -low]
    assert other["p_value"] == found["p_value"]


def test_compare_three_is_corrected_by_holm_and_said(told: Any, runs: list[str]) -> None:
    found = told("compare", *runs, "-m", "labels", "--json").json
    assert found["correction"] == "Holm"
    better, same = found["comparisons"]
    assert (better["b"], same["b"]) == ("b", "c")
    assert better["p_adjusted"] == pytest.approx(2 * better["p_value"])
    assert same["p_adjusted"] == pytest.approx(max(same["p_value"], better["p_adjusted"]))
    shown = told("compare", *runs, "-m", "labels").out
    assert "p Holm" in shown


def test_compare_by_slices(told: Any, runs: list[str]) -> None:
    found = told("compare", "a", "b", "-m", "labels", "--by", "half", "--by", "third", "--json").json
    assert found["correction"] == "Holm"
    assert {group: one["difference"] for group, one in found["by"]["half"].items()} == {"0": -0.5, "1": 0}
    for groups in found["by"].values():
        for one in groups.values():
            assert one["p_adjusted"] >= one["p_value"]
    assert sum(one["pairs"] for one in found["by"]["third"].values()) == 40


def test_compare_by_what_the_answers_decide_is_refused(told: Any, runs: list[str]) -> None:
    line = told("compare", "a", "b", "-m", "meanings", "--by", "relation").line(2)
    assert "'relation' depends on the answers" in line


def test_compare_shows_missing_cases(told: Any, runs: list[str], write: Callable[..., str]) -> None:
    said = write("d.jsonl", *({"id": i, "answer": ["x"]} for i in range(30)))
    assert told("run", "cases.jsonl", "--system", said, "-m", "labels", "-o", "d").status == 0
    found = told("compare", "a", "d", "-m", "labels", "--json").json
    assert (found["missing_a"], found["missing_b"], found["pairs"]) == (0, 10, 40)
    assert found["pi_b"] == 0.25, "UNDEFINED, not left out"
    assert "10 cases without an answer in B" in told("compare", "a", "d", "-m", "labels").out


def test_compare_needs_runs_of_one_suite(told: Any, runs: list[str], write: Callable[..., str]) -> None:
    assert "at least two runs" in told("compare", "a").line(2)
    for name, case in (("other", "z"), ("changed", "1")):
        suite = write("c2.jsonl", {"id": case, "expression": "1", "reference": ["another"]})
        said = write("s2.jsonl", {"id": case, "answer": ["x"]})
        told("run", suite, "--system", said, "-m", "labels", "-o", name)
        assert told("compare", "a", name, "-m", "labels").line().endswith("compare runs of the same suite")


def test_compare_under_several_measures_is_one_object(told: Any, runs: list[str]) -> None:
    found = told("compare", "a", "b", "-m", "labels", "-m", "meanings", "--json").json
    assert set(found["figures"]) == {"labels", "meanings(shifting=mu1())"}


# --- recorded answers


def test_recorded_answers_without_a_case(told: Any, suite: tuple[str, str], write: Callable[..., str]) -> None:
    answers = write("more.jsonl", *({"id": f"q{i}", "answer": ["x"]} for i in range(1, 7)))
    command = ("run", suite[0], "--system", answers, "-m", "labels", "-o", "run")
    for _ in range(2):
        line = told(*command).line()
        assert line.startswith("more.jsonl:5: answer 'q5' has no case;"), "the second time no less than the first"
    found = told(*command, "--extra", "ignore", "--json").json["figures"]["labels"]
    assert (found["unmatched_answers"], found["n"]) == (2, 4)
    assert told("show", "run", "--json").json["unmatched_answers"] == 2


def test_recorded_answers_that_changed_are_no_old_ones(told: Any, suite: tuple[str, str], here: Path) -> None:
    cases, answers = suite
    told("run", cases, "--system", answers, "-m", "labels", "-o", "run")
    (here / answers).write_text((here / answers).read_text().replace("null", '["fees"]'))
    line = told("run", cases, "--system", answers, "-m", "labels", "-o", "run").line(2)
    assert "answers.jsonl" in line
    assert line.endswith("choose another folder, or begin anew with --overwrite")
    found = told("run", cases, "--system", answers, "-m", "labels", "-o", "run", "--overwrite", "--json").json
    assert found["figures"]["labels"]["value"] == 0.25


@pytest.mark.parametrize(("missing", "n", "value"), [("undefined", 4, 0.75), ("skip", 2, 0.5)])
def test_missing_recorded_answers(
    told: Any, suite: tuple[str, str], write: Callable[..., str], missing: str, n: int, value: float
) -> None:
    answers = write("few.jsonl", {"id": "q1", "answer": ["hours"]}, {"id": "q2", "answer": ["x"]})
    told("run", suite[0], "--system", answers, "-m", "labels", "-o", "run", "--missing", missing)
    found = told("show", "run", "--json", "--by", "scenario").json
    assert (found["n"], found["value"], found["missing_answers"]) == (n, value, 2)


def test_composed(told: Any, here: Path, write: Callable[..., str]) -> None:
    """A recorded recogniser before a parser; what was heard is kept."""
    (here / "parser.py").write_text("def parse(text):\n    return text.split()[0]\n")
    cases = write("speech.jsonl", *({"id": i, "expression": f"{i}.wav", "reference": ["renew"]} for i in (1, 2)))
    heard = write("heard.jsonl", {"id": 1, "answer": ["renew it"]}, {"id": 2, "answer": ["review it"]})
    found = told("run", cases, "--system", heard, "--then", "parser:parse", "-m", "labels", "-o", "run", "--json")
    assert found.json["figures"]["labels"]["value"] == 0.5
    from murho.store import open_run

    assert open_run(here / "run").answers().extras["stage:1"] == [["renew it"], ["review it"]]


def test_limit_draws_at_random(told: Any, here: Path, write: Callable[..., str], nlu: str) -> None:
    cases = write("many.jsonl", *({"id": i, "expression": "open", "reference": ["hours"]} for i in range(100)))

    def drawn(folder: str, seed: str) -> Sequence[str]:
        found = told("run", cases, "--system", nlu, "-m", "labels", "-o", folder, "--limit", "10", "--seed", seed)
        assert found.status == 0, found.err
        from murho.store import open_run

        return open_run(here / folder).cases().ids

    first = drawn("r1", "1")
    assert len(first) == 10
    assert first != [str(i) for i in range(10)]
    assert first == drawn("r1b", "1")
    assert first != drawn("r2", "2")


def test_the_gate_of_run_and_show(told: Any, suite: tuple[str, str], nlu: str) -> None:
    command = ("run", suite[0], "--system", nlu, "-m", "labels", "-m", "meanings", "-o", "run")
    assert told(*command, "--fail-above", "0.5").status == 0
    failed = told(*command, "--fail-above", "0.4")
    assert failed.status == 100
    assert "gate failed: meanings(shifting=mu1()) is 0.5000, above 0.4" in failed.err.splitlines()
    assert told("show", "run", "--fail-above", "0.4").status == 100
    assert told("show", "run", "--fail-above", "0.4", "-m", "labels").status == 0
    assert told("show", "run", "--fail-above", "0.4", "--confident").status == 0


# --- settings from a file


def test_config(told: Any, suite: tuple[str, str], nlu: str, here: Path) -> None:
    (here / "murho.toml").write_text(
        f"""
[run]
cases = "{suite[0]}"
system = "{nlu}"
out = "from-file"
measure = ["labels", "meanings(shifting=mu2(0.5))"]
by = "scenario"
fail-above = 0.1
goal = "to see"

[show]
by = ["scenario"]
measure = "labels"

[score]
measure = "labels"
level = 0.5
""",
        encoding="utf-8",
    )
    found = told("run", "--config", "murho.toml")
    assert found.status == 100, "the gate is in the file"
    record = json.loads((here / "from-file" / "run.json").read_text())
    assert record["settings"]["measures"] == ["labels", "meanings(shifting=mu2(0.5))"]
    assert record["about"] == {"goal": "to see"}
    assert "scenario" in found.out
    won = told("run", "--config", "murho.toml", "-o", "mine", "-m", "any_of", "--fail-above", "1", "--json")
    assert won.status == 0, won.err
    assert set(won.json["figures"]) == {"any_of"}, "the command line wins"
    assert (here / "mine").is_dir()
    assert list(told("show", "from-file", "--config", "murho.toml", "--json").json["by"]) == ["scenario"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[run]\ncolour = "red"', "murho.toml: no option 'colour' for run; known: "),
        ('[run]\nworkers = "many"', "'--workers'"),
        ("run = 3", "murho.toml: 'run' is not a table for a verb"),
        ('[Run]\nout = "x"', "murho.toml: 'Run' is not a table for a verb"),
        ("[run", "murho.toml: is not TOML: "),
        (None, "murho.toml: cannot be read (No such file or directory); check the name"),
    ],
)
def test_config_that_is_wrong(told: Any, suite: tuple[str, str], here: Path, text: str | None, says: str) -> None:
    if text is not None:
        (here / "murho.toml").write_text(text)
    assert says in told("run", *suite[:1], "--system", suite[1], "-o", "r", "--config", "murho.toml").line(2)
    assert not (here / "r").exists()


# --- check and study


def test_check(told: Any, suite: tuple[str, str]) -> None:
    found = told("check", suite[0], "--json").json
    assert (found["cases"], found["in_domain"], found["ambiguous"], found["clusters"]) == (4, 3, 1, 3)
    assert found["features"] == {"scenario": "3 values"}
    assert found["schema_version"] == 1
    assert "missing_answers" not in found
    with_answers = told("check", *suite, "--json").json
    assert (with_answers["missing_answers"], with_answers["unmatched_answers"]) == (0, 0)
    shown = told("check", suite[0]).out
    assert "cases  4" in shown
    assert "fewer than 10 clusters" in shown


def test_check_finds_what_deserves_a_look(told: Any, write: Callable[..., str]) -> None:
    cases = write(
        "c.jsonl",
        {"id": 1, "expression": "open?", "reference": ["x", "x"]},
        {"id": 2, "expression": "open?", "reference": ["x"]},
        {"id": 3, "expression": " ", "reference": []},
    )
    notes = " / ".join(told("check", cases, "--json").json["notes"])
    for part in ("'open?' 2 times", "blank expressions: 1", "name the same meaning twice: 1"):
        assert part in notes
    nothing = write("none.jsonl")
    assert told("check", nothing, "--json").json["notes"] == ["no cases at all"]


def test_study_parnax(told: Any) -> None:
    found = told("study", "parnax", "--json").json
    assert [round(case["pi"], 2) for case in found["cases"]] == [0.59, 0.53, 0.30, 0.22]
    second = found["cases"][1]
    assert (second["numerator"], second["denominator"]) == (371, 701)
    assert "1.12" in second["note"] or "erratum" in second["note"].lower()
    for case in found["cases"]:
        assert {"pi", "numerator", "denominator", "profile", "note"} <= set(case)
    assert told("study", "parnax").status == 0


def test_study_that_is_not_there(told: Any) -> None:
    assert "parnax" in told("study", "shrdlu").line(2)


def test_all_verbs_are_tried_here() -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py"))
    assert all(f'"{verb}"' in text for verb in VERBS)


def test_two_systems_have_two_signatures_and_one_has_one(told: Any, suite: tuple[str, str], nlu: str) -> None:
    for name in ("one", "again"):
        assert told("run", suite[0], "--system", nlu, "-m", "labels", "-o", name).status == 0
    Path("nlu.py").write_text(SYSTEM + "# edited\n", encoding="utf-8")
    assert told("run", suite[0], "--system", nlu, "-m", "labels", "-o", "edited").status == 0
    assert told("run", suite[0], "--system", suite[1], "-m", "labels", "-o", "recorded").status == 0
    runs = ("one", "again", "edited", "recorded")
    shown = {name: told("show", name, "--json").json["signature"] for name in runs}
    assert shown["one"] == shown["again"]
    assert len(set(shown.values())) == 3
    assert f"|system:recorded:{suite[1]} sha256:" in shown["recorded"]
    kept = [json.loads(Path(name, "run.json").read_text("utf-8"))["signature"] for name in runs]
    assert kept[0] == kept[1]
    assert len(set(kept)) == 3


def test_a_run_without_an_answer_is_complete_and_fails(told: Any, suite: tuple[str, str]) -> None:
    nothing = Path("none.jsonl")
    nothing.touch()
    asked = ("run", suite[0], "--system", f"recorded:{nothing}", "-m", "labels", "--missing", "skip", "-o", "run")
    said = told(*asked)
    assert said.status == 1
    assert "none of 4 cases was answered (no answer was recorded)" in said.err
    record = json.loads(Path("run", "run.json").read_text("utf-8"))
    assert (record["state"], record["counts"]["missing_answers"]) == ("complete", 4)
    figure = record["figures"]["labels"]
    assert (figure["value"], figure["n"], figure["missing_answers"]) == (None, 0, 4)
    assert told("show", "run", "--json").json["value"] is None
    assert told(*asked, "--fail-above", "0.9").status == 100, "nothing has passed"


def test_a_run_whose_answers_do_not_matter_is_complete_and_fails(told: Any) -> None:
    rows = [{"id": name, "expression": "", "reference": ["x"], "weight": float(name == "b")} for name in "ab"]
    jsonl("two.jsonl", *rows)
    jsonl("one.jsonl", {"id": "a", "answer": ["x"]})
    said = told("run", "two.jsonl", "--system", "one.jsonl", "-m", "labels", "--missing", "skip", "-o", "run")
    assert said.line().endswith("every importance is 0; at least one case must matter: π divides by their sum")
    record = json.loads(Path("run", "run.json").read_text("utf-8"))
    assert (record["state"], record["figures"], record["counts"]["undefined"]) == ("complete", {}, 1)


def test_judge_that_only_tags_says_how_many_as_json(told: Any, done: str) -> None:
    jsonl("tags.jsonl", {"id": "q1", "cause": "linguistic/ellipsis"}, {"id": "q2", "cause": "conceptual"})
    assert told("judge", done, "--causes", "tags.jsonl", "--json").json == {"tagged": 2, "schema_version": 1}
    both = told("judge", done, "--causes", "tags.jsonl", "-m", "any_of", "--json").json
    assert both["measure"] == "any_of"


@pytest.mark.slow
def test_names_that_are_no_utf8_are_kept(murho: Any, suite: tuple[str, str], here: Path) -> None:
    cases, answers = suite
    odd = os.fsdecode(b"c\xff.jsonl")
    (here / cases).rename(here / odd)
    goal = os.fsdecode(b"find \xe9")
    said = murho("run", odd, "--system", answers, "-m", "labels", "-o", "run", "--goal", goal)
    assert said.status == 0, said.err
    record = json.loads((here / "run" / "run.json").read_text("utf-8"))
    assert record["about"]["goal"] == goal
    assert record["data"]["cases"] == odd
    for command in (("show", "run"), ("report", "run", "-o", "page.html"), ("judge", "run", "-m", "any_of")):
        assert murho(*command).status == 0
