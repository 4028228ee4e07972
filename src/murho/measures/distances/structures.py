"""Attribute-value structures with shared values, up to the names of their tags.

A structure is written in one of three ways, which may be compared with each other: with square brackets,
`[subj: #1 [num: sg], pred: [subj: #1]]`, where `#1` is a tag, `?x` a tag too, and a word before a bracket its type; as
JSON, where the key `#` is the tag of an object and the text `"#1"` refers to it; or in PENMAN's notation,
`(g / give :arg0 (b / boy) :arg1 b)`, whose variables are tags.

What a structure says is a set of facts: that there is a value under a path of attributes, which atom or type it is, and
which two paths lead to one value (Kasper and Rounds, "A logical semantics for feature structures", ACL 1986). Tags are
in none of them. The distance is the share of all facts that only one of two structures has (Jaccard's): a metric, and
0 just where one is the other but for its tags.

>>> between = structure().between
>>> right = "[subj: #1 [num: sg], pred: [subj: #1]]"
>>> between(right, {"pred": {"subj": "#a"}, "subj": {"#": "a", "num": "sg"}})
0.0
>>> between(right, "[subj: [num: sg], pred: [subj: [num: sg]]]")
0.125
>>> structure().told(right, "[subj: [num: pl], pred: [subj: [num: sg]]]")
['subj.num: pl instead of sg', 'pred.subj and subj are two, and should be one']
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Any

from murho.core.meaning import Meaning, canonical
from murho.measures.distances.distance import Distance, cut, instead
from murho.measures.distances.values import exact_distance

MOST_FACTS = 20_000
"""Facts of a structure that are compared; structures that have more are equal or not."""
MOST_DEPTH = 500
"""Attributes inside each other, of structures whose facts are compared."""
MOST_NODES = 50_000
"""Values of a structure that is read."""
_SQUARE = re.compile(r'[\[\],:=]|"(?:\\.|[^"\\])*"|[^\s\[\],:="]+')
_ROUND = re.compile(r'[()/]|"(?:\\.|[^"\\])*"|[^\s()"/]+')
_SIGNS = ("[", "]", "(", ")", ",", ":", "=", "/", "")
_TAG = re.compile(r"[#?][\w-]+")
Path = tuple[str, ...]
Fact = tuple[str, Path, str | Path]
"""`has` a value under a path; it `is` an atom or of a type; and it is the `same` as that under another path."""


TOO_LARGE = "too large"
"""A structure that is not read."""


@dataclass(eq=False)
class Node:
    """A value: an atom, or a structure of attributes; one that has neither may be anything."""

    name: str | None = None
    """The atom, or the type."""
    values: dict[str, "Node"] = field(default_factory=dict)
    entries: int = 0
    """From how many places it is reached."""


class NoStructureError(Exception):
    """What is written is no structure."""


class TooLargeError(Exception):
    """There is too much of it."""


def structure() -> Distance:
    """Attribute-value structures with shared values, by their facts."""
    return Distance(
        structure_distance, structures_told, equates=True, metric=True, beyond=_too_large, reads=_is_structure
    )


def structure_distance(correct: Meaning, answered: Meaning) -> float:
    """The share of the facts of two structures that only one has; what is none, or too large, is equal or not."""
    right, said = _read(correct), _read(answered)
    if not isinstance(right, Node) or not isinstance(said, Node):
        return exact_distance(correct, answered)
    if _numbered(right) == _numbered(said):
        return 0.0
    facts, others = _facts(right), _facts(said)
    if facts is None or others is None:
        return 1.0
    return 1 - len(facts & others) / len(facts | others)


def structures_told(correct: Meaning, answered: Meaning) -> list[str]:
    """Which values are missing, additional or other ones, and which are shared or not."""
    right, said = _read(correct), _read(answered)
    both = [_facts(one) if isinstance(one, Node) else None for one in (right, said)]
    if both[0] is None or both[1] is None:
        return instead(correct, answered)
    return list(_differences(both[0], both[1]))


def _too_large(correct: Meaning, answered: Meaning) -> bool:
    both = [_read(one) for one in (correct, answered)]
    if any(one is None for one in both):
        return any(one is TOO_LARGE for one in both)
    if TOO_LARGE in both:
        return canonical(correct) != canonical(answered)
    nodes = [one for one in both if isinstance(one, Node)]
    return _numbered(nodes[0]) != _numbered(nodes[1]) and any(_facts(one) is None for one in nodes)


def _is_structure(meaning: Meaning) -> bool:
    return _read(meaning) is not None


def _read(meaning: Meaning) -> Node | str | None:
    """The root of a structure; None where a meaning is none, TOO_LARGE where it is not read."""
    if isinstance(meaning, str):
        return _read_text(meaning)
    return _as_node(_of_json, meaning) if isinstance(meaning, dict) else None


@lru_cache(maxsize=1024)
def _read_text(text: str) -> Node | str | None:
    return _as_node(_of_round if text.lstrip().startswith("(") else _of_square, text)


def _as_node(read: Callable[[Any], Node], meaning: Any) -> Node | str | None:
    try:
        root = read(meaning)
    except NoStructureError:
        return None
    except TooLargeError:
        return TOO_LARGE
    _count_entries(root)
    return root


@dataclass
class _Tags:
    """The values that have tags, and how many values there are."""

    known: dict[str, Node] = field(default_factory=dict)
    count: int = 0

    def new(self, tag: str | None = None) -> Node:
        """The value of a tag, or one that has none."""
        self.count += 1
        if self.count > MOST_NODES:
            raise TooLargeError
        return Node() if tag is None else self.known.setdefault(tag, Node())


def _name(node: Node, name: str) -> None:
    if node.name not in (None, name):
        raise NoStructureError  # one value that is two
    node.name = name


def _give(node: Node, attribute: str, value: Node) -> None:
    if not attribute or node.values.setdefault(attribute, value) is not value:
        raise NoStructureError


def _of_square(text: str) -> Node:
    """The structure that square brackets write; an attribute has a colon or `=` behind it."""
    words, tags = [*_SQUARE.findall(text), ""], _Tags()

    def begun(at: int) -> tuple[Node, int]:
        """The value that begins there, and where the rest of it stands."""
        tag = words[at] if _TAG.fullmatch(words[at]) else None
        at += tag is not None
        value = tags.new(tag)
        if words[at] not in _SIGNS and words[at + 1] not in (":", "="):
            _name(value, words[at])
            at += 1
        elif tag is None and words[at] != "[":
            raise NoStructureError
        return value, at

    root, at = begun(0)
    if words[at] != "[":
        raise NoStructureError
    open_nodes, at = [root], at + 1
    while open_nodes:
        if words[at] in ("]", ","):
            if words[at] == "]":
                open_nodes.pop()
            at += 1
        elif words[at] in _SIGNS or words[at + 1] not in (":", "="):
            raise NoStructureError
        else:
            value, rest = begun(at + 2)
            _give(open_nodes[-1], words[at], value)
            at = rest
            if words[at] == "[":
                open_nodes.append(value)
                at += 1
    if at != len(words) - 1:
        raise NoStructureError
    return root


def _of_round(text: str) -> Node:
    """The structure that PENMAN's notation writes; a variable may stand before the bracket that says what it is."""
    words, tags = [*_ROUND.findall(text), "", ""], _Tags()
    bound = {words[at + 1] for at, word in enumerate(words) if word == "("}

    def begun(at: int) -> tuple[Node, int]:
        if words[at] == "(" and words[at + 1] not in _SIGNS:
            value = tags.new(words[at + 1])
            if words[at + 2] != "/":
                return value, at + 2
            if words[at + 3] in _SIGNS:
                raise NoStructureError
            _name(value, words[at + 3])
            return value, at + 4
        if words[at] in _SIGNS:
            raise NoStructureError
        value = tags.new(words[at] if words[at] in bound else None)
        if words[at] not in bound:
            _name(value, words[at])
        return value, at + 1

    root, at = begun(0)
    open_nodes = [root]
    while open_nodes:
        if words[at] == ")":
            open_nodes.pop()
            at += 1
        elif not words[at].startswith(":"):
            raise NoStructureError
        else:
            value, rest = begun(at + 1)
            _give(open_nodes[-1], words[at][1:], value)
            if words[at + 1] == "(":
                open_nodes.append(value)
            at = rest
    if words[at]:
        raise NoStructureError
    return root


