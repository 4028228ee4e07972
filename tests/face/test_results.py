"""Results: a line, a table, files, a view; each says the figures that were found."""

import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

import murho
from murho.core.errors import UsageError
from murho.formats.saving import OutputError
from murho.sheets import frame as frames
from murho.sheets.page import drawn

from .conftest import PARSED, SPOKEN

SCORE = ["feature", "group", "n", "value", "low", "high", "numerator", "denominator", "undefined"]
SCORE += ["simultaneous_low", "simultaneous_high"]


def result(name: str, desk: murho.Run, part: murho.Run) -> Any:
    return {
        "score": lambda: murho.score("labels", ["a", "b"], ["a", None], features={"day": ["mo", "tu"]}),
        "words": lambda: murho.words(["a b", "c"], ["a b", "d"]),
        "run": lambda: part,
        "show": lambda: desk.show(by="scenario", profile=["scenario", "register"]),
        "compare": lambda: desk.compare(part, by="scenario"),
        "align": lambda: murho.align("words", *SPOKEN, confusions=True, by="speaker"),
        "trees": lambda: murho.align("dependencies", *PARSED),
    }[name]()


NAMES = ["score", "words", "run", "show", "compare", "align", "trees"]


@pytest.mark.parametrize("name", NAMES)
def test_every_result_can_be_saved(name: str, desk: murho.Run, part: murho.Run, tmp_path: Path) -> None:
    found = result(name, desk, part)
    for suffix in (".json", ".html", ".parquet", ".csv", ".tex"):
        found.save(tmp_path / f"found{suffix}")
    assert (tmp_path / "found.json").read_text() == json.dumps(found.as_json()) + "\n"
    assert pa.parquet.read_table(tmp_path / "found.parquet").equals(found.frame())
    table = pa.csv.read_csv(tmp_path / "found.csv")
    assert (table.column_names, len(table)) == (found.frame().column_names, len(found.frame()))
    page = (tmp_path / "found.html").read_text()
    assert page.startswith("<!doctype html>")
    assert page.rstrip().endswith("</html>")
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        f"found{s}" for s in (".csv", ".html", ".json", ".parquet", ".tex")
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_result_shows_itself(name: str, desk: murho.Run, part: murho.Run) -> None:
    found = result(name, desk, part)
    html = found._repr_html_()
    assert html.count("<div") == html.count("</div>")
    assert "<script" not in html
    assert "http" not in html
    assert len(repr(found)) < 500
    assert repr(found)[0] == "<"


def test_the_table_of_a_score() -> None:
    found = murho.score("labels", ["a", "b", "b"], ["a", "b", None], features={"day": ["mo", "mo", "tu"]})
    rows = found.frame().to_pylist()
    assert found.frame().column_names == SCORE
    assert [(row["feature"], row["group"], row["n"], row["value"], row["undefined"]) for row in rows] == [
        (None, None, 3, 1 / 3, 1),
        ("day", "mo", 2, 0.0, 0),
        ("day", "tu", 1, 1.0, 1),
    ]
    assert [(row["numerator"], row["denominator"]) for row in rows] == [(1, 3), (0, 2), (1, 1)]
    assert (rows[0]["low"], rows[0]["high"]) == found.interval
    together = [(row["simultaneous_low"], row["simultaneous_high"]) for row in rows]
    assert together == [(None, None), found.by["day"]["mo"].simultaneous_interval, (None, None)], "one case has none"


def test_nothing_to_divide_by_is_null() -> None:
    (row,) = murho.score("words", [""], ["uh"]).frame().to_pylist()
    assert (row["value"], row["low"], row["high"], row["numerator"], row["denominator"]) == (None, None, None, 1, 0)


