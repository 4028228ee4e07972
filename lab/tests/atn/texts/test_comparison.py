"""Texts under each other's strategies."""

import pytest

from murho.core.errors import InputError
from murho_lab.atn import Bounds, Grammar, Lexicon, bundled, parse
from murho_lab.atn.strategies import learn
from murho_lab.atn.texts.comparison import compare_texts, learn_text
from murho_lab.atn.texts.course import course
from murho_lab.atn.texts.distances import between_arcs, by_node, kendall
from murho_lab.atn.texts.style import cluster, contrasts
from murho_lab.atn.texts.text import Text

ASKED = ["what did he see", "who saw mary", "which book did mary read", "what does the man like"]
TOLD = ["the man slept", "he saw the dog in the park", "mary read the book", "dog the"]


@pytest.fixture(scope="module")
def english() -> tuple[Grammar, Lexicon]:
    return bundled("english")


def text_of(lexicon: Lexicon, name: str, lines: list[str]) -> Text:
    return Text(name, tuple(map(lexicon.sentence, lines)), tuple(lines), ("",) * len(lines))


def test_the_matrix_is_made_of_single_searches(english: tuple[Grammar, Lexicon]) -> None:
    nets, lexicon = english
    texts = [text_of(lexicon, "asked", ASKED), text_of(lexicon, "told", TOLD)]
    found = compare_texts(nets, texts)
    for i, one in enumerate(texts):
        order = learn(nets, one.sentences).order()
        for j, other in enumerate(texts):
            each = [parse(nets, sentence, order=order).penetrance or 0.0 for sentence in other.sentences]
            assert found.penetrance(i, j).value == pytest.approx(sum(each) / len(each))
    own, foreign = found.penetrance(0, 0).value, found.penetrance(1, 0).value
    assert own is not None
    assert foreign is not None
    assert found.discrepancy(1, 0).value == pytest.approx(own - foreign)
    assert found.penetrance(0, 1).unaccepted == 1
    said = found.as_json()
    assert said["discrepancy"] == found.discrepancy(1, 0).value
    assert said["penetrance"][1][0] == foreign
    assert said["distance"]["kendall"] == kendall(found.texts[0].strategies, found.texts[1].strategies)


def test_a_text_against_itself(english: tuple[Grammar, Lexicon]) -> None:
    nets, lexicon = english
    said = compare_texts(nets, [text_of(lexicon, "asked", ASKED)] * 2).as_json()
    assert said["discrepancy"] == 0
    assert said["distance"] == {"kendall": 0, "jensen_shannon": 0}


def test_left_out_is_learned_from_the_others(english: tuple[Grammar, Lexicon]) -> None:
    nets, lexicon = english
    text = text_of(lexicon, "asked", ASKED)
    found = compare_texts(nets, [text, text_of(lexicon, "told", TOLD)])
    each = []
    for k, sentence in enumerate(text.sentences):
        rest = [other for place, other in enumerate(text.sentences) if place != k]
        each.append(parse(nets, sentence, order=learn(nets, rest).order()).penetrance or 0.0)
    assert found.left_out(0).value == pytest.approx(sum(each) / len(each))


def test_covered_leaves_out_what_has_no_analysis(english: tuple[Grammar, Lexicon]) -> None:
    nets, lexicon = english
    found = compare_texts(nets, [text_of(lexicon, "asked", ASKED), text_of(lexicon, "told", TOLD)], covered=True)
    assert [len(one) for one in found.texts] == [4, 3]
    assert found.penetrance(1, 1).unaccepted == 0


def test_unfinished_sentences_are_left_out_of_a_whole_column(english: tuple[Grammar, Lexicon]) -> None:
    nets, lexicon = english
    texts = [text_of(lexicon, "asked", ASKED), text_of(lexicon, "told", TOLD)]
    found = compare_texts(nets, texts, bounds=Bounds(steps=30))
    for j in (0, 1):
        counts = {(found.penetrance(i, j).sentences, found.penetrance(i, j).unfinished) for i in (0, 1)}
        assert len(counts) == 1
        assert sum(counts.pop()) == 4


def test_parts_of_what_was_learned_add_up(english: tuple[Grammar, Lexicon]) -> None:
    nets, lexicon = english
    learned = learn_text(nets, text_of(lexicon, "told", TOLD))
    assert (learned.part([0, 1]) + learned.part([2, 3])).counts == learned.strategies.counts
    assert learned.strategies.without(learned.passages[0]).counts == learned.part([1, 2, 3]).counts
    assert learned.take([3]).strategies.accepted == 0


def test_distances_of_nodes(english: tuple[Grammar, Lexicon]) -> None:
    nets, lexicon = english
    asked, told = (learn(nets, map(lexicon.sentence, lines)) for lines in (ASKED, TOLD))
    nodes = by_node(asked, told)
    distance, weight = nodes["S/"]
    assert 0 < distance <= 1
    assert weight > 0
    assert kendall(asked, told) == pytest.approx(
        sum(d * w for d, w in nodes.values()) / sum(w for _, w in nodes.values())
    )
    again = learn(bundled("english")[0], map(lexicon.sentence, TOLD))  # the same grammar, read again
    assert kendall(asked, again) == kendall(asked, told)
    assert between_arcs(told, again) == 0
    with pytest.raises(InputError, match="two grammars"):
        kendall(asked, learn(bundled("ud")[0], []))


def test_strategies_that_know_nothing(english: tuple[Grammar, Lexicon]) -> None:
    nets, lexicon = english
    nothing, told = learn(nets, []), learn(nets, map(lexicon.sentence, TOLD))
    assert kendall(nothing, nothing) == between_arcs(nothing, nothing) == 0
    assert between_arcs(nothing, told) == 1
    assert 0 <= kendall(nothing, told) <= 1


def test_contrasts_have_the_greatest_first(english: tuple[Grammar, Lexicon]) -> None:
    nets, lexicon = english
    asked, told = (learn(nets, map(lexicon.sentence, lines)) for lines in (ASKED, TOLD))
    found = contrasts(asked, told)
    gaps = [abs(one.a - one.b) for one in found]
    assert gaps == sorted(gaps, reverse=True)
    assert sum(one.a for one in found) == pytest.approx(1)
    assert {one.arc.type for one in found} <= {"CAT", "PUSH", "WRD", "MEM", "TST"}


def test_clusters_of_two_and_of_one() -> None:
    assert cluster([[0, 2], [2, 0]], ["a", "b"]).merges == ((0, 1, 2.0),)
    assert cluster([[0]], ["a"]).merges == ()


def test_the_table_of_the_paper(english: tuple[Grammar, Lexicon]) -> None:
    nets, lexicon = english
    table = course(nets, text_of(lexicon, "asked", ASKED), text_of(lexicon, "told", TOLD[:2]), sentences=4)
    assert table.parses == (("1", "1", "1", "1"), ("1", "2", "", ""))
    start = table.rows[0]
    assert (start.node, start.arrival, start.upper[0], start.lower) == ("S/", "", "3124", ("", "", "", ""))
    last = learn(nets, map(lexicon.sentence, ASKED)).order().start
    assert "".join(str(arc.number) for arc in last) == next(cell for cell in reversed(start.upper) if cell)
    assert course(nets, *[text_of(lexicon, "asked", ASKED)] * 2, most=1).changing > 1
    few = course(nets, text_of(lexicon, "a", TOLD[1:2]), text_of(lexicon, "b", ASKED), bounds=Bounds(steps=40))
    assert few.parses[0][0].startswith("≥")
