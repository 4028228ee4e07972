"""π beside what an answer takes: the words and numbers of the picture and of its table."""

from murho.pipeline.comparing.result import Mean, Spending
from murho.sheets import legible

_TITLES = {"cost": "cost of an answer", "tokens": "tokens of an answer", "seconds": "time of an answer"}


def title_of(found: Spending) -> str:
    """What it is that answers take.

    >>> title_of(Spending("cost", "EUR", 9, 0.95, [])), title_of(Spending("seconds", "", 9, 0.95, []))
    ('cost of an answer (EUR)', 'time of an answer')
    """
    return _TITLES[found.of] + (f" ({found.currency})" if found.currency else "")


def amount_of(found: Spending, value: float) -> str:
    """A mean, legibly.

    >>> amount_of(Spending("seconds", "", 9, 0.95, []), 0.2), amount_of(Spending("tokens", "", 9, 0.95, []), 1234.56)
    ('200 ms', '1,234.6')
    """
    if found.of == "seconds":
        return legible.duration(value)
    return legible.amount(round(value, 1) if found.of == "tokens" and value >= 1 else value)


def ends_of(found: Spending, mean: Mean) -> str:
    """The interval of a mean; a dash where nothing bounds it."""
    if mean.high == float("inf"):
        return legible.NO_VALUE
    return f"{amount_of(found, mean.low)} to {amount_of(found, mean.high)}"
