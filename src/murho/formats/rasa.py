"""Rasa's JSON: training data (`rasa_nlu_data`), a list of what its server answers, or the results of its own test.

For labels a meaning is the intent, for units `intent:NAME` and `ENTITY:value`, else an object of both. Two files belong
together by place. What `rasa test nlu --successes` writes, `intent_errors.json` and `intent_successes.json` in one
folder, holds both sides: the right intent and the one that was predicted. Which of the two files an example is in
depends on what was predicted, so examples of a folder stand in the order of their texts: two tests on the same data
then belong together by place.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "nlu.json")
>>> _ = path.write_text('''{"rasa_nlu_data": {"common_examples": [{"text": "to Bonn", "intent": "fly",
...   "entities": [{"start": 3, "end": 7, "value": "bonn", "entity": "city"}]}]}}''')
>>> [(cases.expressions, cases.references) for cases in read_cases(path, kind="units")]
[(['to Bonn'], [(['intent:fly', 'city:bonn'],)])]
"""

import os
from collections.abc import Iterator
from typing import Any

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats.format import Format
from murho.formats.jsonvalue import decode_whole
from murho.formats.opening import Path
from murho.formats.understood import Understood, answers_of, cases_of

RESULTS = ("intent_successes.json", "intent_errors.json")
"""What Rasa writes when it tests itself, and is asked for successes, too."""
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
    right, found = ([one for part in side for one in part] for side in both)
    order = sorted(range(len(right)), key=lambda place: (right[place].text, right[place].intent or ""))
    return [found[place] for place in order]


def _sides(path: Path, predicted: bool) -> tuple[list[Understood], list[Understood]]:
    """The examples of a file of results as they should be, and as they are asked for."""
    right = _examples_of(path, False)
    return right, _examples_of(path, True) if predicted else right


def _examples_of(path: Path, predicted: bool) -> list[Understood]:
    found = decode_whole(path, _EXAMPLE)
    if predicted and isinstance(found, dict) and "rasa_nlu_data" in found:
        raise InputError("training data, and no answers", "name the file of what Rasa answered, too", path=path, line=1)
    if isinstance(found, dict) and isinstance(data := found.get("rasa_nlu_data"), dict):
        found = data.get("common_examples")
    if not isinstance(found, list):
        raise InputError("no list of examples", _EXAMPLE, path=path, line=1)
    return [_example(one, number, path, predicted) for number, one in enumerate(found, 1)]


def _example(one: Any, number: int, path: Path, predicted: bool) -> Understood:
    try:
        intent = one.get("intent_prediction" if predicted and "intent_prediction" in one else "intent")
        intent = intent["name"] if isinstance(intent, dict) else intent
        entities = [(entity["entity"], str(entity["value"])) for entity in one.get("entities") or ()]
        return Understood(str(one["text"]), intent or None, entities)
    except (AttributeError, KeyError, TypeError):
        raise InputError(f"example {number} is none of Rasa's", _EXAMPLE, path=path, line=1) from None


FORMAT = Format(
    name="rasa",
    title="Rasa NLU",
    holds=("label", "units", "json"),
    pairing="place",
    both_sides=True,
    usual="labels",
    reading=lambda measure: {"kind": measure.kind},
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score labels nlu.json parsed.json --format rasa",
)
