"""Causes of failure: branches with their leaves, and what nobody has tagged.

>>> import numpy as np
>>> from murho.core.case import Cases
>>> from murho.pipeline.runs.causes import caused
>>> cases = Cases(["1", "2"], ["", ""], [()] * 2, features={"cause": ["linguistic/syntax", None]})
>>> shown = sheet(caused(cases, np.array([1.0, 1.0]), np.array([1.0, 3.0])))
>>> [(row.depth, row.cells[0], row.cells[-1]) for row in shown.rows]
[(0, 'linguistic', 0.25), (1, 'syntax', 0.25), (0, '(not tagged)', 0.75), (0, 'all wrong answers', 1.0)]
"""

from typing import TYPE_CHECKING, Any

from murho.figures import FigureKind, Subject
from murho.plugs import Option
from murho.sheets import Column, Sheet, SheetRow
from murho.sheets.terms import Term

if TYPE_CHECKING:
    from murho.pipeline.runs.causes import Cause, Caused


def causes_of(subject: Subject) -> "Caused":
    """Causes of failure, counted and weighed; only wrong answers count, whatever else was tagged."""
    from murho.pipeline.runs.causes import caused, causes_of

    if isinstance(subject, Subject):
        return causes_of(subject.run, subject.measure, subject.reading.weight, subject.missing)
    return caused(_tagged(subject), subject.loss, subject.rho)  # the evidence of a report


def _tagged(evidence: Any) -> Any:
    """The cases with their causes, of a run that is not complete as its answers state them."""
    tags = evidence.answers.extras.get("cause")
    if "cause" in evidence.cases.features or tags is None:
        return evidence.cases
    return evidence.cases.with_feature("cause", tags)


def sheet(found: "Caused") -> Sheet:
    """A branch stands before its leaves, the heaviest first."""
    from murho.pipeline.runs.causes import NOT_LOOKED_INTO

    columns = (Column("cause of failure", "name"), Column("cases", "count"), Column("Σρ", "amount"))
    lines = [(cause.path[-1] or NOT_LOOKED_INTO, len(cause.path) - 1, cause) for cause in found.causes]
    lines += [("(not tagged)", 0, found.untagged), ("all wrong answers", 0, found.wrong)]
    how = 'tag items: murho judge RUN --causes FILE, JSON lines {"id": "q1", "cause": "linguistic/ellipsis"}'
    return Sheet(
        "Causes of failure",
        "wrong answers, by why they are wrong",
        (*columns, Column("Σρ·loss", "amount"), Column("of the loss", "share")),
        [_row(name, depth, cause) for name, depth, cause in lines if cause.cases],
        () if found.causes else (how,),
        explanation="An answer may have several causes, so that the shares may add up to more than one.",
        terms=TERMS,
    )


def _row(name: str, depth: int, cause: "Cause") -> SheetRow:
    return SheetRow((name, cause.cases, cause.importance, cause.loss, cause.loss_share), depth)


def is_reported(evidence: Any) -> bool:
    """Whether somebody, or the system, has said why a case went wrong."""
    return "cause" in evidence.cases.features or "cause" in evidence.answers.extras


TERMS = (
    Term(
        "cause of failure",
        "Why a case went wrong, as people or the system say: conceptual, linguistic and more, each with leaves.",
        "",
        "docs/theory.md",
        ("cause", "causes"),
    ),
)

FIGURE = FigureKind(
    make=causes_of,
    name="causes",
    title="Causes of failure",
    sheet=sheet,
    options=(
        Option("causes", "yes or no", False, "Causes of failure, counted and weighed (see `murho judge --causes`)."),
    ),
    place=620,
    reported=is_reported,
    terms=TERMS,
)
