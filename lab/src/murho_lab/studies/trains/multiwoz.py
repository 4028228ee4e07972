"""A second task, of real callers: the train dialogues of MultiWOZ 2.1.

MultiWOZ (Budzianowski and others, "MultiWOZ: A Large-Scale Multi-Domain Wizard-of-Oz Dataset for Task-Oriented Dialogue
Modelling", EMNLP 2018; 2.1: Eric and others, LREC 2020) has what users typed and the acts that annotators found in it.
An utterance is a case if it has an act about trains; its units are `act-slot:value`, `inform-dest:ely` or
`request-ref:?`. The data are not part of murho: they are read from a folder.

Units are not stored in spoken order. Where `span_info` has the words of a unit it stands by them; all others (requests,
what is said without words of its own) follow. So their order means nothing, and they are measured as a bag
(`concept_bag`).

Of the dialogues, in the order of their names, every other one is for development; the others are held out.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from murho.core.case import Cases
from murho.core.errors import InputError

MEASURE = "concept_bag"
DIALOGUES, TRAINS = "multiwoz21_test.json.zip", "train_db.json.gz"
_DOMAIN = "Train-"


def read(folder: str) -> Cases:
    """The utterances about trains of all dialogues with a train in their goal: in small letters, a dialogue a cluster.

    Raises:
        InputError: the dialogues are not in the folder, or cannot be read.
    """
    path = Path(folder, DIALOGUES)
    try:
        with ZipFile(path) as archive, archive.open("test.json") as file:
            every = json.load(file)
        dialogues = {name: one for name, one in sorted(every.items()) if one["goal"].get("train")}
        rows = [row for index, (name, one) in enumerate(dialogues.items()) for row in _turns(name, one, index % 2)]
        ids, texts, units, names, halves = zip(*rows, strict=True)
    except (OSError, BadZipFile, ValueError, KeyError, TypeError, AttributeError) as e:
        raise _unread(path, e) from None
    references = [(list(found),) for found in units]
    return Cases(list(ids), list(texts), references, clusters=list(names), features={"half": list(halves)})


def stations(folder: str) -> list[str]:
    """The stations between which the trains of the data run.

    Raises:
        InputError: their file is not in the folder, or cannot be read.
    """
    path = Path(folder, TRAINS)
    try:
        with gzip.open(path) as file:
            return sorted({train[end] for train in json.load(file) for end in ("departure", "destination")})
    except (OSError, EOFError, ValueError, KeyError, TypeError) as e:
        raise _unread(path, e) from None


def _unread(path: Path, error: Exception) -> InputError:
    if isinstance(error, FileNotFoundError):
        return InputError("no such file", "give the folder of the MultiWOZ trains with --data", path=str(path))
    found = f"not as MultiWOZ 2.1 has it ({type(error).__name__}: {error})"
    return InputError(found, "take the file of the dataset as it is", path=str(path))


def _turns(name: str, dialogue: Any, held_out: int) -> Iterator[tuple[str, str, list[str], str, str]]:
    for turn, said in enumerate(dialogue["log"][::2], 1):
        if units := _units(said):
            half = "held_out" if held_out else "development"
            yield f"{name}-{turn:02}", " ".join(said["text"].lower().split()), units, name, half


def _units(said: Any) -> list[str]:
    """The units about trains, those with words of their own by their first word, then the others as they are stored."""
    first = {(act, slot, value): start for act, slot, value, start, _ in said["span_info"]}
    places = {
        f"{act.removeprefix(_DOMAIN)}-{slot}:{value}".lower(): first.get((act, slot, value), len(said["text"]))
        for act, pairs in said["dialog_act"].items()
        if act.startswith(_DOMAIN)
        for slot, value in pairs
    }
    return sorted(places, key=places.__getitem__)
