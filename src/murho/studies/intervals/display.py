"""The study in the terminal, and its table as a page of Markdown."""

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from murho.studies.intervals.rivals import BOOTSTRAPS, RIVALS
from murho.studies.intervals.study import Found, Study

if TYPE_CHECKING:
    from rich.console import Console

HEAD = ("shape", "clusters", "unflagged", "covered, unflagged", "covered", "truth above", "width")


def show(study: Study, console: "Console") -> None:
    """Print the summary, and every family's table."""
    from rich.table import Table

    console.print(f"seed {study.seed}, {study.repetitions} samples a cell", highlight=False)
    for name, value in study.summary().items():
        console.print(f"{name.replace('_', ' ')}: {value}", highlight=False)
    for family, cells in groupby(study.cells, lambda cell: cell.family):
        table = Table(title=family, box=None, title_justify="left", padding=(0, 1, 0, 0))
        for name in (*HEAD, *RIVALS, *BOOTSTRAPS):
            table.add_column(name, justify="left" if name == "shape" else "right")
        for cell in cells:
            table.add_row(*row(cell))
        console.print(table)


def row(cell: Found) -> list[str]:
    """A cell's figures: shares in percent, the rivals' coverage; * where samples usually lack what decides."""
    unflagged = "–" if cell.unflagged_covered is None else f"{cell.unflagged_covered:.1f}"
    ours = [f"{cell.unflagged:.0f}", unflagged, f"{cell.murho.covered:.1f}", f"{cell.murho.above:.1f}"]
    rivals = [f"{cell.rivals[name].covered:.1f}" if name in cell.rivals else "" for name in (*RIVALS, *BOOTSTRAPS)]
    shape = cell.population + ("" if cell.detectable else " *")
    return [shape, str(cell.clusters), *ours, f"{cell.murho.width:.3g}", *rivals]


def draw(study: Study, folder: str) -> list[str]:
    """Write the tables to `intervals-tables.md` in a folder; the path written."""
    path = Path(folder) / "intervals-tables.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(markdown(study), "utf-8")
    return [str(path)]


def markdown(study: Study) -> str:
    """All tables, a line for each cell."""
    lines = [
        "# Intervals: how often they hold the truth, cell by cell\n",
        f"Written by `murho study intervals -o FOLDER`: seed {study.seed}, {study.repetitions} samples a cell;",
        "shares in percent, of 95 % intervals. `width` is the median; * marks cells whose samples usually lack",
        "what decides.\n",
    ]
    lines += [f"- {name.replace('_', ' ')}: {value}" for name, value in study.summary().items()]
    for family, cells in groupby(study.cells, lambda cell: cell.family):
        lines.append(f"\n### {family[0].upper()}{family[1:]}\n")
        lines.append(f"| {' | '.join((*HEAD, *RIVALS, *BOOTSTRAPS))} |")
        lines.append("|---" * (len(HEAD) + len(RIVALS) + len(BOOTSTRAPS)) + "|")
        lines += [f"| {' | '.join(row(cell))} |" for cell in cells]
    return "\n".join(lines) + "\n"
