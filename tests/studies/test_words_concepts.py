"""Word accuracy against concept accuracy on a handful of recordings, whose numbers are known; what is read off them."""

from pathlib import Path

import pytest

from murho.core.case import Answers, Cases
from murho.formats import slurp
from murho.studies.slurp import draw
from murho.studies.slurp.study import Study
from murho.studies.slurp.words_concepts import WordsConcepts, reading, words_concepts

SAID = {"1": "wake me at nine", "2": "play jazz now"}
MEANT = {"1": ["intent:alarm_set", "time:nine"], "2": ["intent:play_music", "genre:jazz"]}
HEARD = [
    ("a", "1", "headset", "wake me at nine", ["intent:alarm_set", "time:nine"]),
    ("b", "1", "far", "wake me at five", ["intent:alarm_set", "time:five"]),
    ("c", "1", "far", "make me a line", ["intent:alarm_set"]),
    ("d", "2", "headset", "play jazz now", ["intent:play_music", "genre:jazz"]),
    ("e", "2", "far", "play chess", ["intent:play_game"]),
    ("f", "2", "far", "i do not know at all", ["intent:qa", "topic:a", "topic:b"]),
]


@pytest.fixture
def found() -> WordsConcepts:
    ids = [row[0] for row in HEARD]
    features = {
        "scenario": ["alarm" if row[1] == "1" else "play" for row in HEARD],
        "microphone": [r[2] for r in HEARD],
    }
    clusters = [row[1] for row in HEARD]
    texts = [SAID[row[1]] for row in HEARD]
    spoken = Cases(ids, texts, [(text,) for text in texts], clusters=clusters, features=features)
    meant = Cases(ids, texts, [(MEANT[row[1]],) for row in HEARD], clusters=clusters, features=features)
    inside = {"1": [False, False, False, True], "2": [False, True, False]}
    heard = Answers(ids, [(row[3],) for row in HEARD]), Answers(ids, [(row[4],) for row in HEARD])
    return words_concepts((spoken, heard[0]), (meant, heard[1]), inside)


def test_the_points(found: WordsConcepts) -> None:
    bins = {p.name: (p.weight, round(p.x, 1), round(p.y, 1)) for p in found.views["word-errors"].points}
    assert bins == {
        "none wrong": (2, 100.0, 100.0),
        "20–30 %": (1, 75.0, 50.0),
        "60–80 %": (2, 28.6, 25.0),
        "over 100 %": (1, -100.0, -50.0),
    }
    microphones = {p.name: p.weight for p in found.views["microphones"].points}
    assert microphones == {"headset": 2, "far": 4}
    assert found.views["microphones"].line is None, "two points leave nothing to estimate"
    single = found.views["utterances"]
    assert sum(p.weight for p in single.points) == 6
    assert single.line is not None
    assert single.line.clusters == 2
    for view in found.views.values():
        for p in view.points:
            if p.x_ends and p.y_ends:
                assert p.x_ends[0] <= p.x <= p.x_ends[1]
                assert p.y_ends[0] <= p.y <= p.y_ends[1]


def test_errors_on_words_of_entities(found: WordsConcepts) -> None:
    """`nine` is lost twice of three times, `jazz` twice; of the other words 2 + 1 + 2 of 9 + 6."""
    assert (found.entity_words.numerator, found.entity_words.denominator) == (4, 6)
    assert (found.other_words.numerator, found.other_words.denominator) == (5, 15)
    assert found.difference.value == pytest.approx(4 / 6 - 5 / 15)
    assert found.unmapped == 0


def test_the_reading_follows_from_the_numbers(found: WordsConcepts) -> None:
    sentences = " ".join(reading(found))
    assert "Over 6 recordings" in sentences
    assert "where every word is right concept accuracy is 100.0 %: 0.0 points are lost in understanding" in sentences
    assert "66.7 % against 33.3 %" in sentences
    assert "as often as others" in sentences, "two sentences prove nothing"


def test_drawings(found: WordsConcepts, tmp_path: Path) -> None:
    written = draw(Study({}, {}, found, "murho|study:slurp"), str(tmp_path / "deep" / "down"))
    assert [Path(name).name for name in written] == [
        "words-concepts-utterances.svg",
        "words-concepts-word-errors.svg",
        "words-concepts-scenarios.svg",
        "words-concepts-microphones.svg",
        "words-concepts.html",
    ]
    page = Path(written[-1]).read_text()
    assert page.count("<svg") == 4
    assert page.count("<table") == 3, "single recordings have no names, and no table"
    assert all("<td" in table.partition("</table>")[0] for table in page.split("<table")[1:])
    assert reading(found)[0] in page
    assert found.as_json()["reading"] == reading(found)


def test_words_of_entities_are_found_letter_by_letter(tmp_path: Path) -> None:
    lines = [
        '{"slurp_id": 1, "sentence": "what\'s on at Nine am", "scenario": "s", "action": "a", "recordings": [], '
        '"tokens": [{"surface": "what"}, {"surface": "\'s"}, {"surface": "on"}, {"surface": "at"}, '
        '{"surface": "nine"}, {"surface": "am"}], "entities": [{"type": "time", "span": [4, 5]}]}',
        '{"slurp_id": 2, "sentence": "play rihanna", "scenario": "s", "action": "a", "recordings": [], '
        '"tokens": [{"surface": "play"}, {"surface": "rihana"}], "entities": [{"type": "artist", "span": [1]}]}',
    ]
    path = tmp_path / "test.jsonl"
    path.write_text("\n".join(lines) + "\n")
    assert slurp.entity_words(path) == {"1": [False, False, False, True, True], "2": None}
