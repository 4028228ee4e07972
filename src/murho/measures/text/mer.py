"""Match error rate: the share of all matches, right and wrong, that are wrong.

>>> mer().judge([("no",)], [("oh no no",)]).units.tolist()
[3]
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from murho.core.judgement import Judgements
from murho.core.meaning import Answered, Meanings
from murho.measures.interface import Record
from murho.measures.text.word_rows import JudgesWords, as_rows, counted

if TYPE_CHECKING:
    from murho.core.case import Cases


@dataclass(frozen=True)
class mer(JudgesWords):  # noqa: N801  a measure is typed and printed in lower case
    """Match error rate: errors against hits and errors together (Morris, Maier and Green, Interspeech 2004)."""

    bounded = True

    @property
    def fixed_units(self) -> bool:
        """False: insertions are units too."""
        return False

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case with counts substitutions, deletions, insertions, hits, units (of the reference)."""
        compared = self.compare(references, answers)
        return compared.judged(compared.counts.errors, compared.counts.errors + compared.counts.hits)

    def judge_words(
        self, references: Sequence[Meanings], answers: Sequence[Answered], cases: "Cases | None" = None
    ) -> Judgements:
        """A row for each match, right or wrong."""
        rows = list(self.steps_of_words(references, answers))
        return as_rows(rows, counted(rows, "SDI"), counted(rows, "SDI="), answers)


MEASURE = Record(
    make=mer,
    name="mer",
    aliases=("match_error_rate",),
    title="Matches of words",
    loss="match error rate",
    accuracy="match accuracy",
    example="mer(normalize='lower')",
)
