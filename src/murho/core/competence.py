"""Coverage and competence: what a system should understand, what it does, and what its users expect.

For an importance ρ and a bound λ (0 ≤ λ < 1) the linguistic coverage is `L'_D = {e | ρ(e) > λ}`; the linguistic
competence is what of it the system gets right; the conceptual coverage is the domain D, the conceptual competence the
meanings of the linguistic competence. Habitability asks for the abilities the system was designed to have
(competence / coverage), completeness whether the coverage holds what users say (Guida and Mauri 1984, section 6).

Every figure comes with the set of items behind it.

>>> c = competence(["renew", "fine?", "poem"], [{"r"}, {"f"}, set()], weights=[1, 0.4, 0], correct=[True, False, True])
>>> c.coverage, c.linguistic, c.habitability, c.habitability_weighted
(('renew', 'fine?'), ('renew',), 0.5, 0.7142857142857143)
>>> sorted(c.conceptual), sorted(c.concepts), c.completeness({"renew", "opening hours"})
(['r'], ['f', 'r'], 0.5)
"""

from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.compact import Compact
from murho.core.deferred import AT_ONCE, Deferred, Rows, picked
from murho.core.errors import UsageError
from murho.core.exact import total


@dataclass(frozen=True)
class Competence:
    """The sets, by expression or id, and the figures that follow from them."""

    bound: float
    coverage: Sequence[str]
    """L'_D: the items of importance above the bound."""
    linguistic: Sequence[str]
    """Linguistic competence: the covered items the system gets exactly right."""
    concepts: frozenset[str]
    """D, as far as the items show it: the conceptual coverage."""
    conceptual: frozenset[str]
    """D': the meanings of the linguistic competence."""
    habitability: float | None
    """|competence| / |coverage|; None when nothing is covered."""
    habitability_weighted: float | None
    """Σ ρ of the competence / Σ ρ of the coverage; None when nothing is covered."""

    @property
    def conceptual_share(self) -> float | None:
        """The share of the concepts that the system has, |D'| / |D|; None where the items show no concept."""
        return len(self.conceptual) / len(self.concepts) if self.concepts else None

    def expected(self, users: Collection[str]) -> tuple[str, ...]:
        """What users said that the coverage holds, each once, in the coverage's order."""
        wanted = set(users)
        return tuple(dict.fromkeys(item for item in self.coverage if item in wanted))

    def completeness(self, users: Collection[str]) -> float | None:
        """|X ∩ L'_D| / |X| for the set X of expressions collected from users."""
        wanted = set(users)
        return len(self.expected(wanted)) / len(wanted) if wanted else None


def competence(
    items: Sequence[str],
    meanings: Iterable[Set[str]],
    weights: ArrayLike | Compact,
    correct: ArrayLike,
    bound: float = 0.0,
) -> Competence:
    """Coverage and competence of judged items, each argument with one entry per item.

    `meanings` are the correct ones in canonical text, `weights` is ρ, `correct` says which items were understood
    exactly. Raises UsageError for a `bound` outside [0, 1).
    """
    if not 0 <= bound < 1:
        raise UsageError(f"the bound λ lies in [0, 1), not {bound}")
    rho = weights if isinstance(weights, Compact) else Compact.of(np.asarray(weights, np.float64))
    is_covered = above(rho, bound)
    is_understood = is_covered & np.asarray(correct, bool)
    concepts, conceptual = set[str](), set[str]()
    for meant, is_one in zip(meanings, map(bool, is_understood), strict=True):  # one by one, made when asked for
        concepts |= meant
        if is_one:
            conceptual |= meant
    mass, covered, understood = importance(rho, is_covered), int(is_covered.sum()), int(is_understood.sum())
    return Competence(
        bound,
        _those(items, is_covered),
        _those(items, is_understood),
        frozenset(concepts),
        frozenset(conceptual),
        understood / covered if covered else None,
        importance(rho, is_understood) / mass if mass else None,
    )


def above(rho: Compact, bound: float) -> NDArray[np.bool_]:
    """Which items have an importance above a bound, (items,)."""
    return np.concatenate([np.zeros(0, bool), *(piece > bound for _, piece in rho.pieces())])


def importance(rho: Compact, which: NDArray[np.bool_]) -> float:
    """Σ ρ of these items, rounded once: their order leaves no trace in it."""
    return float(sum(total(piece[which[start : start + len(piece)]]) for start, piece in rho.pieces()))


def places_of(which: NDArray[np.bool_]) -> Rows:
    """The places of these items, rising."""
    narrow: Any = np.int32 if len(which) <= np.iinfo(np.int32).max else np.int64  # half of what they take otherwise
    starts = range(0, len(which), AT_ONCE)
    parts = [(start + np.flatnonzero(which[start : start + AT_ONCE])).astype(narrow) for start in starts]
    return np.concatenate([np.zeros(0, narrow), *parts])


def _those(items: Sequence[str], which: NDArray[np.bool_]) -> Sequence[str]:
    """These items, in a tuple unless they are read when they are looked at."""
    some = picked(items, places_of(which))
    return some if isinstance(some, Deferred) else tuple(some)
