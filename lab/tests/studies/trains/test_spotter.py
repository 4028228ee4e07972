"""The spotter: its values in their normal form, its order, and what it refuses."""

from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho_lab.studies.trains import spotter, task

TOLD = {
    "from bonn to hannover via ulm": ["sourcecity:bonn", "goalcity:hanover", "viacity:ulm"],
    "frankfurt airport": ["city:frankfurt airport"],
    "at nine": ["time:09:00"],
    "nine": [],
    "nine tickets": [],
    "at quarter to five p m": ["time:16:45"],
    "twenty five past six in the evening": ["time:18:25", "period:evening"],
    "eight in the morning": ["time:08:00", "period:morning"],
    "ten o'clock on next monday": ["time:10:00", "day:next monday"],
    "thirteen oh five": ["time:13:05"],
    "twenty to twelve": ["time:11:40"],
    "at midnight": ["time:00:00"],
    "yes yes thank you bye bye": ["dm_marker:yes", "dm_marker:thanks", "dm_marker:bye"],
    "nothing": [],
    "": [],
}


@pytest.mark.parametrize("said", TOLD)
def test_what_is_found(said: str) -> None:
    # "in the evening" belongs to the time when it settles the hour.
    settled = [unit for unit in TOLD[said] if not (unit.startswith("period") and "in the" in said)]
    assert spotter.units(said) == settled


def test_there_are_fifteen_patterns_of_the_model() -> None:
    model = task.bundled()
    assert len(spotter.bundled().patterns) == len(spotter.multiwoz(["ely"]).patterns) == 15
    for said in TOLD:
        assert [unit for unit in spotter.units(said) if model.fault(unit)] == []


def test_multiwoz_is_written_in_digits() -> None:
    units = spotter.multiwoz(["ely", "stansted airport"]).units
    said = "i need a train from stansted airport to ely leaving on monday after 8:15 for three people ."
    expected = ["depart:stansted airport", "dest:ely", "day:monday", "leave:08:15", "people:3"]
    # `leaving ... TIME` may reach over three words, and takes them with it.
    assert sorted(units(said)) == sorted(f"inform-{unit}" for unit in expected if unit != "day:monday")
    assert units("arriving by 5 pm , what is the price ?") == ["inform-arrive:17:00", "request-ticket:?"]


def test_a_spotter_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "own.txt"
    file.write_text("# mine\nno STATION -> not:VALUE\n(STATION|NUMBER) -> there:VALUE\nno -> no:THIS\n", "utf-8")
    units = spotter.read(file, {"bonn": "bonn", "ulm am see": "ulm"}).units
    assert units("no bonn no ulm am see twenty three ulm 7 now") == ["not:bonn", "not:ulm", "there:23", "there:7"]
    assert units("no no nobonn") == ["no:no"]


WRONG = {
    "arrow": ("yes dm_marker:yes", "own.txt:1: no pattern: 'yes dm_marker:yes'; write `PATTERN -> class:value`"),
    "unit": ("yes -> yes", "own.txt:1: no pattern: 'yes -> yes'"),
    "kind": ("to CITY -> goal:VALUE", "own.txt:1: no kind of value: CITY; there are WEEKDAY, NUMBER, CLOCK"),
    "twice": ("STATION to STATION -> goal:VALUE", "own.txt:1: a kind of value twice: 'STATION to STATION'; write two"),
    "expression": ("(to -> goal:x", "own.txt:1: no regular expression: missing ), unterminated subpattern"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_read_is_told_with_its_line(case: str, tmp_path: Path) -> None:
    text, error = WRONG[case]
    (tmp_path / "own.txt").write_text(text + "\n", "utf-8")
    with pytest.raises(InputError) as caught:
        spotter.read(tmp_path / "own.txt", {"bonn": "bonn"})
    assert error in str(caught.value)
