"""SLURP's own files, against what its official scorer says of them (data/slurp/official_scorer_output)."""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.formats.join import Unpaired, pair
from murho.formats.slurp import CONTENTS, keyed_by, read_answers, read_cases

SENTENCE = {
    "slurp_id": 9054,
    "sentence": "Remind Mona tuesday",
    "intent": "calendar_set_reminder",
    "scenario": "calendar",
    "action": "set",
    "tokens": [{"surface": word} for word in ("Remind", "Mona", "tuesday")],
    "recordings": [{"file": "audio-1-headset.flac", "wer": 0.5}, {"file": "audio-1.flac"}],
    "entities": [{"span": [1], "type": "person"}, {"span": [1, 2], "type": "event_name"}],
}
PREDICTION = {"scenario": "calendar", "action": "set", "entities": [{"type": "person", "filler": "Mona"}]}


def written(path: Path, *rows: Any) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def the(batches: Iterable[Any]) -> Any:
    (batch,) = batches
    return batch


def test_a_case_for_each_recording(tmp_path: Path) -> None:
    cases: Cases = the(read_cases(written(tmp_path / "test.jsonl", SENTENCE)))
    assert list(cases.ids) == ["audio-1-headset.flac", "audio-1.flac"]
    assert cases.expressions == ["Remind Mona tuesday"] * 2
    assert cases.references == [("calendar_set",)] * 2
    assert cases.clusters == ["9054"] * 2
    assert cases.features["microphone"] == ["headset", "far"]
    assert cases.features["wer"] == [0.5, None]
    assert cases.features["length"] == [3, 3]
    assert cases.features["scenario"] == ["calendar"] * 2
    cases = the(read_cases(tmp_path / "test.jsonl", keyed_by="sentence"))
    assert list(cases.ids) == ["9054"]
    assert "microphone" not in cases.features


@pytest.mark.parametrize(
    ("content", "reference", "answer"),
    [
        ("labels", ("calendar_set",), ("calendar_set",)),
        ("scenario", ("calendar",), ("calendar",)),
        ("action", ("set",), ("set",)),
        ("words", ("remind mona tuesday",), ("remind mona",)),
        (
            "concepts",
            (["intent:calendar_set", "person:mona", "event_name:mona tuesday"],),
            (["intent:calendar_set", "person:Mona"],),
        ),
        ("entities", (["person:mona", "event_name:mona tuesday"],), (["person:Mona"],)),
        (
            "frames",
            ("intent:calendar_set", "person:mona", "event_name:mona tuesday"),
            ("intent:calendar_set", "person:Mona"),
        ),
    ],
)
def test_contents(tmp_path: Path, content: str, reference: Any, answer: Any) -> None:
    cases: Cases = the(read_cases(written(tmp_path / "test.jsonl", SENTENCE), content=content))
    assert cases.references == [reference] * 2
    said = PREDICTION | {"file": "audio-1.flac", "text": "Remind Mona"}
    answers: Answers = the(read_answers(written(tmp_path / "said.jsonl", said), content=content))
    assert list(answers.answers) == [answer]
    assert content in CONTENTS


def test_keys(tmp_path: Path) -> None:
    by_file = written(tmp_path / "file.jsonl", PREDICTION | {"file": "audio-1.flac", "slurp_id": 9054})
    by_id = written(tmp_path / "id.jsonl", PREDICTION | {"slurp_id": "9054"}, PREDICTION | {"slurp_id": 12})
    assert (keyed_by(by_file), keyed_by(by_id)) == ("recording", "sentence")
    assert list(the(read_answers(by_file)).ids) == ["audio-1.flac"]
    assert list(the(read_answers(by_id)).ids) == ["9054", "12"]
    test = written(tmp_path / "test.jsonl", SENTENCE)
    expanded: Answers = the(read_answers(by_id, recordings=test))
    assert list(expanded.ids) == ["audio-1-headset.flac", "audio-1.flac", "12"]
    assert list(expanded.lines or ()) == [1, 1, 2]


def test_wrong_files(tmp_path: Path) -> None:
    def error(read: Any, *rows: Any, **options: Any) -> str:
        path = written(tmp_path / "file.jsonl", *rows)
        with pytest.raises(InputError) as caught:
            list(read(path, **options))
        return str(caught.value).removeprefix(str(path))

    assert error(read_answers, PREDICTION) == ":1: no field 'file', nor 'slurp_id'; one of them is needed"
    mixed = error(read_answers, PREDICTION | {"file": "a"}, PREDICTION | {"slurp_id": 1})
    assert mixed == ":2: no 'file', by which the file is keyed; key all predictions in one way"
    silent = error(read_answers, PREDICTION | {"file": "a"}, content="words")
    assert silent.startswith(":1: no field 'text', the recogniser's words; ")
    assert error(read_cases, PREDICTION).startswith(":1: no line of a SLURP test file: ")
    assert error(read_answers, {"id": 1, "answer": ["x"]}).startswith(":1: no line of a SLURP prediction file: ")
    twice = error(read_answers, PREDICTION | {"slurp_id": 1}, PREDICTION | {"slurp_id": "1"})
    assert twice.startswith(":2: id '1' a second time, first on line 1; ")
    beyond = SENTENCE | {"entities": [{"type": "person", "span": [7]}]}
    assert error(read_cases, beyond).startswith(":1: an entity of sentence 9054 spans tokens that it has not; ")
    with pytest.raises(UsageError, match="no content 'intent'; it has: labels, scenario, action, words, "):
        read_cases(tmp_path / "file.jsonl", content="intent")
    with pytest.raises(UsageError, match="keyed by 'recording' or 'sentence', not by 'file'"):
        read_cases(tmp_path / "file.jsonl", keyed_by="file")  # type: ignore[arg-type]


