"""Kaldi's file `text`: on every line the id of an utterance and then its words.

Where `utt2spk` lies beside it, the speaker is feature and cluster; where `segments` does, the recording, and begin and
end in seconds, are features. Files that belong together do so by id.

>>> import pathlib, tempfile
>>> folder = pathlib.Path(tempfile.mkdtemp())
>>> _ = (folder / "text").write_text("anna-01 to bonn\\nanna-02\\n")
>>> _ = (folder / "utt2spk").write_text("anna-01 anna\\nanna-02 anna\\n")
>>> [(cases.ids, cases.references, cases.clusters) for cases in read_cases(folder / "text")]
[(['anna-01', 'anna-02'], [('to bonn',), ('',)], ['anna', 'anna'])]
"""

import os
from collections.abc import Iterator
from typing import Any

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats.format import Format
from murho.formats.opening import Path, text_lines
from murho.formats.spoken import Spoken, answers_of, cases_of
from murho.formats.times import span
from murho.formats.unique import unique


def read_cases(path: Path, *, batch: int = 8192) -> Iterator[Cases]:
    """A case for every line; its words are expression and reference at once.

    Raises:
        InputError: a blank line, an id twice, or an utterance that a file beside it lacks.
    """
    return unique(lambda: cases_of(_utterances(path, _beside(path)), path, batch), path)


def read_answers(path: Path, *, batch: int = 8192) -> Iterator[Answers]:
    """An answer for every line.

    Raises:
        InputError: a blank line, or an id twice.
    """
    return unique(lambda: answers_of(_utterances(path, {}), path, batch), path)


def _utterances(path: Path, beside: dict[str, dict[str, dict[str, Any]]]) -> Iterator[Spoken]:
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


FORMAT = Format(
    name="kaldi",
    title="Kaldi text",
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score words reference/text recognised/text --format kaldi --by speaker",
)
