"""What a sample says of all that it was drawn from.

Each sampled case counts 1/inclusion times (Horvitz and Thompson 1952), with replacement draws/expected draws times
(Hansen and Hurwitz 1943), so that Σμρ and Σρ are estimated without bias; π is their ratio (Hájek 1971). Its variance is
that of its linearised terms e = (num − π·den)/inclusion by the design: in each stratum h, with c = 1 − inclusion,

    V_h = n/(n−1) · Σ c·(e − A)²,   A = Σ c·e / Σ c

(Hájek 1964; Deville 1993). With equal inclusions in a stratum this is exact: (1 − n/N)·n/(n−1)·Σ(e − ē)². With unequal
ones it takes joint inclusions for those of the largest entropy. A systematic sample is taken for a simple one. With
replacement c is 1 and every draw counts. Strata with a single sampled unit are taken together.

Where the allocation was learned from a pilot (`adaptive`), what was seen decides how many cases a stratum gets, and
most who look at such an interval stop when it is narrow: a variance that came out low is kept. There it counts with
its standard error, the terms of V_h taken for independent. docs/sampling.md has what that costs and covers.

`finite` is about the population that was drawn from, whose other cases are known to exist: asked all of it, nothing is
left uncertain. `super` is about all that such cases stand for; then the interval is the usual one of cases or clusters
under weights ρ/inclusion, and what strata save is not counted.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.core.estimate import ByDesign, Unseen
from murho.core.ledger import group_name
from murho.core.spelling import argument, setting
from murho.core.tally import Tally
from murho.sampling.designs import Design, design

Floats = NDArray[np.float64]
POPULATIONS = ("finite", "super")
_UNSEEN = 0.05
"""Of a stratum all of whose units came out alike as many others may be otherwise as leave none among these with this
chance. Where the interval holds π of that, too, nothing is told (docs/sampling.md)."""


@dataclass(frozen=True)
class Sampled:
    """What a reading knows of a sample."""

    design: str
    """The notation of the design."""
    size: int
    """How many cases it was drawn from."""
    population: str = "finite"
    """What figures are about: `finite`, these cases, or `super`, all that they stand for."""

    def __post_init__(self) -> None:
        if self.population not in POPULATIONS:
            raise UsageError(f"population={self.population!r}; known: {', '.join(POPULATIONS)}")

    @property
    def plan(self) -> Design:
        """The design."""
        return design(self.design)

    @property
    def finite(self) -> bool:
        """Whether figures are about the cases that were drawn from."""
        return self.population == "finite"

    def as_json(self) -> dict[str, Any]:
        """What `--json` says of it."""
        variance = self.plan.variance if self.finite else "as of cases or clusters, strata not counted"
        return {"design": self.design, "of": self.size, "population": self.population, "variance": variance}

    @property
    def note(self) -> str:
        """What the reader of a figure has to know."""
        about = "of these" if self.finite else "of all that these stand for (superpopulation)"
        return f"a sample by {self.design} of {self.size:,} cases; figures estimate π {about}"


class Unit(NamedTuple):
    """What was sampled as one: a case, or a cluster."""

    stratum: str
    inclusion: float
    draws: int
    """How often it was drawn; 1 without replacement."""


def expansion(cases: Cases) -> Floats:
    """How many cases of the population each stands for (cases,): 1/inclusion, or draws/expected draws.

    Raises:
        InputError: a case does not say its inclusion, or none that can be.
    """
    names = ("draws", "expected_draws")
    if all(name in cases.features for name in names):
        often, expected = (_numbers(cases, name, 1.0 if name == "draws" else 0.0) for name in names)
        return often / expected
    return 1 / _numbers(cases, "inclusion", 0.0, 1.0)


def _numbers(cases: Cases, name: str, least: float, most: float = float("inf")) -> Floats:
    column = cases.features.get(name) or [None] * len(cases)
    for index, value in enumerate(column):
        good = isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most and value > 0
        if not good:
            raise cases.error(index, f"{name} is {value!r}, in a sample", "draw the sample anew with murho sample")
    return np.array(column, np.float64)


def unit_names(cases: Cases, sampled: Sampled) -> list[str]:
    """What each case was sampled as (cases,): its cluster, or a case of its own."""
    names = (cases.clusters if sampled.plan.whole_clusters else None) or [None] * len(cases)
    return [f"\0{cases.ids[index]}" if name is None else name for index, name in enumerate(names)]


def stratum_names(values: Iterable[Any]) -> list[str]:
    """The strata that values of a feature name; 1.0 is 1, as which a file with 2.5 beside it may come to hold it.

    >>> stratum_names([1, 1.0, 2.5, None])
    ['1', '1', '2.5', '(none)']
    """
    return [group_name(int(value) if isinstance(value, float) and value.is_integer() else value) for value in values]


class Units(dict[str, Unit]):
    """The sampled units by the names under which a ledger keeps them open; more are taken in with `add`."""

    def add(self, cases: Cases, sampled: Sampled) -> Cases:
        """Note what these cases say of their sampling; returns them with the sampled units as their clusters."""
        if not sampled.plan.whole_clusters:
            cases = replace(cases, clusters=None)
        # What the design has not, a field of that name is the cases' own.
        strata = (cases.features.get("stratum") if sampled.plan.in_strata else None) or [""] * len(cases)
        often = (cases.features.get("draws") if sampled.plan.with_replacement else None) or [1] * len(cases)
        inclusion = _numbers(cases, "inclusion", 0.0, 1.0).tolist()
        for index, name in enumerate(unit_names(cases, sampled)):
            self[name] = Unit(str(strata[index]), inclusion[index], int(often[index]))
        return cases

    def by_design(self, tally: Tally, plan: Design) -> ByDesign:
        """What the design does to the variance of a figure."""
        replacement = plan.with_replacement
        num, den, _ = tally.open_columns()
        total = fsum(den.tolist())
        if not total:
            return ByDesign()
        ratio = fsum(num.tolist()) / total
        names = sorted(tally.open)
        terms = num - ratio * den
        squares = fsum((terms**2).tolist())
        # Where all came out alike no spread is seen; then weights stand for it, of which strata save nothing.
        if squares <= 1e-20 * fsum((den**2).tolist()):
            if replacement:
                return ByDesign()
            left = [(1 - self[name].inclusion) * d * d for name, d in zip(names, den.tolist(), strict=True)]
            return ByDesign(fsum(left) / fsum((den**2).tolist()))
        counted = int(np.count_nonzero((num > 0) | (den > 0)))
        plain = counted / max(counted - 1, 1) * squares
        by_name = dict(zip(names, terms.tolist(), strict=True))
        error = self.variance_error(by_name) if plan.learned else 0.0
        result = self.variance(by_name, replacement) + error
        units = dict(zip(names, zip(num.tolist(), den.tolist(), strict=True), strict=True))
        return ByDesign(result / plain, self._unseen(units, replacement))

    def _unseen(self, sums: Mapping[str, tuple[float, float]], replacement: bool) -> tuple[Unseen, ...]:
        """How far above and below what was seen π may lie, by the stratum of alike units that moves it furthest.

        Args:
            sums: numerator and denominator of each unit.
            replacement: whether units were drawn with replacement.
        """
        results: list[Unseen] = []
        whole = fsum(den for _, den in sums.values())
        for units in self._strata(replacement):
            known = [(unit, *sums[name]) for name, unit in units if name in sums and sums[name][1]]
            shares = [num / den for _, num, den in known]
            if not known or max(shares) - min(shares) > 1e-9:
                continue
            rate = 1 - _UNSEEN ** (1 / len(known))
            left = fsum((1.0 if replacement else 1 - unit.inclusion) * den for unit, _, den in known) / whole
            flag = _alike(units, len(known), fsum(den for *_, den in known) / whole)
            results += [Unseen(left * rate * (otherwise - shares[0]), flag) for otherwise in (0.0, 1.0)]
        return (min(results), max(results)) if results else ()

    def variance(self, terms: Mapping[str, float], replacement: bool = False) -> float:
        """The variance of a sum of terms, each of a unit and expanded already; units without a term have 0."""
        return fsum(fsum(_of_stratum(units, terms, replacement)) for units in self._strata(replacement))

    def variance_error(self, terms: Mapping[str, float]) -> float:
        """The standard error of that variance, without replacement."""
        result = 0.0
        for units in self._strata(False):
            parts = np.array(_of_stratum(units, terms, False))
            result += len(parts) / max(len(parts) - 1, 1) * float(((parts - parts.mean()) ** 2).sum())
        return float(np.sqrt(result))

    def _strata(self, replacement: bool) -> Iterator[Sequence[tuple[str, Unit]]]:
        strata: dict[str, list[tuple[str, Unit]]] = {}
        for name in sorted(self):
            strata.setdefault(self[name].stratum, []).append((name, self[name]))
        lonely: list[tuple[str, Unit]] = []
        for units in strata.values():
            if len(units) == 1 and units[0][1].draws == 1 and (replacement or units[0][1].inclusion < 1):
                lonely += units
            else:
                yield units
        if lonely:
            yield lonely


def _alike(units: Sequence[tuple[str, Unit]], count: int, share: float) -> str:
    strata = sorted({unit.stratum for _, unit in units})
    where = f"stratum {strata[0]!r}" if len(strata) == 1 else f"strata of one unit each ({len(strata)})"
    came = "one unit, which cannot vary" if count == 1 else f"{count} units, which all came out alike"
    return f"{where}: {100 * share:.0f} % of all importance rests on {came}, so the interval may be far too narrow"


def _of_stratum(units: Sequence[tuple[str, Unit]], terms: Mapping[str, float], replacement: bool) -> list[float]:
    """What each unit of a stratum adds to the variance."""
    if replacement:
        draws = sum(unit.draws for _, unit in units)
        if draws < 2:
            return [0.0]
        each = [(unit.draws, terms.get(name, 0.0) / unit.draws) for name, unit in units]
        mean = fsum(often * term for often, term in each) / draws
        return [draws / (draws - 1) * often * (term - mean) ** 2 for often, term in each]
    left = [(1 - unit.inclusion, terms.get(name, 0.0)) for name, unit in units]
    weight = fsum(c for c, _ in left)
    if not weight:
        return [0.0]
    mean = fsum(c * term for c, term in left) / weight
    size = len(units)
    return [size / max(size - 1, 1) * c * (term - mean) ** 2 for c, term in left]


def check_reading(sampled: Sampled | None, *, divide_by: str, method: str, whole_suite: bool) -> None:
    """Refuse what cannot be read off a sample.

    Raises:
        UsageError: the divisor, the method or the weighting needs what a sample has not.
    """
    if sampled is None:
        return
    if divide_by == "expressions":
        raise UsageError(f"of a sample π is estimated over Σρ; leave {setting('divide_by')}expressions out")
    if method == "bootstrap":
        raise UsageError(f"the variance of a sample follows from its design; leave {setting('method')}bootstrap out")
    if whole_suite:
        raise UsageError(
            "this weighting looks at the whole suite, of which only a sample is here; "
            f"draw with murho sample --weight, which writes ρ into the sample, "
            f"and leave {argument('weight')} out"
        )
