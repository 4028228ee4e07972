"""Results added up in a fixed tree are what they are in one row, in whatever order they come."""

from hypothesis import given
from hypothesis import strategies as st

from murho.engines import Tree


@given(st.integers(0, 70).flatmap(lambda size: st.permutations(range(size))), st.integers(2, 9))
def test_every_leaf_is_there_once_and_in_order(order: list[int], wide: int) -> None:
    tree: Tree[list[int]] = Tree(lambda left, right: left + right, wide)
    for index in order:
        tree.add(index, [index])
    assert tree.whole() == (sorted(order) or None)


@given(st.integers(1, 40).flatmap(lambda size: st.permutations(range(size))), st.integers(2, 9))
def test_the_tree_does_not_depend_on_the_order(order: list[int], wide: int) -> None:
    shapes = []
    for leaves in (order, sorted(order)):
        tree: Tree[str] = Tree(lambda left, right: f"({left} {right})", wide)
        for index in leaves:
            tree.add(index, str(index))
        shapes.append(tree.whole())
    assert shapes[0] == shapes[1]


def test_few_are_held_where_they_come_in_order_and_each_is_paid_for_once_a_level() -> None:
    paid = 0

    def add(left: list[int], right: list[int]) -> list[int]:
        nonlocal paid
        paid += len(right)
        left += right
        return left

    tree: Tree[list[int]] = Tree(add, 10)
    for index in range(1000):
        tree.add(index, [index])
        assert len(tree) <= 3
    assert tree.whole() == list(range(1000))
    assert tree.whole() == list(range(1000)), "it can be read again"
    assert paid == 1000 - 100 + 1000 - 100 + 1000 - 100  # of ten neighbours nine are on the right
