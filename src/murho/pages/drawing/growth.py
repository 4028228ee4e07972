"""The picture of how time grows with the length of expressions: a dot for each length, both axes logarithmic.

>>> from murho.pipeline.runs.growth import grown
>>> drawn = growth(grown([1, 2, 4] * 5, [0.1, 0.2, 0.4] * 5))
>>> drawn.count("<circle"), "200 ms" in drawn
(3, True)
"""

from math import log10

from murho.pages.drawing.scatter import Plot, Point, scatter
from murho.pipeline.runs.growth import Growth
from murho.views.legible import count, duration


def growth(found: Growth) -> str:
    """An SVG that stands alone; the area of a dot shows how many answers it stands for."""
    points = [
        Point(
            log10(one.words),
            log10(one.seconds),
            weight=one.answers,
            told=f"{count(one.words)} words, {count(one.answers)} answers: {duration(one.seconds)}",
        )
        for one in found.lengths
    ]
    plot = Plot(
        "Time by length",
        "words of the expression",
        "time of an answer",
        diagonal=False,
        x_written=lambda words: f"{words:,g}",
        y_written=duration,
        noted=False,
    )
    return scatter(points, plot, found.line)
