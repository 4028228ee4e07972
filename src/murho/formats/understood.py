"""What natural-language engines say of an utterance, intent and entities, as the meaning that a measure wants.

>>> one = Understood("to new york", "fly", [("city", "new york")])
>>> meaning(one, "label"), meaning(one, "units")
('fly', ['intent:fly', 'city:new york'])
>>> meaning(one, "json")
{'intent': 'fly', 'entities': [{'entity': 'city', 'value': 'new york'}]}
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from murho.core.case import Answers, Cases
from murho.formats.opening import Path


class Understood(NamedTuple):
    """An utterance, its intent, and the names and values of its entities."""

    text: str
    intent: str | None
    entities: Sequence[tuple[str, str]]


def meaning(one: Understood, kind: str) -> Any:
    """The intent for labels, units for measures of units, else both in an object."""
    if kind == "label":
        return one.intent
    if kind == "units":
        intent = [] if one.intent is None else [f"intent:{one.intent}"]
        return intent + [f"{name}:{value}" for name, value in one.entities]
    entities = [{"entity": name, "value": value} for name, value in one.entities]
    return {"intent": one.intent, "entities": entities}


def cases_of(found: Sequence[Understood], path: Path, batch: int, kind: str) -> Iterator[Cases]:
    """A case for every utterance; an intent that is null, none of those there are, is the empty set."""
    for start in range(0, len(found), batch):
        some = found[start : start + batch]
        names = [str(number) for number in range(start + 1, start + len(some) + 1)]
        yield Cases(names, [one.text for one in some], [_set(one, kind) for one in some], path=str(path))


def answers_of(found: Sequence[Understood], path: Path, batch: int, kind: str) -> Iterator[Answers]:
    """An answer for every utterance; an intent that is null is the empty set."""
    for start in range(0, len(found), batch):
        some = found[start : start + batch]
        names = [str(number) for number in range(start + 1, start + len(some) + 1)]
        yield Answers(names, [_set(one, kind) for one in some], path=str(path))


def _set(one: Understood, kind: str) -> tuple[Any, ...]:
    found = meaning(one, kind)
    return () if found is None else (found,)
