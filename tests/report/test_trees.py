"""Trees in the terminal and as a drawing; the table of parse scores."""

import io
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from murho.core.case import Answers, Cases
from murho.core.meaning import UNDEFINED
from murho.measures.dependencies.beside import Place, Side
from murho.measures.dependencies.dependencies import dependencies
from murho.pipeline.beside import Stretch, stretches
from murho.pipeline.reading import Reading
from murho.pipeline.trees import score_trees
from murho.report import dependencies as table
from murho.report import trees
from murho.report.html.page import write_report
from murho.report.html.tree_page import write_trees
from murho.report.html.trees import MOST, draw
from murho.store import Run

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "parsing"
FILES = str(EXAMPLE / "gold.conllu"), str(EXAMPLE / "system.conllu")
HOW = dependencies()


def examples() -> list[Stretch]:
    return list(stretches(HOW, *FILES, "conllu"))


def printed(*shown: Stretch, errors_only: bool = False) -> str:
    out = io.StringIO()
    trees.show(shown, Console(file=out, width=80, color_system=None), errors_only)
    return out.getvalue()


# --- terminal


def test_every_word_has_a_line_and_wrong_ones_say_why() -> None:
    assert printed(examples()[2]) == (
        "n1 + n2  2 of 7 wrong, 28.6 %: label 1, head and label 1\n"
        "                1  ¿      PUNCT   3 punct\n"
        "label           2  La     PRON    3 obj    →  3 nsubj\n"
        "                3  viste  VERB    0 root\n"
        "                4  ?      PUNCT   3 punct\n"
        "                5  ¡      PUNCT   6 punct\n"
        "head and label  6  Sí     INTJ    0 root   →  3 parataxis\n"
        "                7  !      PUNCT   6 punct\n\n"
    )


def test_right_words_may_be_left_out() -> None:
    assert len(printed(examples()[0], errors_only=True).splitlines()) == 3


def test_what_is_hostile_is_written_out(hostile: Any) -> None:
    places = [Place(Side(text, text, -1, text), Side(text, "X", -1, "x"), True, False) for text in hostile]
    said = printed(Stretch(hostile[10], places))
    assert "\x1b" not in said
    assert "\x00" not in said


def test_the_worst_come_first() -> None:
    assert [one.id for one in trees.chosen(examples(), worst=2)] == ["m2", "n1 + n2"]
    assert [one.id for one in trees.chosen(examples(), worst=9, rank="rate")] == ["m2", "n1 + n2", "m1", "n3"]
    right = Stretch("r", [Place(Side("a", "X", -1, "root"), Side("a", "X", -1, "root"), True, True)])
    assert list(trees.chosen([right], errors_only=True)) == []
    assert list(trees.chosen([right])) == [right]


def test_the_table_has_the_metrics_that_there_are() -> None:
    score = score_trees(HOW, *FILES, "conllu", Reading(by=("upos",)))
    assert list(table.metrics(score.also)) == list(table.TITLES.values())
    assert table.metrics({"las": 3.0, "uas": {"value": 1}}) == {}
    out = io.StringIO()
    console = Console(file=out, width=80, color_system=None)
    console.print(table.groups_of("upos", score.by["upos"], score.also_by["upos"]))
    assert re.search(r"^INTJ +1 +0\.00 +0\.00 +0\.00 +\[0\.00, ", out.getvalue(), re.MULTILINE)


# --- drawing


def drawn(read: Callable[[str], Any], places: list[Place]) -> Any:
    return read(draw(places, "one"))


def test_each_arc_is_drawn_once_on_either_side(read: Callable[[str], Any]) -> None:
    for one in examples():
        svg = drawn(read, list(one.places))
        arcs = svg.find("g", "arc")
        heads = [side for place in one.places for side in (place.gold, place.system) if side]
        assert len(arcs) == len(heads)
        marks = [(element.attributes["class"] or "").split()[1] for element in arcs]
        wrong = sum(not place.right for place in one.places if place.gold)
        assert marks.count("missed") == wrong
        assert marks.count("label") == one.kinds.get("label", 0)
        assert marks.count("head") == sum(not place.head_right for place in one.places if place.system)


def test_what_is_wrong_is_told_without_colour(read: Callable[[str], Any]) -> None:
    svg = drawn(read, list(examples()[2].places))
    texts = [element.text for element in svg.find("text")]
    assert "≠ nsubj" in texts
    assert "✗ parataxis" in texts
    titles = [element.text for element in svg.find("title")]
    assert "parataxis: the head is wrong" in titles
    assert "obj: not found by the system" in titles
    label = svg.find("svg")[0].attributes["aria-label"]
    assert "of 7 words 6 have the right head, 5 head and label" in label


