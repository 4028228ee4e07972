"""The line of concept accuracy over word accuracy, with intervals of dialogues drawn jointly over all settings."""

import numpy as np
import pytest

from murho.core.regression import fit
from murho_lab.studies.trains.line import SOURCE, accuracies, residuals, source, through


def sums(*settings: list[float], units: int = 10) -> np.ndarray:
    """(settings, dialogues, 2): these errors of each dialogue, of so many units each."""
    return np.array([[[errors, units] for errors in setting] for setting in settings], float)


def test_the_line_of_the_source() -> None:
    line = source()
    assert (line.n, round(line.slope, 3), round(line.intercept, 2), round(line.r or 0, 4)) == (6, 0.924, 1.38, 0.9996)
    assert SOURCE[0] == (48.8, 46.7)


def test_accuracies_count_dialogues_as_often_as_they_are_drawn() -> None:
    errors = sums([1, 5], [2, 10])
    assert accuracies(errors).tolist() == [70, 40]
    assert accuracies(errors, np.array([[2, 0], [0, 2]])).tolist() == [[90, 80], [50, 0]]


def test_the_line_is_the_least_squares_one() -> None:
    words, concepts = sums([1, 2], [4, 5], [8, 9]), sums([2, 2], [4, 7], [9, 9])
    line = through(words, concepts, resamples=200)
    plain = fit(accuracies(words), accuracies(concepts), level=0.95)
    assert line is not None
    assert plain is not None
    assert (line.slope, line.intercept, line.r) == (plain.slope, plain.intercept, plain.r)
    assert (line.n, line.clusters) == (3, 2)
    assert sum(residuals(line, words, concepts)) == pytest.approx(0)


def test_the_same_dialogues_are_drawn_at_all_settings() -> None:
    # Dialogues differ much, but each by the same at all settings: drawn apart, the slope would be anything.
    hard = np.arange(20) * 2.0
    words = sums(hard, hard + 10, hard + 30, units=100)
    line = through(words, sums(hard, hard + 5, hard + 15, units=100), resamples=500)
    assert line is not None
    assert line.slope == pytest.approx(0.5)
    assert line.slope_interval == pytest.approx((0.5, 0.5))
    low, high = line.intercept_interval
    assert low < line.intercept < high
    assert high - low > 3


def test_without_spread_there_is_no_line() -> None:
    assert through(sums([1, 2], [2, 1]), sums([1, 2], [3, 4]), resamples=10) is None
