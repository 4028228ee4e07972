"""Designs, checked by every outcome with its exact probability: chance is replaced by a walk through all of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from murho.core.errors import UsageError
from murho.sampling import (
    Chance,
    Design,
    Drawn,
    Population,
    clusters,
    design,
    poststratified,
    proportional,
    simple,
    stratified,
    systematic,
)
from murho.sampling.estimating import Unit, Units


class _Scripted(Chance):
    """Says what a script says; beyond its end the first that is possible, noting what else was."""

    def __init__(self, script: Sequence[int]):
        self.script, self.at, self.probability = script, 0, Fraction(1)
        self.widths: list[int] = []

    def _one(self, possible: Sequence[tuple[Any, Fraction]]) -> Any:
        which = self.script[self.at] if self.at < len(self.script) else 0
        self.at += 1
        self.widths.append(len(possible))
        value, probability = possible[which]
        self.probability *= probability
        return value

    def subset(self, size: int, wanted: int) -> list[int]:
        sets = [list(places) for places in combinations(range(size), wanted)]
        return self._one([(places, Fraction(1, len(sets))) for places in sets])

    def below(self, size: int) -> int:
        return self._one([(value, Fraction(1, size)) for value in range(size)])

    def happens(self, probability: Any) -> bool:
        return self._one([(True, Fraction(probability)), (False, 1 - Fraction(probability))])

    def order(self, size: int) -> list[int]:
        # Not all of them: inclusions are exact in any order, and each place is as often at each point of these.
        orders = [[*range(start, size), *range(start)] for start in range(size)]
        return self._one([(order, Fraction(1, len(orders))) for order in orders])

    def picked(self, weights: Sequence[Any], times: int) -> list[int]:
        total = sum(weights)
        draws = list(product(range(len(weights)), repeat=times))
        shares = [Fraction(1)] * len(draws)
        for which, places in enumerate(draws):
            for place in places:
                shares[which] *= Fraction(weights[place]) / total
        return self._one([(list(places), share) for places, share in zip(draws, shares, strict=True)])


def outcomes(design: Design, population: Population) -> Iterator[tuple[Fraction, Drawn]]:
    """Every sample that a design can draw, with its probability."""
    for chance in _scripts(lambda chance: design.draw(population, chance)):
        yield chance.probability, chance.drawn


def _scripts(draw: Callable[[Chance], Drawn]) -> Iterator[Any]:
    """Every way in which chance can go that has a probability, with what was `drawn`."""
    script: list[int] = []
    while True:
        chance: Any = _Scripted(script)
        chance.drawn = draw(chance)
        if chance.probability:
            yield chance
        script = [*script, *[0] * (len(chance.widths) - len(script))]
        while script and script[-1] + 1 >= chance.widths[len(script) - 1]:
            script.pop()
        if not script:
            return
        script[-1] += 1


LOSSES = [1, 0, 1, Fraction(1, 2), 0, 0]
RHO = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 2), Fraction(1, 8), Fraction(1, 4), Fraction(3, 8)]
STRATA = ["a", "a", "a", "b", "b", "c"]
POPULATION = Population(6, RHO, STRATA, ["x", "x", "y", "z", None, None])
DESIGNS = [
    simple(3),
    simple(3, replace=True),
    proportional(3),
    proportional(2, replace=True),
    systematic(4),
    clusters(2),
    stratified(4, by="part", least=1),
    stratified(4, by="part", within="proportional", least=1),
    stratified(5, by="part", allocation="neyman"),
]
TOTAL = sum(loss * rho for loss, rho in zip(LOSSES, RHO, strict=True))


def exact(value: Any) -> Fraction:
    return Fraction(value).limit_denominator(10**6)


def totals(drawn: Drawn) -> tuple[Fraction, Fraction]:
    """Horvitz and Thompson's totals of μρ and ρ; with replacement those of Hansen and Hurwitz."""
    often = drawn.draws or [1] * len(drawn.places)
    expected = drawn.expected_draws or drawn.inclusion
    weight = [d / exact(e) for d, e in zip(often, expected, strict=True)]
    wrong = sum(w * LOSSES[place] * RHO[place] for w, place in zip(weight, drawn.places, strict=True))
    return wrong, sum(w * RHO[place] for w, place in zip(weight, drawn.places, strict=True))


