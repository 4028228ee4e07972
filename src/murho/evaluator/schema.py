"""What a JSON Schema of a meaning offers to whoever types one: attributes, their values, and which are numbers.

What it leaves open is completed from what was seen: values of an attribute for which it lists none, and attributes that
it neither names nor forbids.

>>> from murho.evaluator.representation import seen
>>> schema = {"type": "object", "required": ["act"], "properties": {
...     "act": {"enum": ["hours", "renew"]}, "copies": {"type": "integer"}, "place": {"type": "string"}}}
>>> known = completed(seen([({"act": "fees", "place": "ulm", "day": "friday"},)]), offered(schema))
>>> known.values
{'act': ['hours', 'renew'], 'copies': [], 'place': ['ulm'], 'day': ['friday']}
>>> sorted(known.numbers), known.first
(['copies'], ('act',))
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from murho.core.errors import InputError, UsageError
from murho.evaluator.representation import Kind, Representation, shown, step
from murho.formats.jsonvalue import decode_whole

_TODO = 'give the JSON schema of one meaning, as {"type": "object", "properties": {"act": {"enum": ["hours"]}}}'
_BRANCHES = ("allOf", "anyOf", "oneOf")
_NUMBERS = {"integer", "number"}


@dataclass
class Leaf:
    """What a schema says of an attribute."""

    values: list[Any] = field(default_factory=list)
    types: set[str] = field(default_factory=set)
    """As JSON Schema calls them; empty where it says none."""


@dataclass(frozen=True)
class Offered:
    """What a schema says of meanings."""

    kind: Kind
    leaves: Mapping[str, Leaf]
    """By attribute, as `flattened` writes it; of labels and texts the empty one."""
    required: Sequence[str] = ()
    closed: bool = False
    """There may be no other attributes."""


def read(path: str) -> Offered:
    """What the schema in a file offers.

    Raises:
        InputError: it is no JSON, no schema of something that is typed, or refers to another file.
    """
    try:
        return offered(decode_whole(path, _TODO))
    except UsageError as error:
        raise InputError(str(error), _TODO, path=path) from None


def offered(schema: Any) -> Offered:
    """What a schema offers.

    Raises:
        UsageError: it is no schema of something that is typed, or refers to what is not in it.
    """
    if not isinstance(schema, dict):
        raise UsageError("is no JSON schema")
    walk = _Walk(schema)
    walk.into(schema, "", ())
    leaves, types = walk.leaves, walk.root
    if "array" in types and "object" not in types:
        # A list of objects is a set of meanings; one of texts is a meaning made of units.
        if any(path.startswith("1.") for path in leaves):
            inner = {path.removeprefix("1."): leaf for path, leaf in leaves.items() if path.startswith("1.")}
            return Offered("fields", inner, [path.removeprefix("1.") for path in walk.required], walk.closed)
        units: dict[str, Leaf] = {}
        for unit in leaves.get("1", Leaf()).values:
            attribute, _, value = str(unit).partition(":")
            units.setdefault(attribute, Leaf()).values.append(value)
        return Offered("units", units)
    if [*leaves] == [""]:
        if types and "string" not in types:
            raise UsageError("says nothing of attributes or labels")
        return Offered("label" if leaves[""].values else "text", leaves)
    leaves.pop("", None)
    return Offered("fields", leaves, walk.required, walk.closed)


class _Walk:
    """The leaves of a schema, found by going into it."""

    def __init__(self, schema: dict[str, Any]):
        self._whole = schema
        self.leaves: dict[str, Leaf] = {}
        self.required: list[str] = []
        self.root: set[str] = set()
        """The types of the meaning itself."""
        self.closed = False

    def into(self, schema: Any, path: str, seen: tuple[str, ...]) -> None:
        if not isinstance(schema, dict):
            self._leaf(path)
            return
        if isinstance(reference := schema.get("$ref"), str):
            if reference in seen:  # it comes back to itself, and ends here
                self._leaf(path)
            else:
                self.into(self._at(reference), path, (*seen, reference))
        types = {types} if isinstance(types := schema.get("type"), str) else {*_texts(types)}
        inside = dict(_inside(schema, path))
        types |= {"object"} if isinstance(schema.get("properties"), dict) else set()
        types |= {"array"} if inside and "object" not in types else set()
        if path == "":
            self.root |= types
        self.closed |= schema.get("additionalProperties") is False and path in ("", "1")
        for branch in _branches(schema):
            self.into(branch, path, seen)
        for key, branch in inside.items():
            self.into(branch, key, seen)
        mandatory = [step(path, name) for name in _texts(schema.get("required"))]
        self.required += [branch for branch in mandatory if branch in inside and branch not in self.required]
        values = _values(schema, types)
        if values or types - {"object", "array"} or not (inside or types or _elsewhere(schema)):
            leaf = self._leaf(path)
            leaf.types |= types
            there = [*leaf.values, *values]
            leaf.values = [*{(type(value), shown(value)): value for value in there}.values()]

    def _leaf(self, path: str) -> Leaf:
        return self.leaves.setdefault(path, Leaf())

    def _at(self, reference: str) -> Any:
        """What a reference within the schema points at."""
        file, _, pointer = reference.partition("#")
        names = unquote(pointer).split("/")
        if file:
            raise UsageError(f"refers to {reference[:100]!r}, which is not in it")
        if names[0]:
            raise UsageError(f"refers to the anchor {reference[:100]!r}; write the path, as '#/$defs/day'")
        results: Any = self._whole
        for name in (name.replace("~1", "/").replace("~0", "~") for name in names[1:]):
            inside = (
                {str(index): result for index, result in enumerate(results)} if isinstance(results, list) else results
            )
            if not isinstance(inside, dict) or name not in inside:
                raise UsageError(f"refers to {reference[:100]!r}, which is not in it")
            results = inside[name]
        return results


def _texts(value: Any) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _elsewhere(schema: Mapping[str, Any]) -> bool:
    """Whether a schema says by others what a value is."""
    return "$ref" in schema or bool(_branches(schema))


def _branches(schema: Mapping[str, Any]) -> list[Any]:
    """What a schema says by several others."""
    return [one for name in _BRANCHES if isinstance(several := schema.get(name), list) for one in several]


def _inside(schema: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    """What a schema says of the parts of a value, by their paths."""
    if isinstance(properties := schema.get("properties"), dict):
        yield from ((step(path, name), one) for name, one in properties.items())
    elif isinstance(items := schema.get("prefixItems"), list):
        yield from ((step(path, str(number)), one) for number, one in enumerate(items, 1))
    elif isinstance(items := schema.get("items"), dict):
        yield step(path, "1"), items


def _values(schema: Mapping[str, Any], types: set[str]) -> list[Any]:
    """The values that a schema lists, and no others; where it lists none, its examples and what its types have."""
    if "const" in schema:
        return [schema["const"]]
    if isinstance(listed := schema.get("enum"), list):
        return listed
    examples = examples if isinstance(examples := schema.get("examples"), list) else []
    return [*examples, *((True, False) if "boolean" in types else ()), *((None,) if "null" in types else ())]


def completed(known: Representation, schema: Offered) -> Representation:
    """What is offered by a schema, and by what was seen where the schema lists nothing.

    Raises:
        UsageError: meanings are trees.
    """
    if known.kind == "tree":
        raise UsageError("a schema is of attributes, units or labels, and the meanings of this run are trees")
    if schema.kind == "label":
        return Representation("label", _once(map(shown, schema.leaves[""].values)), {}, {})
    if schema.kind == "text":
        return known if known.kind == "label" else Representation("text", (), {}, {})
    values: dict[str, Sequence[str]] = {}
    scalars: dict[tuple[str, str], Any] = {}
    for attribute, leaf in schema.leaves.items():
        told = [(shown(value), value) for value in leaf.values]
        if not told and known.kind == schema.kind:
            there = known.values.get(attribute, ())
            told = [(text, known.scalars.get((attribute, text), text)) for text in there]
            told = [(text, value) for text, value in told if not leaf.types or _type(value) & leaf.types]
        values[attribute] = _once(text for text, _ in told)
        scalars |= {(attribute, text): value for text, value in told if not isinstance(value, str)}
    numbers = {attribute for attribute, leaf in schema.leaves.items() if leaf.types and leaf.types <= _NUMBERS}
    if known.kind == schema.kind and not schema.closed:
        more = [attribute for attribute in known.values if attribute not in values]
        values |= {attribute: known.values[attribute] for attribute in more}
        scalars |= {(attribute, text): value for (attribute, text), value in known.scalars.items() if attribute in more}
        numbers |= known.numbers.intersection(more)
    return Representation(schema.kind, (), values, scalars, frozenset(numbers), tuple(schema.required))


def _once(texts: Iterable[str]) -> list[str]:
    """Texts as people read them, which are one for 2 and "2"."""
    return list(dict.fromkeys(texts))


def _type(value: Any) -> set[str]:
    """What JSON Schema calls a value."""
    if isinstance(value, bool):
        return {"boolean"}
    if isinstance(value, int | float):
        return _NUMBERS if float(value).is_integer() else {"number"}
    names = {str: "string", type(None): "null", dict: "object", list: "array"}
    return {names[type(value)]}
