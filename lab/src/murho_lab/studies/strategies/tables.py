"""The tables of the page that are about held-out sentences, and those of style."""

from collections.abc import Sequence

from murho.core.figure import Figure
from murho.pages.sheets import Part
from murho.sheets.numbers import p_value
from murho.views.sheets import Cell, Grid, Heading
from murho_lab.atn.efficiency.costs import Cost
from murho_lab.studies.strategies.shown import compared, ends, estimated, number, ratios, searched_with
from murho_lab.studies.strategies.study import LanguageStudy

Rows = list[tuple[str, Sequence[Cell | str]]]
"""The rows of a table: the name of each, and its cells."""


def halves(study: LanguageStudy) -> Grid:
    """The table of genres: average penetrance with strategies of the other half, and with those it is compared with."""
    names = searched_with(study.halves)
    rows: Rows = []
    for genre in study.halves:
        cells = []
        for name in names:
            figure = genre.figures.get(name)
            gap = genre.differences.get(name)
            below = "" if figure is None else ends(figure)
            if gap is not None:
                below += f"\nΔ {estimated(gap)}"
            cells.append(Cell("" if figure is None else number(figure.value), below))
        rows.append((genre.genre, cells))
    left = {genre.genre: next(iter(genre.figures.values())).unfinished for genre in study.halves}
    met = ", ".join(f"{genre} {count}" for genre, count in left.items())
    caption = (
        "Average penetrance with its interval; Δ is that of the other half less this one, paired by sentence. Left out "
        f"because a search met its bound: {met}."
    )
    return Grid(["searched with strategies of", *names], rows, "figures", caption)


def continuations(study: LanguageStudy) -> list[Part]:
    """The table of what a beginning teaches about what follows, a row for each genre."""
    # The last is all of the half, another number in each genre; it has a column of its own.
    counts = sorted({count for each in study.continuations for count in each.learned[:-1]})
    rows: Rows = []
    for each in study.continuations:
        by_count = dict(zip(each.learned, each.figures, strict=True))
        cells = [Cell(number(by_count[n].value) if n in by_count else "") for n in counts]
        cells += [Cell(number(each.figures[-1].value), f"{each.learned[-1]}")]
        cells += [Cell(number(each.foreign.value) if each.foreign else "–")]
        cells += [Cell(number(each.difference.value), ends(each.difference)) if each.difference else Cell("–")]
        cells += [Cell(number(figure.value)) for figure in each.online.values()]
        rows.append((each.genre, cells))
    head = ["learned from", *map(str, counts), "all of it", "other genres", "all less other"]
    head += [f"online, {factor}" for factor in study.continuations[0].online]
    caption = (
        "Average penetrance of the second half of each genre, in the order of its file, after the first so many "
        "sentences of it; 0 is the grammar's order; “all of it” is the whole first half, with its number of sentences. "
        "“Other genres”: as many sentences of these. “Online”: learning on while the second half is read, with a "
        "factor of forgetting at each sentence. The documents of PUD have one to three sentences, so its continuation "
        "goes on in genre, not in story."
    )
    return [Grid(head, rows, "figures", caption)]


def efficiency(study: LanguageStudy) -> list[Part]:
    """The tables of efficiency: three ways of measuring it, what an attempt costs, and the nodes of greatest load."""
    three = study.three
    load, time = ratios(three)
    rows: Rows = [
        (
            "a) local load, ms",
            [load.before, load.after, *_ratio(load.whole), estimated(load.typical)],
        ),
        (
            "b) computing time, ms",
            [time.before, time.after, *_ratio(time.whole), estimated(time.typical)],
        ),
        (
            "c) average penetrance",
            [
                number(three.before.value),
                number(three.after.value),
                f"+{number(three.gain.value)}",
                ends(three.gain),
                "",
            ],
        ),
    ]
    caption = (
        f"{three.before.sentences} sentences, each with the strategies of the half of its genre that it is not in; "
        f"{three.before.unfinished} more met a bound. Before: the grammar's order. Ratios of sums, after over before; "
        "typical: the geometric mean of the ratios of single sentences."
    )
    arcs: Rows = [
        (name, [f"{1e6 * c.value:.3f}", f"[{1e6 * c.low:.3f}, {1e6 * c.high:.3f}]", f"{c.attempts:,}"])
        for name, c in three.costs.types.items()
    ]
    arcs.append(("a word", [f"{1e6 * three.costs.word.value:.3f}", _micro(three.costs.word), ""]))
    explained = (
        f"Microseconds of an attempt on this machine, by regression over {three.costs.searches:,} searches of "
        f"{three.costs.sentences} sentences in the grammar's order and in random ones; the combination explains "
        f"{100 * three.costs.explained:.1f} % of the variance of time. Intervals from resampled sentences."
    )
    nodes: Rows = [
        (
            node.node,
            [
                number(1e3 * node.before, 2),
                number(1e3 * node.after, 2),
                number(node.after / node.before, 2) if node.before else "–",
            ],
        )
        for node in three.load.nodes[:12]
    ]
    return [
        Grid(["", "before", "after", "ratio or gain", "interval", "typical sentence"], rows, "figures", caption),
        Heading("What an attempt costs"),
        Grid(["type of arc", "µs", "interval", "attempts"], arcs, "figures", explained),
        Heading("Local load"),
        Grid(["node", "before, ms", "after, ms", "ratio"], nodes, "figures", "The twelve nodes of greatest load."),
    ]


def _micro(cost: Cost) -> str:
    return f"[{1e6 * cost.low:.3f}, {1e6 * cost.high:.3f}]"


def _ratio(figure: Figure) -> list[str]:
    return [number(figure.value), ends(figure)]


def orders(study: LanguageStudy) -> list[Part]:
    """The table of ways of ordering arcs, a row for each, the grammar's own first."""
    rows: Rows = []
    for each in study.orders:
        gain = Cell("") if each.gain is None else Cell(number(each.gain.value), ends(each.gain))
        cells = [Cell(number(each.penetrance.value), ends(each.penetrance)), gain]
        of_own = compared(each)
        cells += [Cell("1")] * 3 if of_own is None else [Cell(number(one.value, 2), ends(one, 2)) for one in of_own]
        rows.append((each.name, [*cells, Cell(f"{each.unfinished:g}")]))
    first = study.orders[0].penetrance
    caption = (
        f"On {first.sentences} held-out sentences that every order finished; {first.unfinished} were not finished by "
        "some order and are left out of all rows. Gain: penetrance less that of the grammar's own order. Choices and "
        "time: ratios of sums to those of the grammar's own order; typical sentence: the geometric mean of the ratios "
        "of choices. Time is that of all attempts by the measured costs. Random: the mean of five orders."
    )
    head = ["order", "penetrance", "gain", "choices", "typical sentence", "time by costs", "met the bound"]
    return [Grid(head, rows, "figures", caption)]


def separations(study: LanguageStudy) -> Grid:
    """The table of distances in style within genres and between them, a row for each kind of arcs."""
    rows: Rows = [
        (name, [number(s.within), number(s.between), p_value(s.p_value)]) for name, s in study.separations.items()
    ]
    caption = (
        "Mean distance (√ Jensen-Shannon) between texts of one genre and of two, mixtures left out, and how often "
        "genres dealt out at random are as far apart."
    )
    return Grid(["arcs", "within a genre", "between genres", "p"], rows, "figures", caption)
