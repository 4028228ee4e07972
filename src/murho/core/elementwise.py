"""Arithmetic on floats, or on arrays of them entry by entry: what one formula needs to serve both.

A figure needs floats only, and importing numpy takes longer than reading it. So floats are reckoned with by `math`, and
numpy is asked where an array is among the arguments.

>>> import numpy as np
>>> maximum(1.0, 2.0), maximum(1.0, np.array([0.5, 2.0])).tolist()
(2.0, [1.0, 2.0])
"""

import math
from typing import Any

Real = Any
"""A float, or an array of floats; all arguments of one call have one shape, or are numbers."""
Truth = Any
"""A bool, or an array of them."""


NUMBER = (float, int)
"""The types of single numbers and bools; numpy's own doubles are floats, too."""


def where(condition: Truth, yes: Real, no: Real) -> Real:
    """`yes` where the condition holds, `no` elsewhere.

    >>> where(True, 1.0, 2.0)
    1.0
    """
    if isinstance(condition, NUMBER) and isinstance(yes, NUMBER) and isinstance(no, NUMBER):
        return yes if condition else no
    import numpy as np

    return np.where(condition, yes, no)


def opposite(condition: Truth) -> Truth:
    """Whether it does not hold.

    >>> opposite(True)
    False
    """
    if isinstance(condition, NUMBER):
        return not condition
    import numpy as np

    return ~np.asarray(condition, bool)


def maximum(a: Real, b: Real) -> Real:
    """The larger."""
    if isinstance(a, NUMBER) and isinstance(b, NUMBER):
        return a if a >= b else b
    import numpy as np

    return np.maximum(a, b)


def minimum(a: Real, b: Real) -> Real:
    """The smaller."""
    if isinstance(a, NUMBER) and isinstance(b, NUMBER):
        return a if a <= b else b
    import numpy as np

    return np.minimum(a, b)


def clip(value: Real, low: Real, high: Real) -> Real:
    """The value, or the end of [low, high] that it is beyond."""
    return minimum(maximum(value, low), high)


def square_root(value: Real) -> Real:
    """The square root of what is at least 0."""
    if isinstance(value, NUMBER):
        return math.sqrt(value)
    import numpy as np

    return np.sqrt(value)


def cube_root(value: Real) -> Real:
    """The cube root, of negative numbers too.

    >>> cube_root(-8.0)
    -2.0
    """
    if isinstance(value, NUMBER):
        return _cube_root(value)
    import numpy as np

    return np.cbrt(value)


def expm1(value: Real) -> Real:
    """e to this power, less 1."""
    if isinstance(value, NUMBER):
        return math.expm1(value)
    import numpy as np

    return np.expm1(value)


def power(value: Real, exponent: float) -> Real:
    """What is at least 0 to a power; infinite beyond the largest double.

    >>> power(4.0, 1.5), power(1e300, 1.5)
    (8.0, inf)
    """
    if not isinstance(value, NUMBER):
        return value**exponent
    try:
        return value**exponent
    except OverflowError:
        return math.inf


def _cube_root(value: float) -> float:
    """The double nearest to the cube root: those of C libraries are off by a digit now and then, each in its way."""
    rough = math.cbrt(value)
    if not rough or not math.isfinite(rough):
        return rough
    # One step of Newton's, with what is missing taken exactly, since nearly all of it cancels: (value − r³) / 3r² as a
    # quotient of integers, which is rounded once and takes a third of the time of fractions.
    above, below = value.as_integer_ratio()
    root, unit = rough.as_integer_ratio()
    return rough + (above * unit**3 - root**3 * below) / (3 * root**2 * unit * below)
