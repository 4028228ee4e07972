"""Words that carry units, and the others."""

from pathlib import Path

import numpy as np
import pytest

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.measures import measure
from murho.pipeline.scoring.content_words import by_units, content_words, read_words
from murho.pipeline.scoring.judge import judge

SAID = ["uh to Bonn please", "no tomorrow", "to rome", "yes"]
HEARD = [("to born please",), ("no tomorrow then",), None, ("yes",)]
MEANT = [(["goal:bonn"],), (["marker:no", "date:10-05"],), (["goal:rome"],), ()]
CASES = Cases(["a", "b", "c", "d"], [""] * 4, [(text,) for text in SAID], own=MEANT, clusters=["x", "x", "y", None])


def answers() -> Answers:
    from murho.core.meaning import UNDEFINED

    return Answers(CASES.ids, [UNDEFINED if one is None else one for one in HEARD])


def test_by_hand() -> None:
    """Of carriers bonn and rome are lost, no is not; of others uh and to of the third; `then` is inserted."""
    rows = judge(measure("words").finer(), CASES, answers())
    found = content_words(CASES, rows, by_units(CASES), level=0.95)
    assert (found.carrying.numerator, found.carrying.denominator) == (2, 3)
    assert (found.others.numerator, found.others.denominator) == (2, 6)
    assert found.difference.value == pytest.approx(2 / 3 - 2 / 6)
    assert (found.difference.clusters, found.left_out) == (3, 0)
    weighed = content_words(CASES, rows, by_units(CASES), np.array([1.0, 0.0, 0.5, 0.0]), level=0.95)
    assert (weighed.carrying.numerator, weighed.others.denominator) == (1.5, 3 + 0.5)


def test_a_list_of_words(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_text("# what says a unit\ndate\ttomorrow today\ngoal:bonn\tto\n\nplease\n")
    words = read_words(str(path))
    assert words == {"date": ["tomorrow", "today"], "goal:bonn": ["to"], "": ["please"]}
    assert by_units(CASES, words) == [[False, True, True, True], [True, True], [False, True], [False]]
    path.write_text("# nothing\n")
    with pytest.raises(InputError, match=r"no word in it; write `unit<TAB>words` or a word on each line"):
        read_words(str(path))


def test_what_is_not_known_is_left_out() -> None:
    """The meaning of the first is no list of units, the second is open, the third has two references."""
    said = [("to bonn",), ("to ulm",), ("to rome", "to roma")]
    cases = Cases(["a", "b", "c"], [""] * 3, said, own=[("hours",), None, (["goal:rome"],)])
    rows = judge(measure("words").finer(), cases, Answers(cases.ids, said))
    found = content_words(cases, rows, by_units(cases), level=0.95)
    assert (found.left_out, found.carrying.value, found.others.value, found.difference.value) == (3, None, None, None)
    with pytest.raises(InputError, match=r"nothing here is judged by words"):
        content_words(cases, judge(measure("words"), cases, Answers(cases.ids, said)), by_units(cases), level=0.95)
