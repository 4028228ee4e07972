"""Measures: each says what a unit is and how wrong an answer is; everything else is the same for all.

A measure judges a batch: references and answers in, `Judgements` out. It is a frozen value that prints as it is typed:

>>> measure("meanings(shifting=mu2(0.25))")
meanings(shifting=mu2(0.25))
>>> measure("labels").judge([("a",), ("a", "b")], [("b",), ("b",)]).loss.tolist()
[1, 0]

Each stands in a file that is named after it, with its record, `MEASURE`, beside it; `docs/measures.md` has the table of
all of them, docs/extending.md says how to write one. `oracle(M, n)` judges by M the best of several answers,
`mapped(M, FILE)` maps answers to what M judges: structures to units, trees of another annotation to Universal
Dependencies.
"""

from murho.measures.interface import SHELF, Linearise, Measure, Record, Titles
from murho.measures.naming import fine_enough, measure

__all__ = ["SHELF", "Linearise", "Measure", "Record", "Titles", "fine_enough", "linearisation", "measure"]


def linearisation(measure: Measure) -> Linearise | None:
    """How the rows of a measure become terms of one ratio, where its value is none: `Measure.linearised`."""
    return measure.linearised
