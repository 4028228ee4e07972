"""The chart: all signs over all stretches of a text or a word graph, each made once.

Nodes are gone through from the last to the first. What begins behind a node is complete by then, so a sign looks to its
right for what its productions want beside it, and no half-made signs are kept: a left corner, bottom up. A text is a
word graph with one path, and words that may be skipped cost an entry in a table. Signs of one kind, with the same
features, between the same nodes are packed into one, with all the ways to make it; how many analyses there are does not
matter, therefore.

Of several ways the best is kept: the likelier path, then fewer productions, then the production that stands earlier in
the grammar, then the first parts that reach further.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter

from murho.core.errors import MurhoError
from murho_lab.chart.productions import Compiled, Leaf, Node, Production, Signature

Link = tuple[int, int, str, float]
"""Where a word of a graph begins and ends, the word, and its score: nodes count from 0, a link leads to a later one, a
higher score is a likelier word, and an empty word is none."""
Way = tuple[Production | Leaf | None, tuple["Edge", ...]]
"""How a sign is made, and of what; by no production where words were skipped before it."""
MOST_EDGES = 100_000


class TooLargeError(MurhoError):
    """A chart with more signs than are allowed."""


class Edge:
    """A sign between two nodes."""

    __slots__ = ("best", "end", "kind", "path", "rank", "signature", "size", "start", "ways")

    def __init__(self, kind: int, start: int, end: int, signature: Signature):
        self.kind, self.start, self.end, self.signature = kind, start, end, signature
        self.ways: list[tuple[Way, float]] = []
        """With the cost of the path that is the way's own."""
        self.best: Way | None = None
        self.path, self.size = 0.0, 0
        """Of the best way: the cost of its path, and how many productions it has."""
        self.rank: tuple[int, ...] = ()

    def better(self, way: Way, own: float) -> bool:
        """Whether a way is better than the best until now; then it is the best."""
        made, parts = way
        path, size = own, 1 if made is not None else 0
        for part in parts:
            path += part.path
            size += part.size
        if self.best is not None:
            if path > self.path or (path == self.path and size > self.size):
                return False
            if path == self.path and size == self.size and (way is self.best or self.rank <= _rank(way)):
                return False
        self.best, self.path, self.size, self.rank = way, path, size, _rank(way)
        return True


def _rank(way: Way) -> tuple[int, ...]:
    made, parts = way
    return (-1 if made is None else made.order, *(-part.end for part in parts))


@dataclass(frozen=True, eq=False, slots=True)
class Chart:
    """What was found."""

    compiled: Compiled
    last: int
    """The last node."""
    at: list[dict[int, list[Edge]]]
    """At each node the signs that begin there, or behind skipped words, by the kinds as which they are wanted."""
    links: list[list[tuple[int, str, float]]]
    """The words that begin at each node, with their ends and the costs of their paths."""
    skips: list[list[tuple[int, float]]]
    """Where words that count as nothing lead to from each node, and at what cost."""

    def edges(self, node: int, kind: int) -> Sequence[Edge]:
        """The signs of a kind that begin at a node."""
        return self.at[node].get(kind, ())


def text_links(words: Sequence[str]) -> list[Link]:
    """The word graph of a text, one word after the other."""
    return [(index, index + 1, word, 0.0) for index, word in enumerate(words)]


def chart(compiled: Compiled, links: Sequence[Link], most_edges: int = MOST_EDGES) -> Chart:
    """All signs over a word graph.

    Raises:
        TooLargeError: there are more than `most_edges`.
    """
    last = max(map(itemgetter(1), links), default=0)
    outgoing: list[list[tuple[int, str, float]]] = [[] for _ in range(last + 1)]
    for start, end, word, score in links:
        outgoing[start].append((end, word, -score))
    made = Chart(compiled, last, [{} for _ in range(last + 1)], outgoing, [[] for _ in range(last + 1)])
    room = most_edges
    for node in range(last - 1, -1, -1):
        if outgoing[node]:
            room -= _fill(made, node, room)
            if room < 0:
                raise TooLargeError(f"more than {most_edges:,} signs in the chart")
    return made


