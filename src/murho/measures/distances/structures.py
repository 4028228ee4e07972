"""Attribute-value structures with shared values, up to the names of their tags.

A structure is written in one of three ways, which may be compared with each other: with square brackets,
`[subj: #1 [num: sg], pred: [subj: #1]]`, where `#1` is a tag, `?x` a tag too, and a word before a bracket its type; as
JSON, where the key `#` is the tag of an object and the text `"#1"` refers to it where an object has that tag; or in
PENMAN's notation, `(g / give :arg0 (b / boy) :arg1 b)`, whose variables are tags. What stands in double quotes is a
text; without them `1` or `true` is the value that JSON writes so, and any other word a text.

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

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations

from murho.core.meaning import Meaning, canonical
from murho.measures.distances.distance import Distance, cut, exact_distance, instead

MOST_FACTS = 20_000
"""Facts of a structure that are compared; structures that have more are equal or not."""
MOST_DEPTH = 500
"""Attributes inside each other, of structures whose facts are compared."""
MOST_NODES = 50_000
"""Values of a structure that is read."""
_SHORT = 1_000
"""Characters of a text whose structure may be kept among many: one has some hundred values."""
_BEGINS = frozenset("-0123456789tfn")
"""What a number, true, false and null begin with in JSON."""
_SQUARE = re.compile(r'[\[\],:=]|"(?:\\.|[^"\\])*"|[^\s\[\],:="]+|"', re.DOTALL)
_ROUND = re.compile(r'[()/]|"(?:\\.|[^"\\])*"|[^\s()"/]+|"', re.DOTALL)
_SIGNS = ("[", "]", "(", ")", ",", ":", "=", "/", "")
_TAG = re.compile(r"[#?][\w-]+")
Path = tuple[str, ...]
Fact = tuple[str, Path, str | Path]
"""`has` a value under a path; it `is` an atom or of a type; and it is the `same` as that under another path."""


TOO_LARGE = "too large"
"""A structure that is not read."""


@dataclass(eq=False, slots=True)
class Node:
    """A value: an atom, or a structure of attributes; one that has neither may be anything."""

    name: str | None = None
    """The atom, or the type."""
    values: dict[str, "Node"] = field(default_factory=dict)
    entries: int = 0
    """From how many places it is reached."""


@dataclass(frozen=True)
class _Whole:
    """A structure that was read."""

    root: Node
    facts: int | None
    """How many facts it says; None where they are too many."""


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
    if not isinstance(right, _Whole) or not isinstance(said, _Whole):
        return exact_distance(correct, answered)
    if _numbered(right.root) == _numbered(said.root):
        return 0.0
    if right.facts is None or said.facts is None:
        return 1.0
    common = _common_facts(right.root, said.root) or 0
    return 1 - common / (right.facts + said.facts - common)


def structures_told(correct: Meaning, answered: Meaning) -> list[str]:
    """Which values are missing, additional or other ones, and which are shared or not."""
    right, said = _read(correct), _read(answered)
    if isinstance(right, _Whole) and isinstance(said, _Whole) and None not in (right.facts, said.facts):
        return list(_differences(_facts(right.root), _facts(said.root)))
    return instead(correct, answered)


def _too_large(correct: Meaning, answered: Meaning) -> bool:
    both = [_read(one) for one in (correct, answered)]
    if any(side is None for side in both):
        return any(side is TOO_LARGE for side in both)
    if TOO_LARGE in both:
        return canonical(correct) != canonical(answered)
    wholes = [side for side in both if isinstance(side, _Whole)]
    return any(whole.facts is None for whole in wholes) and _numbered(wholes[0].root) != _numbered(wholes[1].root)


def _is_structure(meaning: Meaning) -> bool:
    return _read(meaning) is not None


def _read(meaning: Meaning) -> _Whole | str | None:
    """A structure; None where a meaning is none, TOO_LARGE where it is not read."""
    if isinstance(meaning, dict):
        notation, text = _of_json, canonical(meaning)
    elif isinstance(meaning, str):
        notation, text = _of_round if meaning.lstrip().startswith("(") else _of_square, meaning
    else:
        return None
    return (_short_whole if len(text) <= _SHORT else _long_whole)(notation, text)


def _whole(notation: Callable[[str], Node], text: str) -> _Whole | str | None:
    try:
        root = notation(text)
    except NoStructureError:
        return None
    except TooLargeError:
        return TOO_LARGE
    _count_entries(root)
    return _Whole(root, _common_facts(root, root))


# A meaning is looked at several times in a case, and in sets with many others. What is kept is bounded: a long text may
# have 20 MB of values.
_short_whole = lru_cache(maxsize=1024)(_whole)
_long_whole = lru_cache(maxsize=4)(_whole)


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


def _words(pattern: re.Pattern[str], text: str) -> list[str]:
    """The words and signs of a text, quotes included."""
    words = []
    for found in pattern.finditer(text):
        if found[0] == '"':
            raise NoStructureError  # a quote that is not closed
        words.append(found[0])
    return words


def _atom(word: str) -> str:
    """The name of a word that brackets hold: a text in quotes, what JSON writes so, or a text without quotes."""
    return _text(_unquoted(word)) if word[0] == '"' else _typed(word) or _text(word)


def _unquoted(word: str) -> str:
    """A word without its quotes, in which a backslash has kept the character behind it."""
    return re.sub(r"\\(.)", r"\1", word[1:-1], flags=re.DOTALL) if word[0] == '"' else word


def _text(text: str) -> str:
    """The name of a text: itself, in quotes where it would be taken for something else."""
    return json.dumps(text, ensure_ascii=False) if text[:1] == '"' or _typed(text) else text


def _typed(word: str) -> str | None:
    """The name of a number, true, false or null; None of any other word."""
    if word[:1] not in _BEGINS:
        return None
    try:
        return canonical(json.loads(word))
    except ValueError:
        return None


def _of_square(text: str) -> Node:
    """The structure that square brackets write; an attribute has a colon or `=` behind it."""
    words, tags = [*_words(_SQUARE, text), ""], _Tags()

    def begun(at: int) -> tuple[Node, int]:
        """The value that begins there, and where the rest of it stands."""
        tag = words[at] if _TAG.fullmatch(words[at]) else None
        at += tag is not None
        value = tags.new(tag)
        if words[at] not in _SIGNS and words[at + 1] not in (":", "="):
            _name(value, _atom(words[at]))
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
            _give(open_nodes[-1], _unquoted(words[at]), value)
            at = rest
            if words[at] == "[":
                open_nodes.append(value)
                at += 1
    if at != len(words) - 1:
        raise NoStructureError
    return root


def _of_round(text: str) -> Node:
    """The structure that PENMAN's notation writes; a variable may stand before the bracket that says what it is."""
    words, tags = [*_words(_ROUND, text), "", ""], _Tags()
    bound = {words[at + 1] for at, word in enumerate(words) if word == "("}

    def begun(at: int) -> tuple[Node, int]:
        if words[at] == "(" and words[at + 1] not in _SIGNS:
            value = tags.new(words[at + 1])
            if words[at + 2] != "/":
                return value, at + 2
            if words[at + 3] in _SIGNS:
                raise NoStructureError
            _name(value, _atom(words[at + 3]))
            return value, at + 4
        if words[at] in _SIGNS:
            raise NoStructureError
        value = tags.new(words[at] if words[at] in bound else None)
        if words[at] not in bound:
            _name(value, _atom(words[at]))
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


