"""JSON, decoded fast and explained well: what is wrong with a line is found out only when something is.

>>> decode_lines([b'{"id": "q1"}', b'', b'{"id": 2}'], "cases.jsonl", 1)
([{'id': 'q1'}, {'id': 2}], [1, 3])
>>> decode_lines([b'{"id": "q1", "weight": NaN}'], "cases.jsonl", 7)
Traceback (most recent call last):
murho.core.errors.InputError: cases.jsonl:7: field 'weight' is NaN, which is not JSON; write a number, or null
"""

import json
import math
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

import msgspec
import numpy as np

from murho.core.errors import InputError
from murho.formats.opening import Path, decoded, is_utf16, whole
from murho.formats.saving import OutputError

Row = dict[str, Any]

_decode = msgspec.json.Decoder(Row).decode
_ERRORS = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_RAISE = "write one JSON object on every line"
_UNPACK = "write one JSON object on every line; of a list of them, jq -c '.[]' does that"


def decode_lines(lines: Sequence[bytes], path: Path, first: int) -> tuple[list[Row], Sequence[int]]:
    """The object on each line and the numbers of their lines, from `first` on; blank lines are skipped.

    Raises:
        InputError: a line is not one JSON object, not UTF-8, or holds a NUL byte.
    """
    try:
        return [_decode(line) for line in lines], range(first, first + len(lines))
    except _ERRORS:
        # A blank line is no JSON either, and skipped; each line by itself tells which one is wrong.
        filled = [(number, line) for number, line in enumerate(lines, first) if line.strip()]
        return [_decode_one(line, path, number) for number, line in filled], [number for number, _ in filled]


def decode_whole(path: Path, todo: str) -> Any:
    """The only value of a file; `todo` says what it ought to be.

    Raises:
        InputError: it is no JSON, with the line where it breaks; it is not UTF-8, or holds a NUL byte.
    """
    data = whole(path).removeprefix(b"\xef\xbb\xbf")
    try:
        if is_utf16(data):
            data = data.decode("utf-16").encode()
        return msgspec.json.decode(data)
    except _ERRORS as error:
        if not is_utf16(data):
            decoded(data.split(b"\n"), path, 1)
        at = re.search(r"\(byte (\d+)\)", str(error))
        line = data.count(b"\n", 0, int(at[1])) + 1 if at else 1
        raise InputError(
            f"no JSON: {error}" if data.strip() else "nothing at all", todo, path=path, line=line
        ) from None


def decode_alike(lines: Sequence[bytes], sets: Collection[str] = ()) -> dict[str, list[Any]] | None:
    """The columns of lines that are objects with the same fields, as most of a file is; None for any others.

    The lists of `sets` become tuples at once, where the first line has a list there; the rest of these are then lists
    or null as well.

    The decoder knows the fields from the first line, and puts their values where they belong without making objects
    of names. Whatever it does not take, `decode_lines` takes or explains.

    >>> decode_alike([b'{"id": "a", "day": 1}', b'{"day": null, "id": "b"}'])
    {'id': ['a', 'b'], 'day': [1, None]}
    >>> decode_alike([b'{"id": "a"}', b'{"id": "b", "day": 1}']) is None
    True
    """
    if not lines:
        return None
    try:
        first = _decode(lines[0])
        if not 0 < len(first) <= _MANY or not all(map(_is_plain, first)):
            return None
        decode = _decoder_of(tuple((name, name in sets and isinstance(first[name], list)) for name in first))
        results: dict[str, list[Any]] = {name: [] for name in first}
        fields = [(column, attrgetter(f"field{index}")) for index, column in enumerate(results.values())]
        for start in range(0, len(lines), _AT_ONCE):
            rows = list(map(decode, lines[start : start + _AT_ONCE]))
            for column, value in fields:
                column += map(value, rows)
    except _ERRORS:
        return None
    return results


_MANY = 64
"""More fields than these are hardly the same on every line."""
_AT_ONCE = 64
"""Lines whose values are near when they are dealt into columns."""


def _is_plain(name: str) -> bool:
    """Whether a name stands in JSON as it is, which those that the decoder knows have to."""
    return name.isprintable() and '"' not in name and "\\" not in name


@lru_cache(maxsize=16)
def _decoder_of(names: tuple[tuple[str, bool], ...]) -> Callable[[bytes], Any]:
    """What decodes an object with exactly these fields, of which some are sets."""
    fields = {f"field{index}": name for index, (name, _) in enumerate(names)}
    types = [tuple[Any, ...] | None if is_set else Any for _, is_set in names]
    row = msgspec.defstruct(
        "Row", list(zip(fields, types, strict=True)), rename=fields, forbid_unknown_fields=True, gc=False
    )
    return msgspec.json.Decoder(row).decode


