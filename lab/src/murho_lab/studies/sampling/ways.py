"""The designs of the study, each as a sample that grows: a larger one holds the smaller.

What is drawn in proportion to ρ comes from the reserve from which users' samples are drawn.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from murho.core.quantiles import normal_quantile
from murho.sampling import Chance
from murho.sampling.allocating import allocated, deviations
from murho.sampling.designs import largest_in_proportion, reserve
from murho.sampling.planning import Known, Pilot, needed_of_strata
from murho_lab.studies.sampling.looks import LEVEL, Sample
from murho_lab.studies.sampling.populations import Floats, Places, Population

PILOT = 150
"""Judgements from which the allocation is learned; they count."""
LEAST = 2
"""Of each stratum."""


class Chances:
    """What one repetition draws: it does not depend on the system, so that systems and designs share it."""

    def __init__(self, population: Population, rng: np.random.Generator):
        self._of, self._rng = population, rng
        self._kept: dict[str, list[Places]] = {}

    def order(self) -> Places:
        """All cases."""
        return self._once("order", lambda: [self._rng.permutation(len(self._of))])[0]

    def sentences(self) -> Places:
        """All clusters."""
        return self._once("sentences", lambda: [self._rng.permutation(int(self._of.clusters.max()) + 1)])[0]

    def start(self) -> int:
        """One case."""
        return int(self._once("start", lambda: [self._rng.integers(len(self._of), size=1)])[0][0])

    def draws(self, shares: Floats, name: str) -> Places:
        """As many draws with replacement as there are cases."""
        up_to = np.cumsum(shares)

        def drawn() -> list[Places]:
            result = np.searchsorted(up_to, self._rng.random(len(shares)) * up_to[-1], "right")
            return [np.minimum(result, len(shares) - 1)]

        return self._once(name, drawn)[0]

    def reserve(self) -> Places:
        """The reserve of all cases."""
        return self._once("reserve", lambda: [self._reserve(np.arange(len(self._of)))])[0]

    def strata(self, within: str, name: str = "") -> list[Places]:
        """The cases of each stratum: in any order, or its reserve."""
        one = self._rng.permutation if within == "simple" else self._reserve
        return self._once(within + name, lambda: [one(members) for members in self._of.members])

    def _reserve(self, members: Places) -> Places:
        chance = Chance(int(self._rng.integers(2**62)))
        return members[reserve(self._of.rho[members].tolist(), chance)]

    def _once(self, name: str, draw: Callable[[], list[Places]]) -> list[Places]:
        if name not in self._kept:
            self._kept[name] = draw()
        return self._kept[name]


@dataclass(frozen=True)
class Growing:
    """One random path of a design."""

    sample: Callable[[int], Sample]
    """The sample of n units; a larger one holds the smaller."""
    most: int
    """The largest n that can be had."""
    first: int = 50
    """The smallest n that is looked at."""
    planned: int | None = None
    """The n that its own pilot says is needed; None where n is known from the whole population."""


Grow = Callable[[Population, Chances, float], Growing]
"""A path of a design in a population; the number is the margin that is wanted."""


@dataclass(frozen=True)
class Way:
    """A design."""

    name: str
    """As it is typed, with n left open."""
    grow: Grow
    fixed: Callable[[Population, float], int] | None = None
    """The n that the margin takes, were the whole population known; None: planned by each pilot."""
    nested: bool = True
    """A larger sample holds the smaller one, so that one may look and go on."""
    clusters: bool = False
    """Units are clusters."""


def totals(population: Population, clusters: bool) -> tuple[Floats, Floats, Floats | None]:
    """Σρ·loss and Σρ of every unit; of clusters Σρ², too."""
    rho, wrong = population.rho, population.rho * population.losses
    if not clusters:
        return wrong, rho, None
    of = population.clusters
    return (
        np.bincount(of, wrong).astype(float),
        np.bincount(of, rho).astype(float),
        np.bincount(of, rho**2).astype(float),
    )


def _simple(population: Population, chances: Chances, _: float) -> Growing:
    order = chances.order()
    return Growing(lambda n: _alike(order[:n], len(order), n), len(order))


def _alike(units: Places, size: int, judged: int) -> Sample:
    n = len(units)
    return Sample(units, np.full(n, size / n), np.full(n, 1 - n / size), judged)


def _clusters(population: Population, chances: Chances, _: float) -> Growing:
    sizes, order = np.bincount(population.clusters), chances.sentences()
    return Growing(lambda n: _alike(order[:n], len(order), int(sizes[order[:n]].sum())), len(order))


def _systematic(population: Population, chances: Chances, _: float) -> Growing:
    size, start = len(population), chances.start()
    return Growing(lambda n: _alike((start + size * np.arange(n)) // n, size, n), size)


def _replaced(name: str) -> Grow:
    def grow(population: Population, chances: Chances, _: float) -> Growing:
        shares = np.ones(len(population)) if name == "alike" else population.rho
        drawn, p = chances.draws(shares, name), shares / shares.sum()

        def sample(n: int) -> Sample:
            units, often = np.unique(drawn[:n], return_counts=True)
            times = often.astype(np.float64)
            return Sample(units, times / (n * p[units]), np.ones(len(units)), len(units), draws=times)

        return Growing(sample, len(drawn))

    return grow


def _proportional(population: Population, chances: Chances, _: float) -> Growing:
    order, share = chances.reserve(), population.rho / population.rho.sum()

    def sample(n: int) -> Sample:
        inclusion = np.minimum(n * share[order[:n]], 1)
        return Sample(order[:n], 1 / inclusion, 1 - inclusion, n)

    return Growing(sample, len(order))


def _strata(within: str) -> Grow:
    """Strata that share n by their size, or by their ρ."""

    def grow(population: Population, chances: Chances, _: float) -> Growing:
        orders = chances.strata(within)
        sizes, least, most = _bounds(population, orders, within)
        return Growing(
            lambda n: _of_strata(population, orders, within, allocated(n, sizes, least, most)), sum(most.values())
        )

    return grow


def _learned(within: str, kept: bool) -> Grow:
    """Strata that share n by what a pilot found; the pilot is the beginning of the sample, or (Neyman) only counted."""

    def grow(population: Population, chances: Chances, margin: float) -> Growing:
        orders = chances.strata(within)
        sizes, least, most = _bounds(population, orders, within)
        asked = allocated(PILOT, sizes, least, most)
        pilot = _of_strata(population, orders if kept else chances.strata(within, "pilot"), within, asked)
        known, found = _found(population, pilot, within)
        shares = {name: sizes[name] * found[name] for name in sizes}
        held = asked if kept else dict.fromkeys(asked, 0)
        least = {name: max(min(held[name] + least[name], most[name]), held[name]) for name in held}

        def sample(n: int) -> Sample:
            shared = allocated(n, shares, least, most)
            if kept:
                return _of_strata(population, orders, within, shared, held)
            return _of_strata(population, orders, within, shared)._replace(judged=n + PILOT)

        n, _ = needed_of_strata(known, margin, within=within, allocation="neyman", level=0.95)
        first, last = sum(least.values()), sum(most.values())
        return Growing(sample, last, first, min(max(n, first), last))

    return grow


def _bounds(
    population: Population, orders: list[Places], within: str
) -> tuple[dict[str, float], dict[str, int], dict[str, int]]:
    """Of each stratum its size or its ρ, and the least and the most that are drawn."""
    most = {name: len(order) for name, order in zip(population.names, orders, strict=True)}
    sizes = {
        name: float(len(members) if within == "simple" else population.rho[members].sum())
        for name, members in zip(population.names, population.members, strict=True)
    }
    return sizes, {name: min(LEAST, most[name]) for name in most}, most


def _of_strata(
    population: Population,
    orders: list[Places],
    within: str,
    sizes: dict[str, int],
    held: dict[str, int] | None = None,
) -> Sample:
    """The beginnings of these orders; of each stratum as many as are `held` are of a pilot, which counts apart."""
    judged = sum(sizes.values())
    part = sum((held or {}).values()) / judged
    units, inclusion, strata = [], [], []
    for number, name in enumerate(population.names):
        n, members = sizes[name], population.members[number]
        places = orders[number][:n]
        rho = np.ones(n) if within == "simple" else population.rho[places]
        one = rho / float(len(members) if within == "simple" else population.rho[members].sum())
        first = 0 if held is None else held[name]
        pilot = np.arange(n) < first
        apart = one * np.where(pilot, first / part, (n - first) / (1 - part)) if 0 < first < n else 2 * np.ones(n)
        together = bool((apart > 1).any())
        units.append(places)
        inclusion.append(np.minimum(n * one, 1) if together else apart)
        strata.append(number + (0 if together else len(population.names)) * pilot)
    chances = np.concatenate(inclusion)
    drawn, numbers = np.concatenate(units), np.concatenate(strata)
    return Sample(drawn, 1 / chances, 1 - chances, judged, strata=numbers, learned=held is not None)


def _found(population: Population, pilot: Sample, within: str) -> tuple[Known, dict[str, float]]:
    """What is known after the pilot, and the deviations in the strata as users' samples learn them."""
    assert pilot.strata is not None
    losses, rho = population.losses[pilot.units], population.rho[pilot.units]
    names = [population.names[number] for number in pilot.strata]
    ones = np.ones(len(losses))
    result = deviations(names, losses, ones, rho, within=within)
    told = Pilot(losses, ones, rho, pilot.expansion, names)
    return Known(population.rho, population.named, "agreement", told), result


