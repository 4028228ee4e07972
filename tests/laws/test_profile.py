"""The identity of the profile, `π = Σ P_ij δ_i ω_j |E| / Σ ρ`, exactly; and what else shares obey (1984, section 3)."""

from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from murho.core.judgement import Judgements
from murho.core.profile import Profile, profile
from murho.core.tally import Tally, tally

delta = st.sampled_from([0.0, 0.1, 0.25, 0.7, 1.0])
omega = st.sampled_from([0.0, 0.05, 0.25, 0.7, 1.0])
case = st.tuples(delta, omega, st.sampled_from(["x", "y", None]))
cases = st.lists(case, min_size=1, max_size=25)
Case = tuple[float, float, str | None]


def profiled(rows: list[Case], *axes: str) -> Profile:
    loss, weight, topic = zip(*rows, strict=True)
    columns = {"loss": np.array(loss), "weight": np.array(weight), "topic": list(topic)}
    return profile(Judgements.of(loss), weight, {axis: columns[axis] for axis in axes})


@given(cases.filter(lambda rows: any(omega for _, omega, _ in rows)))
def test_shares_and_class_values_give_the_performance(rows: list[Case]) -> None:
    found = profiled(rows, "loss", "weight")
    importance = sum(Fraction(omega) for _, omega, _ in rows)
    top = sum(Fraction(delta) * Fraction(omega) for delta, omega, _ in rows)
    from_shares = sum(found.share((d, o)) * Fraction(d) * Fraction(o) for d, o in found.cells) * len(rows) / importance
    assert from_shares == top / importance == found.performance()
    assert profiled(rows, "topic", "weight", "loss").performance() == found.performance()


@given(cases)
def test_shares_are_those_of_the_definition_and_sum_to_one(rows: list[Case]) -> None:
    found = profiled(rows, "loss", "weight")
    for i in found.classes("loss"):
        for j in found.classes("weight"):
            members = [row for row in rows if row[:2] == (i, j)]
            assert found.share((i, j)) == Fraction(len(members), len(rows))
    assert sum(map(sum, found.matrix())) == 1


@given(cases)
def test_margins_are_the_profiles_of_fewer_axes(rows: list[Case]) -> None:
    three, two, one = (profiled(rows, *["loss", "topic", "weight"][:n]) for n in (3, 2, 1))
    for wide, narrow in ((three, two), (two, one)):
        for key in narrow.cells:
            assert narrow.share(key) == sum(wide.share(cell) for cell in wide.cells if cell[:-1] == key)


@given(cases)
def test_cells_add_up_to_the_tally_of_the_whole(rows: list[Case]) -> None:
    loss, weight, _ = zip(*rows, strict=True)
    assert sum(profiled(rows, "topic", "loss").cells.values(), Tally()) == tally(Judgements.of(loss), weight)


@given(cases)
def test_it_depends_on_the_partition_and_not_on_the_values(rows: list[Case]) -> None:
    other = [(delta / 2 + 0.5, 1 - omega, topic) for delta, omega, topic in rows]
    here, there = profiled(rows, "loss", "weight"), profiled(other, "loss", "weight")
    assert {(d / 2 + 0.5, 1 - o): here.share((d, o)) for d, o in here.cells} == {
        cell: there.share(cell) for cell in there.cells
    }
