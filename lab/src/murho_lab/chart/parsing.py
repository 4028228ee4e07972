"""Parsing what was said: a text, several that a recogniser offers, or a word graph, all by one chart.

>>> from murho_lab.chart import bundled
>>> parser = bundled("greetings")
>>> parsed = parser.parse("uh to bonn no to berlin tomorrow")
>>> parsed.units, parsed.complete
(('goal:berlin', 'date:tomorrow'), True)
>>> parser.parse("to xyzzy berlin").units
('city:berlin',)
>>> parser.parse_best([("to bonn mourning", -5.0), ("to bonn tomorrow", -6.5)]).units
('goal:bonn', 'date:tomorrow')
"""

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any

from murho.core.errors import InputError
from murho.measures.units.mapping import UnitMap
from murho_lab.chart.engine import MOST_EDGES, Chart, Link, chart, text_links
from murho_lab.chart.grammar import read_grammar
from murho_lab.chart.partial import Piece, Weights, best_pieces, corrected, sure
from murho_lab.chart.productions import Compiled, compiled
from murho_lab.chart.structures import Structure


@dataclass(frozen=True)
class Parsed:
    """What was understood."""

    pieces: tuple[Piece, ...]
    structure: list[Structure]
    """What the pieces mean that were not taken back, in spoken order."""
    units: tuple[str, ...] | None
    """None of a grammar that does not say how structures become units."""

    @property
    def complete(self) -> bool:
        """Whether the pieces cover all words."""
        return all(piece.type is not None for piece in self.pieces)

    @property
    def words(self) -> str:
        """The words, without those that count as nothing."""
        return " ".join(word for piece in self.pieces for word in piece.words)

    def as_json(self) -> dict[str, Any]:
        """All of it as plain data."""
        pieces = [
            {"words": " ".join(piece.words), "type": piece.type, "structure": piece.structure, "start": piece.start,
             "end": piece.end, "taken_back": piece.taken_back}
            for piece in self.pieces
        ]  # fmt: skip
        units = None if self.units is None else list(self.units)
        return {"units": units, "complete": self.complete, "pieces": pieces, "structure": self.structure}


@dataclass(frozen=True)
class Parser:
    """A grammar that is ready to parse."""

    compiled: Compiled
    mapping: UnitMap | None
    """How structures become units."""
    most_edges: int = MOST_EDGES

    def parse(self, text: str) -> Parsed:
        """What a text means; its words stand apart by white space.

        Raises:
            TooLargeError: the chart has more signs than allowed.
            InputError: a value in the structure that no rule of the grammar's `[units]` takes.
        """
        return self._parse(text_links(text.split()), None)

    def parse_best(self, texts: Sequence[tuple[str, float]], weights: Weights | None = None) -> Parsed:
        """What the best of several texts means, each with its score: natural logarithms, a higher one is likelier.

        Raises:
            TooLargeError, InputError: as for `parse`.
        """
        return self._parse(several_links(texts), weights or Weights())

    def parse_graph(self, links: Sequence[Link], weights: Weights | None = None) -> Parsed:
        """What a word graph means, by the best path from node 0 to the last; scores as for `parse_best`.

        Raises:
            TooLargeError: as for `parse`.
            InputError: as for `parse`, and a link that leads nowhere or back.
        """
        return self._parse(checked(links), weights or Weights())

    def _parse(self, links: Sequence[Link], weights: Weights | None) -> Parsed:
        return self.of_chart(chart(self.compiled, links, self.most_edges), weights)

    def of_chart(self, made: Chart, weights: Weights | None = None) -> Parsed:
        """What a chart of this grammar means; with `weights` one cost decides, without them the criteria in order.

        Raises:
            InputError: as for `parse`.
        """
        pieces = corrected(made, sure(made, best_pieces(made, weights)))
        kept = [piece.structure for piece in pieces if not piece.taken_back and piece.structure is not None]
        structure = [item for each in kept for item in (each if isinstance(each, list) else [each])]
        return Parsed(tuple(pieces), structure, None if self.mapping is None else tuple(self.mapping(structure)))


def read_parser(path: str | PathLike[str], most_edges: int = MOST_EDGES, *, mapping: UnitMap | None = None) -> Parser:
    """The parser of a grammar's file; without `mapping` its own `[units]` make units of structures.

    Raises:
        InputError: what is wrong with the grammar, with file and line.
    """
    grammar = read_grammar(fspath(path))
    return Parser(compiled(grammar), grammar.units if mapping is None else mapping, most_edges)


def several_links(texts: Sequence[tuple[str, float]]) -> list[Link]:
    """The word graph of several texts, which share the words with which they begin.

    >>> several_links([("to bonn", -1.0), ("to rome", -2.0)])
    [(0, 1, 'to', 0.0), (1, 2, 'bonn', 0.0), (1, 3, 'rome', 0.0), (2, 4, '', -1.0), (3, 4, '', -2.0)]
    """
    places: dict[tuple[str, ...], int] = {(): 0}
    links: list[Link] = []
    ends: list[tuple[int, float]] = []
    for text, score in texts:
        words = tuple(text.split())
        for length, word in enumerate(words):
            beginning = words[: length + 1]
            if beginning not in places:
                places[beginning] = len(places)
                links.append((places[words[:length]], places[beginning], word, 0.0))
        ends.append((places[words], score))
    return links + [(place, len(places), "", score) for place, score in ends]


def checked(links: Sequence[Link]) -> Sequence[Link]:
    """The links of a word graph, if every link leads on and every node but the last has one.

    Raises:
        InputError: a graph without links, a link that leads back, a node from which no link leads on.
    """
    if not links:
        raise InputError("a word graph without links", "give it one from node 0 at least")
    for start, end, word, _ in links:
        if not 0 <= start < end:
            raise InputError(
                f"the link of {word!r} leads from node {start} to {end}", "number nodes so that links lead up"
            )
    last = max(end for _, end, _, _ in links)
    lost = sorted({end for _, end, _, _ in links if end < last} - {start for start, _, _, _ in links})
    if lost or not any(start == 0 for start, _, _, _ in links):
        raise InputError(f"no link leads on from node {lost[0] if lost else 0}", f"let all paths end at node {last}")
    return links
