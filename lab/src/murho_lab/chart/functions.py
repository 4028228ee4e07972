"""The functions by which a grammar computes values: a closed list, and nothing else is ever called.

A function is given numbers and texts, None for what is missing, and answers with a value, or None where it has none.

>>> clock(9, 5), clock(25, 0), date(5, 22), later("23:50", 20)
('09:05', None, '05-22', '00:10')
"""

import re
from collections.abc import Callable
from inspect import Parameter, signature

Given = str | int | None
_TIME = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_DAY = 24 * 60


def sum_of(*numbers: Given) -> Given:
    """All numbers together; what is missing is 0."""
    known = _numbers(numbers)
    return None if known is None else sum(known)


def difference(first: Given, second: Given) -> Given:
    """How much the first is more than the second, if it is."""
    return first - second if isinstance(first, int) and isinstance(second, int) and first >= second else None


def product(*numbers: Given) -> Given:
    """One number times the others."""
    result = 1
    for number in numbers:
        if not isinstance(number, int):
            return None
        result *= number
    return result


def join(*values: Given) -> Given:
    """All values as one text."""
    return None if None in values else "".join(map(str, values))


def number(text: Given) -> Given:
    """The number whose digits these are."""
    return int(text) if re.fullmatch("[0-9]{1,15}", str(text)) else None  # type: ignore[arg-type]


def padded(amount: Given, digits: Given) -> Given:
    """A number with zeros before it."""
    if not isinstance(amount, int) or not isinstance(digits, int):
        return None
    return str(amount).zfill(min(digits, 15))


def clock(hours: Given, minutes: Given = 0) -> Given:
    """A time of the day on 24 hours."""
    known = _numbers((hours, minutes))
    if known is None or known[1] > 59 or known[0] * 60 + known[1] > _DAY:
        return None
    return _time(known[0] * 60 + known[1])


def pm(time: Given) -> Given:
    """That time after noon."""
    minutes = _minutes(time)
    return None if minutes is None else _time(minutes + _DAY // 2 if minutes < _DAY // 2 else minutes)


def later(time: Given, minutes: Given) -> Given:
    """The time so many minutes later."""
    start = _minutes(time)
    return None if start is None or not isinstance(minutes, int) else _time(start + minutes)


def earlier(time: Given, minutes: Given) -> Given:
    """The time so many minutes earlier."""
    return later(time, -minutes) if isinstance(minutes, int) else None


def duration(hours: Given, minutes: Given = 0) -> Given:
    """Hours and minutes, with no more than 59 of these."""
    known = _numbers((hours, minutes))
    if known is None:
        return None
    return "{:02}:{:02}".format(*divmod(known[0] * 60 + known[1], 60))


def date(month: Given, day: Given) -> Given:
    """A day of a month; that February the 29th is not in every year is not asked."""
    if not isinstance(month, int) or not isinstance(day, int) or not 1 <= month <= 12:
        return None
    return f"{month:02}-{day:02}" if 1 <= day <= _DAYS[month - 1] else None


def _numbers(values: tuple[Given, ...]) -> tuple[int, ...] | None:
    known = tuple(0 if value is None else value for value in values)
    return known if all(isinstance(value, int) for value in known) else None  # type: ignore[return-value]


def _minutes(time: Given) -> int | None:
    match = _TIME.fullmatch(str(time))
    return int(match[1]) * 60 + int(match[2]) if match else None


def _time(minutes: int) -> str:
    return "{:02}:{:02}".format(*divmod(minutes % _DAY, 60))


FUNCTIONS: dict[str, Callable[..., Given]] = {
    "sum": sum_of, "difference": difference, "product": product, "join": join, "number": number, "padded": padded,
    "clock": clock, "pm": pm, "later": later, "earlier": earlier, "duration": duration, "date": date,
}  # fmt: skip


def arguments(function: str) -> tuple[int, int | None]:
    """The fewest and the most arguments that a function takes; None where there is no most.

    >>> arguments("clock"), arguments("sum")
    ((1, 2), (1, None))
    """
    parameters = signature(FUNCTIONS[function]).parameters.values()
    if any(parameter.kind is Parameter.VAR_POSITIONAL for parameter in parameters):
        return 1, None
    return sum(parameter.default is Parameter.empty for parameter in parameters), len(parameters)
