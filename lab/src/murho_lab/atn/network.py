"""The network that a grammar is compiled to: states, a table of arcs, and the order in which arcs are tried.

>>> from murho_lab.atn.grammar import grammar
>>> nets = grammar("(S (CAT N T (TO E))) (E (POP 'S T))")
>>> [str(arc) for arc in nets.arcs], nets.order.start == nets.states["S"].arcs
(['S:1 CAT N', 'E:1 POP'], True)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from murho_lab.atn.actions import Action
from murho_lab.atn.notation import Group
from murho_lab.atn.registers import OWN_SLOTS, Form, Frame, Names

CAT, WRD, PUSH, JUMP, POP, VIR, TST = range(7)


@dataclass(frozen=True, slots=True, eq=False)
class Arc:
    """One row of the table."""

    index: int
    """The index of the arc among all arcs of the grammar, from 0."""
    kind: int
    names: tuple[str, ...]
    """The categories of CAT and VIR, the words of WRD and MEM in lower case, the label of TST."""
    test: Form | None
    """None is always true."""
    actions: tuple[Action, ...]
    sends: tuple[tuple[int, Form], ...]
    """The registers that a PUSH sets below."""
    advance: int
    """1 where a word is passed over, otherwise 0."""
    form: Form | None
    """What a POP builds."""
    target: str
    """The state it leads to; empty for POP."""
    below: str
    """The state it pushes to; empty but for PUSH."""
    state: str
    """The state it leaves."""
    number: int
    """The number of the arc among those of its state, from 1, as in the file."""
    type: str
    """CAT, WRD, MEM, PUSH, JUMP, POP, VIR or TST."""
    label: str
    line: int
    source: Group
    """The arc as it was written."""

    def __str__(self) -> str:
        return f"{self.name} {self.label}"

    @property
    def name(self) -> str:
        """State and number, which name it in files and tables."""
        return f"{self.state}:{self.number}"


class State(NamedTuple):
    """A node of the network."""

    name: str
    arcs: tuple[Arc, ...]
    line: int


class Order(NamedTuple):
    """The order in which arcs are tried, ready for the engine, by the arc of arrival."""

    start: tuple[Arc, ...]
    """The arcs of the start, for a sentence that begins."""
    after: tuple[tuple[Arc, ...], ...]
    """The arcs of a node, by the index of the arc that led to it."""
    into: tuple[tuple[Arc, ...], ...]
    """The first arcs of a network, by the index of the PUSH that began it."""


@dataclass(frozen=True, eq=False)
class Grammar:
    """A compiled grammar. Make one with `grammar` or `read_grammar`."""

    states: Mapping[str, State]
    arcs: tuple[Arc, ...]
    start: str
    names: Names
    path: str | None
    order: Order = field(repr=False)
    """The order of the file."""

    @property
    def empty(self) -> Frame:
        """A frame with every register unset."""
        return (None,) * (OWN_SLOTS + len(self.names.slots))

    def place(self, line: int) -> str:
        """`FILE:LINE`, as far as known."""
        return ":".join(str(part) for part in (self.path, line or None) if part)


def file_order(states: Mapping[str, State], arcs: Sequence[Arc], start: str) -> Order:
    """The order of the file, whatever the arc of arrival."""

    def leaving(name: str) -> tuple[Arc, ...]:
        return states[name].arcs if name in states else ()

    return Order(leaving(start), tuple(leaving(arc.target) for arc in arcs), tuple(leaving(arc.below) for arc in arcs))
