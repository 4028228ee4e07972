"""The tree of phenomena: what has room in a terminal, what is listed, what stands beside a figure; and two runs."""

from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from murho.core.comparison import compare
from murho.core.errors import UsageError
from murho.core.figure import figure
from murho.core.judgement import Judgements
from murho.core.tally import tally
from murho.figures.phenomena import Phenomena, branch_name, interval_notes, paired_sheet, section_notes, sheet
from murho.pipeline.runs.plan import Plan
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.suites.phenomena import ComparedSuites, Pair, SuiteScore, compare_suites, score_suite
from murho.pipeline.suites.runs import SuitePart, SuiteStages, run_suite
from murho.sheets import Sheet, SheetRow
from murho.sheets.markdown import markdown
from murho.sheets.terminal import show_sheet
from murho.store import Run
from murho.suites.scoring import Leaf, Node
from murho.weighting import weighting

DATA = Path(__file__).parents[2] / "examples" / "suites"


def run(folder: Path, weight: str = "given") -> Run:
    answers = str(DATA / "parsed.conllu")
    return run_suite(
        SuitePart(str(DATA / "small.xml")),
        SuiteStages([answers]),
        str(folder / "r"),
        Plan([], Reading(weight=weighting(weight))),
    )


def printed(kept: Run, width: int, *, intervals: bool = False) -> list[str]:
    out = StringIO()
    score = score_suite(kept, intervals=intervals)
    show_sheet(sheet(Phenomena(score, "none")), Console(file=out, width=width), gap=False)
    return out.getvalue().splitlines()


@pytest.mark.parametrize(
    ("width", "heads", "top"),
    [
        (100, "right of all covered Σρ null π by ρ LAS", "all 4/6 66.7 % 4/6 0.342284 2 0.3846 80.00 ██████▋"),
        (80, "right of all covered Σρ null π by ρ LAS", "all 4/6 66.7 % 4/6 0.342284 2 0.3846 80.00"),
        (60, "right covered Σρ null π by ρ LAS", "all 4/6 4/6 0.342284 2 0.3846 80.00"),
        (40, "right covered", "all 4/6 4/6"),
    ],
)
def test_a_figure_is_whole_or_not_there(tmp_path: Path, width: int, heads: str, top: str) -> None:
    lines = printed(run(tmp_path), width)
    spaced = [" ".join(line.split()) for line in lines]
    assert spaced[3] == f"phenomenon {heads}"
    assert top in spaced
    assert all(len(line) <= width for line in lines if line.startswith(" ") and "note" not in line)


def test_no_column_for_what_there_is_none_of(tmp_path: Path) -> None:
    lines = [" ".join(line.split()) for line in printed(run(tmp_path), 100)]
    assert lines[lines.index("order") + 1] == "phenomenon right of all covered Σρ π by ρ LAS"


@pytest.mark.parametrize(
    ("weight", "told"), [("given", "each realization as one"), ("structure_frequency", "column('structure_frequency')")]
)
def test_intervals_say_what_they_count(tmp_path: Path, weight: str, told: str) -> None:
    lines = printed(run(tmp_path, weight), 100, intervals=True)
    (note, _) = [line for line in lines if "the interval of π counts" in line]
    assert told in note
    assert "random sample" in note
    assert not any("the interval" in line for line in printed(run(tmp_path, weight), 100))


def test_sentences_with_frequencies_are_weighed(tmp_path: Path) -> None:
    rows = [("1", "No llueve.", "true", 0.3), ("2", "Llueve no.", "false", 0.3), ("3", "Ve.", "true", 0.1)]
    lines = [
        f'{{"id": "{name}", "expression": "{text}", "phenomenon": "p", "wellformed": {good}, "freq": {freq}}}'
        for name, text, good, freq in rows
    ]
    (tmp_path / "w.jsonl").write_text("\n".join([*lines, lines[2].replace('"3"', '"4"').replace("0.1", "null")]))
    said = "".join(f'{{"id": "{name}", "answer": ["yes"]}}\n' for name in "1234")
    (tmp_path / "said.jsonl").write_text(said)
    kept = run_suite(
        SuitePart(str(tmp_path / "w.jsonl")), SuiteStages([str(tmp_path / "said.jsonl")]), str(tmp_path / "r"), Plan([])
    )
    spaced = [" ".join(line.split()) for line in printed(kept, 100)]
    assert spaced[3] == "phenomenon accepted of all overgenerated Σρ null π by ρ"
    assert "all 3/3 100.0 % 1/1 0.7 1 0.4286 ██████████" in spaced


