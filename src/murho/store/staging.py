"""What workers of an engine leave in the folder of a run, until the process that holds the lease makes parts of it.

A worker writes the answers to a partition into a file beside the parts. A partition that was done twice, by a worker
that was given up too early, leaves two such files, of which one becomes a part.
"""

import os
import time
from collections.abc import Sequence
from pathlib import Path

from murho.core.case import Answers
from murho.core.errors import InputError
from murho.formats import parquet
from murho.formats.digest import digest
from murho.store.parts import Places, written_places
from murho.store.run import Run
from murho.store.suite import GROUP

_SEEN_WITHIN = 60.0
"""Seconds after which a machine sees what another has written: NFS keeps what it knows of a folder that long."""


def write_staged(
    run: Run, key: str, token: str, part: Sequence[Answers], places: Places, system: str | None
) -> tuple[str, str]:
    """Write the answers to a partition, by a worker; the name of the file in `answers`, and the digest of its bytes."""
    file = run.path / "answers" / f"partition-{key}-{token}.parquet"
    file.parent.mkdir(exist_ok=True)
    about = {} if system is None else {"system": system}
    if run.suite_digest is not None:
        about |= {"places": written_places(places), "suite": run.suite_digest}
    parquet.write_answers(str(file), part, about, rows=GROUP)
    return file.name, digest(file)


def adopt(written: Path, digest_of_bytes: str, number: int) -> None:
    """Make what a worker has written the part of this number, which is the next; over a network it may be seen late.

    Raises:
        InputError: it is not seen at all.
    """
    until = time.monotonic() + _SEEN_WITHIN
    while True:
        try:
            os.replace(written, written.with_name(f"part-{number:05}-{digest_of_bytes[7:23]}.parquet"))
            return
        except FileNotFoundError:
            if time.monotonic() >= until:
                found, todo = "a worker wrote it, and it is not here", "let all workers share the folder of the run"
                raise InputError(found, todo, path=str(written)) from None
        os.listdir(written.parent)  # which has a file system look once more
        time.sleep(0.05)


def adopt_staged(run: Run) -> None:
    """Make parts of what workers have written and nobody has made one of; what was journaled of it is in it."""
    number = run.next_part
    for file in run.staged():
        if file.exists():  # else it was of a partition that was done twice
            adopt(file, digest(file), number)
            forget_partitions(run, file.name.split("-")[1])
            number += 1


def forget_partitions(run: Run, key: str = "*") -> None:
    """Remove what is left of partitions, or of that one, whose answers are parts by now."""
    for pattern in (f"partition-{key}-*", f".partition-{key}-*"):  # and what was being written when a worker died
        for file in (run.path / "answers").glob(pattern):
            file.unlink(missing_ok=True)
