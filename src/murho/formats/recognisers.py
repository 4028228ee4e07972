"""What recognisers write: Kaldi's texts, NeMo's manifests, the JSON of Whisper and WhisperX.

Kaldi's file `text`: on every line the id of an utterance and then its words.

Where `utt2spk` lies beside it, the speaker is feature and cluster; where `segments` does, the recording, and begin and
end in seconds, are features. Files that belong together do so by id.

>>> import pathlib, tempfile
>>> folder = pathlib.Path(tempfile.mkdtemp())
>>> _ = (folder / "text").write_text("anna-01 to bonn\\nanna-02\\n")
>>> _ = (folder / "utt2spk").write_text("anna-01 anna\\nanna-02 anna\\n")
>>> [(cases.ids, cases.references, cases.clusters) for cases in read_kaldi_cases(folder / "text")]
[(['anna-01', 'anna-02'], [('to bonn',), ('',)], ['anna', 'anna'])]

NeMo's manifests: JSON lines with `audio_filepath`, `duration`, `text`, and `pred_text` if something heard it.

The id is the file of the sound, with the offset where there is one; all other fields are features. As cases `text` is
right, as answers `pred_text` is what was said, or `text` in a manifest without it. One manifest may hold both.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "heard.json")
>>> _ = path.write_text('{"audio_filepath": "a.wav", "duration": 1.5, "text": "to bonn", "pred_text": "to born"}')
>>> (cases,), (answers,) = read_nemo_cases(path), read_nemo_answers(path)
>>> cases.ids, cases.references, cases.features, answers.answers
(['a.wav'], [('to bonn',)], {'duration': [1.5]}, [('to born',)])

JSON of Whisper and WhisperX: a recording as segments with times, WhisperX's with words and speakers.

A file is a recording, in a folder each is called as its file. For `cpwer` a meaning is what each speaker said (`?` is a
segment's, or a word's, without one), else it is the text, whose words are labelled by who says them (`--by speaker`).
What is said stands in order of time, that of the first word where a speaker's words have times.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "talk.json")
>>> _ = path.write_text('''{"segments": [{"start": 0, "end": 2, "text": " Good morning.", "speaker": "A"},
...   {"start": 2, "end": 3, "text": " Hi.", "words": [{"word": "Hi.", "start": 2, "end": 3, "speaker": "B"}]}]}''')
>>> [cases.references for cases in read_whisper_cases(path)]
[[('Good morning. Hi.',)]]
>>> [cases.references for cases in read_whisper_cases(path, by_session=True)]
[[({'A': 'Good morning.', 'B': 'Hi.'},)]]
"""

import os
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats.format import Format
from murho.formats.jsonvalue import decode_lines, decode_whole, described
from murho.formats.opening import Path, line_blocks, text_lines
from murho.formats.spoken import (
    NOBODY,
    Spoken,
    Turn,
    answers_of,
    cases_of,
    readers_of_recordings,
    seconds,
    span,
)
from murho.formats.unique import unique


def read_kaldi_cases(path: Path, *, batch: int = 8192) -> Iterator[Cases]:
    """A case for every line; its words are expression and reference at once.

    Raises:
        InputError: a blank line, an id twice, or an utterance that a file beside it lacks.
    """
    return unique(lambda: cases_of(_kaldi_utterances(path, _beside(path)), path, batch), path)


def read_kaldi_answers(path: Path, *, batch: int = 8192) -> Iterator[Answers]:
    """An answer for every line.

    Raises:
        InputError: a blank line, or an id twice.
    """
    return unique(lambda: answers_of(_kaldi_utterances(path, {}), path, batch), path)


def _kaldi_utterances(path: Path, beside: dict[str, dict[str, dict[str, Any]]]) -> Iterator[Spoken]:
    for number, line in text_lines(path):
        name, *words = line.split(maxsplit=1) or [""]
        if not name:
            raise InputError("a blank line", "write an id and then words", path=path, line=number)
        features: dict[str, Any] = {}
        for file, rows in beside.items():
            if name not in rows:
                todo = f"add it, or take {os.path.basename(file)} away"
                raise InputError(f"{name!r} is not in {file}", todo, path=path, line=number)
            features |= rows[name]
        yield Spoken(name, " ".join(words).rstrip(), number, features)


