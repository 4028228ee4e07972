"""MultiWOZ's train dialogues: how many there are, how they are read, and what is told where they are not there."""

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from murho.core.errors import InputError
from murho.measures.units.reading import attribute
from murho_lab.studies.trains import multiwoz, utterances


@pytest.mark.slow
def test_there_is_as_much_as_was_counted(data: Path) -> None:
    cases = multiwoz.read(str(data / "trains"))
    assert len(cases) == 1661
    units = [unit for (found,) in cases.meant for unit in found]
    assert len(units) == 2859
    assert len(set(map(attribute, units))) == 13
    values = Counter({"?": "request", "none": "none"}.get(unit.partition(":")[2], "value") for unit in units)
    assert values["request"] == 464
    assert Counter(map(attribute, units))["inform-none"] == 80
    halves = [utterances.of_half(cases, half) for half in ("development", "held_out")]
    assert [len(half) for half in halves] == [845, 816]
    assert not set(halves[0].clusters or ()) & set(halves[1].clusters or ())
    assert len(multiwoz.stations(str(data / "trains"))) == 13


def said(text: str, acts: dict[str, Any], spans: list[Any]) -> dict[str, Any]:
    return {"text": text, "dialog_act": acts, "span_info": spans}


DIALOGUES = {
    "B2": {"goal": {"train": {"info": {}}}, "log": [said("To Ely .", {"Train-Inform": [["Dest", "ely"]]}, [])]},
    "A1": {
        "goal": {"train": {"info": {}}},
        "log": [
            said(
                "A  train TO Ely on Monday . The price ?",
                {
                    "Train-Request": [["Ticket", "?"]],
                    "Train-Inform": [["Day", "monday"], ["Dest", "ely"]],
                    "Hotel-Inform": [["Stars", "4"]],
                },
                [["Train-Inform", "Day", "monday", 5, 5], ["Train-Inform", "Dest", "ely", 3, 3]],
            ),
            said("Sure .", {"Train-Inform": [["Leave", "10:00"]]}, []),
            said("Thanks .", {"general-thank": [["none", "none"]]}, []),
        ],
    },
    "A2": {"goal": {"train": {}}, "log": [said("To Ely .", {"Train-Inform": [["Dest", "ely"]]}, [])]},
}


def test_turns_units_and_halves(tmp_path: Path) -> None:
    with ZipFile(tmp_path / multiwoz.DIALOGUES, "w") as archive:
        archive.writestr("test.json", json.dumps(DIALOGUES))
    cases = multiwoz.read(str(tmp_path))
    assert list(cases.ids) == ["A1-01", "B2-01"]
    assert list(cases.texts) == ["a train to ely on monday . the price ?", "to ely ."]
    assert cases.meant[0] == (["inform-dest:ely", "inform-day:monday", "request-ticket:?"],)
    assert list(cases.feature("half")) == ["development", "held_out"]
    assert list(cases.clusters or ()) == ["A1", "B2"]


WRONG = {
    "nothing": (None, "test.json.zip: no such file; give the folder of the MultiWOZ trains with --data"),
    "no archive": (
        b"PK no zip",
        "test.json.zip: not as MultiWOZ 2.1 has it (BadZipFile: File is not a zip file); take",
    ),
    "other JSON": ({"A1": {"log": []}}, "test.json.zip: not as MultiWOZ 2.1 has it (KeyError: 'goal'); take the file"),
    "a list": ([1], "test.json.zip: not as MultiWOZ 2.1 has it (AttributeError: 'list'"),
    "no dialogue": ({}, "test.json.zip: not as MultiWOZ 2.1 has it (ValueError: "),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_read_is_told(case: str, tmp_path: Path) -> None:
    content, error = WRONG[case]
    if isinstance(content, bytes):
        (tmp_path / multiwoz.DIALOGUES).write_bytes(content)
    elif content is not None:
        with ZipFile(tmp_path / multiwoz.DIALOGUES, "w") as archive:
            archive.writestr("test.json", json.dumps(content))
    with pytest.raises(InputError) as caught:
        multiwoz.read(str(tmp_path))
    assert error in str(caught.value)


def test_stations_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file; give the folder of the MultiWOZ trains"):
        multiwoz.stations(str(tmp_path))
    (tmp_path / multiwoz.TRAINS).write_bytes(gzip.compress(b"[1]"))
    with pytest.raises(InputError, match="not as MultiWOZ"):
        multiwoz.stations(str(tmp_path))
