"""Two files scored by partitions, under an engine: the same figures, to the last digit, as in one pass.

Both files are cut behind the same lines. A worker reads its pieces itself, pairs what stands in both, and sends home a
book; books add up in a fixed tree. What has found no partner in its partition goes home as it is, and is paired here
when all are done. So files in one order need no memory to speak of here, and files in different orders are scored as
they would be without an engine: the order decides how long it takes, never the result.

An id that occurs twice need not do so in one partition: 64-bit hashes of the ids go home, too, those of both files once
where they are the same, and where one stands there twice the file is read again.

Clusters mostly stand together in a file. So a worker takes those of its partition for whole, but for the first and the
last; hashes of their names go home, and where one of them goes on elsewhere all is done again, with all clusters open.

While the engine starts, the files are cut here, in the one pass that also makes their digests.

What a partition came to is kept until all are there (`Checkpoints`): a rerun goes on where the one before ended. They
are kept on this machine (`murho.formats.saving`), in a folder whose name is a digest of all that decides them: the
content of both files, the measure, the reading, the version. Each file of it has a digest of its bytes in its name, so
that one which is damaged is no checkpoint. Where nothing can be written the work is done without.

>>> import os, tempfile
>>> from unittest import mock
>>> with mock.patch.dict(os.environ, MURHO_CACHE=tempfile.mkdtemp()):
...     before = Checkpoints({"files": "sha256:cf78"})
...     before.keep(3, b"of the fourth partition")
...     after = Checkpoints({"files": "sha256:cf78"})
...     print(list(after.there()), list(Checkpoints({"files": "sha256:0a91"}).there()))
...     after.forget()
...     print(list(Checkpoints({"files": "sha256:cf78"}).there()))
[(3, b'of the fourth partition')] []
[]
"""

import hashlib
import pickle
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, MurhoError, UsageError
from murho.core.spelling import argument
from murho.engines import Engine, Running, Tree
from murho.engines.engine import Tell
from murho.formats import by_name, saving
from murho.formats.digest import files_of
from murho.formats.join import Left, Unpaired, pair, pair_part, refuse_lengths
from murho.formats.opening import BLOCK, Piece, reading
from murho.formats.pieces import BATCH, cutting, refuse_uncut
from murho.formats.saving import folder_at, writing
from murho.formats.unique import any_twice, hashes_of
from murho.measures import Measure
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.columns import counted_columns
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.score import Score
from murho.pipeline.sources import Pairing, formats_of, read_cases
from murho.version import __version__

_KIND = "partitions"


