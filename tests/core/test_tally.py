"""The tally: what is summed, by group and by cluster, and what is divided by what."""

from fractions import Fraction

import numpy as np
import pytest

from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.moments import Moments
from murho.core.tally import Tally, tallies, tally

ERRORS = Judgements.of([1, 0, 2, 4], [6, 2, 4, 2], {"hits": [5, 2, 2, 0]}, undefined=[False, False, False, True])
ONES = np.ones(4)


def test_a_ratio_of_sums() -> None:
    whole = tally(ERRORS, ONES)
    assert (whole.numerator, whole.denominator, whole.performance) == (7, 14, 0.5)
    assert (whole.cases, whole.undefined, whole.importance, whole.counts) == (4, 1, 4, {"hits": 9})


def test_importance_multiplies_loss_and_units() -> None:
    weighed = tally(ERRORS, [1, 0.5, 0, 0.25])
    assert (weighed.numerator, weighed.denominator, weighed.importance) == (2, Fraction(15, 2), Fraction(7, 4))


def test_without_clusters_every_case_is_one() -> None:
    whole = tally(ERRORS, ONES).closed
    assert (whole.clusters, whole.num_num, whole.num_den, whole.den_den) == (4, 21, 22, 60)
    assert (whole.wrong, whole.right) == (3, 3)


def test_squares_are_taken_of_whole_clusters() -> None:
    whole = tally(ERRORS, ONES, ["d", "d", None, None])
    assert whole.closed == sum((Moments.of_cluster(*c) for c in [(1, 8), (2, 4), (4, 2)]), Moments())
    assert whole.performance == tally(ERRORS, ONES).performance


def test_an_incomplete_batch_keeps_named_clusters_open() -> None:
    part = tally(ERRORS, ONES, ["d", "e", "d", None], complete=False)
    assert part.open == {"d": (3, 10, 10), "e": (0, 2, 2)}
    assert (part.closed.clusters, part.numerator, part.denominator, part.performance) == (1, 7, 14, 0.5)
    assert part.close() == tally(ERRORS, ONES, ["d", "e", "d", None])
    assert part.close().close() == part.close()


def test_a_cluster_over_two_batches_is_one() -> None:
    first = tally(ERRORS.take(np.array([0, 1])), ONES, ["d", "e", "d", "e"], complete=False)
    second = tally(ERRORS.take(np.array([2, 3])), ONES, ["d", "e", "d", "e"], complete=False)
    assert (first + second).close() == tally(ERRORS, ONES, ["d", "e", "d", "e"])
    assert (first + second).close().closed.clusters == 2


def test_sums_over_a_cluster_are_not_rounded() -> None:
    """0.1 + 0.2 + 0.3 rounds differently in each order; the exact sum has none."""
    thirds = Judgements.of([1, 1, 1])
    rho = [0.1, 0.2, 0.3]
    whole = tally(thirds, rho, ["d"] * 3)
    assert whole.numerator == sum(map(Fraction, rho))
    assert tally(thirds, rho, ["d"] * 3, complete=False).close() == whole


def test_rows_finer_than_a_case_share_its_weight_and_are_its_cluster() -> None:
    slots = Judgements.of([1, 0, 1, 1], case=[0, 0, 0, 2], counts={"hits": [0, 1, 0, 0]})
    whole = tally(slots, [0.5, 1.0, 1.0])
    assert (whole.cases, whole.importance, whole.numerator, whole.denominator) == (2, Fraction(3, 2), 2, Fraction(5, 2))
    assert whole.closed == Moments.of_cluster(1, Fraction(3, 2), Fraction(3, 4)) + Moments.of_cluster(1, 1)
    assert whole.counts == {"hits": 1}


def test_groups_divide_the_rows() -> None:
    groups = tallies(ERRORS, ONES, None, np.array([0, 2, 0, 2]), 3)
    assert [(g.cases, g.numerator, g.denominator, g.undefined) for g in groups] == [
        (2, 3, 10, 0),
        (0, 0, 0, 0),
        (2, 4, 4, 1),
    ]
    assert sum(groups, Tally()) == tally(ERRORS, ONES)


