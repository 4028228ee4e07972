"""What meanings of a suite look like, so that people are given a form that suits: told by those that are there.

>>> seen([("hours",), ("fees",), ("hours",), ("fees",), ("hours",)]).kind
'label'
>>> attributes = seen([({"act": "hours", "day": {"name": "friday"}},)])
>>> attributes.kind, attributes.values
('fields', {'act': ['hours'], 'day.name': ['friday']})
>>> seen([(["city:bonn", "time:noon"],)]).values
{'city': ['bonn'], 'time': ['noon']}
"""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from murho.core.meaning import UNDEFINED, Answered, Meaning, Meanings, canonical

Kind = Literal["label", "fields", "units", "tree", "text"]
MOST_LABELS = 40
"""Distinct texts up to which they are labels to choose from, if each occurs more than once on average."""
LONGEST_LABEL = 40
MOST_COMPLETED = 500
"""Values of an attribute that are offered for completion, the most frequent."""
Path = tuple[str | int, ...]


@dataclass(frozen=True)
class Representation:
    """What kind of meanings there are, and what was seen of them."""

    kind: Kind
    labels: Sequence[str] = ()
    """The most frequent first."""
    values: Mapping[str, Sequence[str]] = None  # type: ignore[assignment]
    """By attribute what it was seen with, the most frequent first; of trees the relations and tags."""
    scalars: Mapping[tuple[str, str], Any] = None  # type: ignore[assignment]
    """The value that is meant by an attribute and what is typed for it, where it is no text."""
    numbers: frozenset[str] = frozenset()
    """Attributes of which every value is a number."""
    first: Sequence[str] = ()
    """Attributes that a meaning has to have."""

    @property
    def lists(self) -> frozenset[str]:
        """The paths that lead to a list.

        >>> sorted(seen([({"stops": [{"at": ["noon"]}], "day": "friday"},)]).lists)
        ['stops', 'stops.1.at']
        """
        places = [(path, re.finditer(r"\.1(?![^.])", any_place(path))) for path in self.values]
        return frozenset(any_place(path)[: result.start()] for path, every in places for result in every)


def seen(meant: Iterable[Meanings | Answered | None], kind: Kind | None = None) -> Representation:
    """The representation of these sets of meanings, references and answers alike; of trees and queries it is given."""
    every = [
        meaning for meanings in meant if meanings is not None and meanings is not UNDEFINED for meaning in meanings
    ]
    if kind == "tree":
        return Representation("tree", values=_of_trees(every), scalars={})
    if kind == "text":
        return Representation("text", values={}, scalars={})
    texts = [meaning for meaning in every if isinstance(meaning, str)]
    if len(texts) == len(every):
        counts = Counter(texts)
        short = all(len(text) <= LONGEST_LABEL and "\n" not in text for text in counts)
        if every and short and len(counts) <= MOST_LABELS and len(texts) >= 2 * len(counts):
            return Representation("label", [text for text, _ in counts.most_common()], {}, {})
        return Representation("text", values={}, scalars={})
    if all(_is_units(meaning) for meaning in every):
        pairs = [unit.partition(":")[::2] for meaning in every for unit in meaning]
        return Representation("units", values=_most(pairs), scalars={})
    pairs, scalars, others = [], dict[tuple[str, str], Any](), set[str]()
    for meaning in every:
        for path, value in flattened(meaning):
            written = shown(value)
            pairs.append((path, written))
            if not isinstance(value, str):
                scalars[path, written] = value
            if isinstance(value, bool) or not isinstance(value, int | float):
                others.add(path)
    values = _most(pairs)
    return Representation("fields", values=values, scalars=scalars, numbers=frozenset(values.keys() - others))


def _is_units(meaning: Meaning) -> bool:
    return isinstance(meaning, list) and all(isinstance(unit, str) for unit in meaning)


def _of_trees(trees: Iterable[Meaning]) -> Mapping[str, Sequence[str]]:
    rows = [line.split("\t") for text in trees if isinstance(text, str) for line in text.splitlines()]
    words = [row for row in rows if len(row) == 10 and row[0].isdecimal()]
    return _most([*(("relation", row[7]) for row in words), *(("tag", row[3]) for row in words)])


def _most(pairs: Iterable[Sequence[str]]) -> Mapping[str, Sequence[str]]:
    counts: dict[str, Counter[str]] = {}
    for attribute, value in pairs:
        counts.setdefault(attribute, Counter())[value] += 1
    return {
        attribute: [value for value, _ in counts[attribute].most_common(MOST_COMPLETED)] for attribute in sorted(counts)
    }


