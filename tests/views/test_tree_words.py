"""The words of gold and system tree side by side."""

from murho.measures import measure
from murho.sheets.drawing.trees import MOST
from murho.views.tree_words import tree_words

DEPENDENCIES = measure("dependencies")


def tree(words: int, relation: str = "dep") -> str:
    lines = [f"{i}\tw\tw\tX\t_\t_\t{i - 1}\t{'root' if i == 1 else relation}\t_\t_\n" for i in range(1, words + 1)]
    return "".join(lines) + "\n"


def test_words_of_both_sides() -> None:
    first, second = tree_words(DEPENDENCIES, (tree(2),), (tree(2, "obj"),))
    assert (first.right, second.right, second.head_right) == (True, False, True)
    assert second.system is not None
    assert second.system.deprel == "obj"


def test_gold_alone_where_there_is_no_answer() -> None:
    assert [word.system for word in tree_words(DEPENDENCIES, (tree(3),), None)] == [None, None, None]
    assert [word.system for word in tree_words(DEPENDENCIES, (tree(1),), ())] == [None]


def test_where_nothing_is_drawn() -> None:
    assert tree_words(measure("words"), ("a",), ("b",)) == []
    assert tree_words(DEPENDENCIES, (), (tree(1),)) == []
    assert tree_words(DEPENDENCIES, (tree(1),), ("no tree",)) == []
    assert len(tree_words(DEPENDENCIES, (tree(MOST),), None)) == MOST
    assert tree_words(DEPENDENCIES, (tree(MOST + 1),), None) == []
