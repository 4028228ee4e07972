"""Opening files to read: plain, gzip or zstd, as bytes or as lines, with bounded memory.

A line ends with `\\n` or `\\r\\n`; a lone `\\r` is data, and so is every other character that Unicode may call a line
break. A UTF-8 byte order mark at the start is skipped, one of UTF-16 says that the file is in that, and the last line
needs no end. The path `-` is standard input.

>>> import gzip, os, tempfile
>>> path = os.path.join(tempfile.mkdtemp(), "words.txt.gz")
>>> with gzip.open(path, "wb") as file:
...     _ = file.write("uno\\r\\ndós".encode())
>>> list(text_lines(path))
[(1, 'uno'), (2, 'dós')]
"""

import codecs
import hashlib
import io
import os
import re
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from os import PathLike
from typing import IO, Any

from murho.core.errors import InputError

Path = str | PathLike[str]

BLOCK = 1 << 20
"""Bytes that are read at a time."""
LONGEST_LINE = 1 << 28
"""Bytes of a line, or of a file that is read as a whole, beyond which it is taken for something else."""
_MAGIC = {"gzip": b"\x1f\x8b", "zstd": b"\x28\xb5\x2f\xfd"}
_SUFFIXES = {".gz": "gzip", ".zst": "zstd"}
CUT_SHORT = EOFError
"""What Python's decompressors raise on data that is cut short."""
DAMAGED = (zlib.error, OSError)
"""What decompressors raise on data that is damaged; `gzip.BadGzipFile` is an OSError."""


_URL = re.compile(r"[a-z][a-z0-9+.-]+://", re.IGNORECASE)


@dataclass(frozen=True)
class Piece:
    """A part of a file that stands wherever a path does: it is read alone, and its lines have their numbers.

    >>> import tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "words.txt")
    >>> with open(path, "wb") as file:
    ...     _ = file.write(b"uno\\ndos\\ntres\\n")
    >>> list(text_lines(Piece(path, 4, 8, 2, 1)))
    [(2, 'dos')]
    """

    path: str
    start: int
    stop: int
    """The bytes of a file of lines, which is not compressed; of a Parquet file the row groups in which its rows are."""
    line: int
    """The number of its first line or row, counted from 1 in the file."""
    lines: int
    """How many lines or rows it has."""
    unchecked: bool = False
    """Whether whoever has all pieces looks for ids that occur twice, and the reader of this one need not."""

    def __fspath__(self) -> str:
        return self.path

    def __str__(self) -> str:
        return self.path


def is_url(path: Path) -> bool:
    """Whether it is an address, `s3://bucket/cases.jsonl`, and no file of this machine.

    >>> is_url("s3://bucket/cases.jsonl"), is_url("cases.jsonl"), is_url("C:/cases.jsonl")
    (True, False, False)
    """
    return _URL.match(os.fspath(path)) is not None


def is_kept(path: Path) -> bool:
    """Whether it can be read again, and has a digest: a file, or an object under an address."""
    return is_url(path) or os.path.isfile(path)


def is_pipe(path: Path) -> bool:
    """Whether what stands there can be read only once: standard input, a pipe, a device."""
    return os.fspath(path) == "-" or (os.path.exists(path) and not os.path.isfile(path))


def compression_named(path: Path) -> str | None:
    """The compression that the name of a file promises: `gzip`, `zstd` or none."""
    return _SUFFIXES.get(os.path.splitext(os.fspath(path).lower())[1])


def plain_name(path: Path) -> str:
    """The name that tells the format: in lower case, the suffix of the compression peeled off.

    >>> plain_name("runs/Cases.JSONL.gz")
    'runs/cases.jsonl'
    """
    name = os.fspath(path).lower()
    stem, suffix = os.path.splitext(name)
    return stem if suffix in _SUFFIXES else name


def plain_suffix(path: Path) -> str:
    """The suffix that tells the format, that of the compression peeled off.

    >>> plain_suffix("runs/Cases.JSONL.gz")
    '.jsonl'
    """
    return os.path.splitext(plain_name(path))[1]


