"""Sums merge: however the cases are cut, ordered and put together, every digit stays the same."""

from fractions import Fraction

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from murho.core.exact import rounded_totals, totals
from murho.core.judgement import Judgements, join_rows
from murho.core.moments import Moments
from murho.core.tally import Tally, tallies, tally

wild = st.one_of(
    st.integers(0, 9).map(float),
    st.sampled_from([0.1, 0.2, 0.3, 1 / 3]),
    st.floats(1e-120, 1e120),
    st.floats(0, 1),
)
rho = st.one_of(st.sampled_from([0.0, 0.1, 0.2, 0.3, 1.0]), st.floats(0, 1))
row = st.tuples(wild, wild, st.integers(0, 3))  # loss, units, a count
case = st.tuples(st.lists(row, min_size=1, max_size=3), rho, st.sampled_from([None, "a", "b", "c"]), st.booleans())
Case = tuple[list[tuple[float, float, int]], float, str | None, bool]


def judged(cases: list[Case]) -> tuple[Judgements, list[float], list[str | None]]:
    rows = [(i, *row, undefined) for i, (rows, _, _, undefined) in enumerate(cases) for row in rows]
    number, loss, units, hits, undefined = zip(*rows, strict=True) if rows else ((),) * 5
    columns = Judgements.of(loss, units, {"hits": hits}, case=number, undefined=undefined)
    return columns, [weight for _, weight, _, _ in cases], [cluster for _, _, cluster, _ in cases]


def tallied(cases: list[Case], *, complete: bool = False, normalise: str = "importance") -> Tally:
    return tally(*judged(cases), complete=complete, normalise=normalise)


@given(st.lists(case, max_size=12), st.data(), st.sampled_from(["importance", "expressions"]))
def test_any_split_and_order_equals_the_whole(cases: list[Case], data: st.DataObject, normalise: str) -> None:
    whole = tallied(cases, complete=True, normalise=normalise)
    order = data.draw(st.permutations(cases))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(cases)), max_size=4)))
    parts = [order[start:end] for start, end in zip([0, *cuts], [*cuts, len(cases)], strict=True)]
    batches = data.draw(st.permutations([tallied(part, normalise=normalise) for part in parts]))
    merged = sum(batches, Tally()).close()
    assert merged == whole
    assert merged.performance == whole.performance


@example([([(1.0, 1.0, 0)], 0.1, "a", False), ([(1.0, 1.0, 0)], 0.2, "a", False), ([(1.0, 1.0, 0)], 0.3, "a", False)])
@given(st.lists(case, max_size=12))
def test_sums_equal_those_of_fractions(cases: list[Case]) -> None:
    whole = tallied(cases, complete=True)
    products = [
        (Fraction(weight * loss), Fraction(weight * units)) for rows, weight, _, _ in cases for loss, units, _ in rows
    ]
    assert whole.numerator == sum(num for num, _ in products)
    assert whole.denominator == sum(den for _, den in products)
    assert whole.importance == sum(Fraction(weight) for _, weight, _, _ in cases)


def product(one: float, other: float) -> Fraction:
    """Rounded to 53 bits, also where a double has not so many."""
    exact = Fraction(one) * Fraction(other)
    lift = 1 << 1200 if exact < Fraction(1, 1 << 1000) else 1
    return Fraction(float(exact * lift)) / lift


tame = st.sampled_from([0.0, 0.1, 0.2, 1 / 3, 1.0, 7.0])
tame_row = st.tuples(tame, tame, st.integers(0, 3))
tame_case = st.tuples(st.lists(tame_row, min_size=1, max_size=3), tame, st.sampled_from([None, "a"]), st.booleans())


@given(st.lists(tame_case, max_size=12), st.sampled_from([2.0**-400, 2.0**-520, 2.0**-700]))
def test_moments_do_not_depend_on_the_unit_of_importance(cases: list[Case], unit: float) -> None:
    whole = tallied(cases, complete=True).closed
    small = tallied([(rows, weight * unit, *more) for rows, weight, *more in cases], complete=True).closed
    exact = Fraction(unit)
    assert (small.num, small.den) == (whole.num * exact, whole.den * exact)
    for name in ("num_num", "num_den", "den_den", "unit_square"):
        assert getattr(small, name) == getattr(whole, name) * exact * exact


