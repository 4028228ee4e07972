"""What the terminal and the page show of the live study, as heads and rows of texts."""

from collections.abc import Sequence

from murho.core.figure import Figure
from murho.core.robustness import Robustness
from murho_lab.studies.parnax import tables
from murho_lab.studies.parnax.live import HALVES, Live, weight_names
from murho_lab.studies.parnax.wordings import ATTRIBUTE, CLASS, NUMBER

HALF_NAMES = {"development": "development", "held_out": "held out"}
Table = tuple[list[str], list[list[str]]]
"""Head and rows."""


def value_of(figure: Figure | None, digits: int = 2) -> str:
    """π, or nothing where there is none."""
    return "" if figure is None or figure.value is None else f"{figure.value:.{digits}f}"


def ends(figure: Figure | None, digits: int = 2) -> str:
    """The interval, or nothing where there is none.

    >>> ends(None)
    ''
    """
    return "" if figure is None or figure.interval is None else "–".join(f"{end:.{digits}f}" for end in figure.interval)


def verdict_table(live: Live) -> Table:
    """Who is shown to be better on each part under each ρ, in short."""
    cells: dict[tuple[str, str, str], list[str]] = {}
    for verdict in live.verdicts:
        cells.setdefault((verdict.sample, verdict.language, HALF_NAMES[verdict.half]), []).append(short(verdict.found))
    return ["sample", "language", "half", *weight_names()], [[*key, *row] for key, row in cells.items()]


def short(found: Robustness) -> str:
    """A verdict in a cell of a table: `A`, `A for 96.3 %`, `open` or `equal`."""
    return found.verdict.replace(", whatever the choice", "").replace(" of choices", "").replace(
        "undecided with this sample", "open"
    )  # fmt: skip


def length_table(live: Live) -> Table:
    """Table 1 of the paper: wordings by length in words, then and today."""
    both = sorted({*tables.LENGTHS, *live.wordings.lengths})
    counted = (tables.LENGTHS, live.wordings.lengths)
    rows = [
        [name, *(str(of.get(words, "")) for words in both)] for name, of in zip(("1984", "today"), counted, strict=True)
    ]
    return ["words", *map(str, both)], rows


def size_table(live: Live) -> Table:
    """How many classes of the finer taxonomy have how many wordings, then and today."""
    rows = []
    for (low, high, classes, wordings), today in zip(tables.FINE_CLASSES, live.wordings.sizes, strict=True):
        rows.append([f"{low} to {high}", *map(str, (classes, wordings, *today))])
    old = [str(sum(column)) for column in list(zip(*tables.FINE_CLASSES, strict=True))[2:]]
    new = [str(sum(column)) for column in zip(*live.wordings.sizes, strict=True)]
    return ["wordings in a class", "classes, 1984", "wordings", "classes, today", "wordings"], [
        *rows,
        ["all", *old, *new],
    ]


def kind_table(live: Live, by: str) -> Table:
    """π by the attributes of wordings, by how many they have, or by crude class: each half, each system."""
    found = {(kind.kind, kind.half, kind.system): kind.figure for kind in live.kinds if kind.by == by}
    systems = list(dict.fromkeys(kind.system for kind in live.kinds))
    halves = [half for half in HALVES if any(kind.half == half for kind in live.kinds)]
    counts = {
        ATTRIBUTE: live.wordings.attributes,
        NUMBER: {str(number): count for number, count in live.wordings.numbers.items()},
        CLASS: live.wordings.crude,
    }[by]
    names = list(dict.fromkeys([*tables.STRUCTURES, *counts])) if by == CLASS else list(counts)
    head = [
        by,
        *["1984"] * (by == CLASS),
        "today",
        *(f"{system}, {HALF_NAMES[half]}" for half in halves for system in systems),
    ]
    rows = []
    for name in names:
        told = f"{name} {tables.FINE_ATTRIBUTES[name]}" if by == ATTRIBUTE else name
        printed = [f"{tables.STRUCTURES.get(name, 0)}"] if by == CLASS else []
        cells = [_with_ends(found.get((name, half, system))) for half in halves for system in systems]
        rows.append([told, *printed, str(counts.get(name, 0)), *cells])
    return head, rows


def _with_ends(figure: Figure | None) -> str:
    return "" if figure is None else " ".join(filter(None, (value_of(figure), ends(figure))))


def sentences(live: Live) -> Sequence[str]:
    """For each part and both languages together, who is better under a constant ρ, whatever the δ."""
    told = []
    for one in live.verdicts:
        if "," in one.language and repr(one.weight) == "constant":
            better = {"A": one.a, "B": one.b}.get(one.found.verdict[0])
            verdict = f"{better} is better{one.found.verdict[1:]}" if better else one.found.verdict
            told.append(f"{one.a} and {one.b}, sample {one.sample}, {HALF_NAMES[one.half]}: {verdict}.")
    return told