def _of_json(meaning: Mapping[str, Meaning]) -> Node:
    """The structure that an object is; elements of lists are attributes by their number."""
    tags = _Tags()

    def begun(one: Meaning) -> Node:
        if isinstance(one, dict) and "#" in one:
            return tags.new(f"#{one['#']}")
        return tags.new(one if isinstance(one, str) and _TAG.fullmatch(one) and one[0] == "#" else None)

    root = begun(meaning)
    waiting: list[tuple[Node, Meaning]] = [(root, meaning)]
    while waiting:
        node, one = waiting.pop()
        if isinstance(one, dict | list):
            items = one.items() if isinstance(one, dict) else ((str(at), of) for at, of in enumerate(one, 1))
            for attribute, of in items:
                if attribute != "#" or not isinstance(one, dict):
                    value = begun(of)
                    _give(node, attribute, value)
                    waiting.append((value, of))
        elif not (isinstance(one, str) and _TAG.fullmatch(one) and one[0] == "#"):
            _name(node, one if isinstance(one, str) else canonical(one))
    return root


def _count_entries(root: Node) -> None:
    """Note from how many places each value is reached."""
    seen, waiting = {id(root)}, [root]
    while waiting:
        for value in waiting.pop().values.values():
            value.entries += 1
            if id(value) not in seen:
                seen.add(id(value))
                waiting.append(value)


