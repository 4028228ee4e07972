"""What is told of a plug in a list: its names, where it comes from, what can be chosen of it.

>>> from murho.measures import SHELF
>>> line = plug_line(SHELF.named("meanings"))
>>> line.name, line.options[0].name, line.options[0].default, line.source
('meanings', 'shifting', 'mu1()', 'murho')
"""

from dataclasses import dataclass
from typing import Any

from murho.plugs import Option, Plug


@dataclass(frozen=True)
class OptionLine:
    """One setting of a plug."""

    name: str
    type: str
    help: str
    default: str
    """As it is read aloud; empty where there is none, or where the help tells."""


@dataclass(frozen=True)
class PlugLine:
    """A measure, weighting, format or kind of system."""

    name: str
    aliases: tuple[str, ...]
    title: str
    source: str
    help: str
    options: tuple[OptionLine, ...]
    example: str
    """As it is typed; empty where that is its name."""


def plug_line(plug: Plug) -> PlugLine:
    """What is told of a plug."""
    options = tuple(OptionLine(one.name, one.type, one.help, default_of(one)) for one in plug.options)
    example = "" if plug.example == plug.name else plug.example
    return PlugLine(plug.name, plug.aliases, plug.title, plug.source, plug.help, options, example)


def default_of(option: Option) -> str:
    """What is chosen where nothing is said; empty where nothing is.

    >>> default_of(Option("split", "yes or no", True, "")), default_of(Option("only", "names", ("a", "b"), ""))
    ('yes', 'a, b')
    """
    value: Any = option.default
    if value in (None, "", ()):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
