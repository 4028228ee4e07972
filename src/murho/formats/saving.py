"""Writing files: whole or not at all, compressed as the suffix says.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "words.txt")
>>> with writing(path) as file:
...     _ = file.write(b"uno")
>>> try:
...     with writing(path) as file:
...         _ = file.write(b"half of")
...         raise KeyboardInterrupt
... except KeyboardInterrupt:
...     print(path.read_text(), len(list(path.parent.iterdir())))
uno 1

What was made once is kept on this machine, under a name that says what it was made of.

The folder is `MURHO_CACHE`, or `murho` in the user's cache folder (`XDG_CACHE_HOME`, else `~/.cache`). Whatever is in
it can be thrown away at any time.

Nothing but the name decides what is taken from it. So everything that decides a result belongs into its name, the
version of each program that made it included.

>>> name_of({"text": "to bonn", "voice": "flite:rms"})[:4]
'cf78'
"""

import errno
import hashlib
import json
import os
import pathlib
import secrets
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import IO, Any

from murho.core.errors import InputError
from murho.formats.opening import Path, compression_named, is_pipe


class OutputError(InputError):
    """What was to be written could not be: where, why, and what to do about it."""


_TODO = {
    errno.ENOSPC: "free some space, or write elsewhere",
    errno.EDQUOT: "free some of your quota, or write elsewhere",
    errno.EFBIG: "raise the limit on the size of files, or write elsewhere",
    errno.EACCES: "name a place that you may write to",
    errno.EPERM: "name a place that you may write to",
    errno.EROFS: "name a place that you may write to",
    errno.ENOENT: "make the folder first",
    errno.ENOTDIR: "name a place inside a folder",
    errno.EISDIR: "name a file, not a folder",
    errno.ENAMETOOLONG: "name a shorter path",
    errno.EIO: "check the disk, or write elsewhere",
}


def unwritable(error: OSError, path: Path) -> OutputError:
    """The error of a file that could not be written, with what to do about it."""
    todo = _TODO.get(error.errno or 0, "check the place, or write elsewhere")
    return OutputError(f"cannot be written ({os.strerror(error.errno or 0)})", todo, path=os.fspath(path))


def folder_at(path: str) -> None:
    """Make a folder that files are to be written into, with those above it, unless it is there.

    Raises:
        InputError: it cannot be made.
    """
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be made ({error.strerror})", "name another folder", path=path) from None


@contextmanager
def changing(path: Path) -> Iterator[None]:
    """What makes a folder, or puts a file in its place.

    Raises:
        OutputError: the disk is full, the right to write is lacking...
    """
    try:
        yield
    except OSError as error:
        raise unwritable(error, path) from None


def check_writable(path: Path) -> None:
    """Find out whether a file can be written, before the work that it is to hold.

    Raises:
        OutputError: it is a folder, its folder is missing, or nothing can be made there.
    """
    name = os.fspath(path)
    target = os.path.realpath(name)
    if os.path.isdir(target):
        raise OutputError("this is a folder", _TODO[errno.EISDIR], path=name)
    if name == "-" or is_pipe(target):
        return
    trial = _beside(target)
    with changing(name):
        os.close(os.open(trial, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        os.unlink(trial)


@contextmanager
def writing(path: Path) -> Iterator[IO[bytes]]:
    """A file to write bytes to, compressed as its suffix says, which appears whole or not at all.

    The bytes go to a hidden `.part` file beside it, which takes its place at the end; whatever goes wrong, an
    older file stays as it was. Devices, pipes and `-` (standard output) are written to directly.

    Raises:
        OutputError: the disk is full, the folder is missing, the right to write is lacking...
    """
    name = os.fspath(path)
    if name == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = os.path.realpath(name)  # what a link points to is replaced, and the link stays
    if os.path.isdir(target):
        raise OutputError("this is a folder", _TODO[errno.EISDIR], path=name)
    direct = is_pipe(target)
    destination = target if direct else _beside(target)
    try:
        # x: no file of somebody else's is written over; + since a growing Parquet file reads back what it wrote.
        with open(destination, "wb" if direct else "x+b") as raw, _compressed(raw, name) as file:
            yield file
        if not direct:
            _sync(destination)
            os.replace(destination, target)
    # Ctrl-C, too, must not leave a part behind.
    except BaseException as error:
        if not direct:
            with suppress(OSError):
                os.unlink(destination)
        # An error that names another file arose in the caller's work, and is not ours to explain.
        if isinstance(error, OSError) and error.errno in _TODO and error.filename in (None, destination):
            raise unwritable(error, name) from None
        raise


def _sync(path: str) -> None:
    """Have the bytes on the disk before the name is, or a power failure could leave an empty file under it."""
    with open(path, "r+b") as file:
        os.fsync(file.fileno())


def _beside(target: str) -> str:
    """A new hidden name in the folder of the target: only within one file system does a rename replace at once."""
    folder, name = os.path.split(target)
    return os.path.join(folder, f".{name}.{secrets.token_hex(4)}.part")


def _compressed(raw: IO[bytes], name: str) -> AbstractContextManager[IO[bytes]]:
    kind = compression_named(name)
    if kind == "gzip":
        import gzip

        # No name and no time inside, so that equal content gives equal bytes.
        return gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0)  # type: ignore[return-value]
    if kind == "zstd":
        import pyarrow

        return pyarrow.CompressedOutputStream(pyarrow.PythonFile(raw, mode="w"), "zstd")  # type: ignore[no-any-return]
    return nullcontext(raw)


def name_of(made_of: Any) -> str:
    """The name of what is made of this JSON."""
    told = json.dumps(made_of, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def place(kind: str, made_of: Any, suffix: str) -> pathlib.Path:
    """Where a file of this kind that is made of this JSON is kept, or will be; the folder is there.

    Raises:
        InputError: the folder cannot be made.
    """
    name = name_of(made_of)
    # Some ten thousand files in one folder are slow to look at.
    place = folder() / kind / name[:2] / f"{name}{suffix}"
    folder_at(str(place.parent))
    return place


def folder() -> pathlib.Path:
    """The folder of all that is kept."""
    if own := os.environ.get("MURHO_CACHE"):
        return pathlib.Path(own)
    return pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "murho"