@given(st.lists(case, max_size=12))
def test_moments_equal_those_of_the_clusters_one_by_one(cases: list[Case]) -> None:
    clusters: dict[object, list[Fraction]] = {}
    for i, (rows, weight, cluster, _) in enumerate(cases):
        sums = clusters.setdefault(i if cluster is None else cluster, [Fraction(0)] * 3)
        for loss, units, _ in rows:
            num, den = weight * loss, weight * units
            for place, value in enumerate((num, den, product(weight, den))):
                sums[place] += Fraction(value)
    expected = sum((Moments.of_cluster(*sums) for sums in clusters.values()), Moments())
    assert tallied(cases, complete=True).closed == expected


some = st.lists(case, max_size=5).map(tallied)


@given(some, some, some)
def test_associative_commutative_and_with_a_zero(one: Tally, two: Tally, three: Tally) -> None:
    assert (one + two) + three == one + (two + three)
    assert one + two == two + one
    assert one + Tally() == one == Tally() + one


fraction = st.fractions(0, 10, max_denominator=64)
moments = st.lists(st.tuples(fraction, fraction), max_size=4).map(
    lambda clusters: sum((Moments.of_cluster(*c) for c in clusters), Moments())
)


@given(moments, moments, moments)
def test_moments_too(one: Moments, two: Moments, three: Moments) -> None:
    assert (one + two) + three == one + (two + three)
    assert one + two == two + one
    assert one + Moments() == one == Moments() + one


@given(st.lists(st.tuples(case, st.integers(0, 2)), max_size=10))
def test_groups_of_cases_add_up_to_the_whole(cases: list[tuple[Case, int]]) -> None:
    columns, weights, clusters = judged([one for one, _ in cases])
    codes = np.array([group for _, group in cases], np.int64)[columns.case]
    groups = tallies(columns, weights, clusters, codes, 3, complete=False)
    assert sum(groups, Tally()) == tally(columns, weights, clusters, complete=False)
    for g, found in enumerate(groups):
        alone = tallied([one for one, group in cases if group == g])
        assert found == alone


@given(st.lists(st.lists(case, min_size=1, max_size=4), min_size=1, max_size=4))
def test_joined_judgements_tally_as_their_batches_do(batches: list[list[Case]]) -> None:
    offsets = [sum(map(len, batches[:i])) for i in range(len(batches))]
    joined = join_rows([judged(batch)[0] for batch in batches], offsets)
    everything = [one for batch in batches for one in batch]
    _, weights, clusters = judged(everything)
    assert tally(joined, weights, clusters) == tallied(everything, complete=True)


finite = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.floats(-1e3, 1e3),
    st.integers(-(2**60), 2**60).map(float),
    st.sampled_from([0.0, -0.0, 5e-324, -5e-324, 2.0**1000, 2.0**-1000]),
)


@given(st.lists(st.tuples(st.integers(0, 3), finite), max_size=30))
def test_totals_are_sums_of_fractions(values: list[tuple[int, float]]) -> None:
    codes = np.array([code for code, _ in values], np.int64)
    column = np.array([value for _, value in values], np.float64)
    expected = [sum((Fraction(v) for c, v in values if c == group), Fraction(0)) for group in range(4)]
    assert totals(codes, column, 4) == expected


@given(st.lists(st.tuples(st.integers(0, 3), st.floats(-1e300, 1e300)), max_size=30))
def test_rounded_totals_are_rounded_once(values: list[tuple[int, float]]) -> None:
    codes = np.array([code for code, _ in values], np.int64)
    column = np.array([value for _, value in values], np.float64)
    expected = [float(sum((Fraction(v) for c, v in values if c == group), Fraction(0))) for group in range(4)]
    assert rounded_totals(codes, column, 4).tolist() == expected
