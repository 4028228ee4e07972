"""What the ways to stop judging cost and cover, and what a machine that people correct saves and covers.

`rules` looks at fixed numbers, widths and confidence sequences, `machines` at corrected figures, `paths` at those that
may be looked at at any moment, `designs` at the sequences of samples; docs/stopping.md has the tables.

>>> found = study(quick=True, repetitions=20, seed=1, only="graded")
>>> found.seed, [cell.population for cell in found.rules], found.machines
(1, ['graded losses, beta(.3, .7)'], ())
"""

from murho_lab.studies.simulation import on_terminal
from murho_lab.studies.stopping.study import Study, draw, show, study

__all__ = ["Study", "draw", "run", "show", "study"]


def run(*, quick: bool = False, repetitions: int | None = None, seed: int = 0) -> Study:
    """The study as the command line runs it, telling on a terminal how far it has come."""
    return study(quick=quick, repetitions=repetitions, seed=seed, told=on_terminal)
