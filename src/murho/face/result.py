"""What all results can do: show themselves in a notebook, give their table, be saved."""

import json
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Self

from murho.core.errors import UsageError
from murho.face.frames import as_frame
from murho.face.given import Path, path_of
from murho.face.latex import latex
from murho.face.panels import Panel, fragment, write_page
from murho.formats.opening import plain_suffix
from murho.formats.saving import writing

if TYPE_CHECKING:
    import pyarrow as pa

SUFFIXES = {
    ".json": "what --json prints",
    ".html": "a page",
    ".pdf": "the page, printed by Chromium",
    **dict.fromkeys((".parquet", ".csv"), "the frame"),
    ".tex": "the frame for LaTeX",
}


class Result:
    """What a verb gives; each kind of result says what its JSON, its table and its view are."""

    @classmethod
    def of(cls, found: Any) -> Self:
        """What a pipeline found, as it is given from Python: with the same fields."""
        return cls(**{one.name: getattr(found, one.name) for one in fields(found)})

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        raise NotImplementedError

    def table(self) -> "pa.Table":
        """The figures as an Arrow table."""
        raise NotImplementedError

    def panels(self) -> list[Panel]:
        """What is shown of it."""
        raise NotImplementedError

    def frame(self, kind: str = "arrow") -> Any:
        """The figures as a table: Arrow's, or a frame of `polars` or `pandas`.

        Raises:
            UsageError: there is no such kind, or it is not installed.
        """
        return as_frame(self.table(), kind)

    def save(self, path: Path) -> None:
        """Write it to a file, whole or not at all; the suffix says what: .json, .html, .pdf, .parquet, .csv, .tex.

        Raises:
            UsageError: the suffix says nothing of these.
            OutputError: the file cannot be written.
        """
        name = path_of(path, "path")
        suffix = plain_suffix(name)
        if suffix not in SUFFIXES:
            known = ", ".join(f"{one} ({what})" for one, what in SUFFIXES.items())
            raise UsageError(f"{name}: the suffix {suffix!r} does not tell what to write; give one of: {known}")
        if suffix in (".html", ".pdf"):
            self.write_page(name)
        elif suffix == ".json":
            with writing(name) as file:
                file.write(json.dumps(self.as_json()).encode() + b"\n")
        elif suffix == ".tex":
            with writing(name) as file:
                file.write(latex(self.table()).encode("utf-8", "backslashreplace"))
        else:
            _write_table(name, suffix, self.table())

    def write_page(self, path: str) -> None:
        """Write the page of it."""
        write_page(path, repr(self), self.panels())

    def _repr_html_(self) -> str:
        return fragment(self.panels())


def _write_table(name: str, suffix: str, table: "pa.Table") -> None:
    import pyarrow as pa
    import pyarrow.csv
    import pyarrow.parquet

    with writing(name) as file:
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
