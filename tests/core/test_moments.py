"""Moments: the sums behind a ratio and its variance."""

from fractions import Fraction

from murho.core.moments import Moments, exact

CLUSTERS = [(1, 4), (0, 6), (3, 5), (Fraction(1, 2), Fraction(3, 4))]
WHOLE = sum((Moments.of_cluster(num, den) for num, den in CLUSTERS), Moments())


def test_sums_over_clusters() -> None:
    assert (WHOLE.clusters, WHOLE.num, WHOLE.den) == (4, Fraction(9, 2), Fraction(63, 4))


def test_the_squares_give_the_deviation_from_any_ratio() -> None:
    for ratio in (0, 1, Fraction(2, 7)):
        assert WHOLE.deviation(ratio, 2) == sum((num - ratio * den) ** 2 for num, den in CLUSTERS)


def test_clusters_that_hold_anything_wrong_or_right() -> None:
    some = [Moments.of_cluster(*c) for c in [(0, 2), (1, 2), (2, 2), (0, 0), (5, 2)]]
    assert [(m.wrong, m.right) for m in some] == [(0, 1), (1, 1), (1, 0), (0, 0), (1, 0)]


def test_what_the_squares_cannot_tell_apart_counts_as_equal() -> None:
    nearly = Moments.of_cluster(1 - Fraction(1, 2**80), 1)
    assert (nearly.num < nearly.den, nearly.right) == (True, 0)


def test_kish_size_of_weighted_units() -> None:
    pair = Moments.of_cluster(0, Fraction(1, 2), Fraction(1, 4)) + Moments.of_cluster(
        0, Fraction(1, 4), Fraction(1, 16)
    )
    assert pair.den**2 / pair.unit_square == Fraction(9, 5)


def test_a_float_stands_for_one_number() -> None:
    assert exact(0.1) == Fraction(0.1) != Fraction(1, 10)
    assert type(exact(3.0)) is int
