"""The journal: answers as they come, each on the disk before long, until they are written as a part.

A line is a checksum, a blank, and the answer as JSON. What took its time is on the disk before the same worker is asked
again, and stays when the machine stops, where the file system can promise that; quick answers are written together,
some times a second, by a thread of its own, so that they do not wait for a call that hangs. So a process that is killed
loses the calls that were under way, and no more. A line that was being written then is torn, and is passed over.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "journal-00000.jsonl")
>>> with Journal(path) as journal:
...     journal.add("q1", Answer(0, ("hours",), 0.2))
...     journal.add("q2", Answer(1, UNDEFINED, 3.1, "time-out"), stage=1)
>>> _ = path.write_bytes(path.read_bytes()[:-5])
>>> [(entry.id, entry.answer.answer) for entry in read_journal(path)]
[('q1', ('hours',))]
"""

import errno
import json
import os
import threading
import zlib
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from murho.core.meaning import UNDEFINED
from murho.formats.saving import OutputError, unwritable
from murho.systems.interface import SLOW, Answer

_OFTEN = 0.1
"""Seconds between two writings of quick answers."""
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""What a file system says that could not keep what it took; others refuse because they keep no such promise."""


class Entry(NamedTuple):
    """A line of the journal."""

    id: str
    """Of the case; of a stage, what it was asked (`murho.systems.composed.asked_as`)."""
    answer: Answer
    """Its position is 0: the case is known by its id."""
    stage: int | None
    """Of a chain, the stage that gave it; None for the answer of the system."""


class Journal:
    """Answers of one part that is to come; used inside `with`."""

    def __init__(self, path: Path):
        self.path = path
        self._there = path.absolute()
        """It is opened while a function may have changed the working directory."""
        self._file: int | None = None
        self._waiting: deque[bytes] = deque()
        self._unwritten = b""
        """What could not be written so far, maybe from the middle of a line."""
        self._seconds = 0.0
        """What the answers took that came since a worker could be asked."""
        self._keeps = True
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._writing: threading.Thread | None = None
        self._failed: OutputError | None = None

    def add(self, name: str, answer: Answer, stage: int | None = None) -> None:
        """Write down an answer; where it is the last of those that are there at once, all of these, if they took long.

        Raises:
            OutputError: the disk is full, or another reason why it cannot be written.
        """
        said = None if answer.answer is UNDEFINED else list(answer.answer)
        fields = [name, said, answer.seconds, answer.failure, dict(answer.extras), stage]
        try:
            text = _AS_JSON(fields).encode()
        except (TypeError, ValueError, RecursionError) as error:
            found = f"{name.partition(chr(0))[0]!r}: the answer cannot be written ({error})"
            raise OutputError(found, "give JSON values only", path=str(self.path)) from None
        self._waiting.append(b"%08x %s\n" % (zlib.crc32(text), text))
        if self._failed is not None:
            raise self._failed
        self._seconds += SLOW if answer.paid else answer.seconds or 0.0
        if not answer.more:
            seconds, self._seconds = self._seconds, 0.0
            if seconds >= SLOW:
                self.flush(keep=True)
                return
        if self._writing is None:
            self._writing = threading.Thread(target=self._write_often, name="murho-journal", daemon=True)
            self._writing.start()

    def flush(self, *, keep: bool = False) -> None:
        """Write what is waiting; with `keep` such that it is there after the machine has stopped, too.

        Raises:
            OutputError: it cannot be written.
        """
        with self._lock:
            lines = [self._unwritten]
            while self._waiting:  # others may add meanwhile
                lines.append(self._waiting.popleft())
            self._unwritten = b"".join(lines)
            if not self._unwritten:
                return
            try:
                if self._file is None:
                    self._file = _opened(self._there)
                while self._unwritten:
                    self._unwritten = self._unwritten[os.write(self._file, self._unwritten) :]
                if keep and self._keeps:
                    self._keeps = _kept(self._file)
            except OSError as error:
                raise unwritable(error, self.path) from None

    def _write_often(self) -> None:
        try:
            while not self._closed.wait(_OFTEN):
                self.flush()
        except OutputError as error:  # told by the next answer that comes
            self._failed = error

    def close(self) -> None:
        """Write what is waiting, and close the file."""
        self._closed.set()
        if self._writing is not None:
            self._writing.join()
        self.flush()
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _opened(path: Path) -> int:
    """The file, to be written on behind its last whole line."""
    path.parent.mkdir(exist_ok=True)
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    if torn := path.read_bytes().rpartition(b"\n")[2]:
        os.truncate(file, os.fstat(file).st_size - len(torn))
    if os.name == "posix":  # its name is to be found, too
        folder = os.open(path.parent, os.O_RDONLY)
        _kept(folder)
        os.close(folder)
    return file


def _kept(file: int) -> bool:
    """Have what was written on the disk; False where the file system does not do that.

    Raises:
        OSError: it could not keep what was written.
    """
    try:
        getattr(os, "fdatasync", os.fsync)(file)
    except OSError as error:
        if error.errno in _FULL:
            raise
        return False
    return True


def read_journal(path: Path) -> Iterator[Entry]:
    """The entries of a journal that is not written to; lines that are torn or damaged are passed over."""
    for line in path.read_bytes().split(b"\n"):
        if _is_sound(line):
            name, said, seconds, failure, extras, stage = json.loads(line.partition(b" ")[2])
            yield Entry(name, Answer(0, UNDEFINED if said is None else tuple(said), seconds, failure, extras), stage)


def damaged_lines(path: Path) -> list[int]:
    """The numbers, from 1, of lines that are not what was written; the last may be torn, and is none of them."""
    *lines, _ = path.read_bytes().split(b"\n")
    return [number for number, line in enumerate(lines, 1) if not _is_sound(line)]


def _is_sound(line: bytes) -> bool:
    checksum, _, text = line.partition(b" ")
    return checksum == b"%08x" % zlib.crc32(text)


def _as_list(value: object) -> list[object]:
    """A set as the parts have it, a list; JSON has no other values."""
    if isinstance(value, set | frozenset):
        return list(value)
    raise TypeError(f"a value of type {type(value).__name__}")


# Made once: `json.dumps` makes one for each call.
_AS_JSON = json.JSONEncoder(separators=(",", ":"), default=_as_list).encode
