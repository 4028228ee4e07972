"""`murho.verify`: are the files of a saved run what they were when they were written?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from murho.face.panels import Panel, Row, Table
from murho.face.result import Result
from murho.face.saved import kept_of
from murho.sheets.frame import arrow
from murho.sheets.numbers import several
from murho.store import verify as verifying

if TYPE_CHECKING:
    import pyarrow as pa

    from murho.face.given import Path
    from murho.face.saved import Run


@dataclass(frozen=True, repr=False)
class Verified(verifying.Verified, Result):
    """What was looked at, and what is damaged."""

    @property
    def sound(self) -> bool:
        """Nothing is damaged."""
        return not self.damaged

    def __repr__(self) -> str:
        state = f"{len(self.damaged)} damaged" if self.damaged else "all sound"
        missing = f", {several(self.missing, 'case')} without an answer" if self.missing else ""
        return f"<Verified {several(self.parts, 'part')} of answers, {state}{missing}>"

    def table(self) -> pa.Table:
        """A row for each file that is damaged."""
        names = ("file", "found", "todo")
        return arrow(
            {name: [getattr(one, name) for one in self.damaged] for name in names}, dict.fromkeys(names, "string")
        )

    def panels(self) -> list[Panel]:
        """What is damaged, and what to do about it."""
        rows = [Row(one.file, (one.found, one.todo)) for one in self.damaged]
        tables = [Table(("damaged", "", "what to do"), rows)] if rows else []
        return [Panel(repr(self)[1:-1], tables=tables)]


def verify(run: Run | Path) -> Verified:
    """Verify that the files of a saved run are what they were when they were written.

    What is damaged is named, with what to do about it. Nothing is changed.

    Args:
        run: a run, or the path of its folder.

    Raises:
        InputError: there is no run, or its record cannot be read.
    """
    return Verified.of(verifying.verify(kept_of(run)))
