"""Semantic units, `attribute:value` each, and what the measures of them share: which attributes they look at.

>>> attribute("goalcity:Bonn"), attribute("10:30:time"), attribute("yes")
('goalcity', '10', 'yes')
>>> from murho.measures.units.slots import frames
>>> frames(only="intent").read(["intent:book", "date:today"])
['intent:book']
>>> frames(without=("intent", "dm_marker"))
frames(without=('intent', 'dm_marker'))
"""

from collections.abc import Sequence
from dataclasses import dataclass

from murho.core.errors import MeaningError, UsageError, as_written
from murho.core.meaning import UNDEFINED, Answered, Meaning
from murho.measures.interface import Measure
from murho.plugs import option


def attribute(unit: str) -> str:
    """What stands before the first colon; a unit without a colon is an attribute without a value."""
    return unit.partition(":")[0]


def units(meaning: Meaning, index: int, side: str) -> list[str]:
    """The semantic units of a meaning; an empty text means no unit.

    Raises:
        MeaningError: it is no list of texts; `index` and `side` (reference or answer) tell where it stands.
    """
    if meaning == "":
        return []
    if isinstance(meaning, list | tuple) and all(isinstance(unit, str) for unit in meaning):
        return list(meaning)
    raise MeaningError(
        index, side, f"{side} {as_written(meaning)} is not a list of units", 'write units as in [["goalcity:Bonn"]]'
    )


@dataclass(frozen=True)
class OfUnits(Measure):
    """Options of a measure of semantic units: all attributes count, or `only` some, or all `without` some."""

    only: str | tuple[str, ...] = option(
        (), type="names", kw_only=True, help="The attributes that are looked at; all if none is named."
    )
    without: str | tuple[str, ...] = option((), type="names", kw_only=True, help="Attributes that are not looked at.")

    kind = "units"

    def __post_init__(self) -> None:
        for name in ("only", "without"):
            given = getattr(self, name)
            names = _names(given)
            if not all(isinstance(attribute_name, str) for attribute_name in names):
                raise UsageError(f"{type(self).__name__}: {name}={given!r}; give the names of attributes")
            object.__setattr__(self, name, names[0] if len(names) == 1 else names)

    def read(self, meaning: Meaning, index: int = 0, side: str = "answer") -> list[str]:
        """The units of a meaning that are looked at; raises MeaningError as `units` does."""
        chosen = units(meaning, index, side)
        if self.only:
            chosen = [unit for unit in chosen if attribute(unit) in _names(self.only)]
        if self.without:
            chosen = [unit for unit in chosen if attribute(unit) not in _names(self.without)]
        return chosen

    def answered(self, answer: Answered, index: int) -> list[str]:
        """The units of the first answer; none of ⊥ and the empty set."""
        return [] if answer is UNDEFINED or not answer else self.read(answer[0], index, "answer")


def _names(given: str | Sequence[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)
