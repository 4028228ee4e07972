"""What the parser makes of a word graph: of all that may have been said, the way that is understood best.

All ways through a graph are looked at at once. A way costs what the recogniser finds unlikely in it, the negative
logarithms of the posteriors of its links (in which acoustic and language scores are both), and more for words that no
piece covers and for pieces, less for pieces that matter: the parser's `Weights`.

>>> from murho_lab.chart import bundled
>>> from murho.core.word_graph import Link
>>> links = [Link(0, 1, "two", posterior=0.6), Link(0, 1, "to", posterior=0.4), Link(1, 2, "bonn", posterior=1.0)]
>>> graph = WordGraph.of([None] * 3, links, 0, 2)
>>> parser = bundled("greetings")
>>> graph.best(), understood(parser, charted(parser, graph), Weights()).units
(('two', 'bonn'), ('goal:bonn',))
"""

from dataclasses import dataclass

from murho.core.errors import InputError
from murho.core.word_graph import WordGraph
from murho_lab.chart.engine import Chart, TooLargeError, chart
from murho_lab.chart.parsing import Parsed, Parser
from murho_lab.chart.partial import Weights

MOST_SIGNS = 2_000
"""Signs in the chart of a graph; beyond, more links are cut."""
CUTS = (1e-3, 3e-3, 1e-2, 3e-2)
"""Posteriors below which links are left out: the first for all graphs, which else have thousands of links in noise and
take minutes, the next until the chart is small enough."""


@dataclass(frozen=True)
class Charted:
    """All that the parser sees in a graph."""

    chart: Chart
    cut: float
    """Links that are less probable were left out."""


def charted(parser: Parser, graph: WordGraph) -> Charted | None:
    """The chart of a graph; None where it has no words, or no way through what all cuts leave of it."""
    for cut in CUTS:
        probable = pruned(graph, cut)
        links = [] if probable is None else probable.word_links()
        if not links:
            return None
        try:
            return Charted(chart(parser.compiled, links, MOST_SIGNS), cut)
        except TooLargeError:
            continue
    return None


def pruned(graph: WordGraph, least: float) -> WordGraph | None:
    """The graph of its links that are as probable as this; None where no way is left.

    >>> from murho.core.word_graph import Link
    >>> links = [Link(0, 1, "to", posterior=0.9), Link(0, 1, "two", posterior=0.1), Link(1, 2, "ulm", posterior=1.0)]
    >>> graph = WordGraph.of([None] * 3, links, 0, 2)
    >>> [link.word for link in pruned(graph, 0.5).links], pruned(graph, 0.95)
    (['to', 'ulm'], None)
    """
    kept = [link for link in graph.links if link.posterior is None or link.posterior >= least]
    try:
        return WordGraph.of(graph.times, kept, 0, graph.nodes - 1)
    except ValueError:
        return None


def understood(parser: Parser, found: Charted, weights: Weights) -> Parsed | None:
    """The best set of pieces; None where the grammar's rules of units refuse what it means."""
    try:
        return parser.of_chart(found.chart, weights)
    except InputError:
        return None
