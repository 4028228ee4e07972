"""The tables of formats and of kinds of systems say what the records say."""

import re
from pathlib import Path

import pytest

from murho import formats, systems

DOCS = Path(__file__).resolve().parents[2] / "docs"


def rows(page: str, head: str) -> list[list[str]]:
    """The cells of the table with this head."""
    table = (DOCS / page).read_text(encoding="utf-8").partition(head)[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]


FORMATS = rows("formats.md", "| format | names | a case is | belongs together by |")
KINDS = rows("systems.md", "| kind | written | takes |")


def test_every_format_has_its_place() -> None:
    named = [name for row in FORMATS for name in re.findall(r"`(\w+)`", row[0])]
    assert sorted(named) == [one.name for one in formats.SHELF.all() if one.source == "murho"]


@pytest.mark.parametrize("row", FORMATS, ids=[row[0] for row in FORMATS])
def test_a_format_is_told_as_the_table_says(row: list[str]) -> None:
    records = [formats.by_name(name) for name in re.findall(r"`(\w+)`", row[0])]
    assert re.findall(r"`(\.[\w.]+)`", row[1]) == [suffix for one in records for suffix in one.suffixes]
    assert ("place" in row[3]) == any(one.pairing == "place" or "tree" in one.holds for one in records)
    assert ("whatever its case" in row[3]) <= all(one.folds_ids for one in records)


OWN = [kind for kind in systems.SHELF.all() if kind.source in ("murho", "murho-lab")]


@pytest.mark.parametrize("kind", OWN, ids=lambda one: one.name)
def test_a_kind_takes_what_the_table_says(kind: systems.Kind) -> None:
    (row,) = (row for row in KINDS if f"`{kind.example}`" in row[1])
    assert row[0].startswith(kind.title)
    assert row[2] == ", ".join(f"`--{name}`" for name in kind.takes)


def test_there_is_one_more_row_for_kinds_of_ones_own() -> None:
    assert len(KINDS) == len(OWN) + 1
