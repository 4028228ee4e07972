"""Ids that occur twice, found while reading, in memory that does not grow beyond some megabytes.

Only a 64-bit hash of each id is kept. When one comes back, the file is read again up to that place to see whether
the id itself does: what is reported is never a mere collision. Of more than a million and a half ids the hashes go to a
temporary file, sorted, so that those which are far apart are compared when all is read. What can be read only once
(standard input, a pipe) keeps the ids themselves, which takes some 150 bytes for each.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from hashlib import blake2b
from tempfile import TemporaryFile
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats.opening import Path, Piece, is_pipe

Batch = TypeVar("Batch", Cases, Answers)
_FULLEST = 0.75
"""The share of slots in use beyond which the table grows."""
_CHUNK = 1 << 14
"""Slots of the first table, and hashes that are moved into a larger one at a time."""
LARGEST = 1 << 21
"""Slots of the largest table; what is in it then goes to the disk. 16 MB."""
_EDGES = np.arange(-128, 128, dtype=np.int64) << 56
"""Where the parts of a run begin that are compared with those of others: all hashes in 256 parts."""


def unique(read: Callable[[], Iterator[Batch]], path: Path) -> Iterator[Batch]:
    """The batches that `read()` gives, up to the first with an id that was there before.

    Raises:
        InputError: an id occurs twice; the line of its first occurrence is named.
    """
    if isinstance(path, Piece) and path.unchecked:
        yield from read()
        return
    # A pipe cannot be read again, so hashes would not do: a collision could not be told.
    once, lines = is_pipe(path), dict[str, int]()
    with closing(Hashes()) as seen:
        for batch in read():
            if once:
                _note(batch, batch.ids, lines)
            elif suspects := seen.add(batch.ids):
                _look_again(read(), suspects, seen.twins(), batch)
            yield batch
        if twins := seen.twins():
            _look_again(read(), (), twins)


def _look_again(
    batches: Iterator[Batch], suspects: Collection[str], twins: Collection[int], last: Batch | None = None
) -> None:
    """Read from the start, up to the batch `last`, for a suspect that is there twice; or one whose hash is a twin."""
    lines: dict[str, int] = {}
    for batch in batches:
        names = suspects
        if twins:
            named = zip(batch.ids, _hashed(batch.ids).tolist(), strict=True)
            names = {name for name, one in named if one in twins or name in suspects}
        _note(batch, names, lines)
        if last is None:
            continue
        if batch.lines is not None and last.lines is not None and batch.lines[-1] >= last.lines[-1]:
            return


def _note(batch: Cases | Answers, suspects: Collection[str], lines: dict[str, int]) -> None:
    """Note the lines of the suspects among these ids in `lines`; InputError for one that is there already."""
    for name, line in zip(batch.ids, batch.lines or [0] * len(batch), strict=True):
        if name not in suspects:
            continue
        if name in lines:
            found = f"id {name!r} a second time, first on line {lines[name]}"
            raise InputError(found, "give everything an id of its own", path=batch.path, line=line)
        lines[name] = line


class Hashes:
    """A set of hashes in one array: open addressing with linear probing, a batch at a time.

    >>> with closing(Hashes()) as seen:
    ...     seen.add(["a", "b"]), sorted(seen.add(["c", "a", "c"])), seen.twins()
    (set(), ['a', 'c'], set())
    """

    def __init__(self) -> None:
        self._table = np.zeros(_CHUNK, np.int64)
        self._count = 0
        self._largest = LARGEST
        self._runs: _Runs | None = None

    def close(self) -> None:
        """Let go of what is on the disk."""
        if self._runs is not None:
            self._runs.close()

    def add(self, ids: Sequence[str]) -> set[str]:
        """Take these ids in; those that may have been there before, or are here twice.

        Of many ids those that were there long before are not among them, but their hashes among the `twins`.
        """
        suspects = {ids[i] for i in self.add_hashes(_hashed(ids))}
        # Two equal ones that come together take one slot at one time, and neither sees the other there.
        if len(set(ids)) < len(ids):
            suspects.update(name for name, times in Counter(ids).items() if times > 1)
        return suspects

    def add_hashes(self, hashes: NDArray[np.int64]) -> list[int]:
        """Take these in; the positions of those that were there before, but not of those that are here twice."""
        while self._count + len(hashes) > _FULLEST * len(self._table):
            if len(self._table) < self._largest or not self._moved_to_disk():
                self._grow()
        self._count += len(hashes)
        return _insert(self._table, hashes)

    def twins(self) -> set[int]:
        """The hashes that came twice so far apart that nothing was said."""
        return set() if self._runs is None or not self._moved_to_disk() else self._runs.twins()

    @property
    def nbytes(self) -> int:
        """Bytes of memory that the table takes."""
        return self._table.nbytes

    def _moved_to_disk(self) -> bool:
        """Empty the table; False where that cannot be, so that it has to grow in memory."""
        try:
            self._runs = self._runs or _Runs()
            self._runs.add(np.sort(self._table[self._table != 0]))
        except OSError:
            self._largest = 1 << 62
            return False
        self._table[:] = 0
        self._count = 0
        return True

    def _grow(self) -> None:
        # Four times as large: what is in the table is seldom moved, and slots are mostly free.
        old, self._table = self._table, np.zeros(min(4 * len(self._table), self._largest), np.int64)
        for start in range(0, len(old), _CHUNK):
            chunk = old[start : start + _CHUNK]
            _insert(self._table, chunk[chunk != 0])


class _Runs:
    """Hashes on the disk, in runs of which each is sorted."""

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115  closed by who made it
        self._bounds: list[NDArray[np.int64]] = []
        self._size = 0

    def close(self) -> None:
        self._file.close()

    def add(self, run: NDArray[np.int64]) -> None:
        """Write down a run, sorted."""
        self._file.seek(8 * self._size)
        self._file.write(run.tobytes())
        self._file.flush()
        self._bounds.append(self._size + np.append(np.searchsorted(run, _EDGES), len(run)))
        self._size += len(run)

    def twins(self) -> set[int]:
        """The hashes that are in two runs."""
        result: set[int] = set()
        for part in range(len(_EDGES)):
            ordered = np.concatenate([self._read(*bounds[part : part + 2].tolist()) for bounds in self._bounds])
            ordered.sort()
            result.update(ordered[1:][ordered[1:] == ordered[:-1]].tolist())
        return result

    def _read(self, start: int, stop: int) -> NDArray[np.int64]:
        self._file.seek(8 * start)
        return np.frombuffer(self._file.read(8 * (stop - start)), np.int64)


def _hashed(ids: Sequence[str]) -> NDArray[np.int64]:
    """Hashes of ids that are told from a free slot; of this process alone, and never kept beyond one reading."""
    hashes = np.fromiter(map(hash, ids), np.int64, len(ids))
    return np.where(hashes == 0, 1, hashes)  # 0 marks a free slot


def any_twice(hashes: Sequence[NDArray[np.int64]]) -> bool:
    """Whether a hash stands in these arrays (hashes,) twice, in one of them or in two.

    >>> any_twice([np.array([3, 1]), np.array([2])]), any_twice([np.array([3, 1]), np.array([2, 3])])
    (False, True)
    """
    ordered = np.concatenate([np.zeros(0, np.int64), *hashes])
    ordered.sort()
    return bool((ordered[1:] == ordered[:-1]).any())


def hashes_of(ids: Sequence[str]) -> NDArray[np.int64]:
    """A 64-bit hash of each id, the same in every process, on every machine.

    >>> hashes_of(["a", "b"]).tolist() == [hashes_of(["a"])[0], hashes_of(["b", "a longer one"])[0]]
    True
    """
    if not len(ids):
        return np.zeros(0, np.int64)
    if len(max(ids, key=len)) > LONGEST:  # one long id would make a wide array of all
        digests = (hashes_of([name]) if len(name) <= LONGEST else _digest(name) for name in ids)
        return np.concatenate(list(digests))
    return hashes_of_letters(np.array(ids, dtype=str).view(np.uint32).reshape(len(ids), -1))


def hashes_of_letters(letters: NDArray[Any]) -> NDArray[np.int64]:
    """The hashes of ids that are given as the numbers of their letters (ids, letters), 0 behind the last of each."""
    hashes = np.full(len(letters), 0xCBF29CE484222325, np.uint64)
    for column in letters.T:
        more = (hashes ^ column) * np.uint64(0x100000001B3)  # Fowler, Noll and Vo's, on whole letters
        np.copyto(hashes, more ^ (more >> np.uint64(29)), where=column != 0)  # 0 fills up what is shorter
    return hashes.view(np.int64)


LONGEST = 64
"""Letters of an id that is hashed letter by letter."""


def _digest(name: str) -> NDArray[np.int64]:
    return np.frombuffer(blake2b(name.encode(errors="surrogatepass"), digest_size=8).digest(), "<i8").astype(np.int64)


def _insert(table: NDArray[np.int64], hashes: NDArray[np.int64]) -> list[int]:
    """Put hashes into a table whose length is a power of two; the positions of those that were there before."""
    mask = len(table) - 1
    waiting, mine, slot = np.arange(len(hashes)), hashes, hashes & mask
    before: list[int] = []
    while len(waiting):
        there = table[slot]
        before += waiting[there == mine].tolist()
        free = (there == 0).nonzero()[0]
        table[slot[free]] = mine[free]  # of several that want one slot the last gets it
        moved_on = (table[slot] != mine).nonzero()[0]
        waiting, mine, slot = waiting[moved_on], mine[moved_on], (slot[moved_on] + 1) & mask
    return before
