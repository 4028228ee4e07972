"""Importances lie in [0,1]: what weightings share that check numbers, or make them so."""

from collections.abc import Sequence
from contextlib import suppress
from numbers import Real

import numpy as np

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.weighting.interface import Floats


def checked(cases: Cases, name: str, values: Sequence[object]) -> Floats:
    """Values of the cases as importances; the first that is none is an error that names its case."""
    if set(map(type, values)) <= {float, int}:  # as nearly always, and then all are looked at together
        with suppress(OverflowError):
            array = np.array(values, np.float64)
            if ((array >= 0) & (array <= 1)).all():
                return array
    for i, value in enumerate(values):
        # A truth value is a Real, too; and NaN is not equal to itself.
        if not isinstance(value, Real) or isinstance(value, bool) or value != value:
            raise cases.error(i, f"{name} is {value!r}, not a number", "give every case a number in [0, 1]")
        if not 0 <= float(value) <= 1:
            todo = f"an importance lies in [0, 1]: divide by the largest, or weigh by frequency({name!r})"
            raise cases.error(i, f"{name} is {value}", todo)
    return np.array(values, np.float64)


def in_unit(owner: object, weights: tuple[float, ...]) -> None:
    """Refuse weights that are no importances.

    Raises:
        UsageError: a weight is outside [0, 1]; `owner` is named.
    """
    if not all(0 <= w <= 1 for w in weights):
        raise UsageError(f"{owner}: weights lie in [0, 1]")


def scaled(sizes: list[int]) -> Floats:
    """Sizes (cases,) divided by the largest, which makes importances of them."""
    values = np.array(sizes, np.float64)
    return values / max(float(values.max(initial=0.0)), 1.0)  # 1, where all are 0: they stay 0
