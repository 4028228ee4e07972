"""Conditions that never hold of one row at once: a question with both asks of two kinds of people."""

import re

from murho_lab.studies.parnax.interface.query import Condition, Groups

_VALUE = re.compile(r"(\S+) = ([^(].*)")
"""A column that has a value."""
_ENDS = re.compile(r"(\S+) LIKE '%([^%]+)'")
"""A column that ends in something."""
_BOUND = re.compile(r"(\S+) ([<>]=?|=) '?([\d-]+)'?")
"""A column that is above, below or at a number or a day."""


def contradicts(condition: Condition, where: Groups) -> bool:
    """Whether it never holds with one of the others.

    >>> def said(*texts):
    ...     return [Condition("staff.level", text) for text in texts]
    >>> [contradicts(one, ((other,),)) for one, other in (
    ...     said("level = 3", "NOT (level = 3)"), said("level > 5", "level < 3"), said("level > 3", "level < 5"),
    ...     said("degree LIKE '% in law'", "degree LIKE '% in physics'"))]
    [True, True, False, True]
    """
    return any(len(group) == 1 and _are_contrary(condition.sql, group[0].sql) for group in where)


def _are_contrary(one: str, other: str) -> bool:
    if one == f"NOT ({other})" or other == f"NOT ({one})":
        return True
    values = _VALUE.fullmatch(one), _VALUE.fullmatch(other)
    if values[0] and values[1]:
        return values[0][1] == values[1][1] and values[0][2] != values[1][2]
    ends = _ENDS.fullmatch(one), _ENDS.fullmatch(other)
    if ends[0] and ends[1]:
        end, other_end = ends[0][2], ends[1][2]
        return ends[0][1] == ends[1][1] and not (end.endswith(other_end) or other_end.endswith(end))
    bound, other_bound = _BOUND.fullmatch(one), _BOUND.fullmatch(other)
    return bound is not None and other_bound is not None and _are_apart(bound, other_bound)


def _are_apart(one: re.Match[str], other: re.Match[str]) -> bool:
    """Whether nothing is within both bounds of a column: days and whole numbers are compared as they are written."""
    for low, high in ((one, other), (other, one)):
        least, most = ((len(bound[3]), bound[3]) for bound in (low, high))
        ends = least > most or (least == most and not ("=" in low[2] and "=" in high[2]))
        if low[1] == high[1] and "<" not in low[2] and ">" not in high[2] and ends:
            return True
    return False
