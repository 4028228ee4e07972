"""ρ2: where the multiplicities come from, and what is done with copies."""

import gzip
from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Cases
from murho.core.errors import InputError
from murho.weighting.frequency import frequency

CASES = Cases(
    ["1", "2", "3", "4"],
    ["open ?", "fees", "open ?", "poem"],
    [("h",), ("f",), ("h",), ()],
    features={"count": [3, 1, 3, 9], "share": [0.75, 0.25, 0.75, 0.0]},
    path="cases.jsonl",
    lines=[1, 2, 3, 4],
)
DISTINCT = CASES.take([0, 1, 3])


def test_of_a_column_of_multiplicities() -> None:
    """Relative to all that is said: 9 of 13 times it was nothing of the domain."""
    assert frequency("count").weigh(DISTINCT).tolist() == [3 / 13, 1 / 13, 0.0]
    assert frequency("share").weigh(DISTINCT).tolist() == [0.75, 0.25, 0.0]


def test_of_a_bag_of_texts_copies_share_what_their_expression_weighs() -> None:
    heard = ("open ?",) * 6 + ("fees",) * 2 + ("what else",) * 50 + ("poem",) * 9
    assert frequency(bag=heard).weigh(CASES).tolist() == [3 / 67, 2 / 67, 3 / 67, 0.0]
    assert frequency(bag=(*heard, "", " ")).weigh(CASES).tolist() == [3 / 67, 2 / 67, 3 / 67, 0.0]


@pytest.mark.parametrize("name", ["heard.txt", "heard.txt.gz"])
def test_of_a_file_of_texts(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with (gzip.open if name.endswith(".gz") else open)(path, "wb") as file:
        file.write("open ?\nfees\r\nopen ?\nopen ?\nfees\u2028\n".encode())
    assert frequency(bag=str(path)).weigh(DISTINCT).tolist() == [0.6, 0.2, 0.0]


def test_of_the_suite_itself() -> None:
    assert frequency().weigh(CASES).tolist() == [0.25, 0.25, 0.25, 0]


def test_copies_with_multiplicities_are_refused_unless_told_what_they_mean() -> None:
    message = r"^cases.jsonl:3: case '3': says the same as case '1'; merge them, or give duplicates='split' or 'sum'"
    with pytest.raises(InputError, match=message):
        frequency("count").weigh(CASES)
    assert frequency("count", duplicates="split").weigh(CASES).tolist() == [1.5 / 13, 1 / 13, 1.5 / 13, 0.0]
    assert frequency("count", duplicates="sum").weigh(CASES).tolist() == [3 / 16, 1 / 16, 3 / 16, 0.0]


@pytest.mark.parametrize("value", [-1, float("nan"), float("inf"), None, "3", True])
def test_a_multiplicity_is_a_finite_number(value: Any) -> None:
    cases = Cases(["1", "2"], ["a", "b"], [("m",), ("m",)], features={"count": [1, value]})
    with pytest.raises(InputError, match=r"^case '2': count is .*; a multiplicity is a finite number, 0 or more"):
        frequency("count").weigh(cases)


@pytest.mark.parametrize("weigh", [frequency(bag=("never said",)), frequency("none"), frequency(bag=())])
def test_a_domain_that_was_never_heard(weigh: frequency) -> None:
    cases = Cases(["1"], ["a"], [("m",)], features={"none": [0]}, path="cases.jsonl")
    with pytest.raises(InputError, match=r"^cases.jsonl: no expression of the domain was ever heard; check"):
        weigh.weigh(cases)


def test_no_case_at_all() -> None:
    with pytest.raises(InputError, match="no expression of the domain was ever heard"):
        frequency().weigh(Cases([], [], []))


def test_a_bag_that_cannot_be_read(tmp_path: Path) -> None:
    latin = tmp_path / "latin.txt"
    latin.write_bytes("fees\nKöln".encode("latin-1"))
    with pytest.raises(InputError, match=r"latin.txt:2: not UTF-8"):
        frequency(bag=str(latin)).weigh(CASES)
    with pytest.raises(InputError, match=r"absent.txt: no such file"):
        frequency(bag=str(tmp_path / "absent.txt")).weigh(CASES)
