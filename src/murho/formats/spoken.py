"""Speech as cases and answers: utterances, recordings in which several speak, and times.

What was said in utterances or recordings, as cases and answers: what most formats of speech come to.

>>> said = [Spoken("u1", "to bonn", 1, {"speaker": "anna"}), Spoken("u2", "yes", 2)]
>>> [(cases.ids, cases.references, cases.clusters, cases.features) for cases in cases_of(said, "text")]
[(['u1', 'u2'], [('to bonn',), ('yes',)], ['anna', None], {'speaker': ['anna', None]})]

Sessions: what each of several speakers said, put together from turns that may overlap.

>>> turns = [Turn("s1", "B", 4.0, "hello", 2), Turn("s1", "A", 0.0, "good morning", 1), Turn("s1", "B", 1.0, "well", 3)]
>>> (cases,) = sessions(turns, "s.stm").cases("s.stm")
>>> cases.ids, cases.references
(['s1'], [({'B': 'well hello', 'A': 'good morning'},)])

Seconds, as files of speech have them.

>>> seconds("3.47", "begin", "said.ctm", 7)
3.47
>>> seconds("-1", "begin", "said.ctm", 7)
Traceback (most recent call last):
murho.core.errors.InputError: said.ctm:7: begin is -1; write seconds from the start of the recording, as in 12.34
"""

import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from murho.core.case import SPEAKER, Answers, Cases
from murho.core.errors import InputError
from murho.formats.join import take_answers
from murho.formats.opening import Path

_LONGEST = 1e9
"""Seconds, some thirty years: no recording is that long."""


def seconds(value: str | float, name: str, path: Path, line: int) -> float:
    """A time or a duration.

    Raises:
        InputError: it is no number, below 0, or longer than any recording.
    """
    try:
        number = float(value)
    except ValueError:
        number = math.nan  # which the next comparison refuses
    if 0 <= number < _LONGEST:
        return number
    shown = value if isinstance(value, str) else f"{value:g}"
    todo = "write seconds from the start of the recording, as in 12.34"
    raise InputError(f"{name} is {shown}", todo, path=path, line=line)


def span(begin: str | float, end: str | float, path: Path, line: int) -> tuple[float, float]:
    """Begin and end of a segment.

    Raises:
        InputError: one is no time, or the end is before the begin.
    """
    times = seconds(begin, "begin", path, line), seconds(end, "end", path, line)
    if times[1] < times[0]:
        found = f"a segment from {times[0]:g} to {times[1]:g} seconds"
        raise InputError(found, "give an end that is not before the begin", path=path, line=line)
    return times


Batch = TypeVar("Batch", Cases, Answers)
NOBODY = "?"
"""The speaker of what nobody is named for."""


class Turn(NamedTuple):
    """What a speaker said from some time on; without times turns follow each other as they are given."""

    session: str
    speaker: str
    begin: float | None
    words: str
    line: int


