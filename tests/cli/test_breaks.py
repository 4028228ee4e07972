"""`murho score breaks`: files in, criteria out."""

import json
from pathlib import Path
from typing import Any

import pytest

REFERENCE = "oh\t2\nyes\t0\nwell\t1\n\nno\t0\nnever\t1\nagain\t2\n"
SYSTEM = "oh\t1\nyes\t1\nwell\t1\n\nno\t0\nnever\t0\nagain\t2\n"
PRINTED = {
    "breaks_correct": 100 * 2 / 4,
    "non_breaks_correct": 100 * 4 / 6,
    "junctures_correct": 100 * 3 / 6,
    "insertions_per_juncture": 100 * 1 / 6,
    "insertions_per_break": 100 * 1 / 4,
}


@pytest.fixture
def files(here: Path) -> tuple[str, str]:
    Path("ref.tsv").write_text(REFERENCE)
    Path("sys.tsv").write_text(SYSTEM)
    return "ref.tsv", "sys.tsv"


def test_the_criteria(told: Any, files: tuple[str, str]) -> None:
    found = told("score", "breaks", *files, "--format", "lines", "--json").json
    assert {name: found[name] for name in PRINTED} == pytest.approx(PRINTED)
    assert found["value"] == pytest.approx(1 - found["junctures_correct"] / 100)
    assert found["counts"] == {
        "junctures": 6, "breaks": 4, "deletions": 1, "insertions": 1, "substitutions": 1, "correct": 2, "given": 4,
    }  # fmt: skip
    assert found["floors"]["never a break"]["junctures_correct"] == pytest.approx(100 * 2 / 6)
    assert found["floors"]["always a break"]["breaks_correct"] == 100
    assert found["measure"] == "breaks(final='keep')"


def test_without_the_ends(told: Any, files: tuple[str, str]) -> None:
    found = told("score", "breaks", *files, "--format", "lines", "--final", "skip", "--json").json
    assert (found["counts"]["junctures"], found["counts"]["breaks"], found["value"]) == (4, 2, 0.75)
    assert "breaks(final='skip')" in found["signature"]
    kept = told("score", "breaks", *files, "--format", "lines", "--final", "keep", "--json").json
    assert kept == told("score", "breaks", *files, "--format", "lines", "--json").json


def test_inline_says_the_same(told: Any, files: tuple[str, str]) -> None:
    Path("ref.txt").write_text("oh || yes well |\nno never | again ||\n")
    Path("sys.txt").write_text("oh | yes | well |\nno never again ||\n")
    found = told("score", "breaks", "ref.txt", "sys.txt", "--format", "inline", "--json").json
    assert {name: found[name] for name in PRINTED} == pytest.approx(PRINTED)
    mixed = told("score", "breaks", "ref.tsv", "sys.txt", "--format", "lines,inline", "--json").json
    assert {name: mixed[name] for name in PRINTED} == pytest.approx(PRINTED)


def test_json_lines_say_the_same(told: Any, files: tuple[str, str], write: Any) -> None:
    cases = [("1", "oh yes well", ["2", "0", "1"]), ("2", "no never again", [0, 1, 2])]
    right = write("ref.jsonl", *({"id": i, "expression": text, "reference": [labels]} for i, text, labels in cases))
    said = write("sys.jsonl", {"id": "2", "answer": [["0", "0", "2"]]}, {"id": "1", "answer": [[1, 1, 1]]})
    found = told("score", "breaks", right, said, "--json").json
    assert {name: found[name] for name in PRINTED} == pytest.approx(PRINTED)
    wrong = write("bad.jsonl", {"id": "2", "answer": [["0", "0"]]}, {"id": "1", "answer": [[1, 1, 1]]})
    line = told("score", "breaks", right, wrong).line()
    assert line.startswith("bad.jsonl:1: '2': labels for 2 junctures, where the reference has 3; give every juncture")


def test_per_case(told: Any, files: tuple[str, str]) -> None:
    rows = told("score", "breaks", *files, "--format", "lines", "--per-case", "--json").json["per_case"]
    assert [(row["id"], row["loss"], row["units"]) for row in rows] == [("1", 2, 3), ("2", 1, 3)]
    assert [row["counts"]["substitutions"] for row in rows] == [1, 0]


def test_by_the_type_of_break(told: Any, files: tuple[str, str]) -> None:
    how = "breaks(rows='junctures')"
    found = told("score", how, *files, "--format", "lines", "--by", "gold", "--by", "place", "--json").json
    assert {name: one["value"] for name, one in found["by"]["gold"].items()} == {"0": 0.5, "1": 0.5, "2": 0.5}
    assert found["by"]["place"]["final"]["value"] == 0


def test_the_table(told: Any, files: tuple[str, str]) -> None:
    shown = told("score", "breaks", *files, "--format", "lines", "--annotator", "sys.tsv").out
    lines = {line[:33].strip(): line[33:].split() for line in shown.splitlines()}
    assert lines["breaks correct"][0] == "50.00"
    assert lines["breaks correct"][-3:] == ["0.00", "100.00", "50.00"]
    assert "people: 2 annotators by pairs; Krippendorff's α = 0.2979, Fleiss' κ = 0.2340" in shown