def flattened(meaning: Meaning, path: str = "") -> list[tuple[str, Any]]:
    """The leaves of a meaning, by what leads to each; what is empty is a leaf.

    >>> flattened({"act": "book", "stops": ["bonn", {"name": "ulm"}], "extras": []})
    [('act', 'book'), ('stops.1', 'bonn'), ('stops.2.name', 'ulm'), ('extras', [])]
    """
    if isinstance(meaning, dict) and meaning:
        parts = list(meaning.items())
    elif isinstance(meaning, list) and meaning:
        parts = [(str(number), value) for number, value in enumerate(meaning, 1)]
    else:
        return [(path, meaning)]
    return [leaf for key, value in parts for leaf in flattened(value, step(path, key))]


def step(path: str, key: str) -> str:
    """The path to a part of what a path leads to.

    >>> step("", "act"), step("stops", "1"), step("day", "no.")
    ('act', 'stops.1', 'day.no·')
    """
    inside = key.replace(".", "·")
    return f"{path}.{inside}" if path else inside


def any_place(path: str) -> str:
    """The path with every number of a place in a list as that of the first, as all places of a list are alike.

    >>> any_place("stops.2.name"), any_place("day.name")
    ('stops.1.name', 'day.name')
    """
    return re.sub(r"(?<![^.])\d+(?![^.])", "1", path)


def built(leaves: Iterable[tuple[str, Any]], lists: Collection[str] = ()) -> Meaning:
    """The meaning that has these leaves: what `flattened` tells apart, put together again.

    `lists` are paths that are known to lead to a list, whose places close up where some are missing.

    >>> built([("stops.2", "ulm")]), built([("stops.2", "ulm")], {"stops"})
    ({'stops': {'2': 'ulm'}}, {'stops': ['ulm']})
    >>> meaning = {"act": "book", "stops": ["bonn", {"name": "ulm"}], "extras": []}
    >>> built(flattened(meaning)) == meaning
    True
    """
    nested: dict[str, Any] = {}
    for path, value in leaves:
        if not path:
            return value
        *above, last = path.split(".")
        inside = nested
        for key in above:
            deeper = inside.setdefault(key, {})
            if not isinstance(deeper, dict):  # the attribute itself has a value, too: the value gives way
                deeper = inside[key] = {}
            inside = deeper
        inside[last] = _Leaf(value)
    return _plain(nested, "", lists)


class _Leaf:
    """A value that is not to be looked into, though it be an object."""

    def __init__(self, value: Any):
        self.value = value


def _plain(value: Any, path: str, lists: Collection[str]) -> Any:
    if isinstance(value, _Leaf):
        return value.value
    plain = {key: _plain(inside, step(path, key), lists) for key, inside in value.items()}
    places = {int(key): key for key in plain if key.isdecimal() and len(key) < 5}
    if plain and len(places) == len(plain) and (any_place(path) in lists or {*plain} == _first_places(len(plain))):
        return [plain[places[place]] for place in sorted(places)]
    return {key.replace("·", "."): inside for key, inside in plain.items()}


def _first_places(count: int) -> set[str]:
    return {str(number) for number in range(1, count + 1)}


def shown(value: Any) -> str:
    """A value as people read it: a text as it is, all else as JSON.

    >>> shown("noon"), shown(3), shown(True)
    ('noon', '3', 'true')
    """
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def lines(meaning: Meaning) -> list[tuple[str, str]]:
    """A meaning to look at: attributes and values, or one line without an attribute.

    >>> lines({"act": "hours", "day": None}), lines("fees"), lines(["city:bonn"])
    ([('act', 'hours'), ('day', 'null')], [('', 'fees')], [('city', 'bonn')])
    """
    if _is_units(meaning) and meaning:
        return [(attribute, value) if colon else ("", attribute) for attribute, colon, value in map(_parted, meaning)]
    if isinstance(meaning, dict | list):
        return [(path, shown(value)) for path, value in flattened(meaning)]
    return [("", shown(meaning))]


def _parted(unit: str) -> tuple[str, str, str]:
    return unit.partition(":")


def same(first: Meanings, second: Meanings) -> bool:
    """Whether two sets hold the same meanings."""
    return set(map(canonical, first)) == set(map(canonical, second))