def _numbered(root: Node) -> list[tuple[str | None, tuple[tuple[str, int], ...]]]:
    """All values in the order in which sorted attributes reach them: alike just where structures are, but for tags."""
    places, order = {id(root): 0}, [root]
    written = []
    for node in order:  # which grows
        edges = []
        for attribute in sorted(node.values):
            value = node.values[attribute]
            if id(value) not in places:
                places[id(value)] = len(order)
                order.append(value)
            edges.append((attribute, places[id(value)]))
        written.append((node.name, tuple(edges)))
    return written


@lru_cache(maxsize=1024)
def _facts(root: Node) -> frozenset[Fact] | None:
    """What a structure says; None where that is too much."""
    facts: set[Fact] = set()
    if root.name is not None:
        facts.add(("is", (), root.name))
    places: dict[int, list[Path]] = {id(root): [()]}
    waiting: list[tuple[Node, Path, Mapping[int, Path]]] = [(root, (), {id(root): ()})]
    while waiting:
        node, path, above = waiting.pop()
        for attribute, value in node.values.items():
            here = (*path, attribute)
            facts.add(("has", here, ""))
            if id(value) in above:  # a value inside itself
                facts.add(("same", here, above[id(value)]))
                continue
            if value.name is not None:
                facts.add(("is", here, value.name))
            if value.entries > 1:
                places.setdefault(id(value), []).append(here)
            waiting.append((value, here, {**above, id(value): here} if value.values else above))
        if len(facts) > MOST_FACTS or len(path) > MOST_DEPTH:
            return None
    for paths in places.values():
        if len(facts) + len(paths) ** 2 > 2 * MOST_FACTS:
            return None
        facts |= {("same", *sorted(two)) for two in combinations(paths, 2)}  # type: ignore[misc]
    return frozenset(facts)


def _differences(right: frozenset[Fact], said: frozenset[Fact]) -> Iterator[str]:
    has = [{path for kind, path, _ in facts if kind != "same"} | {()} for facts in (right, said)]
    names = [{path: name for kind, path, name in facts if kind == "is"} for facts in (right, said)]
    for path in sorted(has[0] | has[1]):
        if path and path[:-1] not in has[0] & has[1]:
            continue  # told with what it is in
        where, (lacking, given) = _dotted(path), (one.get(path) for one in names)
        if path not in has[0] or path not in has[1]:
            how, side = ("missing", 0) if path in has[0] else ("additional", 1)
            yield f"{how} {where}{_inside(path, names[side])}"
        elif lacking is not None and given is not None and lacking != given:
            yield f"{where}: {cut(str(given))} instead of {cut(str(lacking))}"
        elif lacking != given:
            yield f"missing {where}: {cut(str(lacking))}" if given is None else f"additional {where}: {cut(str(given))}"
    for facts, others, what in (
        (right, said, "are two, and should be one"),
        (said, right, "are one, and should be two"),
    ):
        for kind, path, other in sorted(facts - others, key=str):
            if kind == "same" and {path, other} <= has[0] & has[1]:
                yield f"{_dotted(path)} and {_dotted(other)} {what}"


def _dotted(path: Path | str) -> str:
    return ".".join(path) or "the whole"


def _inside(path: Path, names: Mapping[Path, str | Path]) -> str:
    """What is under a path, atoms and types with where they are."""
    found = [(_dotted(one[len(path) :]), name) for one, name in sorted(names.items()) if one[: len(path)] == path]
    told = ", ".join(str(name) if where == "the whole" else f"{where} {name}" for where, name in found)
    return f": {cut(told)}" if told else ""
