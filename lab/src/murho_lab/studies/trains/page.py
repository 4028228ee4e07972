"""The study as a folder to open: one page with all tables."""

from pathlib import Path

from murho.formats.saving import folder_at
from murho.pages.sheets import Drawing, Sheet, write_sheets
from murho_lab.studies.trains import hearing
from murho_lab.studies.trains.results import against, sentences
from murho_lab.studies.trains.shown import TITLE, tables
from murho_lab.studies.trains.study import Study


def draw(study: Study, folder: str) -> list[str]:
    """Write `trains.html` into a folder, and say its name.

    Raises InputError where the folder cannot be made or written to.
    """
    folder_at(folder)
    written = [str(Path(folder, "trains.html"))]
    shown = tables(study)
    headline = [table.note for table in shown[:2]]
    if study.experiment is not None:
        headline += sentences(study.experiment)
    headline += [f"Left out: {line}" for line in study.missing]
    sheets = [Sheet(table.name, table.title, [table.grid, table.note]) for table in shown]
    if study.experiment is not None:
        drawing = Drawing(against(study.experiment), f"Concept accuracy against word accuracy; {hearing.SYNTHETIC}.")
        sheets.insert(0, Sheet("line", "Concept accuracy against word accuracy", [drawing]))
    write_sheets(
        written[0], TITLE, "After a paper of 1996 on word and concept accuracy", headline, sheets, study.signature
    )
    return written
