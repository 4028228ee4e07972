"""How often intervals of a slope hold the truth: murho's own, and others on the same draws, over many shapes of points.

`populations` are what is drawn from, `rivals` the other intervals, `study` counts; docs/slopes.md has the tables.

>>> found = study(quick=True, repetitions=20, seed=1, only="points")
>>> found.seed, found.cells[0].population, found.cells[0].samples
(1, 'normal x, equal scatter', 20)
"""

import sys

from murho_lab.studies.slopes.display import draw, show
from murho_lab.studies.slopes.study import Study, study

__all__ = ["Study", "draw", "run", "show", "study"]


def run(*, quick: bool = False, repetitions: int | None = None, seed: int = 0) -> Study:
    """The study as the command line runs it, telling on a terminal how far it has come."""

    def told(done: int, of: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done} of {of} cells", end="" if done < of else "\n", file=sys.stderr, flush=True)

    return study(quick=quick, repetitions=repetitions, seed=seed, told=told)