RIGHT = Leaf("1", "Ve.", "right", True, True, 0.25, "verb", 0)
WRONG = Leaf("2", "Va.", "wrong head", False, True, 0.75, "", 1)
ELSE = Leaf("3", "Da.", "nothing", False, False, None, "", 2)
VERB = Node("structure/verb", "verb", (RIGHT, WRONG), (RIGHT, WRONG), (), {"covered": 2}, depth=1)
NOUN = Node("structure/noun", "noun", (WRONG, ELSE), (WRONG, ELSE), (), {"covered": 1}, depth=1)
TOP = Node("structure", "structure", (RIGHT, WRONG, ELSE), (), (VERB, NOUN), {"covered": 2})
FIGURE = figure(tally(Judgements.of([1, 0]), [1, 1]), level=0.95)
SCORE = SuiteScore("run", "links", [TOP], "murho|links", notes=["one row left out"])


def section(sentences: str = "all", top: Node = TOP) -> Sheet:
    (made,) = sheet(Phenomena(replace(SCORE, sections=[top]), sentences)).sections
    return made


def column(made: Sheet, heading: str) -> list[object]:
    (place,) = [place for place, column in enumerate(made.columns) if column.heading == heading]
    return [row.cells[place] for row in made.rows]


def test_names_and_shares() -> None:
    assert [branch_name(node) for node in TOP.walk()] == ["all", "verb", "noun"]
    made = section()
    assert column(made, "right") == [(1, 3), (1, 2), (0, 2)]
    assert column(made, "covered") == [(2, 3), (2, 2), (1, 2)]
    assert column(made, "π by ρ") == [0.75, 0.75, 1.0]
    assert [row.depth for row in made.rows] == [0, 1, 1]
    bare = replace(VERB, counts={}, depth=0)
    assert column(section(top=bare), "covered") == [(1, 2)], "of a measure that counts no coverage: what is right"
    nothing = replace(VERB, counts={"covered": 0, "wellformed": 0, "overgenerated": 0, "illformed": 2}, depth=0)
    assert (column(section(top=nothing), "accepted"), column(section(top=nothing), "of all")) == ([(0, 0)], [None])
    assert section(top=replace(NOUN, leaves=(ELSE,), depth=0)).columns[-1].heading == "covered", "nothing is weighed"


@pytest.mark.parametrize(
    ("sentences", "listed"),
    [
        ("none", []),
        ("wrong", ["", "structure/verb", "  ✗ 2", "", "structure/noun", "  ✗ 3"]),
        ("all", ["", "structure/verb", "  ✗ 2", "  ✓ 1", "", "structure/noun", "  ✗ 3"]),
    ],
)
def test_each_realization_is_listed_once(sentences: str, listed: list[str]) -> None:
    out = StringIO()
    show_sheet(section(sentences), Console(file=out, width=100), gap=False)
    lines = out.getvalue().splitlines()
    assert [line[:5] if line.startswith("  ") else line for line in lines[6:]] == listed


def test_what_became_of_a_realization() -> None:
    made = section()
    wrong, right = made.rows[1].items
    assert (right.is_right, right.group, right.folded, right.note) == (True, "right", True, "verb")
    assert wrong.outcome == "wrong head, though it builds such elsewhere"
    assert made.rows[2].items[1].outcome == "no tree"
    assert "- ✗ 2  Va\\.  wrong head" in markdown(made) or "- ✗ 2  Va.  wrong head" in markdown(made)


def test_a_tree_is_printed_down_to_a_depth_and_its_sentences_all() -> None:
    (made,) = sheet(Phenomena(SCORE, "wrong", 0)).sections
    out = StringIO()
    show_sheet(made, Console(file=out, width=100), gap=False)
    lines = out.getvalue().splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["phenomenon", "all", "note"]
    assert [line for line in lines if line.startswith("structure/")] == ["structure/verb", "structure/noun"]


def test_notes_and_signature() -> None:
    shown = sheet(Phenomena(replace(SCORE, intervals={node.path: FIGURE for node in TOP.walk()}, weight="constant")))
    assert (shown.notes, shown.signature) == (["one row left out"], "murho|links")
    assert shown.sections[0].notes == [
        "1 realization without a frequency, left out of the figure weighed by frequency",
        "the interval of π counts realizations by constant, as if the suite were a random sample",
    ]
    assert column(shown.sections[0], "interval of π") == [FIGURE.interval] * 3


