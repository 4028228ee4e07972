"""The sentence that a report opens with: how much the system understands, and where it is at its worst.

>>> from murho.measures import measure
>>> import murho
>>> score = murho.score("labels", ["a"] * 100, ["a"] * 80 + ["b"] * 20)
>>> found, counted = score.figure, score.headline
>>> opening(measure("meanings"), found, counted, False)
'right 80 of 100 cases, no answer 0, wrong 20: understands 80.0 % (71.0 to 86.7)'
>>> opening(measure("slots"), found, counted, False, ("topic", "fees", 0.54)).partition(": ")[2]
'slot F1 80.0 % (71.0 to 86.7); worst where topic is fees (46.0 %)'
>>> opening(measure("words"), found, counted, True, ("topic", "fees", 0.54)).partition(": ")[2]
'word error rate 20.0 %, by importance (13.3 to 29.0); worst where topic is fees (54.0 %)'
"""

from dataclasses import dataclass

from murho.core.figure import Figure
from murho.core.headline import Headline
from murho.measures import Measure
from murho.sheets.legible import NO_VALUE, percent, short

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


def opening(
    measure: Measure, figure: Figure, counted: Headline, weighed: bool, worst: tuple[str, str, float] | None = None
) -> str:
    """The sentence: what is countable first, then the figure that grades and weighs it.

    `weighed` says that some matter more than others, `worst` is a feature, a group and its π.
    """
    known = familiar(measure, figure)
    by = ", by importance" if weighed else ""
    if known.value is None:
        return f"{counted.sentence}: there is nothing to divide by{by}"
    ends = f"({_number(known.low)} to {_number(known.high)})" if figure.interval is not None else "(no interval)"
    name = "understands" if known.name in UNDERSTOOD else known.name
    graded = f"{counted.sentence}: {name} {percent(known.value)}{by} {ends}"
    if worst is None:
        return graded
    feature, group, loss = worst
    value = loss if known.better == "lower" else 1 - loss
    return f"{graded}; worst where {short(feature, 40)} is {short(group, 60)} ({percent(value)})"


def _right(value: float | None) -> float | None:
    return None if value is None else 1 - value


def _number(value: float) -> str:
    """A fraction in per cent without the sign, as in an interval behind a figure that has it."""
    text = percent(value)
    return text if text == NO_VALUE else text.removesuffix(" %")
