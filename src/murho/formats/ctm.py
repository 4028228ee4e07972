"""Time-marked words (ctm): file, channel, begin, duration in seconds, word, perhaps a confidence.

    7654 A 11.34 0.20 YES -6.763
    7654 A * * <ALT_BEGIN>
    7654 A 12.00 0.34 UM
    7654 A * * <ALT>
    7654 A 12.00 0.34 UH
    7654 A * * <ALT_END>

By itself a file has one text for every channel of a recording, its words in order of time; its id is file and channel,
in lower case. Against the segments of an stm the words are dealt out as sclite does it: the first segment takes all
words whose middle lies before its end, the next those of the rest before its end, and so on; the last one takes all
that are left. So a word between two segments goes to the later one: `notes` tells how many did.

Alternatives become `{ UM / UH }`, with `@` for an empty one. Lines that begin with `;` are comments. Confidences must
be numbers (or NA) and are not used; two further columns (in some files type and speaker) are not read.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "said.ctm")
>>> _ = path.write_text("news 1 0.1 0.5 good\\nnews 1 2.4 0.1 morning 0.7\\nnews 1 2.6 0.2 yes\\n")
>>> [(answers.ids, answers.answers) for answers in read_answers(path)]
[(['news 1'], [('good morning yes',)])]
>>> segments = path.with_suffix(".stm")
>>> _ = segments.write_text("news 1 Ann 0 2.50 good evening\\nnews 1 Bob 2.5 3 yes\\n")
>>> [answers.answers for answers in read_answers(path, segments=segments)]
[[('good morning',), ('yes',)]]
"""

from collections.abc import Iterator, Sequence
from struct import pack, unpack
from typing import Any, NamedTuple

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.core.meaning import Meanings
from murho.formats import stm
from murho.formats.format import Beside, Format
from murho.formats.join import take_answers
from murho.formats.opening import Path, text_lines
from murho.formats.spoken import seconds, sliced

_EXAMPLE = "write file, channel, begin, duration, word, perhaps a confidence"
_BEGIN, _OR, _END = "<ALT_BEGIN>", "<ALT>", "<ALT_END>"
_CHAINED = f"write {_BEGIN}, words, {_OR}, words, {_END}, all of one channel"

Place = tuple[str, str]
"""File and channel, in lower case."""


class Word(NamedTuple):
    """A word, or alternatives, which are not torn apart."""

    line: int
    begin: float
    middle: float
    """Of alternatives the latest."""
    text: str


def read_cases(path: Path, *, batch: int = 8192) -> Iterator[Cases]:
    """A case for every channel of a recording.

    Raises:
        InputError: a line that is no word, alternatives that do not end, a negative time...
    """
    channels, names = _read(path)
    texts = [_text(words) for words in channels.values()]
    cases = Cases(
        ids=_ids(channels),
        expressions=texts,
        references=[(text,) for text in texts],
        features={
            "file": [names[channel][0] for channel in channels],
            "channel": [names[channel][1] for channel in channels],
        },
        path=str(path),
        lines=[words[0].line for words in channels.values()],
    )
    return sliced(cases, Cases.take, batch)


def read_answers(
    path: Path, *, batch: int = 8192, segments: Path | None = None, notes: list[str] | None = None
) -> Iterator[Answers]:
    """An answer for every channel of a recording or, with an stm as `segments`, for each of its segments.

    A segment of a channel that has no words at all gets no answer; words of a channel that has no segments are an
    answer without a case. `notes` gets what there is to say of the dealing.

    Raises:
        InputError: a line that is no word, alternatives that do not end, a negative time...
    """
    channels, _ = _read(path)
    if segments is not None:
        return sliced(_dealt(channels, stm.segments(segments), path, notes), take_answers, batch)
    answers: list[Meanings] = [(_text(words),) for words in channels.values()]
    lines = [words[0].line for words in channels.values()]
    return sliced(Answers(_ids(channels), answers, path=str(path), lines=lines), take_answers, batch)


def _dealt(
    channels: dict[Place, list[Word]], segments: Sequence[stm.Segment], path: Path, notes: list[str] | None
) -> Answers:
    """An answer for every segment to be scored, in the order of the segments, and one for every channel without any."""
    segments_of: dict[Place, list[stm.Segment]] = {}
    for segment in segments:
        segments_of.setdefault(segment.place, []).append(segment)
    parts: dict[int, Sequence[Word]] = {}
    outside = ignored = 0
    for channel, in_order in segments_of.items():
        if channel in channels:
            in_order.sort(key=lambda segment: segment.begin)
            for segment, part in zip(
                in_order, deal(channels[channel], [segment.end for segment in in_order]), strict=True
            ):
                parts[segment.line] = part
                # Such a segment takes its words away with it, as it does in sclite.
                if segment.ignored:
                    ignored += len(part)
                else:
                    outside += sum(not segment.begin <= word.middle <= segment.end for word in part)
    if notes is not None:
        notes += [f"words dealt to segments that are not scored: {ignored}"] if ignored else []
        notes += [f"words outside all segments, dealt to the next or the last: {outside}"] if outside else []
    answered = [segment for segment in segments if segment.line in parts and not segment.ignored]
    unsegmented = {channel: words for channel, words in channels.items() if channel not in segments_of}
    dealt_words = [parts[segment.line] for segment in answered] + list(unsegmented.values())
    return Answers(
        ids=[segment.name for segment in answered] + _ids(unsegmented),
        answers=[(_text(words),) for words in dealt_words],
        path=str(path),
        lines=[words[0].line if words else 0 for words in dealt_words],
    )


