"""Distances of what can be measured: numbers with a tolerance, and dates.

They are as far apart as they differ, of a scale from which on they are as far as can be. What cannot be read as a
number, or as a date, is equal or not.

>>> number_distance(10, tolerance=1)(20, 23), number_distance()("2.50", 2.5), number_distance()(3, "three")
(0.2, 0.0, 1.0)
>>> date_distance(7)("2026-05-01", "2026-05-03T12:00")
0.35714285714285715
"""

import re
from collections.abc import Callable, Hashable
from datetime import UTC, datetime
from fractions import Fraction

from murho.core.errors import UsageError
from murho.core.meaning import Meaning, canonical
from murho.measures.distances.distance import Between, Distance, exact_distance, instead, shown

_DAY = 86400
_NUMBER = re.compile(r"\s*[+-]?(\d{1,100}(\.\d{0,100})?|\.\d{1,100})([eE][+-]?\d{1,3})?\s*", re.ASCII)
Read = Callable[[Meaning], Fraction | None]


def number(scale: float = 1.0, tolerance: float = 0.0) -> Distance:
    """Numbers that differ by no more than the tolerance are equal; beyond it by `scale`, as far as can be."""
    return Distance(
        number_distance(scale, tolerance),
        _told(as_number, ""),
        equates=True,
        alike=None if tolerance else _read_or_written(as_number),
        metric=not tolerance,
        reads=_reads(as_number),
    )


def date(scale: float = 30.0) -> Distance:
    """Dates `scale` days apart, or more, are as far as can be."""
    return Distance(
        date_distance(scale),
        _told(as_days, " days"),
        equates=True,
        alike=_read_or_written(as_days),
        metric=True,
        reads=_reads(as_days),
    )


def number_distance(scale: float = 1.0, tolerance: float = 0.0) -> Between:
    """What two numbers differ by beyond the tolerance, of the scale; without tolerance a metric.

    Raises:
        UsageError: the scale is not above 0, or the tolerance is below.
    """
    return _distance("number", as_number, scale, tolerance)


def date_distance(scale: float = 30.0) -> Between:
    """The days between two dates, of the scale; a metric.

    Raises:
        UsageError: the scale is not above 0.
    """
    return _distance("date", as_days, scale, 0.0)


def _distance(name: str, read: Read, scale: float, tolerance: float) -> Between:
    for what, value, fits in (("scale", scale, 0 < scale < float("inf")), ("tolerance", tolerance, tolerance >= 0)):
        if not fits or value == float("inf"):
            raise UsageError(f"{name}: {what}={value}; give a number {'above' if what == 'scale' else 'of at least'} 0")
    # As they are written: 0.4 and 0.3 differ by 0.1, whatever floats make of it.
    whole, free = Fraction(str(scale)), Fraction(str(tolerance))

    def between(correct: Meaning, answered: Meaning) -> float:
        right, said = read(correct), read(answered)
        if right is None or said is None:
            return exact_distance(correct, answered)
        return float(min(Fraction(1), max(Fraction(0), abs(right - said) - free) / whole))

    return between


def as_number(meaning: Meaning) -> Fraction | None:
    """A number, or a text that is one; None for anything else.

    >>> as_number("1e2") == as_number(100.0) == 100, as_number(True), as_number("1,5")
    (True, None, None)
    """
    if isinstance(meaning, int | float) and not isinstance(meaning, bool):
        return Fraction(meaning if isinstance(meaning, int) else repr(meaning)) if abs(meaning) < float("inf") else None
    return Fraction(meaning) if isinstance(meaning, str) and _NUMBER.fullmatch(meaning) else None


def as_days(meaning: Meaning) -> Fraction | None:
    """The day of a date in ISO 8601, as Python reads it; without a zone it is that of Greenwich."""
    try:
        time = datetime.fromisoformat(meaning.strip()) if isinstance(meaning, str) else None
    except ValueError:
        return None
    if time is None:
        return None
    since = (time if time.tzinfo else time.replace(tzinfo=UTC)) - datetime(1, 1, 1, tzinfo=UTC)
    return since.days + Fraction(since.seconds, _DAY) + Fraction(since.microseconds, _DAY * 10**6)


def _read_or_written(read: Read) -> Callable[[Meaning], Hashable]:
    def alike(meaning: Meaning) -> Hashable:
        result = read(meaning)
        return canonical(meaning) if result is None else result

    return alike


def _reads(read: Read) -> Callable[[Meaning], bool]:
    return lambda meaning: read(meaning) is not None


def _told(read: Read, unit: str) -> Callable[[Meaning, Meaning], list[str]]:
    def told(correct: Meaning, answered: Meaning) -> list[str]:
        right, said = read(correct), read(answered)
        if right is None or said is None:
            return instead(correct, answered)
        by = f"{float(abs(right - said)):.4g}{unit}" if abs(right - said) < 10**300 else "very much"
        if unit:
            by = f"{by} too {'late' if said > right else 'early'}"
        else:
            by = f"{by} too {'much' if said > right else 'little'}"
        return [f"{shown(answered)} instead of {shown(correct)}: {by}"]

    return told