def _of_json(text: str) -> Node:
    """The structure that an object is; elements of lists are attributes by their number."""
    meaning, tags = json.loads(text), _Tags()
    known = set(_tags_of_objects(meaning))

    def begun(one: Meaning) -> Node:
        if isinstance(one, dict) and "#" in one:
            return tags.new(f"#{one['#']}")
        return tags.new(one if isinstance(one, str) and one in known else None)

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
        elif not (isinstance(one, str) and one in known):
            _name(node, _text(one) if isinstance(one, str) else canonical(one))
    return root


def _tags_of_objects(meaning: Meaning) -> Iterator[str]:
    """The tags that objects have, as texts refer to them."""
    waiting = [meaning]
    for one in waiting:  # which grows
        if isinstance(one, dict) and "#" in one:
            if not isinstance(one["#"], str | int):
                raise NoStructureError
            yield f"#{one['#']}"
        if isinstance(one, dict | list):
            waiting += one.values() if isinstance(one, dict) else one


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


def _common_facts(right: Node, said: Node) -> int | None:
    """How many facts two structures share, or one has with itself; None where that is too much.

    They are counted on a walk through both at once: no path is written down.
    """
    common = int(right.name is not None and right.name == said.name)
    inside: tuple[dict[int, int], dict[int, int]] = ({}, {})  # at which depth the values stand that hold this one
    together: Counter[tuple[int, int]] = Counter()  # by how many paths two shared values were reached
    waiting = [(right, said)]
    while waiting:
        one, other = waiting[-1]
        if id(one) in inside[0]:  # all in it was looked at
            waiting.pop()
            del inside[0][id(one)], inside[1][id(other)]
            continue
        inside[0][id(one)] = inside[1][id(other)] = len(inside[0])
        for attribute in one.values.keys() & other.values.keys():
            value, its = one.values[attribute], other.values[attribute]
            depths = inside[0].get(id(value)), inside[1].get(id(its))
            common += 1
            if depths != (None, None):  # a value inside itself
                common += depths[0] == depths[1]
                continue
            common += value.name is not None and value.name == its.name
            if value.entries > 1 and its.entries > 1:
                common += together[id(value), id(its)]
                together[id(value), id(its)] += 1
            if value.values and its.values:
                waiting.append((value, its))
        if common > MOST_FACTS or len(inside[0]) > MOST_DEPTH:
            return None
    return common


def _facts(root: Node) -> set[Fact]:
    """What a structure says, of one that does not say too much."""
    facts: set[Fact] = set()
    if root.name is not None:
        facts.add(("is", (), root.name))
    places: dict[int, list[Path]] = {}
    waiting: list[tuple[Node, Path]] = [(root, ())]
    inside: dict[int, Path] = {}
    while waiting:
        node, path = waiting[-1]
        if id(node) in inside:  # all in it was looked at
            waiting.pop()
            del inside[id(node)]
            continue
        inside[id(node)] = path
        for attribute, value in node.values.items():
            here = (*path, attribute)
            facts.add(("has", here, ""))
            if id(value) in inside:  # a value inside itself
                facts.add(("same", here, inside[id(value)]))
                continue
            if value.name is not None:
                facts.add(("is", here, value.name))
            if value.entries > 1:
                places.setdefault(id(value), []).append(here)
            if value.values:
                waiting.append((value, here))
    for paths in places.values():
        facts |= {("same", *sorted(two)) for two in combinations(paths, 2)}  # type: ignore[misc]
    return facts


def _differences(right: set[Fact], said: set[Fact]) -> Iterator[str]:
    has = [{path for kind, path, _ in facts if kind != "same"} | {()} for facts in (right, said)]
    names = [{path: name for kind, path, name in facts if kind == "is"} for facts in (right, said)]
    for path in sorted(has[0] | has[1]):
        if path and path[:-1] not in has[0] & has[1]:
            continue  # told with what it is in
        where, (lacking, given) = _dotted(path), (name.get(path) for name in names)
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
