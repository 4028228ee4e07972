"""Subtitles of SubRip: numbered cues, each with its times and lines of text.

A file is a recording, in a folder each is called as its file; what is said is the text of all its cues, without tags
such as `<i>` or `{\\\\an8}`. Cues that begin as WhisperX writes them, `[SPEAKER_00]: good morning`, say who speaks: for
`cpwer` a meaning is what each speaker said (`?` is nobody's), else the words of the text are labelled by it.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "talk.srt")
>>> cues = "1\\n00:00:01,000 --> 00:00:02,500\\n<i>Good</i>\\nmorning.\\n\\n2\\n00:00:03,000 --> 00:00:04,000\\nHi.\\n"
>>> _ = path.write_text(cues)
>>> [(cases.ids, cases.references) for cases in read_cases(path)]
[(['1'], [('Good morning. Hi.',)])]
"""

from collections.abc import Iterator

from murho.core.case import Answers, Cases
from murho.formats.cues import srt_turns
from murho.formats.format import Format
from murho.formats.opening import Path
from murho.formats.spoken import answers_of_recordings, cases_of_recordings, recordings


def read_cases(path: Path, *, batch: int = 8192, by_session: bool = False) -> Iterator[Cases]:
    """A case for every recording.

    Raises:
        InputError: a cue without its times, or with an end before its begin.
    """
    return cases_of_recordings(recordings(path, ".srt", srt_turns), path, batch, by_session)


def read_answers(path: Path, *, batch: int = 8192, by_session: bool = False) -> Iterator[Answers]:
    """An answer for every recording.

    Raises:
        InputError: a cue without its times, or with an end before its begin.
    """
    return answers_of_recordings(recordings(path, ".srt", srt_turns), path, batch, by_session)


FORMAT = Format(
    name="srt",
    title="Subtitles (SubRip)",
    suffixes=(".srt",),
    holds=("text", "speakers"),
    reading=lambda measure: {"by_session": measure.kind == "speakers"},
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score words reference.srt recognised.srt --normalize 'lower|no_punctuation'",
)
