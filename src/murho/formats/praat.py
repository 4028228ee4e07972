"""Praat's text files: what stands freely in them counts, the rest is for the eye.

Long and short text differ only in what a reader may skip: strings in quotes, numbers and flags are data when white
space comes before them; everything else (`xmin =`, `intervals [2]:`, comments from `!` on) is not.
After the manual page "TextGrid file formats" of Praat.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from murho.core.errors import InputError
from murho.formats.opening import Path, whole

_DATA = re.compile(
    r"""(?<!\S)(?:"(?P<text>(?:[^"]|"")*)"|(?P<number>[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)|(?P<flag><\w+>)|![^\n]*)"""
)
_TODO = "save it anew from Praat, as a text file"


class Mark(NamedTuple):
    """An interval with its text, or a point (whose end is its start); times in seconds."""

    start: float
    end: float
    text: str
    line: int


@dataclass(frozen=True)
class Tier:
    """A tier of intervals or of points."""

    name: str
    points: bool
    marks: list[Mark]
    line: int


def read_tiers(path: Path) -> list[Tier]:
    """The tiers of a TextGrid.

    Raises:
        InputError: no TextGrid, a binary one, one that breaks off, not UTF-8 or UTF-16...
    """
    data = _Data(_text(path), path)
    if data.next("text")[0] != "ooTextFile" or data.next("text")[0] != "TextGrid":
        raise data.error("no TextGrid", "name another file, or another format")
    data.next("number"), data.next("number")  # from and to when: every tier says it again
    if data.next("flag")[0] != "<exists>":
        return []
    return [_tier(data) for _ in range(data.count())]


def _tier(data: "_Data") -> Tier:
    kind, line = data.next("text")
    if kind not in ("IntervalTier", "TextTier"):
        raise data.error(f"a tier of the class {kind!r}", "only IntervalTier and TextTier are read")
    name, _ = data.next("text")
    data.next("number"), data.next("number")
    points, marks, last = kind == "TextTier", [], float("-inf")
    for _ in range(data.count()):
        start = float(data.next("number")[0])
        end = start if points else float(data.next("number")[0])
        text, mark_line = data.next("text")
        if start < last or end < start:
            raise data.error(f"{start:g} s comes after {max(last, end):g} s", "put the tier in order of time")
        marks.append(Mark(start, end, " ".join(text.replace('""', '"').split()), mark_line))
        last = start
    return Tier(name.replace('""', '"'), points, marks, line)


class _Data:
    """The data of a file, one after the other, each with its line."""

    def __init__(self, text: str, path: Path):
        self._text, self._path = text, path
        # A comment matches too, so that nothing in it is taken for data, but has no group.
        self._matches: Iterator[re.Match[str]] = (m for m in _DATA.finditer(text) if m.lastgroup)
        self._line, self._at = 1, 0

    def next(self, kind: str) -> tuple[str, int]:
        """The next datum, which must be of this kind, and its line."""
        match = next(self._matches, None)
        position = len(self._text) if match is None else match.start()
        self._line += self._text.count("\n", self._at, position)
        self._at = position
        if match is None:
            raise self.error(f"the file breaks off where a {kind} is expected", _TODO)
        if match.lastgroup != kind:
            raise self.error(f"{match[0][:40]} where a {kind} is expected", _TODO)
        return match[kind], self._line

    def count(self) -> int:
        """The next datum as a number of things."""
        text, _ = self.next("number")
        if not text.isdigit() or len(text) > 9:
            raise self.error(f"{text} where a number of things is expected", _TODO)
        return int(text)

    def error(self, found: str, todo: str) -> InputError:
        """An error on the line of the datum that was taken last."""
        return InputError(found, todo, path=self._path, line=self._line)


def _text(path: Path) -> str:
    raw = whole(path)
    if raw.startswith(b"ooBinaryFile"):
        raise InputError("a binary file of Praat's", _TODO, path=path)
    encoding = "utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        return raw.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = None if encoding == "utf-16" else raw.count(b"\n", 0, error.start) + 1
        raise InputError(f"neither UTF-8 nor UTF-16 (byte {error.start + 1})", _TODO, path=path, line=line) from None
