"""The study in the terminal, and its tables as a page of Markdown."""

from itertools import groupby
from typing import TYPE_CHECKING

from murho_lab.studies.differences.rivals import RIVALS
from murho_lab.studies.differences.study import Found, Study
from murho_lab.studies.simulation import Tables, written

if TYPE_CHECKING:
    from rich.console import Console

NAMES = (*RIVALS, "mid-p McNemar")
HEAD = ("systems", "clusters", "unflagged", "p ≤ .05, unflagged", "p ≤ .05", "covered")


def show(study: Study, console: "Console") -> None:
    """Print the summary, and every family's table."""
    _tables(study).show(console)


def row(cell: Found) -> list[str]:
    """A cell's figures: shares in percent; * where samples usually lack what decides."""
    unflagged = "–" if cell.unflagged_rejected is None else f"{cell.unflagged_rejected:.1f}"
    rivals = [f"{cell.rivals[name]:.1f}" if name in cell.rivals else "" for name in NAMES]
    shape = cell.population + (" *" if cell.undetectable else "")
    return [
        shape,
        str(cell.clusters),
        f"{cell.unflagged:.0f}",
        unflagged,
        f"{cell.rejected:.1f}",
        f"{cell.covered:.1f}",
        *rivals,
    ]


def _title(cell: Found) -> str:
    return f"{'equally good' if cell.null else 'B is better'}: {cell.family}"


def draw(study: Study, folder: str) -> list[str]:
    """Write the tables to `significance-tables.md` in a folder; the path written."""
    return written(markdown(study), folder, "significance-tables.md")


def markdown(study: Study) -> str:
    """All tables, a line for each cell."""
    head = [
        "# Differences: how often tests find them, cell by cell\n",
        f"Written by `murho study differences -o FOLDER`: seed {study.seed}, {study.repetitions} samples a cell;",
        "shares of samples in percent. Where the systems are equally good, what is found is an error, and 5 are to be",
        "expected; * marks cells whose samples usually lack what decides.\n",
    ]
    return _tables(study).markdown(head)


def _tables(study: Study) -> Tables:
    summary = {name: value for name, value in study.summary().items() if name != "power"}  # the tables have it
    tables = [(title, [row(cell) for cell in cells]) for title, cells in groupby(study.cells, _title)]
    return Tables(f"seed {study.seed}, {study.repetitions} samples a cell", summary, (*HEAD, *NAMES), tables)
