"""Refinement: which gradings refine which, and what that does to π.

Guida and Mauri (1984, section 5) state that `(μ',ρ') ⊒ (μ,ρ)` implies `π[μ',ρ'](U) ≤ π[μ,ρ](U)`. With ρ fixed it holds.
With ρ refined too it does not: the divisor shrinks along with the importances. The counter-example is kept here.
Under the variant that divides by |E| it holds for both.
"""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from murho.core.case import Cases
from murho.core.inversion import refines
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.core.shifting import RELATIONS, Shifting, mu1, mu2, mu3, mu4
from murho.core.tally import tally
from murho.measures.meanings import meanings
from murho.weighting import Weighting, domain, frequency, length, structure

# Which gradings refine which

delta = st.floats(0, 1, exclude_min=True, exclude_max=True)


@given(delta)
def test_mu2_refines_mu1(d: float) -> None:
    assert refines(mu2(d).values, mu1().values).holds
    assert not refines(mu1().values, mu2(d).values).holds


@given(st.lists(delta, min_size=5, max_size=5))
def test_mu3_refines_mu1(deltas: list[float]) -> None:
    assert refines(mu3(*deltas).values, mu1().values).holds
    assert not refines(mu1().values, mu3(*deltas).values).holds


@given(st.lists(delta, min_size=5, max_size=5), delta)
def test_mu3_refines_mu2_exactly_for_matching_values(deltas: list[float], d: float) -> None:
    """⊥ must keep its value, and whatever is split off from 1 must lie above it."""
    for first in (d, deltas[0]):
        values = [first, *deltas[1:]]
        assert refines(mu3(*values).values, mu2(d).values).holds == (first == d and min(values[1:]) > d)


SUITE = Cases(
    ids=["1", "2", "3", "4", "5"],
    expressions=[
        "open today ?",
        "renew the two atlases on my card",
        "open today please",
        "my fees ?",
        "a poem by heart",
    ],
    references=[("hours",), ("renew",), ("hours",), ("fees",), ()],
    features={"count": [5, 2, 1, 2, 4], "structure": ["G", "E", "E", "T", "T"]},
)
IMPORTANCES: dict[str, Weighting] = {
    "rho1": domain(),
    "rho2": frequency("count"),
    "rho3": length(cuts=(3,), weights=(1.0, 0.25)),
    "rho4": structure("structure"),
}


@pytest.mark.parametrize(("fine", "coarse"), list(permutations(IMPORTANCES, 2)))
def test_no_importance_of_the_paper_refines_another(fine: str, coarse: str) -> None:
    gradings = [dict(zip(SUITE.ids, IMPORTANCES[name].weigh(SUITE).tolist(), strict=True)) for name in (fine, coarse)]
    assert not refines(*gradings).holds


values = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])
gradings = st.fixed_dictionaries(dict.fromkeys("abcde", values))


def by_definition(fine: dict[str, float], coarse: dict[str, float]) -> bool:
    """Section 5, word for word, over classes as sets of atoms."""

    def classes(grading: dict[str, float]) -> list[tuple[float, set[str]]]:
        return [(v, {a for a in grading if grading[a] == v}) for v in sorted(set(grading.values()))]

    parts, wholes = classes(fine), classes(coarse)
    if len(parts) < len(wholes) or not all(any(part <= whole for _, whole in wholes) for _, part in parts):
        return False
    lower = float("-inf")
    for value, whole in wholes:
        inside = [v for v, part in parts if part <= whole]
        if not (lower < inside[0] and inside[-1] == value):
            return False
        lower = value
    return True


@given(gradings, gradings)
def test_decided_as_defined(fine: dict[str, float], coarse: dict[str, float]) -> None:
    assert refines(fine, coarse).holds == by_definition(fine, coarse)


@st.composite
def refined(draw: st.DrawFn, coarse: dict[str, float], lowest: float = 0.0) -> dict[str, float]:
    """Any refinement of a grading: each class but one at `lowest` may be split downwards, above the class below it."""
    fine, below = dict(coarse), lowest
    for value in sorted(set(coarse.values())):
        members = [atom for atom in coarse if coarse[atom] == value]
        for atom in members[1:]:  # the first keeps the value, the largest of its class
            step = draw(st.sampled_from([0.25, 0.5, 0.75, 1.0]))
            fine[atom] = below + (value - below) * step
        below = value
    return fine


split = gradings.flatmap(lambda coarse: st.tuples(refined(coarse), st.just(coarse)))


@given(split)
def test_splitting_downwards_is_refining(pair: tuple[dict[str, float], dict[str, float]]) -> None:
    fine, coarse = pair
    assert refines(fine, coarse).holds
    assert all(fine[atom] <= coarse[atom] for atom in coarse)


@given(gradings.flatmap(refined), st.data())
def test_reflexive_and_transitive(grading: dict[str, float], data: st.DataObject) -> None:
    finer = data.draw(refined(grading))
    finest = data.draw(refined(finer))
    assert refines(grading, grading).holds
    assert refines(finest, grading).holds


