"""What was said in utterances or recordings, as cases and answers: what most formats of speech come to.

>>> said = [Spoken("u1", "to bonn", 1, {"speaker": "anna"}), Spoken("u2", "yes", 2)]
>>> [(cases.ids, cases.references, cases.clusters, cases.features) for cases in cases_of(said, "text")]
[(['u1', 'u2'], [('to bonn',), ('yes',)], ['anna', None], {'speaker': ['anna', None]})]
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from murho.core.case import SPEAKER, Answers, Cases
from murho.core.errors import InputError
from murho.formats.opening import Path
from murho.formats.sessions import NOBODY, Sessions, Turn, sessions


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
    found: dict[str, Path] = {}
    for name in sorted(os.listdir(path)):
        suffix = next((suffix for suffix in suffixes if name.lower().endswith(suffix)), None)
        if suffix is None:
            continue
        if (called := name[: -len(suffix)]) in found:
            raise InputError(f"two files called {called!r}", "leave one of them in the folder", path=path)
        found[called] = os.path.join(os.fspath(path), name)
    if not found:
        wanted = ", ".join(f"*{suffix}" for suffix in suffixes)
        raise InputError(f"a folder without a file {wanted}", "name another folder, or a file", path=path)
    return list(found.items())


def whole_texts(meeting: Sessions) -> list[Spoken]:
    """What was said in each recording, whoever said it, in order of time, and who said each word of it."""
    found = []
    for name, speakers in meeting.turns.items():
        turns: Sequence[Turn] = sorted(
            (turn for one in speakers.values() for turn in one), key=lambda turn: (turn.begin or 0.0, turn.line)
        )
        text = " ".join(turn.words for turn in turns if turn.words)
        by_word = [turn.speaker for turn in turns for _ in turn.words.split()]
        found.append(Spoken(name, text, turns[0].line, speakers=None if set(speakers) == {NOBODY} else by_word))
    return found


def cases_of_recordings(meeting: Sessions, path: Path, batch: int, by_session: bool) -> Iterator[Cases]:
    """A case for each recording: what each speaker said (`by_session`), or its text, whose words know who says them."""
    return meeting.cases(path, batch) if by_session else cases_of(whole_texts(meeting), path, batch)


def answers_of_recordings(meeting: Sessions, path: Path, batch: int, by_session: bool) -> Iterator[Answers]:
    """An answer for each recording: what each speaker said (`by_session`), or its text."""
    return meeting.answers(path, batch) if by_session else answers_of(whole_texts(meeting), path, batch)