def test_a_case_with_rows_in_two_groups_belongs_to_both() -> None:
    slots = Judgements.of([1, 0, 1], case=[0, 0, 1], undefined=[False, False, True])
    groups = tallies(slots, [1.0, 0.5], None, np.array([0, 1, 1]), 2)
    assert [(g.cases, g.importance, g.undefined) for g in groups] == [(1, 1, 0), (2, Fraction(3, 2), 1)]


def test_a_cluster_with_cases_in_two_groups_is_one_in_each() -> None:
    groups = tallies(ERRORS, ONES, ["d"] * 4, np.array([0, 0, 1, 1]), 2)
    assert [g.closed for g in groups] == [Moments.of_cluster(1, 8), Moments.of_cluster(6, 6)]


def test_normalised_by_expressions_the_divisor_is_their_number() -> None:
    judged = Judgements.of([1, 0, 1, 0])
    whole = tally(judged, [1, 1, 0.5, 0], normalise="expressions")
    assert (whole.numerator, whole.denominator, whole.performance) == (Fraction(3, 2), 4, 0.375)
    assert whole.importance == Fraction(5, 2)


def test_normalised_by_expressions_every_expression_counts_alike_in_the_effective_size() -> None:
    whole = tally(Judgements.of([1, 0, 1, 0]), [1, 1, 0.5, 0.1], normalise="expressions").closed
    assert whole.den**2 / whole.unit_square == 4


def test_normalised_by_expressions_the_rows_of_a_case_are_one_expression() -> None:
    slots = Judgements.of([0.25, 0.5, 1], case=[0, 0, 1])
    assert tally(slots, [1, 1], normalise="expressions").performance == 0.875


@pytest.mark.parametrize("clusters", [None, [], [None, None]])
def test_no_row_at_all(clusters: list[str | None] | None) -> None:
    nothing = tally(Judgements.of([]), [1.0, 1.0], clusters)
    assert nothing == Tally()
    assert nothing.performance is None


@pytest.mark.parametrize("weights", [[], [1], [1, 1], [0.5, 0.5]])
def test_a_weight_for_each_case(weights: list[float]) -> None:
    with pytest.raises(UsageError, match=rf"^{len(weights)} weights for at least 3 cases; give one for each$"):
        tally(Judgements.of([1, 0, 1]), weights)


def test_a_cluster_for_each_case() -> None:
    with pytest.raises(UsageError, match=r"^2 clusters for 3 cases; give one for each$"):
        tally(Judgements.of([1, 0, 1]), [1, 1, 1], ["a", "b"])


def test_nothing_to_divide_by() -> None:
    assert tally(Judgements.of([1], [0]), [1]).performance is None
    assert tally(Judgements.of([1]), [0]).performance is None


@pytest.mark.parametrize("wrong", [float("nan"), float("inf")])
def test_a_loss_that_is_no_number_is_never_summed(wrong: float) -> None:
    for clusters in (None, ["d", "d"]):
        with pytest.raises(ValueError, match="finite"):
            tally(Judgements.of([1, wrong]), [1, 1], clusters)


def test_names_of_clusters_and_counts_may_come_in_any_order() -> None:
    one = Tally(counts={"a": 1, "b": 2}, open={"x": (1, 1, 1), "y": (2, 2, 2)})
    two = Tally(counts={"b": 5}, open={"y": (1, 1, 1)})
    assert (one + two).counts == {"a": 1, "b": 7}
    assert (one + two).open == {"x": (1, 1, 1), "y": (3, 3, 3)} == (two + one).open


def test_counts_that_64_bits_do_not_hold_add_up() -> None:
    large = [2**62, 2**62, 2**62 + 1, 5]
    whole = tally(Judgements.of([0] * 4, [1] * 4, {"hits": large}), ONES)
    assert whole.counts == {"hits": sum(large)}
    assert (
        tally(Judgements.of([0] * 4, [1] * 4, {"hits": [-(2**62), -(2**62), -1, 5]}), ONES).counts["hits"] == 4 - 2**63
    )
