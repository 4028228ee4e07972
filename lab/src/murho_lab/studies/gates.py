"""Gates: how often a comparison with a baseline fails where nothing got worse, as `compare` and pytest's plugin do it.

B is as good as A but errs on other cases, or it is A once more, a system that answers differently each time. The gate
is `--fail-if-worse 0`: on the difference itself, with `--confident`, and as if each interval were taken by itself.

>>> found = study(repetitions=20, seed=1, only=("errs on other cases, the whole",))
>>> (one,) = found.cells
>>> one.plain > one.confident, one.comparisons
(True, 20)
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from murho.core.comparison import difference, infer
from murho.pipeline.comparing.gate import gate
from murho.pipeline.comparing.result import Compared, Comparison
from murho_lab.studies.simulation import Tables, Told, each, in_silence, on_terminal, written

if TYPE_CHECKING:
    from rich.console import Console

CASES = 400
GROUPS = 10
WRONG = 0.2
RESAMPLES = 999
_COLUMNS = ("B beside A", "on the difference", "--confident", "each interval by itself")


@dataclass(frozen=True)
class Cell:
    """Two systems of which neither is better, and what the gate looks at."""

    itself: bool
    """B is A, asked again; else another system that is as good."""
    groups: int
    """Beside the whole."""
    weighed: bool = False
    """ρ is 0.1, 0.5 or 1; else 1."""

    def __str__(self) -> str:
        kind = "A itself, which answers differently each time" if self.itself else "errs on other cases"
        looked = f"the whole and {self.groups} groups" if self.groups else "the whole"
        return f"{kind}, {looked}{', weighed' if self.weighed else ''}"


@dataclass(frozen=True)
class Found:
    """What share of comparisons failed in a cell."""

    cell: str
    comparisons: int
    plain: float
    """Without `--confident`."""
    confident: float
    single: float
    """Were each interval held at its own level."""


@dataclass(frozen=True)
class Study:
    """The study: a line for each cell."""

    seed: int
    repetitions: int
    cells: list[Found]

    def as_json(self) -> dict[str, Any]:
        """All of it as plain JSON."""
        return asdict(self)


CELLS = [
    Cell(itself=False, groups=0),
    Cell(itself=False, groups=GROUPS),
    Cell(itself=False, groups=GROUPS, weighed=True),
    Cell(itself=True, groups=0),
    Cell(itself=True, groups=GROUPS),
]


def run(*, quick: bool = False, repetitions: int | None = None, seed: int = 0) -> Study:
    """The study as the command line runs it, telling on a terminal how far it has come."""
    return study(repetitions=repetitions or (100 if quick else 1000), seed=seed, told=on_terminal)


def study(*, repetitions: int, seed: int, only: Iterable[str] | None = None, told: Told = in_silence) -> Study:
    """Count, cell by cell; `only` names some."""
    wanted = None if only is None else set(only)
    cells = [cell for cell in CELLS if wanted is None or str(cell) in wanted]
    return Study(seed, repetitions, list(each(cells, seed, lambda cell, rng: examine(cell, repetitions, rng), told)))


def examine(cell: Cell, repetitions: int, rng: np.random.Generator) -> Found:
    """Compare again and again, and count how often the gate fails."""
    failed = np.array([_failed(cell, rng) for _ in range(repetitions)])
    plain, confident, single = failed.mean(axis=0).tolist()
    return Found(str(cell), repetitions, plain, confident, single)


def _failed(cell: Cell, rng: np.random.Generator) -> tuple[bool, bool, bool]:
    """Whether the gate fails on one pair of runs: plainly, confidently, and each interval by itself."""
    # Asked again, most cases come out alike, and some by chance.
    drawn = rng.choice([0.0, 0.05, 0.5, 1.0], CASES, p=[0.6, 0.2, 0.15, 0.05])
    chance = drawn if cell.itself else np.full(CASES, WRONG)
    rho = rng.choice([0.1, 0.5, 1.0], CASES) if cell.weighed else np.ones(CASES)
    a, b = (rng.random(CASES) < chance for _ in "AB")
    group = rng.integers(max(1, cell.groups), size=CASES)
    parts = [np.ones(CASES, bool), *(group == number for number in range(cell.groups))]
    columns = [[np.asarray(one[part], float) for one in (rho * a, rho, rho * b, rho)] for part in parts]
    inferred = [infer(column, resamples=RESAMPLES) for column in columns]

    def at(level: float) -> list[Comparison]:
        whole, *slices = [difference(*both, level=level) for both in zip(columns, inferred, strict=True)]
        by = {"group": {str(number): (one, 1.0) for number, one in enumerate(slices)}}
        return [Comparison("labels", [Compared("A", "B", whole, None, by, 0, 0, CASES, 0, 0)], "")]

    compared = at(0.95)
    verdicts = gate(compared, 0.0), gate(compared, 0.0, at)
    plain, confident = (any(look.state == "failed" for look in looks) for looks in verdicts)
    return plain, confident, any(verdict.difference.low > 0 for verdict in verdicts[0])


def tables(found: Study) -> Tables:
    """The study laid out."""
    rows = [
        [cell.cell, *(f"{100 * share:.1f} %" for share in (cell.plain, cell.confident, cell.single))]
        for cell in found.cells
    ]
    drawn = (
        f"seed {found.seed}, {found.repetitions} comparisons a cell, {CASES} cases; how often a gate fails by chance"
    )
    return Tables(drawn, {}, _COLUMNS, [("gates where nothing got worse", rows)])


def show(found: Study, console: "Console") -> None:
    """Print the table."""
    tables(found).show(console)


def draw(found: Study, folder: str) -> list[str]:
    """Write the table to `gates-tables.md` in a folder; the path written."""
    laid_out = tables(found)
    head = ["# Gates\n", f"Written by `murho study gates -o FOLDER`: {laid_out.drawn}.\n"]
    return written(laid_out.markdown(head), folder, "gates-tables.md")
