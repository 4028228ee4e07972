"""Recorded answers as a system: what was said once, looked up by the ids of the cases.

The answers are read on only as far as needed. Where they come in the order of the cases, memory does not grow with
the file; where they do not, those that came early wait until they are asked for. A case without an answer is
UNDEFINED with the failure `missing`.

>>> saved = Answers(["q2", "q1", "q9"], [("renew",), UNDEFINED, ()], failures=[None, "timed out", None])
>>> cases = Cases(["q1", "q2", "q3"], ["", "", ""], [(), (), ()])
>>> with Recorded(lambda: [saved], "said.jsonl") as system:
...     print([(answer.answer, answer.failure) for answer in system.answer(cases)])
[(UNDEFINED, 'timed out'), (('renew',), None), (UNDEFINED, 'missing')]

An answer to which there is no case at all may be a wrong file, or a wrong id:

>>> with Recorded(lambda: [saved], "said.jsonl") as system:
...     system.refuse_extra(cases.ids)
Traceback (most recent call last):
murho.core.errors.InputError: said.jsonl: answer 'q9' has no case; check the ids, or extra=ignore
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from types import TracebackType
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.core.spelling import setting
from murho.formats import by_name, guess
from murho.systems.interface import Answer
from murho.systems.kinds import Kind

Extra = Literal["error", "ignore"]


class Recorded:
    """Answers that were given once, looked up by the ids of the cases.

    Args:
        read: gives the answers from the start, in batches, each id once; called when the system is entered.
        spec: what they are, for the record of a run: the path of the file.
        extra: what `refuse_extra` makes of answers without a case.
    """

    def __init__(self, read: Callable[[], Iterable[Answers]], spec: str, *, extra: Extra = "error"):
        self._read, self._spec, self._extra = read, spec, extra
        self._rest: Iterator[Answers] | None = None
        self._waiting: dict[str, tuple[Answers, int]] = {}
        self.notes: list[str] = []
        """What reading the answers found worth a word."""

    def describe(self) -> dict[str, Any]:
        """The settings for the record of a run."""
        return {"kind": "recorded", "spec": self._spec}

    def __enter__(self) -> Self:
        self._rest = self._noted(self._read())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._rest = None
        self._waiting = {}

    def answer(self, cases: Cases) -> Iterator[Answer]:
        """Every case of the batch, in order; one without an answer is UNDEFINED, and so is one that is asked again."""
        for position, name in enumerate(cases.ids):
            match = self._find(name)
            if match is None:
                yield Answer(position, UNDEFINED, None, "missing")
            else:
                yield _answer(position, *match)

    def refuse_extra(self, ids: Iterable[str]) -> int:
        """Read to the end and count the answers that no case asked for and whose id is not among these.

        Give the ids of the whole suite: an answer may be unasked only because that case was done before. They are gone
        through only if an answer is left, and 8 bytes kept of each: a hash, of which two ids in 2^64 share one.

        Raises:
            InputError: there is one, and they are an error.
        """
        known: NDArray[np.int64] | None = None
        extra = 0
        waiting = [(answers, [row], [name]) for name, (answers, row) in self._waiting.items()]
        unread = ((answers, range(len(answers)), answers.ids) for answers in self._opened())
        for answers, rows, names in chain(waiting, unread):
            if known is None:
                known = np.unique(np.fromiter(map(hash, ids), np.int64))
            without = ~np.isin(np.fromiter(map(hash, names), np.int64, len(names)), known)
            for at in np.flatnonzero(without).tolist():
                if self._extra == "error":
                    line = None if answers.lines is None else answers.lines[rows[at]]
                    todo = f"check the ids, or {setting('extra')}ignore"
                    found = f"answer {names[at]!r} has no case"
                    raise InputError(found, todo, path=answers.path or self._spec, line=line)
                extra += 1
        return extra

    def place(self, name: str) -> tuple[str, int | None]:
        """The file and the line of an answer, found by reading from the start."""
        for answers in self._read():
            if name in answers.ids:
                row = list(answers.ids).index(name)
                return answers.path or self._spec, None if answers.lines is None else answers.lines[row]
        return self._spec, None

    def _find(self, name: str) -> tuple[Answers, int] | None:
        while name not in self._waiting:
            answers = next(self._opened(), None)
            if answers is None:
                return None
            self._waiting.update((id_, (answers, row)) for row, id_ in enumerate(answers.ids))
        return self._waiting.pop(name)

    def _noted(self, batches: Iterable[Answers]) -> Iterator[Answers]:
        for answers in batches:
            self.notes += [note for note in answers.notes if note not in self.notes]
            yield answers

    def _opened(self) -> Iterator[Answers]:
        if self._rest is None:
            raise UsageError("recorded answers are read only inside `with`; write `with Recorded(...) as system:`")
        return self._rest


def _answer(position: int, answers: Answers, row: int) -> Answer:
    seconds = None if answers.seconds is None else answers.seconds[row]
    failure = None if answers.failures is None else answers.failures[row]
    extras = {name: column[row] for name, column in answers.extras.items() if column[row] is not None}
    return Answer(position, answers.answers[row], seconds, failure, extras)


def recorded(path: str, *, extra: Extra = "error") -> Recorded:
    """The answers in a file, whose name tells its format."""
    read = by_name(guess(path)).read_answers
    return Recorded(lambda: read(path), path, extra=extra)


SYSTEM = Kind(
    make=recorded,
    name="recorded",
    title="Recorded answers",
    takes=("extra",),
    ignores=("workers", "timeout"),  # they are there already
    is_bare=True,
    example="recorded:said.jsonl",
)
