"""By what π is divided: by the importance of the expressions (Σ ρ), or by their number (|E|).

The second is the variant that the paper weighs in its section 6. It is the mean of μ·ρ over expressions and reaches 1
only where everything is misunderstood and matters most; so it takes a measure that gives every expression one loss in
[0,1]. Word errors and F1 put units of their own into ρ and are declined.

>>> from murho.measures import measure
>>> check_divisor("expressions", measure("labels"))
>>> check_divisor("expressions", measure("slots"))
Traceback (most recent call last):
murho.core.errors.UsageError: slots counts units of its own; only a measure with one loss in [0, 1] for each \
expression (labels, meanings, graded...) is divided by expressions
"""

import numpy as np

from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.measures import Measure, linearisation


def check_divisor(divide_by: str, how: Measure) -> None:
    """Decline a measure that cannot be divided so.

    Raises:
        UsageError: it cannot.
    """
    if divide_by == "expressions" and (not how.bounded or not how.fixed_units or linearisation(how)):
        raise _declined(how)


def check_rows(divide_by: str, how: Measure, rows: Judgements) -> None:
    """Decline rows that are finer than an expression, or count more than one unit of it.

    Raises:
        UsageError: there are such rows.
    """
    if divide_by == "expressions" and not ((rows.units == 1).all() and (np.diff(rows.case) > 0).all()):
        raise _declined(how)


def _declined(how: Measure) -> UsageError:
    return UsageError(
        f"{how} counts units of its own; only a measure with one loss in [0, 1] for each expression "
        "(labels, meanings, graded...) is divided by expressions"
    )
