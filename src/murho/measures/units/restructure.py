"""Rules that make units of a structure; `murho.measures.units.mapping` reads them from a file.

A structure is any JSON value. What holds no other value is a leaf; the way to it is the keys of the objects that it
stands in, places in lists being no part of it. A rule looks for leaves that stand together in one object, or deeper in
it, and makes a unit of them. A leaf is taken once, by the first rule that wants its value; as a condition it may serve
other rules too.

>>> goal = Rule((Path(("stops", "role"), "goal"), Path(("stops", "city"))), (("goalcity",), (1,)))
>>> restructure({"stops": [{"role": "via", "city": "Mainz"}, {"role": "goal", "city": "Bonn"}]}, [goal])
([('goalcity', 'Bonn')], [('stops.role', 'via'), ('stops.city', 'Mainz')])
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from murho.core.meaning import canonical

Keys = tuple[str, ...]
Steps = tuple[str | int, ...]
"""Keys, and places in lists."""

ANY, DEEP = "*", "**"
"""What stands in a path for one key whatever it is, and for any number of keys."""
LAST_KEY = -1
Template = tuple[str | int, ...]
"""Texts, and for values the numbers of paths; `LAST_KEY` is the key of the first leaf."""


class Path(NamedTuple):
    """The way to a leaf; with a value it is a condition, that the leaf has this value."""

    keys: Keys
    value: str | None = None


class Leaf(NamedTuple):
    """A value that holds no other, as text."""

    keys: Keys
    steps: Steps
    value: str


@dataclass(frozen=True)
class Rule:
    """What is done with leaves at these paths that stand together: they make a unit, or are dropped."""

    paths: tuple[Path, ...]
    unit: tuple[Template, Template] | None
    """Attribute and value; None to drop the leaves, with all that lies below where there is one path."""

    @cached_property
    def common(self) -> Keys:
        """The way to the object in which the leaves stand together; of one path, the way to the leaf itself."""
        first, *others = (path.keys for path in self.paths)
        depth = len(first) if not others else 0
        while others and all(len(keys) > depth + 1 and keys[depth] == first[depth] for keys in (first, *others)):
            depth += 1
        return first[:depth]

    def serves(self, keys: Keys) -> list[tuple[int, int]]:
        """What a leaf may serve this rule for: the number of keys to the common object, and the path that leads on."""
        if not keys:
            return []  # a bare value stands at no way
        # What a single way drops, it drops with all below it, so leaves need not end where it does.
        below = self.unit is None and len(self.paths) == 1
        deepest = {
            number: depth
            for depth in range(len(keys) + 1)
            if _matches(self.common, keys[:depth])
            for number, path in enumerate(self.paths)
            if below or _matches(path.keys[len(self.common) :], keys[depth:])
        }
        return [(depth, number) for number, depth in deepest.items()]


class Made(NamedTuple):
    """A unit, and what made it."""

    place: int
    """Of its first leaf, among all."""
    rule: int
    way: Keys
    """To the leaf of the rule's first path."""
    unit: tuple[str, str]
    """Attribute and value."""


def restructure(structure: Any, rules: Sequence[Rule]) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The units, as attribute and value, in the order of their first leaves; the leaves left over, as way and value."""
    units, left = made(structure, rules)
    return [one.unit for one in sorted(units, key=lambda unit: unit.place)], left


def made(structure: Any, rules: Sequence[Rule]) -> tuple[list[Made], list[tuple[str, str]]]:
    """The units in the order of rules, those of one in the order of leaves; the leaves left over, as way and value."""
    every = leaves(structure)
    taken: set[int] = set()
    asked: set[int] = set()
    units: list[Made] = []
    for number, rule in enumerate(rules):
        for together in list(_together(rule, every, taken, asked)):
            values = [leaf for leaf, path in zip(together, rule.paths, strict=True) if path.value is None]
            asked.update(together)
            taken.update(values)
            if rule.unit is not None:
                name, value = (_filled(template, [every[leaf] for leaf in together]) for template in rule.unit)
                place = min(values or together)
                units.append(Made(place, number, every[together[0]].keys, (name, value)))
    left = [(".".join(leaf.keys), leaf.value) for index, leaf in enumerate(every) if index not in asked]
    return sorted(units, key=lambda unit: (unit.rule, unit.place)), left


def leaves(structure: Any) -> list[Leaf]:
    """The leaves of a JSON value in the order written; null is none."""
    listed: list[Leaf] = []
    waiting: list[tuple[Keys, Steps, Any]] = [((), (), structure)]
    while waiting:
        keys, steps, value = waiting.pop()
        if isinstance(value, dict):
            # A stack: in reverse, so that what is written first comes first.
            waiting += reversed([((*keys, key), (*steps, key), item) for key, item in value.items()])
        elif isinstance(value, list | tuple):
            waiting += reversed([(keys, (*steps, index), item) for index, item in enumerate(value)])
        elif value is not None:
            listed.append(Leaf(keys, steps, value if isinstance(value, str) else canonical(value)))
    return listed


def _together(rule: Rule, every: Sequence[Leaf], taken: set[int], asked: set[int]) -> Iterator[tuple[int, ...]]:
    """Leaves, by their places, that serve the paths of a rule in one object.

    Where an object has several for a path (a list), the first stands with the first and so on; one stands with all.
    """
    objects: dict[Steps, list[list[int]]] = {}
    for index, leaf in enumerate(every):
        for depth, number in _serves(rule, leaf.keys):
            wanted = rule.paths[number].value
            if (index not in taken | asked) if wanted is None else (index not in taken and wanted == leaf.value):
                objects.setdefault(_object(leaf.steps, depth), [[] for _ in rule.paths])[number].append(index)
    for by_path in objects.values():
        several = [len(places) for places in by_path if len(places) != 1]
        for i in range(min(several, default=1)):
            yield tuple(places[i if len(places) > 1 else 0] for places in by_path)


def _object(steps: Steps, depth: int) -> Steps:
    """The steps to the object behind so many keys, with its places in lists."""
    ends = [end for end, step in enumerate(steps) if isinstance(step, str)]
    return steps[: ends[depth]] if depth < len(ends) else steps


def _filled(template: Template, together: Sequence[Leaf]) -> str:
    def text(piece: str | int) -> str:
        if isinstance(piece, str):
            return piece
        return together[0].keys[-1] if piece == LAST_KEY else together[piece].value

    return "".join(map(text, template))


def leads_to(way: Keys, keys: Keys) -> bool:
    """Whether a way goes through, or to, what stands at `keys`."""
    return any(_matches(way[:depth], keys) for depth in range(1, len(way) + 1))


@lru_cache(1 << 16)
def _serves(rule: Rule, keys: Keys) -> list[tuple[int, int]]:
    return rule.serves(keys)


def _matches(pattern: Keys, keys: Keys) -> bool:
    if not pattern:
        return not keys
    if pattern[0] == DEEP:
        return any(_matches(pattern[1:], keys[skipped:]) for skipped in range(len(keys) + 1))
    return bool(keys) and pattern[0] in (ANY, keys[0]) and _matches(pattern[1:], keys[1:])
