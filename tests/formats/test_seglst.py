import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from murho.core.errors import InputError
from murho.formats import guess
from murho.formats.seglst import read_answers, read_cases


def segment(session: Any, speaker: Any, begin: Any, words: Any, **more: Any) -> dict[str, Any]:
    end = begin if isinstance(begin, str | None) else begin + 1
    times = {"start_time": begin, "end_time": end}
    return {"session_id": session, "speaker": speaker, "words": words, **times, **more}


def written(tmp_path: Path, value: Any, indent: int | None = 1) -> Path:
    path = tmp_path / "a.seglst.json"
    path.write_bytes(value if isinstance(value, bytes) else json.dumps(value, indent=indent).encode())
    return path


MEETING = [
    segment("s1", "B", 4.5, "hello"),
    segment("s1", "A", 0, "good  morning", channel=3, confidence=None),
    segment(2, 7, "12.5", ["two", "words"]),
    segment("s1", "B", 0.5, ""),
    segment(2, 7, "1.25", "first"),
]


def test_sessions_are_cases(tmp_path: Path) -> None:
    for indent in (None, 1):
        (cases,) = read_cases(written(tmp_path, MEETING, indent))
        assert cases.ids == ["s1", "2"]
        assert cases.references == [({"B": "hello", "A": "good  morning"},), ({"7": "first two words"},)]
        (answers,) = read_answers(tmp_path / "a.seglst.json")
        assert (answers.ids, answers.answers) == (cases.ids, cases.references)
    assert list(cases.lines or ()) == [2, 18]
    assert [len(some) for some in read_cases(tmp_path / "a.seglst.json", batch=1)] == [1, 1]


def test_speakers_are_cases(tmp_path: Path) -> None:
    (cases,) = read_cases(written(tmp_path, MEETING), by_session=False)
    assert cases.ids == ["s1 B", "s1 A", "2 7"]
    assert cases.references == [("hello",), ("good  morning",), ("first two words",)]
    assert cases.clusters == ["s1", "s1", "2"]
    assert cases.features == {"session": ["s1", "s1", "2"], "speaker": ["B", "A", "7"]}
    (answers,) = read_answers(tmp_path / "a.seglst.json", by_session=False)
    assert (answers.ids, answers.answers) == (cases.ids, cases.references)


def test_without_times_and_without_anything(tmp_path: Path) -> None:
    rows = [{"session_id": "s", "speaker": "A", "words": word} for word in ("one", "two")]
    (cases,) = read_cases(written(tmp_path, rows))
    assert cases.references == [({"A": "one two"},)]
    assert list(read_cases(written(tmp_path, []))) == []


def test_compressed(tmp_path: Path) -> None:
    path = tmp_path / "a.seglst.json.gz"
    path.write_bytes(gzip.compress(json.dumps(MEETING).encode()))
    assert len(next(read_cases(path))) == 2
    assert guess(path) == "seglst"


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (b"", ":1: nothing at all; write a list of objects with"),
        (b" \n ", ":1: nothing at all; "),
        (b'[\n{"session_id": "s",\n', ":1: no JSON list of segments: Input data was truncated; "),
        (b'[\n{"session_id": "s"\n"a": 1}]', ":3: no JSON list of segments: JSON is malformed: "),
        ({"session_id": "s"}, ":1: no JSON list of segments: Expected `array`, got `object`"),
        ([segment("s", "A", 0, "x"), "text"], ":9: segment 2: Expected `object`, got `str`; "),
        ([{"session_id": "s", "speaker": "A"}], ":2: segment 1: Object missing required field `words`; "),
        ([segment("s", None, 0, "x")], ":2: segment 1: Expected `int | str`, got `null` - at `$.speaker`; "),
        ([segment("s", "A", 0, "x"), segment("s", "A", -1, "x")], ":9: begin is -1; write seconds"),
        ([segment("s", "A", "noon", "x")], ":2: begin is noon; "),
        ([segment("s", "A", 3, "x") | {"end_time": 2}], ":2: a segment from 3 to 2 seconds; "),
        (
            [segment("s", "A", 0, "x"), segment("s", "B", None, "x")],
            ":9: session 's' has segments with and without times",
        ),
        (b'[{"session_id": "s",\n"words": "\xe4h"}]', ":2: not UTF-8: byte 11 of the line is 0xe4; "),
        (b"[" * 100_000, ":1: no JSON list of segments: "),
    ],
)
def test_wrong_files(tmp_path: Path, value: Any, error: str) -> None:
    path = written(tmp_path, value)
    for read in (read_cases, read_answers):
        with pytest.raises(InputError) as caught:
            list(read(path))  # type: ignore[operator]
        assert str(caught.value).startswith(f"{path}{error}")
