"""The study as a folder to open: every drawing, and one page with all of them."""

from pathlib import Path

from murho.formats.saving import folder_at, writing
from murho.pages.sheets import Drawing, Sheet, write_sheets
from murho.views.sheets import Grid
from murho_lab.studies.slurp.shown import note, table
from murho_lab.studies.slurp.study import Study
from murho_lab.studies.slurp.words_concepts import reading


def draw(study: Study, folder: str) -> list[str]:
    """Write every view as an SVG, and one page with all of them; gives the names of the files.

    Raises InputError where the folder cannot be made or written to.
    """
    folder_at(folder)
    written, sheets = [], []
    for name, view in study.words_concepts.views.items():
        written.append(str(Path(folder, f"words-concepts-{name}.svg")))
        with writing(written[-1]) as file:
            file.write(view.svg.encode())
        head, rows = table(view)
        # Single recordings have no names, and would make no table.
        grids = [Grid(head, [(first, rest) for first, *rest in rows])] if rows else []
        sheets.append(Sheet(name, view.title, [Drawing(view.svg, note(view)), *grids]))
    written.append(str(Path(folder, "words-concepts.html")))
    title, eyebrow = "Word accuracy against concept accuracy", "SLURP, one recogniser and HerMiT"
    write_sheets(written[-1], title, eyebrow, reading(study.words_concepts), sheets, study.signature)
    return written
