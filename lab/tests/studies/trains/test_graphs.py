"""Word graphs of what was heard: the nearest way, cuts, and which way the grammar takes."""

import pytest

from murho.core.case import Answers, Cases
from murho.core.meaning import UNDEFINED
from murho.core.word_graph import Link, WordGraph
from murho.formats.slf import serialise
from murho_lab.studies.trains import graphs, rescoring
from murho_lab.studies.trains.rescoring import Way, Weights


def graph(*links: tuple[int, int, str, float]) -> WordGraph:
    """A word graph of links with posteriors."""
    last = max(end for _, end, _, _ in links)
    made = [Link(start, end, word, posterior=posterior) for start, end, word, posterior in links]
    return WordGraph.of([None] * (last + 1), made, 0, last)


HEARD = graph((0, 1, "tow", 0.6), (0, 1, "to", 0.4), (1, 2, "born", 0.7), (1, 2, "bonn", 0.3))


def test_the_graph_is_found_in_an_answer() -> None:
    found = graphs.of_answers(Answers(["a", "b", "c"], [("tow born", serialise(HEARD)), ("yes",), UNDEFINED]))
    assert [one is None for one in found] == [False, True, True]
    assert found[0] == HEARD


def test_the_oracle_is_the_nearest_way_and_without_a_graph_the_text() -> None:
    said = ["to bonn please", "tow rome", "yes", "no"]
    assert graphs.oracle(said, [HEARD, HEARD, None, None], ["tow born", "tow born", "yeah", None]) == [
        "to bonn",
        "tow born",
        "yeah",
        None,
    ]


def test_the_grammar_takes_what_it_understands_if_words_cost_enough() -> None:
    cheap, dear = Weights(0.1, 0, 0), Weights(9, 0, 0)
    (one,) = rescoring.rescored([HEARD], ["tow born"], [cheap, dear])
    assert [found.words for found in one.found if found] == ["tow born", "to bonn"]
    assert one.best is not None
    assert not one.best.complete
    assert rescoring.units(one.found)[1] == ["goalcity:bonn"]


COMPLETE, BARE = ("to bonn", Weights(9, 0, 0)), ("tow born", Weights(0.1, 0, 0))
"""A text, and the weights under which the graph is understood as the same words."""


@pytest.mark.parametrize(
    ("text", "understood", "taken"),
    [
        ("to ulm", COMPLETE, {"always": "bonn", "incomplete": "ulm", "completed": "ulm"}),
        ("tow rome", COMPLETE, {"always": "bonn", "incomplete": "bonn", "completed": "bonn"}),
        ("tow rome", BARE, {"always": "born", "incomplete": "born", "completed": "rome"}),
    ],
)
def test_when_the_graph_decides(text: str, understood: tuple[str, Weights], taken: dict[str, str]) -> None:
    words, weights = understood
    (one,) = rescoring.rescored([HEARD], [text], [weights])
    assert one.found[0] is not None
    assert one.found[0].words == words
    chosen = {when: Way(weights, when).chosen(one.best, one.found[0]) for when in rescoring.WHEN}
    assert {when: one and one.words.split()[-1] for when, one in chosen.items()} == taken


def test_without_a_graph_the_text_stands_and_without_both_nothing() -> None:
    way = Way(Weights(), "always")
    one, none = rescoring.rescored([None, None], ["to ulm", None], [Weights()])
    assert rescoring.units([way.chosen(one.best, one.found[0]), way.chosen(none.best, none.found[0])]) == [
        ["goalcity:ulm"],
        None,
    ]


def test_ways_are_tuned_on_all_settings_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of five units the best texts have two and a wrong one; the graph has the third where words cost enough."""
    monkeypatch.setattr(rescoring, "GRID", ((0.1, 9.0), (0.0,), (0.0,)))
    cases = Cases(["1", "2", "3"], ["a", "b", "c"], [(["goalcity:bonn"],), (["goalcity:ulm"],), (["city:hof"],)])
    less = cases.take([0, 1])
    tuned = rescoring.tuned(
        [(cases, [HEARD, None, None], ["tow born", "to ulm", "to hof"]), (less, [None, None], [None, "to ulm"])]
    )
    assert tuned.best_text == pytest.approx(40)  # of five are lacking two, and one is another
    found = {(one.way.weights.word, one.way.when): one.ca for one in tuned.tried}
    assert found == {
        (word, when): pytest.approx(60 if word == 9 else 40) for word in (0.1, 9.0) for when in rescoring.WHEN
    }
    assert (tuned.chosen.way.weights.word, tuned.chosen.way.when) == (9, "always")
