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
>>> judged.last["dependencies"].rows.undefined.tolist()
[False, True]
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, MeaningError, UsageError
from murho.core.judgement import Judgements, join_rows
from murho.core.meaning import UNDEFINED
from murho.formats.digest import files_of
from murho.measures import Measure
from murho.measures.dependencies.reading import SAME_TEXT
from murho.pipeline.runs.show import answers_to
from murho.pipeline.scoring.judge import judge, settled
from murho.plugs import close_to
from murho.store import Judging, Run
from murho.systems import Composed, Recorded, System

_SPLIT = "where it splits the text otherwise, score whole files: murho score dependencies, murho compare --references"


class Part(NamedTuple):
    """The rows of some cases under one measure."""

    cases: Cases
    """Those that are not open under it, with their places in the suite."""
    rows: Judgements
    """Their judgements, `case` counted within the part."""


class Judged:
    """The judgements of all answers that come, part by part; they are kept in the run, if there is one.

    Those of the measures `elsewhere` are made by others, and taken over (`take`).
    """

    def __init__(self, measures: Sequence[Measure], run: Run | None = None, elsewhere: Sequence[Measure] = ()):
        self.measures, self._run = measures, run
        self._here = [measure for measure in measures if measure not in elsewhere]
        self._done: dict[str, NDArray[np.bool_]] = {}
        self._kept: dict[str, Judging] = {}
        self.last: dict[str, Part] = {}
        """The last part by measure, but for those that could not judge it."""

    def add(self, cases: Cases, answers: Answers, recorded: Recorded | None = None) -> Answers:
        """Judge a part; returns the answers, with ⊥ for each tree that one of the measures refuses.

        What a measure cannot judge for another reason is left to `complete`, which tells when all answers are saved.

        Args:
            cases: with their places in the suite.
            answers: the answers to them, in the same order.
            recorded: where they come from, if from a file.

        Raises:
            InputError: the answers are recorded, and one of them is refused.
        """
        parts: dict[str, Part | None] = {}
        for measure in self._here:
            if measure.kind == "tree" and measure.stage is None:
                part, checked = _trees(measure, cases, answers, recorded)
                if checked is not answers:
                    parts, answers = {}, checked  # measures before it have judged a tree that is ⊥ now: once more below
                parts[repr(measure)] = part
        for measure in self._here:
            if repr(measure) not in parts:
                try:
                    parts[repr(measure)] = _judged(measure, cases, answers)
                except InputError:
                    parts[repr(measure)] = None
        self.last = {name: part for name, part in parts.items() if part is not None}
        self.take({name: (np.asarray(part.cases.places, np.int64), part.rows) for name, part in self.last.items()})
        return answers

    def take(self, rows: Mapping[str, tuple[NDArray[np.int64], Judgements]]) -> None:
        """Take over what was judged elsewhere: by measure, the rows of the cases at these places, (cases,)."""
        for measure in self.measures:
            if repr(measure) in rows:
                self._keep(measure, *rows[repr(measure)])

    def _keep(self, measure: Measure, places: NDArray[np.int64], rows: Judgements) -> None:
        if self._run is not None and len(places):
            self._done_under(self._run, measure)[places] = True
            self._kept_in(self._run, measure).add(places, rows)

    def _done_under(self, run: Run, measure: Measure) -> NDArray[np.bool_]:
        """Which cases of the suite are judged under a measure, (cases,)."""
        if repr(measure) not in self._done:
            self._done[repr(measure)] = np.zeros(len(run.suite()), bool)
        return self._done[repr(measure)]

    def _kept_in(self, run: Run, measure: Measure) -> Judging:
        if repr(measure) not in self._kept:
            self._kept[repr(measure)] = run.judging(repr(measure), files_of(measure))
        return self._kept[repr(measure)]

    def complete(self, measure: Measure) -> None:
        """Judge all other cases of the run under a measure, but for its open ones, and close its judgements.

        Raises:
            InputError: a meaning that the measure cannot judge, with its place.
        """
        run = self._run
        assert run is not None
        done = self._done_under(run, measure)
        batches: Iterable[Cases] = run.suite().batches()
        if measure.stage is not None and not done.all():
            batches = [run.cases()]  # whether a stage answered at all can be told of all answers only
        for cases in batches:
            places = np.asarray(range(len(cases)) if cases.places is None else cases.places, np.int64)
            if done[places].all():
                continue
            rest = cases.take(np.flatnonzero(~done[places]))
            if len(known := settled(measure, rest)):
                rows = judge(measure, known, answers_to(run, known))
                self._keep(measure, np.asarray(known.places, np.int64), rows)
        self._kept_in(run, measure).close()


def _judged(measure: Measure, cases: Cases, answers: Answers) -> Part:
    """The rows of those cases of a part that are not open under the measure."""
    known = settled(measure, cases)
    return Part(known, judge(measure, known, answers if len(known) == len(cases) else answers.for_cases(known.ids)))


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
    return Part(cases.settled(), joined), replace(answers, answers=meanings, failures=failures) if refused else answers


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