def _goal(margin: float) -> float:
    return (margin / normal_quantile((1 + LEVEL) / 2)) ** 2


def needed_of_total(population: Population, margin: float) -> int:
    """Independent draws of any case alike for Horvitz and Thompson's Σμρ, over the Σρ that is known."""
    relative = population.rho * population.losses / population.rho.mean()
    return int(np.ceil(float(relative.var()) / _goal(margin)))


def needed_of_known(population: Population, margin: float, strata: Places) -> int:
    """What strata take in proportion to ρ, were the deviations in them known, and nothing spent on a pilot."""
    names = [str(number) for number in strata.tolist()]
    ones = np.ones(len(population))
    all_of_it = Pilot(population.losses, ones, population.rho, ones, names)
    known = Known(population.rho, names, "strata", all_of_it)
    return needed_of_strata(known, margin, within="proportional", allocation="neyman", level=0.95)[0]


def _needed_simple(population: Population, margin: float, replace: bool = False, clusters: bool = False) -> int:
    num, den, _ = totals(population, clusters)
    spread = float(((num - population.truth * den) ** 2).mean() / den.mean() ** 2)
    n = spread / _goal(margin)
    return int(np.ceil(n if replace else n / (1 + n / len(den))))


def _needed_proportional(population: Population, margin: float, replace: bool = False) -> int:
    share = population.rho / population.rho.sum()
    squares = (population.losses - population.truth) ** 2
    left = _goal(margin) + (0.0 if replace else float(share**2 @ squares))
    n = int(np.ceil(float(share @ squares) / left))
    return n if replace else min(n, largest_in_proportion(population.rho.tolist()))