@dataclass(frozen=True)
class Sessions:
    """For each session and each of its speakers, both in order of appearance, the turns in order of time."""

    turns: dict[str, dict[str, list[Turn]]]

    def cases(self, path: Path, batch: int = 8192) -> Iterator[Cases]:
        """A case for every session; its meaning is an object of speakers and their words."""
        cases = Cases(
            ids=list(self.turns),
            expressions=[" ".join(_words_by_speaker(speakers).values()) for speakers in self.turns.values()],
            references=[(_words_by_speaker(speakers),) for speakers in self.turns.values()],
            path=str(path),
            lines=self._lines(),
        )
        return sliced(cases, Cases.take, batch)

    def answers(self, path: Path, batch: int = 8192) -> Iterator[Answers]:
        """An answer for every session; its meaning is an object of speakers and their words."""
        meanings = [(_words_by_speaker(speakers),) for speakers in self.turns.values()]
        return sliced(Answers(list(self.turns), meanings, path=str(path), lines=self._lines()), take_answers, batch)

    def cases_of_speakers(self, path: Path, batch: int = 8192) -> Iterator[Cases]:
        """A case for every speaker of a session, whose cluster the session is; its meaning is a text."""
        speakers = list(self._speakers())
        texts = [_words(turns) for _, _, turns in speakers]
        cases = Cases(
            ids=[f"{session} {speaker}" for session, speaker, _ in speakers],
            expressions=texts,
            references=[(text,) for text in texts],
            clusters=[session for session, _, _ in speakers],
            features={
                "session": [session for session, _, _ in speakers],
                "speaker": [speaker for _, speaker, _ in speakers],
            },
            path=str(path),
            lines=[_line(turns) for _, _, turns in speakers],
        )
        return sliced(cases, Cases.take, batch)

    def answers_of_speakers(self, path: Path, batch: int = 8192) -> Iterator[Answers]:
        """An answer for every speaker of a session; its meaning is a text."""
        speakers = list(self._speakers())
        answers = Answers(
            ids=[f"{session} {speaker}" for session, speaker, _ in speakers],
            answers=[(_words(turns),) for _, _, turns in speakers],
            path=str(path),
            lines=[_line(turns) for _, _, turns in speakers],
        )
        return sliced(answers, take_answers, batch)

    def _lines(self) -> list[int]:
        return [min(map(_line, speakers.values())) for speakers in self.turns.values()]

    def _speakers(self) -> Iterator[tuple[str, str, list[Turn]]]:
        for session, speakers in self.turns.items():
            for speaker, turns in speakers.items():
                yield session, speaker, turns


def sessions(turns: Iterable[Turn], path: Path) -> Sessions:
    """The turns put together; those that begin at one time stay in the order given.

    Raises:
        InputError: some turns of a session have times and some have not.
    """
    by_session: dict[str, dict[str, list[Turn]]] = {}
    timed: dict[str, bool] = {}
    for turn in turns:
        if timed.setdefault(turn.session, turn.begin is not None) != (turn.begin is not None):
            what = f"session {turn.session!r} has segments with and without times"
            raise InputError(what, "give all of them times, or none", path=path, line=turn.line)
        by_session.setdefault(turn.session, {}).setdefault(turn.speaker, []).append(turn)
    for speakers in by_session.values():
        for turns_of_speaker in speakers.values():
            # Stable: turns without times stay as they came.
            turns_of_speaker.sort(key=lambda turn: turn.begin or 0.0)
    return Sessions(by_session)


def _words_by_speaker(speakers: dict[str, list[Turn]]) -> dict[str, str]:
    return {speaker: _words(turns) for speaker, turns in speakers.items()}


def _line(turns: Iterable[Turn]) -> int:
    """The line of the first of these turns in the file."""
    return min(turn.line for turn in turns)


def _words(turns: Iterable[Turn]) -> str:
    return " ".join(turn.words for turn in turns if turn.words)


def sliced(rows: Batch, take: Callable[[Batch, range], Batch], batch: int) -> Iterator[Batch]:
    """One batch as several of at most so many; `take` gives the rows at some positions."""
    for start in range(0, len(rows), batch):
        yield take(rows, range(start, min(start + batch, len(rows)))) if len(rows) > batch else rows


@dataclass(frozen=True, slots=True)
class Spoken:
    """A text with its id; the speaker among its features is its cluster."""

    name: str
    text: str
    line: int
    features: Mapping[str, Any] = field(default_factory=dict)
    speakers: Sequence[str] | None = None
    """Who says each of its white-space words, where it is known."""


def cases_of(spoken: Iterable[Spoken], path: Path, batch: int = 8192) -> Iterator[Cases]:
    """A case for each, whose text is expression and reference at once."""
    for group in _batches(spoken, batch):
        names = dict.fromkeys(name for one in group for name in one.features)
        features: dict[str, Sequence[Any]] = {name: [one.features.get(name) for one in group] for name in names}
        texts = [one.text for one in group]
        speakers = [one.speakers for one in group]
        yield Cases(
            [one.name for one in group],
            texts,
            [(text,) for text in texts],
            clusters=features.get("speaker"),
            features=features,
            path=str(path),
            lines=[one.line for one in group],
            labels={SPEAKER: speakers} if any(speakers) else {},
        )


