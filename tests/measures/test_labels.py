"""Labels: classification."""

from murho.core.meaning import UNDEFINED
from murho.measures.labels import FAILED, NOTHING, labels

GOLD = ["a", "a", "b", "b", "b", "c", None]
SAID = ["a", "b", "b", "b", None, UNDEFINED, "a"]
JUDGED = labels().judge(
    [() if g is None else (g,) for g in GOLD],
    [UNDEFINED if s is UNDEFINED else () if s is None else (s,) for s in SAID],
)


def test_right_if_it_is_one_of_the_references() -> None:
    judged = labels().judge([("a", "b"), ("a", "b"), ("a", "b")], [("b",), ("c",), ("c", "a")])
    assert judged.loss.tolist() == [0, 1, 1]
    assert judged.labels == {"gold": ["b", "a", "a"], "given": ["b", "c", "c"]}


def test_where_nothing_is_right_only_nothing_is() -> None:
    judged = labels().judge([(), (), (), ("a",)], [(), ("a",), UNDEFINED, ()])
    assert judged.loss.tolist() == [0, 1, 1, 1]
    assert judged.labels["given"] == [NOTHING, "a", FAILED, NOTHING]
    assert judged.labels["gold"] == [NOTHING, NOTHING, NOTHING, "a"]


def test_counts() -> None:
    assert {name: int(column.sum()) for name, column in JUDGED.counts.items()} == {
        "correct": 3,
        "total": 7,
        "undefined": 1,
    }
