"""The best set of partial results: which signs of a chart, one behind the other, an utterance is taken to be.

Of all ways from the first node to the last the best is chosen, by these criteria in this order, the next where the one
before is even:

1. the fewest words that no piece covers,
2. the fewest pieces,
3. the most importance of the pieces together,
4. the likeliest path,
5. the fewest productions,
6. the first pieces that reach furthest.

In a word graph paths are of different length, and words that were hardly heard should not win because they are many.
`Weights` then make one cost of the first four, which decides.

Of these, `sure` leaves out what beside a word that nobody understands may mean anything. Corrections inside a piece are
the grammar's. Between pieces `corrected` lets the later correct the earlier.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from murho_lab.chart.engine import Chart, Edge
from murho_lab.chart.productions import Compiled
from murho_lab.chart.structures import Structure, structure_of, words_of


@dataclass(frozen=True)
class Weights:
    """What the criteria are worth beside each other, in units of a path's score."""

    word: float = 5.0
    """What a word costs that no piece covers."""
    piece: float = 1.0
    """What a piece costs."""
    importance: float = 0.1
    """What a piece gains for each point of its importance."""


@dataclass(frozen=True)
class Piece:
    """A part of an utterance."""

    start: int
    end: int
    """The nodes between which it stands; of a text, places of words."""
    words: tuple[str, ...]
    type: str | None
    """None for a word that no piece covers."""
    structure: Structure
    taken_back: bool = False
    """Whether a later piece took its place, or it is what said so."""
    edge: Edge | None = None


Cost = tuple[float, ...]


def best_pieces(chart: Chart, weights: Weights | None = None) -> list[Piece]:
    """The best set of pieces, in spoken order; words that count as nothing are left out.

    With `weights` one cost decides; without them the criteria in their order.
    """
    zero = _cost(weights, 0, 0, 0, 0.0, 0)
    best: list[tuple[Cost, int, Edge | str | None] | None] = [None] * (chart.last + 1)
    best[chart.last] = (zero, chart.last, None)
    at = _Ends(chart)
    for node in range(chart.last - 1, -1, -1):
        for cost, end, what in _steps(chart, node, weights, at):
            behind = best[end]
            if behind is not None:
                total = tuple(map(sum, zip(cost, behind[0], strict=True)))
                now = best[node]
                if now is None or (total, -end) < (now[0], -now[1]):
                    best[node] = (total, end, what)
    return list(_followed(chart, best))


class _Ends:
    """The nodes at the beginning and at the end of an utterance: beyond them are only words that count as nothing."""

    def __init__(self, chart: Chart):
        self._first, self._last = {0}, {chart.last}
        for node in range(chart.last):
            if node in self._first:
                self._first.update(end for end, _ in chart.skips[node])
        for node in range(chart.last - 1, -1, -1):
            if any(end in self._last for end, _ in chart.skips[node]):
                self._last.add(node)

    def may_stand(self, compiled: Compiled, edge: Edge, start: int) -> bool:
        """Whether a piece that stands alone, or first, does so."""
        if edge.kind in compiled.alone and not (start in self._first and edge.end in self._last):
            return False
        return edge.kind not in compiled.first or start in self._first


def _steps(
    chart: Chart, node: int, weights: Weights | None, at: _Ends
) -> Iterable[tuple[Cost, int, Edge | str | None]]:
    """What may come next at a node: a piece, a word that nothing covers, words that count as nothing."""
    compiled = chart.compiled
    for kind in (compiled.piece, compiled.correction):
        for edge in chart.edges(node, kind):
            if kind == compiled.piece and not at.may_stand(compiled, edge, node):
                continue
            worth = compiled.importance[edge.kind] if kind == compiled.piece else 0
            yield _cost(weights, 0, 1, worth, edge.path, edge.size), edge.end, edge
    for end, cost in chart.skips[node]:
        yield _cost(weights, 0, 0, 0, cost, 0), end, None
    for end, word, cost in chart.links[node]:
        yield _cost(weights, 1, 0, 0, cost, 0), end, word


def _cost(weights: Weights | None, words: int, pieces: int, importance: int, path: float, size: int) -> Cost:
    if weights is None:
        return words, pieces, -importance, path, size
    return words * weights.word + pieces * weights.piece - importance * weights.importance + path, size


def _followed(chart: Chart, best: list[tuple[Cost, int, Edge | str | None] | None]) -> Iterable[Piece]:
    node = 0
    while node < chart.last:
        step = best[node]
        assert step is not None  # a word leads on from every node that is reached
        _, end, what = step
        if isinstance(what, Edge):
            name = chart.compiled.names[what.kind]
            yield Piece(node, end, words_of(what), name, structure_of(what), edge=what)
        elif isinstance(what, str):
            yield Piece(node, end, (what,), None, None)
        node = end


def sure(chart: Chart, pieces: list[Piece]) -> list[Piece]:
    """The pieces, without those of an unsure type that have a word beside them that no piece covers.

    "I don't" is an answer, and is none in "i don't smoke" where a grammar knows no smoking. What is left out becomes a
    part that no piece covers, and takes nothing else with it.
    """

    def uncovered(place: int) -> bool:
        return 0 <= place < len(pieces) and pieces[place].type is None

    return [
        replace(piece, type=None, structure=None, edge=None)
        if piece.edge is not None
        and piece.edge.kind in chart.compiled.unsure
        and (uncovered(index - 1) or uncovered(index + 1))
        else piece
        for index, piece in enumerate(pieces)
    ]


def corrected(chart: Chart, pieces: list[Piece]) -> list[Piece]:
    """The pieces, with those marked that a later one takes back.

    A correction takes back the last piece before it that has the very type of the next piece behind it that means
    something, or else a correctable type in common with it. One that finds none is what its words mean otherwise.
    """
    pieces = list(pieces)
    for index, piece in enumerate(pieces):
        if not _corrects(chart, piece):
            continue
        after = next((later for later in pieces[index + 1 :] if _value(chart, later)), None)
        if after is None or after.edge is None:
            continue
        before = [i for i in range(index - 1, -1, -1) if _value(chart, pieces[i]) and not pieces[i].taken_back]
        same = [i for i in before if pieces[i].type == after.type]
        alike = [i for i in before if _common(chart, pieces[i], after)]
        for earlier in (same or alike)[:1]:
            pieces[earlier] = replace(pieces[earlier], taken_back=True)
            pieces[index] = replace(piece, taken_back=True)
    return pieces


def _corrects(chart: Chart, piece: Piece) -> bool:
    return any(edge.end == piece.end for edge in chart.edges(piece.start, chart.compiled.correction))


def _value(chart: Chart, piece: Piece) -> bool:
    """Whether it can take back another, or be taken back."""
    return piece.edge is not None and bool(chart.compiled.correctable[piece.edge.kind])


def _common(chart: Chart, one: Piece, other: Piece) -> bool:
    of = chart.compiled.correctable
    return bool(one.edge and other.edge and of[one.edge.kind] & of[other.edge.kind])
