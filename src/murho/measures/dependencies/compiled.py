"""The extension `_scoring`: what it is given, and what is made of what it says.

It refuses what the twin refuses, but does not say why: then the twin reads the stretch of text where it stopped, and
raises the error.
"""

import os
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from types import ModuleType
from typing import IO, Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from murho.core.errors import InputError
from murho.formats.opening import LONGEST_LINE, Path, read_into, reading
from murho.measures.dependencies import twin
from murho.measures.dependencies.counts import COUNTS
from murho.measures.dependencies.reading import BOM, lines_of, segments
from murho.measures.dependencies.rules import CONTENT, FUNCTION, UNIVERSAL_FEATURES, Rules

Found = tuple[NDArray[np.int64], NDArray[np.int32] | None, list[str]]
"""A row of counts for each gold sentence, one of numbers for each word if asked for, and the labels in them."""

BLOCK = 1 << 20
"""So many bytes of each side are scored at a time."""


def _load() -> ModuleType | None:
    wanted = os.environ.get("MURHO_KERNEL")
    if wanted == "python":
        return None
    try:
        return import_module("murho.measures.dependencies._scoring")
    except ImportError:
        if wanted == "compiled":
            raise
        return None


_scoring = _load()
FOUND = _scoring is not None


class _Block(NamedTuple):
    """What the extension says of two buffers."""

    state: int
    gold_bytes: int
    gold_lines: int
    system_bytes: int
    system_lines: int
    counts: bytes
    rows: bytes
    labels: list[str]


_DONE, _REFUSED = 0, 3


def score_text(gold: bytes, system: bytes, rules: Rules, rows: bool, names: tuple[str, str]) -> Found:
    """The scores of two whole texts."""
    block = _score(gold, system, (True, True), rules, rows)
    if block.state != _DONE:
        rest = gold[block.gold_bytes :], system[block.system_bytes :]
        _refuse(rest, (block.gold_lines, block.system_lines), rules, names)
    return _found(block, rows)


def score_files(gold: Path, system: Path, rules: Rules, rows: bool) -> Iterator[Found]:
    """The scores of two files, block by block: each as far as both sides end a sentence alike."""
    with reading(gold) as gold_file, reading(system) as system_file:
        g, s = _Buffer(gold_file, os.fspath(gold)), _Buffer(system_file, os.fspath(system))
        wanted = BLOCK
        while True:
            g.fill(wanted)
            s.fill(wanted)
            block = _score(g.rest, s.rest, (g.final, s.final), rules, rows)
            if block.counts:
                yield _found(block, rows)
            g.take(block.gold_bytes, block.gold_lines)
            s.take(block.system_bytes, block.system_lines)
            if block.state == _DONE:
                return
            if block.state == _REFUSED:
                _refuse((bytes(g.rest), bytes(s.rest)), (g.lines, s.lines), rules, (g.path, s.path))
            # Nothing was scored: both sides end a sentence alike only farther on.
            wanted = BLOCK if block.counts else 2 * wanted
            if wanted > LONGEST_LINE:
                found = f"for {LONGEST_LINE >> 20} MiB no place where this file and {g.path} both end a sentence"
                raise InputError(found, "are they analyses of the same text?", path=s.path, line=s.lines + 1)


class _Buffer:
    """What is read of a file and not scored yet; its memory is used again."""

    def __init__(self, file: IO[bytes], path: str):
        self.file, self.path = file, path
        self.lines = 0
        self.final = False
        self._memory = memoryview(bytearray(BLOCK))
        self._start = self._stop = 0

    @property
    def rest(self) -> memoryview:
        """What is left to score."""
        return self._memory[self._start : self._stop]

    def fill(self, wanted: int) -> None:
        """Read on, until there are so many bytes or no more."""
        begun, rest = self._stop > 0, self.rest
        memory = self._memory if len(self._memory) >= wanted else memoryview(bytearray(wanted))
        memory[: len(rest)] = rest  # to the front, so that memory grows with the longest stretch, not with the file
        self._memory, self._start, self._stop = memory, 0, len(rest)
        while self._stop < wanted and not self.final:
            length = read_into(self.file, memory[self._stop : wanted], self.path, self.lines)
            self._stop += length
            self.final = length == 0
        if not begun and self.rest[: len(BOM)] == BOM:
            self._start = len(BOM)

    def take(self, length: int, lines: int) -> None:
        """Forget the bytes and the lines that are done with."""
        self._start += length
        self.lines += lines


def _score(
    gold: bytes | memoryview, system: bytes | memoryview, final: tuple[bool, bool], rules: Rules, rows: bool
) -> _Block:
    assert _scoring is not None
    return _Block(*_scoring.score(gold, system, final, rows, *_settings(rules)))


def _found(block: _Block, rows: bool) -> Found:
    counts = np.frombuffer(block.counts, np.int64).reshape(-1, len(COUNTS))
    return counts, np.frombuffer(block.rows, np.int32) if rows else None, block.labels


def _refuse(rest: tuple[bytes, bytes], lines: tuple[int, int], rules: Rules, names: tuple[str, str]) -> NoReturn:
    gold, system = (lines_of(text, done + 1) for text, done in zip(rest, lines, strict=True))
    for segment in segments(gold, system, rules, names, lines):
        twin.score(segment, rules)
    raise AssertionError("the compiled scores refuse what the twin accepts")


@lru_cache
def _settings(rules: Rules) -> tuple[Any, ...]:
    """What the extension is told: switches, relations with bits for content and function words, features, signs."""
    switches = (
        rules.equal_tokens,
        rules.all_spaces,
        rules.universal_features,
        rules.free_lemmas,
        rules.punctuation == "drop",
        rules.subtypes == "strip",
    )
    listed = sorted(CONTENT | FUNCTION | {"punct"})
    relations = tuple((name.encode(), rules.content(name) + 2 * (name in FUNCTION)) for name in listed)
    features = tuple((name.encode(), 1) for name in sorted(UNIVERSAL_FEATURES))
    punctuation = _punctuation() if rules.punctuation == "drop" else b""
    return switches, relations, rules.content("a relation not listed"), features, punctuation


@lru_cache
def _punctuation() -> bytes:
    """A bit for each character up to the last one with a category P*."""
    flags = np.array([unicodedata.category(chr(c)).startswith("P") for c in range(0x20000)], bool)
    return np.packbits(flags, bitorder="little").tobytes()
