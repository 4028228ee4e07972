"""PARNAX: the case study of the paper that murho's theory comes from.

PARNAX answered Italian questions about the employees of a company. Guida and Mauri (Computational Linguistics 10(1),
1984, appendix) asked it 800 casual questions and 500 rewordings of a single one, and weighed its errors in four ways.
`tables` holds what they printed, `samples` builds their cases again, `study` computes the four figures.

>>> print([round(case.pi, 2) for case in run().cases])
[0.59, 0.53, 0.3, 0.22]
"""

from murho.studies.parnax.display import show
from murho.studies.parnax.study import Study, StudyCase, parnax

__all__ = ["Study", "StudyCase", "parnax", "run", "show"]


def run() -> Study:
    """The study as the command line runs it."""
    return parnax()
