"""Columns of JSON values as Arrow columns of natural types, and back.

A column whose values are all truth values, whole numbers, numbers or strings becomes an Arrow column of that type;
any other (mixed, or holding lists and objects) becomes JSON text, and its kind says so. None is null.

>>> kind_of([1, None, 2.5]), kind_of(["a", 1])
('float', 'json')
>>> from_arrow(to_arrow(["a", 1, None], "json"), "json")
['a', 1, None]
"""

import math
from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from murho.core.errors import InputError
from murho.formats.jsonvalue import encode

if TYPE_CHECKING:
    import pyarrow as pa

Kind = str
"""`null`, `bool`, `int`, `long`, `float`, `string`, `json`, or `meanings`: a list of JSON texts, null being ⊥."""

_OF_TYPE = {type(None): "null", bool: "bool", int: "int", float: "float", str: "string"}
_EXACT = 1 << 53
"""Whole numbers up to here are exact as floats; larger ones are of kind `long`, and do not become floats."""

_decode = msgspec.json.Decoder().decode


def plain(column: Sequence[Any]) -> list[Any]:
    """A column as a list of Python's own values; numpy's scalars are turned into them."""
    values = column.tolist() if isinstance(column, np.ndarray) else list(column)
    if any(issubclass(kind, np.generic) for kind in set(map(type, values))):
        return [value.item() if isinstance(value, np.generic) else value for value in values]
    return values


def kind_of(values: Sequence[Any]) -> Kind:
    """The narrowest kind that holds all values exactly."""
    kinds = {_OF_TYPE.get(kind, "json") for kind in set(map(type, values))}
    if "int" in kinds:
        # Beyond 2^53 a float is not exact; beyond 63 bits no column of Arrow's holds the number.
        largest = max(abs(value) for value in values if type(value) is int)
        kinds = kinds - {"int"} | {"int" if largest <= _EXACT else "long" if largest < 1 << 63 else "json"}
    return reduce(merged, sorted(kinds), "null")


def merged(left: Kind, right: Kind) -> Kind:
    """The narrowest kind for the values of both.

    >>> merged("int", "null"), merged("float", "int"), merged("long", "float"), merged("bool", "int")
    ('int', 'float', 'json', 'json')
    """
    pair = {left, right} - {"null"}
    if len(pair) < 2:
        return pair.pop() if pair else "null"
    return "float" if pair == {"int", "float"} else "long" if pair == {"int", "long"} else "json"


def to_arrow(values: Sequence[Any], kind: Kind) -> "pa.Array":
    """Values as an Arrow array of the type of their kind.

    Raises:
        ValueError: a value is not JSON (`jsonvalue.encode`).
    """
    import pyarrow as pa

    if kind == "json":
        # Bytes of UTF-8, taken as they are, without a text of Python's in between.
        return pa.array([None if value is None else encode(value) for value in values], pa.binary()).cast(pa.string())
    if kind == "meanings":
        texts = [None if meanings is None else [encode(m).decode() for m in meanings] for meanings in values]
        return pa.array(texts, pa.list_(pa.string()))
    types = {"null": pa.null(), "bool": pa.bool_(), "float": pa.float64(), "string": pa.string()}
    try:
        return pa.array(values, types.get(kind, pa.int64()))
    except UnicodeEncodeError:
        raise ValueError("it holds half of a surrogate pair, which UTF-8 has not") from None


def from_arrow(array: "pa.Array", kind: Kind | None) -> list[Any]:
    """The values of an Arrow array; without a kind (written by others) as near to JSON as its type allows.

    Dates and times become text, decimals numbers, and NaN, which in data frames stands for a missing value, None.

    Raises:
        InputError: the type of the array has no counterpart in JSON, or JSON text is broken.
    """
    if kind == "json" and array.type == to_arrow([], "json").type:
        return _json(array.to_pylist())
    if kind == "meanings" and _is_list_of_text(array.type):
        flat = _json(array.flatten().to_pylist())
        # Of a null `flatten` gives nothing, so it counts as no text.
        ends = np.cumsum(array.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)).tolist()
        lists = [flat[start:end] for start, end in pairwise([0, *ends])]
        return [values if valid else None for values, valid in zip(lists, array.is_valid().to_pylist(), strict=True)]
    if kind == "float" and array.type == to_arrow([], kind).type:
        return list(array.to_pylist())  # where a number is expected NaN is not a missing one, but wrong
    return _foreign(array)


def _is_list_of_text(kind: "pa.DataType") -> bool:
    from pyarrow import types

    text = (types.is_string, types.is_large_string, types.is_string_view)
    is_list = types.is_list(kind) or types.is_large_list(kind)
    return is_list and any(is_text(kind.value_type) for is_text in text)


def _json(texts: list[str | None]) -> list[Any]:
    try:
        return [None if text is None else _decode(text) for text in texts]
    except (msgspec.DecodeError, RecursionError):
        wrong = next(text for text in texts if text is not None and not _is_json(text))
        found = f"{wrong[:40]!r} is not JSON"
        todo = 'meanings are JSON text here: write "yes", with its quotes, for the string yes'
        raise InputError(found, todo) from None


def _is_json(text: str) -> bool:
    try:
        _decode(text)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def _foreign(array: "pa.Array") -> list[Any]:
    """An array of any type, as near to JSON as that allows."""
    import pyarrow as pa

    kind = array.type
    if pa.types.is_dictionary(kind):
        return _foreign(array.dictionary_decode())
    if pa.types.is_temporal(kind):
        array = array.cast(pa.string())
    elif pa.types.is_decimal(kind):
        array = array.cast(pa.float64())
    values: list[Any] = array.to_pylist()
    if pa.types.is_floating(array.type):
        return [None if value is None or math.isnan(value) else value for value in values]
    if pa.types.is_nested(kind):
        return [msgspec.to_builtins(value) for value in values]
    if _OF_TYPE.keys() >= set(map(type, values)):
        return values
    raise InputError(f"a column of type {kind}", "leave it out, or turn it into text or numbers")
