import pytest

from murho.core.case import Cases
from murho.core.judgement import Judgements
from murho.suites.scoring import Node, nodes


def tree(frequencies: list[float | None], loss: list[int], paths: list[list[str]]) -> list[Node]:
    count = len(loss)
    cases = Cases(
        [str(n) for n in range(count)],
        ["a", "a", "b", "c"][:count],
        [("",)] * count,
        features={"phenomenon": paths, "freq": frequencies, "s_frequency": [f or 0.0 for f in frequencies]},
    )
    covered = [1] * count
    judged = Judgements.of(
        loss,
        counts={"covered": covered},
        labels={"outcome": ["wrong head" if wrong else "right" for wrong in loss]},
    )
    words = {"a": (1, 2), "b": (3, 4), "c": (0, 4)}
    return nodes(cases, judged, ["a", "a", "b", "c"][:count], words)


PATHS = [["s", "s/x"], ["s", "s/x", "s/x/y"], ["s", "s/x", "s/x/y", "s/z"], ["s", "s/z"]]


def test_every_node_has_the_sums_of_all_below_it() -> None:
    (top,) = tree([0.1, None, 0.3, 0.2], [0, 1, 1, 0], PATHS)
    assert [(node.name, node.depth, node.right, node.cases) for node in top.walk()] == [
        ("s", 0, 2, 4),
        ("x", 1, 1, 3),
        ("y", 2, 0, 2),
        ("z", 1, 1, 2),
    ]
    assert [[leaf.id for leaf in node.own] for node in top.walk()] == [[], ["0"], ["1", "2"], ["2", "3"]]


def test_both_weights() -> None:
    (top,) = tree([0.1, None, 0.3, 0.2], [0, 1, 1, 0], PATHS)
    assert top.pi == 0.5
    assert top.mass == pytest.approx(0.6)
    assert top.pi_by_frequency == pytest.approx(0.5)
    assert top.unweighed == 1


def test_a_frequency_of_nought_is_one() -> None:
    (top,) = tree([0.0, None], [1, 1], PATHS[:2])
    assert top.unweighed == 1
    assert top.pi_by_frequency is None


def test_las_takes_each_sentence_once() -> None:
    (top,) = tree([None] * 4, [0, 0, 0, 0], PATHS)
    assert [(node.name, node.sentences, node.las) for node in top.walk()] == [
        ("s", 3, 0.4),
        ("x", 2, 4 / 6),
        ("y", 2, 4 / 6),
        ("z", 2, 3 / 8),
    ]


def test_sections_are_not_pooled() -> None:
    found = tree([None] * 2, [0, 1], [["s", "s/x"], ["t", "t/x"]])
    assert [(node.path, node.right, node.cases) for node in found] == [("s", 1, 1), ("t", 0, 1)]


def test_json_has_the_sentences_that_are_wrong() -> None:
    (top,) = tree([0.1, 0.1], [0, 1], PATHS[:2])
    found = top.as_json()
    assert found["wrong"] == [{"id": "1", "test": "a", "outcome": "wrong head"}]
    assert (found["right"], found["cases"], found["counts"]) == (1, 2, {"covered": 2})
    assert found["phenomena"][0]["phenomenon"] == "s/x"
