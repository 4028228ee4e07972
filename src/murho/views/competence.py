"""Coverage and competence: what a system is asked, what it understands of that, and what users say beyond it.

>>> import numpy as np
>>> from murho.core.case import Cases
>>> from murho.core.judgement import Judgements
>>> from murho.pipeline.runs.competence import competence_of_cases
>>> cases = Cases(["1", "2"], ["open ?", "renew"], [("hours",), ("renew",)])
>>> able = competence_of_cases(cases, Judgements.of([0, 1]), np.array([1.0, 0.5]), users=["open ?", "a café ?"])
>>> shown = competence(able)
>>> shown.covered, shown.habitability, list(shown.not_understood), shown.users.lacking
(Sized(count=2, importance=1.5), 0.5, [('2', 'renew')], ('a café ?',))
"""

from collections.abc import Sequence
from dataclasses import dataclass

from murho.core.competence import Which
from murho.pipeline.runs.competence import RunCompetence


@dataclass(frozen=True)
class Sized:
    """How many items there are, and their Σρ."""

    count: int
    importance: float


@dataclass(frozen=True)
class Users:
    """What users say, each expression once."""

    expressions: int
    covered: int
    completeness: float | None
    """`covered` by `expressions`."""
    lacking: tuple[str, ...]
    """What they say and the coverage does not hold."""


@dataclass(frozen=True)
class Competence:
    """The figures of coverage and competence with the items behind them."""

    bound: float
    """λ; covered is what has an importance above it."""
    covered: Sized
    understood: Sized
    habitability: float | None
    """What is understood of what is covered, by number."""
    habitability_weighted: float | None
    """The same by importance."""
    concepts: int
    """Meanings that are covered."""
    concepts_understood: int
    concepts_share: float | None
    not_understood: Sequence[tuple[str, str]]
    """Id and expression of what is covered and not understood."""
    users: Users | None
    """None where nobody asked users."""
    conclusions: tuple[str, ...]
    """Sentences with their figures: what the intervals settle of whether it is well tailored, robust, and more."""
    notes: tuple[str, ...]


def competence(able: RunCompetence) -> Competence:
    """What is shown of the coverage and competence of a run."""
    sets = able.sets
    users = able.users
    return Competence(
        sets.bound,
        _sized(able, able.covered),
        _sized(able, able.understood),
        sets.habitability,
        sets.habitability_weighted,
        len(sets.concepts),
        len(sets.conceptual),
        sets.conceptual_share,
        able.listed(able.not_understood),
        None if users is None else Users(len(users), len(able.expected), able.completeness, able.lacking),
        tuple(one.sentence for one in able.conclusions if one.sentence is not None),
        able.notes,
    )


def _sized(able: RunCompetence, which: Which) -> Sized:
    return Sized(*able.sized(which))