def test_annotators_as_ceiling(told: Any, files: tuple[str, str]) -> None:
    Path("ann.tsv").write_text(REFERENCE)
    more = ("--annotator", "ann.tsv", "--annotator", "sys.tsv")
    found = told("score", "breaks", *files, "--format", "lines", *more, "--json").json
    ceiling = found["ceiling"]
    assert (ceiling["annotators"], ceiling["junctures"]) == (3, 6)
    assert ceiling["junctures_correct"] == pytest.approx((100 + 50 + 50) / 3)
    assert [(pair["reference"], pair["answer"]) for pair in ceiling["pairs"][:2]] == [
        ("the reference", "ann.tsv"),
        ("the reference", "sys.tsv"),
    ]
    assert ceiling["pairs"][0]["breaks_correct"] == 100
    assert found["value"] == 0.5
    assert "|annotators:sha256:" in found["signature"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            SYSTEM.replace("never", "ever"),
            "sys.tsv:6: '2': labelled word 2 is 'ever', where ref.tsv:6 has 'never'; label",
        ),
        (SYSTEM.replace("again\t2\n", ""), "sys.tsv:5: '2': 2 labelled words, where the utterance at ref.tsv:5 has 3"),
        (
            SYSTEM[: SYSTEM.index("\n\n")],
            "sys.tsv: 1 utterances, where ref.tsv has 2; as many are needed in both files",
        ),
        (SYSTEM.replace("yes\t1", "yes 1"), "sys.tsv:2: no tab in 'yes 1'; write word<TAB>label"),
        ("", "sys.tsv: 0 utterances, where ref.tsv has 2"),
    ],
)
def test_files_that_do_not_belong_together(told: Any, files: tuple[str, str], text: str, line: str) -> None:
    Path("sys.tsv").write_text(text)
    assert told("score", "breaks", *files, "--format", "lines").line().startswith(line)


def test_an_annotator_of_something_else(told: Any, files: tuple[str, str]) -> None:
    Path("ann.tsv").write_text("oh\t1\n")
    said = told("score", "breaks", *files, "--format", "lines", "--annotator", "ann.tsv").line()
    assert said.startswith("ann.tsv:1: '1': 1 labelled words, where the utterance at ref.tsv:1 has 3")


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (("words", "--final", "skip"), "--final: only for the measure breaks, not words"),
        (("breaks", "--tiers", "a,b"), "tiers: only for the format textgrid"),
        (("words", "--annotator", "sys.tsv"), "only breaks can be compared with further annotators"),
        (("breaks(tolerance=3)",), "breaks: tolerance=3; give 0 or 1"),
    ],
)
def test_wrong_usage(told: Any, files: tuple[str, str], arguments: tuple[str, ...], found: str) -> None:
    measure, *more = arguments
    name = "lines" if measure != "words" else "text"
    assert found in told("score", measure, *files, "--format", name, *more).line(2)


def test_textgrids(told: Any, here: Path) -> None:
    head = '"ooTextFile" "TextGrid" 0 2 <exists> 3 "IntervalTier" "words" 0 2 2 0 1 "a" 1 2 "b" '
    tiers = '"TextTier" "ann" 0 2 1 1 "1" "TextTier" "bob" 0 2 1 2 "1"'
    Path("a.TextGrid").write_text(head + tiers)
    Path("b.TextGrid").write_text(head + tiers.replace("2 1 1", "2 1 2"))
    found = told("score", "breaks", "a.TextGrid", "b.TextGrid", "--tiers", "words,ann", "--json").json
    assert (found["value"], found["counts"]["deletions"], found["counts"]["insertions"]) == (1, 1, 1)
    assert "|tiers:words,ann|" in found["signature"]
    near = told("score", "breaks(tolerance=1)", "a.TextGrid", "b.TextGrid", "--tiers", "words,ann", "--json").json
    assert near["value"] == 0
    assert "no tier of breaks among 'words', 'ann', 'bob'" in told("score", "breaks", "a.TextGrid", "b.TextGrid").line()


def test_a_run(told: Any, files: tuple[str, str], write: Any) -> None:
    said = write("sys.jsonl", {"id": "1", "answer": [[1, 1, 1]]}, {"id": "2", "answer": None})
    cases = [("1", "oh yes well", ["2", "0", "1"]), ("2", "no never again", ["0", "1", "2"])]
    right = write("ref.jsonl", *({"id": i, "expression": text, "reference": [labels]} for i, text, labels in cases))
    figures = told("run", right, "--system", said, "-m", "breaks", "-o", "run", "--json").json["figures"]
    found = figures["breaks(final='keep')"]
    assert found["counts"]["deletions"] == 2
    assert found["breaks_correct"] == 25
    record = json.loads(Path("run/run.json").read_text())
    assert record["figures"]["breaks(final='keep')"]["junctures_correct"] == pytest.approx(100 / 6)
    shown = told("show", "run", "-m", "breaks", "--weight", "length(cuts=(1,), weights=(1.0, 0.5))", "--json").json
    assert shown["breaks_correct"] == 25
