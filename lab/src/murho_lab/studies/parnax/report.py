"""The study as a page: PARNAX as printed in 1984, and the systems of today beside it.

What was printed of PARNAX are counts of right and wrong answers: it stands under μ1, in sample A under a constant ρ and
ρ1, in B under ρ3 and ρ4. All else needs to know how an answer was wrong, or how often a question was asked.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from murho.core.dominance import THRESHOLDS
from murho.core.shifting import RELATIONS, mu3
from murho.figures.robust import sentences
from murho.formats.opening import plain_suffix
from murho.formats.saving import folder_at
from murho.pages.sheets import Drawing, Part, Sheet, write_sheets
from murho.sheets.drawing import choices
from murho.sheets.drawing.mosaic import Tile, mosaic
from murho.views.sheets import Cell, Grid, Heading, Legend
from murho_lab.studies.parnax import shown
from murho_lab.studies.parnax.live import CASES, SHIFTINGS, Live, LiveFigure, weight_names, weights
from murho_lab.studies.parnax.study import ROWS, Study, StudyCase
from murho_lab.studies.parnax.wordings import ATTRIBUTE, CLASS, NUMBER

PRINTED_WEIGHTS = {"A": (0, 1), "B": (3, 4)}
"""Of `weights`, those under which PARNAX was printed."""
RELATION_NAMES = {
    "equal": "right",
    "undefined": "⊥",
    "empty": "empty, and should not be",
    "some": "some of the meanings",
    "more": "all, and wrong ones",
    "overlap": "some, and wrong ones",
    "disjoint": "nothing right",
}
NOT_PRINTED = (
    "What was printed of PARNAX is how many answers were right and how many wrong. So it stands under μ1 alone: μ2 to "
    "μ4 ask how an answer was wrong. In A it has constant ρ and ρ1, in B ρ3 and ρ4; ρ2 asks how often one was asked. "
    "Its questions were others, and of other people: the figures stand side by side, and are no comparison."
)


def draw(study: Study, out: str) -> list[str]:
    """Write the page, into a folder unless the name is that of a page, and say its name.

    Raises:
        InputError: it cannot be written.
    """
    if plain_suffix(out) not in (".html", ".htm", ".pdf"):
        folder_at(out)
        out = str(Path(out, "parnax.html"))
    headline = [f"{one}." for one in _concluded(study)]
    sheets = [_then(study)]
    live = study.live
    if live is not None:
        headline = [*headline, *shown.sentences(live)]
        sheets = [_cases(study, live), _every(study, live)]
    sheets.append(_profiles(study, live))
    if live is not None:
        sheets += [_competence(live), _conclusions(study, live), _verdicts(live), _wordings(live)]
    eyebrow = "After Guida and Mauri (1984), appendix"
    title = "PARNAX, as printed" if live is None else "PARNAX, then and today"
    write_sheets(out, title, eyebrow, headline, sheets, study.signature)
    return [out]


def _concluded(study: Study) -> list[str]:
    """What can be said of the printed cases."""
    told = [
        f"PARNAX, case {case.number}: {found.sentence}"
        for case in study.cases for found in case.conclusions if found.sentence is not None
    ]  # fmt: skip
    return told + ([] if study.competence is None or study.competence.sentence is None else [
        f"PARNAX: {study.competence.sentence}"
    ])  # fmt: skip


def _then(study: Study) -> Sheet:
    rows = [(f"{case.number}: {case.title}", [Cell(f"{case.printed.pi:.2f}"), _printed(case)]) for case in study.cases]
    return Sheet("cases", "The four cases", [Grid(["π under μ1", "paper", "murho"], rows), *_notes(study)])


def _cases(study: Study, live: Live) -> Sheet:
    head = ["π under μ1", *(f"case {case.number}: {case.title}" for case in study.cases)]
    rows: list[tuple[str, list[Cell | str]]] = [("PARNAX, it, 1984", [_printed(case) for case in study.cases])]
    for key, figures in live.by_part(CASES).items():
        cells = [Cell(shown.value_of(figure), shown.ends(figure)) for figure in figures]
        rows.append((_part_name(*key), list(cells)))
    caption = "Intervals at 95 %; today's by writer, PARNAX's as if each query were somebody else's."
    return Sheet(
        "cases", "The four cases, then and today", [NOT_PRINTED, Grid(head, rows, caption=caption), *_notes(study)]
    )


def _notes(study: Study) -> list[Part]:
    return [f"Case {case.number}. {case.note}" for case in study.cases]


def _printed(case: StudyCase) -> Cell:
    return Cell(f"{case.pi:.2f}", "–".join(f"{end:.2f}" for end in case.interval))


def _part_name(system: str, language: str, half: str) -> str:
    return f"{system}, {language}, {shown.HALF_NAMES[half]}"


def _every(study: Study, live: Live) -> Sheet:
    parts: list[Part] = [NOT_PRINTED]
    for sample in dict.fromkeys(figure.sample for figure in live.figures):
        rows: list[tuple[str, list[Cell | str]]] = []
        if sample in PRINTED_WEIGHTS:
            printed = dict(zip(PRINTED_WEIGHTS[sample], _printed_of(study, sample), strict=True))
            cells = [printed.get(index, Cell("–")) for index in range(len(weights()))]
            rows.append(("PARNAX, it, 1984, μ1", list(cells)))
        for (system, language, half, mu), figures in live.by_shifting(sample).items():
            cells = [Cell(shown.value_of(figure, 3), shown.ends(figure)) for figure in figures]
            rows.append((f"{_part_name(system, language, half)}, {mu.replace('mu', 'μ')}", list(cells)))
        parts += [Heading(f"Sample {sample}"), Grid(["π", *_weight_heads()], rows)]
    told = (
        "μ4 grades disjoint sets by the parts of their queries. Sample C was written later, and is all for development."
    )
    return Sheet("every", "Under every μ and ρ", [*parts, told])


def _weight_heads() -> list[str]:
    return [f"ρ {name}" if index == 0 else f"ρ{index} {name}" for index, name in enumerate(weight_names())]


def _printed_of(study: Study, sample: str) -> list[Cell]:
    return [_printed(case) for case in study.cases if CASES[case.number][0] == sample]


def _profiles(study: Study, live: Live | None) -> Sheet:
    marks = [(f"m{index}", RELATION_NAMES[name]) for index, name in enumerate(RELATIONS)]
    parts: list[Part] = [
        "A column is a class of ρ, as wide as its share of the questions; its parts are what the answers are, the "
        "right ones at the bottom. Areas are the shares P of the profile. Of PARNAX right and wrong are known; today's "
        "answers are shown as μ3 tells them apart.",
        Legend([*marks[:1], *marks[1:-1], ("m6", "nothing right; of PARNAX: wrong")]),
    ]  # fmt: skip
    for case in study.cases:
        pictures = [mosaic("PARNAX, it", "1984", _printed_tiles(case))]
        rows = [("PARNAX, it, 1984: " + name, _row(column)) for name, column in _printed_columns(case)]
        for one in () if live is None else _under_mu3(live, case.number):
            tiles = list(_tiles(one))
            pictures.append(mosaic(f"{one.system}, {one.language}", shown.HALF_NAMES[one.half], tiles))
            for rho, held in groupby(tiles, key=lambda tile: tile.rho):
                shares = {tile.step: tile.share for tile in held}
                rows.append(
                    (
                        f"{_part_name(one.system, one.language, one.half)}: {rho if one.classes else f'ρ={rho}'}",
                        _row(shares),
                    )
                )
        parts += [
            Heading(f"Case {case.number}: {case.title}"),
            Drawing(
                "".join(pictures), f"Profiles of case {case.number}; a cell tells its share where it is pointed at."
            ),
            Grid(["share of all", *RELATION_NAMES.values()], rows, caption="The same in figures", folded=True),
        ]
    return Sheet("profiles", "Profiles", parts)


def _row(shares: "dict[int, float]") -> list[Cell | str]:
    return [f"{shares[index]:.3f}" if index in shares else "" for index in range(len(RELATIONS))]


def _printed_columns(case: StudyCase) -> Iterator[tuple[str, dict[int, float]]]:
    for index, name in enumerate(case.columns):
        yield name, {0: case.profile[0][index], len(RELATIONS) - 1: case.profile[1][index]}


def _printed_tiles(case: StudyCase) -> list[Tile]:
    return [
        Tile(ROWS[bool(step)], name.removeprefix("ρ="), share, step)
        for name, column in _printed_columns(case)
        for step, share in column.items()
    ]


def _under_mu3(live: Live, case: int) -> list[LiveFigure]:
    """Held out first."""
    sample, place = CASES[case]
    results = [
        figure for figure in live.figures
        if figure.sample == sample and figure.shifting == SHIFTINGS[2] and figure.weight == weights()[place]
    ]  # fmt: skip
    return sorted(results, key=lambda result: result.half != "held_out")


def _tiles(one: LiveFigure) -> Iterator[Tile]:
    """The cells of a live profile under μ3, the heaviest class of ρ first."""
    place = {value: step for step, value in enumerate(mu3().values.values())}
    for mu, rho, share in sorted(one.profile, key=lambda cell: (-cell[1], cell[0])):
        step = place[mu]
        yield Tile(RELATION_NAMES[RELATIONS[step]], one.classes.get(rho, f"{rho:.2f}"), share, step)


def _competence(live: Live) -> Sheet:
    head = ["", "questions", "in the domain", "right", "share", "concepts", "⊥", "empty, and should not be"]
    rows: list[tuple[str, list[Cell | str]]] = []
    for one in live.understood:
        found = one.competence
        share, concepts = (
            "" if value is None else f"{value:.2f}" for value in (found.habitability, found.conceptual_share)
        )
        failed = [str(one.relations.get(name, 0)) for name in ("undefined", "empty")]
        counts = [str(one.n), str(len(found.coverage)), str(len(found.linguistic))]
        name = f"{one.sample}: {_part_name(one.system, one.language, one.half)}"
        rows.append((name, [*counts, share, concepts, *failed]))
    caption = (
        "The linguistic coverage are the questions of the domain, the competence those of them that are understood; "
        "their share is the habitability. Concepts: the share of the covered meanings that some question gets across."
    )
    return Sheet("competence", "Coverage and competence", [Grid(head, rows, caption=caption)])


def _conclusions(study: Study, live: Live) -> Sheet:
    parts: list[Part] = [Heading("PARNAX, 1984"), "\n".join(_concluded(study))]
    for (system, language, half), held in groupby(
        sorted(live.understood, key=lambda one: (one.system, one.half != "held_out", one.language)),
        key=lambda one: (one.system, one.language, one.half),
    ):
        lines = []
        for one in held:
            for about, found in one.conclusions:
                ends = "" if found.interval is None else f" [{found.interval[0]:z.2f}, {found.interval[1]:z.2f}]"
                said = found.sentence or f"{found.name}: open, {found.value:z.2f}{ends}"
                lines.append(f"{one.sample}, {about}: {said}")
        parts += [Heading(_part_name(system, language, half)), "\n".join(lines)]
    return Sheet("conclusions", "Well tailored or robust? Linguistic above conceptual?", parts)


def _verdicts(live: Live) -> Sheet:
    if not live.verdicts:
        return Sheet("choices", "For every μ and ρ", list(live.missing))
    head, rows = shown.verdict_table(live)
    a, b = live.verdicts[0].a, live.verdicts[0].b
    grid = Grid([", ".join(head[:3]), *head[3:]], [(", ".join(row[:3]), row[3:]) for row in rows])
    parts: list[Part] = [
        f"A is {a}, B {b}. Which is better for every 0 < δ1 < … < δ5 < 1 and every ω that orders classes of "
        "ρ? A letter alone: for all choices. A share: for so many of them. Open: this sample shows it for neither.",
        grid,
        "The pictures: any choice is a mixture of their cells. A row is answers at least so wrong "
        f"({THRESHOLDS[0]}: all that are not right), a column questions at least so important.",
        Legend([("only_a", "A is better in the sample"), ("only_b", "B is better in the sample")]),
        "A letter: the sample shows it, for all cells at once. =: nothing tells them apart.",
    ]
    for verdict in live.verdicts:
        if (
            "," in verdict.language
            and verdict.sample in PRINTED_WEIGHTS
            and verdict.weight in (weights()[3], weights()[4])
        ):
            name = weight_names()[weights().index(verdict.weight)]
            parts += [
                Heading(
                    f"Sample {verdict.sample}, {shown.HALF_NAMES[verdict.half]}, ρ {name}: {verdict.found.verdict}"
                ),
                Drawing(
                    choices.draw((verdict.found.vertices, verdict.found.classes, verdict.found.verdict)),
                    " · ".join(sentences(verdict.found)[1:]),
                ),
            ]
    return Sheet("choices", "For every μ and ρ", parts)


def _wordings(live: Live) -> Sheet:
    def grid(made: shown.Table, caption: str = "") -> Grid:
        head, rows = made
        return Grid(head, [(row[0], [_above_its_interval(cell) for cell in row[1:]]) for row in rows], caption=caption)

    parts: list[Part] = [
        Heading("Wordings by length in words"),
        grid(shown.length_table(live)),
        Heading("Classes of the finer taxonomy by size"),
        grid(shown.size_table(live)),
        Heading("π by crude class"),
        grid(shown.kind_table(live, CLASS), "Both languages together, under μ1 and a constant ρ."),
        Heading("π by attribute"),
        grid(shown.kind_table(live, ATTRIBUTE), "A wording is counted under each of its attributes."),
        Heading("π by number of attributes"),
        grid(shown.kind_table(live, NUMBER)),
    ]
    return Sheet("wordings", "Sample B by length and structure", parts)


def _above_its_interval(cell: str) -> Cell:
    value, _, ends = cell.partition(" ")
    return Cell(value, ends)
