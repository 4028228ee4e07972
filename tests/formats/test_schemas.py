"""The published schemas and the reader say yes and no to the same lines."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from murho.core.errors import InputError, UsageError
from murho.formats import jsonl, schema

CASE = {"id": "q1", "expression": "open at nine?", "reference": ["hours"]}
ANSWER = {"id": "q1", "answer": ["hours"]}


def without(row: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != name}


@pytest.mark.parametrize("name", ["case", "answer"])
def test_schemas_are_schemas_and_their_examples_follow_them(name: str, tmp_path: Path) -> None:
    found = schema(name)
    jsonschema.Draft202012Validator.check_schema(found)
    for example in found["examples"]:
        jsonschema.validate(example, found)
    path = tmp_path / "examples.jsonl"
    path.write_text("".join(json.dumps(example) + "\n" for example in found["examples"]))
    read = {"case": jsonl.read_cases, "answer": jsonl.read_answers}[name]
    assert sum(len(batch) for batch in read(path)) == len(found["examples"])  # type: ignore[operator]
    for field in found["properties"].values():
        assert field["description"]


@pytest.mark.parametrize(
    ("name", "row", "good"),
    [
        ("case", CASE, True),
        ("case", CASE | {"id": 7, "cluster": 7, "weight": 0, "feature": {"any": [None]}}, True),
        ("case", CASE | {"reference": [], "cluster": None, "weight": None}, True),
        ("case", CASE | {"reference": ["a", 1, None, ["a:b"], {"c": 1.5}]}, True),
        ("case", without(CASE, "id"), False),
        ("case", without(CASE, "expression"), False),
        ("case", without(CASE, "reference"), True),
        ("case", CASE | {"id": None}, False),
        ("case", CASE | {"id": 1.5}, False),
        ("case", CASE | {"id": True}, False),
        ("case", CASE | {"expression": None}, False),
        ("case", CASE | {"expression": ["hello", "yes"]}, True),
        ("case", CASE | {"expression": []}, False),
        ("case", CASE | {"expression": ["hello", 7]}, False),
        ("case", CASE | {"reference": "hours"}, True),
        ("case", CASE | {"reference": {"act": "renew"}}, True),
        ("case", CASE | {"reference": None}, True),
        ("case", CASE | {"references": {"heard": ["yes"]}, "before": ["hello"]}, True),
        ("case", CASE | {"references": "a book", "before": 1900}, True),
        ("case", CASE | {"references": ["hours"]}, False),
        ("case", CASE | {"labels": {"entity": ["O"]}}, True),
        ("case", CASE | {"labels": {"entity": "O"}}, True),
        ("case", CASE | {"labels": ["O"]}, True),
        ("case", CASE | {"weight": 1.5}, False),
        ("case", CASE | {"weight": -0.5}, False),
        ("case", CASE | {"weight": "1"}, False),
        ("case", CASE | {"weight": True}, False),
        ("case", CASE | {"cluster": ["a"]}, False),
        ("case", [CASE], False),
        ("answer", ANSWER, True),
        ("answer", ANSWER | {"answer": None, "failure": "died", "seconds": 1}, True),
        ("answer", ANSWER | {"answer": [], "failure": None, "seconds": None, "more": 1}, True),
        *(("answer", without(ANSWER, name), False) for name in ANSWER),
        ("answer", ANSWER | {"answer": "hours"}, False),
        ("answer", ANSWER | {"answer": {"act": "renew"}}, False),
        ("answer", ANSWER | {"seconds": "1"}, False),
        ("answer", ANSWER | {"failure": 1}, False),
        ("answer", "hours", False),
    ],
)
def test_reader_and_schema_agree(name: str, row: Any, good: bool, tmp_path: Path) -> None:
    assert jsonschema.Draft202012Validator(schema(name)).is_valid(row) == good
    path = tmp_path / "row.jsonl"
    path.write_text(json.dumps(row))
    read: Any = {"case": jsonl.read_cases, "answer": jsonl.read_answers}[name]
    if good:
        assert sum(len(batch) for batch in read(path)) == 1
    else:
        with pytest.raises(InputError, match=rf"^{path}:1: "):
            list(read(path))


def test_no_such_schema() -> None:
    with pytest.raises(UsageError, match="the schemas are: case, answer"):
        schema("judgement")
