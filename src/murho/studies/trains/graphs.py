"""Word graphs of what was heard: what they hold, and what the parser makes of them.

The parser looks for the best set of pieces over all ways through a graph at once. A way costs what the recogniser
finds unlikely in it, the negative logarithms of the posteriors of its links (in which acoustic and language scores
are both), and more for words that no piece covers and for pieces, less for pieces that matter: the parser's `Weights`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from murho.chart.engine import Chart, Link, TooLargeError, chart
from murho.chart.parsing import Parsed, Parser
from murho.chart.partial import Weights
from murho.core.case import Answers
from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED
from murho.core.word_graph import WordGraph
from murho.formats.slf import is_word_graph, parse
from murho.measures.text.nearest import nearest

MOST_SIGNS = 30_000
"""Signs in the chart of a graph; beyond, links are cut."""
CUTS = (0.0, 1e-4, 1e-3, 1e-2)
"""Posteriors below which links are left out, until the chart is small enough."""


@dataclass(frozen=True)
class Charted:
    """All that the parser sees in a graph."""

    chart: Chart
    cut: float
    """Links that are less probable were left out."""


def of_answers(answers: Answers) -> list[WordGraph | None]:
    """The word graph of each answer; None where there is none."""
    return [
        parse(answer[-1]) if answer is not UNDEFINED and answer and is_word_graph(answer[-1]) else None
        for answer in answers.answers
    ]


def oracle(
    references: Sequence[str], graphs: Sequence[WordGraph | None], texts: Sequence[str | None]
) -> list[str | None]:
    """Of each graph the text nearest to what was said; without a graph the best text."""
    return [
        text if graph is None else " ".join(nearest(said.split(), graph))
        for said, graph, text in zip(references, graphs, texts, strict=True)
    ]


def charted(parser: Parser, graph: WordGraph | None) -> Charted | None:
    """The chart of a graph; None where there is no graph, or none with a word, or where all cuts leave it too large."""
    links = [] if graph is None else graph.word_links()
    for cut in CUTS:
        kept = links if not cut else connected([link for link in links if link[3] > log(cut)], links)
        if not kept:
            return None
        try:
            return Charted(chart(parser.compiled, kept, MOST_SIGNS), cut)
        except TooLargeError:
            continue
    return None


def connected(kept: Sequence[Link], links: Sequence[Link]) -> list[Link]:
    """Those of some links that lie on a way from node 0 to the last node of all links.

    >>> links = [(0, 1, "to", 0.0), (1, 3, "bonn", 0.0), (0, 2, "two", 0.0), (2, 3, "ulm", -9.0)]
    >>> connected(links[:3], links)
    [(0, 1, 'to', 0.0), (1, 3, 'bonn', 0.0)]
    """
    last = max((end for _, end, _, _ in links), default=0)
    reached, leads_on = {0}, {last}
    for start, end, _, _ in sorted(kept):
        reached |= {end} if start in reached else set()
    for start, end, _, _ in sorted(kept, reverse=True):
        leads_on |= {start} if end in leads_on else set()
    return [link for link in kept if link[0] in reached and link[1] in leads_on]


def understood(parser: Parser, found: Charted, weights: Weights) -> Parsed | None:
    """The best set of pieces; None where the grammar's rules of units refuse what it means."""
    try:
        return parser.of_chart(found.chart, weights)
    except InputError:
        return None


def words_of(parser: Parser, text: str) -> str | None:
    """The words of a text as an analysis has them, without those that count as nothing; None where it fails."""
    try:
        return parser.parse(text).words
    except (InputError, TooLargeError):
        return None
