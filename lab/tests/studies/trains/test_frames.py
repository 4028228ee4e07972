"""Frames: what is left when values are replaced."""

import pytest

from murho_lab.studies.trains.frames import frame

STATIONS = ["frankfurt", "frankfurt airport", "bonn", "ulm"]
FRAMES = [
    ("to frankfurt airport", "to STATION"),
    ("frankfurt bonn", "STATION"),
    ("from bonn to ulm", "from STATION to STATION"),
    ("at quarter past nine", "at NUMBER past NUMBER"),
    ("nine oh five please", "NUMBER please"),
    ("the twenty first of may", "the ORDINAL of MONTH"),
    ("on friday not saturday", "on DAY not DAY"),
    ("tomorrow afternoon", "DATE PERIOD"),
    ("the i c e or the s bahn", "the TRAIN or the TRAIN"),
    ("i see i see", "i see i see"),
    ("yes", "yes"),
]


@pytest.mark.parametrize(("said", "expected"), FRAMES)
def test_values_are_replaced_and_those_in_a_row_are_one(said: str, expected: str) -> None:
    assert frame(said, STATIONS) == expected


def test_without_stations_names_stay() -> None:
    assert frame("to bonn at ten", []) == "to bonn at NUMBER"
