"""Seconds, as files of speech have them.

>>> seconds("3.47", "begin", "said.ctm", 7)
3.47
>>> seconds("-1", "begin", "said.ctm", 7)
Traceback (most recent call last):
murho.core.errors.InputError: said.ctm:7: begin is -1; write seconds from the start of the recording, as in 12.34
"""

import math

from murho.core.errors import InputError
from murho.formats.opening import Path

_LONGEST = 1e9
"""Seconds, some thirty years: no recording is that long."""


def seconds(value: str | float, name: str, path: Path, line: int) -> float:
    """A time or a duration.

    Raises:
        InputError: it is no number, below 0, or longer than any recording.
    """
    try:
        number = float(value)
    except ValueError:
        number = math.nan  # which the next comparison refuses
    if 0 <= number < _LONGEST:
        return number
    shown = value if isinstance(value, str) else f"{value:g}"
    todo = "write seconds from the start of the recording, as in 12.34"
    raise InputError(f"{name} is {shown}", todo, path=path, line=line)


def span(begin: str | float, end: str | float, path: Path, line: int) -> tuple[float, float]:
    """Begin and end of a segment.

    Raises:
        InputError: one is no time, or the end is before the begin.
    """
    times = seconds(begin, "begin", path, line), seconds(end, "end", path, line)
    if times[1] < times[0]:
        found = f"a segment from {times[0]:g} to {times[1]:g} seconds"
        raise InputError(found, "give an end that is not before the begin", path=path, line=line)
    return times
