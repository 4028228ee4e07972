"""Intents and entities, as Rasa and Snips write them.

Rasa's JSON: training data (`rasa_nlu_data`), a list of what its server answers, or the results of its own test.

For labels a meaning is the intent, for units `intent:NAME` and `ENTITY:value`, else an object of both. Two files belong
together by place. What `rasa test nlu --successes` writes, `intent_errors.json` and `intent_successes.json` in one
folder, holds both sides: the right intent and the one that was predicted. Which of the two files an example is in
depends on what was predicted, so examples of a folder stand in the order of their texts: two tests on the same data
then belong together by place.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "nlu.json")
>>> _ = path.write_text('''{"rasa_nlu_data": {"common_examples": [{"text": "to Bonn", "intent": "fly",
...   "entities": [{"start": 3, "end": 7, "value": "bonn", "entity": "city"}]}]}}''')
>>> [(cases.expressions, cases.references) for cases in read_rasa_cases(path, kind="units")]
[(['to Bonn'], [(['intent:fly', 'city:bonn'],)])]

Snips' JSON: a data set by intents, with utterances in pieces, or a list of what its engine parsed.

For labels a meaning is the intent, for units `intent:NAME` and `SLOT:value`, else an object of both. Two files belong
together by place.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "dataset.json")
>>> _ = path.write_text('''{"intents": {"fly": {"utterances": [{"data": [{"text": "to "},
...   {"text": "Bonn", "entity": "city", "slot_name": "goal"}]}]}}}''')
>>> [(cases.expressions, cases.references) for cases in read_snips_cases(path, kind="units")]
[(['to Bonn'], [(['intent:fly', 'goal:Bonn'],)])]

What natural-language engines say of an utterance, intent and entities, as the meaning that a measure wants.

>>> one = Understood("to new york", "fly", [("city", "new york")])
>>> meaning(one, "label"), meaning(one, "units")
('fly', ['intent:fly', 'city:new york'])
>>> meaning(one, "json")
{'intent': 'fly', 'entities': [{'entity': 'city', 'value': 'new york'}]}
"""

import os
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats.format import Format
from murho.formats.jsonvalue import decode_whole
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
    result = meaning(one, kind)
    return () if result is None else (result,)


RESULTS = ("intent_successes.json", "intent_errors.json")
"""What Rasa writes when it tests itself, and is asked for successes, too."""
_RASA_EXAMPLE = (
    'give {"rasa_nlu_data": {"common_examples": [{"text", "intent", "entities"}]}}, or a list of answers of Rasa'
)


def read_rasa_cases(path: Path, *, batch: int = 8192, kind: str = "label") -> Iterator[Cases]:
    """A case for every example.

    Raises:
        InputError: no JSON, or not as Rasa has it.
    """
    return cases_of(_examples(path), path, batch, kind)


def read_rasa_answers(path: Path, *, batch: int = 8192, kind: str = "label") -> Iterator[Answers]:
    """An answer for every example.

    Raises:
        InputError: no JSON, or not as Rasa has it.
    """
    return answers_of(_examples(path, predicted=True), path, batch, kind)


def _examples(path: Path, predicted: bool = False) -> list[Understood]:
    if not os.path.isdir(path):
        return _examples_of(path, predicted)
    folder = os.fspath(path)
    files = [os.path.join(folder, name) for name in RESULTS]
    if missing := [name for name, file in zip(RESULTS, files, strict=True) if not os.path.isfile(file)]:
        todo = "name the folder that `rasa test nlu --successes` wrote"
        raise InputError(f"a folder without {missing[0]}", todo, path=path)
    both = zip(*(_sides(file, predicted) for file in files), strict=True)
    right, result = ([one for part in side for one in part] for side in both)
    order = sorted(range(len(right)), key=lambda place: (right[place].text, right[place].intent or ""))
    return [result[place] for place in order]


