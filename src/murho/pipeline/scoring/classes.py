"""Precision, recall and F1 of each label, their averages, and what is taken for what: from what makes the figure.

>>> from murho.measures import measure
>>> book = Classes()
>>> rows = measure("labels").judge([("a",), ("a",), ("b",)], [("a",), ("b",), ("b",)])
>>> book.add(measure("labels"), rows, [1, 1, 1])
>>> [(score.label, score.precision, score.recall) for score in book.scores()], book.as_json(0.95)["confusion"]
([('a', 1.0, 0.5), ('b', 0.5, 1.0)], [{'gold': 'a', 'given': 'b', 'importance': 1.0}])
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.averages import Averages, f1_averages
from murho.core.errors import UsageError
from murho.core.exact import totals
from murho.core.judgement import Judgements
from murho.core.moments import Number
from murho.core.profile import encode
from murho.measures import Measure


@dataclass(frozen=True)
class ClassScore:
    """Precision, recall and F1 of one class, and the ρ-weighted sums behind them."""

    label: str
    right: float
    given: float
    gold: float

    @property
    def precision(self) -> float | None:
        """The share of what was given this label that deserves it; None where nothing was."""
        return self.right / self.given if self.given else None

    @property
    def recall(self) -> float | None:
        """The share of what deserves this label that got it; None where nothing does."""
        return self.right / self.gold if self.gold else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall; None where nothing has or deserves the label."""
        return 2 * self.right / (self.given + self.gold) if self.given + self.gold else None


class Pair(NamedTuple):
    """A right label and the one given for it."""

    mass: Number
    """Σ ρ of the rows with this pair, exactly."""
    first: tuple[int, int]
    """The place in the suite of the first case that has it, and the number of its row in that case."""


