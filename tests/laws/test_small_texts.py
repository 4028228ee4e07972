"""What is scored without columns is printed as it is with them, to the last byte, whatever stands in the files."""

import os
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from murho.cli import app, small

pytestmark = pytest.mark.skipif(
    os.environ.get("MURHO_KERNEL") == "python", reason="the twins of what is compiled need numpy"
)

BLANKS = " \t\x0b\x0c\x1c\x85\xa0\u1680\u2003\u2028\u200b\u3000"
WORDS = [
    "a",
    "b",
    "ab",
    "A",
    "[b]",
    "[/]",
    "\\",
    "ß",
    "e\u0301",
    "é",
    "東京",
    "\U0001f600\u200d",
    "\x00",
    "\x1b[1m",
    "\ufeff",
]
words = st.sampled_from(WORDS) | st.text(st.characters(exclude_characters="\n\r", codec="utf-8"), max_size=3)
text = st.lists(words | st.sampled_from(BLANKS), max_size=6).flatmap(
    lambda parts: st.sampled_from([" ".join(parts), "".join(parts)])
)
pairs = st.lists(st.tuples(text, text), max_size=8)
many = st.builds(lambda some, times: some * times, pairs, st.integers(1, 40))
"""Enough of them for an interval of another kind."""
contents = st.tuples(
    st.sampled_from([b"", b"\xef\xbb\xbf", b"\xef\xbb\xbf\xef\xbb\xbf"]),
    st.sampled_from([b"\n"] * 3 + [b"\r\n", b"\r"]),
    st.sampled_from([b"\n"] * 3 + [b"", b"\n\n", b"\r\n", b"\r", b"\xff\n"]),
)
"""Of a file: what stands before its lines, between them, behind them."""


def written(path: Path, lines: list[str], before: bytes, between: bytes, behind: bytes) -> str:
    path.write_bytes(before + between.join(line.encode() for line in lines) + (behind if lines else b""))
    return str(path)


def printed(verb: object, arguments: list[str]) -> tuple[int | None, str, str]:
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        status = verb(arguments)  # type: ignore[operator]
    return status, out.getvalue(), err.getvalue()


@given(many, contents, contents, st.booleans())
@example([("", "a")], (b"", b"\n", b"\n"), (b"", b"\n", b"\n"), True)
@example([("\ufeff", "")], (b"", b"\n", b"\n"), (b"", b"\n", b"\n"), False)
@example([("a b", "a c")], (b"", b"\n", b""), (b"\xef\xbb\xbf", b"\n", b"\n"), True)
@example([("a", "a\x85b")] * 3, (b"", b"\n", b"\n"), (b"", b"\n", b"\n\n"), False)
def test_both_ways_print_the_same(
    lines: list[tuple[str, str]], right: tuple[bytes, bytes, bytes], said: tuple[bytes, bytes, bytes], as_json: bool
) -> None:
    with TemporaryDirectory() as folder:
        files = [
            written(Path(folder, f"{name}.txt"), [pair[side] for pair in lines], *how)
            for side, (name, how) in enumerate({"ref": right, "hyp": said}.items())
        ]
        arguments = ["score", "words", *files, *(["--json"] if as_json else [])]
        quick = printed(small.obey, arguments)
        if quick[0] is None:  # left to the verb, before anything is printed
            assert quick[1:] == ("", "")
            refused = any("\0" in one for pair in lines for one in pair)
            ordinary = {how[1:] for how in (right, said)} <= {(b"\n", b"\n")} and not refused
            # A mark of the encoding that a text begins with is no word.
            assert not ordinary or not Path(files[0]).read_text("utf-8-sig").split()
        else:
            assert quick == printed(app.obey, arguments)


@pytest.mark.parametrize(
    "more",
    [["--seed", "1"], ["--level", "0.9"], ["-h"], ["--costs=sclite"], ["--", "--json"], ["third.txt"], ["--jso"]],
    ids=" ".join,
)
def test_what_is_typed_besides_is_left_to_the_verb(tmp_path: Path, more: list[str]) -> None:
    files = [written(tmp_path / name, ["a b"], b"", b"\n", b"\n") for name in ("ref.txt", "hyp.txt")]
    assert printed(small.obey, ["score", "words", *files, *more]) == (None, "", "")
    assert printed(small.obey, ["score", "words", *files])[0] == 0


@pytest.mark.parametrize("missing", [0, 1])
def test_a_file_that_is_missing_is_told_of_by_the_verb(tmp_path: Path, missing: int) -> None:
    files = [written(tmp_path / name, ["a b"], b"", b"\n", b"\n") for name in ("ref.txt", "hyp.txt")]
    Path(files[missing]).unlink()
    assert printed(small.obey, ["score", "words", *files]) == (None, "", "")
