"""Numbers as the terminal, the gate and error messages write them: such that a program reads them back.

A page writes them for the eye (`murho.sheets.legible`): thousands apart, with three or four decimals, with a true minus
sign, per cent. What is printed here is copied into papers, scripts and limits of a gate instead: it has a point, a
hyphen, no other sign between its digits, and four decimals, because the gate decides on the figure as printed
(`legible.fraction` has three, which a page has room for in every cell).

>>> printed(0.12004), fraction(0.12004), fraction(None)
(0.12, '0.1200', '–')
>>> several(1, "case"), several(2, "case")
('1 case', '2 cases')
"""

from collections.abc import Sequence

from murho.core.figure import DECIMALS, Figure
from murho.sheets.legible import NO_VALUE

SMALLEST_P = 0.0001
"""Below it four decimals would say 0, which no p is."""


def printed(value: float) -> float:
    """A value as it is printed."""
    return round(value, DECIMALS)


def fraction(value: float | None) -> str:
    """A fraction, or a dash where there is none."""
    return NO_VALUE if value is None else f"{value:.{DECIMALS}f}"


def p_value(p: float | None) -> str:
    """A p; one that is too small is told as such.

    >>> p_value(0.03), p_value(1e-9), p_value(None)
    ('0.0300', '<0.0001', '–')
    """
    if p is None:
        return NO_VALUE
    return f"<{SMALLEST_P}" if p < SMALLEST_P else f"{p:.{DECIMALS}f}"


def interval(figure: Figure) -> str:
    """The interval of a figure, in brackets, or a dash where there is none.

    >>> import murho
    >>> interval(murho.score("labels", ["a", "b"], ["a", "a"]).figure)
    '[0.0031, 0.9969]'
    """
    return interval_of(figure.interval)


def interval_of(ends: Sequence[float] | None) -> str:
    """Two ends in brackets, or a dash where there are none."""
    return NO_VALUE if ends is None else f"[{', '.join(map(fraction, ends))}]"


def hundredths(value: float | None) -> str:
    """A criterion or a parse score, which has two decimals in every table of the field."""
    return NO_VALUE if value is None else f"{value:.2f}"


def interval_in_hundredths(ends: Sequence[float] | None) -> str:
    """The interval of a criterion or a parse score, in brackets.

    >>> interval_in_hundredths((88.4, 89.8)), interval_in_hundredths(None)
    ('[88.40, 89.80]', '–')
    """
    return NO_VALUE if ends is None else f"[{hundredths(ends[0])}, {hundredths(ends[1])}]"


def number(value: float) -> str:
    """A sum: a whole number plainly, another one with up to six digits behind the point.

    Unlike `legible.amount` it never sets thousands apart, cuts at four digits, or turns to powers of ten.

    >>> number(371), number(81.4), number(12345.0)
    ('371', '81.4', '12345')
    """
    return str(value) if isinstance(value, int) else f"{value:.6f}".rstrip("0").rstrip(".")


def several(count: int, what: str) -> str:
    """A number of things, which are called by their singular.

    >>> several(0, "word"), several(1, "word")
    ('0 words', '1 word')
    """
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
