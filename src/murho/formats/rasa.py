"""Rasa's JSON: training data (`rasa_nlu_data`), or a list of what its server answers, with intents and entities.

For labels a meaning is the intent, for units `intent:NAME` and `ENTITY:value`, else an object of both. Two files belong
together by place.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "nlu.json")
>>> _ = path.write_text('''{"rasa_nlu_data": {"common_examples": [{"text": "to Bonn", "intent": "fly",
...   "entities": [{"start": 3, "end": 7, "value": "bonn", "entity": "city"}]}]}}''')
>>> [(cases.expressions, cases.references) for cases in read_cases(path, kind="units")]
[(['to Bonn'], [(['intent:fly', 'city:bonn'],)])]
"""

from collections.abc import Iterator
from typing import Any

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats.format import Format
from murho.formats.jsonvalue import decode_whole
from murho.formats.opening import Path
from murho.formats.understood import Understood, answers_of, cases_of

_EXAMPLE = 'give {"rasa_nlu_data": {"common_examples": [{"text", "intent", "entities"}]}}, or a list of answers of Rasa'


def read_cases(path: Path, *, batch: int = 8192, kind: str = "label") -> Iterator[Cases]:
    """A case for every example.

    Raises:
        InputError: no JSON, or not as Rasa has it.
    """
    return cases_of(_examples(path), path, batch, kind)


def read_answers(path: Path, *, batch: int = 8192, kind: str = "label") -> Iterator[Answers]:
    """An answer for every example.

    Raises:
        InputError: no JSON, or not as Rasa has it.
    """
    return answers_of(_examples(path), path, batch, kind)


def _examples(path: Path) -> list[Understood]:
    found = decode_whole(path, _EXAMPLE)
    if isinstance(found, dict) and isinstance(data := found.get("rasa_nlu_data"), dict):
        found = data.get("common_examples")
    if not isinstance(found, list):
        raise InputError("no list of examples", _EXAMPLE, path=path, line=1)
    return [_example(one, number, path) for number, one in enumerate(found, 1)]


def _example(one: Any, number: int, path: Path) -> Understood:
    try:
        intent = one.get("intent")
        intent = intent["name"] if isinstance(intent, dict) else intent
        entities = [(entity["entity"], str(entity["value"])) for entity in one.get("entities") or ()]
        return Understood(str(one["text"]), intent, entities)
    except (AttributeError, KeyError, TypeError):
        raise InputError(f"example {number} is none of Rasa's", _EXAMPLE, path=path, line=1) from None


FORMAT = Format(
    name="rasa",
    title="Rasa NLU",
    holds=("label", "units", "json"),
    pairing="place",
    usual="labels",
    reading=lambda measure: {"kind": measure.kind},
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score labels nlu.json parsed.json --format rasa",
)
