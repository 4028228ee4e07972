"""How many judgements a margin takes, by design, from what a pilot found or from a π that is expected.

Under each design the variance of π is V/n less what a finite population saves; n follows from margin = z·√variance
(Cochran 1977, chapters 4 to 6 and 9A). The terms are (loss − π·units)·ρ, as in every interval of murho.

>>> import numpy as np
>>> plans = planned(Known(np.ones(12392)), 0.02, expect=0.26)
>>> [(plan.design, plan.n) for plan in plans]
[('simple(1608)', 1608), ('proportional(1608)', 1608)]
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, erf, lgamma, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.coverage import check_margin
from murho.core.errors import UsageError
from murho.core.quantiles import normal_quantile
from murho.sampling.designs import Population, proportional, simple, stratified
from murho.sampling.pilot import ADDED

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Pilot:
    """What a judged run found, a row for each of its cases."""

    loss: Floats
    units: Floats
    rho: Floats
    counts: Floats
    """How many cases of the population each stands for: 1/inclusion."""
    strata: Sequence[str] | None = None


@dataclass(frozen=True)
class Known:
    """What is known of the cases that would be drawn from."""

    rho: Floats
    strata: Sequence[str] | None = None
    by: str = ""
    """The feature that the strata are values of."""
    pilot: Pilot | None = None


@dataclass(frozen=True)
class Planned:
    """A design with the n that the margin takes."""

    design: str
    n: int
    by_stratum: dict[str, int] | None
    saving: float
    """The share of the judgements of a simple sample that it does without; below 0 it takes more."""
    note: str = ""

    def as_json(self) -> dict[str, Any]:
        """The fields that `murho plan --json` prints."""
        told = {"design": self.design, "n": self.n, "by_stratum": self.by_stratum, "saving": self.saving}
        return {**told, **({"note": self.note} if self.note else {})}


def planned(known: Known, margin: float, *, level: float = 0.95, expect: float = 0.5) -> list[Planned]:
    """The designs that fit what is known, each with its n; the first is the simple sample.

    Without a pilot every case is taken to be wrong with probability `expect`, whatever its ρ and its stratum; then
    strata save nothing.

    Raises:
        UsageError: the margin is none, nothing matters, or the pilot judged nothing that does.
    """
    check_margin(margin)
    rho, size = known.rho, len(known.rho)
    if not rho.sum():
        raise UsageError("every importance is 0; at least one case must matter")
    if not 0 < expect < 1:
        raise UsageError(f"expect={expect!r}; give a π between 0 and 1")
    goal = _variance_of(margin, level)
    unequal = float((rho**2).sum() / rho.sum() ** 2)
    yes_no = expect * (1 - expect)
    if known.pilot is None:
        of_cases, of_importance = yes_no * unequal * size, yes_no
    else:
        cases, losses = _terms(known.pilot)
        of_cases = _mean(cases**2, known.pilot.counts)
        of_importance = _mean(losses**2, known.pilot.counts * known.pilot.rho)
    most = _up(of_cases / goal / (1 + of_cases / goal / size), size)
    found = [Planned(repr(simple(most)), most, None, 0.0)]

    def add(make: Any, n: int, by_stratum: dict[str, int] | None = None, note: str = "") -> None:
        found.append(Planned(repr(make), n, by_stratum, 1 - n / most, note))

    n = _up(of_importance / goal / (1 + of_importance / goal * unequal), size)
    if n * rho.max() <= rho.sum() * (1 + 1e-9):
        add(proportional(n), n)
    else:
        n = max(1, ceil(of_importance / goal - 1e-9))
        add(proportional(n, replace=True), n, note="draws with replacement: without it no inclusion is in proportion")
    if known.strata is None:
        return found
    for within in ("simple", "proportional"):
        for allocation in ("proportional", "neyman")[: 1 if known.pilot is None else 2]:
            n, deviations = needed_of_strata(
                known, margin, within=within, allocation=allocation, level=level, expect=expect
            )
            least = sum(min(2, held) for held in Counter(known.strata).values())
            n = min(max(n, least), size)
            asked = stratified(n, by=known.by, allocation=allocation, within=within)
            try:
                add(asked, n, asked.sizes(Population(size, rho.tolist(), known.strata, deviations=deviations)))
            except UsageError as error:
                add(asked, n, note=str(error).removeprefix(f"{asked!r}: "))
    return found


def _variance_of(margin: float, level: float) -> float:
    return (margin / normal_quantile((1 + level) / 2)) ** 2


def _up(n: float, size: int) -> int:
    return min(size, max(1, ceil(n - 1e-9)))


def _mean(values: Floats, weights: Floats) -> float:
    total = float(weights.sum())
    if not total:
        raise UsageError("the pilot judged nothing that matters; give a run of cases with importance")
    return float((values * weights).sum()) / total


def _terms(pilot: Pilot) -> tuple[Floats, Floats]:
    """The terms of π in the pilot for cases that are drawn alike, and for cases drawn in proportion to ρ."""
    units = _mean(pilot.rho * pilot.units, pilot.counts)
    if not units:
        raise UsageError("the pilot judged nothing that matters; give a run of cases with importance")
    ratio = _mean(pilot.rho * pilot.loss, pilot.counts) / units
    terms = pilot.loss - ratio * pilot.units
    return pilot.rho * terms / units, terms * _mean(pilot.rho, pilot.counts) / units


def needed_of_strata(
    known: Known, margin: float, *, within: str, allocation: str, level: float = 0.95, expect: float = 0.5
) -> tuple[int, dict[str, float]]:
    """n of a stratified sample, and the deviation in each stratum; cases are added to it as in `pilot.deviations`."""
    goal, yes_no = _variance_of(margin, level), expect * (1 - expect)
    rho, size = known.rho, len(known.rho)
    names = np.asarray(known.strata, dtype=str)
    alike = within == "simple"
    share, variance, saved = {}, {}, {}
    pilot = known.pilot
    if pilot is not None:
        terms = _terms(pilot)[0 if alike else 1]
        weights = pilot.counts if alike else pilot.counts * pilot.rho
        usual = _mean(terms**2, weights)
        of = np.asarray(pilot.strata, dtype=str)
    for name in sorted(set(known.strata or ())):
        mine = rho[names == name]
        share[name] = len(mine) / size if alike else float(mine.sum() / rho.sum())
        saved[name] = 1 / size * share[name] if alike else float((mine**2).sum() / rho.sum() ** 2)
        if pilot is None:
            spread = float((mine**2).mean() / rho.mean() ** 2) if alike else 1.0
            variance[name] = yes_no * spread
            continue
        part, held = terms[of == name], weights[of == name]
        if not held.sum():
            variance[name] = usual
            continue
        mean = _mean(part, held)
        count = len(part)
        variance[name] = (count * _mean((part - mean) ** 2, held) + ADDED * usual) / (count + ADDED)
    left = goal + sum(saved[name] * variance[name] for name in share)
    if allocation == "neyman":
        n = sum(share[name] * sqrt(variance[name]) for name in share) ** 2 / left
    else:
        n = sum(share[name] * variance[name] for name in share) / left
    return _up(n, size), {name: sqrt(variance[name]) for name in share}


@dataclass(frozen=True)
class Way:
    """A way of the source (Guida and Mauri 1984, section 5) to say how many tests are enough."""

    name: str
    n: int
    covers: float
    """How often its interval holds π with that n, were cases equal and wrong with the probability that was found."""
    covers_weighted: float
    """The same under the weights that there are: it knows nothing of them."""


def ways_of_the_source(known: Known, margin: float, *, level: float = 0.95, expect: float = 0.5) -> list[Way]:
    """The χ² interval of a share, and the normal one around the maximum-likelihood estimate of E(π_B).

    Both count right and wrong, and take every case for as important as any other. χ² holds all p with
    n·(p̂ − p)²/(p(1 − p)) ≤ χ²; the other is p̂ ± z·√(p̂(1 − p̂)/n).
    """
    check_margin(margin)
    z = normal_quantile((1 + level) / 2)
    rate, effect = expect, float((known.rho**2).mean() / known.rho.mean() ** 2)
    if known.pilot is not None:
        cases, _ = _terms(known.pilot)
        pilot = known.pilot
        rate = _mean(pilot.loss, pilot.counts) / max(_mean(pilot.units, pilot.counts), 1e-300)
        rate = min(max(rate, 1e-6), 1 - 1e-6)
        effect = _mean(cases**2, pilot.counts) / (rate * (1 - rate))

    def chi_square(p: Floats, n: int) -> tuple[Floats, Floats]:
        middle, half = (p + z * z / (2 * n)), z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)

    def likelihood(p: Floats, n: int) -> tuple[Floats, Floats]:
        half = z * np.sqrt(p * (1 - p) / n)
        return p - half, p + half

    found = []
    for name, ends in (("chi-square interval", chi_square), ("maximum likelihood", likelihood)):
        low, high = 1, 1
        while _half(ends, rate, high) > margin:
            low, high = high, high * 2
        while low < high:  # the least n whose interval at this π is as narrow
            middle = (low + high) // 2
            low, high = (low, middle) if _half(ends, rate, middle) <= margin else (middle + 1, high)
        n = high
        wrong = np.arange(n + 1)
        below, above = ends(wrong / n, n)
        covers = float(_binomial(n, rate)[(below <= rate) & (rate <= above)].sum())
        found.append(Way(name, n, covers, erf(z / sqrt(2 * max(effect, 1e-300))) * covers / level))
    return found


def _half(ends: Any, rate: float, n: int) -> float:
    low, high = ends(np.array([rate]), n)
    return float(high[0] - low[0]) / 2


def _binomial(n: int, p: float) -> Floats:
    k = np.arange(n + 1)
    logs = np.array([lgamma(n + 1) - lgamma(i + 1) - lgamma(n - i + 1) for i in range(n + 1)])
    shares: Floats = np.exp(logs + k * log(p) + (n - k) * np.log1p(-p))
    return shares
