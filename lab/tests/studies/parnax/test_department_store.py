"""Another database, asked with a new lexicon file and nothing else: department_store of Spider, sixty-one questions."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from murho_lab.studies.parnax.interface import Interface
from murho_lab.studies.parnax.interface.asking import interface

LINES = Path(__file__).with_name("department_store.tsv").read_text("utf-8").splitlines()
ASKED = dict(line.split("\t") for line in LINES)
"""What is asked, and the query that it means; none where it is outside the domain."""


@pytest.fixture(scope="module")
def opened(data: Path) -> Iterator[sqlite3.Connection]:
    path = data / "spider" / "department_store.sqlite"
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        yield connection


@pytest.fixture(scope="module")
def store(opened: sqlite3.Connection) -> Interface:
    return interface(opened, "department_store", ["english"], date(2018, 4, 1))


@pytest.mark.parametrize("question", ASKED)
def test_the_store_is_asked(store: Interface, opened: sqlite3.Connection, question: str) -> None:
    wanted = [ASKED[question]] if ASKED[question] else []
    assert list(store.ask(question).queries) == wanted
    for query in wanted:
        assert opened.execute(query).fetchall()
