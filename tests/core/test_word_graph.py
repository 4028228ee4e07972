"""Word graphs: how they are put in order, what is refused, and how links without words are taken out."""

from collections.abc import Iterator
from math import exp, inf, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core import word_graph
from murho.core.word_graph import Link, WordGraph, likelihood


def ways(graph: WordGraph, node: int = 0) -> Iterator[tuple[tuple[str, ...], float]]:
    """Every way from a node to the last one: its words and the sum of its scores."""
    if node == graph.nodes - 1:
        yield (), 0.0
    for link in graph.links:
        if link.start == node:
            for words, score in ways(graph, link.end):
                yield (() if link.word is None else (link.word,)) + words, likelihood(link) + score


@st.composite
def graphs(draw: st.DrawFn, largest: int = 5) -> WordGraph:
    """Small graphs, with links that have no word."""
    nodes = draw(st.integers(2, largest))
    pairs = [(start, end) for end in range(nodes) for start in range(end)]
    words = st.sampled_from(["to", "bonn", "two", None])
    chosen = draw(st.lists(st.tuples(st.sampled_from(pairs), words, st.integers(-5, 0)), max_size=7))
    line = [Link(at, at + 1, draw(words), draw(st.integers(-5, 0))) for at in range(nodes - 1)]
    return WordGraph.of([None] * nodes, [*line, *(Link(*pair, word, a) for pair, word, a in chosen)], 0, nodes - 1)


def test_nodes_are_put_in_order_and_those_off_every_way_left_out() -> None:
    links = [Link(3, 1, "bonn"), Link(0, 3, "to"), Link(0, 2, "nowhere"), Link(4, 1, "from")]
    graph = WordGraph.of([0.0, 0.9, 0.5, 0.4, 0.1], links, 0, 1)
    assert graph.times == (0.0, 0.4, 0.9)
    assert graph.links == (Link(0, 1, "to"), Link(1, 2, "bonn"))


@pytest.mark.parametrize(
    ("nodes", "links", "found"),
    [
        (3, [Link(0, 1, "a"), Link(1, 1, "b"), Link(1, 2, "c")], "a circle of links through node 1"),
        (4, [Link(0, 1, "a"), Link(1, 2, "b"), Link(2, 1, "c"), Link(2, 3, "d")], "a circle of links through node 1"),
        (3, [Link(0, 1, "a"), Link(2, 1, "b")], "no way from its first node to its last"),
        (2, [], "no links"),
        (1, [], "no links"),
        (2, [Link(0, 2, "a")], "a link from node 0 to node 2, of 2 nodes"),
    ],
    ids=["itself", "two", "no way", "empty", "one node", "no node"],
)
def test_what_is_no_graph_is_refused(nodes: int, links: list[Link], found: str) -> None:
    with pytest.raises(ValueError, match=found):
        WordGraph.of([None] * nodes, links, 0, nodes - 1)


def test_too_many_links_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_graph, "MOST_LINKS", 3)
    with pytest.raises(ValueError, match="4 links, which are more than 3"):
        WordGraph.of([None] * 2, [Link(0, 1, str(n)) for n in range(4)], 0, 1)
    # Six without words, side by side, make nine of two with words.
    silence = [Link(start, 3, None) for start in (1, 2)] + [Link(3, end, None) for end in (4, 5)]
    spoken = [Link(0, at, "a") for at in (1, 2)] + [Link(at, 6, "b") for at in (4, 5)]
    monkeypatch.setattr(word_graph, "MOST_LINKS", 8)
    graph = WordGraph.of([None] * 7, silence + spoken, 0, 6)
    monkeypatch.setattr(word_graph, "MOST_LINKS", 3)
    with pytest.raises(ValueError, match="without its empty links it has more than 3 links"):
        graph.word_links()


def test_the_best_way_has_the_highest_sum() -> None:
    links = [Link(0, 1, "no", -1.0, -4.0), Link(0, 1, "oh", -3.0, -1.0), Link(1, 2, None, -1.0), Link(0, 2, "know", -6)]
    graph = WordGraph.of([None] * 3, links, 0, 2)
    assert graph.best() == ("oh",)
    assert graph.best(lambda link: link.acoustic) == ("no",)
    assert graph.best(lambda link: 0.0 if link.word == "know" else -1.0) == ("know",)


def test_a_posterior_is_the_score_where_there_is_one() -> None:
    assert likelihood(Link(0, 1, "a", -3.0, -2.0)) == -5.0
    assert isclose(likelihood(Link(0, 1, "a", -3.0, -2.0, 0.5)), -0.6931471805599453)
    assert likelihood(Link(0, 1, "a", -3.0, -2.0, 0.0)) == -inf


@given(graphs())
def test_without_empty_links_the_ways_are_the_same(graph: WordGraph) -> None:
    expected: dict[tuple[str, ...], float] = {}
    for words, score in ways(graph):
        expected[words] = max(score, expected.get(words, -inf))
    expected.pop((), None)
    links = graph.word_links()
    found: dict[tuple[str, ...], float] = {}

    def walk(node: int, words: tuple[str, ...], total: float) -> None:
        if node == graph.nodes - 1:
            found[words] = max(total, found.get(words, -inf))
        for start, end, word, score in links:
            if start == node:
                assert start < end
                walk(end, (*words, word), total + score)

    walk(0, (), 0.0)
    assert found == expected


@given(graphs())
def test_the_best_of_all_ways(graph: WordGraph) -> None:
    best = max(score for _, score in ways(graph))
    assert graph.best() in {words for words, score in ways(graph) if score == best}


@given(graphs(), st.sampled_from([0.1, 1.0]))
def test_a_posterior_is_the_share_of_the_ways_over_the_link(graph: WordGraph, scale: float) -> None:
    def over(links: tuple[Link, ...], node: int) -> Iterator[tuple[Link, ...]]:
        if node == graph.nodes - 1:
            yield links
        for link in graph.links:
            if link.start == node:
                yield from over((*links, link), link.end)

    every = [(way, exp(scale * sum(link.acoustic + link.language for link in way))) for way in over((), 0)]
    whole = sum(weight for _, weight in every)
    found = graph.with_posteriors(scale).links
    for number, link in enumerate(graph.links):
        # Links that are equal in everything are told apart by which one is meant.
        share = sum(weight for way, weight in every if any(one is link for one in way)) / whole
        assert found[number].posterior is not None
        assert isclose(found[number].posterior, share, rel_tol=1e-9)
