"""Pieces of a file, read apart, are the file; lines keep their numbers, and errors their places."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.case import Cases
from murho.core.errors import InputError, UsageError
from murho.formats import by_name, opening, parquet
from murho.formats.opening import Piece, text_lines
from murho.formats.pieces import cut

LINES = st.lists(st.text(st.characters(blacklist_characters="\n\r\0", codec="utf-8"), max_size=9), max_size=40)


@given(LINES, st.integers(1, 12), st.booleans(), st.integers(1, 40))
def test_lines_are_those_of_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str], size: int, ended: bool, block: int
) -> None:
    path = tmp_path / "said.txt"
    path.write_bytes(("\n".join(lines) + "\n" * ended).encode())
    with monkeypatch.context() as patch:
        patch.setattr("murho.formats.pieces.BLOCK", block)
        pieces = cut(path, "lines", size).pieces
    whole = list(text_lines(path))
    assert [line for piece in pieces for line in text_lines(piece)] == whole
    assert sum(piece.lines for piece in pieces) == len(whole)
    assert all(piece.lines == size for piece in pieces[:-1])
    assert [piece.line for piece in pieces] == [1 + size * i for i in range(len(pieces))]


def test_a_mistake_is_told_at_its_line_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text('{"id": "a", "expression": "x", "reference": []}\n' * 3 + "{oops\n")
    *_, last = cut(path, "lines", 2).pieces
    with pytest.raises(InputError, match=r"cases.jsonl:3: id 'a' a second time|cases.jsonl:4: broken JSON"):
        list(by_name("jsonl").cases(last))


def test_row_groups_are_those_of_the_whole(tmp_path: Path) -> None:
    path = str(tmp_path / "cases.parquet")
    ids = [f"q{i}" for i in range(11)]
    batches = (Cases(ids[i : i + 3], ids[i : i + 3], [("x",)] * len(ids[i : i + 3])) for i in (0, 3, 6, 9))
    parquet.write_cases(path, batches, rows=3)
    assert parquet.group_sizes(path) == [3, 3, 3, 2]
    pieces = cut(path, "rows", 4).pieces
    assert [(piece.start, piece.stop, piece.line, piece.lines) for piece in pieces] == [(0, 2, 1, 6), (2, 4, 7, 5)]
    read = [list(parquet.read_cases(piece)) for piece in pieces]
    assert [name for batches in read for batch in batches for name in batch.ids] == ids
    assert [line for batch in read[1] for line in batch.lines or ()] == [7, 8, 9, 10, 11]
    inside = list(parquet.read_cases(Piece(path, 1, 3, 5, 3), batch=2))
    assert [name for batch in inside for name in batch.ids] == ["q4", "q5", "q6"]
    assert parquet.ids(path) == ids


@pytest.mark.parametrize("name", ["said.txt.gz", "said.txt.zst", "-"])
def test_what_cannot_be_cut_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="cannot be read in parts; decompress it into a file, or use Parquet"):
        cut(name, "lines", 2)


def test_an_address_needs_something_that_reads_it(tmp_path: Path) -> None:
    pytest.importorskip("fsspec")
    with pytest.raises(InputError, match=r"nosuch://bucket/x: cannot be opened"), opening.opened("nosuch://bucket/x"):
        pass


def test_an_object_in_memory_is_read_like_a_file(tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    with fsspec.open("memory://bucket/said.txt", "wb") as file:
        file.write(b"uno\ndos\ntres\n")
    assert list(text_lines("memory://bucket/said.txt")) == [(1, "uno"), (2, "dos"), (3, "tres")]
    assert [list(text_lines(piece)) for piece in cut("memory://bucket/said.txt", "lines", 2).pieces] == [
        [(1, "uno"), (2, "dos")],
        [(3, "tres")],
    ]


def test_a_row_group_of_the_wanted_size_is_a_piece(tmp_path: Path) -> None:
    path = str(tmp_path / "cases.parquet")
    parquet.write_cases(path, [Cases(list("abcde"), [""] * 5, [("x",)] * 5)], rows=2)
    pieces = [(piece.start, piece.stop, piece.line, piece.lines) for piece in cut(path, "rows", 2).pieces]
    assert pieces == [(0, 1, 1, 2), (1, 2, 3, 2), (2, 3, 5, 1)]
