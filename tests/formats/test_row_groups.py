"""Parquet files that murho wrote, by row groups: what is damaged is told when it is read."""

from pathlib import Path

import pytest

from murho.core.case import Cases
from murho.core.errors import InputError
from murho.formats import parquet
from murho.formats.row_groups import RowGroups


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = str(tmp_path / "cases.parquet")
    names = [f"q{i}" for i in range(500)]
    parquet.write_cases(file, [Cases(names, [f"expression {name}" for name in names], [("x",)] * 500)], rows=200)
    return file


def test_groups_hold_the_rows_in_their_order(path: str) -> None:
    groups = RowGroups(path)
    assert (len(groups), groups.starts.tolist()) == (500, [0, 200, 400, 500])
    assert list(groups.cases(2).expressions[:2]) == ["expression q400", "expression q401"]


def test_rows_are_read_in_the_order_in_which_they_are_wanted(path: str) -> None:
    group = RowGroups(path).cases(2)
    assert list(group.take(range(99, -1, -1)).expressions[:2]) == ["expression q499", "expression q498"]


@pytest.mark.parametrize("kept", [0, 3, 400])
def test_a_file_that_is_cut(path: str, kept: int) -> None:
    Path(path).write_bytes(Path(path).read_bytes()[:kept])
    with pytest.raises(InputError, match=r"cases.parquet: cannot be read as Parquet \("):
        RowGroups(path)


def test_a_page_that_is_damaged(path: str) -> None:
    written = bytearray(Path(path).read_bytes())
    start = RowGroups(path)._footer.row_group(1).column(1).data_page_offset
    written[start : start + 40] = b"\x0f" * 40
    Path(path).write_bytes(written)
    groups = RowGroups(path)
    assert groups.cases(0).expressions[0] == "expression q0"
    with pytest.raises(InputError, match=r"cases.parquet: cannot be read as Parquet \("):
        groups.cases(1).expressions[0]
