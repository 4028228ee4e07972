"""The pages that trees stand on: that of a run, and that of two files."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Answers, Cases
from murho.core.meaning import UNDEFINED
from murho.measures.dependencies.dependencies import dependencies
from murho.pages.report import write_report
from murho.pages.trees import write_trees
from murho.pipeline.aligning.tree_alignment import Stretch, stretches
from murho.pipeline.scoring.tree_files import score_trees
from murho.store import Run

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "parsing"
FILES = str(EXAMPLE / "gold.conllu"), str(EXAMPLE / "system.conllu")
HOW = dependencies()


def examples() -> list[Stretch]:
    return list(stretches(HOW, *FILES, "conllu"))


@pytest.fixture
def parsed(tmp_path: Path, record: Callable[..., Run]) -> Run:
    """Sentences with several outcomes: right, wrong, ⊥, ∅."""
    gold = [f"{text}\n\n" for text in (EXAMPLE / "gold.conllu").read_text().strip().split("\n\n")]
    said = [gold[0].replace("\tobl\t", "\tnmod\t"), gold[1], UNDEFINED, (), gold[4].replace("\t1\tconj", "\t3\tconj")]
    answers = [one if isinstance(one, tuple) or one is UNDEFINED else (one,) for one in said]
    ids = [f"s{i}" for i in range(5)]
    cases = Cases(ids, [text.split("text = ")[1].split("\n")[0] for text in gold], [(text,) for text in gold])
    return record(tmp_path / "parsed", cases, Answers(ids, answers), ("dependencies",))


def test_the_page_of_a_run_has_scores_slices_and_trees(parsed: Run, written: Callable[..., Any]) -> None:
    page = written(parsed)
    body = page.table("parsing", "Parse scores").find("tbody")[0]
    rows = [[cell.text for cell in row.find("td")] for row in body.find("tr")]
    assert len(rows) == 14 + 3
    las = 21 / 23  # right, of those that were answered
    assert rows[9][:3] == [f"{100 * las:.2f}", f"{100 * 21 / 30:.2f}", f"{100 * 42 / 53:.2f}"]
    assert len(page.by_id("worst").find("svg", "trees")) == 4
    assert "⊥" in page.by_id("worst").text
    assert "gave no tree" in page.by_id("worst").text
    relations = page.table("parsing", "By relation of gold")
    obl = next(row for row in relations.find("tr") if row.find("th") and row.find("th")[0].text == "obl")
    assert [cell.text for cell in obl.find("td")][:4] == ["1", "100.00", "0.00", "0.00"]
    confused = page.table("parsing", "Relations taken").find("tbody")[0].find("tr")
    assert ["obl", "nmod", "1"] in [[cell.text for cell in row.find("th") + row.find("td")] for row in confused]
    assert page.by_id("headline").text.count("LAS F1") == 3


def test_other_measures_have_no_parse_scores(hostile_run: Run, written: Callable[..., Any]) -> None:
    assert not [element for element in written(hostile_run).all() if element.attributes.get("id") == "parsing"]


def test_a_page_of_two_files(tmp_path: Path, read: Callable[[str], Any]) -> None:
    score = score_trees(HOW, *FILES, "conllu")
    for worst, drawings in ((None, 4), (2, 2)):
        write_trees(tmp_path / "page.html", examples(), score, "system.conllu", worst)
        page = read((tmp_path / "page.html").read_text(encoding="utf-8"))
        assert len(page.find("svg", "trees")) == drawings
        assert "79.31" in page.table("headline", "Scores").text
    assert "The 2 with most errors" in page.by_id("trees").text
    assert page.find("article", "item")[0].find("span", "id")[0].text.strip() == "m2"


def test_runs_report_other_settings(parsed: Run, tmp_path: Path) -> None:
    measures = ["dependencies(score='uas')", "dependencies(rules=conll2018(punctuation='drop'))"]
    write_report(parsed, tmp_path / "page.html", measures=measures, by=["deprel", "given_upos"])
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "UAS F1" in text
    assert "Dependencies (score=" in text
    assert "By given upos" in text
