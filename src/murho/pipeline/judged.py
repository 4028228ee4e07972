"""Judging while answers arrive: every answer is judged once under every measure, when it comes.

Trees that a measure refuses become ⊥ with the reason, so that a wrong one costs its sentence and not the whole run. A
system that is being asked may answer one sentence with no tree, or with the tree of another text, and all others
rightly. In a recorded file the same is an error with its line: the file is not what it was taken for.

>>> from murho.measures import measure
>>> tree = "1\\tGo\\tgo\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n"
>>> cases = Cases(["s1", "s2"], ["Go", "Come"], [(tree,), (tree.replace("Go", "Come"),)], places=[0, 1])
>>> judged = Judged([measure("dependencies")])
>>> said = judged.add(cases, Answers(cases.ids, [(tree,), (tree,)]))
>>> said.answers[1], said.failures[1]  # doctest: +ELLIPSIS
(UNDEFINED, "no tree of the sentence: line 1 of the answer: character 1 of 'Go': 'Go', but reference:1 has 'Come'")
>>> judged.last.rows.undefined.tolist()
[False, True]
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, MeaningError
from murho.core.judgement import Judgements, join_rows
from murho.core.meaning import UNDEFINED
from murho.measures import Measure
from murho.measures.dependencies.segments import SAME_TEXT
from murho.pipeline.score import judge, settled
from murho.systems import Recorded

_SPLIT = "where it splits the text otherwise, score whole files: murho score dependencies, murho compare --references"


class Part(NamedTuple):
    """The rows of some cases under one measure."""

    places: NDArray[np.int64]
    """Where the cases stand in the suite."""
    rows: Judgements


class Judged:
    """The judgements of all answers that came, part by part."""

    def __init__(self, measures: Sequence[Measure]):
        self.measures = measures
        self._parts: dict[str, list[Part]] = {repr(how): [] for how in measures}
        self.last: Part | None = None
        """The last part under the first measure; None if it could not judge it."""

    def add(self, cases: Cases, said: Answers, recorded: Recorded | None = None) -> Answers:
        """Judge a part; the answers without trees that one of the measures refuses.

        What a measure cannot judge for another reason is left to `rows`, which tells when all answers are saved.

        Args:
            cases: with their places in the suite.
            said: the answers to them, in the same order.
            recorded: where they come from, if from a file.

        Raises:
            InputError: the answers are recorded, and one of them is refused.
        """
        found: dict[str, Part | None] = {}
        for how in self.measures:
            if how.kind == "tree" and how.stage is None:
                part, checked = _trees(how, cases, said, recorded)
                if checked is not said:
                    found, said = {}, checked
                found[repr(how)] = part
        for how in self.measures:
            if repr(how) not in found:
                try:
                    found[repr(how)] = _judged(how, cases, said)
                except InputError:
                    found[repr(how)] = None
        for name, known in found.items():
            if known is not None:
                self._parts[name].append(known)
        self.last = found[repr(self.measures[0])] if self.measures else None
        return said

    def rows(self, how: Measure, suite: Cases, answers: Answers) -> Judgements:
        """The rows of the whole suite under a measure, but for its open cases; what no part held is judged now.

        Raises:
            InputError: a meaning that the measure cannot judge, with its place.
        """
        parts = self._parts[repr(how)]
        known = np.flatnonzero(~suite.at_stage(how.stage).open)
        rest = np.setdiff1d(known, np.concatenate([[], *(part.places for part in parts)]))
        if len(rest) == len(suite):
            return judge(how, suite, answers)
        if len(rest) or not parts:
            cases = suite.take(rest)
            parts = [*parts, Part(rest, judge(how, cases, answers.for_cases(cases.ids)))]
        offsets = np.cumsum([0, *(len(part.places) for part in parts)])[:-1].tolist()
        order = np.argsort(np.concatenate([part.places for part in parts]), kind="stable")
        return join_rows([part.rows for part in parts], offsets).of_cases(order)


def _judged(how: Measure, cases: Cases, said: Answers) -> Part:
    """What a measure can judge of a part."""
    some = settled(how, cases)
    return Part(np.asarray(some.places, np.int64), judge(how, some, said.for_cases(some.ids)))


def _trees(how: Measure, cases: Cases, said: Answers, recorded: Recorded | None) -> tuple[Part | None, Answers]:
    """The rows of a measure of trees, and the answers with ⊥ for those that it refuses.

    Up to a tree that is refused the others are judged again, and then those behind it: each at most twice.
    """
    known = np.flatnonzero(~cases.open)
    meant = cases.settled().meant
    answers, failures = list(said.answers), list(said.failures or [None] * len(said))
    parts: list[Judgements] = []
    starts: list[int] = []
    start, refused = 0, False

    def judge_part(end: int) -> Judgements:
        return how.judge(meant[start:end], [answers[place] for place in known[start:end]])

    while start < len(known):
        end = len(known)
        try:
            rows = judge_part(end)
        except MeaningError as error:
            if error.side != "answer":  # a reference that it refuses is told when all is judged
                return None, said
            end = start + error.index
            place = known[end]
            if recorded is not None:
                raise _told(error, said.ids[place], recorded) from None
            answers[place], failures[place] = UNDEFINED, f"no tree of the sentence: {error.found}"
            refused = True
            end += 1
            try:
                rows = judge_part(end)
            except MeaningError:
                return None, said
        parts.append(rows)
        starts.append(start)
        start = end
    whole = join_rows(parts, starts) if parts else how.judge([], [])
    places = np.asarray(cases.places, np.int64)[known]
    return Part(places, whole), replace(said, answers=answers, failures=failures) if refused else said


def _told(error: MeaningError, name: str, recorded: Recorded) -> InputError:
    path, line = recorded.place(name)
    todo = f"{error.todo}; {_SPLIT}" if error.todo == SAME_TEXT else error.todo
    return InputError(f"{name!r}: {error.found}", todo, path=path, line=line)
