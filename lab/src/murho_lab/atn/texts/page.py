"""Texts compared by their strategies, as a page and as sections of one."""

from collections.abc import Mapping, Sequence
from typing import Any

from murho.formats.opening import Path
from murho.pages.sheets import Drawing, Part, Sheet, write_sheets
from murho.sheets.legible import NO_VALUE
from murho.views.sheets import Cell, Grid
from murho_lab.atn.efficiency.penetrance import Average
from murho_lab.atn.texts.comparison import Comparison
from murho_lab.atn.texts.course import Course
from murho_lab.atn.texts.dendrogram import dendrogram
from murho_lab.atn.texts.view import discrepancy_in_words, matrix, orders, styles

Rows = list[tuple[str, Sequence[Cell | str]]]


def write_texts(path: Path, compared: Comparison, course: Course, settings: Mapping[str, Any]) -> None:
    """Write a comparison of texts as one page that needs no network; `settings` tell how it was made.

    Raises OutputError where it cannot be written.
    """
    sheets = [
        Sheet("matrix", "Penetrance", [matrix_grid(compared)]),
        Sheet("orders", "Orders, sentence by sentence", [course_grid(course)]),
        Sheet("style", "Style", style_parts(compared)),
    ]
    signature = " ".join(f"{name}:{value}" for name, value in settings.items())
    eyebrow, headline = f"{len(compared.texts)} texts", [discrepancy_in_words(compared)]
    write_sheets(path, "Texts by their strategies", eyebrow, headline, sheets, signature)


def course_grid(course: Course) -> Grid:
    """The table of the paper: orders of two texts, one above the other, sentence by sentence."""
    shown = orders(course)
    head = ["node, come by"] + [
        "\n".join([f"S{number}", *(f"−{count}" if count else "·" for count in counts)])
        for number, counts in enumerate(shown.parses, 1)
    ]
    rows: Rows = []
    for row in shown.rows:
        rows.append((f"{row.node} ← {row.arrival}", row.above))
        rows.append(("", row.below))
    caption = (
        f"Above {shown.names[0]}, below {shown.names[1]}. A cell is the order of the arcs after that sentence, by "
        "their numbers at the node; “…” is the rest in the order of the grammar; an empty cell is the order before it, "
        f"in the first column that of the grammar. In the head the number of parses. {len(shown.rows)} rows of "
        f"{shown.changing} that change, those passed most often."
    )
    return Grid(head, rows, "course", caption)


def matrix_grid(compared: Comparison) -> Grid:
    """p(Σ_i, T_j), shaded; below it each text with its sentences left out, and in the order of the grammar."""
    shown = matrix(compared)
    values = [cell.value or 0.0 for row in shown.cells for cell in row]
    low, high = min(values), max(values)

    def cell(average: Average, own: bool) -> Cell:
        shade = ((average.value or 0.0) - low) / (high - low) if high > low else 0.5
        return Cell(_value(average), f"{average.low:.2f}–{average.high:.2f}", shade, own)

    rows: Rows = [
        (f"Σ {name}", [cell(average, i == j) for j, average in enumerate(row)])
        for i, (name, row) in enumerate(zip(shown.names, shown.cells, strict=True))
    ]
    rows.append(("own, sentence left out", [Cell(_value(average)) for average in shown.left_out]))
    rows.append(("the grammar's order", [Cell(_value(average)) for average in shown.grammar_order]))
    own = [shown.cells[j][j] for j in range(len(shown.names))]
    counts = "; ".join(f"{name}: {average.sentences}" for name, average in zip(shown.names, own, strict=True))
    caption = (
        f"Rows: whose strategies; columns: the text they search. Intervals of {100 * shown.level:g} % by sentence. "
        f"Sentences: {counts}. Left out because a search met its bound: {sum(one.unfinished for one in own)}."
    )
    return Grid(["p(Σ, T)", *shown.names], rows, "heat", caption)


def style_parts(compared: Comparison) -> list[Part]:
    """The dendrogram by linguistic arcs, and the arcs that tell the two most distant texts apart."""
    shown = styles(compared)
    fidelity = shown.groups.fidelity
    kept = "" if fidelity is None else f" The drawing keeps the distances with r = {fidelity:.2f}."
    drawing = Drawing(
        dendrogram(shown.groups, "Styles of the texts", "√ Jensen-Shannon between linguistic arcs"),
        f"Texts joined by the mean distance of their styles: CAT, PUSH and other arcs over words.{kept}",
    )
    rows: Rows = [(arc, [f"{100 * a:.1f}", f"{100 * b:.1f}"]) for arc, a, b in shown.arcs]
    caption = f"The two most distant styles, {shown.a} and {shown.b}: shares of linguistic arcs, %."
    return [drawing, Grid(["arc", shown.a, shown.b], rows, "figures", caption)]


def _value(average: Average) -> str:
    return NO_VALUE if average.value is None else f"{average.value:.3f}"
