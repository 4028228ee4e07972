import gzip
from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.formats.lines import read_answers, read_cases


def write(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_an_empty_line_ends_an_utterance(tmp_path: Path) -> None:
    (cases,) = read_cases(write(tmp_path / "a.tsv", "\nto\t0\nBonn\tB2\n\n \n\nja\t0\n"))
    assert (cases.ids, cases.expressions) == (["1", "2"], ["to Bonn", "ja"])
    assert cases.references == [(["0", "B2"],), (["0"],)]
    assert (cases.path, cases.lines) == (str(tmp_path / "a.tsv"), [2, 7])


def test_a_word_alone_has_no_juncture(tmp_path: Path) -> None:
    (cases,) = read_cases(write(tmp_path / "a.tsv", ",\nto\t0\n.\t\nBonn\t1"))
    assert (cases.expressions, cases.references) == ([", to . Bonn"], [([None, "0", None, "1"],)])


def test_answers_bring_their_words(tmp_path: Path) -> None:
    (answers,) = read_answers(write(tmp_path / "a.tsv", "to\t0\nBonn\t1\n"))
    assert answers.answers == [(["0", "1"],)]
    assert answers.extras == {"expression": ["to Bonn"]}


def test_white_space_in_a_word(tmp_path: Path) -> None:
    (cases,) = read_cases(write(tmp_path / "a.tsv", "New York\t1\nà\u00a0propos\t0\n"))
    assert cases.expressions == ["New_York à_propos"]


@pytest.mark.parametrize(
    "text",
    [b"\xef\xbb\xbfja\t1\r\n\r\nnein\t0\r\n", gzip.compress(b"ja\t1\n\nnein\t0", mtime=0), b"  ja \t 1 \n\nnein\t0\n"],
)
def test_the_form_of_the_file_does_not_matter(tmp_path: Path, text: bytes) -> None:
    (cases,) = read_cases(write(tmp_path / "a", text))
    assert (cases.expressions, cases.references) == (["ja", "nein"], [(["1"],), (["0"],)])


def test_batches(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", "a\t0\n\n" * 5)
    assert [cases.ids for cases in read_cases(path, batch=2)] == [["1", "2"], ["3", "4"], ["5"]]


def test_empty_file(tmp_path: Path) -> None:
    assert not list(read_cases(write(tmp_path / "a.tsv", "")))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (b"ja 1", "no tab in 'ja 1'; write word<TAB>label, or a word alone"),
        (b"\t1", "label '1' without a word; write word<TAB>label"),
        (b"ja\t1\t2", "3 columns; write word<TAB>label"),
        (b"\xff\t1", "not UTF-8"),
    ],
)
def test_wrong_lines(tmp_path: Path, line: bytes, found: str) -> None:
    path = write(tmp_path / "a.tsv", b"so\t0\n\n" + line + b"\n")
    with pytest.raises(InputError) as caught:
        list(read_cases(path))
    assert str(caught.value).startswith(f"{path}:3: {found}")
