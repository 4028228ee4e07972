"""What designs of sampling save and cover on real runs, of which the truth over all cases is known.

`populations` reads SLURP's runs, `ways` draws samples that grow, `looks` reads π and its interval off them;
docs/sampling.md has the table.
"""

from murho_lab.studies.sampling.study import Study, draw, show, study
from murho_lab.studies.simulation import on_terminal

__all__ = ["Study", "draw", "run", "show", "study"]


def run(data: str, *, quick: bool = False, repetitions: int | None = None, seed: int = 0) -> Study:
    """The study as the command line runs it, telling on a terminal how far it has come.

    Raises:
        InputError: the data is not in the folder, or malformed.
    """
    return study(data, quick=quick, repetitions=repetitions, seed=seed, told=on_terminal)
