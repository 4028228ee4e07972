"""Tables of results: Arrow's, or as a frame of Polars or pandas where they are asked for and installed.

>>> table = arrow({"id": ["a", "b"], "loss": [0.5, None], "feature": ["x", 1]}, {"loss": "float64"})
>>> table.schema.types
[DataType(string), DataType(double), DataType(string)]
>>> as_frame(table, "pandsa")
Traceback (most recent call last):
murho.core.errors.UsageError: no frame 'pandsa'; did you mean pandas? known: arrow, polars, pandas
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from murho.core.errors import UsageError
from murho.plugs import close_to
from murho.sheets.legible import as_text

if TYPE_CHECKING:
    import pyarrow as pa

KINDS = ("arrow", "polars", "pandas")


def arrow(columns: Mapping[str, Sequence[Any]], types: Mapping[str, str] | None = None) -> "pa.Table":
    """Columns as an Arrow table; those of a type that is given have it, others their own, or are JSON text."""
    import pyarrow as pa

    known = types or {}
    arrays = [_array(list(column), known.get(name)) for name, column in columns.items()]
    return pa.Table.from_arrays(arrays, names=list(columns))


def _array(column: list[Any], kind: str | None) -> "pa.Array":
    import pyarrow as pa

    if kind is not None:
        return pa.array(column, pa.list_(pa.string()) if kind == "texts" else getattr(pa, kind)())
    try:
        return pa.array(column)
    except (pa.ArrowException, UnicodeError, OverflowError):
        texts = [None if value is None else as_text(value) for value in column]
        return pa.array([text and text.encode("utf-8", "backslashreplace").decode() for text in texts], pa.string())


def as_frame(table: "pa.Table", kind: str = "arrow") -> Any:
    """The table as a frame of this kind.

    Raises:
        UsageError: there is no such kind, or it is not installed.
    """
    if kind not in KINDS:
        near = close_to(str(kind), KINDS)
        hint = f"did you mean {near}? " if near else ""
        raise UsageError(f"no frame {kind!r}; {hint}known: {', '.join(KINDS)}")
    if kind == "arrow":
        return table
    try:
        found = import_module(kind)
    except ImportError:
        raise UsageError(
            f"{kind} is not installed; pip install {kind}, or take the Arrow table that .frame() gives"
        ) from None
    return found.from_arrow(table) if kind == "polars" else table.to_pandas()
