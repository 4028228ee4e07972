"""Conditions that never hold of one row at once: a question with both asks of two kinds of people."""

import re

from murho.studies.parnax.interface.query import Condition, Groups

_VALUE = re.compile(r"(\S+ (?:= |LIKE '% in ))([^(].*)")
"""A column that has a value, or ends in one."""
_BOUND = re.compile(r"(\S+) ([<>])=? '?([\d-]+)'?")


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
    bounds = _BOUND.fullmatch(one), _BOUND.fullmatch(other)
    if not (bounds[0] and bounds[1]) or bounds[0][1] != bounds[1][1]:
        return False
    (turn, end), (other_turn, other_end) = bounds[0].groups()[1:], bounds[1].groups()[1:]
    low, high = (end, other_end) if turn == ">" else (other_end, end)
    return turn != other_turn and len(low) == len(high) and low > high
