"""The distance of trees: against the slow definition, as a metric, and in words."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from murho.measures.distances.naming import named
from murho.measures.distances.trees import as_tree, tree_distance, trees_told
from murho.measures.meanings import graded

Node = tuple[str, tuple["Node", ...]]
label = st.sampled_from("ab")
nodes: st.SearchStrategy[Node] = st.recursive(
    st.tuples(label, st.just(())), lambda inner: st.tuples(label, st.lists(inner, max_size=3).map(tuple)), max_leaves=5
)


def written(node: Node) -> str:
    return f"({node[0]} {' '.join(map(written, node[1]))})"


def size(forest: tuple[Node, ...]) -> int:
    return sum(1 + size(inner) for _, inner in forest)


@cache
def edits(one: tuple[Node, ...], other: tuple[Node, ...]) -> int:
    """By the recursive definition, of two forests."""
    if not one or not other:
        return size(one) + size(other)
    (a, under), (b, below) = one[-1], other[-1]
    return min(
        edits(one[:-1] + under, other) + 1,
        edits(one, other[:-1] + below) + 1,
        edits(one[:-1], other[:-1]) + edits(under, below) + (a != b),
    )


@given(nodes, nodes)
@settings(max_examples=60)
def test_edits_are_those_of_the_definition(one: Node, other: Node) -> None:
    apart, nodes_of_both = edits((one,), (other,)), size((one, other))
    assert tree_distance(written(one), written(other)) == pytest.approx(2 * apart / (nodes_of_both + apart))


@given(nodes, nodes, nodes)
@settings(max_examples=60)
def test_it_is_a_metric(one: Node, two: Node, three: Node) -> None:
    far = {pair: tree_distance(*map(written, pair)) for pair in ((one, two), (two, one), (two, three), (one, three))}
    assert (far[one, two] == 0) == (one == two)
    assert 0 <= far[one, two] == far[two, one] <= 1
    assert far[one, three] <= far[one, two] + far[two, three] + 1e-12


@pytest.mark.parametrize(
    ("one", "two", "far"),
    [
        ("(S (NP a) b)", "( S\n(NP a)b )", 0),
        ("(S a)", "(S b)", 2 / 5),
        ("(S a)", "(S a b)", 2 / 6),
        ("(S a)", "S a", 1),
        ("(S a", "(S a", 0),
        ("(S a) (S b)", "(S a)", 1),
        ('(S "a b")', '(S "a b" )', 0),
        (3, "(S a)", 1),
    ],
)
def test_values(one: Any, two: Any, far: float) -> None:
    assert tree_distance(one, two) == tree_distance(two, one) == pytest.approx(far)


def test_spaces_make_no_other_tree() -> None:
    assert graded("tree").judge([("(S a)",)], [("(S  a )",)]).labels["relation"] == ["equal"]


@pytest.mark.slow
def test_a_tree_that_is_too_large_is_equal_or_not() -> None:
    deep = [f"{'(a ' * 30_000}{leaf}{')' * 30_000}" for leaf in "xy"]
    assert (tree_distance(deep[0], deep[1]), tree_distance(deep[0], f" {deep[0]}")) == (1, 0)
    assert len(trees_told(*deep)) == 1
    judged = graded("tree").judge([(deep[0],)] * 3, [(deep[1],), (f" {deep[0]}",), ("(a x)",)])
    assert judged.counts["too_large"].tolist() == [1, 0, 0]
    wide = [f"(S {' '.join(f'{word}{i % 7}' for i in range(50))})" for word in "ab"]
    assert tree_distance(*wide) == pytest.approx(2 * 50 / (102 + 50))


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["wide", "deep"])
def test_a_million_nodes_are_equal_or_not_and_counted(shape: str) -> None:
    nodes = 1_000_000
    trees = [
        f"(a {leaf}{' (b)' * (nodes - 2)})" if shape == "wide" else f"{'(a ' * (nodes - 1)}{leaf}{')' * (nodes - 1)}"
        for leaf in "xy"
    ]
    judged = graded("tree").judge([(trees[0],)] * 2, [(trees[1],), (f" {trees[0]}",)])
    assert judged.loss.tolist() == [1, 0]
    assert judged.counts["too_large"].tolist() == [1, 0]


def test_sentences() -> None:
    right = "(S (NP the dog) (VP barks (AP loud)))"
    assert trees_told(right, "(S (NP the cat) (VX barks (AP loud)))") == [
        "word 2: cat instead of dog",
        "VX instead of VP over barks loud",
    ]
    assert trees_told(right, "(S (NP the dog) barks loud)") == ["missing AP over loud", "missing VP over barks loud"]
    assert trees_told("(S a (X b))", "(S a)") == [
        "missing word b", "missing X over b", "missing S over a b",
        "additional S over a",
    ]  # fmt: skip
    assert trees_told("(A (B c))", "(B (A c))") == ["the same words and constituents, put into each other otherwise"]
    assert named("tree").told("(A", "(A b)") == ['"(A b)" instead of "(A"']
    assert as_tree("(A)") == as_tree("( A )")


@pytest.mark.parametrize("sides", [("(X w ", ")"), ("(X ", " w)")])
def test_trees_that_branch_to_one_side_take_no_time(sides: tuple[str, str]) -> None:
    one = f"{sides[0] * 99}(X w){sides[1] * 99}"
    assert tree_distance(one, one.replace("(X w)", "(Y w)")) == pytest.approx(2 / 401)
