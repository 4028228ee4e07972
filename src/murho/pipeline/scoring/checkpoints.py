"""What the partitions of a piece of work came to, kept until all are there: a rerun goes on where the one before ended.

They are kept on this machine (`murho.formats.kept`), in a folder whose name is a digest of all that decides them: the
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
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from murho.core.errors import MurhoError
from murho.formats import kept
from murho.formats.saving import folder_at, writing

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
                self._folder = kept.place(_KIND, made_of, "")

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
