"""Texts compared by their strategies, as sections of a page."""

from collections.abc import Sequence

import numpy as np

from murho.atn.texts.comparison import Comparison
from murho.atn.texts.course import Course
from murho.atn.texts.style import cluster, contrasts, style_distances
from murho.report.dendrogram import dendrogram
from murho.report.html.sheets import Cell, Drawing, Grid, Part


def course_grid(table: Course) -> Grid:
    """The table of the paper."""
    head = ["node, come by"] + [
        "\n".join([f"S{number}", *(f"−{count}" if count else "·" for count in pair)])
        for number, pair in enumerate(zip(*table.parses, strict=True), 1)
    ]
    rows: list[tuple[str, Sequence[Cell | str]]] = []
    for row in table.rows:
        rows.append((f"{row.node} ← {row.arrival or 'the start'}", row.upper))
        rows.append(("", row.lower))
    caption = (
        f"Above {table.names[0]}, below {table.names[1]}. A cell is the order of the arcs after that sentence, by "
        "their numbers at the node; “…” is the rest in the order of the grammar; an empty cell is the order before it, "
        f"in the first column that of the grammar. In the head the number of parses. {len(table.rows)} rows of "
        f"{table.changing} that change, those passed most often."
    )
    return Grid(head, rows, "course", caption)


def matrix_grid(found: Comparison, short_names: Sequence[str] | None = None) -> Grid:
    """p(Σ_i, T_j), shaded; below it each text with its sentences left out, and in the order of the grammar."""
    names = list(short_names or found.names)
    every = range(len(names))
    values = np.array([[found.penetrance(i, j).value or 0.0 for j in every] for i in every])
    low, high = float(values.min()), float(values.max())

    def cell(i: int, j: int) -> Cell:
        average = found.penetrance(i, j)
        shade = (values[i, j] - low) / (high - low) if high > low else 0.5
        return Cell(_value(average.value), f"{average.low:.2f}–{average.high:.2f}", float(shade), i == j)

    rows: list[tuple[str, Sequence[Cell | str]]] = [(f"Σ {names[i]}", [cell(i, j) for j in every]) for i in every]
    rows.append(("own, sentence left out", [Cell(_value(found.left_out(j).value)) for j in every]))
    rows.append(("the grammar's order", [Cell(_value(found.grammar_order(j).value)) for j in every]))
    counts = "; ".join(f"{names[j]}: {found.penetrance(j, j).sentences}" for j in every)
    left = sum(found.penetrance(j, j).unfinished for j in every)
    caption = (
        f"Rows: whose strategies; columns: the text they search. Intervals of {100 * found.level:g} % by sentence. "
        f"Sentences: {counts}. Left out because a search met its bound: {left}."
    )
    return Grid(["p(Σ, T)", *names], rows, "heat", caption)


def style_parts(found: Comparison, names: Sequence[str]) -> list[Part]:
    """The dendrogram by linguistic arcs, and the arcs that tell the two most distant texts apart."""
    strategies = [one.strategies for one in found.texts]
    apart = style_distances(strategies)
    groups = cluster(apart, names)
    fidelity = "" if groups.fidelity is None else f" The drawing keeps the distances with r = {groups.fidelity:.2f}."
    drawn = Drawing(
        dendrogram(groups, "Styles of the texts", "√ Jensen-Shannon between linguistic arcs"),
        f"Texts joined by the mean distance of their styles: CAT, PUSH and other arcs over words.{fidelity}",
    )
    i, j = np.unravel_index(int(np.argmax(apart)), apart.shape)
    rows: list[tuple[str, Sequence[Cell | str]]] = [
        (str(one.arc), [f"{100 * one.a:.1f}", f"{100 * one.b:.1f}"])
        for one in contrasts(strategies[int(i)], strategies[int(j)])[:8]
    ]
    caption = f"The two most distant styles, {names[int(i)]} and {names[int(j)]}: shares of linguistic arcs, %."
    return [drawn, Grid(["arc", names[int(i)], names[int(j)]], rows, "figures", caption)]


def _value(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
