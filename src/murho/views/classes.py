"""Classes: precision, recall and F1 of each label, their averages, and what is taken for what.

>>> line = {"label": "a", "gold": 3.0, "given": 2.0, "right": 1.5, "precision": 0.75, "recall": 0.5, "f1": 0.6}
>>> wrong = [{"gold": f"g{i}", "given": f"s{i}", "importance": 20.0 - i} for i in range(17)]
>>> shown = classes({"classes": [line], "confusion": wrong})
>>> shown.lines[0].f1, len(shown.confusions), shown.confusions[0], shown.more
(0.6, 15, Confusion(gold='g0', given='s0', importance=20.0), 2)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LISTED = 15
"""Confusions that are shown."""
AVERAGES = {
    "macro_f1": ("macro F1", "each label counts alike"),
    "micro_f1": ("micro F1", "frequent labels count more"),
}
"""What the averages are called, and what they are."""


@dataclass(frozen=True)
class ClassLine:
    """One label; sums are of importance."""

    label: str
    gold: float
    """Σρ of the cases whose right label this is."""
    given: float
    """Σρ of the cases that were given it."""
    right: float
    """Σρ of both."""
    precision: float | None
    recall: float | None
    f1: float | None


@dataclass(frozen=True)
class AverageLine:
    """An F1 of all labels; higher is better."""

    name: str
    told: str
    value: float
    interval: tuple[float, float] | None


@dataclass(frozen=True)
class Confusion:
    """A label that was given in place of the right one."""

    gold: str
    given: str
    importance: float


@dataclass(frozen=True)
class Classes:
    """All labels, those of most importance first, and the heaviest confusions."""

    lines: tuple[ClassLine, ...]
    confusions: tuple[Confusion, ...]
    more: int
    """Confusions that are not listed."""


def classes(also: Mapping[str, Any]) -> Classes:
    """The classes of a score that was asked for them, from what it has `also`."""
    lines = (
        ClassLine(*(one[name] for name in ("label", "gold", "given", "right", "precision", "recall", "f1")))
        for one in also["classes"]
    )
    wrong = also["confusion"]
    confusions = (Confusion(one["gold"], one["given"], one["importance"]) for one in wrong[:LISTED])
    return Classes(tuple(lines), tuple(confusions), max(0, len(wrong) - LISTED))


def averages(also: Mapping[str, Any]) -> tuple[AverageLine, ...]:
    """Macro and micro F1 of a score that has them `also`; none where rows are finer than cases.

    >>> found = {"macro_f1": {"value": 0.5, "interval": None}, "micro_f1": {"value": 0.6, "interval": None}}
    >>> [(one.name, one.value) for one in averages({"averages": found})]
    [('macro F1', 0.5), ('micro F1', 0.6)]
    """
    if "averages" not in also:
        return ()
    found = ((also["averages"][key], named) for key, named in AVERAGES.items())
    return tuple(AverageLine(*named, one["value"], one["interval"] and tuple(one["interval"])) for one, named in found)
