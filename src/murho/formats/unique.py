"""Ids that occur twice, found while reading, with about 16 bytes of memory for each id.

Only a 64-bit hash of each id is kept. When one comes back, the file is read again up to that place to see whether
the id itself does: what is reported is never a mere collision. What can be read only once (standard input, a pipe)
keeps the ids themselves, which takes about ten times the memory.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from hashlib import blake2b
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


def unique(read: Callable[[], Iterator[Batch]], path: Path) -> Iterator[Batch]:
    """The batches that `read()` gives, up to the first with an id that was there before.

    Raises:
        InputError: an id occurs twice; the line of its first occurrence is named.
    """
    if isinstance(path, Piece) and path.unchecked:
        yield from read()
        return
    # A pipe cannot be read again, so hashes would not do: a collision could not be told.
    once, lines, seen = is_pipe(path), dict[str, int](), Hashes()
    for batch in read():
        if once:
            _note(batch, batch.ids, lines)
        elif suspects := seen.add(batch.ids):
            _look_again(read(), suspects, batch)
        yield batch


def _look_again(batches: Iterator[Batch], suspects: Collection[str], last: Batch) -> None:
    """Read from the start, up to the batch `last`, for a suspect that is there twice."""
    lines: dict[str, int] = {}
    for batch in batches:
        _note(batch, suspects, lines)
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

    >>> seen = Hashes()
    >>> seen.add(["a", "b"]), sorted(seen.add(["c", "a", "c"]))
    (set(), ['a', 'c'])
    """

    def __init__(self) -> None:
        self._table = np.zeros(_CHUNK, np.int64)
        self._count = 0

    def add(self, ids: Sequence[str]) -> set[str]:
        """Take these ids in; those that may have been there before, or are here twice."""
        # Salted anew in every process, which does no harm: hashes are never kept beyond one reading.
        suspects = {ids[i] for i in self.add_hashes(np.fromiter(map(hash, ids), np.int64, len(ids)))}
        # Two equal ones that come together take one slot at one time, and neither sees the other there.
        if len(set(ids)) < len(ids):
            suspects.update(name for name, times in Counter(ids).items() if times > 1)
        return suspects

    def add_hashes(self, hashes: NDArray[np.int64]) -> list[int]:
        """Take these in; the positions of those that were there before, but not of those that are here twice."""
        hashes = np.where(hashes == 0, 1, hashes)  # 0 marks a free slot
        while self._count + len(hashes) > _FULLEST * len(self._table):
            self._grow()
        self._count += len(hashes)
        return _insert(self._table, hashes)

    @property
    def nbytes(self) -> int:
        """Bytes of memory that the table takes."""
        return self._table.nbytes

    def _grow(self) -> None:
        old, self._table = self._table, np.zeros(2 * len(self._table), np.int64)
        for start in range(0, len(old), _CHUNK):
            chunk = old[start : start + _CHUNK]
            _insert(self._table, chunk[chunk != 0])


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
    waiting, slot = np.arange(len(hashes)), hashes & mask
    before: list[int] = []
    while len(waiting):
        there, mine = table[slot], hashes[waiting]
        before += waiting[there == mine].tolist()
        free = there == 0
        table[slot[free]] = mine[free]  # of several that want one slot the last gets it
        moved_on = table[slot] != mine
        waiting, slot = waiting[moved_on], (slot[moved_on] + 1) & mask
    return before
