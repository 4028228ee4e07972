"""Judging while answers arrive: every answer is judged once under every measure, when it comes.

Trees that a measure refuses become ⊥ with the reason, so that a wrong one costs its sentence and not the whole run. A
system that is being asked may answer one sentence with no tree, or with the tree of another text, and all others
rightly. In a recorded file the same is an error with its line: the file is not what it was taken for.

>>> from murho.measures import measure
>>> tree = "1\\tGo\\tgo\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n"
>>> cases = Cases(["s1", "s2"], ["Go", "Come"], [(tree,), (tree.replace("Go", "Come"),)], places=[0, 1])
>>> judged = Judged([measure("dependencies")])
>>> answers = judged.add(cases, Answers(cases.ids, [(tree,), (tree,)]))
>>> answers.answers[1], answers.failures[1]  # doctest: +ELLIPSIS
(UNDEFINED, "no tree of the sentence: line 1 of the answer: character 1 of 'Go': 'Go', but reference:1 has 'Come'")
>>> judged.last.rows.undefined.tolist()
[False, True]
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, MeaningError, UsageError
from murho.core.judgement import Judgements, join_rows
from murho.core.meaning import UNDEFINED
from murho.measures import Measure
from murho.measures.dependencies.segments import SAME_TEXT
from murho.pipeline.scoring.score import judge, settled
from murho.plugs import close_to
from murho.systems import Composed, Recorded, System

_SPLIT = "where it splits the text otherwise, score whole files: murho score dependencies, murho compare --references"


class Part(NamedTuple):
    """The rows of some cases under one measure."""

    places: NDArray[np.int64]
    """Where the cases stand in the suite, (cases,)."""
    rows: Judgements
    """Their judgements, `case` counted within the part."""


class Judged:
    """The judgements of all answers that came, part by part."""

    def __init__(self, measures: Sequence[Measure]):
        self.measures = measures
        self._parts: dict[str, list[Part]] = {repr(measure): [] for measure in measures}
        self.last: Part | None = None
        """The last part under the first measure; None if it could not judge it."""

    def add(self, cases: Cases, answers: Answers, recorded: Recorded | None = None) -> Answers:
        """Judge a part; returns the answers, with ⊥ for each tree that one of the measures refuses.

        What a measure cannot judge for another reason is left to `rows`, which tells when all answers are saved.

        Args:
            cases: with their places in the suite.
            answers: the answers to them, in the same order.
            recorded: where they come from, if from a file.

        Raises:
            InputError: the answers are recorded, and one of them is refused.
        """
        parts: dict[str, Part | None] = {}
        for measure in self.measures:
            if measure.kind == "tree" and measure.stage is None:
                part, checked = _trees(measure, cases, answers, recorded)
                if checked is not answers:
                    parts, answers = {}, checked  # measures before it have judged a tree that is ⊥ now: once more below
                parts[repr(measure)] = part
        for measure in self.measures:
            if repr(measure) not in parts:
                try:
                    parts[repr(measure)] = _judged(measure, cases, answers)
                except InputError:
                    parts[repr(measure)] = None
        for name, known in parts.items():
            if known is not None:
                self._parts[name].append(known)
        self.last = parts[repr(self.measures[0])] if self.measures else None
        return answers

    def parts(self) -> dict[str, list[Part]]:
        """What was judged, by the notation of the measure."""
        return self._parts

    def take(self, parts: Mapping[str, Sequence[Part]]) -> None:
        """Take over what was judged elsewhere, by the same measures."""
        for name, more in parts.items():
            self._parts[name] += more
        first = parts.get(repr(self.measures[0]), ()) if self.measures else ()
        self.last = first[-1] if first else None

    def rows(self, measure: Measure, suite: Cases, answers: Answers) -> Judgements:
        """The rows of the whole suite under a measure, but for its open cases; what no part held is judged now.

        Raises:
            InputError: a meaning that the measure cannot judge, with its place.
        """
        parts = self._parts[repr(measure)]
        known = np.flatnonzero(~suite.at_stage(measure.stage).open)
        rest = np.setdiff1d(known, np.concatenate([[], *(part.places for part in parts)]))
        if len(rest) == len(suite):
            return judge(measure, suite, answers)
        if len(rest) or not parts:
            cases = suite.take(rest)
            parts = [*parts, Part(rest, judge(measure, cases, answers.for_cases(cases.ids)))]
        offsets = np.cumsum([0, *(len(part.places) for part in parts)])[:-1].tolist()
        order = np.argsort(np.concatenate([part.places for part in parts]), kind="stable")
        return join_rows([part.rows for part in parts], offsets).of_cases(order)


def _judged(measure: Measure, cases: Cases, answers: Answers) -> Part:
    """The rows of those cases of a part that are not open under the measure."""
    known = settled(measure, cases)
    return Part(np.asarray(known.places, np.int64), judge(measure, known, answers.for_cases(known.ids)))


def _trees(measure: Measure, cases: Cases, answers: Answers, recorded: Recorded | None) -> tuple[Part | None, Answers]:
    """The rows of a measure of trees, and the answers with ⊥ for those that it refuses.

    Up to a tree that is refused the others are judged again, and then those behind it. The rows are None where the
    measure cannot judge for another reason.

    Raises:
        InputError: FILE:LINE: the answers are recorded, and one of them is refused.
    """
    known = np.flatnonzero(~cases.open)
    meant = cases.settled().meant
    meanings, failures = list(answers.answers), list(answers.failures or [None] * len(answers))
    parts: list[Judgements] = []
    starts: list[int] = []
    start, refused = 0, False

    def judge_part(end: int) -> Judgements:
        return measure.judge(meant[start:end], [meanings[index] for index in known[start:end]])

    while start < len(known):
        end = len(known)
        try:
            rows = judge_part(end)
        except MeaningError as error:
            if error.side != "answer":  # a reference that it refuses is told when all is judged
                return None, answers
            end = start + error.index
            index = known[end]
            if recorded is not None:
                raise _told(error, answers.ids[index], recorded) from None
            meanings[index], failures[index] = UNDEFINED, f"no tree of the sentence: {error.found}"
            refused = True
            end += 1
            try:
                rows = judge_part(end)
            except MeaningError:
                return None, answers
        parts.append(rows)
        starts.append(start)
        start = end
    joined = join_rows(parts, starts) if parts else measure.judge([], [])
    places = np.asarray(cases.places, np.int64)[known]
    return Part(places, joined), replace(answers, answers=meanings, failures=failures) if refused else answers


def _told(error: MeaningError, name: str, recorded: Recorded) -> InputError:
    path, line = recorded.place(name)
    todo = f"{error.todo}; {_SPLIT}" if error.todo == SAME_TEXT else error.todo
    return InputError(f"{name!r}: {error.found}", todo, path=path, line=line)


def check_stage(measure: Measure, system: System) -> None:
    """Refuse a measure of a stage that the system does not have; of recorded answers it is known when all are read.

    >>> from murho.measures import measure
    >>> from murho.systems import Function, compose
    >>> chain = compose(Function(str.split), Function(len), names=("heard", "counted"))
    >>> check_stage(measure("words@herd"), chain)
    Traceback (most recent call last):
    murho.core.errors.UsageError: words@herd: the chain has no stage 'herd'; did you mean heard? its stages: heard, \
counted

    Raises:
        UsageError: there is no such stage.
    """
    if measure.stage is None or isinstance(system, Recorded):
        return
    names = [name for name in system.names if name] if isinstance(system, Composed) else []
    if measure.stage in names:
        return
    if not names:
        todo = f"name the stages of a chain: --system {measure.stage}=SYSTEM --then SYSTEM"
        raise UsageError(f"{measure!r}: the system has no stages with names; {todo}")
    near = close_to(measure.stage, names)
    hint = f"did you mean {near}? " if near else ""
    raise UsageError(f"{measure!r}: the chain has no stage {measure.stage!r}; {hint}its stages: {', '.join(names)}")


def with_last_stage(suite: Cases, system: System) -> Cases:
    """The cases, with their references also as those of the last stage of a chain, if that stage has a name.

    Cases that have references of their own for a stage of that name stay as they are.
    """
    name = system.names[-1] if isinstance(system, Composed) else None
    if name is None or name in suite.by_stage:
        return suite
    return replace(suite, by_stage={**suite.by_stage, name: suite.references})
