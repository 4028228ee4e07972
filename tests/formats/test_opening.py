import gzip
import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import InputError
from murho.formats import opening
from murho.formats.digest import digest
from murho.formats.opening import held, is_pipe, line_blocks, plain_suffix, reading, text_lines
from murho.formats.saving import writing


def zstd(data: bytes) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(data)
    return sink.getvalue().to_pybytes()


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def message(path: Path | str) -> str:
    with pytest.raises(InputError) as caught:
        list(text_lines(path))
    return str(caught.value)


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"one", ["one"]),
        (b"one\n", ["one"]),
        (b"one\r\ntwo\r\n", ["one", "two"]),
        (b"one\n\nthree", ["one", "", "three"]),
        (b"\n", [""]),
        (b"old\rmac\n", ["old\rmac"]),
        ("a\u2028b\x0bc\x85\n".encode(), ["a\u2028b\x0bc\x85"]),
        (b"\xef\xbb\xbfmarked\n\xef\xbb\xbfnot", ["marked", "\ufeffnot"]),
        ("zażółć\n".encode(), ["zażółć"]),
    ],
)
def test_lines(tmp_path: Path, data: bytes, lines: list[str]) -> None:
    assert list(text_lines(written(tmp_path / "a.txt", data))) == list(enumerate(lines, 1))


