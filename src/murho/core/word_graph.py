"""Word graphs: all that a recogniser thinks may have been said, as links between points of time.

Every way from the first node to the last is a sequence of words. A link without a word (silence, a noise, nothing)
only connects.

>>> links = [Link(0, 1, "to"), Link(0, 1, "two", posterior=0.1), Link(1, 2, "bonn"), Link(1, 2, None)]
>>> graph = WordGraph.of([0.0, 0.3, 0.7], links, 0, 2)
>>> graph.nodes, len(graph.links), graph.best()
(3, 4, ('to', 'bonn'))
>>> WordGraph.of([None, None], [Link(0, 1, "to"), Link(1, 0, "bonn")], 0, 1)
Traceback (most recent call last):
ValueError: a circle of links through node 0
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heapify, heappop, heappush
from math import exp, inf, log, log1p
from typing import NamedTuple

MOST_LINKS = 1_000_000
"""Links of a graph; with more it is refused, since nobody could look at it in reasonable time."""


class Link(NamedTuple):
    """A word between two nodes; without one (None) it only connects them. Scores are natural logarithms."""

    start: int
    end: int
    word: str | None
    acoustic: float = 0.0
    language: float = 0.0
    posterior: float | None = None
    """How probable it is that the link was said, given the whole graph, 0 to 1; None where nobody has told."""


def likelihood(link: Link) -> float:
    """The score of a link: the logarithm of its posterior if it has one, else its acoustic and language score."""
    if link.posterior is None:
        return link.acoustic + link.language
    return log(link.posterior) if link.posterior > 0 else -inf


Score = Callable[[Link], float]


@dataclass(frozen=True)
class WordGraph:
    """Nodes 0, 1, ..., each with its time; every link leads to a later node, and every node lies between the ends.

    Made by `of`, which puts what is read into this form.
    """

    times: tuple[float | None, ...]
    """The time of each node in seconds, None where it is not known. The first node is the start, the last the end."""
    links: tuple[Link, ...]
    """By their nodes."""

    @classmethod
    def of(cls, times: Sequence[float | None], links: Iterable[Link], first: int, last: int) -> "WordGraph":
        """The graph of these nodes and links; nodes are numbered anew, those off every way are left out.

        Args:
            times: the time of each node, None where it is not known.
            links: whose nodes are numbered as in `times`.
            first: the node at which ways begin.
            last: the node at which they end.

        Raises:
            ValueError: a link from or to no node, a circle, no way from the first node to the last, too many links.
        """
        links = tuple(links)
        if len(links) > MOST_LINKS:
            raise ValueError(f"{len(links)} links, which are more than {MOST_LINKS}")
        for link in links:
            if not (0 <= link.start < len(times) and 0 <= link.end < len(times)):
                raise ValueError(f"a link from node {link.start} to node {link.end}, of {len(times)} nodes")
        leaving, leading = _neighbours(links)
        between = _reached(first, leaving) & _reached(last, leading)
        if last not in between or first == last:
            raise ValueError("no way from its first node to its last" if links else "no links")
        order = _in_order(between, leaving, leading)
        number = {node: place for place, node in enumerate(order)}
        kept = [
            link._replace(start=number[link.start], end=number[link.end])
            for link in links
            if link.start in number and link.end in number
        ]
        kept.sort(key=lambda link: (link.start, link.end))
        return cls(tuple(times[node] for node in order), tuple(kept))

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return len(self.times)

    @cached_property
    def leading(self) -> list[list[Link]]:
        """The links that lead to each node."""
        incoming: list[list[Link]] = [[] for _ in self.times]
        for link in self.links:
            incoming[link.end].append(link)
        return incoming

    def best(self, score: Score = likelihood) -> tuple[str, ...]:
        """The words of the way with the highest sum of scores; of equal ones, of that found first."""
        sums: list[float] = [0.0, *[-inf] * (self.nodes - 1)]
        chosen: list[Link | None] = [None] * self.nodes
        for node in range(1, self.nodes):
            for link in self.leading[node]:
                total = sums[link.start] + score(link)
                if chosen[node] is None or total > sums[node]:
                    sums[node], chosen[node] = total, link
        words: list[str] = []
        at = chosen[-1]
        while at is not None:
            words += [] if at.word is None else [at.word]
            at = chosen[at.start]
        return tuple(reversed(words))

    def with_posteriors(self, scale: float = 1.0) -> "WordGraph":
        """The graph with the posterior of each link: the share of all ways through it that lead over the link.

        A way weighs the exponential of its acoustic and language scores, times `scale`: recognisers' acoustic scores
        count every hundredth of a second, as if each were independent evidence, and are much too sure by themselves.

        >>> graph = WordGraph.of([None] * 2, [Link(0, 1, "to", -10.0), Link(0, 1, "two", -32.0)], 0, 1)
        >>> [round(link.posterior, 3) for link in graph.with_posteriors(0.1).links]
        [0.9, 0.1]
        """
        scores = [scale * (link.acoustic + link.language) for link in self.links]
        before = [0.0, *[-inf] * (self.nodes - 1)]
        behind = [*[-inf] * (self.nodes - 1), 0.0]
        # Links stand by their nodes, which are numbered so that links lead on.
        for link, score in zip(self.links, scores, strict=True):
            before[link.end] = _sum(before[link.end], before[link.start] + score)
        for link, score in zip(reversed(self.links), reversed(scores), strict=True):
            behind[link.start] = _sum(behind[link.start], score + behind[link.end])
        whole = before[-1]
        shares = (
            min(1.0, exp(before[link.start] + score + behind[link.end] - whole))
            for link, score in zip(self.links, scores, strict=True)
        )
        links = (link._replace(posterior=share) for link, share in zip(self.links, shares, strict=True))
        return WordGraph(self.times, tuple(links))

    def word_links(self, score: Score = likelihood) -> list[tuple[int, int, str, float]]:
        """Links (start, end, word, score) that all have words, as a parser wants them, from node 0 to the last.

        The sequences of words are those of the graph. A way over links without words is taken into the link before it
        with the best of their scores, at the start into the link behind it; nodes keep their numbers, and some of them
        may have no link any more. A way without any word is lost.

        Raises:
            ValueError: there would be too many links.

        >>> graph = WordGraph.of([None] * 4, [Link(0, 1, None), Link(1, 2, "yes"), Link(2, 3, None, -1.5)], 0, 3)
        >>> graph.word_links()
        [(0, 3, 'yes', -1.5)]
        """
        last = self.nodes - 1
        leaving: list[list[tuple[int, float]]] = [[] for _ in self.times]
        speaks = {last}
        for link in self.links:
            if link.word is None:
                leaving[link.start].append((link.end, score(link)))
            else:
                speaks.add(link.start)
        silent = [self._silent(node, leaving) if leaving[node] else {node: 0.0} for node in range(self.nodes)]
        best: dict[tuple[int, int, str], float] = {}
        for link in self.links:
            if link.word is None:
                continue
            starts = [(link.start, 0.0)]
            if link.start and link.start in silent[0]:
                starts.append((0, silent[0][link.start]))
            own = score(link)
            for start, before in starts:
                for end, after in silent[link.end].items():
                    if end in speaks:
                        key, total = (start, end, link.word), before + own + after
                        best[key] = max(total, best.get(key, -inf))
            if len(best) > MOST_LINKS:
                raise ValueError(f"without its empty links it has more than {MOST_LINKS} links")
        reached, leads_on = {0}, {last}
        for start, end, _ in sorted(best):
            reached |= {end} if start in reached else set()
        for start, end, _ in sorted(best, key=lambda key: -key[1]):
            leads_on |= {start} if end in leads_on else set()
        return [(*key, best[key]) for key in sorted(best) if key[0] in reached and key[1] in leads_on]

    @staticmethod
    def _silent(node: int, leaving: Sequence[Sequence[tuple[int, float]]]) -> dict[int, float]:
        """The nodes that can be reached from a node without a word, each with the best sum of scores."""
        sums = {node: 0.0}
        waiting = [node]
        while waiting:  # nodes in their order: a node's sum is final when its turn comes
            here = heappop(waiting)
            for end, more in leaving[here]:
                if end not in sums:
                    heappush(waiting, end)
                sums[end] = max(sums.get(end, -inf), sums[here] + more)
        return sums


def _sum(a: float, b: float) -> float:
    """Of two logarithms the logarithm of the sum."""
    high, low = max(a, b), min(a, b)
    return high if low == -inf else high + log1p(exp(low - high))


Neighbours = dict[int, list[int]]


def _neighbours(links: Sequence[Link]) -> tuple[Neighbours, Neighbours]:
    """For each node those that links lead to, and those that links come from."""
    leaving: Neighbours = defaultdict(list)
    leading: Neighbours = defaultdict(list)
    for link in links:
        leaving[link.start].append(link.end)
        leading[link.end].append(link.start)
    return leaving, leading


def _reached(node: int, neighbours: Neighbours) -> set[int]:
    """All nodes that can be reached from one, it among them."""
    seen, waiting = {node}, [node]
    while waiting:
        for other in neighbours.get(waiting.pop(), ()):
            if other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen


def _in_order(nodes: set[int], leaving: Neighbours, leading: Neighbours) -> list[int]:
    """The nodes so that links lead to later ones only; those that are so numbered keep their order."""
    missing = {node: sum(other in nodes for other in leading.get(node, ())) for node in nodes}
    ready = [node for node, count in missing.items() if not count]
    heapify(ready)
    order: list[int] = []
    while ready:
        node = heappop(ready)
        order.append(node)
        for other in leaving.get(node, ()):
            if other in missing:
                missing[other] -= 1
                if not missing[other]:
                    heappush(ready, other)
    if len(order) < len(nodes):
        raise ValueError(f"a circle of links through node {min(_on_circle(nodes - set(order), leading))}")
    return order


def _on_circle(stuck: set[int], leading: Neighbours) -> set[int]:
    """The nodes of one circle: each stuck node has another before it, so going back comes round."""
    node, seen = min(stuck), list[int]()
    while node not in seen:
        seen.append(node)
        node = next(other for other in leading[node] if other in stuck)
    return set(seen[seen.index(node) :])