@pytest.mark.parametrize("asked", DESIGNS, ids=repr)
def test_totals_are_unbiased_and_inclusions_are_exact(asked: Design) -> None:
    population = Population(6, RHO, STRATA, POPULATION.clusters, {"a": 0.5, "b": 0.2, "c": 0.1})
    everything = wrong = weight = Fraction(0)
    included = [Fraction(0)] * 6
    said: dict[int, Fraction] = {}
    for probability, drawn in outcomes(asked, population):
        everything += probability
        over, under = totals(drawn)
        wrong += probability * over
        weight += probability * under
        for place, inclusion in zip(drawn.places, drawn.inclusion, strict=True):
            included[place] += probability
            said[place] = exact(inclusion)
    assert everything == 1
    assert (wrong, weight) == (TOTAL, sum(RHO))
    assert said == dict(enumerate(included))


def bias(asked: Design) -> Fraction:
    """How far the ratio of both totals lies from π on average, exactly."""
    mean = sum(p * over / under for p, drawn in outcomes(asked, POPULATION) for over, under in [totals(drawn)])
    return mean - TOTAL / sum(RHO)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (simple(3), Fraction(-1061, 34650)),
        (systematic(4), Fraction(-23, 3168)),
        (clusters(2), Fraction(-2497, 50400)),
        (stratified(4, by="part", least=1), Fraction(-71, 10336)),
        # The sum of ρ is estimated without error, and the ratio is a mean.
        (proportional(3), 0),
        (proportional(2, replace=True), 0),
        (stratified(4, by="part", within="proportional", least=1), 0),
    ],
    ids=repr,
)
def test_what_the_ratio_of_both_totals_is_biased_by(asked: Design, expected: Fraction) -> None:
    assert bias(asked) == expected


def test_a_poststratified_sample_knows_how_large_strata_are() -> None:
    asked = poststratified(5, by="part", least=1)
    population = Population(6, RHO, ["a"] * 3 + ["b"] * 3)
    total = sizes = Fraction(0)
    for probability, drawn in outcomes(asked, population):
        total += probability * totals(drawn)[0]
        sizes = sum((1 / exact(inclusion) for inclusion in drawn.inclusion), Fraction(0))
        assert sizes == 6
        assert sorted(drawn.stratum or ()) in (["a"] * 3 + ["b"] * 2, ["a"] * 2 + ["b"] * 3)
    assert total == TOTAL
    # Where a stratum may be missed it is taken together with another, which costs a bias of the total.
    few = poststratified(2, by="part", least=1)
    missed = sum(p * totals(drawn)[0] for p, drawn in outcomes(few, population)) - TOTAL
    assert missed == 0 or abs(missed) < TOTAL / 20
    for _, drawn in outcomes(few, population):
        assert {*(drawn.stratum or ())} in ({"a", "b"}, {"a + b"})
        assert {*(drawn.stratum_size or ())} in ({3}, {6})


def unit_of(asked: Design, place: int) -> str:
    return str(POPULATION.clusters[place] or place) if asked.whole_clusters else str(place)  # type: ignore[index]


def variances(asked: Design) -> tuple[float, float]:
    """Of the estimated total Σμρ: the variance over all samples, and what the estimated variance is on average."""
    population = replace(POPULATION, deviations={"a": 0.5, "b": 0.2, "c": 0.1})
    spread = estimated = 0.0
    for probability, drawn in outcomes(asked, population):
        units, terms = Units(), dict[str, float]()
        often = drawn.draws or [1] * len(drawn.places)
        expected = drawn.expected_draws or drawn.inclusion
        for i, place in enumerate(drawn.places):
            name = unit_of(asked, place)
            units[name] = Unit("" if drawn.stratum is None else drawn.stratum[i], float(drawn.inclusion[i]), often[i])
            terms[name] = terms.get(name, 0.0) + float(often[i] / exact(expected[i]) * LOSSES[place] * RHO[place])
        spread += float(probability) * float(totals(drawn)[0] - TOTAL) ** 2
        estimated += float(probability) * units.variance(terms, asked.with_replacement)
    return spread, estimated


