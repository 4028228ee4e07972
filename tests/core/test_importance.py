"""Importance given by a user lies in [0,1], and not all of it is 0."""

import numpy as np
import pytest

from murho.core.errors import InputError
from murho.core.importance import checked


@pytest.mark.parametrize("weights", [[1, 1], [0, 0.5, 1], (1,), np.array([0.25], np.float32), []])
def test_weights_that_are_fine(weights: list[float]) -> None:
    assert checked(weights).tolist() == list(weights)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([0.5, -0.1], r"importance -0.1 of case 2 is outside \[0, 1\]; divide all by the largest"),
        ([0.5, 1.0, 1.0000001, 2], r"importance 1.0000001 of case 3 is outside"),
        ([float("inf")], r"importance inf of case 1 is outside"),
        ([1, float("nan"), -1], r"importance of case 2 is not a number; give every case a number"),
        ([1, None], "importance of case 2 is not a number"),
        ([0, 0.0, -0.0], "every importance is 0; at least one case must matter"),
    ],
)
def test_the_first_weight_that_is_not_is_named(weights: list[float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        checked(weights)