# What refining does to π


def performance(mu: dict[str, float], rho: dict[str, float], normalise: str = "importance") -> Fraction:
    """π, exactly; values are multiples of powers of two, so that their products are exact in doubles."""
    found = tally(Judgements.of([mu[e] for e in mu]), [rho[e] for e in mu], normalise=normalise)
    return Fraction(found.numerator) / Fraction(found.denominator)


@given(split, gradings)
def test_refining_mu_never_raises_the_error(
    pair: tuple[dict[str, float], dict[str, float]], rho: dict[str, float]
) -> None:
    assume(any(rho.values()))
    fine, coarse = pair
    assert performance(fine, rho) <= performance(coarse, rho)


answer_to = st.sampled_from([UNDEFINED, (), ("a",), ("a", "b"), ("a", "b", "c"), ("a", "c"), ("c",)])


@given(st.lists(st.tuples(answer_to, st.sampled_from([(), ("a",), ("a", "b")]), st.floats(0.01, 1)), min_size=1))
def test_the_three_shiftings_of_the_paper_judge_ever_more_mildly(
    cases: list[tuple[Answered, Meanings, float]],
) -> None:
    answers, references, rho = zip(*cases, strict=True)

    def under(shifting: Shifting) -> Fraction:
        found = tally(meanings(shifting).judge(references, answers), rho)
        return Fraction(found.numerator)

    assert under(mu3(0.25, 0.5, 0.625, 0.75, 0.875)) <= under(mu2(0.25)) <= under(mu1())


def test_the_claim_of_the_paper_fails_when_rho_is_refined_too() -> None:
    """Two expressions, both important; U misunderstands the first.

    ρ' finds the second less important, and so refines ρ. What U does well now counts less, and π rises from 1/2 to 4/5:
    `(μ,ρ') ⊒ (μ,ρ)` although `π[μ,ρ'](U) > π[μ,ρ](U)`, against Guida and Mauri (1984, section 5).
    """
    mu = {"misunderstood": 1.0, "understood": 0.0}
    rho = {"misunderstood": 1.0, "understood": 1.0}
    finer = {"misunderstood": 1.0, "understood": 0.25}
    assert refines(mu, mu).holds
    assert refines(finer, rho).holds
    assert (performance(mu, rho), performance(mu, finer)) == (Fraction(1, 2), Fraction(4, 5))
    assert (performance(mu, rho, "expressions"), performance(mu, finer, "expressions")) == (
        Fraction(1, 2),
        Fraction(1, 2),
    )


@given(split, split)
def test_divided_by_the_number_of_expressions_the_claim_holds_for_both(
    mu: tuple[dict[str, float], dict[str, float]], rho: tuple[dict[str, float], dict[str, float]]
) -> None:
    assert performance(mu[0], rho[0], "expressions") <= performance(mu[1], rho[1], "expressions")


def test_refining_can_turn_a_ranking_round() -> None:
    """The open problem of the paper (section 6). U errs less often, U' fails where it does not understand.

    Under μ1 U is the better one; under μ2, which refines μ1 and forgives failing, U' is.
    """
    references = [("a",)] * 4
    errs: list[Answered] = [("a",), ("a",), ("b",), ("b",)]
    fails: list[Answered] = [("a",), UNDEFINED, UNDEFINED, UNDEFINED]
    assert refines(mu2(0.25).values, mu1().values).holds

    def both(shifting: Shifting) -> list[float | None]:
        judge = meanings(shifting).judge
        return [tally(judge(references, said), np.ones(4)).performance for said in (errs, fails)]

    assert both(mu1()) == [0.5, 0.75]
    assert both(mu2(0.25)) == [0.5, 0.1875]


def test_every_relation_has_a_value_in_every_shifting() -> None:
    for shifting in (mu1(), mu2(), mu3()):
        assert tuple(shifting.values) == RELATIONS


def test_mu4_refines_mu3() -> None:
    """With any finite range of distances that reaches 1, as declared classes; graded as a whole refines neither."""
    rising = st.lists(st.floats(0.01, 0.99), min_size=5, max_size=5, unique=True).map(sorted)
    ranges = st.lists(st.floats(1e-9, 1), min_size=1, max_size=6, unique=True).map(lambda some: sorted({*some, 1.0}))

    @given(rising, ranges)
    def law(deltas: list[float], distances: list[float]) -> None:
        fine, coarse = mu4("json", *deltas), mu3(*deltas)
        classes = [(name, 1.0) for name in RELATIONS[:-1]] + [("disjoint", distance) for distance in distances]
        values = {one: fine.value(*one) for one in classes}
        assert refines(values, {(name, far): coarse.value(name) for name, far in classes}).holds
        assert all(deltas[-1] < values["disjoint", far] <= 1 for far in distances)

    law()
