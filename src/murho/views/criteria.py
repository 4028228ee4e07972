"""What a measure reports beside its value: criteria with their intervals, what no skill gets, what people agree on.

>>> found = {"hits": 0.9, "intervals": {"hits": (0.8, 0.95)}, "floors": {"never": {"hits": 0.5}}}
>>> criteria(found).beside, criteria(found).lines
(('never',), (Criterion(name='hits', value=0.9, interval=(0.8, 0.95), beside=(0.5,)),))
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

PEOPLE = "people"
AGREEMENT = {"Krippendorff's α": "krippendorff_alpha", "Fleiss' κ": "fleiss_kappa"}
"""Coefficients of agreement by what they are called, and the name under which a score has them."""


@dataclass(frozen=True)
class Criterion:
    """One criterion; its values are fractions or whatever the measure counts it in."""

    name: str
    value: float | None
    interval: Sequence[float] | None
    """Its two ends; None where there is no value."""
    beside: tuple[float | None, ...]
    """The same criterion of each of `Criteria.beside`; None where that has none."""


@dataclass(frozen=True)
class Agreement:
    """How well people agree who were given the same task."""

    annotators: int
    coefficients: tuple[tuple[str, float | None], ...]
    """What each coefficient is called, and its value."""


@dataclass(frozen=True)
class Criteria:
    """All criteria of a score."""

    beside: tuple[str, ...]
    """What the criteria are compared with: floors, which take no skill, then people."""
    lines: tuple[Criterion, ...]
    agreement: Agreement | None
    """Where several people annotated the same."""


def criteria(also: Mapping[str, Any]) -> Criteria | None:
    """The criteria of a score, from what it has `also`; None where the measure reports none."""
    if "intervals" not in also:
        return None
    compared: dict[str, Mapping[str, Any]] = {**also.get("floors", {})}
    agreement = None
    if "ceiling" in also:
        ceiling = compared[PEOPLE] = also["ceiling"]
        agreement = Agreement(ceiling["annotators"], tuple((name, ceiling[key]) for name, key in AGREEMENT.items()))
    lines = tuple(
        Criterion(name.replace("_", " "), also[name], ends, tuple(values.get(name) for values in compared.values()))
        for name, ends in also["intervals"].items()
    )
    return Criteria(tuple(compared), lines, agreement)
