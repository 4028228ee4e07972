"""Files cut into pieces that are read apart, each as if it were the whole file (`opening.Piece`).

A file of lines is cut in one pass over its bytes, which tells its digest, too, behind every so many lines; a Parquet
file between its row groups. Two files that are cut behind the same lines have pieces that mostly belong together.

>>> import os, tempfile
>>> path = os.path.join(tempfile.mkdtemp(), "said.txt")
>>> with open(path, "wb") as file:
...     _ = file.write(b"yes\\nno\\nto bonn")
>>> with cutting([path], ["lines"], 2) as cuts:
...     pieces, digest = cuts()[0]
>>> [(piece.start, piece.stop, piece.line, piece.lines) for piece in pieces]
[(0, 7, 1, 2), (7, 14, 3, 1)]
>>> digest == digest_of(path)
True
"""

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import NamedTuple

import numpy as np

from murho.core.errors import InputError, UsageError
from murho.formats.digest import digest as digest_of
from murho.formats.opening import Path, Piece, compression_named, is_pipe, is_utf16, opened

BLOCK = 1 << 18
"""Bytes that are looked at at a time: few enough to be still at hand when they are looked at again."""

BATCH = 8192
"""Lines that are read at a time; a piece has a multiple of them, so that its batches are those of the whole file."""


class Cut(NamedTuple):
    """A file in pieces."""

    pieces: list[Piece]
    digest: str
    """Of all of it, as `murho.formats.digest` tells it."""


@contextmanager
def cutting(paths: Sequence[Path], how: Sequence[str], lines: int) -> Iterator[Callable[[], list[Cut]]]:
    """Cut files in threads of their own, while something else is done; what is given waits for them.

    Raises:
        UsageError, InputError: as of `cut`, when they are waited for.
    """
    given_up = Event()
    with ThreadPoolExecutor(len(paths)) as threads:
        under_way = [threads.submit(cut, *file, lines, given_up) for file in zip(paths, how, strict=True)]
        try:
            yield lambda: [one.result() for one in under_way]
        finally:
            given_up.set()


def cut(path: Path, how: str, lines: int, given_up: Event | None = None) -> Cut:
    """A file in pieces, each of so many lines, or of as few row groups as have so many rows.

    Args:
        path: a file, or an object under an address.
        how: `lines` or `rows`, as the format says (`Format.cut`).
        lines: at least 1.
        given_up: once it is set, nobody wants to know any more.

    Raises:
        UsageError: it is compressed, or can be read only once.
        InputError: it cannot be read.
    """
    refuse_uncut(path)
    name = os.fspath(path)
    if how == "rows":
        return Cut(list(_rows(name, lines)), digest_of(name))
    try:
        return _lines(name, lines, given_up or Event())
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror or error})", "check the name", path=name) from None


def refuse_uncut(path: Path) -> None:
    """Refuse a file that cannot be read in parts, whatever its format.

    Raises:
        UsageError: it is compressed, in UTF-16, or can be read only once.
    """
    name = os.fspath(path)
    if is_pipe(name) or compression_named(name):
        what = "is compressed" if compression_named(name) else "can be read only once"
        raise UsageError(f"{name}: {what}, and so cannot be read in parts; decompress it into a file, or use Parquet")
    if os.path.isfile(name):
        with opened(name) as file:
            if is_utf16(file.read(2)):
                raise UsageError(f"{name}: is in UTF-16, and so cannot be read in parts; convert it to UTF-8")


def _lines(name: str, lines: int, given_up: Event) -> Cut:
    start, line, at, seen, last = 0, 1, 0, 0, 0
    pieces, sum_of_bytes, room = list[Piece](), hashlib.sha256(), memoryview(bytearray(BLOCK))
    with opened(name) as file:
        while not given_up.is_set() and (size := file.readinto(room)):  # type: ignore[attr-defined]
            sum_of_bytes.update(room[:size])
            is_end = np.frombuffer(room[:size], np.uint8) == 10
            ends = int(np.count_nonzero(is_end))
            if seen + ends >= lines:  # only now is it of interest where they are
                places = np.flatnonzero(is_end)
                for index in range(lines - seen - 1, ends, lines):
                    stop = at + int(places[index]) + 1
                    pieces.append(Piece(name, start, stop, line, lines))
                    start, line = stop, line + lines
            seen = (seen + ends) % lines
            at += size
            last = room[size - 1]
    if at > start:
        pieces.append(Piece(name, start, at, line, seen + (last != 10)))
    return Cut(pieces, "sha256:" + sum_of_bytes.hexdigest())


def _rows(name: str, lines: int) -> Iterator[Piece]:
    from murho.formats.parquet import group_sizes

    first, line, rows = 0, 1, 0
    sizes = group_sizes(name)
    for group, size in enumerate(sizes):
        rows += size
        if rows >= lines or group == len(sizes) - 1:
            yield Piece(name, first, group + 1, line, rows)
            first, line, rows = group + 1, line + rows, 0
