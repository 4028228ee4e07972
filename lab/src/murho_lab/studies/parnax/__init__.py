"""PARNAX: the case study of the paper that murho's theory comes from.

PARNAX answered Italian questions about the employees of a company. Guida and Mauri (Computational Linguistics 10(1),
1984, appendix) asked it 800 casual questions and 500 rewordings of a single one, and weighed its errors in four ways.
`tables` holds what they printed, `samples` builds their cases again, `study` computes the four figures.

The interface is there again, too, as a system that answers: `interface` puts questions in English and Italian into SQL,
`questions` are written by hand, and `live` asks them of it and of a system that is trained (`retrieval`).

>>> print([round(case.pi, 2) for case in run().cases])
[0.59, 0.53, 0.3, 0.22]
"""

from collections.abc import Sequence

from murho_lab.studies.parnax.display import show
from murho_lab.studies.parnax.said import Said
from murho_lab.studies.parnax.study import Study, StudyCase, parnax

__all__ = ["Said", "Study", "StudyCase", "draw", "parnax", "run", "serve", "show"]


def draw(study: Study, out: str) -> list[str]:
    """Write the study as a page, into a folder unless a page is named, and say its name.

    Raises:
        InputError: it cannot be written.
    """
    from murho_lab.studies.parnax import report

    return report.draw(study, out)


def serve(port: int) -> None:
    """Serve a page to type questions into, to this machine, until somebody ends it."""
    from murho_lab.studies.parnax import page

    page.serve(port)


def run(*, live: bool = False, ask: Sequence[str] = ()) -> Study | Said:
    """The study as the command line runs it, with the live systems beside the paper's; or the last of these questions.

    `ask` are the questions of a dialogue: the last is answered, as one that comes after the others.
    """
    if ask:
        from murho_lab.studies.parnax.said import said

        return said(ask)
    study = parnax()
    if not live:
        return study
    from dataclasses import replace

    from murho_lab.studies.parnax.live import live as asked

    return replace(study, live=asked())
