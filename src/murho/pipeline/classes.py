"""Precision, recall and F1 of each label, and what is taken for what: from the judgements that make the figure.

>>> from murho.measures import measure
>>> book = Classes()
>>> rows = measure("labels").judge([("a",), ("a",), ("b",)], [("a",), ("b",), ("b",)])
>>> book.add(measure("labels"), rows, [1, 1, 1])
>>> [(one.label, one.precision, one.recall) for one in book.scores()], book.as_json()["confusion"]
([('a', 1.0, 0.5), ('b', 0.5, 1.0)], [{'gold': 'a', 'given': 'b', 'importance': 1.0}])
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.errors import UsageError
from murho.core.exact import totals
from murho.core.judgement import Judgements
from murho.core.moments import Number
from murho.core.profile import encode
from murho.measures import Measure
from murho.measures.labels import ClassScore


class Pair(NamedTuple):
    """A right label and the one given for it."""

    mass: Number
    """Σ ρ."""
    first: tuple[int, int]
    """The place in the suite of the first case that has it, and the number of its row in that case."""


class Classes:
    """Exact sums of ρ by what was right and what was given, that add up in any order."""

    def __init__(self) -> None:
        self.pairs: dict[tuple[str, str], Pair] = {}

    def add(self, how: Measure, rows: Judgements, weights: ArrayLike, places: Sequence[int] | None = None) -> None:
        """Take in a judged batch; `weights` (cases,) is ρ, `places` (cases,) says where in the suite the cases stand.

        Raises:
            UsageError: the measure does not judge labels.
        """
        if not {"gold", "given"} <= rows.labels.keys():
            raise UsageError(f"{how} knows no classes; they are those of the measure labels")
        codes, pairs = _encoded(rows)
        rho = np.asarray(weights, np.float64)[rows.case]
        firsts = np.unique(codes, return_index=True)[1].tolist()
        for (pair, mass), row in zip(zip(pairs, totals(codes, rho, len(pairs)), strict=True), firsts, strict=True):
            case = int(rows.case[row])
            place = case if places is None else int(places[case])
            self._add(pair, Pair(mass, (place, row - int(np.searchsorted(rows.case, case)))))

    def __iadd__(self, other: "Classes") -> "Classes":
        for pair, more in other.pairs.items():
            self._add(pair, more)
        return self

    def _add(self, pair: tuple[str, str], more: "Pair") -> None:
        old = self.pairs.get(pair)
        self.pairs[pair] = more if old is None else Pair(old.mass + more.mass, min(old.first, more.first))

    def scores(self) -> list[ClassScore]:
        """One for each label, those of most importance first; ⊥ and ∅ are listed as labels that were given."""
        right, given, gold = (defaultdict[str, Number](int) for _ in range(3))
        for (correct, said), (mass, _) in self.pairs.items():
            gold[correct] += mass
            given[said] += mass
            right[correct] += mass * (correct == said)
        names = sorted({**gold, **given}, key=lambda name: (-gold[name], name))
        return [ClassScore(name, float(right[name]), float(given[name]), float(gold[name])) for name in names]

    def as_json(self) -> dict[str, Any]:
        """`classes`, and `confusion`: what was given instead of the right label, the heaviest first, of equals the
        one that the suite has first.
        """
        wrong = sorted((-found.mass, found.first, pair) for pair, found in self.pairs.items() if pair[0] != pair[1])
        return {
            "classes": [
                {
                    "label": one.label,
                    "precision": one.precision,
                    "recall": one.recall,
                    "f1": one.f1,
                    "right": one.right,
                    "given": one.given,
                    "gold": one.gold,
                }
                for one in self.scores()
            ],
            "confusion": [
                {"gold": gold, "given": given, "importance": float(-mass)} for mass, _, (gold, given) in wrong
            ],
        }


def _encoded(rows: Judgements) -> tuple[NDArray[np.int64], list[tuple[str, str]]]:
    """The number of the pair of each row, and the pairs in the order of their numbers."""
    gold, right = encode(rows.labels["gold"])
    given, said = encode(rows.labels["given"])
    keys, codes = np.unique(gold * len(said) + given, return_inverse=True)
    return codes, [(right[key // len(said)], said[key % len(said)]) for key in keys.tolist()]