def deal(words: Sequence[Word], ends: Sequence[float]) -> list[Sequence[Word]]:
    """Words in order of time, dealt out to the segments of one channel that have these ends; the last takes the rest.

    Where the middle of a word is the end of a segment, sclite's rounding of that end to 32 bits decides, and so it does
    here: counts are to be the same.

    >>> words = [Word(i, 0.0, middle, text) for i, (middle, text) in enumerate([(0.5, "a"), (2.0, "b"), (9.0, "c")])]
    >>> [[word.text for word in part] for part in deal(words, [2.0, 4.0, 8.0])]
    [['a'], ['b'], ['c']]
    """
    parts: list[Sequence[Word]] = []
    start = 0
    for end in ends[:-1]:
        limit = unpack("f", pack("f", end))[0]
        stop = start
        while stop < len(words) and words[stop].middle < limit:
            stop += 1
        parts.append(words[start:stop])
        start = stop
    return [*parts, words[start:]]


def _ids(channels: dict[Place, list[Word]]) -> list[str]:
    return [f"{file} {channel}" for file, channel in channels]


def _text(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)


def _read(path: Path) -> tuple[dict[Place, list[Word]], dict[Place, tuple[str, str]]]:
    """The words of every channel in order of time, and how file and channel were written first."""
    channels: dict[Place, list[Word]] = {}
    names: dict[Place, tuple[str, str]] = {}
    chain: _Alternatives | None = None
    for number, line in text_lines(path):
        if not line.strip() or line.startswith(";"):
            continue
        fields = line.split()
        if not 5 <= len(fields) <= 8:
            raise InputError(f"{len(fields)} fields, where a word has 5 or 6", _EXAMPLE, path=path, line=number)
        channel = fields[0].casefold(), fields[1].casefold()
        mark = fields[4].upper()
        if chain is None and mark == _BEGIN:
            chain = _Alternatives(number, channel, [[]])
        elif chain is None and mark in (_OR, _END):
            raise InputError(f"{mark} without {_BEGIN}", _CHAINED, path=path, line=number)
        elif chain is not None and (channel != chain.channel or mark == _BEGIN):
            found = f"alternatives begun on line {chain.line} have no {_END} yet"
            raise InputError(found, _CHAINED, path=path, line=number)
        elif chain is not None and mark == _OR:
            chain.words.append([])
        elif chain is not None and mark == _END:
            channels.setdefault(channel, []).append(chain.word())
            names.setdefault(channel, (fields[0], fields[1]))
            chain = None
        else:
            word = _word(fields, path, number)
            (channels.setdefault(channel, []) if chain is None else chain.words[-1]).append(word)
            names.setdefault(channel, (fields[0], fields[1]))
    if chain is not None:
        raise InputError(f"alternatives that have no {_END}", _CHAINED, path=path, line=chain.line)
    for words in channels.values():
        words.sort(key=lambda word: word.begin)  # stable: words of one begin stay in the order of the file
    return channels, names


class _Alternatives(NamedTuple):
    """Alternatives that are being read: where they began, in which channel, and the words of each so far."""

    line: int
    channel: Place
    words: list[list[Word]]

    def word(self) -> Word:
        """All alternatives as one word, which lasts until the latest of their middles."""
        all_words = [word for words in self.words for word in words]
        begin = min((word.begin for word in all_words), default=0.0)
        middle = max((word.middle for word in all_words), default=0.0)
        # An alternative without words is written @, as NIST's tools have it.
        return Word(self.line, begin, middle, "{ " + " / ".join(_text(words) or "@" for words in self.words) + " }")


def _word(fields: Sequence[str], path: Path, number: int) -> Word:
    begin, duration = seconds(fields[2], "begin", path, number), seconds(fields[3], "duration", path, number)
    if len(fields) > 5 and fields[5].upper() != "NA":
        try:
            float(fields[5])
        except ValueError:
            found = f"confidence is {fields[5]!r}"
            raise InputError(
                found, "write a number, and each word on a line of its own", path=path, line=number
            ) from None
    return Word(number, begin, begin + duration / 2, fields[4])


def _segments(beside: Beside) -> dict[str, Any]:
    """The arguments by which the words of a ctm find the segments of the stm that they belong to, if there is one."""
    if beside.formats[0] != "stm":
        return {}
    if beside.cases == "-":
        raise UsageError("an stm is read twice where a ctm belongs to it; give a file, not standard input")
    return {"segments": beside.cases, "notes": beside.notes}


FORMAT = Format(
    name="ctm",
    title="Time-marked words (ctm)",
    suffixes=(".ctm",),
    folds_ids=True,
    partners=("stm",),
    answers_beside=_segments,
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score words reference.stm recognised.ctm",
)