class Checkpoints:
    """The results of partitions, as bytes by the number of the partition.

    Args:
        made_of: JSON that says all that decides them; None keeps nothing.
    """

    def __init__(self, made_of: Any):
        self._folder: Path | None = None
        if made_of is not None:
            with suppress(MurhoError, RuntimeError):  # no folder can be made, or nobody knows where home is
                self._folder = saving.place(_KIND, made_of, "")

    def there(self) -> Iterator[tuple[int, bytes]]:
        """What was kept before, in the order of the partitions."""
        for number, digest, path in sorted(self._files()):
            with suppress(OSError):
                found = path.read_bytes()
                if _digest(found) == digest:
                    yield number, found

    def keep(self, number: int, result: bytes) -> None:
        """Keep what a partition came to; on a disk that is full, or read only, it is not kept, nor is any other."""
        if self._folder is None:
            return
        try:
            folder_at(str(self._folder))
            with writing(self._folder / f"{number}-{_digest(result)}") as file:
                file.write(result)
        except MurhoError:
            self._folder = None

    def forget(self) -> None:
        """Throw away what is kept: the work is done."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _files(self) -> Iterator[tuple[int, str, Path]]:
        """Each partition once, though two processes may have kept what came to the same."""
        if self._folder is None or not self._folder.is_dir():
            return
        found: dict[int, tuple[int, str, Path]] = {}
        for path in self._folder.iterdir():
            number, _, digest = path.name.partition("-")
            if number.isdecimal():  # and no part of a file that was being written
                found[int(number)] = (int(number), digest, path)
        yield from found.values()


def _digest(result: bytes) -> str:
    return hashlib.sha256(result).hexdigest()[:32]


LARGEST = 32 * BATCH
SMALLEST = 2 * BATCH
"""Cases in a partition; what matters is the work, which mostly goes with the bytes."""
BYTES = 24 << 20
"""Bytes of both files that make a partition of about a second."""
Numbers = NDArray[np.int64]


class Both(NamedTuple):
    """A partition: its number, and a piece of each file; None where one file has ended."""

    number: int
    cases: Piece | None
    answers: Piece | None


@dataclass(frozen=True)
class Task:
    """What every partition needs to know."""

    measure: Measure
    reading: Reading
    formats: tuple[str, str]
    by_line: bool
    closing: bool = True
    """Whether the clusters inside of a partition are taken for whole."""


@dataclass
class Scored:
    """What a partition sends home."""

    book: Book | None
    left: Left = field(default_factory=Left)
    hashes: tuple[Numbers, Numbers | None] | None = None
    """Of the ids in both pieces, None in place of those of the second where they are the same; None where the number of
    the line is the id."""
    closed: Numbers | None = None
    """Hashes of the names of the clusters that were taken for whole; None where all stayed open."""
    opened: Sequence[str] = ()
    """The names of those that stayed open beside them: the first, the last, and those of cases without an answer."""
    notes: tuple[str, ...] = ()
    error: InputError | None = None
    """What is wrong with a piece. It waits for those before it, so that the first mistake is the one that is told."""


def check(references: str, answers: str, format_name: str | None, **given: Any) -> None:
    """Refuse files that cannot be cut, and options that need the whole of them.

    Raises:
        UsageError: so it is.
    """
    if unfit := [name for name, value in given.items() if value]:
        raise UsageError(f"{unfit[0]}: needs the whole of both files; leave {argument('engine')} out")
    formats = formats_of(references, answers, format_name)
    for path, name in zip((references, answers), formats, strict=True):
        if not by_name(name).cut:
            raise UsageError(
                f"{path}: {name} cannot be read in parts; leave {argument('engine')} out, or convert it to jsonl"
            )
        refuse_uncut(path)
    if len({by_name(name).pairing for name in formats}) > 1:
        raise UsageError(f"{references}, {answers}: one of them has no ids; leave {argument('engine')} out")


def score_partitions(
    engine: Engine,
    measure: Measure,
    paths: tuple[str, str],
    formats: tuple[str, str],
    reading: Reading,
    pairing: Pairing,
    settings: Callable[[str, str], Mapping[str, Any]],
    *,
    tell: Callable[[str], None] | None = None,
) -> tuple[Score, Unpaired]:
    """The score of two files whose `formats` can be cut, and what had no partner.

    Args:
        engine: where the work is done.
        measure: what judges.
        paths: of the references and the answers: files, or objects under addresses that the workers reach, too.
        formats: of both.
        reading: how figures are read; which of its features label words is taken from the first batch.
        pairing: what becomes of cases without an answer, and of answers without a case, which it has to say.
        settings: for the signature, made of the digests of both files.
        tell: told, in sentences, where the work can be watched, and how many partitions had been done before.

    Raises:
        InputError: as for `score_files`.
    """
    if reading.by:
        first = next(read_cases(paths[0], formats[0], measure), None)
        reading = reading if first is None else reading.over(first)
    by_line = by_name(formats[0]).pairing == "place"
    task = Task(measure, reading, formats, by_line)
    size = _size(paths, formats)
    with cutting(paths, [by_name(name).cut or "" for name in formats], size) as cuts, engine.open() as running:
        if tell is not None and running.address is not None:
            tell(f"watch the work at {running.address}")
        (cases, digest), (said, its_digest) = cuts()
        if by_line:
            refuse_lengths(sum(piece.lines for piece in cases), sum(piece.lines for piece in said), "lines", paths)
        made = settings(digest, its_digest)
        pieces = [Both(number, *both) for number, both in enumerate(zip_longest(cases, said))]
        kept = Checkpoints(_made_of(task, size, made))
        home = _gathered(running, task, kept, pieces, tell)
        if home is None:
            if tell is not None:
                tell("clusters go on in other partitions; all is read again, with all of them open")
            kept.forget()
            task = replace(task, closing=False)
            kept = Checkpoints(_made_of(task, size, made))
            home = _gathered(running, task, kept, pieces, tell) or _Home()
    try:
        found = home.figure(task, paths, made, pairing)
    except InputError:
        kept.forget()  # they are of a file that has to be mended
        raise
    kept.forget()
    return found


def _gathered(
    running: Running, task: Task, kept: Checkpoints, pieces: Iterable[Both], tell: Callable[[str], None] | None
) -> "_Home | None":
    """What the partitions came to; None where a cluster was taken for whole that goes on in another."""
    home = _Home()
    for number, (index, scored) in enumerate(_results(running, task, kept, _until(home.wrong, pieces), tell), 1):
        home.take(index, scored)
        if number.bit_count() == 1 and home.cut_clusters():  # early, for they are in any two partitions, or in few
            return None
    return None if home.cut_clusters() else home


class _Home:
    """What the partitions that have come were."""

    def __init__(self) -> None:
        self._closed: list[Numbers] = []
        self._opened: set[str] = set()
        self.books: Tree[Book] = Tree(_added)
        self.wrong: dict[int, InputError] = {}
        self._left: dict[int, Left] = {}
        self._notes: dict[int, tuple[str, ...]] = {}
        self._hashes: list[tuple[Numbers, Numbers | None]] = []

    def take(self, index: int, scored: Scored) -> None:
        """Take in a partition."""
        if scored.error is not None:
            self.wrong[index] = scored.error
            return
        if scored.book is not None:
            self.books.add(index, scored.book)
        self._notes[index] = scored.notes
        if scored.left.cases is not None or scored.left.answers is not None:
            self._left[index] = scored.left
        if scored.hashes is not None:
            self._hashes.append(scored.hashes)
        if scored.closed is not None:
            self._closed.append(scored.closed)
            self._opened.update(scored.opened)

    def cut_clusters(self) -> bool:
        """Whether one was taken for whole in a partition that seems to be in another, too."""
        return any_twice([*self._closed, hashes_of(list(self._opened))])

    def figure(
        self, task: Task, paths: tuple[str, str], settings: Mapping[str, Any], pairing: Pairing
    ) -> tuple[Score, Unpaired]:
        """The score, with what found no partner in its partition paired now.

        Raises:
            InputError: the first mistake in the files.
        """
        if self.wrong:
            raise self.wrong[min(self.wrong)]
        for side in self.sides_with_twins():
            _read_through(side, paths[side], task.formats[side], task.measure)
        book = self.books.whole() or Book(task.measure, task.reading)
        counted = Unpaired(notes=self.all_notes())
        more: Iterable[tuple[Cases, Answers]] = pair(
            *self.all_left(),
            missing=pairing.missing,
            extra=pairing.extra or "error",
            counts=counted,
            some_paired=book.added > 0,
        )
        for some_cases, some_answers in more:
            book.judge(some_cases, some_answers)
        return book.score(settings), counted

    def sides_with_twins(self) -> list[int]:
        """The files, 0 or 1, in which an id seems to stand twice; the hashes of all ids are forgotten."""
        alike = all(answers is None for _, answers in self._hashes)
        twins = [0] if any_twice([cases for cases, _ in self._hashes]) else []
        if not alike and any_twice([cases if answers is None else answers for cases, answers in self._hashes]):
            twins.append(1)
        self._hashes = []
        return [0, 1] if alike and twins else twins

    def all_notes(self) -> list[str]:
        """What was left out of the files, each told once."""
        return list(dict.fromkeys(note for index in sorted(self._notes) for note in self._notes[index]))

    def all_left(self) -> tuple[list[Cases], list[Answers]]:
        """What has found no partner, in the order of the files."""
        left = [self._left[index] for index in sorted(self._left)]
        cases = [one.cases for one in left if one.cases is not None]
        return cases, [one.answers for one in left if one.answers is not None]


def _made_of(task: Task, size: int, settings: Mapping[str, Any]) -> Any:
    """All that decides what the partitions come to; None where that cannot be told, so that nothing may be kept."""
    typed = [repr(task.measure), repr(task.reading.weight), *task.formats]
    digests = [settings.get(name) for name in ("references", "answers")]
    if None in digests or "stream" in digests or any(":" in name for name in typed):
        return None  # a colon stands in what names code, which may be edited meanwhile
    files = files_of(task.measure, task.reading.weight)
    return [__version__, *digests, *typed, repr(task.reading), files, task.by_line, task.closing, size]


def _results(
    running: Running,
    task: Task,
    kept: Checkpoints,
    partitions: Iterable[Both],
    tell: Callable[[str], None] | None,
) -> Iterator[tuple[int, Scored]]:
    """What each partition came to, with its number: first those that had been done before."""
    done = set[int]()
    for number, result in kept.there():
        done.add(number)
        yield number, pickle.loads(result)
    if done and tell is not None:
        tell(f"{len(done)} {'partition was' if len(done) == 1 else 'partitions were'} done before")
    for _, (number, result) in running.map(
        partial(_scored, task), (one for one in partitions if one.number not in done)
    ):
        scored: Scored = pickle.loads(result)
        if scored.error is None:
            kept.keep(number, result)
        yield number, scored


def _scored(task: Task, both: Both, _: Tell) -> tuple[int, bytes]:
    """What a worker does; it sends bytes, which are kept as they come."""
    try:
        scored = _score(task, both)
    except InputError as error:
        scored = Scored(None, error=error)
    return both.number, pickle.dumps(scored, pickle.HIGHEST_PROTOCOL)


def _score(task: Task, both: Both) -> Scored:
    """The pieces scored; where something is wrong, or may be, read again so that the first mistake is told."""
    if not task.by_line:
        with suppress(InputError):
            unchecked = (piece and replace(piece, unchecked=True) for piece in both[1:])
            scored = _score_read(task, Both(both.number, *unchecked))
            if not any(hashes is not None and any_twice([hashes]) for hashes in scored.hashes or ()):
                return scored
    return _score_read(task, both)


def _score_read(task: Task, both: Both) -> Scored:
    scored = _score_open(task, both)
    if task.closing and scored.book is not None:
        waiting = [] if scored.left.cases is None else scored.left.cases.clusters or []
        clusters = scored.book.close_inner(name for name in waiting if name is not None)
        if clusters is not None:
            scored.closed, scored.opened = hashes_of(clusters.closed), clusters.open
    return scored


def _score_open(task: Task, both: Both) -> Scored:
    if both.cases is not None and both.answers is not None and not task.by_line:
        counted = counted_columns(task.measure, task.reading, task.formats, both.cases, both.answers, both.cases.line)
        if counted is not None:
            return Scored(counted.book, hashes=(counted.hashes, None))
    book, left, notes = Book(task.measure, task.reading), Left(), dict[str, None]()
    ids: tuple[list[Sequence[str]], list[Sequence[str]]] = [], []

    def read(side: Literal[0, 1]) -> Iterator[Any]:
        piece, form = (both.cases, both.answers)[side], by_name(task.formats[side])
        batches: Iterable[Any] = ()
        if piece is not None:
            batches = form.answers(piece, task.measure) if side else form.cases(piece, task.measure)
        for batch in batches:
            notes.update(dict.fromkeys(batch.notes))
            ids[side].append(batch.ids)
            # Lines come in the order of places, which is all that places are for.
            yield batch if side else replace(batch, places=batch.lines)

    pairs = pair(read(0), read(1), by_line=True) if task.by_line else pair_part(read(0), read(1), left)
    for cases, answers in pairs:
        book.judge(cases, answers)
    if task.by_line:
        return Scored(book, left, notes=tuple(notes))
    paired = left.cases is None and left.answers is None
    hashes_of_both = _hashes(ids[0]), None if paired else _hashes(ids[1])
    return Scored(book, left, hashes_of_both, notes=tuple(notes))


def _hashes(batches: list[Sequence[str]]) -> Numbers:
    return np.concatenate([np.zeros(0, np.int64), *map(hashes_of, batches)])


def _added(left: Book, right: Book) -> Book:
    left += right
    return left


def _size(paths: tuple[str, str], formats: tuple[str, str]) -> int:
    """Cases in a partition, told by the first lines of both files: a multiple of a batch, the same whenever asked."""
    lines = 0.0
    for path, name in zip(paths, formats, strict=True):
        if by_name(name).cut == "rows":
            return LARGEST
        with reading(path) as file:
            block = file.read(BLOCK)
        lines += len(block) / (block.count(b"\n") + 1)
    wanted = BYTES / max(lines, 1.0)
    return int(min(max(wanted // BATCH * BATCH, SMALLEST), LARGEST))


def _until(wrong: Mapping[int, InputError], partitions: Iterable[Both]) -> Iterator[Both]:
    """The partitions, up to where a mistake was found: what comes later is not told any more."""
    for partition in partitions:
        if wrong:
            return
        yield partition


def _read_through(side: int, path: str, name: str, measure: Measure) -> None:
    """Read a file from the start for the id that occurs twice.

    Raises:
        InputError: it does; else it was two ids of one hash.
    """
    form = by_name(name)
    for _ in form.answers(path, measure) if side else form.cases(path, measure):
        pass
