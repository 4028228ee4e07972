"""Words and characters: what a unit is, and where losses go beyond it."""

import pytest

from murho.core.judgement import Judgements
from murho.measures.words import characters, words


def counts(judged: Judgements) -> dict[str, int]:
    return {name: int(column.sum()) for name, column in judged.counts.items()}


def test_counts_of_an_alignment() -> None:
    judged = words().judge([("the cat sat",)], [("a cat sat down",)])
    assert counts(judged) == {"substitutions": 1, "deletions": 0, "insertions": 1, "hits": 2, "units": 3}


def test_errors_beyond_the_units_are_not_clipped() -> None:
    judged = words().judge([("no",)], [("oh no not that one",)])
    assert (judged.loss.tolist(), judged.units.tolist(), words().bounded) == ([4], [1], False)


@pytest.mark.parametrize("space", [" ", "  ", "\t", "\n", "\u00a0", "\u3000", "\u2028"])
def test_words_end_at_any_white_space(space: str) -> None:
    judged = words().judge([(f"{space}to{space}bonn",)], [("to bonn ",)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([0], [2])


def test_case_and_punctuation_matter() -> None:
    assert words().judge([("To Bonn .",)], [("to Bonn.",)]).loss.tolist() == [3]


def test_characters_count_one_space_between_words() -> None:
    judged = characters().judge([(" to  bonn ",), ("to",)], [("to bonn",), ("tö",)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([0, 1], [7, 2])