def test_the_table_of_a_run() -> None:
    rows = [
        {"id": "q1", "expression": "open?", "reference": ["hours", {"act": "x"}], "loss": "heavy", "day": 3},
        {"id": "q2", "expression": "joke", "reference": [], "weight": 0.5, "cluster": "d"},
        {"id": "q3", "expression": "what?"},
        {"id": "q4", "expression": "bang", "reference": ["x"]},
    ]
    answers = {"open?": ["hours"], "joke": [], "what?": ["y"]}
    run = murho.run(rows, answers.__getitem__, measures="meanings")
    assert run.frame().to_pydict() == {
        "id": ["q1", "q2", "q3", "q4"],
        "expression": ["open?", "joke", "what?", "bang"],
        "reference": [["hours", '{"act": "x"}'], [], None, ["x"]],
        "answer": [["hours"], [], ["y"], None],
        "loss": [1.0, 0.0, None, 1.0],
        "units": [1.0, 1.0, None, 1.0],
        "weight": [1.0, 0.5, None, 1.0],
        "failure": [None, None, None, "KeyError: 'bang'"],
        "cluster": [None, "d", None, None],
        "feature:loss": ["heavy", None, None, None],
        "day": [3, None, None, None],
    }


def test_the_table_of_a_comparison(desk: murho.Run, part: murho.Run) -> None:
    found = desk.compare(part, measures="meanings", by="register")
    first, *others = found.frame().to_pylist()
    (pair,) = found.main.compared
    assert (first["a"], first["b"], first["feature"]) == (str(desk.path), str(part.path), None)
    assert (first["difference"], first["p_value"], first["pairs"]) == (found.value, found.p_value, 150)
    assert first["difference"] == pytest.approx(first["pi_b"] - first["pi_a"])
    assert first["difference"] > 0.1
    assert [row["group"] for row in others] == list(pair.by["register"])
    assert [row["p_adjusted"] for row in others] == [p for _, p in pair.by["register"].values()]
    for row, (difference, _) in zip(others, pair.by["register"].values(), strict=True):
        assert (row["simultaneous_low"], row["simultaneous_high"]) == difference.simultaneous
        assert row["p_simultaneous"] == difference.p_simultaneous >= row["p_value"]


def test_the_table_of_an_alignment() -> None:
    found = murho.align("words", ["i want to go", "no"], ["want too go", "no no"])
    assert [(row["id"], row["operation"], row["reference"], row["answer"]) for row in found.frame().to_pylist()] == [
        ("1", "D", "i", None),
        ("1", "=", "want", "want"),
        ("1", "S", "to", "too"),
        ("1", "=", "go", "go"),
        ("2", "I", None, "no"),
        ("2", "=", "no", "no"),
    ]
    assert (found.errors, found.counts["insertions"], found[0].rate, len(found)) == (3, 1, 0.5, 2)


def test_the_table_of_trees() -> None:
    found = murho.align("dependencies", *PARSED)
    rows = found.frame().to_pylist()
    assert sum(row["error"] is not None for row in rows) == sum(one.errors for one in found) == 8
    assert (rows[0]["gold_form"], rows[0]["gold_head"], rows[0]["gold_deprel"]) == ("Ana", 2, "nsubj")


def test_results_of_several_measures(desk: murho.Run) -> None:
    found = desk.show(by="register")
    assert len(found) == 2
    assert found.main is found[0]
    assert found["meanings(shifting=mu1())"] is found[0]
    assert (found.value, found.interval, found.counts) == (found[0].value, found[0].interval, found[0].counts)
    assert found.by is found[0].by
    assert {row["measure"] for row in found.frame().to_pylist()} == {one.measure for one in found}
    assert desk.score.value == found.value == desk.scores.value
    with pytest.raises(UsageError, match=r"^no measure 'words' here; known: meanings\(shifting=mu1\(\)\), "):
        found["words"]


def test_frames_of_other_libraries(desk: murho.Run) -> None:
    found = desk.show(by="scenario")
    assert isinstance(found.frame("polars"), pl.DataFrame)
    assert found.frame("polars").to_dicts() == found.frame().to_pylist()
    pd = pytest.importorskip("pandas")
    assert isinstance(found.frame("pandas"), pd.DataFrame)
    assert found.frame("pandas")["value"].tolist() == found.frame()["value"].to_pylist()