@pytest.mark.parametrize(
    "asked",
    [
        simple(3),
        simple(3, replace=True),
        proportional(2, replace=True),
        clusters(2),
        stratified(5, by="part"),
        stratified(5, by="part", allocation="neyman"),
    ],
    ids=repr,
)
def test_the_variance_of_a_total_is_estimated_without_bias(asked: Design) -> None:
    spread, estimated = variances(asked)
    assert estimated == pytest.approx(spread, rel=1e-9)


def test_of_unequal_inclusions_it_is_an_approximation() -> None:
    spread, estimated = variances(proportional(3))
    assert (round(spread, 4), round(estimated, 4)) == (0.1368, 0.1431)


def test_a_larger_sample_holds_the_smaller_one() -> None:
    first = simple(3).draw(Population(1000), Chance(1)).places
    more = simple(50).draw(Population(1000, held=first), Chance("1, 3")).places
    assert set(first) < set(more)
    assert len(more) == 50


def test_adaptive_keeps_the_pilot_and_no_stratum_is_lost() -> None:
    population = Population(300, strata=["a"] * 200 + ["b"] * 100, deviations={"a": 1e-9, "b": 0.5}, held=range(10))
    drawn = stratified(60, by="part", allocation="adaptive", least=5).draw(population, Chance(1))
    assert set(range(10)) <= set(drawn.places)
    # The pilot is a sixth of all that is judged, and counts a sixth; b had none.
    expected = {"a (pilot)": (10, 10 / 200 * 6), "a": (5, 5 / 200 * 6 / 5), "b": (45, 45 / 100)}
    assert drawn.stratum is not None
    for name, (count, inclusion) in expected.items():
        found = [i for one, i in zip(drawn.stratum, drawn.inclusion, strict=True) if one == name]
        assert found == pytest.approx([inclusion] * count)
    assert drawn.stratum_size == [200] * 15 + [100] * 45


@pytest.mark.parametrize("within", ["simple", pytest.param("proportional", marks=pytest.mark.slow)])
def test_whatever_its_pilot_finds_an_adaptive_sample_is_unbiased(within: str) -> None:
    """Every pilot, each with every sample that goes on from it, its sizes by what that pilot found."""
    rho = [Fraction(n, 32) for n in (8, 8, 6, 8, 4, 4, 4, 3)]
    losses = [1, 0, 0, 1, 0, 1, 0, 0]
    population = Population(8, rho, ["a"] * 4 + ["b"] * 4)
    first = stratified(2, by="part", within=within, least=1)
    asked = stratified(5, by="part", within=within, allocation="adaptive", least=1)
    everything = total = Fraction(0)
    sizes = set()
    for probability, pilot, drawn in _grown(first, asked, population, losses):
        everything += probability
        sizes.add(tuple(sorted(name[0] for name in drawn.stratum or ())))
        for place, inclusion in zip(drawn.places, drawn.inclusion, strict=True):
            total += probability * losses[place] * rho[place] / exact(inclusion)
        assert set(pilot.places) < set(drawn.places)
        assert {name for name in drawn.stratum or () if "pilot" in name} == {"a (pilot)", "b (pilot)"}
    assert everything == 1
    assert len(sizes) == 2  # what the pilot found did decide
    assert total == sum(loss * r for loss, r in zip(losses, rho, strict=True))


