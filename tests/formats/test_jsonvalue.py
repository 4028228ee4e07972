import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import InputError
from murho.formats.jsonvalue import decode_lines, decode_whole, described, encode, encoded_lines
from murho.formats.saving import OutputError

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=10,
)


@given(st.lists(st.dictionaries(TEXT, JSON)))
def test_what_is_written_reads_back(rows: list[dict[str, object]]) -> None:
    rows = [{"id": "x"} | row for row in rows]
    lines = encoded_lines(rows, "out").split(b"\n")
    assert decode_lines(lines, "in", 1) == (rows, list(range(1, len(rows) + 1)))
    assert [json.loads(line) for line in lines[:-1]] == rows


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b'{"id": "q1", "weight" 1}', "broken JSON: Expecting ':' delimiter at column 23; "),
        (b'{"id": "q1"', "broken JSON: Expecting ',' delimiter at column 12; "),
        (b'{"a": 1} {"b": 2}', "broken JSON: Extra data at column 10; "),
        (b"{'id': 1}", "broken JSON: Expecting property name enclosed in double quotes at column 2; "),
        ('{"é": 01}'.encode(), "broken JSON: Expecting ',' delimiter at column 8; "),
        (b'{"a": "\t"}', "broken JSON: Invalid control character at at column 8; "),
        (b"hours", "broken JSON: Expecting value at column 1; "),
        (b"[1]", "a list ([1]) where an object is expected; "),
        (b'"hours"', 'a string ("hours") where an object is expected; '),
        (b"null", "null where an object is expected; "),
        (b"12", "a number (12) where an object is expected; "),
        (b"[" * 100_000, "JSON nested too deeply; "),
        (b'{"a":' * 100_000, "JSON nested too deeply; "),
        (b'{"a": ' + b"9" * 5000 + b"}", "broken JSON: an integer of thousands of digits; "),
    ],
)
def test_broken_lines(line: bytes, error: str) -> None:
    with pytest.raises(InputError) as caught:
        decode_lines([b'{"id": "fine"}', b"", line], "cases.jsonl", 5)
    assert str(caught.value).startswith("cases.jsonl:7: " + error)
    assert str(caught.value).endswith("; write one JSON object on every line")


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ([b'{"id": 1}', b'{"id": "a\0"}'], "2: a NUL byte; is this a file of text? copy or convert it again"),
        ([b'{"id": 1}', b'{"id": "a\xff"}'], "2: not UTF-8: byte 10 of the line is 0xff; convert the file"),
        (['{"id": 1}'.encode("utf-16-be")], "1: a NUL byte; if it is in UTF-16 without a mark, convert it: iconv"),
        (['{"id": 1}'.encode("utf-16-le")], "1: a NUL byte; if it is in UTF-16 without a mark, convert it: iconv"),
    ],
)
def test_what_is_no_text(tmp_path: Path, lines: list[bytes], error: str) -> None:
    """Told as what it is, of lines and of whole files; it was an integer of thousands of digits, and a byte 0."""
    path = tmp_path / "cases.json"
    path.write_bytes(b"\n".join(lines))
    for read in (lambda: decode_lines(lines, path, 1), lambda: decode_whole(path, "give a list")):
        with pytest.raises(InputError) as caught:
            read()
        assert str(caught.value).startswith(f"{path}:{error}")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b'{"weight": NaN}', "field 'weight' is NaN, which is not JSON; write a number, or null"),
        (
            b'{"reference": ["x", {"time": -Infinity}]}',
            "field 'reference'[1]['time'] is -Infinity, which is not JSON; write a number, or null",
        ),
        (b'{"size": 1e999}', "field 'size' is a number too large to hold; write a smaller number, or a string"),
        (
            rb'{"a": "\ud800"}',
            "broken JSON: half of a surrogate pair in a string; write the character itself, in UTF-8",
        ),
    ],
)
def test_what_other_writers_take_for_json(line: bytes, error: str) -> None:
    with pytest.raises(InputError) as caught:
        decode_lines([line], "cases.jsonl", 1)
    assert str(caught.value) == f"cases.jsonl:1: {error}"


@pytest.mark.parametrize("line", [b'[{"id": "a"}]', b"["], ids=["one line", "many"])
def test_a_list_of_objects_is_told_how_to_unpack(line: bytes) -> None:
    with pytest.raises(InputError, match=r"of a list of them, jq -c '\.\[\]' does that$"):
        decode_lines([line], "all.json", 1)


def test_a_document_in_utf16_is_read_by_its_mark(tmp_path: Path) -> None:
    (path := tmp_path / "a.json").write_text('{"text": "é"}', encoding="utf-16")
    assert decode_whole(path, "") == {"text": "é"}
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(InputError, match="utf-16"):
        decode_whole(path, "")


def test_bytes_that_are_not_utf8() -> None:
    with pytest.raises(InputError, match=r"cases.jsonl:1: not UTF-8: byte 8 of the line is 0xe9; convert the file"):
        decode_lines([b'{"a": "\xe9"}'], "cases.jsonl", 1)


@pytest.mark.parametrize("value", [float("nan"), [float("inf")], {"a": (None, -float("inf"))}])
def test_numbers_that_json_lacks_are_not_written(value: object) -> None:
    with pytest.raises(ValueError, match="which JSON has not"):
        encode(value)
    with pytest.raises(OutputError, match=r"out.jsonl: 'q1' cannot be written: 'x'.* which JSON has not; give JSON"):
        encoded_lines([{"id": "q1", "x": value}], "out.jsonl")


@pytest.mark.parametrize("value", ["\ud800", object(), 1j, [[object()]]])
def test_what_json_lacks_is_not_written(value: object) -> None:
    with pytest.raises(ValueError):
        encode(value)
    with pytest.raises(OutputError, match="'q2' cannot be written"):
        encoded_lines([{"id": "q1"}, {"id": "q2", "x": value}], "out.jsonl")


def test_values_nested_too_deeply_are_not_written() -> None:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(ValueError):
        encode(value)


def test_scalars_of_numpy_are_numbers() -> None:
    assert encode([np.int64(3), np.float64(0.5), np.bool_(True), None]) == b"[3,0.5,true,null]"


def test_long_values_are_cut_in_messages() -> None:
    assert described("x" * 1000) == 'a string ("' + "x" * 36 + "...)"
    assert described({"a": True}) == 'an object ({"a":true})'
    assert described(True) == "a truth value (true)"


def test_even_values_nested_too_deeply_are_named() -> None:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]
    assert described(value) == "a list (nested too deeply to show)"
