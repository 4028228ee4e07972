"""The worked examples of word accuracy and concept accuracy, and the one that the paper got wrong.

M. Boros, W. Eckert, F. Gallwitz, G. Görz, G. Hanrieder and H. Niemann, "Towards Understanding Spontaneous Speech: Word
Accuracy vs. Concept Accuracy", ICSLP 1996, sections 2.1 to 2.3; examples (2), (6) and (7) of the paper.
"""

from pathlib import Path

import pytest

from murho import score
from murho.core.tally import tally
from murho.measures.text.words import words
from murho.measures.units.concepts import concept_bag, concepts

SPOKEN = {
    2: ("I want to go to Berlin", "want to go to Bonn"),
    6: ("No to Bonn", "No to Berlin"),
    7: ("I want to go to Berlin", "I wonder go to Berlin"),
}
MEANT = {
    6: (["dm_marker:no", "goalcity:Bonn"], ["dm_marker:no", "goalcity:Berlin"]),
    7: (["goalcity:Berlin"], ["goalcity:Berlin"]),
}


def accuracy(how: object, reference: object, answer: object) -> float:
    value = score(how, [reference], [answer]).value  # type: ignore[arg-type]
    assert value is not None
    return round(100 * (1 - value), 1)


@pytest.mark.parametrize(("example", "printed"), [(2, 66.7), (7, 66.7)])
def test_word_accuracy(example: int, printed: float) -> None:
    assert accuracy("words", *SPOKEN[example]) == printed


@pytest.mark.parametrize("how", ["concepts", "concept_bag"])
@pytest.mark.parametrize(("example", "printed"), [(6, 50.0), (7, 100.0)])
def test_concept_accuracy(how: str, example: int, printed: float) -> None:
    assert accuracy(how, *MEANT[example]) == printed


def test_erratum_word_accuracy_of_example_6() -> None:
    """Section 2.3 prints 75 %; three words and "only 1 substitution error" are 66.7 % by its own formula (1)."""
    judged = words().judge([SPOKEN[6][:1]], [SPOKEN[6][1:]])
    assert {name: int(column[0]) for name, column in judged.counts.items()} == {
        "substitutions": 1,
        "deletions": 0,
        "insertions": 0,
        "hits": 2,
        "units": 3,
    }
    assert accuracy("words", *SPOKEN[6]) == 66.7 != 75


def test_the_errors_of_example_2() -> None:
    counts = score("words", [SPOKEN[2][0]], [SPOKEN[2][1]]).counts
    assert (counts["units"], counts["deletions"], counts["substitutions"], counts["insertions"]) == (6, 1, 1, 0)


def test_accuracies_of_several_utterances_are_ratios_of_sums() -> None:
    references, answers = zip(*SPOKEN.values(), strict=True)
    assert score("words", list(references), list(answers)).value == pytest.approx((2 + 1 + 2) / (6 + 3 + 6))
    for measure in (concepts(), concept_bag()):
        judged = measure.judge([(gold,) for gold, _ in MEANT.values()], [(said,) for _, said in MEANT.values()])
        assert tally(judged, [1, 1]).performance == pytest.approx(1 / 3)


def test_insertions_can_push_an_accuracy_below_0() -> None:
    assert accuracy("words", "no", "I want to go to Bonn") == -500
    assert accuracy("concepts", ["dm_marker:no"], ["goalcity:Bonn", "sourcecity:Bonn"]) == -100


@pytest.mark.parametrize(("example", "printed"), [(6, 50.0), (7, 100.0)])
def test_structures_are_brought_to_the_units_of_the_reference(tmp_path: Path, example: int, printed: float) -> None:
    """Section 3: a module, sil2ref, maps the parser's complex structures to the simpler annotated units."""
    parses = {
        6: {"type": "request", "negation": True, "journey": {"to": {"city": "Berlin", "score": 0.4}}},
        7: {"type": "request", "negation": None, "journey": {"to": {"city": "Berlin"}}},
    }
    sil2ref = tmp_path / "sil2ref.map"
    sil2ref.write_text("negation=true -> dm_marker:no\njourney.to.city -> goalcity\ndrop type\ndrop **.score\n")
    assert accuracy(f"mapped(concepts, {str(sil2ref)!r})", MEANT[example][0], parses[example]) == printed


def test_a_half_understood_utterance_is_no_total_failure() -> None:
    """Section 2.2 sets the graded measure against binary ones, for which example 6 is simply wrong."""
    assert accuracy("frames", *MEANT[6]) == 0
    assert accuracy("concepts", *MEANT[6]) == 50


def test_the_error_is_in_the_goal_city() -> None:
    by = score("concepts", [MEANT[6][0]], [MEANT[6][1]], by=["attribute"]).by["attribute"]
    assert {name: figure.value for name, figure in by.items()} == {"dm_marker": 0, "goalcity": 1}
