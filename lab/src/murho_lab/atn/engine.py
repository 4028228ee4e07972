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

from murho_lab.atn.analysis import Analysis, Path
from murho_lab.atn.levels import (
    Level,
    Waiter,
    by_category,
    count_passage,
    retrieved,
    returned,
    sent_down,
    words_of,
)
from murho_lab.atn.lexicon import Sentence
from murho_lab.atn.making import ROOM, Made, cell, headed
from murho_lab.atn.network import CAT, JUMP, POP, PUSH, VIR, WRD, Arc, Grammar, Order
from murho_lab.atn.registers import FEATURES, HEAD, HELD, LIFTED, LINKS, PENDING, Frame
from murho_lab.atn.values import TooLargeError, Value, Word


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
    """Elements of lists and links that are made, and again characters of the analyses."""


USUAL = Bounds()


Tracer = Callable[[str, Arc | None, int, int], None]
"""Told of each `try`, `cross`, `back` (to the next arc of a node), `again` (with a further reading of a word) and
`parse`, with the arc, the position and the depth."""


Start = tuple[tuple[Arc, ...], int]
"""Where a search begins: the arcs of a node, and a position."""

Resume = tuple[tuple[Arc, ...], int, int, Frame, Level, Path | None]
"""On the agenda, a configuration to go on with: the arcs of its node, the index of the next one to try, position,
frame, level, and the way there (None before the first arc of a level)."""

