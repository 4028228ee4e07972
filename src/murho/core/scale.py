"""A scale that stands by itself: grades of π, and the bounds between them, set before anything is measured.

One of the four kinds of comparison that a measure of performance serves: with another system, with another version of
the system, with a set of issues, with an independent scale (Guida and Mauri 1984, section 3, after Tennant).

>>> school = scale("good<0.1<fair<0.3<poor")
>>> school.grade(0.08), school.grade(0.1), school.grade(0.7)
('good', 'fair', 'poor')
>>> graded = Graded(school, 0.08, (0.05, 0.12))
>>> graded.grade, graded.possible, graded.sentence
('good', ('good', 'fair'), 'good on the scale good<0.1<fair<0.3<poor; its interval leaves open: good, fair')
>>> scale("good<0.3<fair<0.1<poor")
Traceback (most recent call last):
murho.core.errors.UsageError: scale 'good<0.3<fair<0.1<poor': 0.1 does not lie above 0.3; let the bounds rise
"""

from bisect import bisect_right
from dataclasses import dataclass
from math import isfinite
from typing import Any

from murho.core.errors import UsageError

EXAMPLE = "good<0.1<fair<0.3<poor"


@dataclass(frozen=True)
class Grades:
    """Grades from the least π to the greatest; made by `scale`, and printed as it is written."""

    names: tuple[str, ...]
    bounds: tuple[float, ...]
    """Rising, one less than there are grades; π at a bound has the grade above it."""

    def __str__(self) -> str:
        parts = [self.names[0]]
        for bound, grade in zip(self.bounds, self.names[1:], strict=True):
            parts += [f"{bound:g}" if float(f"{bound:g}") == bound else repr(bound), grade]
        return "<".join(parts)

    def grade(self, value: float) -> str:
        """The grade of a value of π."""
        return self.names[bisect_right(self.bounds, value)]

    def between(self, low: float, high: float) -> tuple[str, ...]:
        """The grades of all values from `low` to `high`."""
        return self.names[bisect_right(self.bounds, low) : bisect_right(self.bounds, high) + 1]


@dataclass(frozen=True)
class Graded:
    """A value of π on a scale."""

    scale: Grades
    value: float | None
    interval: tuple[float, float] | None

    @property
    def grade(self) -> str | None:
        """The grade of the value; None where there is no value."""
        return None if self.value is None else self.scale.grade(self.value)

    @property
    def possible(self) -> tuple[str, ...]:
        """The grades that the interval leaves open; all of them where there is no interval."""
        return self.scale.names if self.interval is None else self.scale.between(*self.interval)

    @property
    def sentence(self) -> str:
        """The grade, and what the interval leaves open, in words."""
        if self.grade is None:
            return f"no grade on the scale {self.scale}: there is no value"
        said = f"{self.grade} on the scale {self.scale}"
        if self.interval is None:
            return f"{said}; without an interval every grade is open"
        if len(self.possible) == 1:
            return f"{said}, its whole interval"
        return f"{said}; its interval leaves open: {', '.join(self.possible)}"

    def as_json(self) -> dict[str, Any]:
        """The field `scale` of a figure: the scale as it is written, the grade, the grades left open."""
        return {"scale": str(self.scale), "grade": self.grade, "possible": list(self.possible)}


def scale(text: str) -> Grades:
    """The scale that a text denotes: grades and bounds in turn, from the least π to the greatest.

    Raises:
        UsageError: grades and bounds do not take turns, bounds are no rising numbers, or a grade comes twice.
    """
    parts = [part.strip() for part in text.split("<")]
    grades, numbers = tuple(parts[::2]), parts[1::2]

    def wrong(found: str) -> UsageError:
        return UsageError(f"scale {text!r}: {found}")

    if len(parts) < 3 or len(parts) % 2 == 0:
        raise wrong(f"grades and bounds do not take turns from grade to grade; write it like {EXAMPLE!r}")
    for name in grades:
        if not name or _number(name) is not None:
            raise wrong(f"{name!r} stands where a grade belongs; write it like {EXAMPLE!r}")
        if grades.count(name) > 1:
            raise wrong(f"the grade {name!r} comes twice; name each once")
    bounds: list[float] = []
    for number in numbers:
        bound = _number(number)
        if bound is None or not isfinite(bound) or bound < 0:
            raise wrong(f"{number!r} stands where a bound belongs, a number of 0 or more; write it like {EXAMPLE!r}")
        if bounds and bound <= bounds[-1]:
            raise wrong(f"{bound:g} does not lie above {bounds[-1]:g}; let the bounds rise")
        bounds.append(bound)
    return Grades(grades, tuple(bounds))


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
