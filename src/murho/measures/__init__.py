"""Measures: each says what a unit is and how wrong an answer is; everything else is the same for all.

A measure judges a batch: references and answers in, `Judgements` out. It is a frozen value that prints as it is typed:

>>> from murho.measures import measure
>>> measure("meanings(shifting=mu2(0.25))")
meanings(shifting=mu2(0.25))
>>> measure("labels").judge([("a",), ("a", "b")], [("b",), ("b",)]).loss.tolist()
[1, 0]

A measure that takes one answer (labels, words, concepts, slots) takes the first of several, which is the system's best.
Whole sets are compared by `meanings` and `graded`, which go by the distances of `murho.measures.distances`; `any_of`
accepts any. An empty reference has no units: it adds nothing to the divisor, and every word of an answer to it is an
insertion.

Each has a record beside it, `MEASURE` or `MEASURE_NAME`, which says all about it; `docs/measures.md` has the table of
all of them, docs/extending.md says how to write one. `oracle(M, n)` judges by M the best of several answers,
`mapped(M, FILE)` maps answers to what M judges: structures to units, trees of another annotation to Universal
Dependencies.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from murho.measures.interface import SHELF, Linearise, Measure, Record, Titles
    from murho.measures.naming import fine_enough, measure

__all__ = ["SHELF", "Linearise", "Measure", "Record", "Titles", "fine_enough", "linearisation", "measure"]

_LATE = {
    **dict.fromkeys(("SHELF", "Linearise", "Measure", "Record", "Titles"), "interface"),
    **dict.fromkeys(("fine_enough", "measure"), "naming"),
}
"""Names by the module that has them."""


def linearisation(measure: "Measure") -> "Linearise | None":
    """How the rows of a measure become terms of one ratio, where its value is none: `Measure.linearised`."""
    return measure.linearised


def __getattr__(name: str) -> Any:
    """Names whose modules are imported when they are first used: the kernel, which stands in this room, needs none."""
    if name in _LATE:
        return globals().setdefault(name, getattr(import_module(f"murho.measures.{_LATE[name]}"), name))
    raise AttributeError(f"module 'murho.measures' has no attribute {name!r}")
