"""The line of concept accuracy over word accuracy, through the settings of a recogniser.

All settings are heard of the same dialogues, so their points move together: its intervals come from dialogues drawn
with replacement, the same ones at all settings.

>>> wa = np.array([[[1, 10], [2, 10]], [[4, 10], [5, 10]], [[7, 10], [7, 10]]], float)
>>> line = through(wa, wa, resamples=200)
>>> round(line.slope, 6), round(line.r, 6), [round(end, 6) for end in line.slope_interval]
(1.0, 1.0, [1.0, 1.0])
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from murho.core.regression import Ends, Line, fit

Floats = NDArray[np.float64]
SOURCE = ((48.8, 46.7), (65.7, 61.9), (72.9, 68.2), (77.5, 73.0), (83.0, 78.5), (84.9, 79.8))
"""Word and concept accuracy at the six beams of the source, in percent."""
RESAMPLES = 2000


def source() -> Line:
    """The line through the source's six points."""
    line = fit([x for x, _ in SOURCE], [y for _, y in SOURCE], level=0.95)
    assert line is not None
    return line


def accuracies(sums: Floats, weights: Floats | None = None) -> Floats:
    """(..., settings) in percent, of errors and units (settings, dialogues, 2); weights (..., dialogues) count them."""
    total = sums.sum(1) if weights is None else np.einsum("...d,sdk->...sk", weights, sums)
    result: Floats = 100 - 100 * total[..., 0] / total[..., 1]
    return result


def through(
    words: Floats, concepts: Floats, *, resamples: int = RESAMPLES, seed: int = 0, level: float = 0.95
) -> Line | None:
    """The line through the points of the settings, in percent; None where they do not spread.

    Args:
        words: (settings, dialogues, 2), word errors and words.
        concepts: the same of units.
        resamples: how often dialogues are drawn.
        seed: of the drawing.
        level: of the intervals.
    """
    line = fit(accuracies(words), accuracies(concepts), level=level)
    if line is None:
        return None
    dialogues = words.shape[1]
    drawn = np.random.default_rng(seed).multinomial(dialogues, [1 / dialogues] * dialogues, resamples).astype(float)
    x, y = accuracies(words, drawn), accuracies(concepts, drawn)
    middle, height = x.mean(1), y.mean(1)
    dx, dy = x - middle[:, None], y - height[:, None]
    slope = (dx * dy).sum(1) / (dx * dx).sum(1)
    with np.errstate(invalid="ignore"):
        r = (dx * dy).sum(1) / np.sqrt((dx * dx).sum(1) * (dy * dy).sum(1))
    at_mean = height + slope * (line.mean_x - middle)
    covariance = np.cov(at_mean, slope)
    return replace(
        line,
        slope_interval=_ends(slope, level),
        intercept_interval=_ends(height - slope * middle, level),
        r_interval=line.r_interval if line.r is None else _ends(r, level),
        clusters=dialogues,
        method=f"bootstrap of dialogues, jointly over all settings, percentiles of {resamples} resamples",
        covariance=(float(covariance[0, 0]), float(covariance[1, 1]), float(covariance[0, 1])),
    )


def residuals(line: Line, words: Floats, concepts: Floats) -> list[float]:
    """How far each setting lies above the line, in points."""
    return [y - line.at(x) for x, y in zip(accuracies(words).tolist(), accuracies(concepts).tolist(), strict=True)]


def _ends(values: Floats, level: float) -> Ends:
    known = values[np.isfinite(values)]
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2]).tolist()
    return low, high
