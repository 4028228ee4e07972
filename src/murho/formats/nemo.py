"""NeMo's manifests: JSON lines with `audio_filepath`, `duration`, `text`, and `pred_text` if something heard it.

The id is the file of the sound, with the offset where there is one; all other fields are features. As cases `text` is
right, as answers `pred_text` is what was said, or `text` in a manifest without it. One manifest may hold both.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "heard.json")
>>> _ = path.write_text('{"audio_filepath": "a.wav", "duration": 1.5, "text": "to bonn", "pred_text": "to born"}')
>>> (cases,), (answers,) = read_cases(path), read_answers(path)
>>> cases.ids, cases.references, cases.features, answers.answers
(['a.wav'], [('to bonn',)], {'duration': [1.5]}, [('to born',)])
"""

from collections.abc import Iterator
from typing import Any

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats.format import Format
from murho.formats.jsonvalue import decode_lines, described
from murho.formats.opening import Path, line_blocks
from murho.formats.spoken import Spoken, answers_of, cases_of
from murho.formats.unique import unique


def read_cases(path: Path, *, batch: int = 8192) -> Iterator[Cases]:
    """A case for every line.

    Raises:
        InputError: broken JSON, no `audio_filepath`, no `text`, or the same sound twice.
    """
    return unique(lambda: cases_of(_utterances(path, ("text",)), path, batch), path)


def read_answers(path: Path, *, batch: int = 8192) -> Iterator[Answers]:
    """An answer for every line.

    Raises:
        InputError: broken JSON, no `audio_filepath`, no `pred_text` and no `text`, or the same sound twice.
    """
    return unique(lambda: answers_of(_utterances(path, ("pred_text", "text")), path, batch), path)


def _utterances(path: Path, wanted: tuple[str, ...]) -> Iterator[Spoken]:
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


FORMAT = Format(
    name="nemo",
    title="NeMo manifest",
    both_sides=True,
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score words manifest.json --format nemo",
)
