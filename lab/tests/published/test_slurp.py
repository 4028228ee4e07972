"""Figures that others print for SLURP (Bastianelli, Vanzo, Swietojanski and Rieser, EMNLP 2020).

The official scorer's own output lies beside the data; the word error rate and the accuracies with missing recordings
counted are those of the data's README.
"""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from murho.core.figure import Figure
from murho_lab.studies.slurp import Study, run
from murho_lab.studies.slurp.study import HEARD, SYSTEMS

INTENTS = "intents: accuracy on what each covers, on what all cover, with the missing as ⊥"
SLOTS = "slots: F1 as the official scorer has it (1 − π)"
HEARD_TABLE = "words and concepts of the one recogniser whose text is known"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def study(data: Path) -> Study:
    return run(str(data / "slurp"))


def official(folder: Path, system: str) -> Iterator[tuple[str, dict[str, float]]]:
    """The overall line of each table that the official scorer printed."""
    lines = (folder / "official_scorer_output" / f"eval_{system}_hermit.txt").read_text().splitlines()
    for head, row in pairwise(lines):
        if row.startswith("OVERALL"):
            names, values = head.split("\t"), row.split("\t")
            yield names[0], dict(zip(names[1:], map(float, values[1:]), strict=True))


def right(figure: Figure) -> float:
    assert figure.value is not None
    return 1 - figure.value


@pytest.mark.parametrize("system", SYSTEMS)
def test_official_scorer(study: Study, data: Path, system: str) -> None:
    printed = dict(official(data / "slurp", system))
    row = "gold, by sentence" if system == "gold" else system
    assert right(study.tables[INTENTS][row]["covered"]) == pytest.approx(printed["Intent (scen_act)"]["F-Measure"])
    slots = study.tables[SLOTS][system]
    for ours, theirs in (
        ("entities", "Entities"),
        ("by words", "Entities (distance word)"),
        ("by characters", "Entities (distance char)"),
        ("SLU-F1", "Slu f1"),
    ):
        assert right(slots[ours]) == pytest.approx(printed[theirs]["F-Measure"], abs=1e-9), ours


@pytest.mark.parametrize(
    ("system", "covered", "shared", "with_missing"),
    [
        ("gold", 85.62, 85.68, 85.62),
        ("google", 73.41, 73.42, 69.57),
        ("multi", 76.68, 77.49, 76.67),
        ("multi_slurp", 78.33, 78.83, 78.29),
    ],
)
def test_three_questions(study: Study, system: str, covered: float, shared: float, with_missing: float) -> None:
    row = study.tables[INTENTS][system]
    found = [round(100 * right(row[column]), 2) for column in ("covered", "shared", "missing as ⊥")]
    assert found == [covered, shared, with_missing]
    assert row["shared"].n == 12392
    assert row["missing as ⊥"].n == 13078


def test_word_errors(study: Study) -> None:
    words = study.tables[HEARD_TABLE]["all"]["words"]
    assert (words.numerator, words.denominator, words.n) == (15896, 84479, 13071)
    assert round(100 * study.tables[HEARD_TABLE]["microphone headset"]["words"].value, 1) == 15.3
    assert round(100 * study.tables[HEARD_TABLE]["microphone far"]["words"].value, 1) == 22.1


def test_frames_tell_the_shiftings_apart(study: Study) -> None:
    """Whole frames are sets of units, so that μ3 has something to grade; under μ1 it is never less."""
    frames = study.tables[f"whole frames of {HEARD}: the same answers under every μ (rows) and ρ (columns)"]
    for rho in ("constant", "structure('intent')", "length()"):
        strict, fair = frames["meanings(shifting=mu1())"][rho], frames["meanings(shifting=mu3())"][rho]
        assert fair.value < strict.value
        assert strict.low < strict.value < strict.high


def test_comparison_is_paired_by_sentence(study: Study) -> None:
    best = study.comparisons["intents: multi_slurp − google"]
    assert best.pairs == 12392
    assert best.clusters == 2958
    assert best.high < 0
    assert best.p_value < 0.001
    printed = [round(100 * number, 2) for number in (best.value or 0, best.low, best.high)]
    assert printed == [-5.41, -6.70, -4.12]
    other = study.comparisons["intents: multi − google"]
    assert [round(100 * number, 2) for number in (other.value or 0, other.low, other.high)] == [-4.07, -5.32, -2.82]


def test_word_accuracy_against_concept_accuracy(study: Study) -> None:
    """Nearly on a line by word error rate, as in figure 2 of the 1996 paper, but the errors are not spread alike."""
    both = study.words_concepts
    assert (both.words.numerator, both.words.denominator) == (15896, 84479)
    bins = both.views["word-errors"]
    assert bins.line is not None
    assert sum(p.weight for p in bins.points) == 13071
    assert (round(bins.line.slope, 3), round(bins.line.r or 0, 3)) == (0.754, 0.981)
    ends = [round(end, 2) for pair in (bins.line.slope_interval, bins.line.r_interval) for end in pair]
    assert ends == [0.38, 1.13, 0.86, 1.00]
    single = both.views["utterances"].line
    assert single is not None
    assert (single.n, single.clusters, round(single.slope, 3), round(single.r or 0, 3)) == (13071, 2974, 0.755, 0.404)
    assert len(both.views["scenarios"].points) == 18
    far, headset = sorted(both.views["microphones"].points, key=lambda p: p.x)
    assert (round(far.x, 1), round(headset.x, 1)) == (77.9, 84.7)
    assert (round(far.y, 1), round(headset.y, 1)) == (63.7, 68.5)
    assert both.unmapped == 63
    assert [round(100 * end, 1) for end in (both.difference.low, both.difference.high)] == [5.0, 7.9]
