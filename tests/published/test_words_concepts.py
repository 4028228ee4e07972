"""Word accuracy against concept accuracy: table 2 and figure 2 of the 1996 paper.

M. Boros, W. Eckert, F. Gallwitz, G. Görz, G. Hanrieder and H. Niemann, "Towards Understanding Spontaneous Speech: Word
Accuracy vs. Concept Accuracy", ICSLP 1996, section 4: the recogniser's beam width altered, 10,114 utterances each time.
"""

import pytest
from scipy import stats

from murho.core.regression import fit
from murho.sheets.drawing.scatter import Plot, Point, fitted, scatter

WORDS = [48.8, 65.7, 72.9, 77.5, 83.0, 84.9]
CONCEPTS = [46.7, 61.9, 68.2, 73.0, 78.5, 79.8]


def test_the_relation_is_nearly_linear() -> None:
    line = fit(WORDS, CONCEPTS, level=0.95)
    assert line is not None
    assert (round(line.slope, 3), round(line.intercept, 2), round(line.r or 0, 5)) == (0.924, 1.38, 0.99963)
    assert [round(end, 3) for end in line.slope_interval] == [0.889, 0.959]
    assert [round(end, 4) for end in line.r_interval] == [0.9965, 1.0]
    assert line.r_interval[1] < 1
    theirs = stats.linregress(WORDS, CONCEPTS)
    assert (line.slope, line.intercept, line.r) == pytest.approx((theirs.slope, theirs.intercept, theirs.rvalue))


def test_concepts_are_lost_a_little_more_slowly_than_words() -> None:
    """The slope is below 1 beyond chance, and every point lies below the line on which both are equal."""
    line = fit(WORDS, CONCEPTS, level=0.95)
    assert line is not None
    assert line.slope_interval[1] < 1
    assert all(concept < word for word, concept in zip(WORDS, CONCEPTS, strict=True))


def test_drawn_on_to_words_all_right_the_line_comes_near_the_coverage() -> None:
    """On transliterations the paper measured a concept accuracy of 92.8 %."""
    line = fit(WORDS, CONCEPTS, level=0.95)
    assert line is not None
    assert line.at(100) == pytest.approx(93.8, abs=0.05)
    assert line.band(100)[0] < 93.2


def test_figure_2() -> None:
    points = [Point(word, concept) for word, concept in zip(WORDS, CONCEPTS, strict=True)]
    line = fit(WORDS, CONCEPTS, level=0.95)
    assert line is not None
    assert fitted(line) == "slope 0.92 [0.89, 0.96], r 0.9996 [0.996, 0.99996]"
    drawing = scatter(points, Plot("Figure 2", "word accuracy", "concept accuracy"), line)
    assert drawing.count("<circle") == 6
    assert fitted(line) in drawing
