"""Trees of gold and system as a drawing: what is wrong is told without colour, and nothing runs over a label."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

from murho.measures.dependencies.dependencies import dependencies
from murho.measures.dependencies.word_pairs import Place, Side
from murho.pipeline.aligning.tree_alignment import Stretch, stretches
from murho.sheets.drawing.trees import MOST, tree

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "parsing"
FILES = str(EXAMPLE / "gold.conllu"), str(EXAMPLE / "system.conllu")


def examples() -> list[Stretch]:
    return list(stretches(dependencies(), *FILES, "conllu"))


def drawn(read: Callable[[str], Any], places: list[Place]) -> Any:
    return read(tree(places, "one"))


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
    marks = [element.attributes["class"] for element in drawn(read, places).find("g", "arc")]
    assert sorted(marks) == ["arc right", "arc right", "arc unscored", "arc unscored"]


def test_nothing_is_drawn_of_nothing_or_of_too_much() -> None:
    place = Place(Side("w", "X", -1, "root"), None, False, False)
    assert tree([], "one") == ""
    assert tree([place] * (MOST + 1), "one") == ""
    assert tree([place._replace(gold=Side("w", "X", None, "r"))], "one").count('<g class="arc') == 0


def test_hostile_texts_are_texts(read: Callable[[str], Any], hostile: Any) -> None:
    places = [Place(Side(text, text, 0 if i else -1, text), None, False, False) for i, text in enumerate(hostile)]
    svg = read(tree(places, hostile[1], hostile[0]))
    assert {element.name for element in svg.all()} == {"root", "svg", "style", "g", "title", "path", "text"}
