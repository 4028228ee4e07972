"""What studies of simulated samples share: a cell of a grid after the other, and what was found there, in tables.

A study counts (`intervals`, `differences`), and says what the columns are; here is what does not depend on them.

>>> list(each(["a", "b"], 7, lambda cell, rng: f"{cell}{rng.integers(100)}"))
['a94', 'b87']
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from rich.console import Console

Cell = TypeVar("Cell")
Found = TypeVar("Found")
Told = Callable[[int, int], None]
"""Called with how many cells are done, and of how many."""


def in_silence(done: int, of: int) -> None:
    """Tell nobody."""


def on_terminal(done: int, of: int) -> None:
    """Tell it on standard error, where that is a terminal."""
    if sys.stderr.isatty():
        print(f"\r{done} of {of} cells", end="" if done < of else "\n", file=sys.stderr, flush=True)


def each(
    cells: Sequence[Cell], seed: int, examine: Callable[[Cell, np.random.Generator], Found], told: Told = in_silence
) -> Iterator[Found]:
    """What is found in each cell; each has its own stream of random numbers."""
    for number, cell in enumerate(cells):
        yield examine(cell, np.random.default_rng([seed, number]))
        told(number + 1, len(cells))


@dataclass(frozen=True)
class Tables:
    """A study laid out: the figures of its summary, and tables with one line for each cell."""

    drawn: str
    """The seed, and how many samples."""
    summary: Mapping[str, object]
    columns: Sequence[str]
    """Their heads; in the first stand names, in the others numbers."""
    tables: Sequence[tuple[str, Iterable[Sequence[str]]]]
    """Title and lines of each."""

    def show(self, console: "Console") -> None:
        """Print the summary, and every table."""
        from rich.table import Table

        console.print(self.drawn, highlight=False)
        for line in self._figures():
            console.print(line, highlight=False)
        for title, rows in self.tables:
            table = Table(title=title, box=None, title_justify="left", padding=(0, 1, 0, 0))
            for name in self.columns:
                table.add_column(name, justify="left" if name == self.columns[0] else "right")
            for row in rows:
                table.add_row(*row)
            console.print(table)

    def markdown(self, head: Iterable[str]) -> str:
        """All of it as Markdown, below the lines of `head`."""
        lines = [*head, *(f"- {line}" for line in self._figures())]
        for title, rows in self.tables:
            lines.append(f"\n### {title[0].upper()}{title[1:]}\n")
            lines.append(f"| {' | '.join(self.columns)} |")
            lines.append("|---" * len(self.columns) + "|")
            lines += [f"| {' | '.join(row)} |" for row in rows]
        return "\n".join(lines) + "\n"

    def _figures(self) -> list[str]:
        return [f"{name.replace('_', ' ')}: {value}" for name, value in self.summary.items()]


def written(text: str, folder: str, name: str) -> list[str]:
    """Write a page into a folder, which is made if need be; the path written."""
    path = Path(folder) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return [str(path)]
