"""Names in tables of the terminal: where they are parted, and that nothing of them acts on the terminal."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.table import Table

from murho.sheets.names import Name, broken


@pytest.mark.parametrize(
    ("name", "width", "lines"),
    [
        ("hours", 10, ["hours"]),
        ("out of domain", 13, ["out of domain"]),
        ("out of domain", 12, ["out of", "  domain"]),
        ("order/subj#v#obj/subj#v#obj", 24, ["order/subj#v#obj/", "  subj#v#obj"]),
        ("subj#v#obj/subj", 9, ["subj#v#", "  obj/", "  subj"]),
        ("declarative+variation", 14, ["declarative+", "  variation"]),
        ("  verb phrase", 10, ["  verb", "    phrase"]),
        ("incomprehensibilities", 8, ["incomprehensibilities"]),
        ("日本語 日本語", 7, ["日本語", "  日本語"]),
        ("", 5, [""]),
    ],
)
def test_names_part_where_words_end(name: str, width: int, lines: list[str]) -> None:
    assert broken(name, width) == lines


@given(st.text("ab/# _-", max_size=40), st.integers(1, 30))
def test_nothing_of_a_name_is_lost(name: str, width: int) -> None:
    assert "".join("".join(broken(name, width)).split()) == "".join(name.split())


def test_in_a_table_the_column_decides() -> None:
    console = Console(width=40, file=io.StringIO())
    table = Table(box=None, pad_edge=False)
    table.add_column("phenomenon", overflow="fold")
    table.add_column("n", no_wrap=True, justify="right")
    table.add_row(Name("structure/intraclause/verb phrase/child", " !"), "12")
    table.add_row(Name("[bold]x[/]\x1b[31m"), "3")
    console.print(table)
    assert isinstance(console.file, io.StringIO)
    assert [line.rstrip() for line in console.file.getvalue().splitlines()] == [
        "phenomenon                             n",
        "structure/intraclause/verb phrase/    12",
        "  child !",
        "[bold]x[/]\\x1b[31m                     3",
    ]
