"""Figures as tables: Arrow's, frames of Polars or pandas, files of CSV, LaTeX and Parquet; and all views of a result.

A view is read off the object that `--json` prints. A field that holds objects is a view, and is called as the field is;
`figures` has the object itself in a row. What stands within a row is a view as well, whose rows begin with what the
outer row is called.

>>> lines = [{"label": "a", "f1": 0.8, "interval": [0.7, 0.9]}, {"label": "b", "f1": None, "interval": None}]
>>> told = {"value": 0.25, "counts": {"correct": 3}, "classes": lines, "by": {"day": {"mo": {"n": 2}}}}
>>> found = tables({"labels": told})
>>> found["figures"], found["by"]
([{'value': 0.25, 'counts_correct': 3}], [{'feature': 'day', 'group': 'mo', 'n': 2}])
>>> found["classes"]
[{'label': 'a', 'f1': 0.8, 'low': 0.7, 'high': 0.9}, {'label': 'b', 'f1': None, 'low': None, 'high': None}]
>>> told = {"measure": "labels", "value": 0.25, "classes": [{"label": "a", "f1": 0.8}]}
>>> of_view(told, "classes").to_pylist()
[{'label': 'a', 'f1': 0.8}]
>>> of_view(told, "clases")
Traceback (most recent call last):
murho.core.errors.UsageError: no view 'clases' in what was found; did you mean classes? there are: figures, classes
>>> table = arrow({"id": ["a", "b"], "loss": [0.5, None], "feature": ["x", 1]}, {"loss": "float64"})
>>> table.schema.types
[DataType(string), DataType(double), DataType(string)]
>>> as_frame(table, "pandsa")
Traceback (most recent call last):
murho.core.errors.UsageError: no frame 'pandsa'; did you mean pandas? known: arrow, polars, pandas
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from murho.core.errors import UsageError
from murho.formats.opening import plain_suffix
from murho.formats.saving import writing
from murho.plugs import close_to
from murho.sheets.latex import latex
from murho.sheets.legible import as_text

if TYPE_CHECKING:
    import pyarrow as pa

ViewRow = dict[str, Any]
FIGURES = "figures"
"""The view that is meant where none is named."""
_FOR_PROGRAMS = ("signature", "signatures", "schema_version")
_NAMED_BY = {"by": ("feature", "group")}
"""What the names are called of objects that are found by two of them."""


def tables(objects: Mapping[str, Mapping[str, Any]]) -> dict[str, list[ViewRow]]:
    """The rows of every view of what was found, by measure; of several measures each row begins with its own."""
    found: dict[str, list[ViewRow]] = {}
    for measure, told in objects.items():
        beside: ViewRow = {"measure": measure} if len(objects) > 1 else {}
        found.setdefault(FIGURES, []).append({**beside, **_flat(told)})
        for name, value in told.items():
            if isinstance(value, Mapping) or _is_rows(value):
                _add(found, name, value, beside)
    return found


def columns(rows: Sequence[ViewRow], *, printed: bool = False) -> dict[str, list[Any]]:
    """Rows as columns, in the order in which their names first occur; `printed` has no lists and no signatures.

    >>> rows = [{"a": 1}, {"a": 2, "items": ["x", "y"]}]
    >>> columns(rows), columns(rows, printed=True)
    ({'a': [1, 2], 'items': [None, ['x', 'y']]}, {'a': [1, 2]})
    """
    names = dict.fromkeys(name for row in rows for name in row)
    found = {name: [row.get(name) for row in rows] for name in names}
    if not printed:
        return found
    plain = {name: column for name, column in found.items() if not any(isinstance(one, list) for one in column)}
    return {name: column for name, column in plain.items() if name not in _FOR_PROGRAMS}


def _add(found: dict[str, list[ViewRow]], view: str, value: Any, beside: ViewRow) -> None:
    """Put what a field holds into the view of its name, and what is nested in it into others."""
    rows = found.setdefault(view, [])
    for named, one in _rows(view, value):
        row = {**named, **_flat(one)}
        if row:
            rows.append({**beside, **row})  # in this order, but its own name is its own
        outer = {**beside, **(named or _called(row))}
        for name, more in one.items():
            if _is_nested(more):
                _add(found, name, more, outer)


def _rows(view: str, value: Any) -> Iterator[tuple[ViewRow, Mapping[str, Any]]]:
    """The objects of a field, each with what it is called."""
    if not isinstance(value, Mapping):
        yield from (({}, one) for one in value)
        return
    lists = [name for name, one in value.items() if _is_rows(one) and one]
    if len(lists) == 1 and not any(isinstance(one, Mapping) for one in value.values()):
        # An object around one list, as the cells of a profile over its axes.
        axes = value.get("axes", ())
        for one in value[lists[0]]:
            yield (
                dict(zip(axes, one.get("classes", ()), strict=False)),
                {name: part for name, part in one.items() if not axes or name != "classes"},
            )
        return
    upper, lower = _NAMED_BY.get(view, ("of", "name"))
    for name, one in value.items():
        if not isinstance(one, Mapping):
            if _is_rows(one):
                yield {}, {name: one}
            else:
                yield {"name": name}, {"interval" if _is_interval(name, one) else "value": one}
        elif one and all(isinstance(part, Mapping) for part in one.values()):
            yield from (({upper: name, lower: group}, part) for group, part in one.items())
        else:
            yield {"name": name}, one


def _flat(one: Mapping[str, Any], before: str = "") -> ViewRow:
    """A row of an object: two ends of an interval, objects within it whose fields are plain, and all that is plain."""
    row: ViewRow = {}
    for name, value in one.items():
        if _is_interval(name, value):
            start = before + name.removesuffix("interval")
            row |= dict(zip((f"{start}low", f"{start}high"), value or (None, None), strict=True))
        elif isinstance(value, Mapping) and not _is_nested(value):
            row |= _flat(value, f"{before}{name}_")
        elif not _is_nested(value) and value != []:
            row[before + name] = value
    return row


def _called(row: ViewRow) -> ViewRow:
    """The first text of a row with its column."""
    return next(({name: value} for name, value in row.items() if isinstance(value, str)), {})


def _is_interval(name: str, value: Any) -> bool:
    is_pair = isinstance(value, list | tuple) and len(value) == 2 and not any(isinstance(end, str) for end in value)
    return (name == "interval" or name.endswith("_interval")) and (value is None or is_pair)


def _is_rows(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, Mapping) for one in value)


def _is_nested(value: Any) -> bool:
    """Whether it holds objects, so that it is no cell of a row."""
    if isinstance(value, Mapping):
        return any(isinstance(one, Mapping) or (_is_rows(one) and one) for one in value.values())
    return bool(value) and _is_rows(value)


SUFFIXES = (".csv", ".tex", ".parquet")


def of_view(told: Mapping[str, Any], view: str, *, printed: bool = False) -> "pa.Table":
    """A view of what `--json` prints as a table, as `tables` has it; `printed` is for a page of paper.

    Raises:
        UsageError: there is no such view in it.
    """
    figures = told.get(FIGURES)
    objects = figures if isinstance(figures, Mapping) else {str(told.get("measure", "")): told}
    found = tables(objects)
    if view not in found:
        near = close_to(view, list(found))
        hint = f"did you mean {near}? " if near else ""
        filled = ", ".join(name for name, rows in found.items() if rows)
        raise UsageError(f"no view {view!r} in what was found; {hint}there are: {filled}")
    # A run without an error has a confusion without rows: a table all the same, which whatever reads tables reads.
    return arrow(columns(found[view], printed=printed) or {view: []})


def write_table(path: str, table: "pa.Table") -> None:
    """Write a table to a file, as its suffix says, whole or not at all.

    Raises:
        OutputError: it cannot be written.
    """
    import pyarrow as pa
    import pyarrow.csv
    import pyarrow.parquet

    suffix = plain_suffix(path)
    with writing(path) as file:
        if suffix == ".tex":
            file.write(latex(table).encode("utf-8", "backslashreplace"))
            return
        if suffix == ".parquet":
            pyarrow.parquet.write_table(table, file, compression="zstd")
            return
        for place, field in enumerate(table.schema):
            if pa.types.is_nested(field.type):  # which a file of this kind cannot hold
                texts = [None if value is None else _json(value) for value in table.column(place).to_pylist()]
                table = table.set_column(place, field.name, pa.array(texts, pa.string()))
        pyarrow.csv.write_csv(table, file)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


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
