"""What went before an expression: said by the case, or told by the order of its cluster."""

from dataclasses import replace

from murho.core.case import Cases
from murho.core.turns import says_before, went_before, with_order, written_out

SUITE = Cases(
    ["1", "2", "3", "4", "5"],
    ["hello", "open?", ("to bonn", "or bern"), "on friday?", "yes"],
    [()] * 5,
    clusters=["a", "b", "a", "b", "a"],
)


def all_before(cases: Cases) -> list[list[str]]:
    return [went_before(cases, position) for position in range(len(cases))]


def test_the_earlier_expressions_of_the_cluster() -> None:
    found = [[], [], ["hello"], ["open?"], ["hello", "to bonn", "or bern"]]
    assert all_before(with_order(SUITE)) == found


def test_a_sample_still_knows_what_went_before_in_the_whole() -> None:
    sample = with_order(SUITE).take([4, 3])
    assert all_before(sample) == [["hello", "to bonn", "or bern"], ["open?"]]
    assert with_order(sample) is sample
    assert all_before(replace(written_out(sample), earlier=None)) == all_before(sample)


def test_what_a_case_says_itself_comes_first() -> None:
    some = with_order(replace(SUITE, before=[None, ["where?"], None, None, []]))
    assert all_before(some) == [[], ["where?"], ["hello"], ["open?"], []]
    assert [says_before(some, position) for position in range(5)] == [False, True, False, False, True]


def test_without_clusters_nothing_went_before() -> None:
    alone = Cases(["1", "2"], ["a", "b"], [(), ()])
    assert with_order(alone) is alone
    assert all_before(alone) == [[], []]
    assert all_before(with_order(replace(alone, clusters=[None, None]))) == [[], []]
