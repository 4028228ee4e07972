"""Errors by what words are, from the command line: scored, run, shown, compared, reported, checked."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

SAID: list[tuple[str, list[str] | None]] = [
    ("call anna smith now", ["O", "PERSON", "PERSON", "O"]),
    ("uh bert can't go - ok", ["F", "PERSON", "O", "O", "O", "O"]),
    ("no", None),
    ("to bonn", ["O", "PLACE"]),
]
ONE = ["call hanna now", "bert can not go there ok", None, "to born"]
TWO = ["call anna smith now", "bird can not go ok", "no", "to bonn"]
CHAIN = "lower|fillers|map('contractions.tsv')|no_punctuation"


def write(name: str, rows: Sequence[Any]) -> None:
    Path(name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@pytest.fixture
def files(here: Path) -> None:
    cases = [{"id": str(i), "expression": f"{i}.wav", "reference": [text]} for i, (text, _) in enumerate(SAID)]
    for case, (_, labels) in zip(cases, SAID, strict=True):
        case |= {} if labels is None else {"labels": {"entity": labels}}
    write("cases.jsonl", [{**case, "speaker": "ab"[i % 2]} for i, case in enumerate(cases)])
    for name, answers in (("one", ONE), ("two", TWO)):
        rows = [{"id": str(i), "answer": None if text is None else [text]} for i, text in enumerate(answers)]
        write(f"{name}.jsonl", rows)
    Path("contractions.tsv").write_text("can't\tcan not\n")


def counted(groups: Any) -> dict[str, tuple[float, float]]:
    return {name: (group["numerator"], group["denominator"]) for name, group in groups.items()}


BY_ENTITY = {"O": (0, 7), "PERSON": (2, 3), "PLACE": (1, 1), "insertions": (1, 0), "(none)": (1, 1)}
"""Of the first system: `anna smith` became `hanna`, `bonn` `born`; `can not` are two words of a label, `-` is none."""


def test_score(told: Any, files: None) -> None:
    command = ("score", "words", "cases.jsonl", "one.jsonl", "--normalize", CHAIN, "--json")
    found = told(*command, "--by", "entity", "--by", "speaker").json
    plain = told(*command, "--by", "speaker").json
    by = found["by"].pop("entity")
    both = [[one["by"]["speaker"][name].pop("simultaneous_interval") for name in "ab"] for one in (found, plain)]
    assert found == plain, "the whole and other slices stay to the last digit"
    for (low, high), (inner_low, inner_high) in zip(*both, strict=True):
        assert low < inner_low < inner_high < high, "seven groups at once take longer intervals than two"
    assert counted(by) == BY_ENTITY
    assert by["PERSON"]["counts"] == {"substitutions": 1, "deletions": 1, "insertions": 0, "hits": 1, "units": 3}
    assert (by["PERSON"]["value"], by["PERSON"]["n"], by["insertions"]["value"]) == (2 / 3, 2, None)
    assert by["PERSON"]["interval"][0] < 2 / 3 < by["PERSON"]["interval"][1]
    assert by["insertions"]["counts"]["insertions"] == 1
    assert by["O"]["correct"] == 100
    assert "1 / 0" in told(*command[:-1], "--by", "entity").out


def test_around_it_and_other_measures(told: Any, files: None) -> None:
    chosen = ("cases.jsonl", "one.jsonl", "--normalize", CHAIN, "--by", "entity")
    assert counted(told("score", "oracle(wer)", *chosen, "--json").json["by"]["entity"]) == BY_ENTITY
    matches = counted(told("score", "mer", *chosen, "--json").json["by"]["entity"])
    assert matches == {**BY_ENTITY, "insertions": (1, 1)}
    line = told("score", "sentences", *chosen[:2], *chosen[-2:]).line(2)
    assert line == "'entity' labels words, which sentences does not judge one by one; take one of mer, words"
    for more in (("--weight", "entity"), ("--by", "entity", "--weight", "entity")):
        line = told("score", "words", "cases.jsonl", "one.jsonl", *more).line()
        assert line.startswith("cases.jsonl: 'entity' labels words, and is no feature of cases; ")


def test_words_weigh_by_their_labels(told: Any, files: None) -> None:
    Path("weights.tsv").write_text("<entity=PERSON>\t3\n<entity=insertions>\t0.5\n<entity=O>\t0.25\n")
    command = ("score", "words", "cases.jsonl", "one.jsonl", "--normalize", CHAIN, "--with", "weights=weights.tsv")
    found = told(*command, "--by", "entity", "--json").json
    assert (found["numerator"], found["denominator"]) == (6 + 1 + 0.5 + 1, 9 + 7 / 4 + 2)
    assert counted(found["by"]["entity"])["PERSON"] == (6, 9)
    Path("weights.tsv").write_text("bonn\t2\n<entty=PERSON>\t3\n")
    line = told(*command).line()
    assert line == "weights.tsv:2: no case labels its words by 'entty'; the labels of the cases are: entity"


def test_runs(told: Any, files: None) -> None:
    for name in ("one", "two"):
        how = f"words(normalize={CHAIN!r})"
        told("run", "cases.jsonl", "--system", f"{name}.jsonl", "-m", how, "-m", "sentences", "-o", name)
    shown = told("show", "one", "-m", how, "--by", "entity", "--json").json
    scored = told("score", how, "cases.jsonl", "one.jsonl", "--by", "entity", "--json").json
    assert shown["by"] == scored["by"]
    profile = told("show", "one", "-m", how, "--profile", "entity", "--json").json["profile"]
    assert json.dumps(profile).count("PERSON") == 1
    told("judge", "one", "-m", "mer")
    assert counted(told("show", "one", "-m", "mer", "--by", "entity", "--json").json["by"]["entity"])["O"] == (2, 7)
    told("report", "one", "-o", "page.html")
    page = Path("page.html").read_text(encoding="utf-8")
    assert page.count("words of the references; an expression belongs to the group of each of its words") == 1
    assert "insertions" in page
    assert "1 / 0" in page


def test_systems_are_compared_by_what_words_are(told: Any, files: None) -> None:
    how = f"words(normalize={CHAIN!r})"
    command = ("compare", "--references", "cases.jsonl", "one.jsonl", "two.jsonl", "-m", how)
    found = told(*command, "--by", "entity", "--by", "speaker", "--json").json
    plain = told(*command, "--by", "speaker", "--json").json
    by = found["by"].pop("entity")
    assert {name: found[name] for name in ("difference", "interval", "p_value", "tests", "measure")} == {
        name: plain[name] for name in ("difference", "interval", "p_value", "tests", "measure")
    }
    assert {name: (one["pi_a"], one["pi_b"], one["pairs"]) for name, one in by.items()} == {
        "O": (0, 0, 3),
        "PERSON": (2 / 3, 1 / 3, 2),
        "PLACE": (1, 0, 1),
        "(none)": (1, 0, 1),
    }
    assert by["PERSON"]["difference"] == pytest.approx(-1 / 3)
    assert by["PERSON"]["interval"][0] < -1 / 3 < by["PERSON"]["interval"][1]
    assert 0 < by["PERSON"]["p_value"] <= by["PERSON"]["p_adjusted"] <= 1


def test_check(told: Any, files: None) -> None:
    assert told("check", "cases.jsonl", "--json").json["labels"] == {"entity": "4 values, 12 words, 1 case without"}
    assert "labels of words entity  4 values, 12 words, 1 case without" in told("check", "cases.jsonl").out
    write("plain.jsonl", [{"id": 1, "expression": "x", "reference": ["x"]}])
    assert "labels" not in told("check", "plain.jsonl", "--json").json


def test_labels_that_do_not_fit(told: Any, here: Path) -> None:
    write("heard.jsonl", [{"id": 1, "answer": ["x"]}])
    row = {"id": 1, "expression": "x", "reference": ["call anna right now"], "labels": {"entity": ["O", "X", "O"]}}
    write("cases.jsonl", [row])
    todo = "give one for each word, divided by white space, as the reference stands"
    line = f"cases.jsonl:1: case '1': 3 labels of 'entity' for 4 words of its reference; {todo}"
    assert told("score", "words", "cases.jsonl", "heard.jsonl", "--by", "entity").line() == line
    assert told("check", "cases.jsonl").line() == line
    write("cases.jsonl", [{**row, "labels": {"entity": "O X O O"}}])
    found = told("check", "cases.jsonl", "--json").json
    assert "the field labels is a feature here; labels of words are written" in found["notes"][0]
    assert found["features"] == {"labels": "1 value"}


def test_stages(told: Any, here: Path) -> None:
    labels = {"entity": ["O", "O", "PLACE"]}
    case = {"id": 1, "expression": "1.wav", "references": {"heard": ["no to bonn"]}, "reference": [["goal:bonn"]]}
    write("cases.jsonl", [{**case, "labels": labels}])
    write("said.jsonl", [{"id": 1, "answer": [["goal:born"]], "stages": {"heard": ["no to born"]}}])
    told("run", "cases.jsonl", "--system", "said.jsonl", "-m", "words@heard", "-m", "concepts", "-o", "run")
    found = told("show", "run", "-m", "words@heard", "--by", "entity", "--json").json
    assert (found["measure"], counted(found["by"]["entity"])) == ("words@heard", {"O": (0, 2), "PLACE": (1, 1)})
    assert told("show", "run", "-m", "concepts", "--by", "entity").line(2).startswith("'entity' labels words, which c")
