"""The table of the paper: the order of the arcs at each node, sentence by sentence, two texts one above the other.

Rows are nodes, each with an arc of arrival; columns are the first sentences of the two texts; a cell holds the order
that the strategies have after that sentence, arcs by their number at the node. An empty cell says that nothing changed;
before the first sentence the order is that of the grammar. The head of a column has the number of parses of either
sentence (Ferrari and Stock 1980, figure 2).

>>> from murho_lab.atn import bundled
>>> from murho_lab.atn.texts.text import Text
>>> toy, lexicon = bundled("english")
>>> def text(name, *lines): return Text(name, tuple(map(lexicon.sentence, lines)), lines, ("",) * len(lines))
>>> asked = text("asked", "what did he see", "who saw mary", "which book did mary read")
>>> told = text("told", "the man slept", "he saw the dog in the park")
>>> table = course(toy, asked, told)
>>> table.parses, table.rows[0].node, table.rows[0].upper, table.rows[0].lower
((('1', '1', '1'), ('1', '2', '')), 'S/', ('3124', '', ''), ('', '', ''))
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from murho_lab.atn.engine import Bounds
from murho_lab.atn.network import Arc, Grammar
from murho_lab.atn.parsing import parse
from murho_lab.atn.strategies import Counts, Strategies, ways
from murho_lab.atn.texts.text import Text

WHOLE = 5
"""An order of more arcs is cut short where the rest stands as in the grammar."""


@dataclass(frozen=True)
class Row:
    """A node with an arc of arrival."""

    node: str
    arrival: str
    """Name and label of the arc; empty at the start of a sentence."""
    upper: tuple[str, ...]
    lower: tuple[str, ...]
    passages: float
    """How often the node was passed after this arrival, in both texts."""


@dataclass(frozen=True)
class Course:
    """Two texts, sentence by sentence."""

    names: tuple[str, str]
    parses: tuple[tuple[str, ...], tuple[str, ...]]
    """The number of parses of each sentence; `≥n` where the bound was met; empty where the text has ended."""
    rows: tuple[Row, ...]
    changing: int
    """Rows that change, of which the most used are in `rows`."""

    def as_json(self) -> dict[str, Any]:
        """The fields that murho writes."""
        return {
            "texts": list(self.names),
            "parses": [list(side) for side in self.parses],
            "rows": [
                {"node": r.node, "arrival": r.arrival, "orders": [list(r.upper), list(r.lower)]} for r in self.rows
            ],
        }


def course(
    grammar: Grammar,
    a: Text,
    b: Text,
    *,
    sentences: int = 11,
    most: int = 16,
    bounds: Bounds | None = None,
) -> Course:
    """How the strategies of two texts come about.

    Args:
        grammar: of both.
        a: the text whose orders stand above.
        b: that of those below.
        sentences: columns.
        most: rows; those that are passed most often are taken, in the order of the grammar.
        bounds: of each sentence, for all its parses.
    """
    limits = bounds or Bounds(steps=100_000)
    texts = (a, b)
    columns = min(sentences, max(len(a), len(b)))
    parses = tuple(tuple(_parses(grammar, text, k, limits) for k in range(columns)) for text in texts)
    states = [_states(grammar, text, columns, limits) for text in texts]
    last = states[0][-1] + states[1][-1]
    use: dict[tuple[Arc | None, str], float] = {}
    for (arrival, arc), count in last.counts.items():
        use[arrival, arc.state] = use.get((arrival, arc.state), 0.0) + count
    rows = []
    for (arrival, node), count in use.items():
        orders = [_orders(side, arrival, node) for side in states]
        if any(any(cells) for cells in orders):
            came = "" if arrival is None else str(arrival)
            rows.append(Row(node, came, orders[0], orders[1], count))
    chosen = sorted(rows, key=lambda row: -row.passages)[:most]
    index_of = {name: number for number, name in enumerate(grammar.states)}
    chosen.sort(key=lambda row: (index_of[row.node], row.arrival))
    return Course((a.name, b.name), (parses[0], parses[1]), tuple(chosen), len(rows))


def _parses(grammar: Grammar, text: Text, k: int, bounds: Bounds) -> str:
    if k >= len(text):
        return ""
    parsed = parse(grammar, text.sentences[k], wanted=None, memory=True, bounds=bounds)
    return f"{'≥' if parsed.undefined else ''}{len(parsed.analyses)}"


def _states(grammar: Grammar, text: Text, columns: int, bounds: Bounds) -> list[Strategies]:
    """What is known after each sentence; the last again where the text has ended."""
    known = Strategies(grammar)
    states = []
    for sentence in text.sentences[:columns]:
        counts: Counts = dict(known.counts)
        for key, count in ways(parse(grammar, sentence, bounds=bounds).analyses).items():
            counts[key] = counts.get(key, 0) + count
        known = replace(known, counts=counts, sentences=known.sentences + 1)
        states.append(known)
    return states + [known] * (columns - len(states))


def _orders(states: Sequence[Strategies], arrival: Arc | None, node: str) -> tuple[str, ...]:
    """The order after each sentence, empty where it is the one before."""
    arcs = states[0].grammar.states[node].arcs
    before = [arc.number for arc in arcs]
    cells = []
    for known in states:
        shares = known.shares_at(arrival.index if arrival else None, node)
        numbers = sorted((arc.number for arc in arcs), key=lambda number: -shares[number - 1])
        cells.append("" if numbers == before else written(numbers))
        before = numbers
    return tuple(cells)


def written(numbers: Sequence[int]) -> str:
    """An order as the table has it.

    >>> written([3, 1, 2]), written([2, 1, 3, 4, 5, 6, 7]), written([1, 2, 10, 3, 4, 5, 6, 7, 8, 9])
    ('312', '2 …', '1 2 10 …')
    >>> written([1, 2, 3, 4, 5, 6])
    '1 …'
    """
    if len(numbers) <= WHOLE:
        return "".join(map(str, numbers))
    shown = len(numbers)
    while shown > 1 and list(numbers[shown - 1 :]) == sorted(numbers[shown - 1 :]):
        shown -= 1
    return " ".join([*map(str, numbers[:shown]), *(["…"] if shown < len(numbers) else [])])
