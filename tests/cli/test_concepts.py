"""Concepts, slots and frames on the command line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

CASES = [
    {"id": "u1", "expression": "No to Bonn", "reference": [["dm_marker:no", "goalcity:bonn"]]},
    {"id": "u2", "expression": "I want to go to Berlin", "reference": [["goalcity:berlin"]]},
]
UNITS = [
    {"id": "u1", "answer": [["dm_marker:no", "goalcity:berlin"], ["dm_marker:no", "goalcity:bonn"]]},
    {"id": "u2", "answer": [["goalcity:berlin"]]},
]
PARSES = [
    {"id": "u1", "answer": [{"negation": True, "to": {"city": "Berlin", "certainty": 0.7}}]},
    {"id": "u2", "answer": [{"to": {"city": "Berlin"}}]},
]
MAP = "# sil2ref\nto.city -> goalcity\nnegation=true -> dm_marker:no\ndrop **.certainty\nlower *\n"
COUNTS = {"substitutions": 1, "deletions": 0, "insertions": 0, "hits": 2, "units": 3}


@pytest.fixture
def files(write: Callable[..., str]) -> tuple[str, str]:
    Path("sil.map").write_text(MAP)
    write("parses.jsonl", *PARSES)
    return write("cases.jsonl", *CASES), write("units.jsonl", *UNITS)


@pytest.mark.parametrize("measure", ["concepts", "concept_bag"])
def test_the_contract(told: Any, files: tuple[str, str], measure: str) -> None:
    found = told("score", measure, *files, "--format", "jsonl", "--json", "--per-case").json
    assert found["measure"] == measure
    assert found["counts"] == COUNTS
    assert found["value"] == pytest.approx(1 / 3)
    assert [(one["id"], one["value"], one["counts"]["units"]) for one in found["per_case"]] == [
        ("u1", 0.5, 2),
        ("u2", 0.0, 1),
    ]


def test_by_attribute(told: Any, files: tuple[str, str]) -> None:
    whole = told("score", "concepts", *files, "--json").json
    found = told("score", "concepts", *files, "--by", "attribute", "--json").json
    assert found["measure"] == "concepts(rows='units')"
    for name in ("value", "interval", "n", "clusters", "counts", "effective_n"):
        assert found[name] == whole[name]
    groups = found["by"]["attribute"]
    assert {name: (one["numerator"], one["denominator"], one["n"]) for name, one in groups.items()} == {
        "dm_marker": (0, 1, 1),
        "goalcity": (1, 2, 2),
    }
    assert "goalcity" in told("score", "slots", *files, "--by", "attribute").out


def test_a_class_that_no_answer_has_is_noted(told: Any, files: tuple[str, str], write: Callable[..., str]) -> None:
    slip = {"id": "u3", "expression": "to Ulm", "reference": [["golacity:ulm"]]}
    answers = write("three.jsonl", *UNITS, {"id": "u3", "answer": [["goalcity:ulm"]]})
    cases = write("slip.jsonl", *CASES, slip)
    assert told("score", "concepts", cases, answers, "--json").json["counts"]["substitutions"] == 2
    found = told("check", cases, answers, "--json").json
    assert found["unit_classes"] == {"dm_marker": 1, "goalcity": 2, "golacity": 1}
    note = "units of the references whose class no answer has: 1 of 4: golacity (1; goalcity?)"
    assert note in found["notes"]
    assert "3: dm_marker 1, goalcity 2, golacity 1" in told("check", cases).out
    assert not any("no answer has" in note for note in told("check", *files, "--json").json["notes"])


def test_slots_and_frames(told: Any, files: tuple[str, str]) -> None:
    found = told("score", "slots", *files, "--json").json
    assert [found[name] for name in ("precision", "recall", "f1")] == [pytest.approx(200 / 3)] * 3
    assert found["value"] == pytest.approx(1 / 3)
    assert told("score", "frames", *files, "--json").json["value"] == 0.5
    assert told("score", "frames(only='dm_marker')", *files, "--json").json["value"] == 0
    assert told("score", "oracle(frames)", *files, "--json").json["value"] == 0
    assert told("score", "oracle(concepts, 1)", *files, "--json").json["counts"] == COUNTS


def test_structures_are_mapped(told: Any, files: tuple[str, str]) -> None:
    arguments = ("score", "concepts", "cases.jsonl", "parses.jsonl", "--map", "sil.map", "--json")
    found = told(*arguments).json
    assert found["counts"] == COUNTS
    assert found["measure"] == "mapped(concepts, 'sil.map')"
    assert "|files:sha256:" in found["signature"]
    assert told(*arguments, "--by", "attribute").json["by"]["attribute"]["dm_marker"]["value"] == 0
    swapped = told("score", "concepts", "cases.jsonl", "cases-as-answers.jsonl", "--map", "sil.map")
    assert swapped.line() == "cases-as-answers.jsonl: no such file; check the name and the working directory"


def test_both_sides_are_mapped(told: Any, write: Callable[..., str]) -> None:
    Path("lower.map").write_text("keep *\nlower *\n")
    cases = write("c.jsonl", {"id": 1, "expression": "", "reference": [["goalcity:BONN"]]})
    answers = write("a.jsonl", {"id": 1, "answer": [["goalcity:bonn"]]})
    values = {
        side: told("score", "concepts", cases, answers, "--map", "lower.map", *side, "--json").json["value"]
        for side in ((), ("--map-side", "references"), ("--map-side", "both"))
    }
    assert list(values.values()) == [1, 0, 0]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense", "sil.map:3: 'nonsense' is no rule; write WAY -> ATTRIBUTE, or begin with keep, drop, "),
        ("a, b -> c", "sil.map:3: 2 ways could be the value of 'c'; write attribute:value, with {key}"),
    ],
)
def test_a_mapping_that_cannot_be_read(told: Any, files: tuple[str, str], line: str, message: str) -> None:
    Path("sil.map").write_text(f"# sil2ref\nto.city -> goalcity\n{line}\n")
    found = told("score", "concepts", "cases.jsonl", "parses.jsonl", "--map", "sil.map").line()
    assert found.startswith(message)


def test_a_value_that_no_rule_takes_is_named_with_its_line(told: Any, files: tuple[str, str]) -> None:
    Path("sil.map").write_text("to.city -> goalcity\nnegation=true -> dm_marker:no\n")
    assert told("score", "concepts", "cases.jsonl", "parses.jsonl", "--map", "sil.map").line() == (
        "parses.jsonl:1: 'u1': answer: no rule takes \"0.7\" at to.certainty; add it to sil.map, or `drop` it there"
    )


def test_options_that_do_not_fit(told: Any, files: tuple[str, str]) -> None:
    said = told("score", "words", *files, "--map", "sil.map").line(2)
    assert "words judges neither labels nor semantic units nor trees" in said
    assert "--map-side goes with --map" in told("score", "concepts", *files, "--map-side", "both").line(2)
    assert "no such file" in told("score", "concepts", *files, "--map", "none.map").line()


def test_runs(told: Any, files: tuple[str, str]) -> None:
    measure = ("-m", "mapped(concepts, 'sil.map')")
    lost = told("run", "cases.jsonl", "--system", "parses.jsonl", "-m", "mapped(concepts, 'none.map')", "-o", "lost")
    assert lost.line() == "none.map: no such file; check the name and the working directory"
    assert not Path("lost").exists(), "a measure that lacks its file says so before anything is asked"
    told("run", "cases.jsonl", "--system", "parses.jsonl", *measure, "-o", "one", "--json")
    told("run", "cases.jsonl", "--system", "units.jsonl", "-m", "oracle(concepts)", "-o", "two", "--json")
    assert "goalcity" in told("show", "one", "--by", "attribute").out
    found = told("compare", "one", "one", "--by", "attribute", "--json").json
    assert {name: one["pairs"] for name, one in found["by"]["attribute"].items()} == {"dm_marker": 1, "goalcity": 2}
    Path("sil.map").unlink()
    assert told("show", "one").status == 0, "what has been judged is shown without the file"


def test_compare_by_attribute_is_paired_where_the_reference_decides(
    told: Any, files: tuple[str, str], write: Callable[..., str]
) -> None:
    other = write(
        "other.jsonl", {"id": "u1", "answer": [["goalcity:bonn"]]}, {"id": "u2", "answer": [["goalcity:köln"]]}
    )
    arguments = ("compare", "--references", files[0], files[1], other, "--json")
    found = told(*arguments, "-m", "concepts", "--by", "attribute").json["by"]["attribute"]
    assert {name: (one["pi_a"], one["pi_b"], one["pairs"]) for name, one in found.items()} == {
        "dm_marker": (0, 1, 1),
        "goalcity": (0.5, 0.5, 2),
    }
    assert "'given' depends on the answers" in told(*arguments, "-m", "concepts", "--by", "given").line(2)
    assert "'attribute' depends on the answers" in told(*arguments, "-m", "slots", "--by", "attribute").line(2)


@pytest.mark.slow
def test_slurp(told: Any, data: Path) -> None:
    folder = data / "slurp"
    predictions = folder / "predictions" / "multi_slurp_hermit_predictions.jsonl.gz"
    arguments = (str(folder / "test.jsonl.gz"), str(predictions), "--format", "slurp", "--missing", "skip", "--json")
    intents = told("score", "labels", *arguments).json
    only = told("score", "concepts(only='intent')", *arguments).json
    assert only["numerator"] == intents["numerator"], "a wrong intent is one substitution"
    assert told("score", "frames(only='intent')", *arguments).json["value"] == intents["value"]
    assert told("score", "slots(only='intent')", *arguments).json["f1"] == pytest.approx(100 * (1 - intents["value"]))
    slots = told("score", "slots", *arguments).json
    assert round(slots["f1"], 2) == 64.16
    by = told("score", "concepts", *arguments, "--by", "attribute").json
    whole = told("score", "concepts", *arguments).json
    assert {name: by[name] for name in ("value", "interval", "counts")} == {
        name: whole[name] for name in ("value", "interval", "counts")
    }
    assert by["by"]["attribute"]["intent"]["numerator"] == intents["numerator"]
    assert sum(one["denominator"] for one in by["by"]["attribute"].values()) == whole["denominator"]
