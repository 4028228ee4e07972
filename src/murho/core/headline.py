"""The headline of a score: what can be counted, before any weight, grade or interval.

How many of how many are right, how many got no answer, how many are wrong. It is true of every system: of one that
never answers it says that nothing is right and everything without an answer, whatever a graded loss makes of that.
"Right" means that nothing was lost.

>>> counts = {"correct": 119, "total": 221, "empty": 50}
>>> of_cases = Countable("case", of="total", right="correct", empty="empty")
>>> headline([of_cases], counts, cases=221, undefined=17).sentence
'right 119 of 221 cases, no answer 17, nothing meant 50, wrong 35'
>>> words = Countable("word", of="units", right="hits", added="insertions", per_case=False)
>>> headline([words], {"hits": 1, "units": 2, "insertions": 3}, cases=5, undefined=1).sentence
'right 1 of 2 words, wrong 1, inserted 3; no answer in 1 of 5 cases'
>>> headline([], {}, cases=5, undefined=5).sentence
'no answer in 5 of 5 cases'
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Countable:
    """Which counts of a measure say how much is right."""

    unit: str
    """What is counted, in the singular: `case`, `word`, `slot`."""
    of: str
    """The count of all there is to get right."""
    right: str = ""
    """The count of what is right; empty where it is what `errors` leave."""
    errors: tuple[str, ...] = ()
    empty: str = ""
    """The count of answers that say that nothing was meant, where something was."""
    added: str = ""
    """The count of what was answered though nothing stood there: it is in no total."""
    per_case: bool = True
    """Each case is one such unit, so that a case without an answer is a unit without one."""


@dataclass(frozen=True)
class Headline:
    """What is countable of a score."""

    unit: str
    cases: int
    undefined: int
    """Cases without an answer, ⊥."""
    of: int | None = None
    """None, as `right` and `wrong`, where the measure counts nothing."""
    right: int | None = None
    wrong: int | None = None
    """Answered otherwise than is right; of units smaller than a case, those without an answer too."""
    empty: int | None = None
    """Cases answered with ∅, "this means nothing here", where something was meant; None where nobody can tell."""
    added: int | None = None

    @property
    def sentence(self) -> str:
        """All of it in words; ⊥, ∅ and wrong stand apart."""
        unanswered = f"no answer in {self.undefined:,} of {_several(self.cases, 'case')}"
        if self.right is None or self.of is None:
            return unanswered if self.undefined else f"{_several(self.cases, 'case')}, all answered"
        right, wrong = f"right {self.right:,} of {_several(self.of, self.unit)}", f"wrong {self.wrong:,}"
        if self.unit == "case":
            meant = [] if self.empty is None else [f"nothing meant {self.empty:,}"]
            return ", ".join([right, f"no answer {self.undefined:,}", *meant, wrong])
        parts = ", ".join([right, wrong, *([f"inserted {self.added:,}"] if self.added else [])])
        return f"{parts}; {unanswered}" if self.undefined else parts

    def as_json(self) -> dict[str, Any]:
        """The fields, and the sentence."""
        return {
            "sentence": self.sentence,
            "unit": self.unit,
            "of": self.of,
            "right": self.right,
            "wrong": self.wrong,
            "undefined": self.undefined,
            "empty": self.empty,
            **({} if self.added is None else {"inserted": self.added}),
        }


def headline(countables: Sequence[Countable], counts: Mapping[str, int], cases: int, undefined: int) -> Headline:
    """The headline by the first of `countables` that these counts have.

    `cases` were judged, `undefined` of them have no answer.
    """
    countable = next((each for each in countables if each.of in counts), None)
    if countable is None:
        return Headline("case", cases, undefined)
    of = int(counts[countable.of])
    right = (
        int(counts[countable.right]) if countable.right else of - sum(int(counts[name]) for name in countable.errors)
    )
    empty = int(counts[countable.empty]) if countable.empty in counts else None
    added = int(counts[countable.added]) if countable.added in counts else None
    apart = (undefined + (empty or 0)) if countable.per_case else 0
    return Headline(countable.unit, cases, undefined, of, right, of - right - apart, empty, added)


def _several(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
