"""Results under several measures: a sequence, the main one first, found by place or by the name of the measure.

>>> from murho.face.score import Scores, score
>>> both = Scores([score("words", "to bonn", "to born"), score("sentences", "to bonn", "to born")])
>>> both["sentences"].value, both[0].value, both.value, both.frame().column("measure").to_pylist()
(1.0, 0.5, 0.5, ['words', 'sentences'])
>>> both["wrds"]
Traceback (most recent call last):
murho.core.errors.UsageError: no measure 'wrds' here; known: words, sentences
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from murho.core.errors import UsageError
from murho.core.signature import SCHEMA_VERSION
from murho.face.panels import Panel
from murho.face.result import Result
from murho.sheets.frame import arrow

if TYPE_CHECKING:
    import pyarrow as pa


class Measured(Protocol):
    """A result under one measure."""

    @property
    def measure(self) -> str:
        """Its notation."""

    def as_json(self) -> dict[str, Any]:
        """What `--json` prints of it."""

    def table(self) -> "pa.Table":
        """Its figures."""

    def panels(self) -> list[Panel]:
        """Its view."""


One = TypeVar("One", bound=Measured)


class Several(Result, Generic[One]):
    """One result for each measure."""

    def __init__(self, results: Iterable[One]):
        self._results = tuple(results)

    @property
    def main(self) -> One:
        """The result under the first measure."""
        return self._results[0]

    def __len__(self) -> int:
        return len(self._results)

    def __iter__(self) -> Iterator[One]:
        return iter(self._results)

    def __getitem__(self, which: int | str) -> One:
        if isinstance(which, str):
            known = {one.measure: one for one in self._results}
            if which not in known:
                raise UsageError(f"no measure {which!r} here; known: {', '.join(known)}")
            return known[which]
        return self._results[which]

    def __repr__(self) -> str:
        return "\n".join(map(repr, self._results))

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints: that of the one measure, or `figures` with one for each."""
        if len(self) == 1:
            return self.main.as_json()
        figures = {one.measure: one.as_json() for one in self._results}
        return {"figures": figures, "schema_version": SCHEMA_VERSION}

    def table(self) -> "pa.Table":
        """The tables of all, each row with its measure."""
        import pyarrow as pa

        tables = [(one.measure, one.table()) for one in self._results]
        return pa.concat_tables(
            [
                table.add_column(0, "measure", arrow({"": [measure] * len(table)}, {"": "string"})[""])
                for measure, table in tables
            ]
        )

    def panels(self) -> list[Panel]:
        """The panels of all."""
        return [panel for one in self._results for panel in one.panels()]
