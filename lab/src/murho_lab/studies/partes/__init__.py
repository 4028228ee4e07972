"""ParTes again (Lloberes, Castellón, Padró and González 2014): murho's own test suites before real parsers.

The paper evaluates the dependency grammars of FreeLing on its Spanish and Catalan suites. Those suites are not murho's,
nor are the grammars here; the study puts the same questions to murho's suites and to other parsers: scores as a whole,
which phenomena are covered, which are right, what they weigh; and prints the paper's figures beside them, marked as
the paper's.

    murho study partes -o FOLDER
"""

from murho_lab.studies.partes.display import show
from murho_lab.studies.partes.page import draw
from murho_lab.studies.partes.study import Study, partes

__all__ = ["Study", "draw", "partes", "run", "show"]


def run() -> Study:
    """The study as the command line runs it."""
    return partes()
