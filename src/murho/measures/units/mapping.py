"""From rich structures to semantic units, by a file that says how.

A parser answers with structures that know more than the references, which are `attribute:value` units. What lies
between is particular to a domain (the 1996 paper on a spoken train time-table system calls it sil2ref), so a file says
it:

    # way in the structure -> attribute
    request.to.city                         -> goalcity
    stops.role=via, stops.city              -> viacity
    when.hour, when.minute                  -> time:{hour}.{minute}
    slots.name, slots.value                 -> {name}
    negation=true                           -> dm_marker:no
    keep day
    drop **.certainty
    lower *
    value goalcity, viacity: frankfurt am main | ffm = frankfurt

- `WAYS -> UNIT` makes a unit of what stands there. A way is the keys from the outside in; places in lists do not
  count, `*` is any one key, `**` any number of keys. Several ways must be found together, in one object; with `=VALUE`
  a way is a condition. The unit is an attribute, which gets the one value that is named on the left and not on the
  right, or `attribute:value`; `{hour}` stands for the value of the way that ends so.
- `keep WAY` makes a unit of it whose attribute is its last key. `drop WAY` leaves it out with all below it; several
  ways in one `drop` are left out where they stand together.
- Rules are tried from the top; each value is taken once. A value that no rule takes is an error, so that nothing gets
  lost unsaid: `drop **` as the last rule leaves out the rest. null is no value.
- `lower`, `strip` and `once` (of equal units the first) are done to the units of the attributes named, `*` being all;
  `value` replaces values, and with an empty new value drops the unit. They are done in the order of the lines.
- A line that starts with `#` is a comment. Names and values that hold `. , = | :` or `->` stand in double quotes.

A list of units is a structure too: `goalcity:Bonn` stands at `goalcity`. So `keep *` and `lower *` normalise units.

>>> import pathlib, tempfile
>>> file = pathlib.Path(tempfile.mkdtemp(), "sil.map")
>>> _ = file.write_text("request.to.city -> goalcity\\nnegation=true -> dm_marker:no\\ndrop **.certainty")
>>> mapping(file)({"negation": True, "request": {"to": {"city": "Bonn", "certainty": 0.8}}})
['dm_marker:no', 'goalcity:Bonn']
>>> mapping(file)({"request": {"from": {"city": "Köln"}}})
Traceback (most recent call last):
murho.core.errors.InputError: no rule takes "Köln" at request.from.city; add it to .../sil.map, or `drop` it there
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any

from murho.core.errors import InputError
from murho.core.meaning import Meaning
from murho.formats.opening import text_lines
from murho.measures.units.reading import attribute
from murho.measures.units.restructure import LAST_KEY, Path, Rule, Template, restructure

Unit = tuple[str, str]
"""Attribute and value."""


@dataclass(frozen=True)
class Change:
    """What is done to the units of some attributes."""

    verb: str
    attributes: frozenset[str]
    old: frozenset[str] = frozenset()
    new: str = ""

    def __call__(self, units: list[Unit]) -> list[Unit]:
        """The units as they are afterwards."""
        if self.verb == "once":
            # Reversed, so that of equals the first one's index is left.
            first = {unit: index for index, unit in reversed(list(enumerate(units)))}
            return [unit for index, unit in enumerate(units) if not self._concerns(unit) or first[unit] == index]
        changed = [
            (name, self._value(value)) if self._concerns((name, value)) else (name, value) for name, value in units
        ]
        # A unit is dropped that lost its value by a change; some have none from the start.
        return [after for before, after in zip(units, changed, strict=True) if after[1] or not before[1]]

    def _concerns(self, unit: Unit) -> bool:
        return "*" in self.attributes or unit[0] in self.attributes

    def _value(self, value: str) -> str:
        match self.verb:
            case "lower":
                return value.lower()
            case "strip":
                return " ".join(value.split())
        return self.new if value in self.old else value


@dataclass(frozen=True)
class UnitMap:
    """Makes units of a structure."""

    path: str
    rules: tuple[Rule, ...]
    changes: tuple[Change, ...]

    def __call__(self, structure: Meaning) -> list[str]:
        """The units of a structure, or of a list of units, in the order in which it names them.

        Raises:
            InputError: a value that no rule takes, or no structure at all.
        """
        if isinstance(structure, list | tuple):
            structure = [_at_its_attribute(item) for item in structure]
        units, left = self.found(structure)
        for way, value in left[:1]:
            at = f"at {way}" if way else "by itself"
            todo = f"add it to {self.path}, or `drop` it there" if way else "answer with objects, or lists of units"
            raise InputError(f"no rule takes {json.dumps(value, ensure_ascii=False)} {at}", todo)
        return [f"{name}:{value}" if value else name for name, value in self.changed(units)]

    def found(self, structure: Any) -> tuple[list[Unit], list[Unit]]:
        """The units that rules make of a structure, and ways and values that none takes."""
        return restructure(structure, self.rules)

    def changed(self, units: list[Unit]) -> list[Unit]:
        """The units after `lower`, `strip`, `value` and `once`."""
        for change in self.changes:
            units = change(units)
        return units


def _at_its_attribute(item: Any) -> Any:
    return {attribute(item): item.partition(":")[2]} if isinstance(item, str) else item


def mapping(path: str | PathLike[str], only: str = "") -> UnitMap:
    """The mapping that a file describes; with `only` that is the one attribute of its units.

    Raises:
        InputError: a line that cannot be read, or is about another attribute; it names file and line.
    """
    return mapping_of(fspath(path), ((path, number, line) for number, line in text_lines(path)), only)


def mapping_of(name: str, lines: Iterable[tuple[str | PathLike[str], int, str]], only: str = "") -> UnitMap:
    """The mapping that lines describe, each with its file and number; errors at values that no rule takes say `name`.

    Raises:
        InputError: a line that cannot be read; it names file and line.
    """
    rules: list[Rule] = []
    changes: list[Change] = []
    for path, number, line in lines:
        if not (text := line.strip()) or text.startswith("#"):
            continue
        try:
            read = _line(text)
            if only:
                _check_attributes(read, only)
        except InputError as error:
            raise error.at(path, number) from None
        if isinstance(read, Rule):
            rules.append(read)
        else:
            changes.append(read)
    return UnitMap(name, tuple(rules), tuple(changes))


def _check_attributes(read: Rule | Change, only: str) -> None:
    """Refuse a line about another attribute than the only one."""
    if isinstance(read, Change):
        others = [repr(name) for name in sorted(read.attributes - {only, "*"})]
    elif read.unit is None or read.unit[0] == (only,):
        others = []
    elif read.unit[0] == (LAST_KEY,):
        raise InputError(f"`keep` names no {only}", f"write WAY -> {only}")
    else:
        named = all(isinstance(piece, str) for piece in read.unit[0])
        others = [repr("".join(map(str, read.unit[0]))) if named else "an attribute out of the answer"]
    if others:
        raise InputError(f"{others[0]} is no {only}", f"write WAY -> {only}, or value {only}: OLD = NEW")


def _line(text: str) -> Rule | Change:
    sides = _split(text, "->")
    if len(sides) == 2:
        return _rule(*sides)
    verb, _, rest = text.partition(" ")
    match verb:
        case "keep":
            return Rule((_way(rest, condition=False),), ((LAST_KEY,), (0,)))
        case "drop":
            return Rule(_ways(rest), None)
        case "lower" | "strip" | "once":
            return Change(verb, frozenset(map(_word, _split(rest, ","))))
        case "value":
            return _values(rest)
    raise InputError(
        f"{text!r} is no rule", "write WAY -> ATTRIBUTE, or begin with keep, drop, lower, strip, once, value"
    )


def _rule(left: str, right: str) -> Rule:
    ways = _ways(left)
    match = re.fullmatch(r"((?:[^:{}]|\{[^{}]*\})+)(?::(.*))?", right)
    if not match:
        raise InputError(f"{right!r} is no unit", "write an attribute, or attribute:value")
    name = _template(match[1].strip(), ways)
    if match[2] is not None:
        return Rule(ways, (name, _template(match[2].strip(), ways)))
    values = [number for number, way in enumerate(ways) if way.value is None and number not in name]
    if len(values) != 1:
        raise InputError(f"{len(values)} ways could be the value of {right!r}", "write attribute:value, with {key}")
    return Rule(ways, (name, (values[0],)))


def _template(text: str, ways: tuple[Path, ...]) -> Template:
    """Texts and numbers of ways: `{key}` is the way that ends so."""
    pieces: list[str | int] = []
    for index, piece in enumerate(re.split(r"\{([^{}]*)\}", text)):
        if index % 2 == 0:  # texts and what stands between braces come in turn
            pieces += [piece] if piece else []
            continue
        keys = tuple(map(_word, _split(piece, ".")))
        meant = [number for number, way in enumerate(ways) if way.keys[-len(keys) :] == keys]
        if len(meant) != 1:
            raise InputError(f"{{{piece}}} is the end of {len(meant)} ways on the left", "name the end of one")
        pieces += meant
    return tuple(pieces)


def _values(rest: str) -> Change:
    names, *replacement = _split(rest, ":", at_most=1)
    sides = _split(replacement[0], "=") if replacement else []
    if len(sides) != 2:
        raise InputError(f"'value {rest}' is no replacement", "write value ATTRIBUTE: OLD | OLD = NEW")
    new = _word(sides[1]) if sides[1] else ""
    return Change("value", _words(_split(names, ",")), _words(_split(sides[0], "|")), new)


def _ways(text: str) -> tuple[Path, ...]:
    return tuple(_way(way) for way in _split(text, ","))


def _way(text: str, condition: bool = True) -> Path:
    keys, *value = _split(text, "=")
    if len(value) > condition:
        raise InputError(
            f"{text!r} is no way", "write keys with dots between them, and =VALUE only where one is asked for"
        )
    return Path(tuple(map(_word, _split(keys, "."))), _word(value[0]) if value else None)


def _words(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(map(_word, texts))


def _word(text: str) -> str:
    """A name or value, out of its quotes if it has some."""
    if not text.startswith('"'):
        if text:
            return text
        raise InputError("a name or value is missing", 'write "" for an empty one')
    try:
        word = json.loads(text)
    except ValueError:
        raise InputError(f"{text} has no end", 'close the quotes, and write \\" for one inside') from None
    return str(word)


def _split(text: str, separator: str, at_most: int = -1) -> list[str]:
    """The parts of a text between separators that stand in no quotes."""
    parts: list[str] = []
    start = 0
    for match in re.finditer(rf'"(?:[^"\\]|\\.)*"|{re.escape(separator)}', text):
        if match[0] == separator and len(parts) != at_most:
            parts.append(text[start : match.start()].strip())
            start = match.end()
    return [*parts, text[start:].strip()]
