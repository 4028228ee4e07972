import gzip
import shutil
import subprocess
from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.formats.breaks import (
    read_festival_answers,
    read_festival_cases,
    read_helsinki_answers,
    read_helsinki_cases,
    read_inline_answers,
    read_inline_cases,
    read_lines_answers,
    read_lines_cases,
)


@pytest.mark.parametrize(
    "line",
    ["well | I thought || so |||", "well| I thought||so|||", " well\t|I  thought ||so|||  ", "well|I thought||so|||\r"],
)
def test_marks(tmp_path: Path, line: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(line + "\n", newline="")
    (cases,), (answers,) = read_inline_cases(path), read_inline_answers(path)
    assert cases.expressions == answers.extras["expression"] == ["well I thought so"]
    assert cases.references == answers.answers == [(["1", "0", "2", "3"],)]


def test_every_line_is_an_utterance(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("ja\n\nnein |\n")
    (cases,) = read_inline_cases(path)
    assert (cases.ids, cases.expressions, cases.lines) == (["1", "2", "3"], ["ja", "", "nein"], [1, 2, 3])
    assert cases.references == [(["0"],), ([],), (["1"],)]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("| ja", "mark '|' before the first word; write each mark after a word"),
        ("ja | || nein", "mark '||' after another one"),
    ],
)
def test_marks_without_a_word(tmp_path: Path, line: str, found: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"so\n{line}\n")
    with pytest.raises(InputError) as caught:
        list(read_inline_cases(path))
    assert str(caught.value).startswith(f"{path}:2: {found}")


