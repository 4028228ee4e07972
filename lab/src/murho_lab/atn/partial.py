"""The best sequence of partial analyses of a sentence that has no complete one.

All constituents that any PUSH asks for, and sentences, are found at every position; of the ways to lay them end to end
over the words, the best leaves fewest words over and takes fewest pieces; among equals, whole sentences win.

>>> from murho_lab.atn import bundled
>>> toy, lexicon = bundled("english")
>>> for piece in pieces(toy, lexicon.sentence("the big the dog slept")).pieces:
...     print(piece.start, piece.end, piece.state, bracketed(piece.value))
0 1 None the
1 2 None big
2 5 S/ (S DCL (NP the dog) (VP slept))
"""

from dataclasses import dataclass
from typing import Any

from murho_lab.atn.engine import USUAL, Bounds, Search
from murho_lab.atn.lexicon import Sentence
from murho_lab.atn.network import Grammar, Order
from murho_lab.atn.values import Value, bracketed


@dataclass(frozen=True, eq=False)
class Piece:
    """A constituent, or a word that none covers."""

    start: int
    """Words before it."""
    end: int
    state: str | None
    """Where its network begins; None for a word by itself."""
    value: Value

    def as_json(self) -> dict[str, Any]:
        """The object that `murho atn parse --json` prints for a piece."""
        return {"start": self.start, "end": self.end, "state": self.state, "structure": bracketed(self.value)}


@dataclass(frozen=True, eq=False)
class Pieces:
    """A sequence over all words; `undefined` says why it may not be the best."""

    pieces: tuple[Piece, ...]
    undefined: str | None


def pieces(
    grammar: Grammar,
    sentence: Sentence,
    *,
    order: Order | None = None,
    bounds: Bounds = USUAL,
) -> Pieces:
    """The best sequence of partial analyses."""
    length = len(sentence.words)
    # One search for all of them, with memory: what two starts have in common is found once.
    states = list(dict.fromkeys([grammar.start, *(arc.below for arc in grammar.arcs if arc.below)]))
    starts = [(state, position) for position in range(length) for state in states]
    search = Search(grammar, sentence, order=order, bounds=bounds, memory=True)
    spans: dict[int, dict[int, Piece]] = {}
    for index, end, analysis in search.constituents(starts):
        state, start = starts[index]
        if end > start:  # an empty constituent covers no word
            ending = spans.setdefault(end, {})
            better = start not in ending or (state == grammar.start and ending[start].state != state)
            if better:
                ending[start] = Piece(start, end, state, analysis.value)
    # best[end]: the least (words left over, pieces, pieces that are no sentence) up to `end`, and the last piece of it.
    best: list[tuple[tuple[int, int, int], Piece | None]] = [((0, 0, 0), None)]
    for end in range(1, length + 1):
        word = Piece(end - 1, end, None, sentence.words[end - 1].form)
        over, count, fragments = best[end - 1][0]
        reached: tuple[tuple[int, int, int], Piece | None] = ((over + 1, count + 1, fragments + 1), word)
        for start, piece in spans.get(end, {}).items():
            over, count, fragments = best[start][0]
            cost = (over, count + 1, fragments + (piece.state != grammar.start))
            if cost < reached[0]:
                reached = cost, piece
        best.append(reached)
    sequence: list[Piece] = []
    position = length
    while position:
        last = best[position][1]
        assert last is not None
        sequence.append(last)
        position = last.start
    return Pieces(tuple(reversed(sequence)), search.undefined)
