"""People who err: how often intervals of π hold, people's own and those that take their errors into account.

Cases of which a fifth are wrong are judged by people who err, each in a way of their own: equally often on right and
wrong answers, or overlooking more than they invent; some cases by two, three or five of them. Covered is π of the
truth.

>>> found = study(repetitions=4, seed=1, only=("4 people, 2 a case, errors alike",))
>>> (one,) = found.cells
>>> one.people[1] < one.without[1], one.samples
(True, 4)
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from murho.core.estimate import estimate
from murho.core.judgement import Judgements
from murho.core.raters import crossed_interval, without_errors
from murho.core.tally import tally
from murho_lab.studies.simulation import Tables, Told, each, in_silence, on_terminal, written

if TYPE_CHECKING:
    from rich.console import Console

CASES = 400
WRONG = 0.2
_COLUMNS = (
    "people and cases",
    "error of π",
    "covered",
    "covered, of other people",
    "width",
    "error of π without errors",
    "covered without errors",
    "width without errors",
)


@dataclass(frozen=True)
class Cell:
    """People who judge, and what they are like."""

    people: int
    a_case: int
    """Who judge the half of the cases that several judge."""
    alike: bool
    """They err equally often on right and on wrong answers; else they overlook five times more than they invent."""
    settled: bool
    """Somebody who does not err settles where they differ."""

    def __str__(self) -> str:
        errors = "errors alike" if self.alike else "more overlooked"
        return f"{self.people} people, {self.a_case} a case, {errors}{', settled' if self.settled else ''}"


@dataclass(frozen=True)
class Found:
    """What came of the samples of a cell; each triple is the mean error, the share covered, the median width."""

    cell: str
    samples: int
    people: tuple[float, float, float]
    """Of people's own π with the usual interval."""
    others: float
    """The share that the interval for other people like these covers, of π as all such people would have it."""
    without: tuple[float, float, float]
    """Of π without errors."""


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
    Cell(people, a_case, alike, settled)
    for people, a_case, settled in (
        (2, 2, False),
        (4, 2, False),
        (8, 2, False),
        (4, 2, True),
        (4, 3, False),
        (6, 5, False),
    )
    for alike in (True, False)
]


def run(*, quick: bool = False, repetitions: int | None = None, seed: int = 0) -> Study:
    """The study as the command line runs it, telling on a terminal how far it has come."""
    return study(repetitions=repetitions or (20 if quick else 200), seed=seed, told=on_terminal)


def study(*, repetitions: int, seed: int, only: Iterable[str] | None = None, told: Told = in_silence) -> Study:
    """Count, cell by cell; `only` names some."""
    wanted = None if only is None else set(only)
    cells = [cell for cell in CELLS if wanted is None or str(cell) in wanted]
    result = each(cells, seed, lambda cell, rng: examine(cell, repetitions, rng), told)
    return Study(seed, repetitions, list(result))


def examine(cell: Cell, repetitions: int, rng: np.random.Generator) -> Found:
    """Draw samples of a cell, and look what their intervals hold."""
    rows = np.array([_sample(cell, rng) for _ in range(repetitions)])
    people, without = ((rows[:, at].mean(), rows[:, at + 1].mean(), np.median(rows[:, at + 2])) for at in (0, 3))
    return Found(
        str(cell),
        repetitions,
        (float(people[0]), float(people[1]), float(people[2])),
        float(rows[:, 6].mean()),
        (float(without[0]), float(without[1]), float(without[2])),
    )


def _errors(cell: Cell, rng: np.random.Generator, count: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    """How often each errs, on right and on wrong answers, (people, 2)."""
    drawn = rng.uniform(0.02, 0.2, count) if cell.alike else rng.uniform(0.01, 0.06, count)
    return np.stack([drawn, drawn if cell.alike else 5 * drawn], axis=1)


def _sample(cell: Cell, rng: np.random.Generator) -> list[float]:
    truth = (rng.random(CASES) < WRONG).astype(np.int64)
    errors = _errors(cell, rng, cell.people)
    a_case = np.where(rng.random(CASES) < 0.5, cell.a_case, 1)
    unit = np.repeat(np.arange(CASES), a_case)
    person = np.concatenate([rng.choice(cell.people, count, replace=False) for count in a_case.tolist()])
    label = truth[unit] ^ (rng.random(len(unit)) < errors[person, truth[unit]])
    said, known = label.astype(np.float64), dict[int, int]()
    if cell.settled:
        mean = np.bincount(unit, label) / a_case
        known = {case: int(truth[case]) for case in np.flatnonzero((mean > 0) & (mean < 1)).tolist()}
        said = np.where(np.isin(unit, list(known)), truth[unit], said)
    rho, cluster = np.ones(CASES), np.arange(CASES)
    usual = estimate(tally(Judgements.of(np.bincount(unit, said) / a_case), rho).closed, level=0.95)
    among = crossed_interval(unit, person, said, rho, cluster, level=0.95)
    fitted = without_errors(unit, person, label, [0.0, 1.0], rho, cluster, known=known, level=0.95)
    # As all such people would have it: the errors are uniform, and so are known on average.
    wrong, right = (0.11, 0.11) if cell.alike else (0.035, 0.175)
    theirs = WRONG * (1 - right) + (1 - WRONG) * wrong
    held = among is not None and among[0] <= (WRONG if cell.settled and cell.a_case > 1 else theirs) <= among[1]
    value = usual.value or 0.0
    return [
        value - WRONG,
        usual.low <= WRONG <= usual.high,
        usual.high - usual.low,
        fitted.value - WRONG,
        fitted.low <= WRONG <= fitted.high,
        fitted.high - fitted.low,
        held,
    ]


def tables(found: Study) -> Tables:
    """The study laid out."""
    rows = [
        [
            cell.cell,
            f"{100 * cell.people[0]:+.1f}",
            f"{100 * cell.people[1]:.0f}",
            "–" if "settled" in cell.cell else f"{100 * cell.others:.0f}",
            f"{cell.people[2]:.3f}",
            f"{100 * cell.without[0]:+.1f}",
            f"{100 * cell.without[1]:.0f}",
            f"{cell.without[2]:.3f}",
        ]
        for cell in found.cells
    ]
    drawn = f"seed {found.seed}, {found.repetitions} samples a cell, {CASES} cases, π = {WRONG}; in percent"
    return Tables(drawn, {}, _COLUMNS, [("people who err", rows)])


def show(found: Study, console: "Console") -> None:
    """Print the table."""
    tables(found).show(console)


def draw(found: Study, folder: str) -> list[str]:
    """Write the table to `people-tables.md` in a folder; the path written."""
    laid_out = tables(found)
    head = ["# People who err\n", f"Written by `murho study people -o FOLDER`: {laid_out.drawn}.\n"]
    return written(laid_out.markdown(head), folder, "people-tables.md")