def _beside(path: Path) -> dict[str, dict[str, dict[str, Any]]]:
    """What the files beside it say of each utterance."""
    folder = os.path.dirname(os.fspath(path))
    files = {name: os.path.join(folder, name) for name in ("utt2spk", "segments")}
    if os.fspath(path) == "-":
        return {}
    return {file: dict(_rows(file, name)) for name, file in files.items() if os.path.isfile(file)}


def _rows(path: str, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    fields = {"utt2spk": "an utterance and its speaker", "segments": "an utterance, recording, begin and end"}[name]
    for number, line in text_lines(path):
        words = line.split()
        if len(words) != (2 if name == "utt2spk" else 4):
            raise InputError(f"{len(words)} fields", f"write {fields}", path=path, line=number)
        if name == "utt2spk":
            yield words[0], {"speaker": words[1]}
        else:
            begin, end = span(words[2], words[3], path, number)
            yield words[0], {"recording": words[1], "begin": begin, "end": end}


FORMAT_KALDI = Format(
    name="kaldi",
    title="Kaldi text",
    read_cases=read_kaldi_cases,
    read_answers=read_kaldi_answers,
    example="murho score words reference/text recognised/text --format kaldi --by speaker",
)


def read_nemo_cases(path: Path, *, batch: int = 8192) -> Iterator[Cases]:
    """A case for every line.

    Raises:
        InputError: broken JSON, no `audio_filepath`, no `text`, or the same sound twice.
    """
    return unique(lambda: cases_of(_nemo_utterances(path, ("text",)), path, batch), path)


def read_nemo_answers(path: Path, *, batch: int = 8192) -> Iterator[Answers]:
    """An answer for every line.

    Raises:
        InputError: broken JSON, no `audio_filepath`, no `pred_text` and no `text`, or the same sound twice.
    """
    return unique(lambda: answers_of(_nemo_utterances(path, ("pred_text", "text")), path, batch), path)


def _nemo_utterances(path: Path, wanted: tuple[str, ...]) -> Iterator[Spoken]:
    for first, lines in line_blocks(path):
        for row, number in zip(*decode_lines(lines, path, first), strict=True):
            name = row.get("audio_filepath")
            text = next((row[field] for field in wanted if field in row), None)
            for field, value in (("audio_filepath", name), (wanted[0], text)):
                if not isinstance(value, str):
                    found = f"{field} is {described(value)}" if value is not None else f"no field {field!r}"
                    todo = "write a manifest of NeMo, with audio_filepath, duration and text"
                    raise InputError(found, todo, path=path, line=number)
            offset = row.get("offset")
            features: dict[str, Any] = {
                field: value for field, value in row.items() if field not in ("audio_filepath", "text", "pred_text")
            }
            yield Spoken(f"{name}" if offset is None else f"{name} {offset}", str(text), number, features)


FORMAT_NEMO = Format(
    name="nemo",
    title="NeMo manifest",
    both_sides=True,
    read_cases=read_nemo_cases,
    read_answers=read_nemo_answers,
    example="murho score words manifest.json --format nemo",
)


_EXAMPLE = 'give the JSON of Whisper or WhisperX: {"segments": [{"start": 0.0, "end": 2.5, "text": "good morning"}]}'


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


read_whisper_cases, read_whisper_answers = readers_of_recordings(".json", _turns)

FORMAT_WHISPER = Format(
    name="whisper",
    title="Whisper and WhisperX",
    aliases=("whisperx",),
    holds=("text", "speakers"),
    reading=lambda measure: {"by_session": measure.kind == "speakers"},
    read_cases=read_whisper_cases,
    read_answers=read_whisper_answers,
    example="murho score words said.txt heard.json --format text,whisper",
)
