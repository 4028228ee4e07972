"""Sessions: what each of several speakers said, put together from turns that may overlap.

>>> turns = [Turn("s1", "B", 4.0, "hello", 2), Turn("s1", "A", 0.0, "good morning", 1), Turn("s1", "B", 1.0, "well", 3)]
>>> (cases,) = sessions(turns, "s.stm").cases("s.stm")
>>> cases.ids, cases.references
(['s1'], [({'B': 'well hello', 'A': 'good morning'},)])
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats.join import take_answers
from murho.formats.opening import Path

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
