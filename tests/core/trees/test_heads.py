import time

import pytest

from murho.core.trees.heads import Shape, fault


@pytest.mark.parametrize(
    ("heads", "shape", "word", "found"),
    [
        ((2, None), "tree", 2, "word 2 has no head"),
        ((0, 3), "any", 2, "head 3 of word 2"),
        ((0, -1), "tree", 2, "head -1 of word 2"),
        ((1,), "forest", 1, "the heads go round in a circle: 1 → 1"),
        ((0, 4, 1, 3, 3, 7, 6), "tree", 6, "the heads go round in a circle: 6 → 7 → 6"),
        ((0, 3, 4, 2), "tree", 2, "the heads go round in a circle: 2 → 3 → 4 → 2"),
        ((2, 3, 4, 5, 6, 7, 8, 9, 1), "tree", 1, "the heads go round in a circle: 1 → 2 → 3 → 4 → 5 → 6 → 7 → 8 → ..."),
        ((2, 0, 0, 0), "tree", 3, "a second root, after word 2"),
    ],
)
def test_faults(heads: tuple[int | None, ...], shape: Shape, word: int, found: str) -> None:
    wrong = fault(heads, shape)
    assert wrong is not None
    assert (wrong.word, wrong.found) == (word, found)
    assert wrong.todo


@pytest.mark.parametrize(
    ("heads", "shape"), [((2, 0, 2), "tree"), ((0, 0), "forest"), ((None, 1, 2), "any"), ((2, 1), "any"), ((), "tree")]
)
def test_no_fault(heads: tuple[int | None, ...], shape: Shape) -> None:
    assert fault(heads, shape) is None


def test_long_sentences_take_no_longer_by_the_word() -> None:
    size = 200_000
    start = time.process_time()
    assert fault([*range(2, size + 1), 0]) is None
    wrong = fault([*range(2, size + 1), 1])
    assert wrong is not None
    assert wrong.word == 1
    assert time.process_time() - start < 5