@contextmanager
def reading(path: Path) -> Iterator[IO[bytes]]:
    """The decompressed bytes of a file; `-` is standard input.

    Compression shows in the first bytes, whatever the name says.

    Raises:
        InputError: the file is missing, a folder, not readable, or named `.gz` or `.zst` and is not that.
    """
    with opened(path) as file:
        yield file if isinstance(path, Piece) else _decompressed(file, os.fspath(path))


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """The bytes of a file as they stand there, not decompressed."""
    name = os.fspath(path)
    if name == "-" and sys.stdin is None:  # as Python says that the descriptor was closed before it began
        raise InputError("standard input is closed", "name a file, or send one through it", path=name)
    try:
        file: IO[bytes] = sys.stdin.buffer if name == "-" else _buffered(path)
    except IsADirectoryError:
        raise InputError("this is a folder", "name a file", path=name) from None
    except (FileNotFoundError, ValueError):  # a name with a NUL, or half a surrogate pair, is no file's
        raise InputError("no such file", "check the name and the working directory", path=name) from None
    except OSError as error:
        why = error.strerror or error
        raise InputError(f"cannot be opened ({why})", "check the name and the rights", path=name) from None
    try:
        yield file
    finally:
        if name != "-":  # standard input is not ours to close
            file.close()


def _buffered(path: Path) -> IO[bytes]:
    if isinstance(path, Held):  # a BytesIO cannot be peeked into
        return io.BufferedReader(io.BytesIO(path.content))
    if isinstance(path, Piece):
        return io.BufferedReader(_Window(_buffered(path.path), path.start, path.stop))
    return _of_address(os.fspath(path)) if is_url(path) else open(path, "rb")


def _of_address(url: str) -> IO[bytes]:
    """What is under an address, read through fsspec."""
    try:
        import fsspec

        return io.BufferedReader(fsspec.open(url, "rb").open())
    except ImportError as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "fsspec":
            why, todo = "addresses are read with fsspec", "install it with: pip install 'murho[dask]'"
        else:
            why, todo = f"nothing is installed that reads {url.partition(':')[0]}: ({error})", "install that"
        raise InputError(why, todo, path=url) from None
    except ValueError as error:  # an address of an unknown kind, or badly written
        raise InputError(f"cannot be opened ({error})", "check the address", path=url) from None


class _Window(io.RawIOBase):
    """Some bytes of a file."""

    def __init__(self, file: IO[bytes], start: int, stop: int):
        self._file, self._left = file, stop - start
        file.seek(start)

    def readable(self) -> bool:
        return True

    def readinto(self, room: Any) -> int:
        count: int = self._file.readinto(memoryview(room)[: self._left])  # type: ignore[attr-defined]
        self._left -= count
        return count

    def close(self) -> None:
        self._file.close()
        super().close()


@dataclass(frozen=True)
class Held:
    """A file as it was when it was read: it stands wherever a path is read, and is another once the file has changed.

    So what a file says can be remembered by the file's content, which is what a signature says of it, not by its name.
    """

    path: str
    digest: str
    content: bytes = field(compare=False)

    def __fspath__(self) -> str:
        return self.path

    def __repr__(self) -> str:
        return repr(self.path)


def held(path: Path) -> Held:
    """A file, read once: what is parsed is what the digest tells of. A pipe, which can only be read once, is kept.

    Raises:
        InputError: the file is missing, a folder, or not readable.
    """
    if isinstance(path, Held):
        return path
    name = os.fspath(path)
    if not is_pipe(name):
        return _held(name)
    return _held_pipe(name, None if name == "-" else os.stat(name).st_ino)


def _held(name: str) -> Held:
    with opened(name) as file:
        try:
            content = file.read()
        except OSError as error:
            raise InputError(f"cannot be read ({error.strerror})", "check the name", path=name) from None
    return Held(name, "sha256:" + hashlib.sha256(content).hexdigest(), content)


