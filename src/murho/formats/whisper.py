"""JSON of Whisper and WhisperX: a recording as segments with times, WhisperX's with words and speakers.

A file is a recording, in a folder each is called as its file. For `cpwer` a meaning is what each speaker said (`?` is a
segment's, or a word's, without one), else it is the text.

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
from murho.formats.sessions import Turn
from murho.formats.spoken import answers_of_recordings, cases_of_recordings, recordings
from murho.formats.times import seconds

_NOBODY = "?"
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
        begin = segment.get("start")
        if isinstance(begin, bool) or not isinstance(begin, int | float):
            raise InputError(f"segment {number} has no number under start", _EXAMPLE, path=path, line=1)
        at = seconds(begin, f"start of segment {number}", path, 1)
        for speaker, text in _parts(segment):
            yield Turn(session, speaker, at, text, 1)


def _parts(segment: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The speakers of a segment with what they said: by its words, where these name speakers."""
    own = str(segment.get("speaker") or _NOBODY)
    words = segment.get("words")
    told = [word for word in words if isinstance(word, dict)] if isinstance(words, list) else []
    if not any("speaker" in word for word in told):
        yield own, segment["text"].strip()
        return
    named = [(str(word.get("speaker") or own), str(word.get("word", "")).strip()) for word in told]
    for speaker, some in groupby(named, key=lambda word: word[0]):
        yield speaker, " ".join(text for _, text in some)


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