def test_a_library_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> Any:
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(frames, "import_module", absent)
    with pytest.raises(UsageError, match=r"^pandas is not installed; pip install pandas, or take the Arrow table"):
        murho.words("a", "b").frame("pandas")


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("found.txt", "the suffix '.txt' does not tell what to write; give one of: .json (what --json prints), .html"),
        ("found", "the suffix '' does not tell what to write"),
        ("found.jsn", "the suffix '.jsn' does not tell"),
        (3, "path is a int; give a path"),
    ],
)
def test_paths_that_say_nothing(path: Any, says: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as error:
        murho.words("a", "b").save(tmp_path / path if isinstance(path, str) else path)
    assert says in str(error.value)
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="make the folder first"):
        murho.words("a", "b").save(tmp_path / "none" / "found.json")
    (tmp_path / "found.json").write_text("older")
    broken = murho.score("words", "a", "b", per_case=True)
    object.__setattr__(broken, "per_case", [{"id": object()}])
    with pytest.raises(TypeError):
        broken.save(tmp_path / "found.json")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("found.json", "older")]


HOSTILE = '</div><script>alert(1)</script><b title="x">\u202egnp'


def test_data_is_escaped_in_a_view(tmp_path: Path) -> None:
    said = [HOSTILE, "b c"]
    found = [
        murho.score("words", ["a b", "b c"], said, features={HOSTILE: said}),
        murho.align("words", ["a b", "b c"], said, features={HOSTILE: said}, confusions=True),
        murho.run([{"expression": "a", "reference": ["x"], HOSTILE: HOSTILE}], lambda _: 1 / 0, by=HOSTILE),
    ]
    for one in found:
        html = one._repr_html_()
        assert "alert" in html
        assert "<script" not in html
        assert "<b title" not in html
        assert "\u202e" not in html
        one.save(tmp_path / "page.html")
        assert len(re.findall("<script", (tmp_path / "page.html").read_text())) == 1  # murho's own


def test_a_view_says_the_figures(desk: murho.Run) -> None:
    found = desk.show(by="scenario")
    html = found._repr_html_().replace("<wbr>", "")
    assert "mathjax_ignore" in html
    panels = html.split('<div class="panel">')[1:]
    for score, panel in zip(found, panels, strict=True):
        assert f"<b>{score.value:.3f}</b> 95 % {score.figure.low:.3f} to {score.figure.high:.3f}, 221 cases" in panel
        rows = re.findall(r'<bdi>([^<]*)</bdi></th><td class="n">([^<]*)</td><td class="n">([^<!]*)', panel)
        assert [(name, value, ends.strip()) for name, value, ends in rows] == [
            (group, f"{one.value:.3f}", f"{one.low:.3f} to {one.high:.3f}")
            for group, one in score.by["scenario"].items()
        ]
        assert score.signature in panel


def said(result: Any) -> str:
    """The text of a view, without its marks."""
    html = re.sub(r"<style>.*?</style>|<[^>]+>", " ", result._repr_html_().replace("<wbr>", ""), flags=re.DOTALL)
    return " ".join(html.split())


def test_a_view_says_what_was_asked_for_besides(desk: murho.Run) -> None:
    trees = murho.score("dependencies", *PARSED)
    assert f"LAS {trees.also['las']['precision']:.2f} {trees.also['las']['recall']:.2f}" in said(trees)
    breaks = murho.score("breaks", [["0", "1", "0"]], [["0", "0", "1"]])
    assert "junctures_correct 33.33 – –" in said(breaks)
    classes = murho.score("labels", ["a", "b"], ["a", "a"], classes=True)
    assert "precision recall F1 a 1 2 1 0.5000 1.0000 0.6667 b 1 0 0 – 0.0000 0.0000" in said(classes)
    aligned = murho.align("words", *SPOKEN, by="speaker", costs="sclite", confusions=True)
    assert "speaker errors words anna 4 26 otto 8 22" in said(aligned)
    assert "bonn born 1" in said(aligned)
    assert "i i want want to – D go go" in said(aligned)
    shown = said(desk.show(measures="meanings", profile="register", competence=True, causes=True))
    assert "register share n π" in shown
    assert re.search(r"\(not tagged\) 102 [\d.]+ [\d.]+ 100\.0 %", shown)
    assert "habitability 0.5" in shown


