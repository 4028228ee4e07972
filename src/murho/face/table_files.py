"""Tables of figures as files: CSV, LaTeX and Parquet; and those of any view of what was found.

>>> told = {"measure": "labels", "value": 0.25, "classes": [{"label": "a", "f1": 0.8}]}
>>> of_view(told, "classes").to_pylist()
[{'label': 'a', 'f1': 0.8}]
>>> of_view(told, "clases")
Traceback (most recent call last):
murho.core.errors.UsageError: no view 'clases' in what was found; did you mean classes? there are: figures, classes
"""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from murho.core.errors import UsageError
from murho.face.frames import arrow
from murho.face.latex import latex
from murho.formats.opening import plain_suffix
from murho.formats.saving import writing
from murho.plugs import close_to
from murho.views.tables import FIGURES, columns, tables

if TYPE_CHECKING:
    import pyarrow as pa

SUFFIXES = (".csv", ".tex", ".parquet")


def of_view(told: Mapping[str, Any], view: str, *, printed: bool = False) -> "pa.Table":
    """A view of what `--json` prints as a table, as `murho.views.tables` has it; `printed` is for a page of paper.

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
