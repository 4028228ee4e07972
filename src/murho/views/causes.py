"""Causes of failure: branches with their leaves, and what nobody has tagged.

>>> import numpy as np
>>> from murho.core.case import Cases
>>> from murho.pipeline.runs.causes import caused
>>> cases = Cases(["1", "2"], ["", ""], [()] * 2, features={"cause": ["linguistic/syntax", None]})
>>> shown = causes(caused(cases, np.array([1.0, 1.0]), np.array([1.0, 3.0])))
>>> [(one.depth, one.name, one.loss_share) for one in shown.lines], shown.untagged.loss_share
([(0, 'linguistic', 0.25), (1, 'syntax', 0.25)], 0.75)
"""

from dataclasses import dataclass

from murho.pipeline.runs.causes import NOT_LOOKED_INTO, Cause, Caused


@dataclass(frozen=True)
class CauseLine:
    """A cause, and the wrong answers put down to it."""

    name: str
    depth: int
    """0 for a branch, 1 for a leaf of the branch above."""
    cases: int
    importance: float
    """Σρ of the cases."""
    loss: float
    """Σρ·loss of the cases."""
    loss_share: float
    """Of the loss of all wrong answers."""


@dataclass(frozen=True)
class Causes:
    """All causes, each branch before its leaves, the heaviest first."""

    lines: tuple[CauseLine, ...]
    untagged: CauseLine
    """Wrong answers that nobody has tagged."""
    wrong: CauseLine
    """All wrong answers."""


def causes(caused: Caused) -> Causes:
    """What is shown of the causes of failure in a run."""
    lines = (_line(cause.path[-1] or NOT_LOOKED_INTO, len(cause.path) - 1, cause) for cause in caused.causes)
    untagged, wrong = _line("(not tagged)", 0, caused.untagged), _line("all wrong answers", 0, caused.wrong)
    return Causes(tuple(lines), untagged, wrong)


def _line(name: str, depth: int, cause: Cause) -> CauseLine:
    return CauseLine(name, depth, cause.cases, cause.importance, cause.loss, cause.loss_share)
