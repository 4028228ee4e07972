"""How often a difference of two systems is found, where there is one and where there is none: murho's test, and others.

`populations` are what is drawn from, `rivals` the tests, `study` counts; docs/significance.md has the tables.

>>> found = study(quick=True, repetitions=40, seed=1, only="word errors")
>>> found.seed, len(found.cells), found.cells[0].samples
(1, 15, 40)
"""

from murho_lab.studies.differences.display import draw, show
from murho_lab.studies.differences.study import Study, study
from murho_lab.studies.simulation import on_terminal

__all__ = ["Study", "draw", "run", "show", "study"]


def run(*, quick: bool = False, repetitions: int | None = None, seed: int = 0) -> Study:
    """The study as the command line runs it, telling on a terminal how far it has come."""
    return study(quick=quick, repetitions=repetitions, seed=seed, told=on_terminal)
