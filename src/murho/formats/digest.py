"""Telling one version of a file from another.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "empty")
>>> path.touch()
>>> digest(path)[:19]
'sha256:e3b0c44298fc'
"""

import hashlib
import os
from typing import Any

from murho.core.errors import InputError
from murho.formats.opening import held, opened

ABSENT = "absent"
"""Stands in place of the digest of a file that is not there."""


def digest(path: str | os.PathLike[str]) -> str:
    """SHA-256 of a file's bytes, to tell one version of the data from another; of a folder that of its files."""
    # Nobody can compare it later: once read, it is gone.
    if os.fspath(path) == "-":
        return "stdin"
    if os.path.isdir(path):
        files = sorted(entry.path for entry in os.scandir(path) if entry.is_file())
        names = "".join(f"{os.path.basename(file)} {digest(file)}\n" for file in files)
        return "sha256:" + hashlib.sha256(names.encode("utf-8", "surrogateescape")).hexdigest()
    try:
        with opened(path) as file:
            return "sha256:" + hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror or error})", "check the name", path=str(path)) from None


def state_of(path: str) -> tuple[int, ...] | None:
    """What tells, without reading a file, that it is another than before; None where no file is there."""
    if not os.path.isfile(path):
        return None
    status = os.stat(path)
    return status.st_ino, status.st_mtime_ns, status.st_size


def files_of(*plugs: Any) -> dict[str, str]:
    """The files that measures and weightings read, each with its digest, shortened, or `absent`."""
    files = (file for plug in plugs for file in getattr(plug, "files", ()))
    # The first twelve digits are enough to tell two versions of a file apart.
    return {file: held(file).digest[:19] if os.path.exists(file) else ABSENT for file in files}
