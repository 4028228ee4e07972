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

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.columns import AT_ONCE, Deferred, Rows, picked
from murho.core.compact import Compact
from murho.core.errors import UsageError
from murho.core.exact import total

Floats = NDArray[np.float64]
Which = Compact
"""1 for each item that is meant, 0 for the others."""


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
    correct: ArrayLike | Compact,
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
    is_understood = both(is_covered, correct if isinstance(correct, Compact) else Compact.of(np.asarray(correct, bool)))
    concepts, conceptual = set[str](), set[str]()
    for meant, is_one in zip(meanings, is_understood, strict=True):  # one by one, made when they are asked for
        concepts |= meant
        if is_one:
            conceptual |= meant
    mass, covered, understood = importance(rho, is_covered), count(is_covered), count(is_understood)
    return Competence(
        bound,
        _those(items, is_covered),
        _those(items, is_understood),
        frozenset(concepts),
        frozenset(conceptual),
        understood / covered if covered else None,
        importance(rho, is_understood) / mass if mass else None,
    )


def above(rho: Compact, bound: float) -> Which:
    """Which items have an importance above a bound."""
    which = Compact()
    for _, piece in rho.pieces():
        which.add(piece > bound)
    return which


def both(one: Which, other: Which) -> Which:
    """Which items are in both."""
    which = Compact()
    for start, piece in one.pieces():
        which.add(piece & other.between(start, start + len(piece)))
    return which


def without(one: Which, other: Which) -> Which:
    """Which items are in the first and not in the other."""
    which = Compact()
    for start, piece in one.pieces():
        which.add(piece & ~other.between(start, start + len(piece)))
    return which


def count(which: Which) -> int:
    """How many items these are."""
    return sum(int(piece.sum()) for _, piece in which.pieces())


def importance(rho: Compact, which: Which) -> float:
    """Σ ρ of these items, rounded once: their order leaves no trace in it."""
    return float(sum(total(piece[which.between(at, at + len(piece)) == 1]) for at, piece in rho.pieces()))


class Chosen(Sequence[Any]):
    """Some of very many items, read when they are looked at, and as many of them as are looked at.

    Args:
        which: are chosen.
        read: gives items by their places.
        rho: their importance, where those of most stand first, of equal ones the first.

    >>> chosen = Chosen(Compact.of(np.array([1, 0, 1, 1])), lambda rows: rows.tolist(), np.array([1, 3, 2, 2]))
    >>> len(chosen), chosen[:2], chosen[-1], list(chosen)
    (3, [2, 3], 0, [2, 3, 0])
    """

    def __init__(self, which: Which, read: Callable[[Rows], Sequence[Any]], rho: Floats | Compact | None = None):
        self._which, self._read, self._count = which, read, count(which)
        known = None if rho is None else Compact.of(rho)
        self._rho = None if known is None or known.extremes[0] == known.extremes[1] else known

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            wanted = range(*index.indices(len(self)))
            return list(self._read(self._places(max(wanted, default=-1) + 1)[list(wanted)]))
        place = range(len(self))[index]
        return self._read(self._places(place + 1)[place:])[0]

    def __iter__(self) -> Iterator[Any]:
        places = self._places(len(self))
        for start in range(0, len(places), AT_ONCE):
            yield from self._read(places[start : start + AT_ONCE])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def _places(self, most: int) -> Rows:
        """The places of the first."""
        held, weight = [np.zeros(0, np.int64)], np.zeros(0)
        for start, piece in self._which.pieces():
            held.append(start + np.flatnonzero(piece))
            if self._rho is None:
                if sum(map(len, held)) >= most:
                    break
                continue
            held = [np.concatenate(held)]
            weight = np.concatenate([weight, self._rho.between(start, start + len(piece))[piece == 1]])
            if len(weight) > 2 * most:
                order = np.argsort(-weight, kind="stable")[:most]
                held, weight = [held[0][order]], weight[order]
        places = np.concatenate(held)
        return places[:most] if self._rho is None else places[np.argsort(-weight, kind="stable")[:most]]


def _those(items: Sequence[str], which: Which) -> Sequence[str]:
    """These items, in a tuple unless they are read when they are looked at."""
    chosen = Chosen(which, lambda rows: picked(items, rows))
    return chosen if isinstance(items, Deferred) else tuple(chosen)
