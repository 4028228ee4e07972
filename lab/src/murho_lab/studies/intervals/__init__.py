"""How often intervals hold the truth: murho's own, and others on the same draws, over many shapes of data.

`populations` and `real` are what is drawn from, `rivals` the other intervals, `study` counts; docs/intervals.md has
the tables.

>>> found = study(quick=True, repetitions=50, seed=1, only="entity F1")
>>> found.seed, len(found.cells), found.cells[0].murho.samples
(1, 30, 50)
"""

from murho_lab.studies.intervals.display import draw, show
from murho_lab.studies.intervals.study import Study, study
from murho_lab.studies.simulation import on_terminal

__all__ = ["Study", "draw", "run", "show", "study"]


def run(*, quick: bool = False, repetitions: int | None = None, seed: int = 0, data: str | None = None) -> Study:
    """The study as the command line runs it, telling on a terminal how far it has come."""
    return study(quick=quick, repetitions=repetitions, seed=seed, data=data, told=on_terminal)
