"""The search: depth-first with backtracking, on an explicit stack, within bounds.

A configuration is a node (the row of arcs that leave it), a position, a frame of registers, and the level it belongs
to. Frames are tuples that are never changed, so that going back needs no undoing and nothing leaks from one branch into
another. A *choice* is one attempt of one arc at one configuration, whether or not it can be crossed.

With `memory` a constituent is sought only once at each place with the same registers sent and the same words held:
those who push wait on it and are given each result (a well-formed substring table, filled on demand). The analyses are
the same. The choices are not: a second search for a constituent costs nothing, so the order of the arcs hardly shows in
their number. That is why penetrance is measured without it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from murho.atn.analysis import Analysis, Path
from murho.atn.levels import Level, Waiter, by_category, count_passage, returned, words_of
from murho.atn.lexicon import Sentence
from murho.atn.making import ROOM, Made, cell, headed
from murho.atn.network import CAT, JUMP, POP, PUSH, VIR, WRD, Arc, Grammar, Order
from murho.atn.registers import FEATURES, HEAD, HELD, LIFTED, LINKS, PENDING
from murho.atn.values import TooLargeError, Value


@dataclass(frozen=True)
class Bounds:
    """What a search may take before it ends with UNDEFINED."""

    steps: int = 1_000_000
    """Choices, and results handed on by the memory."""
    depth: int = 10_000
    """Levels of PUSH."""
    parses: int = 1_000
    """Analyses, where all are asked for."""
    room: int = ROOM
    """Elements of lists and links that are made (see `murho.atn.making`), and again characters of the analyses."""


USUAL = Bounds()


Tracer = Callable[[str, Arc | None, int, int], None]
"""Told of each `try`, `cross`, `back` (to the next arc of a node), `again` (with a further reading of a word) and
`parse`, with the arc, the position and the depth."""


class Search:
    """One sentence before one grammar in one order; iterate it for the analyses, then read what it took.

    Attributes:
        choices: attempts of arcs so far.
        undefined: why the search ended before its time, or None.
    """

    def __init__(
        self,
        grammar: Grammar,
        sentence: Sentence,
        *,
        order: Order | None = None,
        bounds: Bounds = USUAL,
        memory: bool = False,
        trace: Tracer | None = None,
        passages: dict[tuple[Arc | None, Arc], float] | None = None,
    ):
        self.grammar, self.bounds, self.memory = grammar, bounds, memory
        self.order = order or grammar.order
        self.trace, self.passages = trace, passages
        self.choices = 0
        self.undefined: str | None = None
        self._words = words_of(sentence)
        self._readings = [by_category(readings) for readings in self._words]

    def __iter__(self) -> Iterator[Analysis]:
        return self._search([(self.order.start, 0)], top=True)

    def constituents(self, starts: Sequence[tuple[str, int]]) -> Iterator[tuple[int, int, Analysis]]:
        """Every constituent of these states at these positions: (index in `starts`, end, what it is); with memory."""
        self.memory = True
        rows = [(self.grammar.states[name].arcs, position) for name, position in starts]
        return self._search(rows, top=False)

    def _search(self, starts: Sequence[tuple[tuple[Arc, ...], int]], *, top: bool) -> Iterator[Any]:
        """The loop. One function, because it is what all time goes into."""
        words, readings, length = self._words, self._readings, len(self._words)
        items: list[Value] = [several[0] for several in words]
        items.append(None)
        forms: list[str] = [several[0].form.lower() for several in words]
        after, into = self.order.after, self.order.into
        empty = self.grammar.empty
        memory, trace, passages = self.memory, self.trace, self.passages
        made = Made(self.bounds.room, unique=memory)
        table: dict[Any, Level] = {}
        most_steps, deepest = self.bounds.steps, self.bounds.depth
        steps = resumed = 0
        too_deep = False

        agenda: list[Any] = []
        roots: dict[Level, int] = {}
        for index, (row, position) in reversed(list(enumerate(starts))):
            root = Level(None, empty, None, None, 0)
            roots[root] = index
            agenda.append((row, 0, position, empty, root, None))

        try:
            while agenda:
                arcs, at, position, frame, level, path = agenda.pop()
                if arcs is None:  # a waiter goes on with the next result of what it waits for
                    waiter, awaited = level, level.awaited
                    value, position, links, lifted, held, below = awaited.results[waiter.taken]
                    waiter.taken += 1
                    if waiter.taken < len(awaited.results):
                        agenda.append((None, 0, 0, None, waiter, None))
                    else:
                        awaited.parked.append(waiter)
                    resumed += 1
                    if steps + resumed > most_steps:
                        self.undefined = f"more than {most_steps:,} steps"
                        break
                    arc, level, frame = waiter.arc, waiter.level, waiter.frame
                    frame = returned(frame, links, lifted, held, made)
                    for act in arc.actions:
                        frame = act(frame, value, made, level)
                    arcs, at, path = after[arc.index], 0, (arc, waiter.path, below)
                elif trace and at:
                    trace("back", arcs[at], position, level.depth)
                elif trace and path is not None:
                    trace("again", arcs[0] if arcs else None, position, level.depth)
                count = len(arcs)
                while at < count:
                    arc = arcs[at]
                    at += 1
                    steps += 1
                    if steps + resumed > most_steps:
                        agenda.clear()
                        self.undefined = f"more than {most_steps:,} steps"
                        break
                    if trace:
                        trace("try", arc, position, level.depth)
                    kind, test, actions = arc.kind, arc.test, arc.actions
                    star = items[position]
                    several: list[tuple[Any, Any]] | None = None
                    if kind == CAT:
                        if position == length:
                            continue
                        names = arc.names
                        found = readings[position].get(names[0]) if len(names) == 1 else [
                            one for one in words[position] if one.category in names
                        ]  # fmt: skip
                        if not found:
                            continue
                        if len(found) == 1:
                            star = found[0]
                        else:
                            several = [(one, frame) for one in found]
                    elif kind == WRD:
                        if position == length or forms[position] not in arc.names:
                            continue
                    elif kind == POP:
                        if test is not None and test(frame, star, made) is None:
                            continue
                        held = frame[HELD]
                        if held:
                            made.spend(len(held))
                            if any(owner is level for _, _, owner in held):
                                continue
                        root_level = level.arc is None and (not memory or level in roots)
                        if root_level and top and (position != length or held):
                            continue
                        assert arc.form is not None
                        value = arc.form(frame, star, made)
                        head, links = frame[HEAD], frame[LINKS]
                        if frame[PENDING] is not None:
                            links = cell((frame[PENDING], head), links, made)
                        if head is not None or frame[FEATURES] is not None:
                            value = headed(value, head, frame[FEATURES], made)
                        if passages is not None:
                            count_passage(passages, path, level, arc)
                        if trace:
                            trace("cross", arc, position, level.depth)
                        way: Path = (arc, path, None)
                        if root_level:
                            if top:
                                if trace:
                                    trace("parse", arc, position, level.depth)
                                self.choices = steps
                                yield Analysis(value, links, way)
                            else:
                                yield roots[level], position, Analysis(value, links, way)
                            continue
                        if memory:
                            key = (value, position, links, frame[LIFTED], held)
                            if key in level.seen:
                                continue
                            level.seen.add(key)
                            level.results.append((value, position, links, frame[LIFTED], held, way))
                            if at < count:
                                agenda.append((arcs, at, position, frame, level, path))
                            for waiter in level.parked:
                                agenda.append((None, 0, 0, None, waiter, None))
                            level.parked.clear()
                            break
                        if at < count:
                            agenda.append((arcs, at, position, frame, level, path))
                        arc = level.arc
                        frame = returned(level.frame, links, frame[LIFTED], held, made)
                        path = (arc, level.path, way)
                        level = level.above
                        for act in arc.actions:
                            frame = act(frame, value, made, level)
                        arcs, at = after[arc.index], 0
                        count = len(arcs)
                        continue
                    elif kind == PUSH:
                        if test is not None and test(frame, star, made) is None:
                            continue
                        if level.depth >= deepest:
                            too_deep = True
                            continue
                        if at < count:
                            agenda.append((arcs, at, position, frame, level, path))
                        if passages is not None:
                            count_passage(passages, path, level, arc)
                        if trace:
                            trace("cross", arc, position, level.depth)
                        child = empty
                        if arc.sends or frame[HELD]:
                            slots = list(empty)
                            slots[HELD] = frame[HELD]
                            for slot, form in arc.sends:
                                slots[slot] = form(frame, star, made)
                            child = tuple(slots)
                        if not memory:
                            level = Level(arc, frame, path, level, level.depth + 1)
                        else:
                            made.spend(len(child))
                            sought = (arc.below, position, child)
                            known = table.get(sought)
                            if known is None:
                                known = table[sought] = Level(None, child, None, None, level.depth + 1)
                                known.parked.append(Waiter(arc, frame, path, level, known))
                            else:
                                waiter = Waiter(arc, frame, path, level, known)
                                if known.results:
                                    agenda.append((None, 0, 0, None, waiter, None))
                                else:
                                    known.parked.append(waiter)
                                break
                            level = known
                        arcs, at, frame, path = into[arc.index], 0, child, None
                        count = len(arcs)
                        continue
                    elif kind == VIR:
                        held = frame[HELD] or ()
                        several = []
                        for place in reversed(range(len(held))):  # what was held last is tried first
                            made.spend(1)
                            if held[place][0] in arc.names:
                                made.spend(len(held))
                                left = held[:place] + held[place + 1 :] or None
                                several.append((held[place][1], (*frame[:HELD], left, *frame[HELD + 1 :])))
                    elif kind != JUMP and position == length:  # TST
                        continue
                    if several is None:
                        if test is not None and test(frame, star, made) is None:
                            continue
                        fresh, new = None, frame
                        for act in actions:
                            new = act(new, star, made, level)
                    else:  # readings of a word, or constituents held: all under one choice
                        fresh = []
                        for one, new in several:
                            if test is None or test(new, one, made) is not None:
                                for act in actions:
                                    new = act(new, one, made, level)
                                fresh.append(new)
                        if not fresh:
                            continue
                        new = fresh[0]
                    if at < count:
                        agenda.append((arcs, at, position, frame, level, path))
                    if passages is not None:
                        count_passage(passages, path, level, arc)
                    position += arc.advance
                    if trace:
                        trace("cross", arc, position, level.depth)
                    path, frame = (arc, path, None), new
                    arcs, at = after[arc.index], 0
                    count = len(arcs)
                    if fresh:
                        for new in reversed(fresh[1:]):
                            agenda.append((arcs, 0, position, new, level, path))
        except TooLargeError as error:
            self.undefined = str(error)
        self.choices = min(steps, most_steps)
        if self.undefined is None and too_deep:
            self.undefined = f"deeper than {deepest:,} levels"
