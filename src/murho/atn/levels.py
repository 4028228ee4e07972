"""What a search keeps beside its agenda: levels of PUSH, who waits for them, and the readings of the words."""

from collections.abc import Mapping, Sequence
from typing import Any

from murho.atn.analysis import Path
from murho.atn.lexicon import Sentence
from murho.atn.making import Cell, Made, cell
from murho.atn.network import Arc
from murho.atn.registers import HELD, LINKS, Frame
from murho.atn.values import Value, Word

Result = tuple[Value, int, Cell | None, Cell | None, Any, Path | None]
"""Value, position after it, links, lifted registers, what is still held, the way."""


class Level:
    """A PUSH under way: where it goes on; with memory, who waits for it and what was found."""

    __slots__ = ("above", "arc", "depth", "frame", "parked", "path", "results", "seen")

    def __init__(self, arc: Arc | None, frame: Frame, path: Path | None, above: "Level | None", depth: int):
        self.arc, self.frame, self.path, self.above, self.depth = arc, frame, path, above, depth
        self.results: list[Result] = []
        self.seen: set[Any] = set()
        self.parked: list[Waiter] = []


class Waiter:
    """Someone who pushed to a level in memory, and how many of its results were taken."""

    __slots__ = ("arc", "awaited", "frame", "level", "path", "taken")

    def __init__(self, arc: Arc, frame: Frame, path: Path | None, level: Level, awaited: Level):
        self.arc, self.frame, self.path, self.level, self.awaited = arc, frame, path, level, awaited
        self.taken = 0


def returned(frame: Frame, links: Cell | None, lifted: Cell | None, held: Any, made: Made) -> Frame:
    """The frame of who pushed, with what came up from below; the value is for its actions."""
    if links is None and lifted is None and held is frame[HELD]:
        return frame
    slots = list(frame)
    slots[HELD] = held
    if links is not None:
        slots[LINKS] = cell(links, slots[LINKS], made)
    if lifted is not None:
        several = list(lifted)
        made.spend(len(several))
        for slot, value in reversed(several):
            slots[slot] = value
    return tuple(slots)


def count_passage(passages: dict[tuple[Arc | None, Arc], float], path: Path | None, level: Level, arc: Arc) -> None:
    """One more crossing of an arc, after that by which its node was reached."""
    key = (path[0] if path else level.arc, arc)
    passages[key] = passages.get(key, 0) + 1


def words_of(sentence: Sentence) -> list[list[Word]]:
    """The readings of every word; a word without any still has its form."""
    found: list[list[Word]] = []
    for position, (form, readings) in enumerate(sentence.words, 1):
        categories = frozenset(one.category for one in readings)
        found.append([Word(form, one.category, one.features, position, categories) for one in readings]
                     or [Word(form, "", {}, position)])  # fmt: skip
    return found


def by_category(readings: Sequence[Word]) -> Mapping[str, list[Word]]:
    """The readings of one word."""
    found: dict[str, list[Word]] = {}
    for one in readings:
        found.setdefault(one.category, []).append(one)
    return found
