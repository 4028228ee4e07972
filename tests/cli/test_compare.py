"""`murho compare` on files, and the field's tests of significance."""

from pathlib import Path
from typing import Any

import pytest

REFERENCE = ["no to bonn please (anna-1)", "i want to go to berlin (anna-2)", "when (bert-1)", "to köln today (bert-2)"]
ONE = ["no to berlin please (anna-1)", "want to go to bonn (anna-2)", "when (bert-1)", "to köln (bert-2)"]
TWO = ["no to bonn please (anna-1)", "i want to go to bonn (anna-2)", "then (bert-1)", "to köln today (bert-2)"]
NAMES = ["mapsswe", "mcnemar", "wilcoxon", "sign"]


@pytest.fixture
def files(here: Path) -> tuple[str, ...]:
    for name, lines in (("ref.trn", REFERENCE), ("one.trn", ONE), ("two.trn", TWO)):
        Path(name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return ("compare", "--references", "ref.trn", "one.trn", "two.trn")


def test_files_are_compared_like_runs(told: Any, files: tuple[str, ...]) -> None:
    found = told(*files, "-m", "words", "--json").json
    for name in ("one", "two"):
        told("run", "ref.trn", "--format", "trn", "--system", f"{name}.trn", "-m", "words", "-o", name, "--json")
    runs = told("compare", "one", "two", "--json").json
    assert {**found, "a": "one", "b": "two", "signature": runs["signature"]} == runs
    assert "|a:recorded:one.trn sha256:" in runs["signature"], "a run tells its system, a file its content"
    assert "|a:sha256:" in found["signature"]
    assert (found["a"], found["b"]) == ("one.trn", "two.trn")
    assert found["difference"] == pytest.approx((2 - 4) / 14)
    assert (found["pairs"], found["missing_a"]) == (4, 0)


def test_tests(told: Any, files: tuple[str, ...]) -> None:
    found = told(*files, "-m", "words", "--json").json["tests"]
    assert list(found) == NAMES
    for one in found.values():
        assert {"statistic", "p_value", "p_adjusted", "pairs", "flags"} <= set(one)
        assert 0 <= one["p_value"] <= one["p_adjusted"] <= 1
    assert found["mapsswe"]["pairs"] == 5
    assert "of 50 that the normal distribution asks for" in found["mapsswe"]["flags"][0]
    assert (found["mcnemar"]["only_a_wrong"], found["mcnemar"]["only_b_wrong"]) == (2, 1)
    assert (found["sign"]["better"], found["sign"]["worse"], found["sign"]["same"]) == (3, 1, 0)
    speakers = told(*files, "-m", "words", "--pairs", "speaker", "--json").json["tests"]
    assert (speakers["sign"]["pairs"], speakers["wilcoxon"]["pairs"]) == (2, 2)
    assert speakers["mapsswe"] == {**found["mapsswe"], "p_adjusted": speakers["mapsswe"]["p_adjusted"]}


def test_tests_are_chosen(told: Any, files: tuple[str, ...]) -> None:
    one = told(*files, "-m", "words", "--tests", "sign", "--json").json
    assert list(one["tests"]) == ["sign"]
    assert one["tests"]["sign"]["p_adjusted"] is None
    assert "tests" not in told(*files, "-m", "words", "--tests", "none", "--json").json
    assert list(told(*files, "-m", "characters", "--tests", "sign, mcnemar", "--json").json["tests"]) == NAMES[1::2]
    assert "no test 'anova'; known: mapsswe" in told(*files, "-m", "words", "--tests", "anova").line(2)
    assert "no feature 'mood'" in told(*files, "-m", "words", "--pairs", "mood").line()


def test_the_table(told: Any, files: tuple[str, ...]) -> None:
    shown = told(*files, "-m", "words").out
    for word in (*NAMES, "p Holm", "statistic", "pairs"):
        assert word in shown
    assert "only 5 segments" in " ".join(shown.split())
    assert "mapsswe" not in told(*files, "-m", "words", "--tests", "none").out


def test_several_files(told: Any, files: tuple[str, ...]) -> None:
    Path("three.trn").write_text("\n".join(REFERENCE) + "\n", encoding="utf-8")
    found = told(*files, "three.trn", "-m", "words", "-m", "characters", "--json").json["figures"]
    assert set(found) == {"words", "characters"}
    pairs = found["words"]["comparisons"]
    assert [(one["a"], one["b"]) for one in pairs] == [("one.trn", "two.trn"), ("one.trn", "three.trn")]
    assert all(set(one["tests"]) == set(NAMES) for one in pairs)


def test_costs_and_normalisation(told: Any, files: tuple[str, ...]) -> None:
    Path("two.trn").write_text("\n".join(TWO).upper() + "\n", encoding="utf-8")
    plain = told(*files, "-m", "words", "--json").json
    folded = told(*files, "-m", "words", "--normalize", "lower", "--json").json
    assert folded["pi_b"] < plain["pi_b"]
    assert told(*files, "-m", "words", "--costs", "sclite", "--json").json["pi_b"] == folded["pi_b"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--references", "ref.trn", "one.trn", "-m", "words"), "give at least two files"),
        (("--references", "ref.trn", "one.trn", "two.trn"), "name what to compare files by, as in --measure words"),
        (("one.trn", "two.trn"), "one.trn is no run but a file; say with --references what it answers"),
        (("a", "b", "--format", "trn"), "--format, --columns, --encoding and --extra go with --references"),
        (("--references", "ref.trn", "one.trn", "-", "-m", "words"), "standard input cannot be read again"),
    ],
)
def test_wrong_usage(told: Any, files: tuple[str, ...], arguments: tuple[str, ...], message: str) -> None:
    assert message in told("compare", *arguments).line(2)


