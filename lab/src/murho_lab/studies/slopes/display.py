"""The study in the terminal, and its tables as a page of Markdown."""

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from murho_lab.studies.slopes.rivals import RIVALS
from murho_lab.studies.slopes.study import Found, Study

if TYPE_CHECKING:
    from rich.console import Console

HEAD = ("points", "size", "unflagged", "covered", "width", "degrees")


def show(study: Study, console: "Console") -> None:
    """Print the summary, and every family's table."""
    from rich.table import Table

    console.print(f"seed {study.seed}, {study.repetitions} samples a cell", highlight=False)
    for line in _summary(study):
        console.print(line, highlight=False)
    for family, cells in groupby(study.cells, lambda cell: cell.family):
        table = Table(title=family, box=None, title_justify="left", padding=(0, 1, 0, 0))
        for name in (*HEAD, *RIVALS):
            table.add_column(name, justify="left" if name == "points" else "right")
        for cell in cells:
            table.add_row(*row(cell))
        console.print(table)


def row(cell: Found) -> list[str]:
    """A cell's figures: shares in percent, the rivals' coverage."""
    ours = [f"{cell.unflagged:.0f}", f"{cell.covered:.1f}", f"{cell.width:.3g}", f"{cell.degrees:g}"]
    return [cell.population, str(cell.size), *ours, *(f"{cell.rivals[name]:.1f}" for name in RIVALS)]


def draw(study: Study, folder: str) -> list[str]:
    """Write the tables to `slopes-tables.md` in a folder; the path written."""
    path = Path(folder) / "slopes-tables.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(markdown(study), "utf-8")
    return [str(path)]


def markdown(study: Study) -> str:
    """All tables, a line for each cell."""
    lines = [
        "# Slopes: how often their intervals hold the truth, cell by cell\n",
        f"Written by `murho study slopes -o FOLDER`: seed {study.seed}, {study.repetitions} samples a cell; shares in",
        "percent, of 95 % intervals. `size` is the number of clusters, or of points where there are none; `width` and",
        "`degrees` of freedom are medians.\n",
    ]
    lines += [f"- {line}" for line in _summary(study)]
    for family, cells in groupby(study.cells, lambda cell: cell.family):
        lines.append(f"\n### {family[0].upper()}{family[1:]}\n")
        lines.append(f"| {' | '.join((*HEAD, *RIVALS))} |")
        lines.append("|---" * (len(HEAD) + len(RIVALS)) + "|")
        lines += [f"| {' | '.join(row(cell))} |" for cell in cells]
    return "\n".join(lines) + "\n"


def _summary(study: Study) -> list[str]:
    found = study.summary()
    rivals = found.pop("rivals_below_93")
    lines = [f"{name.replace('_', ' ')}: {value}" for name, value in found.items()]
    return [*lines, *(f"{name}, below 93 in those cells: {count}" for name, count in rivals.items())]
