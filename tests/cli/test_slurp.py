"""The command line on real data: SLURP, by the figures that its README and its official scorer give."""

from pathlib import Path
from typing import Any

import pytest

FIGURES = {
    ("gold", "skip"): 84.84,
    ("google", "skip"): 73.41,
    ("multi", "skip"): 76.68,
    ("multi_slurp", "skip"): 78.33,
    ("google", "undefined"): 69.57,
    ("multi", "undefined"): 76.67,
    ("multi_slurp", "undefined"): 78.29,
}
RECORDINGS, SENTENCES = 13078, 2974


@pytest.fixture
def slurp(data: Path) -> Any:
    """The arguments that name the test set and the predictions of a system."""

    def named(system: str) -> tuple[str, ...]:
        folder = data / "slurp"
        predictions = folder / "predictions" / f"{system}_hermit_predictions.jsonl.gz"
        return str(folder / "test.jsonl.gz"), str(predictions), "--format", "slurp", "--json"

    return named


QUICK = [("multi_slurp", "skip"), ("google", "undefined")]


@pytest.mark.parametrize(
    ("system", "missing"),
    [*QUICK, *(pytest.param(*one, marks=pytest.mark.slow) for one in FIGURES if one not in QUICK)],
)
def test_intents(told: Any, slurp: Any, system: str, missing: str) -> None:
    found = told("score", "labels", *slurp(system), "--missing", missing).json
    assert round(100 * (1 - found["value"]), 2) == FIGURES[system, missing]
    assert found["counts"]["correct"] == found["denominator"] - found["numerator"]
    whole = SENTENCES if system == "gold" else RECORDINGS
    assert found["n"] + (found["missing_answers"] if missing == "skip" else 0) == whole
    assert found["undefined"] == (0 if missing == "skip" else found["missing_answers"])


def test_unmatched_answers_are_counted(told: Any, slurp: Any) -> None:
    found = told("score", "labels", *slurp("multi")).json
    assert (found["unmatched_answers"], found["missing_answers"]) == (14093 - 13077, 1)
    strict = told("score", "labels", *slurp("multi")[:-1], "--extra", "error")
    assert "no case has the id" in strict.line(), "what is asked for is done"


def test_words_by_scenario_and_microphone(told: Any, slurp: Any) -> None:
    arguments = (*slurp("multi_slurp"), "--missing", "skip", "--by", "scenario", "--by", "microphone")
    found = told("score", "words", *arguments).json
    assert (found["numerator"], found["denominator"]) == (15896, 84479)
    counts = found["counts"]
    assert counts["substitutions"] + counts["deletions"] + counts["insertions"] == 15896
    assert counts["hits"] + counts["substitutions"] + counts["deletions"] == counts["units"] == 84479
    rates = {group: round(100 * one["value"], 1) for group, one in found["by"]["microphone"].items()}
    assert rates == {"far": 22.1, "headset": 15.3}
    assert len(found["by"]["scenario"]) == 18
    for groups in found["by"].values():
        assert sum(one["numerator"] for one in groups.values()) == 15896
        assert sum(one["n"] for one in groups.values()) == found["n"]
    assert found["clusters"] <= SENTENCES, "the recordings of a sentence are one cluster"


def test_concepts_and_slots(told: Any, slurp: Any) -> None:
    found = told("score", "concepts", *slurp("gold")).json
    assert (
        found["counts"]["units"]
        == found["denominator"]
        == found["counts"]["hits"] + found["numerator"] - (found["counts"]["insertions"])
    )
    slots = told("score", "slots", *slurp("multi_slurp"), "--missing", "skip").json
    assert round(100 * (1 - slots["value"]), 2) == 64.16
    slu = told("score", "slu", *slurp("multi_slurp"), "--missing", "skip").json
    assert round(100 * (1 - slu["value"]), 2) == 70.83


@pytest.mark.slow
def test_whole_frames(told: Any, slurp: Any) -> None:
    values = {
        measure: told("score", measure, *slurp("gold")).json["value"]
        for measure in ("meanings", "meanings(shifting=mu2(0.5))", "meanings(shifting=mu3())", "graded")
    }
    assert values["meanings"] == values["meanings(shifting=mu2(0.5))"], "nothing is ⊥ on gold text"
    assert values["graded"] < values["meanings(shifting=mu3())"] <= values["meanings"]


@pytest.mark.slow
def test_runs_and_their_comparison(told: Any, slurp: Any, here: Path) -> None:
    """Two recorded systems as runs, compared on the same recordings, clustered by sentence."""
    for system in ("gold", "google", "multi_slurp"):
        cases, predictions, *_ = slurp(system)
        run = told("run", cases, "--system", predictions, "--format", "slurp", "-m", "labels", "-o", system, "--json")
        found = run.json["figures"]["labels"]
        assert found["n"] == RECORDINGS
        if system == "gold":
            assert round(100 * (1 - found["value"]), 2) == 85.62, "keyed by sentence, joined to the recordings"
        else:
            assert round(100 * (1 - found["value"]), 2) == FIGURES[system, "undefined"]
            direct = told("score", "labels", *slurp(system)).json
            assert {**direct, "signature": ""} == {**found, "signature": ""}
    difference = told("compare", "google", "multi_slurp", "-m", "labels", "--by", "microphone", "--json").json
    assert difference["difference"] == pytest.approx(difference["pi_b"] - difference["pi_a"])
    assert difference["pairs"] == RECORDINGS
    assert difference["clusters"] == SENTENCES
    assert difference["interval"][1] < 0
    assert difference["p_value"] < 0.001
    assert set(difference["by"]["microphone"]) == {"far", "headset"}
    assert (difference["missing_a"], difference["missing_b"]) == (RECORDINGS - 12393, 7)
