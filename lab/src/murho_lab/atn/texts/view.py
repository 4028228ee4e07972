"""Texts compared by their strategies: orders sentence by sentence, the matrix of penetrances, pairs, styles.

>>> from murho_lab.atn import bundled
>>> from murho_lab.atn.texts.comparison import compare_texts
>>> from murho_lab.atn.texts.text import Text
>>> toy, lexicon = bundled("english")
>>> def text(name, *lines): return Text(name, tuple(map(lexicon.sentence, lines)), lines, ("",) * len(lines))
>>> asked = text("asked", "what did he see", "who saw mary", "which book did mary read")
>>> told = text("told", "the man slept", "he saw the dog in the park")
>>> both = compare_texts(toy, [asked, told])
>>> [[round(cell.value, 2) for cell in row] for row in matrix(both).cells]
[[0.92, 0.46], [0.51, 0.87]]
>>> [(one.own, one.other, round(one.in_sample.value, 2)) for one in pairs(both)]
[(0, 1, 0.42), (1, 0, 0.41)]
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from murho.core.comparison import Difference
from murho_lab.atn.efficiency.penetrance import Average
from murho_lab.atn.texts.comparison import Comparison
from murho_lab.atn.texts.course import Course
from murho_lab.atn.texts.style import Clusters, cluster, contrasts, style_distances

CONTRASTS = 8
"""Arcs that are named where two styles are contrasted."""


@dataclass(frozen=True)
class Orders:
    """The orders of the arcs of two texts, one above the other, sentence by sentence."""

    names: tuple[str, str]
    parses: tuple[tuple[str, str], ...]
    """The number of parses of each sentence of both texts; empty where a text has ended."""
    rows: "tuple[NodeOrders, ...]"
    changing: int
    """Rows that change, of which those passed most often are in `rows`."""


@dataclass(frozen=True)
class NodeOrders:
    """The orders at one node, come by one arc; a cell is empty where the order is the one before it."""

    node: str
    arrival: str
    above: Sequence[str]
    below: Sequence[str]


@dataclass(frozen=True)
class Matrix:
    """The penetrance of every text under the strategies of every text, and under others."""

    names: tuple[str, ...]
    sentences: tuple[int, ...]
    """Of each text."""
    accepted: tuple[int, ...]
    """Sentences of each text with an analysis."""
    cells: tuple[tuple[Average, ...], ...]
    """[i][j]: text j under the strategies of text i."""
    left_out: tuple[Average, ...]
    """Each text under its own strategies, each sentence left out of what it is searched with."""
    grammar_order: tuple[Average, ...]
    level: float


@dataclass(frozen=True)
class Pair:
    """How much one text suffers from the strategies of another, and how far apart the two are."""

    own: int
    """The number of the text that is searched, from 0."""
    other: int
    """The number of the text whose strategies are foreign to it."""
    in_sample: Difference
    """p(Σ_own, T_own) − p(Σ_other, T_own)"""
    left_out: Difference
    """The same with each sentence left out of what it is searched with."""
    kendall: float
    jensen_shannon: float


@dataclass(frozen=True)
class Styles:
    """Texts joined by the distance of their styles, and the arcs that tell the two most distant ones apart."""

    groups: Clusters
    a: str
    b: str
    arcs: tuple[tuple[str, float, float], ...]
    """An arc, and its share of the linguistic arcs of `a` and of `b`."""


def orders(course: Course) -> Orders:
    """The table of the paper."""
    rows = tuple(NodeOrders(row.node, row.arrival or "the start", row.upper, row.lower) for row in course.rows)
    return Orders(course.names, tuple(zip(*course.parses, strict=True)), rows, course.changing)


def matrix(compared: Comparison) -> Matrix:
    """p(Σ_i, T_j), each text with its sentences left out, and in the order of the grammar."""
    every = range(len(compared.texts))
    return Matrix(
        tuple(compared.names),
        tuple(map(len, compared.texts)),
        tuple(text.strategies.accepted for text in compared.texts),
        tuple(tuple(compared.penetrance(i, j) for j in every) for i in every),
        tuple(map(compared.left_out, every)),
        tuple(map(compared.grammar_order, every)),
        compared.level,
    )


def pairs(compared: Comparison) -> list[Pair]:
    """Every text under the strategies of every other one, each difference with its interval and test."""
    every = range(len(compared.texts))
    return [
        Pair(
            own,
            other,
            compared.discrepancy(other, own),
            compared.discrepancy(other, own, left_out=True),
            float(compared.kendall[other, own]),
            float(compared.jensen_shannon[other, own]),
        )
        for own in every
        for other in every
        if own != other
    ]


def styles(compared: Comparison) -> Styles:
    """The styles of the texts, by the linguistic arcs that their accepted ways cross."""
    strategies = [text.strategies for text in compared.texts]
    apart = style_distances(strategies)
    i, j = map(int, np.unravel_index(int(np.argmax(apart)), apart.shape))
    arcs = tuple(
        (str(contrast.arc), contrast.a, contrast.b) for contrast in contrasts(strategies[i], strategies[j])[:CONTRASTS]
    )
    return Styles(cluster(apart, compared.names), compared.names[i], compared.names[j], arcs)


def discrepancy_in_words(compared: Comparison) -> str:
    """What the strategies of the second text cost the first one, in a sentence."""
    d = compared.discrepancy(1, 0)
    return (
        f"Discrepancy: the penetrance of {compared.names[0]} falls by {d.value or 0:.3f} [{d.low:.3f}, {d.high:.3f}] "
        f"under the strategies of {compared.names[1]}; the two are {compared.kendall[0, 1]:.3f} apart (weighted "
        f"Kendall) and {compared.jensen_shannon[0, 1]:.3f} (Jensen-Shannon between arcs)."
    )