SYSTEMS = [
    pytest.param("gold", marks=pytest.mark.slow),
    pytest.param("google", marks=pytest.mark.slow),
    pytest.param("multi", marks=pytest.mark.slow),
    "multi_slurp",
]


def predictions(data: Path, system: str) -> Path:
    return data / "slurp" / "predictions" / f"{system}_hermit_predictions.jsonl.gz"


def paired(data: Path, system: str, content: str, **options: Any) -> Iterable[tuple[Cases, Answers]]:
    path = predictions(data, system)
    cases = read_cases(data / "slurp" / "test.jsonl.gz", content=content, keyed_by=keyed_by(path))
    return pair(cases, read_answers(path, content=content), extra="ignore", **options)


def test_the_real_test_file(data: Path) -> None:
    path = data / "slurp" / "test.jsonl.gz"
    recordings = list(read_cases(path, batch=1000))
    assert [len(cases) for cases in recordings] == [1000] * 13 + [78]
    assert len({cluster for cases in recordings for cluster in cases.clusters or ()}) == 2974
    microphones = Counter(name for cases in recordings for name in cases.features["microphone"])
    assert microphones == {"headset": 6281, "far": 6797}
    assert sum(len(cases) for cases in read_cases(path, keyed_by="sentence")) == 2974


@pytest.mark.parametrize(
    ("system", "answers", "found", "missing"),
    [
        ("gold", 2974, 2974, 0),
        ("google", 12393, 12393, 685),
        pytest.param("multi", 14093, 13077, 1, marks=pytest.mark.slow),
        pytest.param("multi_slurp", 13071, 13071, 7, marks=pytest.mark.slow),
    ],
)
def test_the_real_predictions(data: Path, system: str, answers: int, found: int, missing: int) -> None:
    assert sum(len(batch) for batch in read_answers(predictions(data, system))) == answers
    counts = Unpaired()
    pairs = list(paired(data, system, "labels", missing="skip", counts=counts))
    assert sum(len(cases) for cases, _ in pairs) == found
    assert counts == Unpaired(missing, answers - found)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize(("content", "table"), [("scenario", "Scenario"), ("action", "Action"), ("labels", "Intent")])
def test_accuracy_as_the_official_scorer_has_it(data: Path, system: str, content: str, table: str) -> None:
    right = total = 0
    for cases, answers in paired(data, system, content, missing="skip"):
        right += sum(map(tuple.__eq__, cases.references, answers.answers))  # type: ignore[arg-type]
        total += len(cases)
    true, false, _ = official(data, system, table)
    assert (right, total) == (true, true + false)


@pytest.mark.parametrize("system", SYSTEMS)
def test_entities_as_the_official_scorer_counts_them(data: Path, system: str) -> None:
    hits = spurious = missed = 0
    for cases, answers in paired(data, system, "entities", missing="skip"):
        for reference, answer in zip(cases.references, answers.answers, strict=True):
            gold, said = Counter(reference[0]), Counter(answer[0])  # type: ignore[index]
            both = (gold & said).total()
            hits, missed, spurious = hits + both, missed + gold.total() - both, spurious + said.total() - both
    assert (hits, spurious, missed) == official(data, system, "Entities\t")


def official(data: Path, system: str, table: str) -> tuple[float, float, float]:
    """True positives, false positives and false negatives that the official scorer found."""
    text = (data / "slurp" / "official_scorer_output" / f"eval_{system}_hermit.txt").read_text()
    lines = text.splitlines()
    row = lines[next(i for i, line in enumerate(lines) if line.startswith(table)) + 1].split()
    return float(row[4]), float(row[5]), float(row[6])


def test_predictions_by_sentence_for_every_recording(data: Path) -> None:
    test = data / "slurp" / "test.jsonl.gz"
    answers = read_answers(predictions(data, "gold"), recordings=test)
    right = total = 0
    for cases, said in pair(read_cases(test), answers):
        right += sum(map(tuple.__eq__, cases.references, said.answers))  # type: ignore[arg-type]
        total += len(cases)
    assert (total, f"{100 * right / total:.2f}") == (13078, "85.62")


def test_the_words_of_the_recogniser(data: Path) -> None:
    words = 0
    for cases, answers in paired(data, "multi_slurp", "words", missing="skip"):
        words += sum(len(reference[0].split()) for reference in cases.references)
        assert all(answer[0] == answer[0].lower() for answer in answers.answers)  # type: ignore[index]
    assert words == 84479
    with pytest.raises(InputError, match="no field 'text'"):
        list(paired(data, "google", "words"))