def answers_of(spoken: Iterable[Spoken], path: Path, batch: int = 8192) -> Iterator[Answers]:
    """An answer for each."""
    for group in _batches(spoken, batch):
        texts = [(one.text,) for one in group]
        yield Answers([one.name for one in group], texts, path=str(path), lines=[one.line for one in group])


def _batches(spoken: Iterable[Spoken], batch: int) -> Iterator[list[Spoken]]:
    stream = iter(spoken)
    while group := list(islice(stream, batch)):
        yield group


Turns = Callable[[Path, str], Iterable[Turn]]
"""The turns of a file, given what its session is called."""


def recordings(path: Path, suffix: str, turns: Turns) -> Sessions:
    """A file, which is the recording `1`, or a folder of files, each of which is called as it is but for its suffix.

    Raises:
        InputError: the folder has no such file, or one of `turns`.
    """
    named = named_files(path, (suffix,))
    return sessions((turn for name, file in named for turn in turns(file, name)), path)


def named_files(path: Path, suffixes: tuple[str, ...]) -> list[tuple[str, Path]]:
    """A file, which is called `1`, or those of a folder with one of these suffixes, each called as it is without it.

    Raises:
        InputError: the folder has no such file, or two of one name.
    """
    if not os.path.isdir(path):
        return [("1", path)]
    results: dict[str, Path] = {}
    for name in sorted(os.listdir(path)):
        suffix = next((suffix for suffix in suffixes if name.lower().endswith(suffix)), None)
        if suffix is None:
            continue
        if (called := name[: -len(suffix)]) in results:
            raise InputError(f"two files called {called!r}", "leave one of them in the folder", path=path)
        results[called] = os.path.join(os.fspath(path), name)
    if not results:
        wanted = ", ".join(f"*{suffix}" for suffix in suffixes)
        raise InputError(f"a folder without a file {wanted}", "name another folder, or a file", path=path)
    return list(results.items())


def whole_texts(meeting: Sessions) -> list[Spoken]:
    """What was said in each recording, whoever said it, in order of time, and who said each word of it."""
    results = []
    for name, speakers in meeting.turns.items():
        turns: Sequence[Turn] = sorted(
            (turn for speaker in speakers.values() for turn in speaker), key=lambda turn: (turn.begin or 0.0, turn.line)
        )
        text = " ".join(turn.words for turn in turns if turn.words)
        by_word = [turn.speaker for turn in turns for _ in turn.words.split()]
        results.append(Spoken(name, text, turns[0].line, speakers=None if set(speakers) == {NOBODY} else by_word))
    return results


def readers_of_recordings(
    suffix: str, turns: Turns
) -> tuple[Callable[..., Iterator[Cases]], Callable[..., Iterator[Answers]]]:
    """`read_cases` and `read_answers` of a format, made of what reads the turns of a file with this suffix.

    A meaning is what each speaker said (`by_session`), or the text, whose words know who says them.
    """

    def read_cases(path: Path, *, batch: int = 8192, by_session: bool = False) -> Iterator[Cases]:
        """A case for every recording; InputError where a file is none of the format."""
        meeting = recordings(path, suffix, turns)
        return meeting.cases(path, batch) if by_session else cases_of(whole_texts(meeting), path, batch)

    def read_answers(path: Path, *, batch: int = 8192, by_session: bool = False) -> Iterator[Answers]:
        """An answer for every recording; InputError where a file is none of the format."""
        meeting = recordings(path, suffix, turns)
        return meeting.answers(path, batch) if by_session else answers_of(whole_texts(meeting), path, batch)

    return read_cases, read_answers