@cache
def _held_pipe(name: str, inode: int | None) -> Held:
    """The content of a pipe, kept for whoever reads it next, by its inode too: its name may be another pipe's later."""
    return _held(name)


def _decompressed(file: IO[bytes], name: str) -> IO[bytes]:
    # A peek leaves the bytes to who reads; standard input could not be turned back.
    start = file.peek(4)[:4] if isinstance(file, io.BufferedReader) else b""
    compression = next((kind for kind, magic in _MAGIC.items() if start.startswith(magic)), None)
    named = compression_named(name)
    if named and named != compression:
        what = "is empty" if not start else f"holds no {named} data"
        raise InputError(f"named as {named} but {what}", "compress it anew, or rename it", path=name)
    if compression == "gzip":
        import gzip

        return gzip.GzipFile(fileobj=file)  # type: ignore[return-value]
    if compression == "zstd":
        import pyarrow

        stream: IO[bytes] = pyarrow.CompressedInputStream(pyarrow.PythonFile(file, mode="r"), "zstd")
        return stream
    return file


def whole(path: Path) -> bytes:
    """All bytes of a file that makes sense only as a whole, decompressed.

    Raises:
        InputError: also when there are more than `LONGEST_LINE`, or compressed data is cut short or damaged.
    """
    blocks: list[bytes] = []
    length = 0
    with reading(path) as file:
        while block := _next_block(file, path, 0):
            blocks.append(block)
            length += len(block)
            if length > LONGEST_LINE:
                todo = "is this the right format? name another file"
                raise InputError(f"more than {LONGEST_LINE >> 20} MiB", todo, path=path)
    return b"".join(blocks)


def byte_blocks(path: Path) -> Iterator[bytes]:
    """The bytes of a file in blocks, decompressed.

    Raises:
        InputError: also when compressed data is cut short or damaged.
    """
    with reading(path) as file:
        while block := _next_block(file, path, 0):
            yield block


def read_into(file: IO[bytes], room: memoryview, path: Path, done: int) -> int:
    """Read on into memory that is there already; the number of bytes, 0 at the end of the file.

    Raises:
        InputError: compressed data is cut short or damaged, after so many lines that are `done`.
    """
    with _located(path, done):
        return file.readinto(room)  # type: ignore[attr-defined, no-any-return]


def line_blocks(path: Path, lines: int = 8192, encoding: str | None = None) -> Iterator[tuple[int, list[bytes]]]:
    """The lines of a file in blocks of `lines`, their ends taken off, each block with the number of its first line.

    They are in UTF-8, whatever `encoding` the file is in; without one it is in UTF-8, or has a mark of UTF-16.

    Raises:
        InputError: also when compressed data is cut short or damaged, at the line reached, or not in the encoding.
    """
    first, ready = path.line if isinstance(path, Piece) else 1, []
    for more in _pieces(path, encoding):
        ready += more
        complete = len(ready) - len(ready) % lines
        for start in range(0, complete, lines):
            yield first, ready[start : start + lines]
            first += lines
        del ready[:complete]
    if ready:
        yield first, ready


def _pieces(path: Path, encoding: str | None) -> Iterator[list[bytes]]:
    """Whole lines, as many as one block of the file completes."""
    done, length = path.line - 1 if isinstance(path, Piece) else 0, 0
    tail: list[bytes] = []
    in_utf8 = _InUtf8(encoding, path)
    with reading(path) as file:
        while read := _next_block(file, path, done):
            block = in_utf8(read)
            # Only the first block of a file can begin with a byte order mark.
            if not (done or tail):
                block = block.removeprefix(b"\xef\xbb\xbf")
            lines = block.split(b"\n")
            if len(lines) > 1:
                # Parts of a long line are joined once: adding each to the last would take time by the square of its
                # length.
                lines[0] = b"".join([*tail, lines[0]])
                tail, length = [lines.pop()], 0
                done += len(lines)
                # The first line may have got its \r from the block before.
                returns = b"\r" in block or lines[0].endswith(b"\r")
                yield _without_returns(lines) if returns else lines
            else:
                tail.append(block)
            length += len(tail[-1])
            if length > LONGEST_LINE:
                found = f"a line longer than {LONGEST_LINE >> 20} MiB"
                raise InputError(found, "is this a file of lines? put every case on its own", path=path, line=done + 1)
    if last := b"".join([*tail, in_utf8(b"")]):
        yield _without_returns([last])


