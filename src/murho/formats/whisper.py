"""JSON of Whisper and WhisperX: a recording as segments with times, WhisperX's with words and speakers.

A file is a recording, in a folder each is called as its file. For `cpwer` a meaning is what each speaker said (`?` is a
segment's, or a word's, without one), else it is the text, whose words are labelled by who says them (`--by speaker`).
What is said stands in order of time, that of the first word where a speaker's words have times.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "talk.json")
>>> _ = path.write_text('''{"segments": [{"start": 0, "end": 2, "text": " Good morning.", "speaker": "A"},
...   {"start": 2, "end": 3, "text": " Hi.", "words": [{"word": "Hi.", "start": 2, "end": 3, "speaker": "B"}]}]}''')
>>> [cases.references for cases in read_cases(path)], [cases.references for cases in read_cases(path, by_session=True)]
([[('Good morning. Hi.',)]], [[({'A': 'Good morning.', 'B': 'Hi.'},)]])
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats.format import Format
from murho.formats.jsonvalue import decode_whole
from murho.formats.opening import Path
from murho.formats.sessions import NOBODY, Turn
from murho.formats.spoken import answers_of_recordings, cases_of_recordings, recordings
from murho.formats.times import seconds

_EXAMPLE = 'give the JSON of Whisper or WhisperX: {"segments": [{"start": 0.0, "end": 2.5, "text": "good morning"}]}'


def read_cases(path: Path, *, batch: int = 8192, by_session: bool = False) -> Iterator[Cases]:
    """A case for every recording.

    Raises:
        InputError: no JSON, or not as Whisper writes it.
    """
    return cases_of_recordings(recordings(path, ".json", _turns), path, batch, by_session)


def read_answers(path: Path, *, batch: int = 8192, by_session: bool = False) -> Iterator[Answers]:
    """An answer for every recording.

    Raises:
        InputError: no JSON, or not as Whisper writes it.
    """
    return answers_of_recordings(recordings(path, ".json", _turns), path, batch, by_session)


def _turns(path: Path, session: str) -> Iterator[Turn]:
    found = decode_whole(path, _EXAMPLE)
    segments = found.get("segments") if isinstance(found, dict) else None
    if not isinstance(segments, list):
        raise InputError("no list of segments", _EXAMPLE, path=path, line=1)
    for number, segment in enumerate(segments, 1):
        if not isinstance(segment, dict) or not isinstance(segment.get("text"), str):
            raise InputError(f"segment {number} has no text", _EXAMPLE, path=path, line=1)
        begin = _time(segment, "start", f"segment {number}", path)
        if begin is None:
            raise InputError(f"segment {number} has no number under start", _EXAMPLE, path=path, line=1)
        _time(segment, "end", f"segment {number}", path)
        for speaker, at, text in _parts(segment, begin, f"segment {number}", path):
            yield Turn(session, speaker, at, text, 1)


def _time(of: dict[str, Any], name: str, what: str, path: Path) -> float | None:
    """The seconds that a segment or a word has under a name; None without any."""
    value = of.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return seconds(value, f"{name} of {what}", path, 1)


def _parts(segment: dict[str, Any], begin: float, what: str, path: Path) -> Iterator[tuple[str, float, str]]:
    """The speakers of a segment with when and what they said: by its words, where these name speakers."""
    own = str(segment.get("speaker") or NOBODY)
    words = segment.get("words")
    told = [word for word in words if isinstance(word, dict)] if isinstance(words, list) else []
    if not any("speaker" in word for word in told):
        yield own, begin, segment["text"].strip()
        return
    # Of words that could not be aligned, figures mostly, WhisperX tells no time: they follow the ones before.
    named, at = [], begin
    for number, word in enumerate(told, 1):
        start = _time(word, "start", f"word {number} of {what}", path)
        at = at if start is None else start
        named.append((str(word.get("speaker") or own), at, str(word.get("word", "")).strip()))
    for speaker, some in groupby(named, key=lambda word: word[0]):
        words = list(some)
        yield speaker, words[0][1], " ".join(text for _, _, text in words)


FORMAT = Format(
    name="whisper",
    title="Whisper and WhisperX",
    aliases=("whisperx",),
    holds=("text", "speakers"),
    reading=lambda measure: {"by_session": measure.kind == "speakers"},
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score words said.txt heard.json --format text,whisper",
)
