"""The way through a word graph that comes nearest to what was said.

Of all ways that one has the least cost against the reference, of these the fewest errors, then the fewest
substitutions. Dynamic programming over pairs of a node and a place in the reference, exact for every graph; what it
takes grows with links times words.

>>> from murho.core.word_graph import Link
>>> links = [Link(0, 1, "oh"), Link(0, 1, "no"), Link(1, 2, "two"), Link(1, 2, "to"), Link(1, 3, None)]
>>> links.append(Link(2, 3, "bonn"))
>>> nearest("no to bonn please".split(), WordGraph.of([None] * 4, links, 0, 3))
('no', 'to', 'bonn')
"""

from collections.abc import Callable, Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from murho.core.word_graph import Link, WordGraph
from murho.measures.kernel import EQUAL, Costs
from murho.measures.text.lattice import Arc, Lattice

LARGEST = 100_000_000
"""Pairs of a node and a place in the reference, at most: they take 8 bytes each."""
Tokens = Callable[[str], Sequence[Hashable]]
"""What is compared of a word: nothing, a token, or several."""
_NOTHING = -1
Rows = NDArray[np.int64]


def _itself(word: str) -> Sequence[Hashable]:
    return (word,)


def nearest(
    reference: Sequence[Hashable], graph: WordGraph, tokens: Tokens = _itself, costs: Costs = EQUAL
) -> tuple[str, ...]:
    """The words of the nearest way.

    Args:
        reference: the tokens of what was said.
        graph: the word graph.
        tokens: what a word of the graph is compared as.
        costs: of a substitution, an insertion, a deletion.

    Raises:
        ValueError: the graph and the reference are too large together.
    """
    steps, nodes = _steps(graph, tokens)
    if nodes * (len(reference) + 1) > LARGEST:
        raise ValueError(f"{nodes} nodes for {len(reference)} words are too many")
    base = len(reference) + nodes + 1
    substitute, insert, delete = ((cost * base + 1) * base + one for cost, one in zip(costs, (1, 0, 0), strict=True))
    numbers = {token: number for number, token in enumerate(dict.fromkeys(reference))}
    said = np.array([numbers[token] for token in reference], np.int64)
    codes = {token: numbers.get(token, len(numbers)) for token in {step[1] for row in steps for step in row}}
    # What it costs to take a token for each of the reference; in the last row it is none of them.
    pair = np.where(np.arange(len(numbers) + 1)[:, None] == said, 0, substitute).astype(np.int64)
    ramp = delete * np.arange(len(said) + 1, dtype=np.int64)
    rows: Rows = np.empty((nodes, len(said) + 1), np.int64)
    rows[0] = ramp
    for node in range(1, nodes):
        silent = [start for start, token, _ in steps[node] if token is _NOTHING]
        spoken = [(start, codes[token]) for start, token, _ in steps[node] if token is not _NOTHING]
        best = rows[silent].min(axis=0) if silent else None
        if spoken:
            before = rows[[start for start, _ in spoken]]
            after = before + insert
            np.minimum(after[:, 1:], before[:, :-1] + pair[[code for _, code in spoken]], out=after[:, 1:])
            best = after.min(axis=0) if best is None else np.minimum(best, after.min(axis=0))
        assert best is not None
        # Words of the reference that nothing corresponds to: a deletion always costs the same.
        rows[node] = np.minimum.accumulate(best - ramp) + ramp
    words: list[str] = []
    node, place = nodes - 1, len(said)
    while node:
        here = rows[node, place]
        for start, token, link in steps[node]:
            if token is _NOTHING:
                came = place if rows[start, place] == here else None
            elif rows[start, place] + insert == here:
                came = place
            else:
                paired = place and rows[start, place - 1] + pair[codes[token], place - 1] == here
                came = place - 1 if paired else None
            if came is not None:
                words += [link.word] if link is not None and link.word is not None else []
                node, place = start, came
                break
        else:
            place -= 1  # deleted
    return tuple(reversed(words))


def as_lattice(graph: WordGraph, tokens: Tokens = _itself) -> Lattice:
    """The graph of its tokens, as references with alternatives are compared."""
    steps, nodes = _steps(graph, tokens)
    arcs = tuple(
        Arc(start, end, None if token is _NOTHING else token)
        for end, row in enumerate(steps)
        for start, token, _ in row
    )
    return Lattice(arcs, nodes - 1)


Step = tuple[int, Hashable, Link | None]
"""From which node, with which token, and the link, where it ends."""


def _steps(graph: WordGraph, tokens: Tokens) -> tuple[list[list[Step]], int]:
    """The steps that lead to each node, one token each: links of several have nodes of their own in between."""
    split = {word: tuple(tokens(word)) for word in {link.word for link in graph.links} if word is not None}
    leaving: list[list[Link]] = [[] for _ in graph.times]
    for link in graph.links:
        leaving[link.start].append(link)
    number, count = [0] * graph.nodes, 0
    for node, links in enumerate(leaving):
        number[node] = count
        count += 1 + sum(max(0, len(split[link.word]) - 1) for link in links if link.word is not None)
    steps: list[list[Step]] = [[] for _ in range(count)]
    for node, links in enumerate(leaving):
        between = number[node]
        for link in links:
            parts = split[link.word] if link.word is not None else ()
            at = number[node]
            for token in parts[:-1]:
                between += 1
                steps[between].append((at, token, None))
                at = between
            steps[number[link.end]].append((at, parts[-1] if parts else _NOTHING, link))
    return steps, count
