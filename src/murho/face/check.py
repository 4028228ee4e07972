"""`murho.check`: a suite is looked through before anyone runs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from murho.face.given import path_of
from murho.face.panels import Panel, Row, Table
from murho.face.result import Result
from murho.pipeline import check as checking
from murho.pipeline.sources import with_columns
from murho.sheets.frame import arrow

if TYPE_CHECKING:
    import pyarrow as pa

    from murho.face.given import Path
    from murho.pipeline.sources import Columns

BY_NAME = {"features": "feature", "labels": "labels of words"}
"""Facts that have a line for each name."""


@dataclass(frozen=True, eq=False, repr=False)
class Checked(Result):
    """What a suite holds, and what deserves a look."""

    path: str
    facts: Mapping[str, Any]

    @property
    def notes(self) -> Sequence[str]:
        """What is no error, but deserves a look."""
        return tuple(self.facts["notes"])

    @property
    def lines(self) -> list[tuple[str, str]]:
        """What it holds: a name and a value for each line."""
        whole = {
            name: value
            for name, value in self.facts.items()
            if name not in ("notes", "schema_version", "unit_classes", *BY_NAME)
        }
        found = [(name.replace("_", " "), str(value)) for name, value in whole.items()]
        if classes := self.facts.get("unit_classes"):
            counted = ", ".join(f"{name} {count}" for name, count in classes.items())
            found.append(("unit classes", f"{len(classes)}: {counted}"))
        for kind, called in BY_NAME.items():
            found += [(f"{called} {name}", text) for name, text in self.facts.get(kind, {}).items()]
        return found

    def __repr__(self) -> str:
        return f"<Checked {self.path}: {self.facts['cases']} cases, {len(self.notes)} notes>"

    def as_json(self) -> dict[str, Any]:
        """The object that `murho check --json` prints."""
        return dict(self.facts)

    def table(self) -> pa.Table:
        """A row for each fact."""
        names, values = zip(*self.lines, strict=True)
        return arrow({"fact": list(names), "value": list(values)}, {"fact": "string", "value": "string"})

    def panels(self) -> list[Panel]:
        """What it holds, and the notes."""
        rows = [Row(name, (value,)) for name, value in self.lines]
        return [Panel(f"Check of {self.path}", flags=self.notes, tables=[Table(("", ""), rows)])]


def check(
    cases: Path,
    answers: Path | None = None,
    *,
    format: str | None = None,
    columns: Columns | None = None,
    encoding: str | None = None,
) -> Checked:
    """Check a suite, and the answers to it, before anyone runs it.

    What is malformed is an error with file and line. What is none but deserves a look is noted.

    Args:
        cases: the file of the suite.
        answers: a file of answers to it.
        format: the format of the files.
        columns: of a table, which column is what, as `--columns` has it or as a dict by role.
        encoding: for csv and tsv: what the file is in where that is not UTF-8, as `windows-1252`.

    Raises:
        InputError: a file is malformed, an importance cannot be used, or the files do not belong together.
    """
    path, beside = path_of(cases, "cases"), None if answers is None else path_of(answers, "answers")
    name = with_columns(format, columns, path, beside, encoding)
    return Checked(path, checking.check(path, beside, name))
