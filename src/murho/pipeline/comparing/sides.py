"""The sides of a comparison: runs, or files of answers for those who have no runs; and the cases that they share."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from murho.core.case import Answers, Cases, join
from murho.core.errors import InputError, UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import meaning_set
from murho.formats.digest import files_of
from murho.formats.join import join_answers
from murho.measures import Measure
from murho.pipeline.runs.show import labels_of_words
from murho.pipeline.scoring.judge import judge
from murho.pipeline.sources import Extra, Pairing, pairs_of, read_cases, short_digest, whole_trees
from murho.store import Run, Signed

if TYPE_CHECKING:
    from murho.measures.dependencies.dependencies import dependencies


class Side(Protocol):
    """One of two systems: a run, or files."""

    @property
    def path(self) -> Path:
        """Where it comes from."""

    @property
    def record(self) -> Mapping[str, Any]:
        """What is on record of it, if anything is."""

    @property
    def signed(self) -> Signed:
        """Who answered what, as signatures name it."""

    def cases(self) -> Cases:
        """The whole suite."""

    def answers(self) -> Answers:
        """All answers given, by the cases that were asked."""

    def judgements(self, measure: str, cases: Cases, files: Mapping[str, str]) -> Judgements | None:
        """The rows of a measure in the order of the whole suite, where they are saved; `files` are those it reads."""


@dataclass(frozen=True, eq=False)
class AnswerFile:
    """What a file answers to the cases of another; offers what a `Side` has."""

    path: Path
    references: Path
    suite: Cases
    given: Answers
    notes: tuple[str, ...] = ()
    """What reading both guessed, left out, or dealt out otherwise than it stood."""

    @property
    def record(self) -> Mapping[str, Any]:
        """Nothing is on record of who wrote a file."""
        return {}

    @property
    def signed(self) -> Signed:
        """Both files by their digests."""
        return Signed(short_digest(str(self.path)), short_digest(str(self.references)))

    def cases(self) -> Cases:
        """The whole suite."""
        return self.suite

    def answers(self) -> Answers:
        """All answers; a file is asked every case, and those that it lacks are UNDEFINED."""
        return self.given

    def judgements(self, measure: str, cases: Cases, files: Mapping[str, str]) -> Judgements | None:
        """None, for a file keeps no judgements: they are made."""
        return None


@dataclass(frozen=True, eq=False)
class TreeFile(AnswerFile):
    """Trees for the text of another file, which need not have the same sentences: each is judged as part of a whole."""

    _: KW_ONLY
    of_trees: "dependencies"
    format_name: str

    def judgements(self, measure: str, cases: Cases, files: Mapping[str, str]) -> Judgements:
        """The judgements of the gold sentences, of the whole file at once."""
        from murho.pipeline.scoring.tree_files import judge_files

        of_trees = self.of_trees.finer() if measure == repr(self.of_trees.finer()) else self.of_trees
        return judge_files(of_trees, str(self.references), str(self.path), self.format_name)


def answer_file(
    measure: Measure, references: str, answers: str, *, format_name: str | None = None, extra: Extra | None = None
) -> AnswerFile:
    """The answers of a file to the cases of `references`, as `measure` reads both.

    Raises:
        UsageError: one of them is standard input, which cannot be read again for the next system.
    """
    if "-" in (references, answers):
        raise UsageError("files are compared one with another: standard input cannot be read again")
    if measure.over_files is measure and (trees := whole_trees(measure, references, answers, format_name)) is not None:
        suite = join(list(read_cases(references, trees[1], measure)))
        # Sentences may be cut otherwise, and then no answer belongs to one of them: `judgements` reads the files.
        given = Answers(suite.ids, [()] * len(suite))
        return TreeFile(Path(answers), Path(references), suite, given, of_trees=trees[0], format_name=trees[1])
    pairs, counted = pairs_of(references, answers, Pairing(format_name, extra=extra), measure)
    batches = list(pairs)
    return AnswerFile(
        Path(answers),
        Path(references),
        join([cases for cases, _ in batches] or [Cases([], [], [])]),
        join_answers([answered for _, answered in batches] or [Answers([], [])]),
        tuple(counted.notes),
    )


def labels_of_side(side: Side) -> Collection[str]:
    """The names of the labels that words of its suite have."""
    return labels_of_words(side) if isinstance(side, Run) else side.cases().labels


Judged = dict[tuple[str, str, tuple[str, ...]], tuple[Answers, Judgements]]
"""Answers and judgements of the sides, by path, measure and cases: several systems are judged once."""


def answered(side: Side, measure: Measure, cases: Cases, judged: Judged) -> tuple[Answers, Judgements]:
    """The answers of a side to the cases, and their judgements."""
    key = str(side.path), repr(measure), tuple(cases.ids)
    if key not in judged:
        answers = side.answers().at_stage(measure.stage).for_cases(cases.ids)
        judged[key] = answers, judged_by(side, measure, cases, answers)
    return judged[key]


def judged_by(side: Side, measure: Measure, cases: Cases, answers: Answers) -> Judgements:
    """The judgements of a side, in the order of the cases: saved ones where they hold all of these, else new ones."""
    suite = side.cases()
    index = {name: i for i, name in enumerate(suite.ids)}
    if (
        all(name in index for name in cases.ids)
        and (saved := side.judgements(repr(measure), suite, files_of(measure))) is not None
    ):
        return saved.of_cases(np.array([index[name] for name in cases.ids], np.int64))
    return judge(measure, cases, answers)


def asked_of_both(a: Side, b: Side, missing: str, stage: str | None) -> tuple[Cases, tuple[int, int, int]]:
    """The cases that are compared; how many both were asked, A alone, and B alone.

    A case of which nobody has said what it means cannot be compared, and is refused.
    """
    ours, theirs = a.cases().at_stage(stage), b.cases().at_stage(stage)
    index = {name: i for i, name in enumerate(ours.ids)}
    for i, name in enumerate(theirs.ids):
        if name in index and meaning_set(ours.meant[index[name]]) != meaning_set(theirs.meant[i]):
            raise InputError(
                f"case {name!r} has another reference in {b.path} than in {a.path}", "compare runs of the same suite"
            )
    asked_a, asked_b = set(a.answers().ids), set(b.answers().ids)
    both = len(asked_a & asked_b)
    asked = both, len(asked_a) - both, len(asked_b) - both
    if not any(name in index for name in theirs.ids):
        raise InputError(f"{a.path} and {b.path} have no case in common", "compare runs of the same suite")
    if not both:
        raise nothing_shared(a, b)
    wanted = asked_a & asked_b if missing == "shared" else asked_a | asked_b  # who asked neither knows of neither
    chosen = ours.take([i for i, name in enumerate(ours.ids) if name in wanted])
    more = [i for i, name in enumerate(theirs.ids) if name in wanted and name not in index]
    return join([chosen, theirs.take(more)]) if more else chosen, asked


def asked_of_all(sides: Sequence[Side], missing: str, stage: str | None) -> Cases:
    """The cases that every pair with the first is compared on; of `undefined`, those that some pair is.

    Raises:
        InputError: two of them share no case, or a case has another reference in one of them.
    """
    cases, *others = (asked_of_both(sides[0], other, missing, stage)[0] for other in sides[1:])
    for other in others:
        known = set(cases.ids)
        if missing == "shared":
            both = known & set(other.ids)
            cases = cases.take([i for i, name in enumerate(cases.ids) if name in both])
        elif more := [i for i, name in enumerate(other.ids) if name not in known]:
            cases = join([cases, other.take(more)])
    return cases


def nothing_shared(a: Side, b: Side) -> InputError:
    """The error of two sides that no case was asked of together."""
    return InputError(f"{a.path} and {b.path} share no case that both were asked", "let the same `murho run` go on")
