"""What a search keeps beside its agenda: levels of PUSH, who waits for them, and the readings of the words.

Frames are made here as they go down with a PUSH and come up with a POP.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from murho_lab.atn.analysis import Path
from murho_lab.atn.lexicon import Sentence
from murho_lab.atn.making import Cell, Made, cell
from murho_lab.atn.network import Arc
from murho_lab.atn.registers import HELD, LINKS, Frame
from murho_lab.atn.values import Value, Word

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
    """A PUSH that waits for the constituents of a level in memory, and how many of them it has been given."""

    __slots__ = ("arc", "awaited", "frame", "level", "path", "taken")

    def __init__(self, arc: Arc, frame: Frame, path: Path | None, level: Level, awaited: Level):
        self.arc, self.frame, self.path, self.level, self.awaited = arc, frame, path, level, awaited
        self.taken = 0


def returned(frame: Frame, links: Cell | None, lifted: Cell | None, held: Any, made: Made) -> Frame:
    """The frame of the level that pushed, with what came up from below; the value itself goes to the PUSH's actions."""
    if links is None and lifted is None and held is frame[HELD]:  # nothing came up but the value
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


def sent_down(arc: Arc, frame: Frame, star: Value, empty: Frame, made: Made) -> Frame:
    """The frame that a level below a PUSH begins with: the registers sent, and what is held."""
    slots = list(empty)
    slots[HELD] = frame[HELD]
    for slot, form in arc.sends:
        slots[slot] = form(frame, star, made)
    return tuple(slots)


def retrieved(arc: Arc, frame: Frame, made: Made) -> list[tuple[Value, Frame]]:
    """What a VIR may take from the HOLD list, what was held last first: each item, and the frame without it."""
    held = frame[HELD] or ()
    choices: list[tuple[Value, Frame]] = []
    for index in reversed(range(len(held))):
        made.spend(1)
        category, item, _ = held[index]
        if category in arc.names:
            made.spend(len(held))
            left = held[:index] + held[index + 1 :] or None
            choices.append((item, (*frame[:HELD], left, *frame[HELD + 1 :])))
    return choices


def count_passage(passages: dict[tuple[Arc | None, Arc], float], path: Path | None, level: Level, arc: Arc) -> None:
    """One more crossing of an arc, after that by which its node was reached."""
    key = (path[0] if path else level.arc, arc)
    passages[key] = passages.get(key, 0) + 1


def words_of(sentence: Sentence) -> list[list[Word]]:
    """The readings of every word; a word without any still has its form."""
    words: list[list[Word]] = []
    for position, (form, readings) in enumerate(sentence.words, 1):
        categories = frozenset(reading.category for reading in readings)
        known = [Word(form, reading.category, reading.features, position, categories) for reading in readings]
        words.append(known or [Word(form, "", {}, position)])
    return words


def by_category(readings: Sequence[Word]) -> Mapping[str, list[Word]]:
    """The readings of one word by their categories."""
    groups: dict[str, list[Word]] = {}
    for reading in readings:
        groups.setdefault(reading.category, []).append(reading)
    return groups