def test_two_runs_in_figures() -> None:
    above = Pair("s", "all", 0, 3, 1, ("1", "2"), (), 0, None, None)
    shown = paired_sheet(ComparedSuites("a", "b", [above, replace(above, depth=1, only_a=("2",))], ("s", "t")))
    assert [column.heading for column in shown.columns] == ["phenomenon", "n", "both", "only A", "only B", "neither"]
    assert [(name, cell.value) for name, cell in shown.facts] == [("A", "a"), ("B", "b")]
    assert shown.signature == "s\nt"
    assert shown.conclusions == ["only A: 1, 2"], "each once; and nothing of a side that has none"
    found = compare([1, 0], [1, 1], [0, 0], [1, 1], level=0.95)
    more = paired_sheet(
        ComparedSuites("a", "b", [above, replace(above, only_b=("3",), pi_a=0.0, difference=found)], ("s", "t"))
    )
    assert [column.heading for column in more.columns[6:]] == ["π by ρ (A)", "(B)", "p"]
    assert more.rows[1].cells[6:] == [0.0, None, found.p_value]
    assert more.conclusions[1] == "only B: 3"


def test_what_both_have_right_and_what_one_alone(tmp_path: Path) -> None:
    parsed, gold = (
        run_suite(
            SuitePart(str(DATA / "small.xml")),
            SuiteStages([str(DATA / f"{name}.conllu")]),
            str(tmp_path / name),
            Plan([]),
        )
        for name in ("parsed", "small")
    )
    made = paired_sheet(compare_suites(parsed, gold), sentences=True)
    rows: dict[str, SheetRow] = {str(row.cells[0]): row for row in reversed(made.rows)}
    assert rows["structure"].cells[2].part == 4 / 6
    nouns = rows["noun"]
    assert [getattr(cell, "value", cell) for cell in nouns.cells] == ["noun", 2, 0, "·", 2, "·", 1.0, 0.0]
    assert [(item.id, item.group, item.folded) for item in nouns.items] == [
        ("0004", "right in B only", False), ("0005", "right in B only", False)
    ]  # fmt: skip
    assert nouns.items[0].outcome == "A: wrong label"
    assert [item.folded for item in rows["determiner"].items] == [True]


def test_other_suites_do_not_go_together(tmp_path: Path) -> None:
    (tmp_path / "m.jsonl").write_text('{"id": "1", "expression": "a", "phenomenon": "x/y"}\n')
    other = run_suite(
        SuitePart(str(tmp_path / "m.jsonl")), SuiteStages(["json:dumps"]), str(tmp_path / "other"), Plan([])
    )
    small = run_suite(
        SuitePart(str(DATA / "small.xml")), SuiteStages([str(DATA / "small.conllu")]), str(tmp_path / "run"), Plan([])
    )
    with pytest.raises(UsageError):
        compare_suites(small, other)


@pytest.fixture(scope="module")
def score(tmp_path_factory: pytest.TempPathFactory) -> SuiteScore:
    folder = str(tmp_path_factory.mktemp("suite") / "run")
    return score_suite(
        run_suite(SuitePart(str(DATA / "small.xml")), SuiteStages([str(DATA / "parsed.conllu")]), folder, Plan([]))
    )


def test_a_section_tells_what_its_figures_leave_out(score: SuiteScore, tmp_path: Path) -> None:
    structure, order = score.sections
    left_out = "without a frequency, left out of the figure weighed by frequency"
    assert section_notes(structure) == [f"2 realizations {left_out}"]
    assert section_notes(order) == []
    row = '{{"id": "{}", "expression": "{}", "phenomenon": "p", "wellformed": true, "freq": {}}}\n'
    (tmp_path / "weighed.jsonl").write_text(row.format(1, "Ve.", 0.5) + row.format(2, "Va.", "null"))
    (tmp_path / "said.jsonl").write_text('{"id": "1", "answer": ["yes"]}\n')
    answers = [str(tmp_path / "said.jsonl")]
    (section,) = score_suite(
        run_suite(SuitePart(str(tmp_path / "weighed.jsonl")), SuiteStages(answers), str(tmp_path / "run"), Plan([]))
    ).sections
    failed = "1 case undefined (⊥): π would be 0.0000 if all of them had been right, 0.5000 if wrong"
    assert section_notes(section) == [failed, f"1 realization {left_out}"]
    (tmp_path / "plain.jsonl").write_text(row.format(1, "Ve.", "null"))
    (plain,) = score_suite(
        run_suite(SuitePart(str(tmp_path / "plain.jsonl")), SuiteStages(answers), str(tmp_path / "plain"), Plan([]))
    ).sections
    assert (plain.unweighed, section_notes(plain)) == (1, []), "there is no figure that leaves it out"


def test_intervals_of_a_suite_say_what_they_count(score: SuiteScore) -> None:
    assert interval_notes(score) == []
    assert interval_notes(replace(score, intervals={})) == [
        "the interval of π counts each realization as one, as if the suite were a random sample"
    ]
    assert "realizations by constant," in interval_notes(replace(score, intervals={}, weight="constant"))[0]
