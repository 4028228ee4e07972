"""Parse scores as they are shown: which of them there are, and of which groups."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from murho.figures.parse_scores import ParseScores, metrics_of, parse_scores, sheet, word_groups
from murho.measures.dependencies.counts import TITLES
from murho.measures.dependencies.dependencies import dependencies
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.tree_files import score_trees
from murho.sheets.terminal import show_sheet
from murho.sheets.writing import written

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "parsing"
FILES = str(EXAMPLE / "gold.conllu"), str(EXAMPLE / "system.conllu")


CRITERIA = ["exact trees", "exact trees unlabelled", "roots found"]


def scored() -> ParseScores:
    found = parse_scores(score_trees(dependencies(), *FILES, "conllu", Reading(by=("upos",))))
    assert found is not None
    return found


def test_the_metrics_that_there_are() -> None:
    score = score_trees(dependencies(), *FILES, "conllu", Reading(by=("upos",)))
    assert [one.title for one in metrics_of(score.also)] == list(TITLES.values())
    las = next(one for one in metrics_of(score.also) if one.title == "LAS")
    assert (las.precision, las.recall, las.f1) == tuple(
        score.also["las"][name] for name in ("precision", "recall", "f1")
    )
    assert round(las.precision or 0, 2) == 79.31
    assert metrics_of({"las": 3.0, "uas": {"value": 1}}) == []


def test_groups_have_gold_words_and_their_own_scores() -> None:
    score = score_trees(dependencies(), *FILES, "conllu", Reading(by=("upos",)))
    (shown,) = scored().tables
    assert shown.titles == ("UAS", "LAS", "LA")
    nouns = next(group for group in shown.groups if group.name == "NOUN")
    also = score.also_by["upos"]["NOUN"]
    assert nouns.words == score.by["upos"]["NOUN"].counts["gold_words"]
    assert nouns.f1 == tuple(also[name]["f1"] for name in ("uas", "las", "la"))
    assert nouns.las_interval == also["las"]["interval"]
    assert word_groups("upos", score.by["upos"], {name: {} for name in score.by["upos"]}).titles == ()


def test_a_line_for_every_metric_then_what_else_is_reported() -> None:
    made = sheet(scored())
    assert [column.heading for column in made.columns] == [
        "metric", "precision", "recall", "F1", "interval", "aligned"
    ]  # fmt: skip
    assert [row.cells[0] for row in made.rows] == [*TITLES.values(), *CRITERIA]
    las = made.rows[9].cells
    assert [written(value, "score") for value in las[1:4]] == ["79.31", "76.67", "77.97"]
    assert written(las[4], "score_ends") == "[57.48, 90.25]"
    assert written(las[4], "score_ends", eye=True) == "57.48 to 90.25"
    assert made.rows[0].cells[-1] is None, "tokens are not aligned"
    assert made.rows[-1].cells[1:3] == ("", "")


def test_groups_of_words_have_a_bar_for_their_errors(seen: Callable[..., str]) -> None:
    (made,) = sheet(scored()).sections
    heads, *lines = seen(show_sheet, made, width=120).splitlines()[2:]
    assert heads.split() == ["upos", "words", "UAS", "LAS", "LA", "LAS", "interval", "π", "interval"]
    (interjections,) = [line for line in lines if line.startswith("INTJ")]
    assert interjections.split()[:5] == ["INTJ", "1", "0.00", "0.00", "0.00"]
    assert interjections.split()[-2:] == ["██████████", "!"]
    assert lines[-1].strip() == "! rests on little: see the flags with --json"
    narrow = seen(show_sheet, made, width=60).splitlines()[2]
    assert narrow.split() == ["upos", "words", "UAS", "LAS", "LA", "LAS", "interval"]


def test_confused_relations_are_listed_below() -> None:
    wrong = [{"gold": "obl", "given": f"r{i}", "importance": 30 - i} for i in range(25)]
    made = sheet(replace(scored(), confusion=wrong)).sections[-1]
    assert (made.title, made.most, len(made.rows)) == ("Relations taken for others", 20, 25)
    assert made.rows[0].cells == ("obl", "r0", 30)
