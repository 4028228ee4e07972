"""What files were when their bytes were last known, so that nobody reads them again only to find them as they were.

Beside a run stands which files it was made of, with their digests, and which files it consists of, each by inode, size
and times, with a digest of the figures in its record. While these are what they were, the run is known to be finished,
and its figures to be those that were counted, without reading a million cases. It is no more than that: whoever reads
a part looks at its bytes, and `murho verify` reads all of them.

>>> import tempfile
>>> folder = Path(tempfile.mkdtemp())
>>> seen = Seen(folder)
>>> seen.is_whole(), seen.keep(), Seen(folder).is_whole()
(False, None, True)
"""

import hashlib
import json
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from murho.formats.digest import digest
from murho.formats.saving import OutputError, writing

SEEN = "seen.json"
_STANDING = ("cases.parquet", "causes.json", "answers", "judgements")
"""What is looked at of a run's folder: everything but its record, of which whoever keeps it says what counts."""
_TOO_NEW = 2_000_000_000
"""Nanoseconds: a file that was changed so lately may be changed once more without another time, by a coarse clock."""

State = list[int]
"""Inode, size, and the times at which content and entry were changed, in nanoseconds."""


class Seen:
    """What is known of the files of a run, and of those that it was made of."""

    def __init__(self, folder: str | os.PathLike[str]):
        self._folder = Path(folder)
        self._told = _read(self._folder / SEEN)
        self._files: dict[str, list[Any]] = {}

    def digest(self, path: str) -> str:
        """That of `murho.formats.digest.digest`; of a file that is as it was seen the one that was found then.

        Raises:
            InputError: the file cannot be read.
        """
        now = time.time_ns()
        state = None if path == "-" else _state(path)
        if state is None:
            return digest(path)
        files = self._told.get("files")
        was = files.get(path) if isinstance(files, dict) else None
        if isinstance(was, list) and was[:1] == [state] and isinstance(was[-1], str):
            result = was[-1]
        else:
            result = digest(path)
            if now - max(state[2:]) < _TOO_NEW or _state(path) != state:
                return result
        self._files[path] = [state, result]
        return result

    def is_whole(self, says: Any = None) -> bool:
        """Whether all files of the run, and what its record `says`, are as they were when it was kept."""
        return self._told.get("run") == _of_run(self._folder, says)

    def keep(self, says: Any = None) -> None:
        """Write down what there is now, for the next time; where that cannot be written all is read again then.

        Args:
            says: what of the record is to be believed then, as JSON has it.
        """
        told = {"run": _of_run(self._folder, says), "files": self._files}
        if told != self._told:
            with suppress(OutputError), writing(self._folder / SEEN) as file:
                file.write(json.dumps(told, indent=1).encode(errors="backslashreplace") + b"\n")


def _read(file: Path) -> dict[str, Any]:
    """What was written down; nothing where that is damaged, or not there."""
    try:
        told = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _state(path: str | os.PathLike[str]) -> State | None:
    """What tells a regular file from another, and from itself with another content; None where there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    if not os.path.isfile(path):
        return None
    return [status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns]


def _of_run(folder: Path, says: Any) -> str:
    """A digest of the names and states of all files of a run, and of what its record says."""
    files = sorted((name, _state(folder / name)) for top in _STANDING for name in _below(folder, top))
    return "sha256:" + hashlib.sha256(json.dumps([files, says], sort_keys=True).encode()).hexdigest()


def _below(folder: Path, name: str) -> Iterator[str]:
    """The files of this name, or in the folder of this name; hidden ones were being written when murho was killed."""
    if not (folder / name).is_dir():
        yield name
        return
    with suppress(OSError), os.scandir(folder / name) as entries:
        for entry in entries:
            if not entry.name.startswith("."):
                yield from _below(folder, f"{name}/{entry.name}")
