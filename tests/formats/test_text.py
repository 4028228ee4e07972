from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.formats.text import read_answers, read_cases


def test_lines_are_cases_and_answers(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("to Bonn\n\n \nja\n")
    (cases,) = read_cases(path)
    assert cases.ids == ["1", "2", "3", "4"]
    assert cases.expressions == ["to Bonn", "", " ", "ja"]
    assert cases.references == [("to Bonn",), ("",), (" ",), ("ja",)]
    assert list(cases.lines or ()) == [1, 2, 3, 4]
    first, second = read_answers(path, batch=3)
    assert first.ids == ["1", "2", "3"]
    assert (second.ids, second.answers) == (["4"], [("ja",)])


def test_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"fine\n\xff\n")
    with pytest.raises(InputError, match=":2: not UTF-8: byte 1 of the line is 0xff"):
        list(read_answers(path))
