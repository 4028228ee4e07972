"""What all results can do: show themselves in a notebook, give their table, be saved."""

import json
from dataclasses import fields
from typing import TYPE_CHECKING, Any, ClassVar, Self

from murho.core.errors import UsageError
from murho.face.given import Path, written_path
from murho.face.panels import Panel, fragment, notes_of, write_page
from murho.formats.opening import plain_suffix
from murho.formats.saving import writing
from murho.sheets.frame import SUFFIXES as TABLES
from murho.sheets.frame import as_frame, of_view, write_table

if TYPE_CHECKING:
    import pyarrow as pa

SUFFIXES = {
    ".json": "what --json prints",
    ".html": "a page",
    ".pdf": "the page, printed by Chromium",
    ".md": "Markdown",
    **dict.fromkeys((".parquet", ".csv"), "the frame"),
    ".tex": "the frame for LaTeX",
}


class Result:
    """What a verb gives; each kind of result says what its JSON, its table and its view are."""

    usual: ClassVar[str] = ""
    """The view that `--table FILE` writes; the figures, as `frame` gives them, where it has no name."""

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

    def frame(self, kind: str = "arrow", view: str | None = None) -> Any:
        """The figures as a table: Arrow's, or a frame of `polars` or `pandas`; of any other `view` of the result, too.

        A view is called as its field is in `as_json`: "classes", "ranking", "profile".

        Raises:
            UsageError: there is no such kind or view, or it is not installed.
        """
        return as_frame(self.table() if view is None else of_view(self.as_json(), view), kind)

    def save(self, path: Path, view: str | None = None, *, title: str = "") -> None:
        """Write it to a file, whole or not at all; the suffix says what: .json, .html, .pdf, .md, .parquet, .csv, .tex.

        The last three are tables: of the figures, or of a `view`, as `frame` has it. A page is called by its `title`.

        Raises:
            UsageError: the suffix says nothing of these, or there is no such view.
            OutputError: the file cannot be written.
        """
        name = written_path(path)
        suffix = plain_suffix(name)
        if suffix not in SUFFIXES:
            known = ", ".join(f"{one} ({what})" for one, what in SUFFIXES.items())
            raise UsageError(f"{name}: the suffix {suffix!r} does not tell what to write; give one of: {known}")
        if view is not None and suffix not in TABLES:
            raise UsageError(f"{name}: a view is written as a table; give a name that ends in {', '.join(TABLES)}")
        if suffix == ".md":
            with writing(name) as file:
                file.write(f"{self.markdown()}\n".encode("utf-8", "backslashreplace"))
        elif suffix in (".html", ".pdf"):
            self.write_page(name, title)
        elif suffix == ".json":
            with writing(name) as file:
                file.write(json.dumps(self.as_json()).encode() + b"\n")
        elif view is None:
            write_table(name, self.table())
        else:
            write_table(name, of_view(self.as_json(), view, printed=suffix == ".tex"))

    def markdown(self) -> str:
        """What there is to see of it, as Markdown."""
        from murho.sheets.markdown import markdown

        return "\n\n".join(markdown(panel.as_sheet()) for panel in self.panels())

    @property
    def remarks(self) -> list[str]:
        """What there is to know of it before it is believed; the terminal, pages, notebooks and Markdown show all."""
        return notes_of(self.panels())

    def write_page(self, path: str, title: str = "") -> None:
        """Write the page of it."""
        write_page(path, title or repr(self), self.panels())

    def _repr_html_(self) -> str:
        return fragment(self.panels())
