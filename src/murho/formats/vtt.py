"""WebVTT: cues with their times and lines of text, in which `<v Anna>`, or `[Anna]: ` before all, says who speaks.

A file is a recording, in a folder each is called as its file. For `cpwer` a meaning is what each speaker said (`?` is
nobody's), else it is the text without tags, whose words are labelled by who says them (`--by speaker`). Headers, notes,
styles and regions are not read.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "talk.vtt")
>>> _ = path.write_text("WEBVTT\\n\\n00:01.000 --> 00:02.000\\n<v Anna>Good <b>morning</b>\\n")
>>> [cases.references for cases in read_cases(path)], [cases.references for cases in read_cases(path, by_session=True)]
([[('Good morning',)]], [[({'Anna': 'Good morning'},)]])
"""

from collections.abc import Iterator

from murho.core.case import Answers, Cases
from murho.formats.cues import vtt_turns
from murho.formats.format import Format
from murho.formats.opening import Path
from murho.formats.spoken import answers_of_recordings, cases_of_recordings, recordings


def read_cases(path: Path, *, batch: int = 8192, by_session: bool = False) -> Iterator[Cases]:
    """A case for every recording.

    Raises:
        InputError: no header, a cue without its times, or with an end before its begin.
    """
    return cases_of_recordings(recordings(path, ".vtt", vtt_turns), path, batch, by_session)


def read_answers(path: Path, *, batch: int = 8192, by_session: bool = False) -> Iterator[Answers]:
    """An answer for every recording.

    Raises:
        InputError: no header, a cue without its times, or with an end before its begin.
    """
    return answers_of_recordings(recordings(path, ".vtt", vtt_turns), path, batch, by_session)


FORMAT = Format(
    name="vtt",
    title="Subtitles (WebVTT)",
    aliases=("webvtt",),
    suffixes=(".vtt",),
    holds=("text", "speakers"),
    reading=lambda measure: {"by_session": measure.kind == "speakers"},
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score cpwer reference.vtt recognised.vtt",
)
