"""The study as a folder to open: one page of all suites and parsers, and the full report of every run."""

from collections.abc import Iterator
from pathlib import Path

from murho.figures.phenomena import branch_name
from murho.formats.saving import folder_at
from murho.pages.report import write_report
from murho.pages.sheets import Part, Sheet, write_sheets
from murho.sheets.numbers import fraction
from murho.suites.scoring import Node
from murho.views.sheets import Cell, Grid, Heading, Links
from murho_lab.studies.partes.shown import STAR, TITLES, group_head, groups, in_words, scores
from murho_lab.studies.partes.study import Language, Parsed, Study

DEPTH = 2
"""Levels of the tree of phenomena on the page: section, level, constituent; the reports of the runs go on below."""


def draw(study: Study, folder: str) -> list[str]:
    """Write `partes.html` and a report for every run into a folder, and say their names.

    Raises InputError where the folder cannot be made or written to.
    """
    folder_at(folder)
    written = [str(Path(folder, "partes.html"))]
    headline = ["A suite is chosen, not drawn at random: its figures are counts, without sampling intervals.", STAR]
    sheets = [sheet for language in study.languages for sheet in _sheets(language)]
    eyebrow = "After Lloberes, Castellón, Padró and González (2014)"
    write_sheets(written[0], "Test suites before parsers", eyebrow, headline, sheets, study.signature)
    for language in study.languages:
        for parsed in language.parsed:
            written.append(str(Path(folder, report_of(language, parsed))))
            write_report(parsed.run, written[-1])
    return written


def report_of(language: Language, parsed: Parsed) -> str:
    """The name of the file that holds a run's own report."""
    return f"{language.code}-{parsed.parser.name.lower()}.html"


def _sheets(language: Language) -> list[Sheet]:
    reports = [(report_of(language, parsed), parsed.parser.name) for parsed in language.parsed]
    overview: list[Part] = [
        *in_words(language),
        _scores(language),
        Heading("What the paper singles out"),
        _groups(language),
        Links("Every phenomenon, every sentence, with both trees:", reports),
    ]
    name = language.name
    sheets = [Sheet(f"{language.code}-scores", f"{name}: scores", overview)]
    # Every parser had the same suite before it, and so the same sections.
    for index, top in enumerate(language.parsed[0].phenomena.sections):
        parts: list[Part] = [_tree(language, index)]
        sheets.append(Sheet(f"{language.code}-{top.name}", f"{name}: {top.name} by phenomenon", parts))
    compared = list(_pairs(language))
    if compared:
        sheets.append(Sheet(f"{language.code}-compared", f"{name}: parsers compared", compared))
    return sheets


def _scores(language: Language) -> Grid:
    caption = (
        "F1 in percent by the rules of CoNLL-2018 without punctuation, each test sentence once; root found: sentences. "
        "The paper's LAS2 is LA."
    )
    rows = [(row.name, row.cells) for row in scores(language)]
    return Grid(["", *TITLES.values()], rows, "figures", caption)


def _groups(language: Language) -> Grid:
    rows = []
    for group in groups(language):
        cells = [Cell(of, f"covered {n}") for of, n in zip(group.right, group.covered, strict=True)]
        rows.append((group.name, [*cells, *([] if group.printed is None else [Cell(group.printed)])]))
    caption = "Covered: the parser builds such a dependency somewhere in the sentence."
    return Grid(group_head(language), rows, "figures", caption)


def _tree(language: Language, index: int) -> Grid:
    """The tree of phenomena of one section, by its number, with all parsers side by side."""
    walked = [list(_down(parsed.phenomena.sections[index])) for parsed in language.parsed]
    # Frequencies are the suite's: those of the first tree are those of all.
    weighed = bool(walked[0][0].mass)
    head = ["phenomenon", "n", *["Σρ"] * weighed]
    for parsed in language.parsed:
        head += [f"{parsed.parser.name}: right", "covered", *["π by ρ"] * weighed, "LAS"]
    rows = []
    for nodes in zip(*walked, strict=True):
        node = nodes[0]
        cells = [Cell(str(node.cases)), *[Cell(f"{node.mass:.4f}" if node.mass else "–")] * weighed]
        for each in nodes:
            accuracy = each.right / each.cases
            cells.append(Cell(f"{each.right}", f"{100 * accuracy:.0f} %", accuracy))
            cells.append(Cell(str(each.counts["covered"])))
            cells += [Cell(fraction(each.pi_by_frequency))] * weighed
            cells.append(Cell("–" if each.las is None else f"{100 * each.las:.1f}"))
        rows.append(("\u2003" * node.depth + branch_name(node), cells))
    first = walked[0][0]
    caption = "Shaded by the share that is right. "
    if weighed:
        caption += (
            "π by ρ weighs by frequency, which realizations of one link share; "
            f"{first.unweighed} realizations without a frequency are left out of it."
        )
    return Grid(head, rows, "heat", caption)


def _down(top: Node) -> Iterator[Node]:
    return (node for node in top.walk() if node.depth <= DEPTH)


def _pairs(language: Language) -> Iterator[Part]:
    for a, b, pairs in language.pairs():
        rows = [
            (
                "\u2003" * pair.depth + pair.name,
                [str(n) for n in (pair.cases, pair.both, len(pair.only_a), len(pair.only_b), pair.neither)],
            )
            for pair in pairs
            if pair.depth <= DEPTH
        ]
        names = a.parser.name, b.parser.name
        yield Heading(f"{names[0]} and {names[1]}")
        yield Grid(
            ["phenomenon", "n", "both right", f"only {names[0]}", f"only {names[1]}", "neither"], rows, "figures",
            "The same realizations before both.",
        )  # fmt: skip
