"""What is counted of alignments: whatever the order in which they came."""

import pickle

import pytest

from murho.core.case import Answers, Cases
from murho.measures import measure
from murho.pipeline.aligning.alignment_counts import align_batches
from murho.pipeline.scoring.alignment import Counted
from murho.pipeline.scoring.reading import Watch

PAIRS = [("to bonn", "to born"), ("a b c", "x b"), ("", "uh oh"), ("to bonn", "two bonn oh"), ("when", "")]
WATCH = Watch(keywords=(("bonn",), ("to",)), by_frequency=True)


def counted(pairs: list[tuple[str, str]], watch: Watch = WATCH, by: tuple[str, ...] = ("first",)) -> Counted:
    found = Counted(watch, by, 0.95)
    ids = [str(i) for i in range(len(pairs))]
    cases = Cases(ids, ids, [(said,) for said, _ in pairs], features={"first": [said[:1] or None for said, _ in pairs]})
    answers = Answers(ids, [(heard,) for _, heard in pairs])
    for one in align_batches(measure("words"), [(cases, answers)], by=by):
        found.add(one)
    return found


def test_of_a_few_utterances_by_hand() -> None:
    """bonn for born, a for x, to for two; c and when are lost; uh and oh twice are made up."""
    found = counted(PAIRS)
    whole = found.whole
    assert (whole.utterances, whole.in_error, whole.hits) == (5, 5, 3)
    assert whole.substitutions == {("a", "x"): 1, ("bonn", "born"): 1, ("to", "two"): 1}
    assert (whole.deletions, whole.insertions) == ({"c": 1, "when": 1}, {"oh": 2, "uh": 1})
    groups = found.groups()["first"].items()
    assert {name: (one.utterances, one.in_error, one.hits) for name, one in groups} == {
        "t": (2, 2, 2),
        "a": (1, 1, 1),
        "(none)": (1, 1, 0),
        "w": (1, 1, 0),
    }


def test_the_order_of_utterances_is_not_seen_in_the_counts() -> None:
    forth, back = (counted(pairs, Watch()) for pairs in (PAIRS, PAIRS[::-1]))
    assert forth.whole == back.whole
    assert (forth.spotting, forth.rarity) == (None, None)


@pytest.mark.parametrize("cut", [0, 2, 5])
def test_parts_add_up_and_are_read_back(cut: int) -> None:
    whole, added = counted(PAIRS), counted(PAIRS[:cut])
    added += counted(PAIRS[cut:])
    assert added.whole == whole.whole
    assert added.groups() == whole.groups()
    again = pickle.loads(pickle.dumps(added))
    assert (again.whole, again.groups(), again.undefined) == (whole.whole, whole.groups(), 0)
    for one in (added, again):
        assert one.spotting is not None
        assert whole.spotting is not None
        assert [row.as_json() for row in one.spotting.rows()] == [row.as_json() for row in whole.spotting.rows()]
        assert one.rarity is not None
        assert whole.rarity is not None
        assert [row.as_json() for row in one.rarity.rows()] == [row.as_json() for row in whole.rarity.rows()]


def test_groups_stand_in_the_order_that_readers_expect() -> None:
    assert list(counted([("b", "c"), ("", ""), ("9", "9"), ("10", "10")]).groups()["first"]) == [
        "1",
        "9",
        "b",
        "(none)",
    ]
