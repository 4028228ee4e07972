"""What can be wrong with a grammar as a whole, found before anything is parsed.

>>> from murho_lab.atn.grammar import grammar
>>> for finding in findings(grammar("(S (PUSH NP T (TO E)))\\n(E (POP * T))\\n(NP (PUSH NP T (TO X)))", check=False)):
...     print(finding)
3: error: state X is not defined; define it, or lead NP:1 elsewhere
1: error: the PUSH to NP can never POP; give its network a POP that can be reached
3: error: left recursion: NP pushes to NP before a word is passed; take the word first, or loop over what follows
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from murho.core.errors import InputError
from murho_lab.atn.actions import name_of
from murho_lab.atn.network import JUMP, POP, PUSH, VIR, Arc, Grammar

_CYCLES = ("jump-cycle", "left-recursion")


@dataclass(frozen=True)
class Finding:
    """One thing found, with its place."""

    kind: str
    """undefined, endless, jump-cycle, hold-cycle, left-recursion: errors; unreachable, unset: warnings."""
    found: str
    todo: str
    path: str | None
    line: int

    @property
    def error(self) -> bool:
        """Whether such a grammar cannot be used."""
        return self.kind not in ("unreachable", "unset")

    def __str__(self) -> str:
        where = ":".join(str(part) for part in (self.path, self.line or None) if part)
        return f"{where}{': ' if where else ''}{'error' if self.error else 'warning'}: {self.found}; {self.todo}"


def findings(grammar: Grammar) -> list[Finding]:
    """All that is wrong or odd, errors first of what they cause."""
    results: list[Finding] = []

    def note(kind: str, what: str, todo: str, line: int) -> None:
        results.append(Finding(kind, what, todo, grammar.path, line))

    known = grammar.states
    for arc in grammar.arcs:
        for name in dict.fromkeys(filter(None, (arc.below, arc.target))):
            if name not in known:
                note("undefined", f"state {name} is not defined", f"define it, or lead {arc.name} elsewhere", arc.line)
    # States from which a POP can be reached: a fixpoint, because a PUSH ends only if the network below does.
    ending = _fixpoint(grammar, lambda arc, done: arc.kind == POP or _leads(arc, done, done))
    # The first PUSH to each such network; errors are noted in the order of the file.
    endless = {arc.below: arc for arc in reversed(grammar.arcs) if arc.below in known and arc.below not in ending}
    for arc in reversed(endless.values()):
        what = f"the PUSH to {arc.below} can never POP"
        note("endless", what, "give its network a POP that can be reached", arc.line)
    if grammar.start not in ending and not results:
        what = f"the start {grammar.start} can never POP"
        note("endless", what, "give the grammar a POP that can be reached", known[grammar.start].line)
    # States from which a POP can be reached without a word: constituents that may be empty.
    silent = _fixpoint(grammar, lambda arc, done: arc.kind == POP or (_silent(arc) and _leads(arc, done, done)))
    for cycle in _jump_cycles(grammar, silent):
        through = " -> ".join([*(arc.state for arc in cycle), cycle[0].state])
        note("jump-cycle", f"JUMP cycle: {through} passes no word", "take a word somewhere in it", cycle[0].line)
    for cycle in _left_recursions(grammar, silent):
        steps = zip(cycle, [*(arc.state for arc in cycle[1:]), cycle[0].state], strict=True)
        through = ", ".join(f"{arc.state} {'pushes' if arc.below == to else 'leads'} to {to}" for arc, to in steps)
        what = f"left recursion: {through} before a word is passed"
        note("left-recursion", what, "take the word first, or loop over what follows", cycle[0].line)
    # A HOLD in a cycle that is an error already is no error of its own.
    for cycle in _hold_cycles(grammar) if not any(finding.kind in _CYCLES for finding in results) else ():
        through = " -> ".join([*(arc.state for arc in cycle), cycle[0].state])
        what = f"HOLD cycle: {through} passes no word, but holds what VIR takes"
        note("hold-cycle", what, "take a word somewhere in it", cycle[0].line)
    reached = _reached(grammar)
    for state in known.values():
        if state.name not in reached:
            note("unreachable", f"state {state.name} is never reached", "lead an arc there, or take it out", state.line)
    names = grammar.names
    for register, line in names.read_at.items():
        if register not in names.set_somewhere:
            note("unset", f"register {register} is read but never set", "set it, or correct the name", line)
    return results


def refuse(grammar: Grammar) -> None:
    """Raise the first error of a grammar that cannot be used.

    Raises:
        InputError: with its place.
    """
    for finding in findings(grammar):
        if finding.error:
            raise InputError(finding.found, finding.todo, path=finding.path, line=finding.line or None)


def _silent(arc: Arc) -> bool:
    """Whether crossing it need not pass a word.

    VIR uses up what was held, which ends too, and so counts as a word; `_hold_cycles` finds the cycles that hold
    something for it anew.
    """
    return arc.kind == JUMP or arc.kind == PUSH or (not arc.advance and arc.kind not in (POP, VIR))


def _leads(arc: Arc, targets: set[str], below: set[str]) -> bool:
    return arc.target in targets and (arc.kind != PUSH or arc.below in below)


def _fixpoint(grammar: Grammar, holds: Callable[[Arc, set[str]], bool]) -> set[str]:
    """The states with an arc for which it holds, given the states found so far."""
    done: set[str] = set()
    while True:
        more = {arc.state for arc in grammar.arcs if arc.state not in done and holds(arc, done)}
        if not more:
            return done
        done |= more


def _without_a_word(
    grammar: Grammar, name: str, silent: set[str], *, pushes: bool, taking: bool = False
) -> Iterator[tuple[str, Arc]]:
    """The states that may come next with no word in between, downward too if `pushes`, by VIR too if `taking`."""
    for arc in grammar.states[name].arcs:
        if pushes and arc.kind == PUSH and arc.below in grammar.states:
            yield arc.below, arc
        passing = _silent(arc) or (taking and arc.kind == VIR)
        if passing and arc.target in grammar.states and (arc.kind != PUSH or arc.below in silent):
            yield arc.target, arc


def _jump_cycles(grammar: Grammar, silent: set[str]) -> Iterator[list[Arc]]:
    """One cycle of silent arcs for each knot of states that lead to each other."""
    knotted: set[str] = set()
    for name in grammar.states:
        if name not in knotted:
            cycle = _way(name, name, lambda at: _without_a_word(grammar, at, silent, pushes=False))
            if cycle:
                knotted.update(arc.state for arc in cycle)
                yield cycle


def _hold_cycles(grammar: Grammar) -> Iterator[list[Arc]]:
    """Ways without a word from an arc that holds something back to it, by a VIR that takes what was held."""

    def passing(arc: Arc, done: set[str]) -> bool:
        return arc.kind == POP or ((_silent(arc) or arc.kind == VIR) and _leads(arc, done, done))

    silent = _fixpoint(grammar, passing)
    knotted: set[str] = set()
    for arc in grammar.arcs:
        holds = any(name_of(each) == "HOLD" for each in arc.source.items)
        quiet = (_silent(arc) or arc.kind == VIR) and (arc.kind != PUSH or arc.below in silent)
        if holds and quiet and arc.state not in knotted and arc.target in grammar.states:
            way = [] if arc.target == arc.state else _way(
                arc.target, arc.state, lambda at: _without_a_word(grammar, at, silent, pushes=True, taking=True)
            )  # fmt: skip
            if way is not None:
                knotted.update(step.state for step in (arc, *way))
                yield [arc, *way]


def _left_recursions(grammar: Grammar, silent: set[str]) -> Iterator[list[Arc]]:
    """One PUSH, and the way by which it leads back to itself, for each knot of states that push to each other."""
    knotted: set[str] = set()
    for arc in grammar.arcs:
        if arc.kind == PUSH and arc.below in grammar.states and arc.state not in knotted:
            way = (
                []
                if arc.below == arc.state
                else _way(arc.below, arc.state, lambda at: _without_a_word(grammar, at, silent, pushes=True))
            )
            if way is not None:
                knotted.update(step.state for step in (arc, *way))
                yield [arc, *way]


def _way(start: str, end: str, following: Callable[[str], Iterable[tuple[str, Arc]]]) -> list[Arc] | None:
    """The arcs of a shortest way, of at least one, from a state to another or to itself."""
    reached_from: dict[str, tuple[str, Arc]] = {}
    queue = [start]
    for name in queue:
        for target, arc in following(name):
            if target == end:
                way = [arc]
                while name != start:
                    name, arc = reached_from[name]
                    way.append(arc)
                return way[::-1]
            if target not in reached_from and target != start:
                reached_from[target] = name, arc
                queue.append(target)
    return None


def _reached(grammar: Grammar) -> set[str]:
    reached, queue = {grammar.start}, [grammar.start]
    for name in queue:
        for arc in grammar.states[name].arcs:
            for target in (arc.below, arc.target):
                if target in grammar.states and target not in reached:
                    reached.add(target)
                    queue.append(target)
    return reached
