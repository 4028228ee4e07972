"""Semantic units, `attribute:value` each, and what the measures of them share: which attributes they look at.

>>> attribute("goalcity:Bonn"), attribute("10:30:time"), attribute("yes")
('goalcity', '10', 'yes')
>>> OfUnits(only="intent").read(["intent:book", "date:today"])
['intent:book']
>>> OfUnits(without=("intent", "dm_marker"))
OfUnits(without=('intent', 'dm_marker'))
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from murho.core.errors import MeaningError, UsageError
from murho.core.meaning import Meaning
from murho.core.notation import shown


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
        index, side, f"{side} {meaning!r} is not a list of units", 'write units as in [["goalcity:Bonn"]]'
    )


@dataclass(frozen=True, repr=False)
class OfUnits:
    """Options of a measure of semantic units: all attributes count, or `only` some, or all `without` some."""

    only: str | tuple[str, ...] = field(default=(), kw_only=True)
    """The attributes that are looked at; all if there are none."""
    without: str | tuple[str, ...] = field(default=(), kw_only=True)
    """Attributes that are not looked at."""

    kind = "units"

    def __post_init__(self) -> None:
        for name in ("only", "without"):
            given = getattr(self, name)
            names = _names(given)
            if not all(isinstance(one, str) for one in names):
                raise UsageError(f"{type(self).__name__}: {name}={given!r}; give the names of attributes")
            object.__setattr__(self, name, names[0] if len(names) == 1 else names)

    def __repr__(self) -> str:
        return shown(self)

    def read(self, meaning: Meaning, index: int = 0, side: str = "answer") -> list[str]:
        """The units of a meaning that are looked at; raises MeaningError as `units` does."""
        found = units(meaning, index, side)
        if self.only:
            found = [unit for unit in found if attribute(unit) in _names(self.only)]
        if self.without:
            found = [unit for unit in found if attribute(unit) not in _names(self.without)]
        return found


def _names(given: str | Sequence[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)
