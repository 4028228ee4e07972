"""Importance ρ: how much each expression matters, a number in [0,1], not 0 for all (Guida and Mauri 1984, section 3).

>>> checked([0.5, 1.0]).tolist()
[0.5, 1.0]
>>> checked([0.5, 2.0])
Traceback (most recent call last):
murho.core.errors.InputError: importance 2.0 of case 2 is outside [0, 1]; divide all by the largest, π stays the same
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.errors import InputError


def in_bounds(weights: ArrayLike, first: int = 0) -> NDArray[np.float64]:
    """The weights (cases,) as doubles, or an error that names the first case whose weight cannot be an importance.

    `first` is how many cases of the suite stand before these.
    """
    rho = np.asarray(weights, np.float64)
    for index in np.flatnonzero(~((rho >= 0) & (rho <= 1)))[:1]:
        value = rho[index]
        if np.isnan(value):
            raise InputError(
                f"importance of case {first + index + 1} is not a number", "give every case a number in [0, 1]"
            )
        raise InputError(
            f"importance {value} of case {first + index + 1} is outside [0, 1]",
            "divide all by the largest, π stays the same",
        )
    return rho


def checked(weights: ArrayLike) -> NDArray[np.float64]:
    """The weights (cases,) of a whole suite; besides what `in_bounds` refuses, an error where all of them are 0."""
    rho = in_bounds(weights)
    if len(rho) and not rho.any():
        raise all_zero()
    return rho


def all_zero() -> InputError:
    """The error of a suite in which nothing matters."""
    return InputError("every importance is 0", "at least one case must matter: π divides by their sum")