def _fill(chart: Chart, node: int, most: int) -> int:
    """Find all signs that begin at a node, or a few more than `most`; answer how many there are."""
    compiled, at = chart.compiled, chart.at
    above, single, starting = compiled.above, compiled.single, compiled.starting
    here = at[node]
    known: dict[tuple[int, int, Signature], Edge] = {}
    agenda: list[Edge] = []
    stale = False

    def found(kind: int, end: int, signature: Signature, way: Way, own: float) -> None:
        nonlocal stale
        key = (kind, end, signature)
        edge = known.get(key)
        if edge is None:
            edge = known[key] = Edge(kind, node, end, signature)
            edge.better(way, own)
            agenda.append(edge)
        elif edge.better(way, own):
            stale = True  # what was made of it counted on its first way
        edge.ways.append((way, own))

    chart.skips[node] += [(end, cost) for end, word, cost in chart.links[node] if not word]
    for leaf, end, cost in _leaves(chart, node):
        if leaf.kind in compiled.skip:
            chart.skips[node].append((end, cost))
        else:
            found(leaf.kind, end, leaf.signature, (leaf, ()), cost)
    while agenda and len(known) <= most:
        edge = agenda.pop()
        for kind in above[edge.kind]:
            here.setdefault(kind, []).append(edge)
        for production in single[edge.kind]:
            _make(production, (edge,), found)
        behind = at[edge.end]
        seconds = starting[edge.kind]
        if seconds and behind:
            for kind in seconds.keys() & behind.keys():
                for production in seconds[kind]:
                    if len(production.daughters) == 2:
                        for second in behind[kind]:
                            _make(production, (edge, second), found)
                    else:
                        for rest in _rest(at, production.daughters, 1, edge.end):
                            _make(production, (edge, *rest), found)
    stale |= _skipped(chart, node, known, here)
    while stale:
        # Only signs that begin here can have become better, so a few rounds over them settle it.
        stale = False
        for edge in known.values():
            for way, own in edge.ways:
                stale |= edge.better(way, own)
    return len(known)


def _make(production: Production, parts: tuple[Edge, ...], found) -> None:  # type: ignore[no-untyped-def]
    environment = production.bind(part.signature for part in parts)
    if environment is None:
        return
    if production.copies >= 0:
        copied = parts[production.copies]
        found(copied.kind, parts[-1].end, copied.signature, (production, parts), 0.0)
    else:
        signature = tuple(environment[slot] for slot in production.mother)
        found(production.kind, parts[-1].end, signature, (production, parts), 0.0)


def _rest(
    at: list[dict[int, list[Edge]]], daughters: tuple[int, ...], place: int, node: int
) -> Iterator[tuple[Edge, ...]]:
    """The signs of the kinds that a production wants from a place on, one behind the other from a node."""
    for edge in at[node].get(daughters[place], ()):
        if place + 1 == len(daughters):
            yield (edge,)
        else:
            for rest in _rest(at, daughters, place + 1, edge.end):
                yield (edge, *rest)


def _leaves(chart: Chart, node: int) -> Iterator[tuple[Leaf, int, float]]:
    """The entries whose words begin at a node; words that count as nothing may stand between them."""
    waiting: list[tuple[Node, int, float, bool]] = [(chart.compiled.words, node, 0.0, True)]
    for form, place, cost, first in waiting:
        for end, word, own in chart.links[place]:
            further = form.further.get(word)
            if further is not None:
                for leaf in further.leaves:
                    yield leaf, end, cost + own
                if further.further:
                    waiting.append((further, end, cost + own, False))
        if not first:
            waiting += [(form, end, cost + own, False) for end, own in chart.skips[place]]


def _skipped(
    chart: Chart, node: int, known: dict[tuple[int, int, Signature], Edge], here: dict[int, list[Edge]]
) -> bool:
    """Let what begins behind skipped words begin here, too; answer whether a sign that was here became better."""
    improved = False
    for end, cost in chart.skips[node]:
        for behind in {id(edge): edge for edges in chart.at[end].values() for edge in edges}.values():
            key = (behind.kind, behind.end, behind.signature)
            edge = known.get(key)
            if edge is None:
                edge = known[key] = Edge(behind.kind, node, behind.end, behind.signature)
                for kind in chart.compiled.above[edge.kind]:
                    here.setdefault(kind, []).append(edge)
            way: Way = (None, (behind,))
            improved |= edge.better(way, cost)
            edge.ways.append((way, cost))
    return improved
