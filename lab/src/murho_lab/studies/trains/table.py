"""A table of the study, and how accuracies stand in it."""

from dataclasses import dataclass
from math import isfinite

from murho.core.comparison import Difference
from murho.core.figure import Figure
from murho.sheets.legible import NO_VALUE
from murho.views.sheets import Grid


@dataclass(frozen=True)
class Table:
    """A table with what stands above and below it."""

    name: str
    title: str
    grid: Grid
    note: str


def accuracy(figure: Figure) -> str:
    """One minus an error rate in percent, with its interval."""
    if figure.value is None:
        return NO_VALUE
    return ends(1 - figure.value, None if figure.interval is None else (1 - figure.interval[1], 1 - figure.interval[0]))


def gained(found: Difference) -> str:
    """A difference in percentage points, with its interval."""
    return NO_VALUE if found.value is None else ends(found.value, (found.low, found.high))


def ends(value: float, interval: tuple[float, float] | None, times: float = 100, digits: int = 1) -> str:
    """A value with its interval, in percent.

    >>> ends(0.5, (-0.25, 0.75)), ends(0.98, None, 1, 2)
    ('50.0 (−25.0 to 75.0)', '0.98')
    """
    told = f"{times * value:.{digits}f}"
    if interval is not None and isfinite(interval[1] - interval[0]):
        told += f" ({times * interval[0]:.{digits}f} to {times * interval[1]:.{digits}f})"
    return told.replace("-", "−")