def _needed_strata(within: str) -> Callable[[Population, float], int]:
    def needed(population: Population, margin: float) -> int:
        ones = np.ones(len(population))
        all_of_it = Pilot(population.losses, ones, population.rho, ones, population.named)
        known = Known(population.rho, population.named, "agreement", all_of_it)
        return needed_of_strata(known, margin, within=within, allocation="proportional", level=0.95)[0]

    return needed


WAYS = (
    Way("simple(n)", _simple, _needed_simple),
    Way(
        "simple(n, replace=True)",
        _replaced("alike"),
        lambda population, margin: _needed_simple(population, margin, replace=True),
    ),
    Way("systematic(n)", _systematic, _needed_simple, nested=False),
    Way(
        "clusters(n)",
        _clusters,
        lambda population, margin: _needed_simple(population, margin, clusters=True),
        clusters=True,
    ),
    Way("proportional(n)", _proportional, _needed_proportional),
    Way(
        "proportional(n, replace=True)",
        _replaced("in proportion"),
        lambda population, margin: _needed_proportional(population, margin, replace=True),
    ),
    Way("strata", _strata("simple"), _needed_strata("simple")),
    Way("strata, within='proportional'", _strata("proportional"), _needed_strata("proportional")),
    Way("strata, neyman, within='proportional'", _learned("proportional", kept=False)),
    Way("strata, adaptive", _learned("simple", kept=True)),
    Way("strata, adaptive, within='proportional'", _learned("proportional", kept=True)),
)