def is_utf16(start: bytes) -> bool:
    """Whether a file that begins so is in UTF-16, by its byte order mark."""
    return start[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


class _InUtf8:
    """The bytes of a file as UTF-8, block by block; where it is in that, they stay as they are."""

    def __init__(self, encoding: str | None, path: Path):
        self._encoding, self._path = encoding, path
        self._decoder: codecs.IncrementalDecoder | None = None
        self._line = 0
        """The one reached; 0 before anything was read."""

    def __call__(self, block: bytes) -> bytes:
        """The next block, an empty one at the end."""
        if not self._line:
            self._line = 1
            if self._encoding is None and is_utf16(block):
                self._encoding = "utf-16"
            if self._encoding is not None:
                self._decoder = codecs.getincrementaldecoder(self._encoding)()
        if self._decoder is None or self._encoding is None:
            return block
        try:
            text = self._decoder.decode(block, final=not block)
            self._line += text.count("\n")
            return text.encode()
        except UnicodeError as error:
            before = error.object[: error.start] if isinstance(error, UnicodeDecodeError) else b""
            line = self._line + before.decode(self._encoding, "replace").count("\n")
            found = f"not {self._encoding}: {getattr(error, 'reason', error)}"
            raise InputError(found, "name the encoding that the file is in", path=self._path, line=line) from None


def _next_block(file: IO[bytes], path: Path, done: int) -> bytes:
    with _located(path, done):
        return file.read(BLOCK)


@contextmanager
def _located(path: Path, done: int) -> Iterator[None]:
    """Turn what a decompressor raises into an InputError at the line after so many that are `done`."""
    try:
        yield
    except (CUT_SHORT, *DAMAGED) as error:
        cut = isinstance(error, CUT_SHORT) or "Truncated" in str(error)
        found = "the compressed data is cut short" if cut else f"cannot be read ({error})"
        raise InputError(found, "copy or download the file again", path=path, line=done + 1) from None


def _without_returns(lines: list[bytes]) -> list[bytes]:
    return [line[:-1] if line.endswith(b"\r") else line for line in lines]


def text_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Every line as text, with its number.

    Raises:
        InputError: a line is not UTF-8 or holds a NUL byte, or one of `line_blocks`.
    """
    for first, block in line_blocks(path):
        yield from enumerate(decoded(block, path, first), first)


def decoded(lines: list[bytes], path: Path, first: int) -> list[str]:
    """Lines as text; `first` is the number of the first one.

    Raises:
        InputError: a line is not UTF-8, and the byte is named, counted from 1 in its line; or it holds a NUL byte: what
            is no text would be counted as if it were.
    """
    if b"\0" in b"".join(lines):
        number = first + next(index for index, line in enumerate(lines) if b"\0" in line)
        todo = "is this a file of text? copy or convert it again"
        if number == 1:
            todo = "if it is in UTF-16 without a mark, convert it: iconv -f UTF-16LE -t UTF-8"
        raise InputError("a NUL byte", todo, path=path, line=number)
    try:
        return [line.decode() for line in lines]
    except UnicodeDecodeError:
        # Only now, where one is wrong, is each line tried for which.
        for number, line in enumerate(lines, first):
            check_utf8(line, path, number)
        raise


def check_utf8(line: bytes, path: Path, number: int) -> None:
    """Raise the error for a line that is not UTF-8."""
    try:
        line.decode()
    except UnicodeDecodeError as error:
        found = f"not UTF-8: byte {error.start + 1} of the line is 0x{line[error.start]:02x}"
        todo = "convert the file from what it is in, for example: iconv -f LATIN1 -t UTF-8"
        raise InputError(found, todo, path=path, line=number) from None
