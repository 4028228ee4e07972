"""Designs: which cases of a suite are asked, and with what probability each; values that print as they are typed.

>>> design("stratified(100, by='scenario', allocation='neyman')")
stratified(100, by='scenario', allocation='neyman')
>>> drawn = design("simple(2)").draw(Population(5), Chance(1))
>>> drawn.places, drawn.inclusion
([0, 1], [0.4, 0.4])
>>> design("proportional(3)").draw(Population(4, weights=[1.0, 0.1, 0.1, 0.1]), Chance(1))
Traceback (most recent call last):
murho.core.errors.UsageError: proportional(3): 3 times the largest importance, 1, is more than their sum, 1.3, so that \
no inclusion can be in proportion; give n up to 1, or replace=True

Every case has its first-order inclusion probability, `inclusion`; with replacement `draws`, how often it was drawn, and
`expected_draws`. Inclusions are exact; how figures follow from them is in `murho.sampling.estimating`.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum

from murho.core import notation
from murho.core.errors import UsageError
from murho.core.spelling import setting
from murho.sampling.allocating import allocated
from murho.sampling.chance import Chance, Real, pivotal

_ROUNDING = 1e-9


@dataclass(frozen=True)
class Population:
    """What is drawn from: so many cases, as columns (size,)."""

    size: int
    weights: Sequence[Real] | None = None
    """ρ of each case; None where all matter alike."""
    strata: Sequence[str] | None = None
    """The stratum of each case."""
    clusters: Sequence[str | None] | None = None
    """The cluster of each case; one of no cluster is one by itself."""
    deviations: Mapping[str, float] = field(default_factory=dict)
    """By stratum how much cases are found to differ in what is estimated: a standard deviation, never 0."""
    held: Sequence[int] = ()
    """Places that are in the sample already, such as those of a pilot that was judged."""

    @property
    def rho(self) -> Sequence[Real]:
        """ρ of each case."""
        return [1] * self.size if self.weights is None else self.weights


@dataclass(frozen=True)
class Drawn:
    """A sample: places in the population, rising, and columns of the same length."""

    places: list[int]
    inclusion: list[Real]
    """The probability that the case is in the sample at all."""
    draws: list[int] | None = None
    """With replacement: how often it was drawn."""
    expected_draws: list[Real] | None = None
    stratum: list[str] | None = None
    stratum_size: list[int] | None = None
    """How many cases of the population are in the stratum."""

    @property
    def columns(self) -> dict[str, list[Real]]:
        """The columns that the lines of a sample carry, by name."""
        names = ("inclusion", "draws", "expected_draws", "stratum", "stratum_size")
        return {name: column for name in names if (column := getattr(self, name)) is not None}


class Design(ABC):
    """What every design offers; its repr is its notation."""

    n: int

    def __repr__(self) -> str:
        return notation.shown(self)

    def __post_init__(self) -> None:
        if isinstance(self.n, bool) or not isinstance(self.n, int) or self.n < 1:
            raise UsageError(f"{type(self).__name__}: n is {self.n!r}; give a whole number of at least 1")

    @property
    def with_replacement(self) -> bool:
        """Whether a case may be drawn more than once."""
        return False

    @property
    def whole_clusters(self) -> bool:
        """Whether clusters are drawn, and not single cases."""
        return False

    @property
    def in_strata(self) -> bool:
        """Whether every case of a sample has a stratum."""
        return False

    @property
    def learned(self) -> bool:
        """Whether a pilot that is a part of the sample decided how many cases a stratum gets."""
        return False

    @property
    def variance(self) -> str:
        """What is taken for the joint inclusions, in the words that a result prints."""
        return "independent draws" if self.with_replacement else "exact joint inclusions"

    @abstractmethod
    def draw(self, population: Population, chance: Chance) -> Drawn:
        """A sample of this population.

        Raises:
            UsageError: the design cannot be had of this population.
        """

    def _refuse_more(self, size: int, what: str = "cases") -> None:
        if self.n > size:
            raise UsageError(f"{self!r}: there are only {size} {what}; give n up to {size}")


@dataclass(frozen=True, repr=False)
class simple(Design):  # noqa: N801  as it is typed
    """So many cases, every set of them as likely as any other; `--limit` of `murho run` draws so.

    What is held already by a smaller sample of the kind stays, and the rest is drawn of the rest: every set of cases is
    then as likely as if it had been drawn at once.
    """

    n: int = field(metadata={"positional": True})
    replace: bool = False

    @property
    def with_replacement(self) -> bool:  # noqa: D102
        return self.replace

    def draw(self, population: Population, chance: Chance) -> Drawn:  # noqa: D102
        size = population.size
        if self.replace:
            return _with_replacement([1] * size, self.n, chance)
        self._refuse_more(size)
        held = set(population.held)
        rest = [index for index in range(size) if index not in held]
        places = [*held, *(rest[which] for which in chance.subset(len(rest), max(0, self.n - len(held))))]
        return Drawn(sorted(places), [len(places) / size] * len(places))


@dataclass(frozen=True, repr=False)
class proportional(Design):  # noqa: N801  as it is typed
    """So many cases, each included with a probability in proportion to ρ: π is then the plain mean of their losses.

    With replacement every draw is independent. Without, it is the pivotal method in random order (Deville and Tillé
    1998), whose inclusions are exactly n·ρ/Σρ; a reservoir by sequential keys has not that property.
    """

    n: int = field(metadata={"positional": True})
    replace: bool = False

    @property
    def with_replacement(self) -> bool:  # noqa: D102
        return self.replace

    @property
    def variance(self) -> str:  # noqa: D102
        return super().variance if self.replace else "Hájek's approximation of joint inclusions"

    def draw(self, population: Population, chance: Chance) -> Drawn:  # noqa: D102
        rho = population.rho
        if self.replace:
            return _with_replacement(rho, self.n, chance)
        self._refuse_more(population.size)
        inclusion = in_proportion(rho, self.n, self)
        places = pivotal(inclusion, chance)
        return Drawn(places, [inclusion[place] for place in places])


@dataclass(frozen=True, repr=False)
class systematic(Design):  # noqa: N801  as it is typed
    """Every so-manieth case in the order of the suite from a random start; inclusion is exactly n/N."""

    n: int = field(metadata={"positional": True})

    @property
    def variance(self) -> str:  # noqa: D102
        return "that of a simple sample, which a systematic one has if the order tells nothing"

    def draw(self, population: Population, chance: Chance) -> Drawn:  # noqa: D102
        size = population.size
        self._refuse_more(size)
        # start + k·size goes through every number below n·size once, and so n of them fall to each case.
        start = chance.below(size)
        places = [(start + k * size) // self.n for k in range(self.n)]
        return Drawn(places, [self.n / size] * self.n)


@dataclass(frozen=True, repr=False)
class clusters(Design):  # noqa: N801  as it is typed
    """So many clusters with all their cases, every set of clusters as likely; a case of no cluster is one by itself."""

    n: int = field(metadata={"positional": True})

    @property
    def whole_clusters(self) -> bool:  # noqa: D102
        return True

    def draw(self, population: Population, chance: Chance) -> Drawn:  # noqa: D102
        if population.clusters is None:
            raise UsageError(f"{self!r}: the cases have no clusters; give each a `cluster`, or draw simple({self.n})")
        groups: dict[tuple[bool, str], list[int]] = {}
        for place, name in enumerate(population.clusters):
            groups.setdefault((name is None, str(place) if name is None else name), []).append(place)
        self._refuse_more(len(groups), "clusters")
        members = list(groups.values())
        places = sorted(place for which in chance.subset(len(members), self.n) for place in members[which])
        return Drawn(places, [self.n / len(members)] * len(places))


ALLOCATIONS = ("proportional", "neyman", "adaptive")
WITHIN = ("simple", "proportional")


@dataclass(frozen=True, repr=False)
class stratified(Design):  # noqa: N801  as it is typed
    """So many cases, a fixed number from each stratum; the strata are the values of a feature.

    `allocation` is in proportion to the size of strata (`within='proportional'`: to their ρ), `neyman` by what a pilot
    found in them, or `adaptive`: as `neyman`, the cases of the pilot being a part of the sample. No stratum has fewer
    than `least` cases unless it has no more, whatever a pilot found, and in proportion to ρ none has more than its
    `reserve`; what it cannot take goes to the others.

    In proportion to ρ a sample is the beginning of each stratum's reserve, so that a larger one from the same seed
    holds the smaller one: so an adaptive sample keeps its pilot. The pilot and what is drawn after it are then two
    samples, each of which stands for all cases; they count by their share of n, whatever the pilot found, so that
    totals are estimated without bias, and `stratum` tells the pilot's cases apart. Where the share of a stratum is too
    large for that, both are taken together (docs/sampling.md).
    """

    n: int = field(metadata={"positional": True})
    by: str = field(default="", metadata={"always": True})
    allocation: str = "proportional"
    within: str = "simple"
    least: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.by, str) or not self.by:
            raise UsageError(f"stratified: by is {self.by!r}; name a feature, as in by='scenario'")
        for name, value, known in (("allocation", self.allocation, ALLOCATIONS), ("within", self.within, WITHIN)):
            if value not in known:
                raise UsageError(f"stratified: {name} is {value!r}; known: {', '.join(known)}")
        if isinstance(self.least, bool) or not isinstance(self.least, int) or self.least < 1:
            raise UsageError(f"stratified: least is {self.least!r}; give a whole number of at least 1")

    @property
    def in_strata(self) -> bool:  # noqa: D102
        return True

    @property
    def learned(self) -> bool:  # noqa: D102
        return self.allocation == "adaptive"

    @property
    def variance(self) -> str:  # noqa: D102
        joint = "exact" if self.within == "simple" else "Hájek's approximation of"
        apart = ", the pilot apart, with its standard error" if self.learned else ""
        return f"{joint} joint inclusions, by stratum{apart}"

    def sizes(self, population: Population) -> dict[str, int]:
        """How many cases of each stratum are drawn.

        Raises:
            UsageError: there are no strata, too many for n, or the allocation needs a pilot.
        """
        if population.strata is None:
            raise UsageError(f"{self!r}: the cases have no strata; name a feature that they have")
        self._refuse_more(population.size)
        members = Counter(population.strata)
        most = dict(members)
        weights: dict[str, float] = {name: float(size) for name, size in sorted(members.items())}
        if self.within == "proportional":
            rho = {name: [population.rho[place] for place in places] for name, places in _by_stratum(population)}
            weights = {name: fsum(map(float, rho[name])) for name in weights}
            most = {name: largest_in_proportion(rho[name]) for name in weights}
            if sum(most.values()) < self.n:
                few = min(most, key=lambda name: most[name] / members[name])
                raise UsageError(
                    f"{self!r}: in proportion to importance no more than {sum(most.values())} cases can be drawn, "
                    f"{most[few]} of {members[few]} in the stratum {few!r}; give n up to {sum(most.values())}"
                )
        if self.allocation != "proportional":
            if not population.deviations:
                raise UsageError(
                    f"{self!r}: it needs what a judged run found in the strata; give one with {setting('pilot')}RUN"
                )
            usual = fsum(population.deviations.values()) / len(population.deviations)
            weights = {name: size * population.deviations.get(name, usual) for name, size in weights.items()}
        held = Counter(population.strata[place] for place in population.held)
        least = {name: max(min(held[name] + self.least, most[name]), held[name]) for name in weights}
        if sum(least.values()) > self.n:
            raise UsageError(
                f"{self!r}: {len(members)} strata need {sum(least.values())} cases at least; "
                "give a larger n, or fewer strata"
            )
        return allocated(self.n, weights, least, most)

    def draw(self, population: Population, chance: Chance) -> Drawn:  # noqa: D102
        if self.allocation != "adaptive" and population.held:
            raise UsageError(f"{self!r}: only an adaptive allocation keeps the cases of a pilot")
        sizes = self.sizes(population)
        members = dict(_by_stratum(population))
        held = set(population.held)
        part = len(held) / self.n
        inclusion: dict[int, Real] = {}
        called: dict[int, str] = {}
        for name, wanted in sizes.items():
            among = members[name]
            if self.within == "proportional":
                rho = [population.rho[place] for place in among]
                if not wanted:  # nothing matters there
                    continue
                one = dict(zip(among, in_proportion(rho, 1, self, f" in the stratum {name!r}"), strict=True))
                chosen = [among[which] for which in reserve(rho, chance)[:wanted]]
            else:
                one = dict.fromkeys(among, 1 / len(among))
                rest = [place for place in among if place not in held]
                chosen = [place for place in among if place in held]
                chosen += [rest[which] for which in chance.subset(len(rest), wanted - len(chosen))]
            first = [place for place in chosen if place in held]
            apart = _apart(one, first, [place for place in chosen if place not in held], part)
            inclusion |= {place: min(1, wanted * one[place]) for place in chosen} if apart is None else apart
            called |= dict.fromkeys(chosen, name)
            if apart is not None:
                called |= dict.fromkeys(first, f"{name} (pilot)")
        if not held <= inclusion.keys():
            raise UsageError(
                f"{self!r}: the pilot is not the beginning of this sample; draw the pilot by "
                f"stratified(n, by={self.by!r}, within='proportional'), with the same seed, importance and strata"
            )
        places = sorted(inclusion)
        strata = population.strata or ()
        return Drawn(
            places,
            [inclusion[place] for place in places],
            stratum=[called[place] for place in places],
            stratum_size=[len(members[strata[place]]) for place in places],
        )


def _apart(one: Mapping[int, Real], first: Sequence[int], later: Sequence[int], part: float) -> dict[int, Real] | None:
    """The inclusions of a pilot and of what was drawn later, such that they count by `part` and 1 − `part`.

    None where there are not both, or one would be more than 1. `one` is the inclusion in a sample of a single case.
    """
    if not first or not later:
        return None
    results = {place: len(first) * one[place] / part for place in first}
    results |= {place: len(later) * one[place] / (1 - part) for place in later}
    return None if max(results.values()) > 1 else results


@dataclass(frozen=True, repr=False)
class poststratified(Design):  # noqa: N801  as it is typed
    """A simple sample, of which figures are made by strata: of each it is known how many cases there are.

    Given how many fell into a stratum it is a stratified sample, and `inclusion` is what it is then (Holt and Smith
    1979). Strata with fewer than `least` sampled cases are taken together with the next smaller ones.
    """

    n: int = field(metadata={"positional": True})
    by: str = field(default="", metadata={"always": True})
    least: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.by, str) or not self.by:
            raise UsageError(f"poststratified: by is {self.by!r}; name a feature, as in by='scenario'")
        if isinstance(self.least, bool) or not isinstance(self.least, int) or self.least < 1:
            raise UsageError(f"poststratified: least is {self.least!r}; give a whole number of at least 1")

    @property
    def in_strata(self) -> bool:  # noqa: D102
        return True

    @property
    def variance(self) -> str:  # noqa: D102
        return "exact joint inclusions, by stratum, given how many of each were drawn"

    def draw(self, population: Population, chance: Chance) -> Drawn:  # noqa: D102
        if population.strata is None:
            raise UsageError(f"{self!r}: the cases have no strata; name a feature that they have")
        places = simple(self.n).draw(population, chance).places
        sizes = Counter(population.strata)
        drawn = Counter(population.strata[place] for place in places)
        group, open_names, missing = dict[str, str](), list[str](), 0
        for name in sorted(sizes, key=lambda name: (drawn[name], name)):
            open_names.append(name)
            missing += drawn[name]
            if missing >= self.least:
                group |= dict.fromkeys(open_names, " + ".join(sorted(open_names)))
                open_names, missing = [], 0
        if open_names:  # all that there is, where the sample is as small as that
            group |= dict.fromkeys(open_names, " + ".join(sorted(open_names)))
        of, among = Counter[str](), Counter[str]()
        for name in sizes:
            of[group[name]] += drawn[name]
            among[group[name]] += sizes[name]
        called = [group[population.strata[place]] for place in places]
        return Drawn(
            places,
            [of[name] / among[name] for name in called],
            stratum=called,
            stratum_size=[among[name] for name in called],
        )


DESIGNS = {make.__name__: make for make in (simple, proportional, stratified, poststratified, systematic, clusters)}


def design(text: str) -> Design:
    """The design that a notation denotes.

    Raises:
        UsageError: it denotes none.
    """
    made = notation.read(text, DESIGNS, what="design", example="simple(500) or stratified(500, by='scenario')")
    if not isinstance(made, Design):
        raise UsageError(f"{text!r} is no design; known: {', '.join(DESIGNS)}")
    return made


def in_proportion(rho: Sequence[Real], n: int, asked: Design, where: str = "") -> list[Real]:
    """n·ρ/Σρ for each case.

    Raises:
        UsageError: one of them would be more than 1, or nothing matters.
    """
    total = sum(rho) if not all(isinstance(r, float) for r in rho) else fsum(rho)
    if not total:
        raise UsageError(f"{asked!r}: every importance is 0{where}; at least one case must matter")
    most = max(rho)
    if n * most > total * (1 + _ROUNDING):
        raise UsageError(
            f"{asked!r}: {n} times the largest importance{where}, {float(most):.6g}, is more than their sum, "
            f"{float(total):.6g}, so that no inclusion can be in proportion; give n up to {int(total / most)}"
            + (", or replace=True" if isinstance(asked, proportional) else "")
        )
    return [min(1, n * r / total) for r in rho]  # what rounding puts beyond 1


def largest_in_proportion(rho: Sequence[Real]) -> int:
    """How many can be drawn with inclusions in proportion to ρ: none of them may be more than 1.

    >>> largest_in_proportion([0.5, 0.25, 0.25, 0.5])
    3
    """
    most = max(rho)
    return int(float(sum(rho) / most) + _ROUNDING) if most else 0


def reserve(rho: Sequence[Real], chance: Chance) -> list[int]:
    """As many places as can be drawn in proportion to ρ, in random order: every beginning of it is such a sample.

    Of a sample with inclusions M·ρ/Σρ each n cases are as likely as any other n, so the first n have n·ρ/Σρ.

    >>> reserve([1.0, 0.5, 0.5, 0.25], Chance(1))
    [0, 2]
    """
    most = largest_in_proportion(rho)
    if most in (0, len(rho)):  # nothing matters, or all alike
        return chance.order(most)
    total = sum(rho)
    drawn = pivotal([min(1, most * r / total) for r in rho], chance)
    return [drawn[which] for which in chance.order(len(drawn))]


def _by_stratum(population: Population) -> list[tuple[str, list[int]]]:
    """The places of each stratum, by name."""
    members: dict[str, list[int]] = {}
    for index, name in enumerate(population.strata or ()):
        members.setdefault(name, []).append(index)
    return sorted(members.items())


def _with_replacement(weights: Sequence[Real], n: int, chance: Chance) -> Drawn:
    total = sum(weights)
    if not total:
        raise UsageError("every importance is 0; at least one case must matter")
    drawn = Counter(chance.picked(weights, n))
    places = sorted(drawn)
    each = [weights[place] / total for place in places]
    return Drawn(
        places,
        [1 - (1 - p) ** n for p in each],
        draws=[drawn[place] for place in places],
        expected_draws=[n * p for p in each],
    )
