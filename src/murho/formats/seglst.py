"""SegLST: a JSON list of segments, as evaluations of meetings use it.

    [{"session_id": "s1", "speaker": "A", "start_time": 0.0, "end_time": 2.5, "words": "good morning"}, ...]

By session (the default) a meaning is what each speaker of it said, in order of time: what `cpwer` judges, whatever the
speakers are called. Else there is a text for every speaker of a session, for measures of texts; then both sides must
call the speakers by the same names. Words may be a list of words, times numbers or texts of numbers. All segments of a
session have times, or none: then they follow each other as they stand. Other fields are not read.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "meeting.json")
>>> _ = path.write_text('''[{"session_id": "s1", "speaker": "A", "start_time": 2, "end_time": 3, "words": "hello"},
...   {"session_id": "s1", "speaker": "A", "start_time": 0, "end_time": 2.5, "words": "good morning"},
...   {"session_id": "s1", "speaker": "B", "start_time": 1, "end_time": 2, "words": "well"}]''')
>>> [(cases.ids, cases.references) for cases in read_cases(path)]
[(['s1'], [({'A': 'good morning hello', 'B': 'well'},)])]
>>> [(cases.ids, cases.references) for cases in read_cases(path, by_session=False)]
[(['s1 A', 's1 B'], [('good morning hello',), ('well',)])]
"""

import re
from collections.abc import Iterator

import msgspec

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats.format import Format
from murho.formats.opening import Path, decoded, line_blocks
from murho.formats.spoken import Sessions, Turn, seconds, sessions, span

_EXAMPLE = 'write a list of objects with "session_id", "speaker", "start_time", "end_time", "words"'


class _Segment(msgspec.Struct):
    session_id: str | int
    speaker: str | int
    words: str | list[str]
    start_time: float | str | None = None
    end_time: float | str | None = None


def read_cases(path: Path, *, batch: int = 8192, by_session: bool = True) -> Iterator[Cases]:
    """A case for every session, or for every speaker of a session.

    Raises:
        InputError: no list of segments in JSON, a segment that lacks a field, an end before a begin...
    """
    meeting = _read(path)
    return meeting.cases(path, batch) if by_session else meeting.cases_of_speakers(path, batch)


def read_answers(path: Path, *, batch: int = 8192, by_session: bool = True) -> Iterator[Answers]:
    """An answer for every session, or for every speaker of a session.

    Raises:
        InputError: no list of segments in JSON, a segment that lacks a field, an end before a begin...
    """
    meeting = _read(path)
    return meeting.answers(path, batch) if by_session else meeting.answers_of_speakers(path, batch)


def _read(path: Path) -> Sessions:
    lines: list[bytes] = []
    for first, block in line_blocks(path):
        decoded(block, path, first)  # refuses what is not UTF-8
        lines += block
    return sessions(_turns(b"\n".join(lines), path), path)


def _turns(data: bytes, path: Path) -> Iterator[Turn]:
    decode = msgspec.json.Decoder(_Segment).decode
    line = at = 0
    for segment_number, raw in enumerate(_segments(data, path), 1):
        # The decoder does not tell where a segment stands: it is looked for behind the one before.
        text = bytes(raw)
        start = data.index(text, at)
        line, at = line + data.count(b"\n", at, start), start
        try:
            segment = decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            raise InputError(f"segment {segment_number}: {error}", _EXAMPLE, path=path, line=line + 1) from None
        yield Turn(
            str(segment.session_id),
            str(segment.speaker),
            _begin(segment, path, line + 1),
            segment.words if isinstance(segment.words, str) else " ".join(segment.words),
            line + 1,
        )
        line, at = line + data.count(b"\n", at, start + len(text)), start + len(text)


def _segments(data: bytes, path: Path) -> list[msgspec.Raw]:
    try:
        return msgspec.json.decode(data, type=list[msgspec.Raw])
    except (msgspec.DecodeError, RecursionError) as error:
        found = f"no JSON list of segments: {error}" if data.strip() else "nothing at all"
        at = re.search(r"\(byte (\d+)\)", str(error))
        line = data.count(b"\n", 0, int(at[1])) + 1 if at else 1
        raise InputError(found, _EXAMPLE, path=path, line=line) from None


def _begin(segment: _Segment, path: Path, line: int) -> float | None:
    if segment.start_time is None:
        return None
    if segment.end_time is None:
        return seconds(segment.start_time, "start_time", path, line)
    return span(segment.start_time, segment.end_time, path, line)[0]


FORMAT = Format(
    name="seglst",
    title="SegLST",
    suffixes=(".seglst.json", ".seglst"),
    holds=("speakers", "text"),
    reading=lambda measure: {"by_session": measure.kind == "speakers"},
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score cpwer reference.seglst.json recognised.seglst.json",
)
