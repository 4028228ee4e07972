"""The words of gold and system tree side by side, for measures of trees: what is drawn of an answer."""

from collections.abc import Sequence

from murho.core.errors import InputError
from murho.core.meaning import Meaning, Meanings
from murho.measures import Measure
from murho.measures.dependencies.rules import conll2018
from murho.measures.dependencies.word_pairs import Place, beside
from murho.sheets.drawing.trees import MOST


def tree_words(measure: Measure, correct: Meanings, answered: Sequence[Meaning] | None) -> list[Place]:
    """The words of the first reference and of the first answer; `None` is ⊥.

    There are none for measures of anything but trees, and where the sentence is too long to draw.
    """
    if measure.kind != "tree" or not correct:
        return []
    try:
        words = beside(correct[0], answered[0] if answered else None, measure.tree_rules or conll2018())
    except InputError:  # a tree that the measure would have refused, had it to be judged
        return []
    return words if len(words) <= MOST else []
