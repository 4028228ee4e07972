"""Results added up in a fixed tree are what they are in one row, in whatever order they come."""

from math import log2

from hypothesis import given
from hypothesis import strategies as st

from murho.engines import Tree


@given(st.integers(0, 70).flatmap(lambda size: st.permutations(range(size))))
def test_every_leaf_is_there_once_and_in_order(order: list[int]) -> None:
    tree: Tree[list[int]] = Tree(lambda left, right: left + right)
    for index in order:
        tree.add(index, [index])
    assert tree.whole() == (sorted(order) or None)


@given(st.integers(1, 40).flatmap(lambda size: st.permutations(range(size))))
def test_the_tree_does_not_depend_on_the_order(order: list[int]) -> None:
    shapes = []
    for leaves in (order, sorted(order)):
        tree: Tree[str] = Tree(lambda left, right: f"({left} {right})")
        for index in leaves:
            tree.add(index, str(index))
        shapes.append(tree.whole())
    assert shapes[0] == shapes[1]
    deepest = max(shapes[0][:at].count("(") - shapes[0][:at].count(")") for at in range(len(shapes[0] or "")))  # type: ignore[index,arg-type]
    assert deepest <= log2(len(order)) + 1


def test_few_are_held_where_they_come_in_order() -> None:
    tree: Tree[int] = Tree(lambda left, right: left + right)
    for index in range(1000):
        tree.add(index, index)
        assert len(tree) <= log2(index + 1) + 1
    assert tree.whole() == 999 * 500
    assert tree.whole() == 999 * 500, "it can be read again"
