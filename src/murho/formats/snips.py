"""Snips' JSON: a data set by intents, with utterances in pieces, or a list of what its engine parsed.

For labels a meaning is the intent, for units `intent:NAME` and `SLOT:value`, else an object of both. Two files belong
together by place.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "dataset.json")
>>> _ = path.write_text('''{"intents": {"fly": {"utterances": [{"data": [{"text": "to "},
...   {"text": "Bonn", "entity": "city", "slot_name": "goal"}]}]}}}''')
>>> [(cases.expressions, cases.references) for cases in read_cases(path, kind="units")]
[(['to Bonn'], [(['intent:fly', 'goal:Bonn'],)])]
"""

from collections.abc import Iterator
from typing import Any

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats.format import Format
from murho.formats.jsonvalue import decode_whole
from murho.formats.opening import Path
from murho.formats.understood import Understood, answers_of, cases_of

_EXAMPLE = 'give {"intents": {NAME: {"utterances": [{"data": [{"text"}]}]}}}, or a list of what Snips parsed'


def read_cases(path: Path, *, batch: int = 8192, kind: str = "label") -> Iterator[Cases]:
    """A case for every utterance.

    Raises:
        InputError: no JSON, or not as Snips has it.
    """
    return cases_of(_utterances(path), path, batch, kind)


def read_answers(path: Path, *, batch: int = 8192, kind: str = "label") -> Iterator[Answers]:
    """An answer for every utterance.

    Raises:
        InputError: no JSON, or not as Snips has it.
    """
    return answers_of(_utterances(path), path, batch, kind)


def _utterances(path: Path) -> list[Understood]:
    found = decode_whole(path, _EXAMPLE)
    try:
        if isinstance(found, list):
            return [_parsed(one) for one in found]
        intents = found.get("intents", found)
        return [
            _written(one["data"], intent)
            for intent, held in intents.items()
            for one in (held["utterances"] if isinstance(held, dict) else held)
        ]
    except (AttributeError, KeyError, TypeError):
        raise InputError("not as Snips has it", _EXAMPLE, path=path, line=1) from None


def _written(pieces: list[dict[str, Any]], intent: str) -> Understood:
    slots = [(piece.get("slot_name") or piece["entity"], piece["text"]) for piece in pieces if "entity" in piece]
    return Understood("".join(piece["text"] for piece in pieces), intent, slots)


def _parsed(one: dict[str, Any]) -> Understood:
    slots = [(slot["slotName"], str(slot["rawValue"])) for slot in one["slots"]]
    return Understood(one["input"], (one["intent"] or {}).get("intentName"), slots)


FORMAT = Format(
    name="snips",
    title="Snips NLU",
    holds=("label", "units", "json"),
    pairing="place",
    usual="labels",
    reading=lambda measure: {"kind": measure.kind},
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score slots dataset.json parsed.json --format snips",
)
