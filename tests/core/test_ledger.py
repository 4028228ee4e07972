"""The ledger: slices that are fed batch by batch."""

import numpy as np
import pytest

from murho.core.case import Cases
from murho.core.errors import InputError
from murho.core.judgement import Judgements
from murho.core.ledger import NO_VALUE, Ledger, group_name, group_order, spread
from murho.core.tally import tally

CASES = Cases(
    ["1", "2", "3", "4"],
    ["a", "a b", "a b", "c"],
    [()] * 4,
    clusters=["d", "d", "e", None],
    features={"topic": [["x", "y"], "x", None, []], "hard": [True, False, True, True]},
)
JUDGED = Judgements.of([1, 0, 1, 0], labels={"relation": ["some", "equal", "some", "equal"]})
RHO = np.array([1.0, 0.5, 0.5, 1.0])


def values(book: Ledger, feature: str) -> dict[str, float | None]:
    return {group: one.performance for group, one in book.by[feature].items()}


def test_groups_of_a_feature_a_list_a_label_and_of_length() -> None:
    book = Ledger(["topic", "hard", "relation", "length"])
    book.add(CASES, JUDGED, RHO)
    assert book.total.performance == 0.5
    assert values(book, "topic") == {"x": 1 / 1.5, "y": 1.0, NO_VALUE: 0.5 / 1.5}
    assert values(book, "hard") == {"true": 1.5 / 2.5, "false": 0.0}
    assert values(book, "relation") == {"some": 1.0, "equal": 0.0}
    assert values(book, "length") == {"1": 0.5, "2": 0.5}


def test_batches_come_to_the_same_as_the_whole() -> None:
    whole, parts = Ledger(["topic"]), Ledger(["topic"])
    whole.add(CASES, JUDGED, RHO)
    for place in ([0], [1, 2], [3]):
        rows = np.array(place)
        piece = Judgements.of(JUDGED.loss[rows])
        parts.add(CASES.take(place), piece, RHO[rows])
    assert parts.total == whole.total
    assert parts.by == whole.by
    assert whole.total.close() == tally(JUDGED, RHO, CASES.clusters)


@pytest.mark.parametrize("but", [[], ["e"], ["d", "e"], ["nobody"]], ids=str)
def test_clusters_that_stay_open_go_on_and_those_that_are_closed_are_whole(but: list[str]) -> None:
    first, closed, more = Ledger(["topic"]), Ledger(["topic"]), Ledger(["topic"])
    more.add(CASES.take([2, 3]), Judgements.of([1, 1]), np.ones(2))  # of cluster e again, and of none
    for book in (first, closed):
        book.add(CASES, JUDGED, RHO)
    closed.close(but)
    assert closed.clusters == [name for name in ("d", "e") if name in but]
    assert set(closed.total.open) == set(but) & {"d", "e"}
    if "e" in but or not but:
        more = more if but else Ledger(["topic"])
        first += more
        closed += more
    assert closed.total.close() == first.total.close()
    assert {group: one.close() for group, one in closed.by["topic"].items()} == {
        group: one.close() for group, one in first.by["topic"].items()
    }


def test_a_value_that_a_list_repeats_counts_once() -> None:
    cases = Cases(["1", "2"], ["", ""], [(), ()], features={"topic": [["x", "x", "y"], ["x"]]})
    book = Ledger(["topic"])
    book.add(cases, Judgements.of([1, 0], counts={"hits": [1, 1]}), np.ones(2))
    assert values(book, "topic") == {"x": 0.5, "y": 1.0}
    assert book.by["topic"]["x"].counts == {"hits": 2}


def test_values_that_json_can_hold_are_groups_by_name() -> None:
    rows, groups = spread([{"a": 1}, 1.5, 2, False, None, "z"])
    assert (rows, groups) == (None, ["{'a': 1}", "1.5", "2", "false", NO_VALUE, "z"])


def test_the_divisor_can_be_the_number_of_expressions() -> None:
    book = Ledger(["hard"], normalise="expressions")
    book.add(CASES, JUDGED, RHO)
    assert book.total.performance == 1.5 / 4
    assert values(book, "hard") == {"true": 1.5 / 3, "false": 0.0}


def test_an_unknown_feature_names_the_known_ones() -> None:
    with pytest.raises(InputError, match="no feature 'size'; the features of these cases are: hard, topic"):
        Ledger(["size"]).add(CASES, JUDGED, RHO)


def test_groups_are_read_in_order_whatever_they_are_called() -> None:
    names = [NO_VALUE, "nan", "b", "10", "-inf", "9.5", "a", "NaN"]
    expected = ["-inf", "9.5", "10", "NaN", "a", "b", "nan", NO_VALUE]
    assert sorted(names, key=group_order) == expected
    names.reverse()
    assert sorted(names, key=group_order) == expected


def test_names_of_groups() -> None:
    assert [group_name(value) for value in ("x", None, True, 3, 0.5)] == ["x", NO_VALUE, "true", "3", "0.5"]
