"""`murho score` of texts: costs, normalisation, alternatives, and the measures beside the word error rate."""

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def files(here: Path) -> tuple[str, str]:
    """Three lines of text and what was recognised."""
    Path("said.txt").write_text("Hello, World\nto { Köln / Bonn }\nno\n", encoding="utf-8")
    Path("heard.txt").write_text("hello world\nto bonn\nno uh\n", encoding="utf-8")
    return "said.txt", "heard.txt"


def test_costs_and_normalisation(told: Any, files: tuple[str, str]) -> None:
    options = ["--costs", "sclite", "--normalize", "no_punctuation | fillers"]
    found = told("score", "words", *files, *options, "--json", "--per-case").json
    assert found["measure"] == "words(costs='sclite', normalize='no_punctuation|fillers')"
    assert f"measure:{found['measure']}|" in found["signature"]
    assert (found["value"], found["counts"]["units"]) == (0, 5)
    assert [row["counts"]["hits"] for row in found["per_case"]] == [2, 2, 1]


def test_nothing_is_done_to_texts_unless_asked(told: Any, files: tuple[str, str]) -> None:
    found = told("score", "words", *files, "--json").json
    assert found["counts"] == {"substitutions": 3, "deletions": 4, "insertions": 1, "hits": 2, "units": 9}
    assert told("score", "words", *files, "--costs", "equal", "--json").json["measure"] == "words"


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        ("words", 1 / 5),
        ("mer", 1 / 6),
        ("wil", 1 - 5 / 5 * 5 / 6),
        ("sentences", 1 / 3),
        ("characters", 2 / 18),
    ],
)
def test_measures_of_texts(told: Any, files: tuple[str, str], measure: str, value: float) -> None:
    options = ["--costs", "sclite", "--normalize", "no_punctuation", "--json"]
    assert told("score", measure, *files, *options).json["value"] == pytest.approx(value)


@pytest.mark.parametrize("option", [("--costs", "sclite"), ("--normalize", "lower")])
def test_other_measures_take_no_such_option(told: Any, suite: tuple[str, str], option: tuple[str, str]) -> None:
    line = told("score", "labels", *suite, *option).line(2)
    assert line.startswith(f"{option[0]}: only for the measures characters, mer, sentences, wil, words, not labels")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--costs", "fast"], "Invalid value for '--costs'"),
        (["--normalize", "louder"], "no normalisation step 'louder'; known: lower, "),
        (["--normalize", "map('no.tsv')"], "no.tsv: no such file; "),
    ],
)
def test_options_that_do_not_fit(told: Any, files: tuple[str, str], options: list[str], message: str) -> None:
    assert told("score", "words", *files, *options).err.startswith(message)


def test_braces_that_do_not_fit_are_named_with_their_line(told: Any, files: tuple[str, str]) -> None:
    Path("said.txt").write_text("a\nto { Köln / Bonn\nb\n", encoding="utf-8")
    line = told("score", "words", *files, "--costs", "sclite").line(1)
    assert line.startswith("said.txt:2: '2': reference 'to { Köln / Bonn': a { without its }; write { a / b / @ }, ")


def test_a_word_map_and_weights_from_files(told: Any, files: tuple[str, str]) -> None:
    Path("map.tsv").write_text("hello\thi\n")
    Path("weights.tsv").write_text("uh\t0\nbonn\t2\n")
    measure = "words(costs='sclite', weights='weights.tsv')"
    options = ["--normalize", "no_punctuation|map('map.tsv')", "--json"]
    found = told("score", measure, *files, *options).json
    assert (found["numerator"], found["denominator"]) == (1, 6), "hello is mapped, Hello is not: case is folded last"
    assert found["signature"].count("sha256:") == 4, "both sides and both files"


def test_a_run_does_not_begin_without_the_files_of_its_measures(told: Any, write: Any, here: Path) -> None:
    cases = write("cases.jsonl", {"id": "a", "expression": "a", "reference": ["a"]})
    answers = write("answers.jsonl", {"id": "a", "answer": ["a"]})
    measure = "words(normalize=\"map('no.tsv')\")"
    line = told("run", cases, "--system", f"recorded:{answers}", "-m", measure, "-o", "run").line(1)
    assert line.startswith("no.tsv: no such file; ")
    assert not (here / "run").exists()
