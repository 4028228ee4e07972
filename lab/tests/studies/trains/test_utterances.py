"""The utterances of the trains: what there is of them, and that they keep to the guideline."""

import json
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from murho.core.case import Cases
from murho.formats import jsonl
from murho.measures.units.reading import attribute
from murho.pipeline.check import check
from murho_lab.studies.trains import task, utterances

MODEL = task.bundled()
CASES = utterances.bundled()
FILES = sorted((Path(utterances.__file__).parent / "material").glob("*.jsonl"))


def of(feature: str, value: str) -> Cases:
    return CASES.take([row for row, found in enumerate(CASES.feature(feature)) if found == value])


def test_the_material_keeps_to_the_guideline() -> None:
    assert list(utterances.faults(CASES, MODEL)) == []


def test_there_is_enough_of_it() -> None:
    facts = utterances.facts(CASES, MODEL)
    assert facts.dialogues == 179
    assert facts.utterances == 1760
    assert len(facts.classes) >= 30
    assert facts.vocabulary_with_names >= 800
    assert facts.distinct >= 0.8
    # The source's corpus has 3.3 and 1.44.
    assert 3.3 <= facts.words_per_utterance < 3.4
    assert 1.35 <= facts.units_per_utterance <= 1.5


WRITERS = {
    #     dialogues, utterances, words, units, classes, vocabulary (said, no names, all names), frames
    "a": (27, 259, 884, 381, 43, 416, 356, 627, 247),
    "b": (24, 300, 1237, 408, 44, 476, 402, 673, 277),
    "c": (40, 356, 1785, 497, 45, 500, 409, 680, 342),
    "d": (29, 276, 654, 372, 46, 411, 337, 608, 258),
    "e": (29, 274, 652, 369, 46, 421, 350, 621, 259),
    "f": (30, 295, 703, 399, 46, 432, 349, 620, 266),
}


@pytest.mark.parametrize("writer", WRITERS)
def test_what_there_is_of_each_writer(writer: str) -> None:
    facts = utterances.facts(of("writer", writer), MODEL)
    vocabulary = (facts.vocabulary, facts.vocabulary_without_names, facts.vocabulary_with_names)
    said = (facts.dialogues, facts.utterances, facts.words, facts.units, len(facts.classes))
    assert (*said, *vocabulary, facts.frames) == WRITERS[writer]


def test_every_class_is_used() -> None:
    assert utterances.facts(CASES, MODEL).classes == set(MODEL.classes)


def test_the_halves_are_alike() -> None:
    halves: dict[str, set[str]] = defaultdict(set)
    for dialogue, writer, half in zip(
        CASES.feature("cluster"), CASES.feature("writer"), CASES.feature("half"), strict=True
    ):
        halves[f"{writer} {half}"].add(dialogue)
    for writer in set(CASES.feature("writer")):
        one, other = len(halves[f"{writer} development"]), len(halves[f"{writer} held_out"])
        assert abs(one - other) <= 1
    both = [utterances.facts(of("half", half), MODEL) for half in ("development", "held_out")]
    assert abs(both[0].utterances - both[1].utterances) <= 0.1 * len(CASES)


def test_only_short_answers_are_said_often() -> None:
    said = Counter(zip(CASES.feature("writer"), CASES.texts, strict=True))
    assert {text for (_, text), times in said.items() if times > 1 and len(text.split()) > 3} == set()
    assert max(said.values()) <= 8


def test_the_same_words_mean_the_same() -> None:
    meanings = defaultdict(set)
    for text, reference in zip(CASES.texts, CASES.meant, strict=True):
        meanings[text].add(json.dumps(reference))
    assert {text: found for text, found in meanings.items() if len(found) > 1} == {}


def test_features_have_the_values_that_the_guideline_names() -> None:
    guideline = (FILES[0].parent / "guideline.md").read_text("utf-8")
    for name in ("prompt", "act", "phenomenon", "half"):
        for value in set(CASES.feature(name)):
            assert value in guideline
    assert set(CASES.feature("phenomenon")) == {"plain", "correction", "negation", "nesting"}
    # A negation is in the units: a value that is ruled out, or one that says that there is none.
    for text, reference, phenomenon in zip(CASES.texts, CASES.meant, CASES.feature("phenomenon"), strict=True):
        (units,) = reference
        if any(unit.partition(":")[2].startswith("not ") for unit in units):
            assert phenomenon in ("negation", "correction"), text