class Classes:
    """Exact sums of ρ by what was right and what was given, that add up in any order."""

    def __init__(self) -> None:
        self.pairs: dict[tuple[str, str], Pair] = {}
        self.squares: dict[tuple[str, str], Number] = {}
        """Σ ρ² of the cases that stand alone."""
        self.alone = 0
        """How many these are."""
        self.clusters: dict[str, dict[tuple[str, str], Number]] = {}
        """Σ ρ by cluster, for cases that belong together."""
        self.finer = False
        """Whether a case had several rows: then there are no averages."""

    def add(
        self,
        measure: Measure,
        rows: Judgements,
        weights: ArrayLike,
        places: Sequence[int] | None = None,
        clusters: Sequence[str | None] | None = None,
    ) -> None:
        """Take in a judged batch.

        `weights` (cases,) is ρ, `places` (cases,) says where in the suite the cases stand, `clusters` (cases,) what
        they belong together with.

        Raises:
            UsageError: the measure does not judge labels.
        """
        if not {"gold", "given"} <= rows.labels.keys():
            raise UsageError(f"{measure} knows no classes; they are those of the measure labels")
        codes, pairs = _encoded(rows)
        rho = np.asarray(weights, np.float64)[rows.case]
        firsts = np.unique(codes, return_index=True)[1].tolist()
        for (pair, mass), row in zip(zip(pairs, totals(codes, rho, len(pairs)), strict=True), firsts, strict=True):
            case = int(rows.case[row])
            position = case if places is None else int(places[case])
            # The rows of a case stand together, so the row's number in it is its distance from the case's first one.
            self._add(pair, Pair(mass, (position, row - int(np.searchsorted(rows.case, case)))))
        self.finer = self.finer or len(rows.case) > len(np.unique(rows.case))
        if not self.finer:
            self._spread(codes, pairs, rho, [clusters[case] for case in rows.case.tolist()] if clusters else None)

    def _spread(
        self,
        codes: NDArray[np.int64],
        pairs: Sequence[tuple[str, str]],
        rho: NDArray[np.float64],
        clusters: Sequence[str | None] | None,
    ) -> None:
        """Add up what the intervals of averages need."""
        if clusters is not None:
            alone = np.array([name is None for name in clusters], bool)
            for name, code, mass in zip(clusters, codes.tolist(), rho.tolist(), strict=True):
                if name is not None:
                    _add(self.clusters.setdefault(name, {}), {pairs[code]: _exactly(mass)})
            codes, rho = codes[alone], rho[alone]
        self.alone += len(codes)
        _add(self.squares, dict(zip(pairs, totals(codes, rho * rho, len(pairs)), strict=True)))

    def __iadd__(self, other: "Classes") -> "Classes":
        for pair, more in other.pairs.items():
            self._add(pair, more)
        for name, sums in other.clusters.items():
            _add(self.clusters.setdefault(name, {}), sums)
        _add(self.squares, other.squares)
        self.alone += other.alone
        self.finer = self.finer or other.finer
        return self

    def _add(self, pair: tuple[str, str], more: "Pair") -> None:
        old = self.pairs.get(pair)
        self.pairs[pair] = more if old is None else Pair(old.mass + more.mass, min(old.first, more.first))

    def scores(self) -> list[ClassScore]:
        """The score of each label, those of most importance first; ⊥ and ∅ are listed as labels that were given."""
        right, given, gold = (defaultdict[str, Number](int) for _ in range(3))
        for (correct, answer), (mass, _) in self.pairs.items():
            gold[correct] += mass
            given[answer] += mass
            right[correct] += mass * (correct == answer)
        names = sorted({**gold, **given}, key=lambda name: (-gold[name], name))
        return [ClassScore(name, float(right[name]), float(given[name]), float(gold[name])) for name in names]

    def confusions(self) -> list[tuple[str, str, float]]:
        """The right label, what was given instead, and Σ ρ: the heaviest first, of equals what the suite has first."""
        wrong = sorted((-sums.mass, sums.first, pair) for pair, sums in self.pairs.items() if pair[0] != pair[1])
        return [(gold, given, float(-mass)) for mass, _, (gold, given) in wrong]

    def averages(self, level: float) -> Averages | None:
        """Macro and micro F1 with intervals at this level; None where rows are finer than cases, or nothing weighs."""
        if self.finer:
            return None
        from murho.measures.labels import FAILED, NOTHING  # which scoring words needs not import

        sums = {pair: float(one.mass) for pair, one in self.pairs.items()}
        squares = {pair: float(square) for pair, square in self.squares.items()}
        clusters = [{pair: float(mass) for pair, mass in one.items()} for one in self.clusters.values()]
        return f1_averages(sums, squares, self.alone, clusters, no_labels=(FAILED, NOTHING), level=level)

    def as_json(self, level: float) -> dict[str, Any]:
        """`classes`, their `averages`, and `confusion`: what was given instead of the right label."""
        averages = self.averages(level)
        return {
            **({} if averages is None else {"averages": _plain(averages)}),
            "classes": [
                {
                    "label": score.label,
                    "precision": score.precision,
                    "recall": score.recall,
                    "f1": score.f1,
                    "right": score.right,
                    "given": score.given,
                    "gold": score.gold,
                }
                for score in self.scores()
            ],
            "confusion": [
                {"gold": gold, "given": given, "importance": mass} for gold, given, mass in self.confusions()
            ],
        }


def _add(sums: dict[tuple[str, str], Number], more: Mapping[tuple[str, str], Number]) -> None:
    for pair, mass in more.items():
        if mass:
            sums[pair] = sums.get(pair, 0) + mass


def _plain(averages: Averages) -> dict[str, Any]:
    """Averages as `--json` prints them."""
    both = {"macro_f1": averages.macro, "micro_f1": averages.micro}
    plain = {
        name: {"value": one.value, "interval": None if one.low is None else [one.low, one.high]}
        for name, one in both.items()
    }
    return {**plain, "labels": averages.labels}


def _exactly(value: float) -> Number:
    return int(value) if value.is_integer() else Fraction(value)


def _encoded(rows: Judgements) -> tuple[NDArray[np.int64], list[tuple[str, str]]]:
    """The number of the pair of each row, and the pairs in the order of their numbers."""
    gold, right = encode(rows.labels["gold"])
    given, answers = encode(rows.labels["given"])
    keys, codes = np.unique(gold * len(answers) + given, return_inverse=True)
    return codes, [(right[key // len(answers)], answers[key % len(answers)]) for key in keys.tolist()]
