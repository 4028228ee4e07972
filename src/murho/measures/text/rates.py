"""Other rates than that of word errors: match error rate, word information lost, sentences, characters.

Word information lost: 1 − H/N · H/M for H hits, N words of the references and M words of the answers.

The share of the reference that was preserved times the share of the answer that preserves something, that is recall
times precision (Morris, Maier and Green, "From WER and RIL to MER and WIL", Interspeech 2004). Sums first, ratios last.

>>> judged = wil().judge([("i want to go to berlin",)], [("want to go to bonn",)])
>>> (judged.loss / judged.units).round(4).tolist()                              # 1 − 4/6 · 4/5
[0.4667]

A product of two ratios is not one ratio of sums, but by the delta method it varies like one: with P = H²/(N·M)
preserved, the linearised deviation of case i is `e_i = P·(n_i/N + m_i/M − 2·h_i/H)`, and there are terms that add up to
1 − P and 1,

    loss_i = A·((n_i − h_i)/N + (m_i − h_i)/M)        units_i = (loss_i − e_i) / (1 − P)

where A is what makes the sum of losses 1 − P: words lost on both sides, none in a case that is right. `linearised`
writes these terms once all cases are known (times (N + M)/2, so that units are words), and everything else, weights,
clusters, intervals, is as for any ratio. It is done anew for each slice, which has its own sums.

Match error rate: the share of all matches, right and wrong, that are wrong.

>>> mer().judge([("no",)], [("oh no no",)]).units.tolist()
[3]

Sentences: whether there is any error in one.

>>> sentences().judge([("to bonn",), ("no",)], [("to bonn",), ("oh no no",)]).loss.tolist()
[0, 1]

Characters: the errors of a recogniser, letter by letter; `murho.measures.text.words` says how they are counted.

>>> characters().judge([("bonn",)], [("born",)]).loss.tolist()
[1]
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from murho.core.errors import UsageError
from murho.core.exact import rounded_totals
from murho.core.judgement import Judgements
from murho.core.meaning import Answered, Meanings
from murho.measures.interface import Linearise, Record
from murho.measures.text.options import ByErrors, OfWords, Rates, Text
from murho.measures.text.word_rows import JudgesWords, as_rows, counted
from murho.plugs import option

if TYPE_CHECKING:
    from murho.core.case import Cases


@dataclass(frozen=True)
class characters(Rates):  # noqa: N801  a measure is typed and printed in lower case
    """Character errors against characters of the reference."""

    graphemes: bool = option(
        False, help="Characters as readers see them, marks with their letters, instead of Unicode's code points."
    )
    spaces: bool | None = option(
        None,
        help="White space between words is a character too; by default it is, but not where alternatives are read "
        "(sclite -c).",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.spaces and self.reads_alternates:
            raise UsageError("characters: white space cannot be counted where alternatives are read; give spaces=False")

    @property
    def tokens(self) -> str:
        """What is compared."""
        return "graphemes" if self.graphemes else "characters"

    def _tokenised(self, text: str) -> Text:
        counted = not self.reads_alternates if self.spaces is None else self.spaces
        return self._characters((" " if counted else "").join(text.split()))

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case with counts substitutions, deletions, insertions, hits, units."""
        compared = self.compare(references, answers)
        return compared.judged(compared.counts.errors, compared.counts.units)


MEASURE_CHARACTERS = Record(
    make=characters,
    name="characters",
    aliases=("cer", "character_error_rate"),
    title="Characters",
    loss="character error rate",
    accuracy="character accuracy",
    example="characters(graphemes=True)",
)


@dataclass(frozen=True)
class sentences(ByErrors):  # noqa: N801  a measure is typed and printed in lower case
    """Sentence error: 1 for a sentence with any word error (⊥ is wrong whatever the reference), else 0."""

    bounded = True

    @property
    def fixed_units(self) -> bool:
        """True: a sentence is one unit, whatever was answered."""
        return True

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case with counts correct and total."""
        compared = self.compare(references, answers)
        wrong = (compared.counts.errors > 0) | compared.undefined
        counts = {"correct": ~wrong, "total": np.ones(len(wrong), np.int64)}
        return Judgements.of(wrong, counts=counts, undefined=compared.undefined)


MEASURE_SENTENCES = Record(
    make=sentences,
    name="sentences",
    aliases=("sentence_error_rate",),
    title="Sentences",
    loss="sentence error rate",
    accuracy="sentence accuracy",
    example="sentences(normalize='lower')",
)


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


MEASURE_MER = Record(
    make=mer,
    name="mer",
    aliases=("match_error_rate",),
    title="Matches of words",
    loss="match error rate",
    accuracy="match accuracy",
    example="mer(normalize='lower')",
)


Floats = NDArray[np.float64]


@dataclass(frozen=True)
class wil(OfWords):  # noqa: N801  a measure is typed and printed in lower case
    """Word information lost; 1 − π is word information preserved."""

    bounded = True

    @property
    def fixed_units(self) -> bool:
        """False: the words of the answers are units too."""
        return False

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case, judged by itself, with the counts of words and `given`, the words of the answer."""
        compared = self.compare(references, answers)
        hits, units = compared.counts.hits, compared.counts.units
        given = hits + compared.counts.substitutions + compared.counts.insertions
        size = (units + given) / 2
        preserved = _over(hits, units) * _over(hits, given)
        nothing = (units == 0) & (given == 0)
        judged = compared.judged(np.where(nothing, 0, (1 - preserved) * size), size)
        return replace(judged, counts={**judged.counts, "given": given})

    @property
    def linearised(self) -> Linearise:
        """How rows become terms of one ratio: what a case adds depends on the sums."""
        return self._linearised

    def _linearised(self, rows: Judgements, weights: Floats, codes: NDArray[np.int64], groups: int) -> Judgements:
        """The rows with the losses and units that add up to the value of their group."""
        rho = np.asarray(weights, np.float64)[rows.case]
        hits, meant, given = (rows.counts[name] for name in ("hits", "units", "given"))

        def summed(column: NDArray[np.int64]) -> Floats:
            return rounded_totals(codes, rho * column, groups)[codes]

        n, m, h = summed(meant), summed(given), summed(hits)
        # Without a hit nothing is preserved, also where a side has no words.
        x, y = (np.where(h > 0, _over(summed(side - hits), total), 1.0) for side, total in ((meant, n), (given, m)))
        lost, both = x + y - x * y, np.where(x + y > 0, x + y, 1.0)  # 1 − P, with x and y the shares lost
        part = np.where(lost > 0, (x * x + x * y + y * y - x * y * both) / (np.where(lost > 0, lost, 1) * both), 0.5)
        size = part * (_over(meant, n) + _over(given, m)) + (1 - 2 * part) * _over(hits, h)
        loss = lost / both * (_over(meant - hits, n) + _over(given - hits, m))
        return replace(rows, loss=loss * (n + m) / 2, units=size * (n + m) / 2)


def _over(part: NDArray[np.int64] | Floats, total: NDArray[np.int64] | Floats) -> Floats:
    """The ratio of two columns; 0 where there is nothing to divide by."""
    total = np.asarray(total, np.float64)
    return np.divide(part, total, out=np.zeros(len(total)), where=total > 0)


MEASURE_WIL = Record(
    make=wil,
    name="wil",
    aliases=("word_information_lost",),
    title="Information in words",
    loss="word information lost",
    accuracy="word information preserved",
    example="wil(normalize='lower')",
)
