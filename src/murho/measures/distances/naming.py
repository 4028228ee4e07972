"""The distances that can be typed, by name, with their options: `json`, `number(scale=10)`.

>>> named("number(scale=10)").between(3, 8)
0.5
>>> named("miles")  # doctest: +ELLIPSIS
Traceback (most recent call last):
murho.core.errors.UsageError: no distance 'miles'; known: json, units, set, edit, exact, number, ...
"""

from collections.abc import Callable, Mapping
from functools import cache

from murho.core import notation
from murho.core.errors import UsageError
from murho.measures.distances.attachments import dependencies
from murho.measures.distances.distance import (
    Distance,
    as_members,
    as_units,
    edit_distance,
    edits_told,
    exact_distance,
    json_distance,
    json_told,
    members_told,
    set_members_distance,
    units_distance,
    units_told,
)
from murho.measures.distances.logic import logic
from murho.measures.distances.quantities import date, number
from murho.measures.distances.structures import structure
from murho.measures.distances.trees import tree

DISTANCES: Mapping[str, Callable[..., Distance]] = {
    "json": lambda: Distance(json_distance, json_told),
    "units": lambda: Distance(units_distance, units_told, equates=True, alike=as_units, metric=True),
    "set": lambda: Distance(set_members_distance, members_told, equates=True, alike=as_members, metric=True),
    "edit": lambda: Distance(edit_distance, edits_told),
    "exact": lambda: Distance(exact_distance, metric=True),
    "number": number,
    "date": date,
    "tree": tree,
    "dependencies": dependencies,
    "logic": logic,
    "structure": structure,
}


@cache
def named(text: str) -> Distance:
    """The distance that a text denotes.

    Raises:
        UsageError: there is none, or its options do not fit.
    """
    result = notation.read(text, DISTANCES, what="distance")
    if not isinstance(result, Distance):
        raise UsageError(f"{text} is no distance; known: {', '.join(DISTANCES)}")
    return result
