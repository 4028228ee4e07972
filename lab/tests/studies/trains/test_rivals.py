"""Systems that learn: what they learn from, and that they learn it."""

import pytest

from murho_lab.studies.trains import content, intents, tagger, utterances
from murho_lab.studies.trains.phrases import Lessons, Phrase, lessons, phrases


def test_phrases_hold_every_word_once_in_order() -> None:
    found = phrases("uh from bonn please no to ulm tomorrow at nine")
    assert found is not None
    assert " ".join(word for one in found for word in one.words) == "uh from bonn please no to ulm tomorrow at nine"
    assert [unit for one in found for unit in one.units][-2:] == ["date:tomorrow", "time:09:00"]


@pytest.mark.slow
def test_lessons_are_generated_texts_and_what_was_annotated_alike() -> None:
    development = utterances.of_half(utterances.bundled(), "development").take(range(30))
    found = lessons(development, 20)
    assert len(found.utterances) - found.by_hand <= 20
    assert 20 <= found.by_hand <= 30
    wrong = [[["goalcity:nowhere"]]] * len(development)
    development.references[:] = [tuple(one) for one in wrong]  # type: ignore[index]
    assert lessons(development, 0).by_hand == 0


def test_values_are_those_most_often_seen_else_the_grammars_under_the_label() -> None:
    half = ("half", "nine")
    seen = [[Phrase(half, "time", ("time:08:30",))]] * 2 + [[Phrase(half, "time", ("time:09:30",))]]
    known = Lessons(seen, 0)
    assert known.units(half, "time") == ["time:08:30"]
    assert known.units(("to", "ulm"), "viacity") == ["viacity:ulm"]
    assert known.units(("hm",), "viacity") == []


def taught() -> Lessons:
    said = [
        "to bonn",
        "to ulm please",
        "from bonn",
        "from ulm please",
        "tomorrow",
        "to rome tomorrow",
        "from bonn to ulm",
    ]
    return Lessons([found for text in said if (found := phrases(text))] * 3, 0)


@pytest.mark.slow
def test_the_tagger_learns() -> None:
    pytest.importorskip("sklearn_crfsuite")
    units = tagger.trained(taught())
    assert units("from hamm to bonn tomorrow") == ["sourcecity:hamm", "goalcity:bonn", "date:tomorrow"]
    assert units("") == []


@pytest.mark.slow
def test_the_intents_learn() -> None:
    pytest.importorskip("ovos_padatious")
    units = intents.trained(taught())
    assert units("to bonn tomorrow") == ["goalcity:bonn", "date:tomorrow"]


def test_words_without_which_units_change_carry_them() -> None:
    assert content.carrying("uh to ulm please") == [False, True, True, False]
    assert content.carrying("hm") == [False]
