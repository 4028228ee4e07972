"""The nearest way through a word graph, against every way there is, and against the alignment of lattices."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.word_graph import Link, WordGraph
from murho.measures.kernel import align
from murho.measures.text import lattice_alignment as module
from murho.measures.text.lattice import Lattice
from murho.measures.text.lattice_alignment import as_lattice, count, nearest

WORDS = ["to", "bonn", "no", "a-b", "uh"]


def tokens(word: str) -> tuple[str, ...]:
    """A word with a hyphen is two, and one is none."""
    return () if word == "uh" else tuple(word.split("-"))


def ways(graph: WordGraph, node: int = 0) -> Iterator[tuple[str, ...]]:
    """The words of every way from a node to the last."""
    if node == graph.nodes - 1:
        yield ()
    for link in graph.links:
        if link.start == node:
            for words in ways(graph, link.end):
                yield (() if link.word is None else (link.word,)) + words


def weight(reference: list[str], words: tuple[str, ...], costs: tuple[int, int, int]) -> tuple[int, int, int]:
    """Cost, errors and substitutions of the alignment that counts."""
    steps = align(reference, [token for word in words for token in tokens(word)], costs)
    cost = sum(dict(zip("SID", costs, strict=True)).get(step, 0) for step in steps)
    return cost, sum(step != "=" for step in steps), sum(step == "S" for step in steps)


@st.composite
def graphs(draw: st.DrawFn) -> WordGraph:
    nodes = draw(st.integers(2, 5))
    pairs = [(start, end) for end in range(nodes) for start in range(end)]
    words = st.sampled_from([*WORDS, None])
    line = [Link(at, at + 1, draw(words)) for at in range(nodes - 1)]
    more = draw(st.lists(st.tuples(st.sampled_from(pairs), words), max_size=7))
    return WordGraph.of([None] * nodes, [*line, *(Link(*pair, word) for pair, word in more)], 0, nodes - 1)


@given(
    graphs(), st.lists(st.sampled_from(["to", "bonn", "a", "b"]), max_size=5), st.sampled_from([(1, 1, 1), (4, 3, 3)])
)
def test_no_way_is_nearer(graph: WordGraph, reference: list[str], costs: tuple[int, int, int]) -> None:
    every = set(ways(graph))
    found = nearest(reference, graph, tokens, costs)
    assert found in every
    assert weight(reference, found, costs) == min(weight(reference, words, costs) for words in every)


@given(graphs(), st.lists(st.sampled_from(["to", "bonn", "a", "b"]), max_size=5))
def test_as_many_errors_as_the_alignment_of_lattices_counts(graph: WordGraph, reference: list[str]) -> None:
    _, *errors = count(Lattice.of(reference), as_lattice(graph, tokens))
    assert weight(reference, nearest(reference, graph, tokens), (1, 1, 1))[1] == sum(errors)


def test_what_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST", 5)
    graph = WordGraph.of([None] * 2, [Link(0, 1, "to")], 0, 1)
    assert nearest(["to"], graph) == ("to",)
    with pytest.raises(ValueError, match="2 nodes for 2 words are too many"):
        nearest(["to", "bonn"], graph)
