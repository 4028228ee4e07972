"""The study in the terminal, and its table as a page of Markdown."""

from itertools import groupby
from typing import TYPE_CHECKING, Any

from murho_lab.studies.intervals.rivals import BOOTSTRAPS, RIVALS
from murho_lab.studies.intervals.study import Found, Study
from murho_lab.studies.simulation import Tables, written

if TYPE_CHECKING:
    from rich.console import Console

HEAD = ("shape", "clusters", "unflagged", "covered, unflagged", "covered", "truth above", "width")


def show(study: Study, console: "Console") -> None:
    """Print the summary, and every family's table."""
    _tables(study).show(console)


def row(cell: Found) -> list[str]:
    """A cell's figures: shares in percent, the rivals' coverage; * where samples usually lack what decides."""
    unflagged = "–" if cell.unflagged_covered is None else f"{cell.unflagged_covered:.1f}"
    ours = [f"{cell.unflagged:.0f}", unflagged, f"{cell.murho.covered:.1f}", f"{cell.murho.above:.1f}"]
    rivals = [f"{cell.rivals[name].covered:.1f}" if name in cell.rivals else "" for name in (*RIVALS, *BOOTSTRAPS)]
    shape = cell.population + ("" if cell.detectable else " *")
    return [shape, str(cell.clusters), *ours, f"{cell.murho.width:.3g}", *rivals]


def draw(study: Study, folder: str) -> list[str]:
    """Write the tables to `intervals-tables.md` in a folder; the path written."""
    return written(markdown(study), folder, "intervals-tables.md")


def markdown(study: Study) -> str:
    """All tables, a line for each cell."""
    head = [
        "# Intervals: how often they hold the truth, cell by cell\n",
        f"Written by `murho study intervals -o FOLDER`: seed {study.seed}, {study.repetitions} samples a cell;",
        "shares in percent, of 95 % intervals. `width` is the median; * marks cells whose samples usually lack",
        "what decides.\n",
    ]
    return _tables(study).markdown(head)


def _tables(study: Study) -> Tables:
    tables = [
        (family, [row(cell) for cell in cells]) for family, cells in groupby(study.cells, lambda cell: cell.family)
    ]
    drawn = f"seed {study.seed}, {study.repetitions} samples a cell"
    summary = {name: _in_words(value) for name, value in study.summary().items()}
    return Tables(drawn, summary, (*HEAD, *RIVALS, *BOOTSTRAPS), tables)


def _in_words(value: Any) -> Any:
    return ", ".join(f"{name} {its}" for name, its in value.items()) if isinstance(value, dict) else value
