"""Words and characters: the errors of a recogniser.

    WA = 100 · (1 − (W_S + W_I + W_D) / W) %        W: words in the reference; Levenshtein, equal costs

In murho's terms `1 − π` with loss = errors and units = words of the reference (after the 1996 paper on a spoken train
time-table system). Insertions can make the errors outnumber the words: π is not bounded by 1.

>>> judged = words().judge([("i want to go to berlin",), ("",)], [("want to go to bonn",), ("uh",)])
>>> judged.loss.tolist(), judged.units.tolist(), judged.counts["insertions"].tolist()
([2.0, 1.0], [6.0, 0.0], [0, 1])

Empty references, ⊥ and several references: `murho.measures.sequences`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from murho.core.errors import MeaningError
from murho.core.judgement import Judgements
from murho.core.meaning import Answered, Meanings
from murho.measures.alignment import count_texts, count_tokens
from murho.measures.sequences import judge_sequences


@dataclass(frozen=True, repr=False)
class words:  # noqa: N801  a measure is typed and printed in lower case
    """Word errors against words of the reference, split at white space."""

    bounded = False
    fixed_units = True
    kind = "text"

    def __repr__(self) -> str:
        return "words"

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case with counts substitutions, deletions, insertions, hits, units."""
        return judge_sequences(references, answers, _text, count_texts)


@dataclass(frozen=True, repr=False)
class characters:  # noqa: N801
    """Character errors against characters of the reference; white space between words is one character."""

    bounded = False
    fixed_units = True
    kind = "text"

    def __repr__(self) -> str:
        return "characters"

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case with counts substitutions, deletions, insertions, hits, units."""

        def spelled(value: object, index: int, side: str) -> list[str]:
            return list(" ".join(_text(value, index, side).split()))

        return judge_sequences(references, answers, spelled, count_tokens)


def _text(value: object, index: int, side: str) -> str:
    if isinstance(value, str):
        return value
    raise MeaningError(index, side, f"{side} {value!r} is not a text", 'a text is a string, as in ["to berlin"]')
