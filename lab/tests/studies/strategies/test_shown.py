"""What is made of figures that are known: sentences, the tables of the terminal and of the page."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from murho.core.comparison import Difference, compare
from murho.core.errors import InputError
from murho.core.figure import Figure, figure
from murho.core.judgement import Judgements
from murho.core.regression import fit
from murho.core.tally import tally
from murho.pages.sheets import Drawing
from murho.views.sheets import Grid, Heading
from murho_lab.atn.efficiency.costs import Cost, Costs
from murho_lab.atn.efficiency.load import Loads, NodeLoad, Typical
from murho_lab.atn.efficiency.penetrance import Average
from murho_lab.studies import strategies
from murho_lab.studies.strategies import display, tables
from murho_lab.studies.strategies.claim import Claim
from murho_lab.studies.strategies.display import show
from murho_lab.studies.strategies.efficiency import ThreeWays
from murho_lab.studies.strategies.halves import Continuation, Halves
from murho_lab.studies.strategies.orders import Ordered
from murho_lab.studies.strategies.page import _claim, _genres, _relations, draw
from murho_lab.studies.strategies.relation import Relation
from murho_lab.studies.strategies.shown import ends, estimated, in_words, number, uas, verdict
from murho_lab.studies.strategies.study import LanguageStudy, Study
from murho_lab.studies.strategies.style import Separation

OWN, ALONE = "own, in sample, against all others", "own, sentence left out, against all others"


def average(value: float | None, unfinished: int = 0) -> Average:
    """With an interval of 0.1 to each side."""
    middle = value or 0.0
    return Average(value, middle - 0.1, middle + 0.1, 0.95, 30, unfinished, 0, ())


def difference(value: float | None, low: float, high: float, p: float = 0.5) -> Difference:
    return replace(
        compare([0, 1], [1, 1], [1, 1], [1, 1], level=0.95), value=value, low=low, high=high, p_value=p, clusters=7
    )


def ratio(value: float) -> Figure:
    """Of 30 sentences, with an interval of 0.05 to each side."""
    one = figure(tally(Judgements.of([value] * 30), [1.0] * 30), bounded=False, level=0.95)
    return replace(one, estimate=replace(one.estimate, value=value, low=value - 0.05, high=value + 0.05))


def typical(value: float) -> Typical:
    return Typical(value, value - 0.02, value + 0.02)


def ordered(name: str, value: float, gain: Difference | None, unfinished: float) -> Ordered:
    share = 1.0 if gain is None else 1 - value
    return Ordered(name, average(value, 4), gain, ratio(share), typical(share), ratio(share + 0.1), unfinished)


@pytest.fixture(scope="module")
def known(told_study: tuple[Study, list[str]]) -> LanguageStudy:
    """The study of Small with other figures in it."""
    cost = Cost(2e-6, 1e-6, 3e-6, 1200)
    costs = Costs({"CAT": cost, "PUSH": replace(cost, value=4e-6)}, cost, cost, 0.875, 30, 150, 0.95)
    nodes = (NodeLoad("NP/", 0.5, 0.25), NodeLoad("VP/", 0.0, 0.125), *[NodeLoad("S/", 0.001, 0.001)] * 11)
    line = fit([0.1, 0.2, 0.3, 0.4], [0.1, 0.3, 0.2, 0.4], level=0.95)
    assert line is not None
    near = Relation(line, 0.8125, 0.03125, 9999, 4, (0.1, 0.2), (0.3, 0.4), ((0, 1), (0, 2)))
    flat = Relation(None, 0.0, 1.0, 99, 4, (), (), ())
    (study,) = told_study[0].languages
    return replace(
        study,
        language=replace(study.language, seen={"news": (20, 15, 2), "wiki": (0, 0, 0)}),
        claim=Claim(
            {OWN: difference(0.25, 0.125, 0.375, 0.03125), ALONE: difference(-0.0625, -0.25, 0.125)},
            {"in sample": (3, 1, 12), "left out": (5, 2, 12)},
        ),
        relations={
            "Kendall, in sample": near,
            "Kendall, left out": replace(near, r=-0.25, p_value=0.5),
            "Jensen-Shannon, in sample": flat,
        },
        halves=[
            Halves(
                "news",
                {"the other half": average(0.5, 3), "the grammar's order": average(0.125, 3)},
                {"the grammar's order": difference(0.375, 0.25, 0.5)},
            ),
            Halves(
                "wiki",
                {"the other half": average(0.625, 1), "others": average(0.25)},
                {"others": difference(0.375, -0.25, 0.5)},
            ),
        ],
        continuations=[
            Continuation(
                "news", (0, 5, 8), (average(0.125), average(0.25), average(0.375)), average(0.5),
                difference(-0.125, -0.25, 0.0), {"1": average(0.75), "0.9": average(0.875)},
            ),
            Continuation(
                "wiki", (0, 7), (average(0.0625), average(0.1875)), None, None,
                {"1": average(0.3125), "0.9": average(0.4375)},
            ),
        ],
        three=ThreeWays(
            costs, Loads(nodes, ratio(0.75), typical(0.5), 30), ratio(0.625), typical(0.375), (0.25, 0.125),
            average(0.125, 4), average(0.625, 4), difference(0.5, 0.375, 0.625),
        ),
        orders=[
            ordered("the grammar's own", 0.125, None, 2),
            ordered("random", 0.25, difference(0.125, 0.0, 0.25), 2.5),
            ordered("learned", 0.625, difference(0.5, 0.375, 0.625), 1),
        ],
        attachment={"the grammar's own": ratio(0.125), "learned": replace(ratio(0.25), n=12)},
        separations={"linguistic": Separation(0.125, 0.25, 0.03125), "technical": Separation(None, None, 1.0)},
    )  # fmt: skip


@pytest.fixture(scope="module")
def screen(known: LanguageStudy) -> list[str]:
    """The lines of the terminal, blanks as one, those of tables with a bar between columns."""
    told = StringIO()
    show(Study([known], False, "signature"), Console(file=told, width=300))
    return [re.sub(r" {2,}", " | ", line.strip()) for line in told.getvalue().splitlines()]


def test_numbers() -> None:
    assert (number(None), number(-0.0004), number(-0.0006), number(0.12345, 4)) == ("–", "0.000", "−0.001", "0.1235")
    assert ends(average(None)) == "–"
    assert ends(average(0.5)) == "[0.400, 0.600]"
    assert estimated(average(0.5), 1) == "0.5 [0.4, 0.6]"
    assert estimated(average(None)) == "– –"
    assert uas(ratio(0.25)) == "75.0 % [70.0, 80.0]"
    assert uas(figure(tally(Judgements.of([]), []), level=0.95)) == "–"


@pytest.mark.parametrize(
    ("value", "low", "high", "said"),
    [
        (None, 0.1, 0.2, "cannot be tested"),
        (0.2, 0.1, 0.3, "holds"),
        (0.2, 0.0, 0.3, "is neither shown nor refuted"),
        (-0.2, -0.3, 0.0, "is neither shown nor refuted"),
        (-0.2, -0.3, -0.1, "does not hold"),
    ],
)
def test_theverdict(value: float | None, low: float, high: float, said: str) -> None:
    assert verdict(difference(value, low, high)) == said


def test_in_words(known: LanguageStudy) -> None:
    claim, gain, relation, best = in_words(known)
    assert claim == (
        "Small, 4 texts of 5 sentences. In sample the claim of the paper holds: own less other strategies 0.250 "
        "[0.125, 0.375]. With each sentence left out of what it is searched with it is neither shown nor refuted: "
        "−0.062 [−0.250, 0.125]."
    )
    assert gain == (
        "Small: learned strategies, held out, bring penetrance from 0.125 to 0.625 (gain 0.500 [0.375, 0.625]). The "
        "load of a typical sentence comes to 0.50 [0.48, 0.52] of what it was, its time to 0.38 [0.35, 0.40]; of the "
        "whole text, where few sentences cost the most, load to 0.75 [0.70, 0.80], time to 0.62 [0.57, 0.68]."
    )
    assert relation == (
        "Small: discrepancy against Kendall distance, in sample: slope 0.80 [−1.03, 2.63] with texts resampled, "
        "Mantel r 0.81, p 0.0312; with sentences left out r −0.25, p 0.5000."
    )
    assert best == (
        "Small: of the orders compared on held-out sentences “learned” has the highest penetrance, 0.625 "
        "[0.525, 0.725], and 0.38 [0.35, 0.40] of the choices of the grammar's own order on a typical sentence."
    )


def test_no_word_of_a_line_where_there_is_none(known: LanguageStudy) -> None:
    flat = known.relations["Jensen-Shannon, in sample"]
    assert len(in_words(replace(known, relations={"Kendall, in sample": flat}))) == 3


def test_the_tables_of_the_terminal(screen: list[str]) -> None:
    first = screen.index("Small: texts")
    assert screen[first:] == [
        "Small: texts",
        "genre | sentences | with an analysis | met the bound",
        "news | 20 | 15 | 2",
        "wiki | 0 | 0 | 0",
        "",
        "Small: p(Σ_T, T) − p(Σ_T', T)",
        "strategies | difference | interval | p",
        f"{OWN} | 0.2500 | [0.1250, 0.3750] | 0.0312",
        f"{ALONE} | −0.0625 | [−0.2500, 0.1250] | 0.5000",
        "",
        "Small: learned on one half, tested on the other",
        "genre | the other half | the grammar's order | others",
        "news | 0.500 [0.400, 0.600] | 0.125 [0.025, 0.225]",
        "wiki | 0.625 [0.525, 0.725] | 0.250 [0.150, 0.350]",
        "",
        "Small: the second half of a text, by sentences learned from its beginning",
        "genre | penetrance by number of sentences | foreign | beginning less foreign",
        "news | 0: 0.125, 5: 0.250, 8: 0.375 | 0.500 | −0.125 [−0.250, 0.000]",
        "wiki | 0: 0.062, 7: 0.188 | – | –",
        "",
        "Small: efficiency, learned on the other half",
        "before | after | ratio or gain | typical sentence",
        "load, ms | 511.0 | 386.0 | 0.750 [0.700, 0.800] | 0.500 [0.480, 0.520]",
        "time, ms | 250.0 | 125.0 | 0.625 [0.575, 0.675] | 0.375 [0.355, 0.395]",
        "penetrance | 0.125 | 0.625 | +0.500 [0.375, 0.625]",
        "",
        "Small: orders on 30 held-out sentences",
        "order | penetrance | gain | choices | typical | time by costs | met the bound",
        "the grammar's own | 0.125 [0.025, 0.225] | 1 | 1 | 1 | 2",
        "random | 0.250 [0.150, 0.350] | 0.125 [0.000, 0.250] | 0.75 [0.70, 0.80] | 0.75 [0.73, 0.77] | "
        "0.85 [0.80, 0.90] | 2.5",
        "learned | 0.625 [0.525, 0.725] | 0.500 [0.375, 0.625] | 0.38 [0.33, 0.42] | 0.38 [0.35, 0.40] | "
        "0.47 [0.42, 0.53] | 1",
        "",
        "Small: first trees of 30 held-out",
        "sentences",
        "order | UAS",
        "the grammar's own | 87.5 % [82.5, 92.5]",
        "learned | 75.0 % [70.0, 80.0]",
        "",
        "on small texts of our own: give --data FOLDER for the treebanks",
        "signature",
    ]


def test_the_terminal_begins_with_the_words(known: LanguageStudy) -> None:
    told = StringIO()
    show(Study([known], True, "signature"), Console(file=told, width=2000))
    lines = told.getvalue().splitlines()
    assert lines[:5] == [*in_words(known), ""]
    assert "on small texts of our own" not in told.getvalue()
    table = lines[5 : lines.index("", 5)]
    assert [line.rstrip() for line in table] == [
        "Small: texts",
        "genre  sentences  with an analysis  met the bound",
        "news          20                15              2",
        "wiki           0                 0              0",
    ]


def shown(grid: object) -> list[str]:
    """A line for each row of a table: its cells, smaller lines in brackets."""
    assert isinstance(grid, Grid)
    assert len({len(grid.head), *(1 + len(row) for _, row in grid.rows)}) == 1
    rows = [" | ".join(grid.head)]
    for name, cells in grid.cells:
        texts = [cell.text + (f" ({cell.below})" if cell.below else "") for cell in cells]
        rows.append(" | ".join([name, *texts]).replace("\n", "; "))
    return rows


def test_the_tables_of_the_page(known: LanguageStudy) -> None:
    assert shown(_genres(known)) == [
        "genre | sentences | with an analysis | coverage | met the bound",
        "news | 20 | 15 | 75.0 % | 2",
        "wiki | 0 | 0 | – | 0",
    ]
    halves = tables.halves(known)
    assert shown(halves) == [
        "searched with strategies of | the other half | the grammar's order | others",
        "news | 0.500 ([0.400, 0.600]) | 0.125 ([0.025, 0.225]; Δ 0.375 [0.250, 0.500]) | ",
        "wiki | 0.625 ([0.525, 0.725]) |  | 0.250 ([0.150, 0.350]; Δ 0.375 [−0.250, 0.500])",
    ]
    assert halves.caption.endswith("Left out because a search met its bound: news 3, wiki 1.")
    (continuations,) = tables.continuations(known)
    assert shown(continuations) == [
        "learned from | 0 | 5 | all of it | other genres | all less other | online, 1 | online, 0.9",
        "news | 0.125 | 0.250 | 0.375 (8) | 0.500 | −0.125 ([−0.250, 0.000]) | 0.750 | 0.875",
        "wiki | 0.062 |  | 0.188 (7) | – | – | 0.312 | 0.438",
    ]
    (orders,) = tables.orders(known)
    assert shown(orders) == [
        "order | penetrance | gain | choices | typical sentence | time by costs | met the bound",
        "the grammar's own | 0.125 ([0.025, 0.225]) |  | 1 | 1 | 1 | 2",
        "random | 0.250 ([0.150, 0.350]) | 0.125 ([0.000, 0.250]) | 0.75 ([0.70, 0.80]) | 0.75 ([0.73, 0.77]) | "
        "0.85 ([0.80, 0.90]) | 2.5",
        "learned | 0.625 ([0.525, 0.725]) | 0.500 ([0.375, 0.625]) | 0.38 ([0.33, 0.42]) | 0.38 ([0.35, 0.40]) | "
        "0.47 ([0.42, 0.53]) | 1",
    ]
    assert isinstance(orders, Grid)
    assert orders.caption.startswith("On 30 held-out sentences that every order finished; 4 were not finished")
    assert shown(tables.separations(known)) == [
        "arcs | within a genre | between genres | p",
        "linguistic | 0.125 | 0.250 | 0.0312",
        "technical | – | – | 1.0000",
    ]


def test_the_tables_of_efficiency(known: LanguageStudy) -> None:
    three, heading, arcs, local, nodes = tables.efficiency(known)
    assert shown(three) == [
        " | before | after | ratio or gain | interval | typical sentence",
        "a) local load, ms | 511.0 | 386.0 | 0.750 | [0.700, 0.800] | 0.500 [0.480, 0.520]",
        "b) computing time, ms | 250.0 | 125.0 | 0.625 | [0.575, 0.675] | 0.375 [0.355, 0.395]",
        "c) average penetrance | 0.125 | 0.625 | +0.500 | [0.375, 0.625] | ",
    ]
    assert isinstance(three, Grid)
    assert three.caption.startswith("30 sentences, each with the strategies of the half")
    assert "; 4 more met a bound." in three.caption
    assert shown(arcs) == [
        "type of arc | µs | interval | attempts",
        "CAT | 2.000 | [1.000, 3.000] | 1,200",
        "PUSH | 4.000 | [1.000, 3.000] | 1,200",
        "a word | 2.000 | [1.000, 3.000] | ",
    ]
    assert isinstance(arcs, Grid)
    assert "over 150 searches of 30 sentences" in arcs.caption
    assert "explains 87.5 % of the variance" in arcs.caption
    rows = shown(nodes)
    assert rows[:4] == [
        "node | before, ms | after, ms | ratio",
        "NP/ | 500.00 | 250.00 | 0.50",
        "VP/ | 0.00 | 125.00 | –",
        "S/ | 1.00 | 1.00 | 1.00",
    ]
    assert len(rows) == 13
    assert (heading, local) == (Heading("What an attempt costs"), Heading("Local load"))


def test_the_claim_and_the_drawings_of_the_page(known: LanguageStudy) -> None:
    grid, falls = _claim(known)
    assert shown(grid) == [
        "p(Σ_T, T) − p(Σ_T', T) | difference | interval | p | texts",
        f"{OWN} | 0.2500 | [0.1250, 0.3750] | 0.0312 | 7",
        f"{ALONE} | −0.0625 | [−0.2500, 0.1250] | 0.5000 | 7",
    ]
    assert isinstance(falls, str)
    assert falls.startswith(
        "In sample, the own strategies are not better in 3 of 12 ordered pairs, beyond chance in 1; left out, the own "
        "strategies are not better in 5 of 12 ordered pairs, beyond chance in 2. In sample, a text's"
    )
    first, drawing, second, other = _relations(known)  # nothing is drawn where there is no line
    assert (first, second) == (Heading("Kendall, in sample"), Heading("Kendall, left out"))
    assert isinstance(drawing, Drawing)
    assert isinstance(other, Drawing)
    assert "Mantel r = 0.81, p = 0.0312 (9,999 permutations). A point is a pair of 4 texts." in str(drawing)
    assert "Kendall distance of two sets of strategies" in str(drawing)
    for pair in ("news 1 and news 2", "news 1 and wiki 1"):
        assert pair in str(drawing)


def test_the_page(known: LanguageStudy, tmp_path: Path) -> None:
    (own,) = draw(Study([known], False, "signature"), str(tmp_path / "own"))
    assert own == str(tmp_path / "own" / "strategies.html")
    page = Path(own).read_text("utf-8")
    assert "too short for firm findings" in page
    (real,) = draw(Study([known], True, "signature"), str(tmp_path / "own"))
    assert "too short for firm findings" not in Path(real).read_text("utf-8")
    assert re.findall(r'<section[^>]*id="([^"]+)"', page) == [
        "headline",
        "small-texts",
        "small-penetrance",
        "small-discrepancy-and-distance",
        "small-held-out",
        "small-efficiency",
        "small-orders",
        "small-style",
    ]


def test_a_folder_that_cannot_be_made(known: LanguageStudy, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"cannot be made \(Not a directory\); name another folder"):
        draw(Study([known], True, "signature"), str(tmp_path / "file" / "report"))


def test_the_bar_stands_beside_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """On standard error; it is as long as the texts that are asked for."""
    seen: list[tuple[bool, bool]] = []

    @contextmanager
    def seeing(console: Console, *, real: bool) -> Iterator[str]:
        seen.append((console.stderr, real))
        yield "tell"

    monkeypatch.setattr(display, "progress", seeing)
    monkeypatch.setattr(strategies, "strategies", lambda data, tell: (data, tell))
    assert strategies.run() == (None, "tell")
    assert strategies.run("folder") == ("folder", "tell")
    assert seen == [(True, False), (True, True)]


def test_a_language_of_one_genre_has_a_head_too(known: LanguageStudy) -> None:
    (one,) = tables.continuations(replace(known, continuations=known.continuations[1:]))
    assert shown(one) == [
        "learned from | 0 | all of it | other genres | all less other | online, 1 | online, 0.9",
        "wiki | 0.062 | 0.188 (7) | – | – | 0.312 | 0.438",
    ]
