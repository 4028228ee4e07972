"""A spotter: patterns of words, each with the unit that it stands for, and nothing that knows of sentences.

It is the floor beside which a grammar is judged: what it understands, fifteen patterns understand. `answer` is a
system, `--system murho_lab.studies.trains.spotter:answer`. The patterns are texts in `material/` that explain
themselves.

>>> units("uh from bonn to frankfurt airport at half past nine thank you")
['sourcecity:bonn', 'goalcity:frankfurt airport', 'time:09:30', 'dm_marker:thanks']
>>> units("to bonn no to berlin")  # and so it knows nothing of corrections
['goalcity:bonn', 'dm_marker:no', 'goalcity:berlin']
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib import resources
from os import PathLike
from typing import NamedTuple

from murho.core.errors import InputError
from murho.formats.opening import text_lines
from murho_lab.studies.trains import task

_TO_NINETEEN = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
_TO_NINETEEN += ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_NUMBERS = {word: n for n, word in enumerate(_TO_NINETEEN)} | _TENS
_HOUR = "twenty (?:one|two|three)|" + "|".join([*_TO_NINETEEN[:0:-1], "twenty"])
_MINUTE = f"oh (?:{'|'.join(_TO_NINETEEN[1:10])})|(?:twenty|thirty|forty|fifty)(?: (?:{'|'.join(_TO_NINETEEN[1:10])}))?"
_MINUTES = f"{_MINUTE}|{'|'.join(_TO_NINETEEN[:9:-1])}"
_PAST = f"(?:half past|half|quarter past|quarter to|(?:five|ten|twenty five|twenty) (?:past|to)) (?:{_HOUR})"
_HALF_DAY = "(?: [ap] m| in the (?:morning|afternoon|evening))?"
_MINUTED = f"(?:{_PAST}|(?:{_HOUR}) (?:o'clock|{_MINUTES})|(?:{_HOUR})(?= [ap] m| in the (?:m|a|e)))" + _HALF_DAY
_CLOCK = f"(?:noon|midnight|{_MINUTED}|(?:{_HOUR}))"
_DIGITS = r"\d{1,2}[:.]\d\d(?: ?[ap]m)?|\d{1,2} ?[ap]m|noon"


class Kind(NamedTuple):
    """A kind of value: how it is said, and what it is in its normal form."""

    expression: str
    value: Callable[[str], str]


@dataclass(frozen=True)
class Spotter:
    """Patterns in the order in which they hold, each with its unit and the kinds of values in it."""

    patterns: tuple[tuple[re.Pattern[str], str], ...]
    kinds: Mapping[str, Kind]

    def units(self, expression: str) -> list[str]:
        """The units that an expression has, from left to right, equal ones once."""
        results: dict[str, None] = {}
        at = 0
        while at < len(expression):
            for pattern, unit in self.patterns:
                if match := pattern.match(expression, at):
                    results.setdefault(self._filled(unit, match))
                    at = match.end()
                    break
            at = expression.find(" ", at) + 1 or len(expression)
        return list(results)

    def _filled(self, unit: str, match: re.Match[str]) -> str:
        values = [self.kinds[name].value(said) for name, said in match.groupdict().items() if said is not None]
        return unit.replace("THIS", match[0]).replace("VALUE", "".join(values[:1]))


def bundled() -> Spotter:
    """The spotter of the task that is part of murho."""
    return _of_material("spotter.txt", task.bundled().names)


def multiwoz(stations: Iterable[str]) -> Spotter:
    """The spotter of the MultiWOZ train dialogues, between these stations."""
    return _of_material("multiwoz.txt", {station: station for station in stations})


@cache
def _bundled() -> Spotter:
    return bundled()


def units(expression: str) -> list[str]:
    """What the spotter of the task finds in an expression."""
    return _bundled().units(expression)


def answer(expression: str) -> list[list[str]]:
    """The same as the answer of a system: one meaning, a list of units."""
    return [units(expression)]


def _of_material(name: str, stations: Mapping[str, str]) -> Spotter:
    with resources.as_file(resources.files("murho_lab.studies.trains") / "material" / name) as path:
        return read(path, stations)


def read(path: str | PathLike[str], stations: Mapping[str, str]) -> Spotter:
    """The spotter that a file describes; STATION is any of these names, its value what the name stands for.

    Raises:
        InputError: a line that cannot be read; it names file and line.
    """
    kinds = {**KINDS, "STATION": Kind("|".join(sorted(map(re.escape, stations), reverse=True)), stations.__getitem__)}
    patterns = []
    for line, text in text_lines(path):
        if not (content := text.strip()) or content.startswith("#"):
            continue
        said, arrow, unit = content.partition(" -> ")
        if not arrow or ":" not in unit:
            raise InputError(f"no pattern: {content!r}", "write `PATTERN -> class:value`", path=path, line=line)
        names = re.findall(r"\b[A-Z]+\b", said)
        if unknown := [name for name in names if name not in kinds]:
            raise InputError(f"no kind of value: {unknown[0]}", f"there are {', '.join(kinds)}", path=path, line=line)
        if len(names) > len(set(names)):
            raise InputError(f"a kind of value twice: {said!r}", "write two patterns", path=path, line=line)
        said = re.sub(r"\b[A-Z]+\b", partial(_group, kinds), said)
        try:
            patterns.append((re.compile(rf"(?:{said})(?!\S)"), unit))
        except re.error as e:
            raise InputError(f"no regular expression: {e}", "mend it", path=path, line=line) from None
    return Spotter(tuple(patterns), kinds)


def _group(kinds: Mapping[str, Kind], name: re.Match[str]) -> str:
    return f"(?P<{name[0]}>{kinds[name[0]].expression})"


def number(said: str) -> str:
    """A number up to 99 in digits.

    >>> number("twenty five"), number("12")
    ('25', '12')
    """
    return said if said.isdecimal() else str(sum(_NUMBERS[word] for word in said.split()))


def clock(said: str) -> str:
    """A time in words as hours and minutes; half eight is half past.

    >>> [clock(said) for said in ("nine oh five", "half eight", "quarter to one", "five p m", "noon", "twenty one ten")]
    ['09:05', '08:30', '00:45', '17:00', '12:00', '21:10']
    """
    if said in ("noon", "midnight"):
        return {"noon": "12:00", "midnight": "00:00"}[said]
    said = re.sub(" in the morning$", " a m", re.sub(" in the (afternoon|evening)$", " p m", said))
    said, half_day = (said[:-4], said[-3]) if said.endswith((" a m", " p m")) else (said, "")
    if match := re.fullmatch(f"(half past|half|quarter past|quarter to|.* past|.* to) ({_HOUR})", said):
        before, hour = match[1].split(), int(number(match[2]))
        minutes = {"half": 30, "quarter": 15}.get(before[0]) or int(number(" ".join(before[:-1])))
        minutes = -minutes if before[-1] == "to" else minutes
    else:
        match = re.fullmatch(f"({_HOUR})(?: (o'clock|{_MINUTES}))?", said)
        assert match is not None, "the pattern of CLOCK matched"
        hour, rest = int(number(match[1])), (match[2] or "o'clock").removeprefix("oh ")
        minutes = 0 if rest == "o'clock" else int(number(rest))
    hour = hour % 12 + 12 * (half_day == "p") if half_day else hour
    return "{:02}:{:02}".format(*divmod((60 * hour + minutes) % 1440, 60))


def digits(said: str) -> str:
    """A time in digits as hours and minutes.

    >>> digits("8:15"), digits("5 pm"), digits("12.30 am")
    ('08:15', '17:00', '00:30')
    """
    if said == "noon":
        return "12:00"
    hour, _, minutes = said.rstrip(" apm").replace(".", ":").partition(":")
    first = int(hour) % 12 + 12 * (said[-2] == "p") if said.endswith("m") else int(hour)
    return f"{first:02}:{minutes or '00'}"


_ANY_NUMBER = (
    r"\d{1,2}|(?:"
    + "|".join(_TENS)
    + r")(?: (?:one|two|three|four|five|six|seven|eight|nine))?|"
    + "|".join(_TO_NINETEEN[::-1])
)
KINDS = {
    "WEEKDAY": Kind("monday|tuesday|wednesday|thursday|friday|saturday|sunday", str),
    "NUMBER": Kind(_ANY_NUMBER, number),
    "CLOCK": Kind(_CLOCK, clock),
    "MINUTED": Kind(_MINUTED, clock),
    "TIME": Kind(_DIGITS, digits),
}
"""Kinds of values beside STATION: NUMBER in words or digits, CLOCK a time in words, MINUTED one that cannot be a mere
number, TIME in digits."""
