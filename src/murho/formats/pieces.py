"""Files cut into pieces that are read apart, each as if it were the whole file (`opening.Piece`).

A file of lines is cut in one pass over its bytes, behind every so many lines; a Parquet file between its row groups.
Two files that are cut behind the same lines have pieces that mostly belong together.

>>> import os, tempfile
>>> path = os.path.join(tempfile.mkdtemp(), "said.txt")
>>> with open(path, "wb") as file:
...     _ = file.write(b"yes\\nno\\nto bonn")
>>> [(piece.start, piece.stop, piece.line, piece.lines) for piece in cut(path, "lines", 2)]
[(0, 7, 1, 2), (7, 14, 3, 1)]
"""

import os
from collections.abc import Iterator

import numpy as np

from murho.core.errors import UsageError
from murho.formats.opening import BLOCK, Path, Piece, compression_named, is_pipe, opened

BATCH = 8192
"""Lines that are read at a time; a piece has a multiple of them, so that its batches are those of the whole file."""


def cut(path: Path, how: str, lines: int) -> Iterator[Piece]:
    """The pieces of a file, one after the other, each of so many lines, or of as few row groups as have so many rows.

    Args:
        path: a file, or an object under an address.
        how: `lines` or `rows`, as the format says (`Format.cut`).
        lines: at least 1.

    Raises:
        UsageError: it is compressed, or can be read only once.
        InputError: it cannot be read.
    """
    refuse_uncut(path)
    name = os.fspath(path)
    return _rows(name, lines) if how == "rows" else _lines(name, lines)


def refuse_uncut(path: Path) -> None:
    """Refuse a file that cannot be read in parts, whatever its format.

    Raises:
        UsageError: it is compressed, or can be read only once.
    """
    name = os.fspath(path)
    if is_pipe(name) or compression_named(name):
        what = "is compressed" if compression_named(name) else "can be read only once"
        raise UsageError(f"{name}: {what}, and so cannot be read in parts; decompress it into a file, or use Parquet")


def _lines(name: str, lines: int) -> Iterator[Piece]:
    start, line, at, seen = 0, 1, 0, 0
    with opened(name) as file:
        while block := file.read(BLOCK):
            ends = block.count(b"\n")
            if seen + ends >= lines:  # only now is it of interest where they are
                places = np.flatnonzero(np.frombuffer(block, np.uint8) == 10)
                for index in range(lines - seen - 1, ends, lines):
                    stop = at + int(places[index]) + 1
                    yield Piece(name, start, stop, line, lines)
                    start, line = stop, line + lines
            seen = (seen + ends) % lines
            at += len(block)
            last = block[-1:]
    if at > start:
        yield Piece(name, start, at, line, seen + (last != b"\n"))


def _rows(name: str, lines: int) -> Iterator[Piece]:
    from murho.formats.parquet import group_sizes

    first, line, rows = 0, 1, 0
    sizes = group_sizes(name)
    for group, size in enumerate(sizes):
        rows += size
        if rows >= lines or group == len(sizes) - 1:
            yield Piece(name, first, group + 1, line, rows)
            first, line, rows = group + 1, line + rows, 0