def test_a_long_table_is_cut_and_says_so() -> None:
    texts = [f"t{i}" for i in range(40)]
    shown = said(murho.words(texts, texts)), said(murho.score("words", texts, texts, features={"id": texts}))
    assert "more are not shown" not in shown[0]
    assert "10 more are not shown; .frame() has them all" in shown[1]
    weights = [i / 40 for i in range(40)]
    heavy = said(murho.score("words", texts, texts, sample_weight=weights, features={"id": texts}))
    assert ("t39 " in heavy, "t9 " in heavy) == (True, False)
    assert "30 more alignments are not shown; .save(&#39;alignments.html&#39;)" in said(
        murho.align("words", texts, texts)
    )


@pytest.mark.parametrize(("systems", "place"), [("bb", 50.0), ("ab", 0.0), ("ba", 100.0)])
def test_a_difference_is_drawn_about_the_middle(systems: str, place: float) -> None:
    rows = [{"expression": str(i), "reference": ["a"]} for i in range(200)]
    after, before = (
        murho.run(rows, {"a": lambda _: "a", "b": lambda _: "b"}[one], measures="labels") for one in systems
    )
    (panel,) = before.compare(after, resamples=99).panels()
    assert panel.sheet is not None
    (drawing,) = [cell.whisker for cell in drawn(panel.sheet.sections[0]).rows[0].cells if cell.whisker]
    assert (drawing.value, drawing.reference) == (place, 50)


@pytest.mark.parametrize("write", ["report", "table", "page"])
def test_what_a_run_is_made_of_is_not_written_over(desk: murho.Run, write: str) -> None:
    from murho.pages.report import write_report

    file = next((desk.path / "answers").iterdir()) if write == "table" else desk.path / "run.json"
    before = file.read_bytes()
    ways = {
        "report": lambda: murho.report(desk, file.with_name("run.json")),
        "table": lambda: desk.show().save(file),
        "page": lambda: write_report(desk.kept, file),
    }
    with pytest.raises(UsageError, match="belongs to the run in"):
        ways[write]()
    assert file.read_bytes() == before


def test_a_comparison_is_saved_as_the_page_of_the_command(
    desk: murho.Run, part: murho.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from murho.cli import status

    monkeypatch.chdir(tmp_path)
    found = desk.compare(part, measures=["meanings", "graded"], by="register")
    found.save("python.html")
    command = ["compare", str(desk.path), str(part.path), "-m", "meanings", "-m", "graded", "--by", "register"]
    assert status([*command, "-o", "command.html"]) == 0
    assert Path("python.html").read_text("utf-8") == Path("command.html").read_text("utf-8")
    found[1].save("one.html")
    assert "What became of the cases" in Path("one.html").read_text("utf-8")


def test_robust_verdicts_are_saved_as_the_page_of_the_command(
    desk: murho.Run, part: murho.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from murho.cli import status

    monkeypatch.chdir(tmp_path)
    desk.compare(part, measures=["meanings"], robust=True).save("python.html")
    command = ["compare", str(desk.path), str(part.path), "-m", "meanings", "--robust", "-o", "command.html"]
    assert status(command) == 0
    page = Path("python.html").read_text("utf-8")
    assert page == Path("command.html").read_text("utf-8")
    assert "<svg" in page
    assert all(name in page for name in ("undefined", "empty", "disjoint"))


def test_scores_are_saved_as_the_report(desk: murho.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    desk.show(measures=["meanings", "graded"]).save("shown.html")
    Path("cases.jsonl").write_text(
        '{"id": "a", "expression": "one", "reference": ["x"]}\n{"id": "b", "expression": "two", "reference": ["y"]}\n'
    )
    Path("said.jsonl").write_text('{"id": "a", "answer": ["x"]}\n{"id": "b", "answer": ["z"]}\n')
    murho.score("labels", Path("cases.jsonl"), Path("said.jsonl")).save("files.html")
    murho.score("labels", ["x", "y"], ["x", "z"], features={"day": ["mo", "tu"]}).save("columns.html")
    murho.words(["to bonn"], ["to born"]).save("figure.html")
    for name in ("shown", "files", "columns"):
        assert '<section id="cases"' in Path(f"{name}.html").read_text("utf-8"), name
    assert "Right 1 of 2 cases, no answer 0, wrong 1: understands 50.0 %" in Path("columns.html").read_text("utf-8")
    assert '<section id="cases"' not in Path("figure.html").read_text("utf-8")
