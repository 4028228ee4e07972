"""Causes of failure, counted and weighed: how much of what went wrong is put down to what.

Only wrong answers count, whatever else was tagged. An answer may have several causes, so that shares may add up to more
than one; a branch of the taxonomy counts an answer once, however many of its leaves are named.

>>> cases = Cases(["1", "2", "3"], ["", "", ""], [()] * 3,
...               features={"cause": [["linguistic/syntax", "linguistic"], None, "conceptual"]})
>>> failures = caused(cases, np.array([1.0, 1.0, 0.0]), np.array([1.0, 0.5, 1.0]))
>>> [(cause.path, cause.cases, round(cause.loss_share, 2)) for cause in failures.causes], failures.untagged.cases
([(('linguistic',), 1, 0.67), (('linguistic', ''), 1, 0.67), (('linguistic', 'syntax'), 1, 0.67)], 1)
"""

from array import array
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases
from murho.core.causes import parse
from murho.core.columns import Rows, Sparse, picked
from murho.core.compact import Compact
from murho.core.errors import UsageError
from murho.core.exact import total
from murho.measures import Measure
from murho.pipeline.runs.show import judged
from murho.pipeline.scoring.judge import weigh
from murho.pipeline.scoring.reading import refuse_sample
from murho.store import Run
from murho.weighting import Weighting, given

NOT_LOOKED_INTO = "(not looked into)"
OUTSIDE = "(no branch of the taxonomy)"


@dataclass(frozen=True)
class Cause:
    """A cause, and the wrong answers put down to it."""

    path: tuple[str, ...]
    """Its branch; or branch and leaf, the leaf empty where nobody looked closer; or nothing, of answers without tag."""
    cases: int
    """How many wrong answers are put down to it."""
    importance: float
    """Σ ρ of these answers."""
    loss: float
    """Σ ρ·loss of these answers."""
    loss_share: float
    """The share of these answers in Σ ρ·loss of all wrong ones."""
    items: Sequence[str]
    """The ids of their cases."""

    def as_json(self) -> dict[str, Any]:
        """The fields of one cause."""
        return {
            "cause": "/".join(part or NOT_LOOKED_INTO for part in self.path),
            "level": ("", "branch", "leaf")[len(self.path)],
            "cases": self.cases,
            "importance": self.importance,
            "loss": self.loss,
            "loss_share": self.loss_share,
            "items": list(self.items),
        }


@dataclass(frozen=True)
class Caused:
    """All causes, each branch before its leaves, the heaviest first; and the wrong answers that nobody tagged."""

    causes: tuple[Cause, ...]
    untagged: Cause
    wrong: Cause
    """All wrong answers."""

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        return {
            "causes": [cause.as_json() for cause in self.causes],
            "untagged": self.untagged.as_json(),
            "wrong": self.wrong.as_json(),
        }


def caused(cases: Cases, loss: NDArray[Any] | Compact, rho: NDArray[Any] | Compact) -> Caused:
    """The causes of the wrong answers; `loss` and `rho` (cases,). The tags are the feature `cause` of the cases."""
    losses, weights = Compact.of(loss), Compact.of(rho)
    wrong = np.concatenate(
        [np.zeros(0, np.int64), *(start + np.flatnonzero(one > 0) for start, one in losses.pieces())]
    )
    lost = losses.at(wrong)
    weight = weights.at(wrong)
    groups: dict[tuple[str, ...], array[int]] = defaultdict(lambda: array("q"))
    tags = picked(cases.features.get("cause") or Sparse({}, len(cases)), wrong)
    for i, tag in enumerate(tags):
        tagged = tag if isinstance(tag, list) else [tag]
        paths = {_path(str(one)) for one in tagged if one}
        for branch in {path[0] for path in paths}:  # a set: several leaves of a branch count the answer there once
            groups[branch,].append(i)
        for path in paths or {()}:
            groups[path and (path[0], "/".join(path[1:]))].append(i)
    together = float(total(weight * lost))

    def cause(path: tuple[str, ...], rows: Sequence[int] | Rows) -> Cause:
        at = np.asarray(rows, np.int64)
        cost, items = float(total(weight[at] * lost[at])), picked(cases.ids, wrong[at])
        return Cause(path, len(at), float(total(weight[at])), cost, cost / together if together else 0.0, items)

    all_of = {path: cause(path, at) for path, at in groups.items() if path}
    ordered = sorted(all_of, key=lambda path: (-all_of[path[:1]].loss, path[0], len(path), -all_of[path].loss, path))
    return Caused(tuple(all_of[path] for path in ordered), cause((), groups.get((), ())), cause((), range(len(wrong))))


def causes_of(run: Run, measure: Measure, weight: Weighting | None = None, missing: str = "undefined") -> Caused:
    """The causes of what goes wrong in a run, under a measure and an importance; None is that of the cases."""
    refuse_sample(run.record, run.path, "a count of causes")
    cases, rows = judged(run, measure, missing)
    return caused(cases, rows.by_case(len(cases)).loss, weigh(weight or given(), cases))


def _path(tag: str) -> tuple[str, ...]:
    try:
        return parse(tag)
    except UsageError:
        return (OUTSIDE, tag)