def test_words_stand_in_two_rows_where_they_differ(read: Callable[[str], Any]) -> None:
    same, split = (drawn(read, list(examples()[place].places)) for place in (0, 1))
    assert len(same.find("text", "word")) == 7
    assert len(split.find("text", "word")) == 8 + 7
    assert len(split.find("text", "alone")) == 3
    other = drawn(read, list(examples()[3].places))
    assert [element.text for element in other.find("text", "other")] == ["≠ AUX"]


def test_words_and_labels_keep_their_distance(read: Callable[[str], Any]) -> None:
    long = "a-very-long-relation-name"
    places = [
        Place(Side("x" * (i % 9 + 1), "NOUN", i - 1 if i else -1, long if i else "root"), None, False, False)
        for i in range(20)
    ]
    svg = drawn(read, places)
    at = [float(element.attributes["x"]) for element in svg.find("text", "word")]
    assert min(b - a for a, b in pairwise(at)) > 7.4 * 0.9 * len(long)
    assert float(svg.find("svg")[0].attributes["width"]) > at[-1]


def test_crossing_arcs_run_on_levels_of_their_own(read: Callable[[str], Any]) -> None:
    heads = [2, 3, -1, 2, 1]
    places = [Place(Side("w", "X", head, "r"), None, False, False) for head in heads]
    paths = [element.attributes["d"] for element in drawn(read, places).find("path") if "H" in element.attributes["d"]]
    levels = [re.search(r"Q\S+ (\S+) ", path)[1] for path in paths]  # type: ignore[index]
    assert len(levels) == 4  # from above: 1–4, 1–3, 0–2, 2–3
    assert levels[0] != levels[1]  # 1–4 and 1–3 overlap
    assert levels[1] != levels[2]  # 1–3 and 0–2 cross


def test_lines_do_not_run_over_labels(read: Callable[[str], Any]) -> None:
    """What is drawn later lies above: so lines that go further up come first."""
    places = [Place(Side("w", "X", head, "r"), None, False, False) for head in (1, -1, 3, 1, 3)]
    heights = [float(element.attributes["y"]) for element in drawn(read, places).find("text") if element.text == "r"]
    assert heights == sorted(heights)


def test_text_runs_as_its_script_does(read: Callable[[str], Any]) -> None:
    for words, leftwards in ((("הילד", "קרא", "ספר", "."), True), (("a", "קרא", "b", "1"), False)):
        places = [Place(Side(word, "X", 1 if i != 1 else -1, "r"), None, False, False) for i, word in enumerate(words)]
        svg = drawn(read, places)
        at = [float(element.attributes["x"]) for element in svg.find("text", "word")]
        assert at == sorted(at, reverse=leftwards)
        assert 0 < min(at) < max(at) < float(svg.find("svg")[0].attributes["width"])
        assert bool(svg.find("svg", "leftwards")) is leftwards
        lines = [re.match(r"M(\S+) .*H(\S+)Q(\S+) ", element.attributes["d"]) for element in svg.find("path")]
        bends = [tuple(map(float, line.groups())) for line in lines if line]
        assert len(bends) == 3
        assert all(start < end < tip or start > end > tip for start, end, tip in bends)


def test_what_is_not_scored_is_nothing_wrong(read: Callable[[str], Any]) -> None:
    gold = Side("!", "PUNCT", 1, "punct"), Side("Go", "VERB", -1, "root")
    places = [Place(gold[0], Side("!", "PUNCT", -1, "root"), False, False, False), Place(gold[1], gold[1], True, True)]
    one = Stretch("s", places)
    assert (one.words, one.errors) == (1, 0)
    assert "nothing wrong" in printed(one)
    marks = [element.attributes["class"] for element in drawn(read, places).find("g", "arc")]
    assert sorted(marks) == ["arc right", "arc right", "arc unscored", "arc unscored"]


def test_nothing_is_drawn_of_nothing_or_of_too_much() -> None:
    place = Place(Side("w", "X", -1, "root"), None, False, False)
    assert draw([], "one") == ""
    assert draw([place] * (MOST + 1), "one") == ""
    assert draw([place._replace(gold=Side("w", "X", None, "r"))], "one").count('<g class="arc') == 0


def test_hostile_texts_are_texts(read: Callable[[str], Any], hostile: Any) -> None:
    places = [Place(Side(text, text, 0 if i else -1, text), None, False, False) for i, text in enumerate(hostile)]
    svg = read(draw(places, hostile[1], hostile[0]))
    assert {element.name for element in svg.all()} == {"root", "svg", "style", "g", "title", "path", "text"}


# --- pages


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
    assert page.by_id("headline").text.count("LAS F1") == 2


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
