import shutil
import subprocess
from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.formats.festival import read_answers, read_cases


def test_lists(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(
        '(("He" "NB") ("said" "NB") ("," "B") (""" "NB") ("yes" "mB") (""" "NB") ("." "BB"))\n( ("no" BB) )\n'
    )
    (cases,), (answers,) = read_cases(path), read_answers(path)
    assert cases.expressions == answers.extras["expression"] == ['He said , " yes " .', "no"]
    assert cases.references == answers.answers == [(["0", "1", None, None, "mB", None, None],), (["2"],)]
    assert (cases.ids, cases.lines) == (["1", "2"], [1, 2])


def test_punctuation_gives_its_break_to_the_word_before(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text('" B\nyes NB\n, B\n. BB\n\nno B\n. BB\n')
    (cases,) = read_cases(path)
    assert cases.references == [([None, "1", None, None],), (["1", None],)]


def test_lines_and_lists_in_one_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text('\nso NB\nit BB\n(("is" "BB"))\n\n\nthen\tB\n( NB\n')
    (cases,) = read_cases(path)
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
        list(read_cases(path))
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
    (cases,) = read_cases(tmp_path / "said.txt")
    words = [word for word, label in zip(cases.expressions[0].split(), cases.references[0][0], strict=True) if label]
    assert " ".join(words) == "He hoped for stew fat carrots and turnips And so"
    assert {label for label in cases.references[0][0] if label} <= {"0", "1", "2"}
    assert cases.references[0][0][cases.expressions[0].split().index("so")] == "2"
