"""The study in the terminal, and its drawings."""

from pathlib import Path
from typing import TYPE_CHECKING

from murho.core.errors import InputError
from murho.core.figure import Figure
from murho.formats.saving import writing
from murho.pages.drawing.scatter import said
from murho.studies.slurp.study import Study
from murho.studies.slurp.words_concepts import CONCEPTS, WORDS, View, reading

if TYPE_CHECKING:
    from rich.console import Console


def show(study: Study, console: "Console") -> None:
    """Print every table, then the comparisons, then word accuracy against concept accuracy."""
    from rich.table import Table

    for title, rows in study.tables.items():
        right = "1 − π" in title or "accuracy" in title
        names = list(dict.fromkeys(name for columns in rows.values() for name in columns))
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("", overflow="fold")
        for name in names:
            table.add_column(name, justify="right", no_wrap=True)
        for row, columns in rows.items():
            table.add_row(row, *(_cell(columns[name], right) if name in columns else "" for name in names))
        console.print(title, style="bold", markup=False, soft_wrap=True)
        console.print(table)
        console.print()
    for name, d in study.comparisons.items():
        value = "–" if d.value is None else f"{100 * d.value:+.2f}"
        text = f"{name}: {value} points of error, [{100 * d.low:+.2f}, {100 * d.high:+.2f}], p {d.p_value:.4f}"
        console.print(f"{text}, {d.pairs} pairs in {d.clusters} sentences", markup=False, soft_wrap=True)
    for view in study.words_concepts.views.values():
        console.print()
        _show_view(view, console)
    console.print()
    for sentence in reading(study.words_concepts):
        console.print(sentence, markup=False)
    console.print(study.signature, style="dim", soft_wrap=True)


def draw(study: Study, folder: str) -> list[str]:
    """Write every view as an SVG, and one page with all of them; gives the names of the files.

    Raises InputError where the folder cannot be made or written to.
    """
    from murho.pages.sheets import Drawing, Sheet, write_sheets
    from murho.views.sheets import Grid

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be made ({error.strerror})", "name another folder", path=folder) from None
    written, sheets = [], []
    for name, view in study.words_concepts.views.items():
        written.append(str(Path(folder, f"words-concepts-{name}.svg")))
        with writing(written[-1]) as file:
            file.write(view.svg.encode())
        head, rows = _table(view)
        # Single recordings have no names, and would make no table.
        table = [Grid(head, [(first, rest) for first, *rest in rows])] if rows else []
        sheets.append(Sheet(name, view.title, [Drawing(view.svg, _note(view)), *table]))
    written.append(str(Path(folder, "words-concepts.html")))
    title, eyebrow = "Word accuracy against concept accuracy", "SLURP, one recogniser and HerMiT"
    write_sheets(written[-1], title, eyebrow, reading(study.words_concepts), sheets, study.signature)
    return written


def _note(view: View) -> str:
    dots = "the area of a dot shows how many recordings it stands for"
    if view.line is None:
        return f"{dots[0].upper()}{dots[1:]}. Two points leave no line to estimate."
    several = "whole sentences counting as one" if view.line.clusters < view.line.n else "each point with this weight"
    return (
        f"{dots[0].upper()}{dots[1:]}. Fitted line: {said(view.line)}, in the band that it may run in at "
        f"{100 * view.line.level:g} %, {several}; on the dashed line both accuracies are equal. Triangles lie beyond."
    )


def _show_view(view: View, console: "Console") -> None:
    from rich.table import Table

    head, rows = _table(view)
    line = f"  {said(view.line)}" if view.line is not None else ""
    console.print(f"{view.title}: {CONCEPTS} against {WORDS}{line}", markup=False, soft_wrap=True)
    if rows:
        table = Table(box=None, pad_edge=False, header_style="bold")
        for index, name in enumerate(head):
            table.add_column(name, justify="right" if index else "left", no_wrap=True)
        for row in rows:
            table.add_row(*row)
        console.print(table)


def _table(view: View) -> tuple[list[str], list[list[str]]]:
    head = ["accuracy, %", "recordings", "words", "interval", "concepts", "interval"]
    rows = []
    for p in view.points:
        if p.name and p.x_ends and p.y_ends:
            ends = (f"{low:.1f} to {high:.1f}".replace("-", "−") for low, high in (p.x_ends, p.y_ends))
            x, y = (f"{value:.1f}".replace("-", "−") for value in (p.x, p.y))
            rows.append([p.name, f"{p.weight:,}", x, next(ends), y, next(ends)])
    return head, rows


def _cell(figure: Figure, right: bool) -> str:
    """A percentage with half the width of its interval; `right` shows 1 − π."""
    if figure.value is None:
        return "–"
    value = 1 - figure.value if right else figure.value
    return f"{100 * value:.2f} ±{50 * (figure.high - figure.low):.2f}"
