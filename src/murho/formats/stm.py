"""Segment time marks (stm): what a speaker says from when to when, with labels to slice by.

    ;; CATEGORY "1" "Sex" "Sex of the speaker"
    ;; LABEL "F" "Female" "Female speakers"
    940328 1 A 4.00 18.10 <O,F,00> FROM LOS ANGELES

That is file, channel, speaker, begin, end in seconds, perhaps labels in angle brackets, words. Each place among the
labels is a feature: it has the short name of its CATEGORY or else `label1`, `label2`..., and its values the short names
of their LABEL. The id of a segment is its first five fields, in lower case. Segments whose text is
`IGNORE_TIME_SEGMENT_IN_SCORING` are no cases: they and the words of a ctm that fall into them are left out, and that
is said. Blank lines and those that begin with `;;` are no segments. Alternatives in braces are left in the text.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "said.stm")
>>> _ = path.write_text(';; LABEL "F" "Female" ""\\nnews 1 Ann 0 2.50 <O,F> good evening\\nnews 1 Bob 2.5 3 <O,M>\\n')
>>> for cases in read_cases(path):
...     print(cases.ids, cases.references, cases.features["speaker"], cases.features["label2"])
['news 1 ann 0 2.5', 'news 1 bob 2.5 3'] [('good evening',), ('',)] ['Ann', 'Bob'] ['Female', 'M']

By session (one file is one) the meaning is what each speaker said, in order of time: what `cpwer` judges.

>>> [cases.references for cases in read_cases(path, by_session=True)]
[[({'Ann': 'good evening', 'Bob': ''},)]]
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats.format import Format
from murho.formats.join import take_answers
from murho.formats.opening import Path, text_lines
from murho.formats.spoken import Turn, sessions, sliced, span
from murho.formats.unique import unique

_HEADER = re.compile(r';;\s*(CATEGORY|LABEL)\s+"([^"]*)"\s+"([^"]*)"')
_IGNORED = {"ignore_time_segment_in_scoring", "ignoretimesegmentinscoring"}
_EXAMPLE = "write file, channel, speaker, begin, end, perhaps <labels>, and the words"


class Segment(NamedTuple):
    """A line of the file, its times in seconds."""

    line: int
    file: str
    channel: str
    speaker: str
    begin: float
    end: float
    labels: Sequence[str]
    text: str

    @property
    def name(self) -> str:
        """The id: the first five fields in lower case, which tell a segment from others."""
        return f"{self.file} {self.channel} {self.speaker} {_short(self.begin)} {_short(self.end)}".casefold()

    @property
    def place(self) -> tuple[str, str]:
        """File and channel, in lower case."""
        return self.file.casefold(), self.channel.casefold()

    @property
    def ignored(self) -> bool:
        """Whether the segment is not to be scored."""
        return self.text.casefold() in _IGNORED


def read_cases(
    path: Path, *, batch: int = 8192, by_session: bool = False, notes: list[str] | None = None
) -> Iterator[Cases]:
    """A case for every segment to be scored or, by session, for every file; `notes` gets what there is to say of it.

    Raises:
        InputError: a line that is no segment, a segment that occurs twice, no segment at all...
    """
    parsed, categories, names = _read(path)
    if by_session:
        yield from sessions(_turns(parsed, path), path).cases(path, batch)
        return
    ignored = sum(segment.ignored for segment in parsed)
    if ignored and notes is not None:
        notes.append(f"segments not scored (IGNORE_TIME_SEGMENT_IN_SCORING): {ignored}")
    scored = [segment for segment in parsed if not segment.ignored]
    cases = Cases(
        ids=[segment.name for segment in scored],
        expressions=[segment.text for segment in scored],
        references=[(segment.text,) for segment in scored],
        features=_features(scored, categories, names),
        path=str(path),
        lines=[segment.line for segment in scored],
    )
    yield from unique(lambda: sliced(cases, Cases.take, batch), path)


def read_answers(path: Path, *, batch: int = 8192, by_session: bool = False) -> Iterator[Answers]:
    """An answer for every segment to be scored or, by session, for every file.

    Raises:
        InputError: a line that is no segment, a segment that occurs twice, no segment at all...
    """
    parsed = segments(path)
    if by_session:
        yield from sessions(_turns(parsed, path), path).answers(path, batch)
        return
    scored = [segment for segment in parsed if not segment.ignored]
    answers = Answers(
        ids=[segment.name for segment in scored],
        answers=[(segment.text,) for segment in scored],
        path=str(path),
        lines=[segment.line for segment in scored],
    )
    yield from unique(lambda: sliced(answers, take_answers, batch), path)


def segments(path: Path) -> list[Segment]:
    """All segments of a file, those to be ignored among them.

    Raises:
        InputError: a line that is no segment, or no segment at all.
    """
    return _read(path)[0]


def _read(path: Path) -> tuple[list[Segment], dict[str, str], dict[str, str]]:
    """The segments, and the short names of categories and labels."""
    parsed: list[Segment] = []
    headers: dict[str, dict[str, str]] = {"CATEGORY": {}, "LABEL": {}}
    for number, line in text_lines(path):
        if line.startswith(";;"):
            if header := _HEADER.match(line):
                kind, name, short = header.groups()
                headers[kind][name.casefold()] = short
        elif line.strip():
            parsed.append(_segment(line, path, number))
    if not parsed:
        raise InputError("no segment at all", f"name another file: {_EXAMPLE}", path=path)
    return parsed, headers["CATEGORY"], headers["LABEL"]


def _segment(line: str, path: Path, number: int) -> Segment:
    # The sixth field is the rest of the line, labels and words, as it stands.
    fields = line.split(None, 5)
    if len(fields) < 5:
        raise InputError(f"{len(fields)} fields, where a segment has at least 5", _EXAMPLE, path=path, line=number)
    file, channel, speaker, begin, end = fields[:5]
    text = fields[5].rstrip() if len(fields) > 5 else ""
    labels: Sequence[str] = ()
    if text.startswith("<"):
        inside, closed, rest = text[1:].partition(">")
        if not closed or len(inside.split()) > 1 or rest[:1].strip():
            found, todo = (
                f"labels that do not end: {text[:40]!r}",
                "write them as <O,F,00>, then a blank, then the words",
            )
            raise InputError(found, todo, path=path, line=number)
        labels, text = [label.strip() for label in inside.split(",")], rest.strip()
    return Segment(number, file, channel, speaker, *span(begin, end, path, number), labels, text)


def _features(scored: Sequence[Segment], categories: dict[str, str], names: dict[str, str]) -> dict[str, Sequence[Any]]:
    features: dict[str, Sequence[Any]] = {
        "file": [segment.file for segment in scored],
        "channel": [segment.channel for segment in scored],
        "speaker": [segment.speaker for segment in scored],
    }
    for index in range(max((len(segment.labels) for segment in scored), default=0)):
        # The file counts its categories from 0.
        named = categories.get(str(index))
        values = [segment.labels[index] if index < len(segment.labels) else "" for segment in scored]
        column = [(names.get(value.casefold()) or value) if value else None for value in values]
        features[named if named and named not in features else f"label{index + 1}"] = column
    return features


def _turns(parsed: Sequence[Segment], path: Path) -> Iterator[Turn]:
    for segment in parsed:
        if segment.ignored:
            what, todo = (
                "a segment not to be scored, and words of a session have no times",
                "score by segment, or leave it out of the file",
            )
            raise InputError(what, todo, path=path, line=segment.line)
        yield Turn(segment.file, segment.speaker, segment.begin, segment.text, segment.line)


def _short(seconds: float) -> str:
    """A number of seconds written in one way, however it was written: 3.50 and 3.5 are one.

    >>> _short(3.0), _short(12345.678)
    ('3', '12345.678')
    """
    return str(int(seconds)) if seconds.is_integer() else repr(seconds)


FORMAT = Format(
    name="stm",
    title="Segment time marks (stm)",
    suffixes=(".stm",),
    holds=("text", "speakers"),
    folds_ids=True,
    partners=("ctm",),
    reading=lambda measure: {"by_session": measure.kind == "speakers"},
    cases_beside=lambda beside: {"notes": beside.notes},
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score words reference.stm recognised.ctm",
)
