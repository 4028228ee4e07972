"""What an arc costs where it fails: the whole search below it, until the next arc of its node is tried.

The choices of a search up to its first analysis are those on the accepted way and, at each node of that way, those
spent on arcs that were tried before the right one. At all other nodes every arc fails, in whatever order. So what an
order is worth hangs on the *cost of failing* at the nodes of accepted ways: that of one attempt where the arc cannot be
crossed, else of everything attempted below it until the search comes back.

>>> from murho_lab.atn import bundled
>>> toy, lexicon = bundled("english")
>>> costs = Failing(toy)
>>> costs.watch(lexicon.sentence("what did the man see"))
Watched(choices=35, on_solution=14, wasted=21.0)
>>> start = toy.states["S/"].arcs
>>> [(arc.label, round(costs.of(None, arc), 1)) for arc in start[:3]]
[('PUSH NP/', 3.2), ('CAT AUX', 1.0), ('PUSH NPQ/', 1.0)]
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from murho_lab.atn.engine import USUAL, Bounds
from murho_lab.atn.lexicon import Sentence
from murho_lab.atn.network import POP, PUSH, Arc, Grammar, Order
from murho_lab.atn.parsing import parse

Key = tuple[Arc | None, Arc]
"""Arc of arrival and arc tried."""
_Sum = tuple[int, float]


class Watched(NamedTuple):
    """One sentence, searched up to its first analysis."""

    choices: int
    on_solution: int
    wasted: float
    """Spent on arcs that failed at the nodes of the accepted way; 0 without an analysis."""


class Failing:
    """Mean costs of failing; `unit` is the cost of an attempt by type of arc, 1 unless given."""

    def __init__(self, grammar: Grammar, unit: Mapping[str, float] | None = None):
        self.grammar, self.unit = grammar, unit or {}
        self._at: dict[Key, _Sum] = {}
        self._anywhere: dict[Arc, _Sum] = {}

    def watch(self, sentence: Sentence, *, order: Order | None = None, bounds: Bounds = USUAL) -> Watched:
        """Search for the first analysis and add what failed at the nodes of its way."""
        way = _Way(order or self.grammar.order, self.unit)
        parsed = parse(self.grammar, sentence, order=order, bounds=bounds, trace=way.event)
        # Only at nodes of the accepted way: everywhere else every arc fails in any order (see the top of this module).
        failed = [failure for opened in way.open for failure in opened.failed] if parsed.analyses else []
        for (arrival, arc), cost in failed:
            times, total = self._at.get((arrival, arc), (0, 0.0))
            self._at[arrival, arc] = times + 1, total + cost
            times, total = self._anywhere.get(arc, (0, 0.0))
            self._anywhere[arc] = times + 1, total + cost
        return Watched(parsed.choices, parsed.on_solution, sum(cost for _, cost in failed))

    def of(self, arrival: Arc | None, arc: Arc) -> float:
        """The mean, drawn by one observation towards that of the arc whatever the arrival, and that to one attempt."""
        times, total = self._anywhere.get(arc, (0, 0.0))
        anywhere = (total + self.unit.get(arc.type, 1.0)) / (times + 1)
        times, total = self._at.get((arrival, arc), (0, 0.0))
        return (total + anywhere) / (times + 1)


def failing(
    grammar: Grammar,
    text: Iterable[Sentence],
    orders: Iterable[Order | None],
    *,
    unit: Mapping[str, float] | None = None,
    bounds: Bounds = USUAL,
) -> Failing:
    """The costs of failing over a text, searched in several orders, so that every arc is tried before the right one."""
    costs = Failing(grammar, unit)
    sentences = list(text)
    for order in orders:
        for sentence in sentences:
            costs.watch(sentence, order=order, bounds=bounds)
    return costs


class _Place(NamedTuple):
    """Where a search is: the node it has come to, on which level."""

    arrival: Arc | None
    row: tuple[Arc, ...]
    level: "tuple[Arc, _Level] | None"
    """The PUSH it is below, and the level of that."""


_Level = tuple[Arc, "_Level"] | None


class _Opened(NamedTuple):
    """A crossing that the search may come back past."""

    key: Key
    start: float
    """What was spent before it."""
    before: _Place
    after: _Place
    position: int
    depth: int
    failed: list[tuple[Key, float]]
    """Arcs that had failed at its node before it, each with what was spent on it."""


class _Way:
    """Follows a search by its trace; `open` are the crossings of the way it is on."""

    def __init__(self, order: Order, unit: Mapping[str, float]):
        self.order, self.unit = order, unit
        self.spent = 0.0
        self.place = _Place(None, order.start, None)
        self.open: list[_Opened] = []
        self.failed: list[tuple[Key, float]] = []
        self.tried: tuple[Key, float] | None = None

    def event(self, what: str, arc: Arc | None, position: int, depth: int) -> None:
        """One event of the trace."""
        if what == "cross" and arc is not None:
            self._cross(arc, position, depth)
        elif what == "parse":
            return
        elif self.tried is not None:
            key, start = self.tried
            self.failed.append((key, self.spent - start))
            self.tried = None
        if what == "try" and arc is not None:
            self.tried = (self.place.arrival, arc), self.spent
            self.spent += self.unit.get(arc.type, 1.0)
        elif what == "back":  # the crossing that left arcs of its node untried has failed, and all above it
            opened = self._close(lambda crossing: crossing.before.row[-1] is not crossing.key[1])
            self.failed = [*opened.failed, (opened.key, self.spent - opened.start)]
            self.place = opened.before
        elif what == "again":  # the same crossing with another reading: one choice, so it stays open
            opened = self._close(
                lambda crossing: (
                    (crossing.after.row[:1], crossing.position, crossing.depth) == ((arc,), position, depth)
                )
            )
            self.open.append(opened)
            self.failed, self.place = [], opened.after

    def _cross(self, arc: Arc, position: int, depth: int) -> None:
        assert self.tried is not None
        key, start = self.tried
        self.tried = None
        after, into = self.order.after, self.order.into
        level = self.place.level
        if arc.kind == PUSH:
            onward = _Place(arc, into[arc.index], (arc, level))
        elif arc.kind != POP:
            onward = _Place(arc, after[arc.index], level)
        else:
            onward = _Place(level[0], after[level[0].index], level[1]) if level else _Place(arc, (), None)
        self.open.append(_Opened(key, start, self.place, onward, position, depth, self.failed))
        self.failed, self.place = [], onward

    def _close(self, until: Callable[[_Opened], bool]) -> _Opened:
        """The topmost crossing for which it holds, taken off; all above it have failed."""
        while True:
            opened = self.open.pop()
            if until(opened):
                return opened
