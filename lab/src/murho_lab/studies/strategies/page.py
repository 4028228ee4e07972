"""The study as one HTML page that needs no network."""

from pathlib import Path

from murho.formats.saving import folder_at
from murho.pages.sheets import Drawing, Part, Sheet, write_sheets
from murho.sheets.drawing.scatter import Plot, Point, fitted, scatter
from murho.sheets.numbers import p_value
from murho.views.sheets import Grid, Heading
from murho_lab.atn.texts.page import course_grid, matrix_grid, style_parts
from murho_lab.studies.strategies import tables
from murho_lab.studies.strategies.shown import ends, in_words, number
from murho_lab.studies.strategies.study import LanguageStudy, Study
from murho_lab.studies.strategies.tables import Rows


def draw(study: Study, folder: str) -> list[str]:
    """Write the page into a folder, and say its name.

    Raises InputError where the folder cannot be made or written to.
    """
    folder_at(folder)
    path = str(Path(folder, "strategies.html"))
    headline = [sentence for language in study.languages for sentence in in_words(language)]
    if not study.real:
        headline.insert(0, "On small texts of our own, too short for firm findings: they show that the study runs.")
    sheets = [sheet for language in study.languages for sheet in _sheets(language)]
    eyebrow = "Strategy selection for an ATN parser, after Ferrari and Stock (1980)"
    write_sheets(path, "Learned orders of arcs, and what they are worth", eyebrow, headline, sheets, study.signature)
    return [path]


def _sheets(study: LanguageStudy) -> list[Sheet]:
    name = study.language.name
    parts: dict[str, list[Part]] = {
        "texts": [_genres(study), course_grid(study.course)],
        "penetrance": [matrix_grid(study.matrix), Heading("The claim of the paper"), *_claim(study)],
        "discrepancy and distance": _relations(study),
        "held out": [
            tables.halves(study),
            Heading("What a beginning teaches about its continuation"),
            *tables.continuations(study),
        ],
        "efficiency": tables.efficiency(study),
        "orders": tables.orders(study),
        "style": [*style_parts(study.matrix), tables.separations(study)],
    }
    return [Sheet(f"{name}-{title}".lower().replace(" ", "-"), f"{name}: {title}", of) for title, of in parts.items()]


def _genres(study: LanguageStudy) -> Grid:
    rows: Rows = []
    for genre, (sentences, accepted, unfinished) in study.language.seen.items():
        covered = f"{100 * accepted / sentences:.1f} %" if sentences else "–"
        rows.append((genre, [str(sentences), str(accepted), covered, str(unfinished)]))
    caption = (
        f"Coverage comes first: the texts hold only sentences with an analysis. {len(study.matrix.texts)} texts of "
        f"{study.language.size} sentences or more are made of them; the name of a mixture has the shares of two genres."
    )
    return Grid(["genre", "sentences", "with an analysis", "coverage", "met the bound"], rows, "figures", caption)


def _claim(study: LanguageStudy) -> list[Part]:
    rows: Rows = [
        (name, [number(d.value, 4), ends(d, 4), p_value(d.p_value), str(d.clusters)])
        for name, d in study.claim.differences.items()
    ]
    falls = "; ".join(
        f"{kind}, the own strategies are not better in {bad} of {pairs} ordered pairs, beyond chance in {sure}"
        for kind, (bad, sure, pairs) in study.claim.falls.items()
    )
    caption = "Differences of average penetrance, paired by sentence; intervals and tests over whole texts."
    why = (
        "In sample, a text's strategies know its very sentences. Left out, what remains of the advantage is what a "
        "text shares with itself; the last row says what the texts of a genre share."
    )
    return [
        Grid(["p(Σ_T, T) − p(Σ_T', T)", "difference", "interval", "p", "texts"], rows, "figures", caption),
        f"{falls[0].upper()}{falls[1:]}. {why}",
    ]


def _relations(study: LanguageStudy) -> list[Part]:
    parts: list[Part] = []
    names = study.matrix.names
    for title, relation in study.relations.items():
        # Distances that do not spread are one column of points.
        if relation.line is None:
            continue
        points = [
            Point(x, y, f"{names[i]} and {names[j]}")
            for x, y, (i, j) in zip(relation.x, relation.y, relation.pairs, strict=True)
        ]
        measure = title.split(",")[0]
        plot = Plot(title, f"{measure} distance of two sets of strategies", "discrepancy, mean of both ways", "", False)
        note = (
            f"{title}: {fitted(relation.line)}, {relation.line.method}; Mantel r = {number(relation.r, 2)}, "
            f"p = {relation.p_value:.4f} ({relation.permutations:,} permutations). "
            f"A point is a pair of {relation.texts} texts."
        )
        parts += [Heading(title), Drawing(scatter(points, plot, relation.line), note)]
    return parts
