"""The task model of the trains: its classes, its stations, and what is refused."""

from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho_lab.studies.trains import task

MODEL = task.bundled()


def test_there_are_enough_classes_and_stations() -> None:
    assert len(MODEL.classes) == 46
    assert len(MODEL.stations) == 241
    assert len(MODEL.names) == 288
    assert MODEL.names["hannover"] == "hanover"
    assert all(one.meaning for one in MODEL.classes.values())


VALUES = [
    ("goalcity:hanover", True),
    ("goalcity:hannover", False),  # said, but not the first name on its line
    ("goalcity:not hanover", True),
    ("goalcity:hanover bonn", False),
    ("time:09:05", True),
    ("time:9:05", False),
    ("time:24:00", False),
    ("time:09:00-10:30", True),
    ("time:?", True),
    ("reltime:+01:30", True),
    ("reltime:01:30", False),
    ("shift:-00:10", True),
    ("date:05-03", True),
    ("date:03", True),
    ("date:3", False),
    ("date:13-01", False),
    ("date:+14", True),
    ("date:+", False),
    ("day:next monday", True),
    ("day:next", False),
    ("period:early morning", True),
    ("transfers:below 2", True),
    ("transfers:02", False),
    ("travelclass:3", False),
    ("price:lower", True),
    ("dm_marker:yes", True),
    ("dm_marker:", False),
    ("dm_marker", False),
    ("weather:fine", False),
]


@pytest.mark.parametrize(("unit", "allowed"), VALUES)
def test_a_unit_has_a_class_and_a_value_of_its_forms(unit: str, allowed: bool) -> None:
    assert (MODEL.fault(unit) is None) == allowed


def test_every_form_that_is_a_word_is_a_value() -> None:
    for one in MODEL.classes.values():
        for form in one.forms:
            if form.lower() == form:
                assert MODEL.fault(f"{one.name}:{form}") is None


def written(folder: Path, classes: str, stations: str) -> tuple[Path, Path]:
    files = folder / "task.txt", folder / "stations.txt"
    for file, text in zip(files, (classes, stations), strict=True):
        file.write_text(text, "utf-8")
    return files


def test_files_of_ones_own(tmp_path: Path) -> None:
    files = written(tmp_path, "# a comment\n\nto: STATION, not STATION  # where to\n", "bonn\nulm | ulm main station\n")
    model = task.read(*files)
    assert model.classes == {"to": task.Class("to", ("STATION", "not STATION"), "where to")}
    assert model.names == {"bonn": "bonn", "ulm": "ulm", "ulm main station": "ulm"}
    assert model.stations == ["bonn", "ulm"]
    assert model.fault("from:bonn") == "no class of semantic units: 'from'"
    assert model.fault("to:kiel") == "no value of to: 'kiel'; its forms are STATION, not STATION"


BROKEN = {
    "no colon": ("to STATION", "bonn", "task.txt:1: no class: 'to STATION'; write `class: FORM, FORM  # what it is`"),
    "no form": ("to: STATION,", "bonn", "task.txt:1: no class: 'to: STATION,'; write"),
    "unknown kind": ("to: CITY", "bonn", "task.txt:1: no kind of value: CITY; there are TIME, DURATION, NUMBER, DATE"),
    "class twice": ("to: STATION\nto: ?", "bonn", "task.txt:2: to is there twice; write all its forms on one line"),
    "capital": ("to: STATION", "# here\nBonn", "stations.txt:2: no name: 'Bonn'; write plain small letters as spoken"),
    "no name": ("to: STATION", "bonn |", "stations.txt:1: no name: ''; write"),
    "name twice": ("to: STATION", "bonn\nulm | bonn", "stations.txt:2: 'bonn' is there twice; leave one of them out"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_cannot_be_read_is_told_with_its_line(case: str, tmp_path: Path) -> None:
    classes, stations, error = BROKEN[case]
    with pytest.raises(InputError) as caught:
        task.read(*written(tmp_path, classes, stations))
    assert error in str(caught.value)
