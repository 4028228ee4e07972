"""Texts compared by their strategies, as data; tests/terminal/test_texts.py has how they look."""

import pytest

from murho_lab.atn import bundled
from murho_lab.atn.texts.comparison import Comparison, compare_texts
from murho_lab.atn.texts.style import contrasts
from murho_lab.atn.texts.text import Text
from murho_lab.atn.texts.view import styles


@pytest.fixture(scope="module")
def three() -> Comparison:
    toy, lexicon = bundled("english")

    def text(name: str, *lines: str) -> Text:
        return Text(name, tuple(map(lexicon.sentence, lines)), lines, ("",) * len(lines))

    asked = text("asked", "what did he see", "who saw mary", "which book did mary read")
    more = text("more", "who saw the man", "what did mary read")
    told = text("told", "the man slept", "he saw the dog in the park", "the man saw the dog")
    return compare_texts(toy, [asked, more, told], resamples=9)


def test_the_two_most_distant_styles_are_contrasted_by_eight_arcs(three: Comparison) -> None:
    found = styles(three)
    assert {found.a, found.b} == {"asked", "told"}
    of = {text.text.name: text.strategies for text in three.texts}
    every = contrasts(of[found.a], of[found.b])
    assert len(every) > 8
    assert found.arcs == tuple((str(one.arc), one.a, one.b) for one in every[:8])
    assert set(found.groups.leaves) == {"asked", "more", "told"}