def _sides(path: Path, predicted: bool) -> tuple[list[Understood], list[Understood]]:
    """The examples of a file of results as they should be, and as they are asked for."""
    right = _examples_of(path, False)
    return right, _examples_of(path, True) if predicted else right


def _examples_of(path: Path, predicted: bool) -> list[Understood]:
    results = decode_whole(path, _RASA_EXAMPLE)
    if predicted and isinstance(results, dict) and "rasa_nlu_data" in results:
        raise InputError("training data, and no answers", "name the file of what Rasa answered, too", path=path, line=1)
    if isinstance(results, dict) and isinstance(data := results.get("rasa_nlu_data"), dict):
        results = data.get("common_examples")
    if not isinstance(results, list):
        raise InputError("no list of examples", _RASA_EXAMPLE, path=path, line=1)
    return [_example(result, number, path, predicted) for number, result in enumerate(results, 1)]


def _example(one: Any, number: int, path: Path, predicted: bool) -> Understood:
    try:
        intent = one.get("intent_prediction" if predicted and "intent_prediction" in one else "intent")
        intent = intent["name"] if isinstance(intent, dict) else intent
        entities = [(entity["entity"], str(entity["value"])) for entity in one.get("entities") or ()]
        return Understood(str(one["text"]), intent or None, entities)
    except (AttributeError, KeyError, TypeError):
        raise InputError(f"example {number} is none of Rasa's", _RASA_EXAMPLE, path=path, line=1) from None


FORMAT_RASA = Format(
    name="rasa",
    title="Rasa NLU",
    holds=("label", "units", "json"),
    pairing="place",
    both_sides=True,
    usual="labels",
    reading=lambda measure: {"kind": measure.kind},
    read_cases=read_rasa_cases,
    read_answers=read_rasa_answers,
    example="murho score labels nlu.json parsed.json --format rasa",
)


_SNIPS_EXAMPLE = 'give {"intents": {NAME: {"utterances": [{"data": [{"text"}]}]}}}, or a list of what Snips parsed'


def read_snips_cases(path: Path, *, batch: int = 8192, kind: str = "label") -> Iterator[Cases]:
    """A case for every utterance.

    Raises:
        InputError: no JSON, or not as Snips has it.
    """
    return cases_of(_utterances(path), path, batch, kind)


def read_snips_answers(path: Path, *, batch: int = 8192, kind: str = "label") -> Iterator[Answers]:
    """An answer for every utterance.

    Raises:
        InputError: no JSON, or not as Snips has it.
    """
    return answers_of(_utterances(path), path, batch, kind)


def _utterances(path: Path) -> list[Understood]:
    results = decode_whole(path, _SNIPS_EXAMPLE)
    try:
        if isinstance(results, list):
            return [_parsed(result) for result in results]
        intents = results.get("intents", results)
        return [
            _written(one["data"], intent)
            for intent, held in intents.items()
            for one in (held["utterances"] if isinstance(held, dict) else held)
        ]
    except (AttributeError, KeyError, TypeError):
        raise InputError("not as Snips has it", _SNIPS_EXAMPLE, path=path, line=1) from None


def _written(pieces: list[dict[str, Any]], intent: str) -> Understood:
    slots = [(piece.get("slot_name") or piece["entity"], piece["text"]) for piece in pieces if "entity" in piece]
    return Understood("".join(piece["text"] for piece in pieces), intent, slots)


def _parsed(one: dict[str, Any]) -> Understood:
    slots = [(slot["slotName"], str(slot["rawValue"])) for slot in one["slots"]]
    return Understood(one["input"], (one["intent"] or {}).get("intentName"), slots)


FORMAT_SNIPS = Format(
    name="snips",
    title="Snips NLU",
    holds=("label", "units", "json"),
    pairing="place",
    usual="labels",
    reading=lambda measure: {"kind": measure.kind},
    read_cases=read_snips_cases,
    read_answers=read_snips_answers,
    example="murho score slots dataset.json parsed.json --format snips",
)