def _grown(
    first: Design, asked: Design, population: Population, losses: Sequence[int]
) -> Iterator[tuple[Fraction, Drawn, Drawn]]:
    """Every pilot with every sample that holds it: where both come from one reserve, by one and the same chance."""
    for chance in _scripts(lambda chance: first.draw(population, chance)):
        pilot = chance.drawn
        wrong = {
            name: [losses[p] for p, s in zip(pilot.places, pilot.stratum, strict=True) if s == name] for name in "ab"
        }
        found = {name: 0.9 if any(those) else 0.1 for name, those in wrong.items()}
        grown = replace(population, deviations=found, held=pilot.places)
        if asked.within == "proportional":  # type: ignore[attr-defined]
            again = _Scripted(chance.script)
            yield chance.probability, pilot, asked.draw(grown, again)
            continue
        for later in _scripts(lambda chance, grown=grown: asked.draw(grown, chance)):
            yield chance.probability * later.probability, pilot, later.drawn


def test_adaptive_in_proportion_to_importance_keeps_the_pilot_of_the_same_seed() -> None:
    rho = [1 / (1 + place % 7) for place in range(300)]
    population = Population(300, rho, ["a"] * 200 + ["b"] * 100)
    pilot = stratified(20, by="part", within="proportional").draw(population, Chance(3)).places
    found = replace(population, deviations={"a": 0.1, "b": 0.5}, held=pilot)
    asked = stratified(60, by="part", allocation="adaptive", within="proportional")
    drawn = asked.draw(found, Chance(3))
    assert set(pilot) < set(drawn.places)
    assert len(drawn.places) == 60
    assert asked.sizes(found) == {"a": 24, "b": 36}  # in proportion to ρ there cannot be more of b
    expanded = dict.fromkeys(drawn.stratum or (), 0.0)
    for place, inclusion, name in zip(drawn.places, drawn.inclusion, drawn.stratum or (), strict=True):
        expanded[name] += rho[place] / inclusion
    # A third was judged by the pilot, and stands for a third of Σρ of each stratum, exactly.
    for name, whole in (("a", sum(rho[:200])), ("b", sum(rho[200:]))):
        both = {part: total for part, total in expanded.items() if part[0] == name}
        assert both == pytest.approx(
            {f"{name} (pilot)": whole / 3, name: 2 * whole / 3} if len(both) == 2 else {name: whole}
        )
    with pytest.raises(UsageError, match="the pilot is not the beginning of this sample"):
        asked.draw(found, Chance(4))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("simple(0)", "n is 0"),
        ("simple(True)", "n is True"),
        ("simple", "missing 1 required positional argument: 'n'"),
        ("random(5)", "no design 'random'"),
        ("stratified(5)", "name a feature"),
        ("stratified(5, by='part', allocation='best')", "known: proportional, neyman, adaptive"),
        ("stratified(5, by='part', least=0)", "least is 0"),
        ("7", "is no design"),
    ],
)
def test_what_is_no_design(text: str, found: str) -> None:
    with pytest.raises(UsageError, match=found.replace("(", r"\(")):
        design(text)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (simple(7), "there are only 6 cases"),
        (systematic(7), "there are only 6 cases"),
        (clusters(6), "there are only 5 clusters"),
        (proportional(5), "give n up to 4, or replace=True"),
        (stratified(5, by="part", allocation="neyman"), "pilot=RUN"),
        (stratified(4, by="part"), "3 strata need 5 cases at least"),
        (stratified(6, by="part", within="proportional"), "1 of 2 in the stratum 'b'; give n up to 4"),
    ],
    ids=repr,
)
def test_what_a_population_has_not(asked: Design, found: str) -> None:
    with pytest.raises(UsageError, match=found):
        asked.draw(POPULATION, Chance(1))


@pytest.mark.slow
def test_inclusions_hold_for_many_cases_of_uneven_weight() -> None:
    rho = [1 / (1 + place) for place in range(60)]
    asked = proportional(4)
    counts = [0] * 60
    for seed in range(4000):
        for place in asked.draw(Population(60, rho), Chance(seed)).places:
            counts[place] += 1
    for count, weight in zip(counts, rho, strict=True):
        expected = 4 * weight / sum(rho)
        assert abs(count / 4000 - expected) < 4.5 * (expected * (1 - expected) / 4000) ** 0.5
