"""The sentence that a report opens with: how much the system understands, and where it is at its worst.

>>> from murho.measures import measure
>>> import murho
>>> found = murho.score("labels", ["a"] * 100, ["a"] * 80 + ["b"] * 20).figure
>>> opening(measure("meanings"), found, False)
'understands 80.0 % of 100 expressions (71.0 to 86.7)'
>>> opening(measure("slots"), found, False, ("topic", "fees", 0.54))
'slot F1 80.0 % on 100 expressions (71.0 to 86.7); worst where topic is fees (46.0 %)'
>>> opening(measure("words"), found, True, ("topic", "fees", 0.54))
'word error rate 20.0 % on 100 expressions, by importance (13.3 to 29.0); worst where topic is fees (54.0 %)'
"""

from dataclasses import dataclass

from murho.core.figure import Figure
from murho.measures import Measure
from murho.sheets.legible import NO_VALUE, count, percent, short

UNDERSTOOD = ("understood", "accuracy")
"""What 1 − π is called where a case is understood or is not."""


@dataclass(frozen=True)
class Familiar:
    """A figure by the name that people know."""

    name: str
    """`word error rate`, `accuracy`, `slot F1`."""
    value: float | None
    low: float
    high: float
    better: str
    """`higher` or `lower`."""


def familiar(measure: Measure, figure: Figure) -> Familiar:
    """π by its familiar name, or 1 − π where that has one."""
    name, is_loss = measure.known_as
    if is_loss:
        return Familiar(name, figure.value, figure.low, figure.high, "lower")
    return Familiar(name, _right(figure.value), 1 - figure.high, 1 - figure.low, "higher")


def opening(measure: Measure, figure: Figure, weighed: bool, worst: tuple[str, str, float] | None = None) -> str:
    """The sentence; `weighed` where some matter more than others, `worst` is a feature, a group and its π."""
    known = familiar(measure, figure)
    by = ", by importance" if weighed else ""
    what = f"{count(figure.n)} expression{'' if figure.n == 1 else 's'}{by}"
    if known.value is None:
        return f"nothing can be said of {what}: there is nothing to divide by"
    ends = f"({_number(known.low)} to {_number(known.high)})" if figure.interval is not None else "(no interval)"
    if known.name in UNDERSTOOD:
        told = f"understands {percent(known.value)} of {what} {ends}"
    else:
        told = f"{known.name} {percent(known.value)} on {what} {ends}"
    if worst is None:
        return told
    feature, group, loss = worst
    value = loss if known.better == "lower" else 1 - loss
    return f"{told}; worst where {short(feature, 40)} is {short(group, 60)} ({percent(value)})"


def _right(value: float | None) -> float | None:
    return None if value is None else 1 - value


def _number(value: float) -> str:
    """A fraction in per cent without the sign, as in an interval behind a figure that has it."""
    text = percent(value)
    return text if text == NO_VALUE else text.removesuffix(" %")