@pytest.mark.parametrize("file", [file.name for file in FILES])
def test_a_file_is_a_suite(file: str) -> None:
    (path,) = [one for one in FILES if one.name == file]
    found = check(str(path))
    (cases,) = jsonl.read_cases(path)
    assert found["cases"] == found["in_domain"] == len(cases)
    assert found["ambiguous"] == 0
    assert all(note.startswith("expressions that stand in the suite more than once") for note in found["notes"])


FAULTS = {
    "unit": ({"reference": [["goalcity:atlantis"]]}, "a-01-01: no value of goalcity: 'atlantis'; its forms are"),
    "unit twice": ({"reference": [["dm_marker:yes", "dm_marker:yes"]]}, "a-01-01: a unit is there twice"),
    "words": ({"expression": "Yes, please"}, "a-01-01: not words in small letters: 'Yes, please'"),
    "turn": ({"id": "a-01-02"}, "a-01-02: not the id of turn 1 of dialogue a-01"),
    "writer": ({"writer": "b"}, "a-01-01: not the id of turn 1 of dialogue a-01"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_faults_are_told(case: str, tmp_path: Path) -> None:
    changed, fault = FAULTS[case]
    row = {"id": "a-01-01", "expression": "yes", "reference": [["dm_marker:yes"]], "cluster": "a-01"}
    row |= {"writer": "a", "half": "development"}
    (tmp_path / "a.jsonl").write_text(json.dumps(row | changed) + "\n", "utf-8")
    (found,) = utterances.faults(utterances.read(tmp_path), MODEL)
    assert found.startswith(fault)


def test_a_dialogue_is_in_one_half(tmp_path: Path) -> None:
    row = {"expression": "yes", "reference": [["dm_marker:yes"]], "cluster": "a-01", "writer": "a"}
    rows = [row | {"id": "a-01-01", "half": "development"}, row | {"id": "a-01-02", "half": "held_out"}]
    (tmp_path / "a.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in rows), "utf-8")
    assert list(utterances.faults(utterances.read(tmp_path), MODEL)) == ["a-01-02: not in the half of its dialogue"]


def test_facts_of_a_few(tmp_path: Path) -> None:
    said = {
        "to bonn": ["goalcity:bonn"],
        "to ulm": ["goalcity:ulm"],
        "uh": [],
        "yes bonn": ["dm_marker:yes", "city:bonn"],
    }
    rows = [
        {"id": f"a-01-{turn:02}", "expression": text, "reference": [units], "cluster": "a-01"}
        for turn, (text, units) in enumerate(said.items(), 1)
    ]
    (tmp_path / "a.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    model = task.Task(MODEL.classes, {"bonn": "bonn", "ulm": "ulm", "bad bentheim": "bad bentheim"})
    facts = utterances.facts(utterances.read(tmp_path), model)
    assert facts == utterances.Facts(1, 4, 7, 4, frozenset({"goalcity", "dm_marker", "city"}), 5, 3, 7, 3)
    assert (facts.words_per_utterance, facts.units_per_utterance, facts.distinct) == (1.75, 1.0, 0.75)
    assert {attribute(unit) for units in said.values() for unit in units} == facts.classes


def test_a_second_annotation_agrees() -> None:
    """360 utterances, 60 of each writer, by somebody who saw the guideline, the words and the prompts alone."""
    blind = Path(utterances.__file__).parent / "material" / "again" / "blind.jsonl"
    again = {row["id"]: row["reference"] for row in map(json.loads, blind.read_text("utf-8").splitlines())}
    cases = utterances.bundled()
    first = {name: [list(units) for units in meant] for name, meant in zip(cases.ids, cases.meant, strict=True)}
    others = sorted(name for name, units in again.items() if units != first[name])
    assert (len(again), others) == (360, ["a-23-04", "c-08-06", "c-10-01"])
    assert not [unit for (units,) in again.values() for unit in units if MODEL.fault(unit)]