def test_a_file_that_lacks_an_answer(told: Any, files: tuple[str, ...]) -> None:
    Path("two.trn").write_text("\n".join(TWO[:-1]) + "\n", encoding="utf-8")
    found = told(*files, "-m", "words", "--json").json
    assert (found["missing_a"], found["missing_b"]) == (0, 1)
    Path("two.trn").write_text("\n".join([*TWO, "oh (carl-1)"]) + "\n", encoding="utf-8")
    assert "carl-1" in told(*files, "-m", "words").line()
    assert told(*files, "-m", "words", "--extra", "ignore", "--json").json["pairs"] == 4


def test_what_was_guessed_when_files_were_read_is_said(told: Any, here: Path) -> None:
    for name, said in (("old", "a"), ("new", "b")):
        Path(f"{name}.csv").write_text(f"text,true_intent,predicted_intent\none,a,a\ntwo,b,{said}\n")
    found = told("compare", "--references", "old.csv", "old.csv", "new.csv", "-m", "labels", "--json")
    assert found.json["notes"] == [
        "old.csv: took 'text' as the expression, 'true_intent' as the reference",
        "A: old.csv: took 'predicted_intent' as the answer",
        "B: new.csv: took 'predicted_intent' as the answer",
    ]
    assert (
        "note  B: new.csv: took" in told("compare", "--references", "old.csv", "old.csv", "new.csv", "-m", "labels").out
    )


def test_what_answers_take_is_told_where_it_is_asked_for(told: Any, here: Path) -> None:
    import murho

    cases = [{"id": name, "expression": name, "reference": ["x"]} for name in "abcdefghij"]
    for name in ("one", "two"):
        murho.run(cases, "builtins:ascii", measures="labels", folder=name)
    assert "efficiency" not in told("compare", "one", "two", "--json").json
    found = told("compare", "one", "two", "--efficiency", "--json").json["efficiency"]
    assert (found["of"], found["cases"], [one["system"] for one in found["systems"]]) == ("seconds", 10, ["one", "two"])
    assert "time of an answer" in told("compare", "one", "two", "--efficiency").out
    assert murho.compare("one", "two", efficiency=True).as_json()["efficiency"]["systems"][0]["value"] == 1.0
