"""An analysis: one way through the network, and what it built."""

from dataclasses import dataclass
from functools import cached_property

from murho_lab.atn.making import Cell
from murho_lab.atn.network import Arc
from murho_lab.atn.values import Value, bracketed

Path = tuple[Arc, "Path | None", "Path | None"]
"""The last arc of a way, the way before it, and, for a PUSH, the way through the level below."""


@dataclass(frozen=True, eq=False)
class Analysis:
    """One way through the network, and what it built."""

    value: Value
    links: Cell | None
    """What DEP said: (list of (relation, dependent, governor), head of the constituent), or more such lists."""
    path: Path | None

    @cached_property
    def structure(self) -> str:
        """The value as bracketed text."""
        return bracketed(self.value)

    @cached_property
    def attempts(self) -> int:
        """The distinct attempts on the way: what memory found once and used twice counts once."""
        seen: set[int] = set()  # by identity: with memory ways share their parts
        waiting = [self.path]
        while waiting:
            way = waiting.pop()
            while way is not None and id(way) not in seen:
                seen.add(id(way))
                waiting.append(way[2])
                way = way[1]
        return len(seen)

    def arcs(self) -> list[tuple[Arc | None, Arc]]:
        """The arcs of the accepted way in the order they were crossed, each with its arc of arrival.

        A PUSH comes before what it pushed to; the first arrival of a sentence is None.
        """
        crossed: list[tuple[Arc | None, Arc]] = []
        # A stack of its own, because ways may be deeper than Python's.
        levels: list[tuple[list[Path], Arc | None]] = [(_backwards(self.path), None)]
        while levels:
            level, arrival = levels[-1]
            if not level:
                levels.pop()
                continue
            arc, before, below = level.pop()
            crossed.append((before[0] if before else arrival, arc))
            if below is not None:
                levels.append((_backwards(below), arc))
        return crossed


def _backwards(way: Path | None) -> list[Path]:
    """The steps of one level, the first at the end."""
    steps: list[Path] = []
    while way is not None:
        steps.append(way)
        way = way[1]
    return steps