def _decode_one(line: bytes, path: Path, number: int) -> Row:
    try:
        return _decode(line)
    except _ERRORS as error:
        decoded([line], path, number)
        raise InputError(*_explain(line, error), path=path, line=number) from None


def _explain(line: bytes, error: Exception) -> tuple[str, str]:
    """What is wrong with a line that did not decode, and what to do."""
    try:
        # Python's own decoder is slower, but tells where it stopped, and lets NaN be found and named.
        value = json.loads(line, parse_constant=_NotJson)
    except json.JSONDecodeError as broken:
        return f"broken JSON: {broken.msg} at column {broken.colno}", _UNPACK if line.strip() == b"[" else _RAISE
    except RecursionError:
        return "JSON nested too deeply", _RAISE
    except ValueError:
        return "broken JSON: an integer of thousands of digits", _RAISE
    if not isinstance(value, dict):
        several = isinstance(value, list) and all(isinstance(one, dict) for one in value)
        return f"{described(value)} where an object is expected", _UNPACK if several else _RAISE
    if isinstance(error, RecursionError):
        return "JSON nested too deeply", _RAISE
    for path, item in _leaves(value):
        if isinstance(item, _NotJson):
            return f"field {path} is {item.text}, which is not JSON", "write a number, or null"
        if isinstance(item, float) and not math.isfinite(item):
            return f"field {path} is a number too large to hold", "write a smaller number, or a string"
    if at := re.search(r"\(byte (\d+)\)", str(error)):
        column = len(line[: int(at[1])].decode(errors="replace")) + 1
        return f"broken JSON at column {column}", _RAISE
    return "broken JSON: half of a surrogate pair in a string", "write the character itself, in UTF-8"


class _NotJson:
    """A literal that Python's json writes and JSON does not have."""

    def __init__(self, text: str):
        self.text = text


def _leaves(value: Any) -> Iterator[tuple[str, Any]]:
    """Every value that holds no others, in order, with the way to it: `'reference'[0]['time']`."""
    waiting = [("", value)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            waiting += reversed([(f"{path}[{key!r}]" if path else repr(key), v) for key, v in value.items()])
        elif isinstance(value, list | tuple):
            waiting += reversed([(f"{path}[{index}]", v) for index, v in enumerate(value)])
        else:
            yield path, value


def described(value: Any) -> str:
    """A value as an error message names it: its kind, and itself if that is short.

    >>> described("hours"), described(None), described([1, 2])
    ('a string ("hours")', 'null', 'a list ([1,2])')
    """
    if value is None:
        return "null"
    kinds = {
        bool: "a truth value",
        int: "a number",
        float: "a number",
        str: "a string",
        list: "a list",
        dict: "an object",
    }
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    except RecursionError:
        text = "nested too deeply to show"
    return f"{kinds.get(type(value), type(value).__name__)} ({text if len(text) <= 40 else text[:37] + '...'})"


def _item(value: Any) -> Any:
    """A numpy scalar as Python's own value; TypeError for what else msgspec does not know."""
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"{type(value).__name__} is not a JSON value")


_encoder = msgspec.json.Encoder(enc_hook=_item)


def encode(value: Any) -> bytes:
    """A value as JSON text in UTF-8.

    >>> encode({"name": "Zoë", "ids": (1, 2.5)}).decode()
    '{"name":"Zoë","ids":[1,2.5]}'

    Raises:
        ValueError: the value holds NaN, an infinity, half of a surrogate pair, or something that JSON has not.
    """
    try:
        text: bytes = _encoder.encode(value)
    except UnicodeEncodeError:
        raise ValueError("it holds half of a surrogate pair, which UTF-8 has not") from None
    except (TypeError, RecursionError) as error:
        raise ValueError(str(error)) from None
    if b"null" in text:  # which is what msgspec makes of NaN without a word
        for path, leaf in _leaves(value):
            if isinstance(leaf, float) and not math.isfinite(leaf):
                raise ValueError(f"{path or 'it'} is {leaf}, which JSON has not")
    return text


def encoded_lines(rows: Sequence[Row], path: Path) -> bytes:
    """A line for each row, which has an `id` by which an error calls it.

    Raises:
        OutputError: a row holds what is not JSON.
    """
    try:
        text: bytes = _encoder.encode_lines(rows)
    except (TypeError, ValueError, RecursionError):
        text = b"null"  # as if there were one, so that each row is tried and the wrong one named
    if b"null" not in text:
        return text
    lines = []
    for row in rows:
        try:
            lines.append(encode(row) + b"\n")
        except ValueError as error:
            found = f"{row['id']!r} cannot be written: {error}"
            raise OutputError(found, "give JSON values only", path=path) from None
    return b"".join(lines)