def write(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_an_empty_line_ends_an_utterance(tmp_path: Path) -> None:
    (cases,) = read_lines_cases(write(tmp_path / "a.tsv", "\nto\t0\nBonn\tB2\n\n \n\nja\t0\n"))
    assert (cases.ids, cases.expressions) == (["1", "2"], ["to Bonn", "ja"])
    assert cases.references == [(["0", "B2"],), (["0"],)]
    assert (cases.path, cases.lines) == (str(tmp_path / "a.tsv"), [2, 7])


def test_a_word_alone_has_no_juncture(tmp_path: Path) -> None:
    (cases,) = read_lines_cases(write(tmp_path / "a.tsv", ",\nto\t0\n.\t\nBonn\t1"))
    assert (cases.expressions, cases.references) == ([", to . Bonn"], [([None, "0", None, "1"],)])


def test_answers_bring_their_words(tmp_path: Path) -> None:
    (answers,) = read_lines_answers(write(tmp_path / "a.tsv", "to\t0\nBonn\t1\n"))
    assert answers.answers == [(["0", "1"],)]
    assert answers.extras == {"expression": ["to Bonn"]}


def test_white_space_in_a_word(tmp_path: Path) -> None:
    (cases,) = read_lines_cases(write(tmp_path / "a.tsv", "New York\t1\nà\u00a0propos\t0\n"))
    assert cases.expressions == ["New_York à_propos"]


@pytest.mark.parametrize(
    "text",
    [b"\xef\xbb\xbfja\t1\r\n\r\nnein\t0\r\n", gzip.compress(b"ja\t1\n\nnein\t0", mtime=0), b"  ja \t 1 \n\nnein\t0\n"],
)
def test_the_form_of_the_file_does_not_matter(tmp_path: Path, text: bytes) -> None:
    (cases,) = read_lines_cases(write(tmp_path / "a", text))
    assert (cases.expressions, cases.references) == (["ja", "nein"], [(["1"],), (["0"],)])


def test_batches(tmp_path: Path) -> None:
    path = write(tmp_path / "a.tsv", "a\t0\n\n" * 5)
    assert [cases.ids for cases in read_lines_cases(path, batch=2)] == [["1", "2"], ["3", "4"], ["5"]]


def test_empty_file(tmp_path: Path) -> None:
    assert not list(read_lines_cases(write(tmp_path / "a.tsv", "")))


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
        list(read_lines_cases(path))
    assert str(caught.value).startswith(f"{path}:3: {found}")


TEXT = """\
<file>	1089_134686_000001_000001.txt
He	0	0	0.397	0.000
hoped	2	2	4.202	0.769
,	NA	NA	NA	NA
mr	NA	NA	NA	NA
Quill	1	1	0.9	0.8
<file>	121_127105_000007_000000.txt
Yes	NA	2	NA	1.9
<file>	plain
no	0	0
"""


def test_utterances(tmp_path: Path) -> None:
    path = tmp_path / "test.txt"
    path.write_text(TEXT)
    (cases,), (answers,) = read_helsinki_cases(path), read_helsinki_answers(path)
    assert cases.ids == answers.ids == ["1089_134686_000001_000001.txt", "121_127105_000007_000000.txt", "plain"]
    assert cases.expressions == answers.extras["expression"] == ["He hoped , mr Quill", "Yes", "no"]
    assert cases.references == answers.answers == [(["0", "2", None, None, "1"],), (["2"],), (["0"],)]
    assert cases.clusters == ["1089", "121", None]
    assert cases.features == {"reader": ["1089", "121", None], "chapter": ["134686", "127105", None]}
    assert cases.lines == [2, 8, 10]


@pytest.mark.parametrize(
    ("text", "place", "found"),
    [
        ("so\t0\t0\n", 1, "a word before the first <file> line; start every utterance with <file><TAB>name"),
        ("<file>\ta\nso\t0\n", 2, "2 columns, where three are needed"),
        ("<file>\ta\nso\t0\t3\n", 2, "boundary '3'; a boundary is 0, 1 or 2, or NA"),
        ("<file>\ta\n\t0\t0\n", 2, "no word in the first column"),
        ("<file>\n", 1, "<file> without a name"),
        ("<file>\ta\nso\t0\t0\n<file>\ta\nso\t0\t0\n", 4, "id 'a' a second time, first on line 2"),
    ],
)
def test_what_is_none_of_the_corpus(tmp_path: Path, text: str, place: int, found: str) -> None:
    path = tmp_path / "test.txt"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        list(read_helsinki_cases(path))
    assert str(caught.value).startswith(f"{path}:{place}: {found}")


def test_lists(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(
        '(("He" "NB") ("said" "NB") ("," "B") (""" "NB") ("yes" "mB") (""" "NB") ("." "BB"))\n( ("no" BB) )\n'
    )
    (cases,), (answers,) = read_festival_cases(path), read_festival_answers(path)
    assert cases.expressions == answers.extras["expression"] == ['He said , " yes " .', "no"]
    assert cases.references == answers.answers == [(["0", "1", None, None, "mB", None, None],), (["2"],)]
    assert (cases.ids, cases.lines) == (["1", "2"], [1, 2])


def test_punctuation_gives_its_break_to_the_word_before(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text('" B\nyes NB\n, B\n. BB\n\nno B\n. BB\n')
    (cases,) = read_festival_cases(path)
    assert cases.references == [([None, "1", None, None],), (["1", None],)]


def test_lines_and_lists_in_one_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text('\nso NB\nit BB\n(("is" "BB"))\n\n\nthen\tB\n( NB\n')
    (cases,) = read_festival_cases(path)
    assert cases.expressions == ["so it", "is", "then ("]
    assert cases.lines == [2, 4, 7]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("yes X", "pbreak 'X'; it is NB, mB, B or BB"),
        ('(("yes" "X"))', "pbreak 'X'"),
        ("yes", "'yes' is no word with its break; write word NB"),
        ("oh yes NB", "'oh yes NB' is no word with its break"),
        ('(("oh" "NB") ("yes"))', "is no word with its break"),
    ],
)
def test_what_festival_does_not_print(tmp_path: Path, line: str, found: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"so BB\n\n{line}\n")
    with pytest.raises(InputError) as caught:
        list(read_festival_cases(path))
    assert str(caught.value).startswith(f"{path}:3: ")
    assert found in str(caught.value)


def test_what_festival_does_print(tmp_path: Path) -> None:
    if shutil.which("festival") is None:
        pytest.skip("Debian's festival is not installed")
    script = tmp_path / "say.scm"
    script.write_text(
        "(set! utt (Utterance Text \"He hoped for stew, 'fat' carrots and turnips. And so?\"))\n"
        "(Text utt) (Token_POS utt) (Token utt) (POS utt) (Phrasify utt)\n"
        "(print (utt.features utt 'Word '(name pbreak)))\n"
    )
    with (tmp_path / "said.txt").open("wb") as said:
        subprocess.run(["festival", "-b", script], stdout=said, stderr=subprocess.DEVNULL, check=False)
    if not (tmp_path / "said.txt").stat().st_size:
        pytest.skip("festival has no voice; install festvox-kallpc16k")
    (cases,) = read_festival_cases(tmp_path / "said.txt")
    words = [word for word, label in zip(cases.expressions[0].split(), cases.references[0][0], strict=True) if label]
    assert " ".join(words) == "He hoped for stew fat carrots and turnips And so"
    assert {label for label in cases.references[0][0] if label} <= {"0", "1", "2"}
    assert cases.references[0][0][cases.expressions[0].split().index("so")] == "2"
