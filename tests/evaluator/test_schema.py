"""A JSON schema says what a form offers; what was seen fills what it leaves open."""

from pathlib import Path
from typing import Any

import pytest

from murho.core.errors import InputError, UsageError
from murho.evaluator import forms, schema
from murho.evaluator.representation import seen

SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["act"],
    "properties": {
        "act": {"enum": ["hours", "renew"]},
        "day": {"$ref": "#/$defs/day"},
        "sure": {"type": "boolean"},
        "copies": {"type": ["integer", "number"]},
        "room": {"type": "string"},
        "stops": {"type": "array", "items": {"anyOf": [{"const": "bonn"}, {"const": "ulm"}]}},
        "a.b": {"oneOf": [{"type": "null"}, {"type": "object", "properties": {"c": {"examples": ["x"]}}}]},
    },
    "$defs": {"day": {"properties": {"name": {"enum": ["mo", 2]}, "next": {"$ref": "#/$defs/day"}}}},
}
SEEN = [({"act": "fees", "room": 7, "day": {"name": "tu"}, "mood": "good"},), ({"room": "hall", "mood": 3},)]

UNITS = {"to": ["bonn", "ulm"], "yes": [""]}


def test_values_are_those_of_the_schema_and_else_those_that_were_seen() -> None:
    known = schema.completed(seen(SEEN), schema.offered(SCHEMA))
    assert dict(known.values) == {
        "act": ["hours", "renew"],
        "day.name": ["mo", "2"],
        "day.next": [],
        "sure": ["true", "false"],
        "copies": [],
        "room": ["hall"],  # 7 is no text, as the schema wants it
        "stops.1": ["bonn", "ulm"],
        "a·b": ["null"],
        "a·b.c": ["x"],
        "mood": ["good", "3"],
    }
    assert known.first == ("act",)
    typed = {
        "act": "renew",
        "day.name": "2",
        "sure": "true",
        "copies": "12",
        "room": "7",
        "stops.2": "ulm",
        "a·b": "null",
    }
    fields = {f"r1.a{at}": [name] for at, name in enumerate(typed, 1)}
    fields |= {f"r1.v{at}": [text] for at, text in enumerate(typed.values(), 1)}
    assert forms.read(fields, known, "") == (
        {
            "act": "renew",
            "day": {"name": 2},
            "sure": True,
            "copies": 12,
            "room": "7",
            "stops": ["ulm"],
            "a.b": None,
        },
    )


def test_a_closed_schema_offers_nothing_else() -> None:
    known = schema.completed(seen(SEEN), schema.offered({**SCHEMA, "additionalProperties": False}))
    assert "mood" not in known.values


@pytest.mark.parametrize(
    ("told", "kind", "found"),
    [
        ({"enum": ["fees", "hours"]}, "label", ["fees", "hours"]),
        ({"type": "string"}, "text", []),
        ({"type": "array", "items": {"enum": ["to:bonn", "to:ulm", "yes"]}}, "units", UNITS),
        ({"type": "array", "items": {"properties": {"act": {"const": "fees"}}}}, "fields", {"act": ["fees"]}),
    ],
    ids=["labels", "text", "units", "list of objects"],
)  # fmt: skip
def test_the_kind_of_form_is_that_of_the_schema(told: Any, kind: str, found: Any) -> None:
    known = schema.completed(seen([("x y z",)]), schema.offered(told))
    assert known.kind == kind
    assert (known.labels if kind in ("label", "text") else dict(known.values)) == (found or ())


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ({"type": "boolean", "const": True}, ["true"]),
        ({"type": "boolean", "enum": [False]}, ["false"]),
        ({"type": "boolean", "examples": [False]}, ["false", "true"]),
        ({"type": ["string", "null"], "enum": ["a", None]}, ["a", "null"]),
        ({"type": ["string", "null"], "enum": ["a"]}, ["a"]),
        ({"enum": ["x", "x"], "examples": ["y"]}, ["x"]),
        ({"enum": [1, True, "1", 0, False]}, ["1", "true", "0", "false"]),
        ({"anyOf": [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}, {"type": "null"}]}, ["a", "b", "c", "null"]),
    ],
    ids=["const", "one truth", "example", "null listed", "null not listed", "twice", "1 and true", "branches"],
)  # fmt: skip
def test_what_a_schema_lists_is_offered_once_and_nothing_else(told: Any, found: list[str]) -> None:
    known = schema.completed(seen([]), schema.offered({"properties": {"day": told}}))
    assert known.values["day"] == found


def test_labels_are_offered_once() -> None:
    known = schema.completed(seen([]), schema.offered({"enum": ["fees", "hours", "fees", 2, "2"]}))
    assert known.labels == ["fees", "hours", "2"]


@pytest.mark.parametrize(
    "reference",
    ["#/$defs/day/anyOf/1", "#/$defs/a%20b", "#/$defs/a b", "#/$defs/c~1d%7e0e", "#/properties/week%2Fname"],
)
def test_a_reference_is_followed(reference: str) -> None:
    days = {"enum": ["mo", "tu"]}
    named = {"day": {"anyOf": [{"type": "string"}, days]}, "a b": days, "c/d~e": days}
    told = {"properties": {"day": {"$ref": reference}, "week": {"name": days}}, "$defs": named}
    assert schema.completed(seen([]), schema.offered(told)).values["day"] == ["mo", "tu"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "no JSON"),
        ("[]", "is no JSON schema"),
        ('{"type": "number"}', "nothing of attributes or labels"),
        ('{"properties": {"day": {"$ref": "other.json"}}}', "refers to 'other.json', which is not in it"),
        ('{"other.json": {}, "properties": {"day": {"$ref": "other.json"}}}', "which is not in it"),
        ('{"properties": {"day": {"$ref": "#/$defs/day"}}}', "which is not in it"),
        ('{"allOf": [{}], "properties": {"day": {"$ref": "#/allOf/1"}}}', "which is not in it"),
        ('{"$defs": {"x": {"$anchor": "day"}}, "properties": {"day": {"$ref": "#day"}}}', "the anchor '#day'; write"),
    ],
)
def test_what_is_no_schema_is_refused(text: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "schema.json").write_text(text)
    with pytest.raises(InputError, match=why.replace("$", r"\$")):
        schema.read(str(tmp_path / "schema.json"))


def test_trees_have_a_form_of_their_own() -> None:
    with pytest.raises(UsageError, match="trees"):
        schema.completed(seen([], kind="tree"), schema.offered(SCHEMA))