@given(st.lists(st.sampled_from([b"a", b"\n", b"\r", b"\r\n", b"bcdef"])), st.integers(1, 7), st.integers(1, 4))
def test_blocks_cut_nowhere_but_at_line_ends(pieces: list[bytes], block: int, size: int) -> None:
    data = b"".join(pieces)
    lines = [line.removesuffix(b"\r") for line in data.split(b"\n")]
    if data.endswith(b"\n") or not data:
        lines.pop()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "BLOCK", block)
        read, write = os.pipe()
        os.write(write, data)
        os.close(write)
        blocks = list(line_blocks(f"/dev/fd/{read}", size))
        os.close(read)
    assert [line for _, block_lines in blocks for line in block_lines] == lines
    assert [first for first, _ in blocks] == list(range(1, len(lines) + 1, size))


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_compressed(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a.txt{suffix}"
    with writing(path) as file:
        file.write("één\ntwee".encode())
    assert path.read_bytes()[:2] in (b"\x1f\x8b", b"\x28\xb5")
    assert list(text_lines(path)) == [(1, "één"), (2, "twee")]


@pytest.mark.parametrize("compress", [gzip.compress, zstd])
def test_compression_shows_in_the_bytes_and_parts_may_follow_one_another(tmp_path: Path, compress) -> None:  # type: ignore[no-untyped-def]
    path = written(tmp_path / "unnamed", compress(b"one\ntw") + compress(b"o\n"))
    assert list(text_lines(path)) == [(1, "one"), (2, "two")]


@pytest.mark.parametrize(("suffix", "compress"), [(".gz", gzip.compress), (".zst", zstd)])
def test_compressed_data_cut_short(tmp_path: Path, suffix: str, compress) -> None:  # type: ignore[no-untyped-def]
    text = "".join(f"{i * 7919 % 10007} line\n" for i in range(500_000)).encode()
    path = written(tmp_path / f"a.txt{suffix}", compress(text)[:-9])
    lines = []
    with pytest.raises(InputError) as caught:
        lines += [number for number, _ in text_lines(path)]
    found = str(caught.value)
    assert found.startswith(f"{path}:")
    assert found.endswith(": the compressed data is cut short; copy or download the file again")
    assert caught.value.line is not None
    assert caught.value.line > 1


def test_damaged_compressed_data(tmp_path: Path) -> None:
    data = bytearray(gzip.compress(os.urandom(100_000)))
    data[50_000:50_100] = bytes(100)
    assert "cannot be read" in message(written(tmp_path / "a.txt.gz", bytes(data)))


def test_misnamed(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt.gz", b"plain text")
    assert message(path) == f"{path}: named as gzip but holds no gzip data; compress it anew, or rename it"
    path = written(tmp_path / "a.txt.zst", b"")
    assert message(path) == f"{path}: named as zstd but is empty; compress it anew, or rename it"


def test_missing_file_and_folder(tmp_path: Path) -> None:
    assert message(tmp_path / "no") == f"{tmp_path / 'no'}: no such file; check the name and the working directory"
    assert message(tmp_path) == f"{tmp_path}: this is a folder; name a file"


def test_not_utf8(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", b"good\ncaf\xe9\n")
    assert message(path) == (
        f"{path}:2: not UTF-8: byte 4 of the line is 0xe9; "
        "convert the file from what it is in, for example: iconv -f LATIN1 -t UTF-8"
    )


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_utf16_by_its_mark(encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks end within characters, and within a surrogate pair."""
    monkeypatch.setattr(opening, "BLOCK", 7)
    mark = "\ufeff" * (encoding == "utf-16-be")
    path = written(tmp_path / "a.txt", (mark + "caf\xe9\r\n\U0001f600\nlast").encode(encoding))
    assert list(text_lines(path)) == [(1, "caf\xe9"), (2, "\U0001f600"), (3, "last")]
    path = written(tmp_path / "b.txt", ("\ufeff" + "one\ntwo\nx").encode("utf-16-le") + b"\x00")
    assert message(path) == f"{path}:3: not utf-16: truncated data; name the encoding that the file is in"


def test_nul_bytes_are_no_part_of_a_word(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", "one\ntwo\n".encode("utf-16-le"))
    assert message(path).startswith(f"{path}:1: a NUL byte; if it is in UTF-16 without a mark, convert it")
    path = written(tmp_path / "b.txt", b"one\ntwo\nthree\0\n")
    assert message(path).startswith(f"{path}:3: a NUL byte; is this a file of text?")


def test_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert message(Path("-")) == "-: standard input is closed; name a file, or send one through it"


def test_a_line_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "LONGEST_LINE", 3 << 20)
    path = written(tmp_path / "a.txt", b"short\n" + b"x" * (6 << 20))
    assert message(path).startswith(f"{path}:2: a line longer than 3 MiB; ")


@pytest.mark.parametrize("compress", [bytes, gzip.compress, zstd])
def test_standard_input(compress) -> None:  # type: ignore[no-untyped-def]
    code = "from murho.formats.opening import text_lines; print(list(text_lines('-')))"
    done = subprocess.run([sys.executable, "-c", code], input=compress(b"one\r\ntwo"), capture_output=True, check=True)
    assert done.stdout == b"[(1, 'one'), (2, 'two')]\n"


def test_is_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    assert is_pipe("-")
    assert is_pipe(tmp_path / "fifo")
    assert not is_pipe(written(tmp_path / "file", b""))
    assert not is_pipe(tmp_path / "absent")


@pytest.mark.parametrize(
    ("name", "suffix"), [("a.jsonl", ".jsonl"), ("A.JSONL.ZST", ".jsonl"), ("b.gz", ""), ("-", ""), ("a.b/c", "")]
)
def test_plain_suffix(name: str, suffix: str) -> None:
    assert plain_suffix(name) == suffix


def test_file_is_closed(tmp_path: Path) -> None:
    with reading(written(tmp_path / "a.txt", b"one")) as file:
        pass
    assert file.closed


def test_a_held_file_is_what_was_read_whatever_becomes_of_it(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt.gz", gzip.compress(b"one\ntwo"))
    before = held(path)
    assert held(before) is before
    assert before.digest == digest(path)
    path.write_bytes(gzip.compress(b"three"))
    assert list(text_lines(before)) == [(1, "one"), (2, "two")]
    assert list(text_lines(held(path))) == [(1, "three")]
    assert (held(path) == before, repr(before), os.fspath(before)) == (False, repr(str(path)), str(path))
    path.unlink()
    assert list(text_lines(before)) == [(1, "one"), (2, "two")]


def test_a_held_file_names_itself_in_errors(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", b"one\n\xff\n")
    assert message(held(path)) == message(path)
    path.unlink()
    with pytest.raises(InputError, match="no such file"):
        held(path)


def test_a_pipe_is_held_once_and_is_not_taken_for_another_of_its_name() -> None:
    found = []
    for content in (b"one", b"two"):
        read, write = os.pipe()
        os.write(write, content)
        os.close(write)
        names = [held(f"/dev/fd/{read}") for _ in range(2)]
        assert names[0] is names[1]
        found.append((read, names[0].content))
        os.close(read)
    assert found[0][0] == found[1][0]
    assert [content for _, content in found] == [b"one", b"two"]


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"])
def test_a_name_that_no_file_can_have(name: str) -> None:
    with pytest.raises(InputError, match="no such file"), reading(name):
        pass
