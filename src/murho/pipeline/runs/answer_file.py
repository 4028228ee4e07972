"""A file of answers as one side of a comparison, as a run is: for those who have files and no runs."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from murho.core.case import Answers, Cases, join
from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.formats.join import join_answers
from murho.measures import Measure
from murho.pipeline.sources import Extra, pairs_of, read_cases, short_digest, whole_trees
from murho.store import Signed

if TYPE_CHECKING:
    from murho.measures.dependencies.dependencies import dependencies


@dataclass(frozen=True, eq=False)
class AnswerFile:
    """What a file answers to the cases of another; offers what `murho.pipeline.runs.compare.Side` asks for."""

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
    pairs, counted = pairs_of(references, answers, format_name, measure, extra=extra)
    batches = list(pairs)
    return AnswerFile(
        Path(answers),
        Path(references),
        join([cases for cases, _ in batches] or [Cases([], [], [])]),
        join_answers([answered for _, answered in batches] or [Answers([], [])]),
        tuple(counted.notes),
    )
