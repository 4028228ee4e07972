"""The task model: which classes of semantic units there are, what their values look like, which stations exist.

Both are texts beside this module, in `material/`, and say themselves how they are written.

>>> task = bundled()
>>> task.fault("goalcity:bonn"), task.fault("time:after 09:00"), task.fault("travelclass:?")
(None, None, None)
>>> task.fault("goalcity:atlantis")
"no value of goalcity: 'atlantis'; its forms are STATION, not STATION"
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from os import PathLike

from murho.core.errors import InputError
from murho.formats.opening import text_lines

KINDS = {
    "TIME": r"([01]\d|2[0-3]):[0-5]\d",
    "DURATION": r"\d\d:[0-5]\d",
    "NUMBER": r"0|[1-9]\d*",
    "DATE": r"((0[1-9]|1[0-2])-)?(0[1-9]|[12]\d|3[01])",
    "DAY": "monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|weekday",
    "MONTH": r"0[1-9]|1[0-2]",
    "PERIOD": "morning|midday|afternoon|evening|night",
}
"""Kinds of values as regular expressions; STATION is any station of the network."""


@dataclass(frozen=True)
class Class:
    """A class of semantic units; `forms` are those of its values, as they are written in the file."""

    name: str
    forms: tuple[str, ...]
    meaning: str


@dataclass(frozen=True)
class Task:
    """Classes by name; stations by all that may be said for them."""

    classes: Mapping[str, Class]
    names: Mapping[str, str]

    @property
    def stations(self) -> list[str]:
        """The stations, by the name that is the value of a unit."""
        return list(dict.fromkeys(self.names.values()))

    def fault(self, unit: str) -> str | None:
        """What is wrong with a unit, or None."""
        name, _, value = unit.partition(":")
        if name not in self.classes:
            return f"no class of semantic units: {name!r}"
        if self._values[name].fullmatch(value):
            return None
        return f"no value of {name}: {value!r}; its forms are {', '.join(self.classes[name].forms)}"

    @cached_property
    def _values(self) -> dict[str, re.Pattern[str]]:
        kinds = {**KINDS, "STATION": "|".join(map(re.escape, self.stations))}
        return {
            name: re.compile("|".join(_expression(form, kinds) for form in group.forms))
            for name, group in self.classes.items()
        }


def _expression(form: str, kinds: Mapping[str, str]) -> str:
    parts = re.split(r"([A-Z]+)", form)
    return "".join(f"(?:{kinds[part]})" if part in kinds else re.escape(part) for part in parts)


def bundled() -> Task:
    """The task that is part of murho."""
    with resources.as_file(resources.files("murho_lab.studies.trains") / "material") as folder:
        return read(folder / "task.txt", folder / "stations.txt")


def read(classes: str | PathLike[str], stations: str | PathLike[str]) -> Task:
    """The task that two files describe.

    Raises:
        InputError: a line that cannot be read, a class or a name that is there twice; it names file and line.
    """
    return Task(read_classes(classes), _names(stations))


def read_classes(path: str | PathLike[str]) -> dict[str, Class]:
    """The classes of a task's file, by name.

    Raises:
        InputError: a line that cannot be read, a class that is there twice; it names file and line.
    """
    results: dict[str, Class] = {}
    for line, text in _lines(path):
        model, _, meaning = text.partition("#")
        name, colon, values = model.partition(":")
        forms = tuple(form.strip() for form in values.split(","))
        if not colon or not all(forms):
            raise InputError(f"no class: {text!r}", "write `class: FORM, FORM  # what it is`", path=path, line=line)
        unknown = set(re.findall("[A-Z]+", values)) - {*KINDS, "STATION"}
        if unknown:
            known = ", ".join((*KINDS, "STATION"))
            raise InputError(f"no kind of value: {min(unknown)}", f"there are {known}", path=path, line=line)
        if name in results:
            raise InputError(f"{name} is there twice", "write all its forms on one line", path=path, line=line)
        results[name] = Class(name, forms, meaning.strip())
    return results


def _names(path: str | PathLike[str]) -> dict[str, str]:
    results: dict[str, str] = {}
    for line, text in _lines(path):
        names = [name.strip() for name in text.split("|")]
        for name in names:
            if not re.fullmatch("[a-z]+( [a-z]+)*", name):
                raise InputError(f"no name: {name!r}", "write plain small letters as spoken", path=path, line=line)
            if name in results:
                raise InputError(f"{name!r} is there twice", "leave one of them out", path=path, line=line)
            results[name] = names[0]
    return results


def _lines(path: str | PathLike[str]) -> Iterator[tuple[int, str]]:
    """Lines by number, without comments and blank ones."""
    for number, line in text_lines(path):
        if (text := line.strip()) and not text.startswith("#"):
            yield number, text
