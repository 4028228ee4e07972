"""Precision, recall and F1 of each label, and what is taken for what: from the judgements that make the figure.

>>> from murho.measures import measure
>>> book = Classes()
>>> rows = measure("labels").judge([("a",), ("a",), ("b",)], [("a",), ("b",), ("b",)])
>>> book.add(measure("labels"), rows, [1, 1, 1])
>>> [(one.label, one.precision, one.recall) for one in book.scores()], book.as_json()["confusion"]
([('a', 1.0, 0.5), ('b', 0.5, 1.0)], [{'gold': 'a', 'given': 'b', 'importance': 1.0}])
"""

from collections import defaultdict
from typing import Any

from numpy.typing import ArrayLike

from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.measures import Measure
from murho.measures.labels import ClassScore, confusion


class Classes:
    """Running sums of ρ by what was right and what was given."""

    def __init__(self) -> None:
        self._pairs: dict[tuple[str, str], float] = defaultdict(float)

    def add(self, how: Measure, rows: Judgements, weights: ArrayLike) -> None:
        """Take in a judged batch; `weights` (cases,) is ρ.

        Raises:
            UsageError: the measure does not judge labels.
        """
        if not {"gold", "given"} <= rows.labels.keys():
            raise UsageError(f"{how} knows no classes; they are those of the measure labels")
        for pair, mass in confusion(rows, weights).items():
            self._pairs[pair] += mass

    def scores(self) -> list[ClassScore]:
        """One for each label, those of most importance first; ⊥ and ∅ are listed as labels that were given."""
        right, given, gold = (defaultdict[str, float](float) for _ in range(3))
        for (correct, said), mass in self._pairs.items():
            gold[correct] += mass
            given[said] += mass
            right[correct] += mass * (correct == said)
        names = sorted({**gold, **given}, key=lambda name: (-gold[name], name))
        return [ClassScore(name, right[name], given[name], gold[name]) for name in names]

    def as_json(self) -> dict[str, Any]:
        """`classes`, and `confusion`: what was given instead of the right label, the heaviest first."""
        wrong = sorted(((mass, pair) for pair, mass in self._pairs.items() if pair[0] != pair[1]), key=lambda w: -w[0])
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
            "confusion": [{"gold": gold, "given": given, "importance": mass} for mass, (gold, given) in wrong],
        }
