"""Subtitles, of SubRip and as WebVTT: recordings as cues with times.

Subtitles of SubRip: numbered cues, each with its times and lines of text.

A file is a recording, in a folder each is called as its file; what is said is the text of all its cues, without tags
such as `<i>` or `{\\\\an8}`. Cues that begin as WhisperX writes them, `[SPEAKER_00]: good morning`, say who speaks: for
`cpwer` a meaning is what each speaker said (`?` is nobody's), else the words of the text are labelled by it.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "talk.srt")
>>> cues = "1\\n00:00:01,000 --> 00:00:02,500\\n<i>Good</i>\\nmorning.\\n\\n2\\n00:00:03,000 --> 00:00:04,000\\nHi.\\n"
>>> _ = path.write_text(cues)
>>> [(cases.ids, cases.references) for cases in read_srt_cases(path)]
[(['1'], [('Good morning. Hi.',)])]

WebVTT: cues with their times and lines of text, in which `<v Anna>`, or `[Anna]: ` before all, says who speaks.

A file is a recording, in a folder each is called as its file. For `cpwer` a meaning is what each speaker said (`?` is
nobody's), else it is the text without tags, whose words are labelled by who says them (`--by speaker`). Headers, notes,
styles and regions are not read.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "talk.vtt")
>>> _ = path.write_text("WEBVTT\\n\\n00:01.000 --> 00:02.000\\n<v Anna>Good <b>morning</b>\\n")
>>> [cases.references for cases in read_vtt_cases(path)]
[[('Good morning',)]]
>>> [cases.references for cases in read_vtt_cases(path, by_session=True)]
[[({'Anna': 'Good morning'},)]]

Cues of subtitles: blocks of lines with blank ones between them, and in each a line of times before its text.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "talk.vtt")
>>> _ = path.write_text("WEBVTT\\n\\nNOTE by hand\\n\\n1\\n00:01.5 --> 01:00:02.000\\n<v Bob>a &amp; b\\n")
>>> list(vtt_turns(path, "talk"))
[Turn(session='talk', speaker='Bob', begin=1.5, words='a & b', line=6)]
"""

import html
import re
from collections.abc import Iterator

from murho.core.errors import InputError
from murho.core.spelling import setting
from murho.formats.format import Format
from murho.formats.opening import Path, text_lines
from murho.formats.spoken import NOBODY, Turn, readers_of_recordings, span

_TIME = r"(?:(\d+):)?(\d{1,2}):(\d{1,2}(?:[.,]\d{1,3})?)"
_TIMES = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}(?:\s.*)?")
_TAG = re.compile(r"<[^<>]*>|\{\\[^{}]*\}")
_NAMED = re.compile(r"\[(?=\s*+[^\[\]])([^\[\]]*+)\]:\s*+(.*)")
"""How WhisperX writes who speaks, `[SPEAKER_00]: good morning`."""
_VOICE = re.compile(r"<v(?:\.[^\s<>]*)?\s+([^<>]+)>")
_SKIPPED = ("NOTE", "STYLE", "REGION")
Block = list[tuple[int, str]]


def srt_turns(path: Path, session: str) -> Iterator[Turn]:
    """The cues of a file of SubRip.

    Raises:
        InputError: a cue without its times, or with an end before its begin.
    """
    for block in _blocks(path):
        begin, line, texts = _cue(block, path)
        speaker, words = _named(_plain(" ".join(texts)))
        yield Turn(session, speaker, begin, words, line)


def vtt_turns(path: Path, session: str) -> Iterator[Turn]:
    """The cues of a file of WebVTT, one turn for each voice in it.

    Raises:
        InputError: no header, a cue without its times, or with an end before its begin.
    """
    blocks = _blocks(path)
    header = next(blocks, [(1, "")])
    if not re.match(r"WEBVTT(\s|$)", header[0][1]):
        todo = f"write WEBVTT into the first line; for subtitles without it give {setting('format')}srt"
        raise InputError("no header of WebVTT", todo, path=path, line=header[0][0])
    for block in blocks:
        if block[0][1].split(maxsplit=1)[0] in _SKIPPED:
            continue
        begin, line, texts = _cue(block, path)
        before, *voices = _VOICE.split(" ".join(texts))
        if words := _plain(before):
            speaker, words = _named(html.unescape(words))
            yield Turn(session, speaker, begin, words, line)
        for speaker, text in zip(voices[::2], voices[1::2], strict=True):
            yield Turn(session, html.unescape(speaker.strip()), begin, html.unescape(_plain(text)), line)


def _blocks(path: Path) -> Iterator[Block]:
    block: Block = []
    for number, line in text_lines(path):
        if line.strip():
            block.append((number, line))
        elif block:
            yield block
            block = []
    if block:
        yield block


def _cue(block: Block, path: Path) -> tuple[float, int, list[str]]:
    """When a cue begins, the line of its times, and its lines of text."""
    for at, (number, line) in enumerate(block[:2]):  # its number or name may stand before
        if times := _TIMES.fullmatch(line):
            hours = [
                float(hour or 0) * 3600 + float(minute) * 60 for hour, minute in (times.group(1, 2), times.group(4, 5))
            ]
            ends = [
                whole + float(second.replace(",", ".")) for whole, second in zip(hours, times.group(3, 6), strict=True)
            ]
            return span(ends[0], ends[1], path, number)[0], number, [text for _, text in block[at + 1 :]]
    number, line = next((one for one in block[:2] if "-->" in one[1]), block[0])
    todo = "write the times of every cue above its text, as in 00:00:01.000 --> 00:00:02.500"
    what = "times that cannot be read" if "-->" in line else "a cue without times"
    raise InputError(f"{what}, {line[:40]!r}", todo, path=path, line=number)


def _named(text: str) -> tuple[str, str]:
    """Who speaks by the beginning of the text, and what is said."""
    named = _NAMED.fullmatch(text)
    return (named[1].strip(), named[2]) if named else (NOBODY, text)


def _plain(text: str) -> str:
    return " ".join(_TAG.sub("", text).split())


read_srt_cases, read_srt_answers = readers_of_recordings(".srt", srt_turns)

FORMAT_SRT = Format(
    name="srt",
    title="Subtitles (SubRip)",
    suffixes=(".srt",),
    holds=("text", "speakers"),
    reading=lambda measure: {"by_session": measure.kind == "speakers"},
    read_cases=read_srt_cases,
    read_answers=read_srt_answers,
    example="murho score words reference.srt recognised.srt --normalize 'lower|no_punctuation'",
)
read_vtt_cases, read_vtt_answers = readers_of_recordings(".vtt", vtt_turns)

FORMAT_VTT = Format(
    name="vtt",
    title="Subtitles (WebVTT)",
    aliases=("webvtt",),
    suffixes=(".vtt",),
    holds=("text", "speakers"),
    reading=lambda measure: {"by_session": measure.kind == "speakers"},
    read_cases=read_vtt_cases,
    read_answers=read_vtt_answers,
    example="murho score cpwer reference.vtt recognised.vtt",
)