Deliver = tuple[None, int, int, None, Waiter, None]
"""On the agenda, a waiter that takes its next result; filled up to six, so that both shapes unpack alike."""


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
        nodes = [(self.grammar.states[name].arcs, position) for name, position in starts]
        return self._search(nodes, top=False)

    def _search(self, starts: Sequence[Start], *, top: bool) -> Iterator[Any]:
        """The loop: walk the networks from each start, and yield what is popped there.

        It is one function, because all time goes into it. A function for each kind of arc would be called at every
        attempt, and would have to hand back six variables. What is rare, or short beside its work, is in `levels`.
        """
        words, readings, length = self._words, self._readings, len(self._words)
        items: list[Value] = [word[0] for word in words]
        items.append(None)  # what `*` is at the end of the sentence
        forms: list[str] = [word[0].form.lower() for word in words]
        after, into = self.order.after, self.order.into
        empty = self.grammar.empty
        memory, trace, passages = self.memory, self.trace, self.passages
        made = Made(self.bounds.room, unique=memory)
        table: dict[Any, Level] = {}  # with memory: constituents sought, by state, position and frame they began with
        most_steps, deepest = self.bounds.steps, self.bounds.depth
        # Attempts of arcs, which are the choices, and results handed on by the memory, which attempt nothing. The bound
        # is on both together, for results may be exponentially many, as analyses are.
        steps = resumed = 0
        too_deep = False
        # A stack: what was put on it last comes first, so that the search is depth-first in the order of the arcs.
        agenda: list[Resume | Deliver] = []
        roots: dict[Level, int] = {}
        for index, (node, position) in reversed(list(enumerate(starts))):
            root = Level(None, empty, None, None, 0)
            roots[root] = index
            agenda.append((node, 0, position, empty, root, None))
        arcs: Any
        frame: Any
        level: Any
        path: Any

        try:
            while agenda:
                arcs, at, position, frame, level, path = agenda.pop()
                if arcs is None:  # Deliver: the waiter crosses its PUSH with one result more
                    waiter, sought = level, level.awaited
                    value, position, links, lifted, held, below = sought.results[waiter.taken]
                    waiter.taken += 1
                    # It waits in one place at a time: on the agenda while there are results, else at the level, whose
                    # next POP wakes it.
                    if waiter.taken < len(sought.results):
                        agenda.append((None, 0, 0, None, waiter, None))
                    else:
                        sought.parked.append(waiter)
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
                # From here on down one branch without the agenda: `continue` tries the next arc, of this node or of the
                # one just reached; `break`, or no arc left, ends the branch.
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
                    kind, test = arc.kind, arc.test
                    star = items[position]
                    alternatives: list[tuple[Any, Frame]] | None = None  # `*` and frame, where there are several
                    if kind == CAT:
                        if position == length:
                            continue
                        names = arc.names
                        matches: list[Word] | None
                        if len(names) == 1:
                            matches = readings[position].get(names[0])
                        else:
                            matches = [word for word in words[position] if word.category in names]
                        if not matches:
                            continue
                        if len(matches) == 1:
                            star = matches[0]
                        else:
                            alternatives = [(word, frame) for word in matches]
                    elif kind == WRD:
                        if position == length or forms[position] not in arc.names:
                            continue
                    elif kind == POP:
                        if test is not None and test(frame, star, made) is None:
                            continue
                        held = frame[HELD]
                        if held:
                            # What this level has held itself can be taken only in it or below it: it must be gone. To
                            # look is paid for, because ten thousand words may be held.
                            made.spend(len(held))
                            if any(owner is level for _, _, owner in held):
                                continue
                        # With memory no level has an arc of its own, for many may wait for it.
                        is_root = level.arc is None and (not memory or level in roots)
                        if is_root and top and (position != length or held):
                            continue
                        value = arc.form(frame, star, made)
                        head, links = frame[HEAD], frame[LINKS]
                        if frame[PENDING] is not None:  # only now is it known on whose head these words depend
                            links = cell((frame[PENDING], head), links, made)
                        if head is not None or frame[FEATURES] is not None:
                            value = headed(value, head, frame[FEATURES], made)
                        if passages is not None:
                            count_passage(passages, path, level, arc)
                        if trace:
                            trace("cross", arc, position, level.depth)
                        way: Path = (arc, path, None)
                        if is_root:
                            if top:
                                if trace:
                                    trace("parse", arc, position, level.depth)
                                self.choices = steps  # whoever takes the first analysis only reads them now
                                yield Analysis(value, links, way)
                            else:
                                yield roots[level], position, Analysis(value, links, way)
                            continue
                        if memory:
                            # A constituent built alike in another way would be gone on with to the same ends.
                            key = (value, position, links, frame[LIFTED], held)
                            if key in level.seen:
                                continue
                            level.seen.add(key)
                            level.results.append((value, position, links, frame[LIFTED], held, way))
                            if at < count:
                                agenda.append((arcs, at, position, frame, level, path))
                            for waiter in level.parked:  # above the other arcs: first what this constituent leads to
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
                            too_deep = True  # this branch is given up, the others may still end
                            continue
                        if at < count:
                            agenda.append((arcs, at, position, frame, level, path))
                        if passages is not None:
                            count_passage(passages, path, level, arc)
                        if trace:
                            trace("cross", arc, position, level.depth)
                        child = sent_down(arc, frame, star, empty, made) if arc.sends or frame[HELD] else empty
                        if not memory:
                            level = Level(arc, frame, path, level, level.depth + 1)
                        else:
                            made.spend(len(child))
                            goal = (arc.below, position, child)
                            sought = table.get(goal)
                            if sought is not None:
                                waiter = Waiter(arc, frame, path, level, sought)
                                if sought.results:
                                    agenda.append((None, 0, 0, None, waiter, None))
                                else:
                                    sought.parked.append(waiter)
                                break
                            sought = table[goal] = Level(None, child, None, None, level.depth + 1)
                            sought.parked.append(Waiter(arc, frame, path, level, sought))
                            level = sought
                        arcs, at, frame, path = into[arc.index], 0, child, None
                        count = len(arcs)
                        continue
                    elif kind == VIR:
                        alternatives = retrieved(arc, frame, made)
                    elif kind != JUMP and position == length:  # a TST takes a word
                        continue
                    # Now for arcs that stay on the level: CAT, WRD, TST, VIR and JUMP.
                    if alternatives is None:
                        if test is not None and test(frame, star, made) is None:
                            continue
                        crossed, new = None, frame
                        for act in arc.actions:
                            new = act(new, star, made, level)
                    else:  # one choice, however many of them pass the test: the attempt was of one arc
                        crossed = []
                        for item, new in alternatives:
                            if test is None or test(new, item, made) is not None:
                                for act in arc.actions:
                                    new = act(new, item, made, level)
                                crossed.append(new)
                        if not crossed:
                            continue
                        new = crossed[0]
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
                    if crossed:  # above the other arcs of the node that was left: readings vary before arcs do
                        for new in reversed(crossed[1:]):
                            agenda.append((arcs, 0, position, new, level, path))
        except TooLargeError as error:
            self.undefined = str(error)
        self.choices = min(steps, most_steps)  # the attempt beyond the bound was not made
        if self.undefined is None and too_deep:
            self.undefined = f"deeper than {deepest:,} levels"
