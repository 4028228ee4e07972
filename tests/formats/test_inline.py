from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.formats.inline import read_answers, read_cases


@pytest.mark.parametrize(
    "line",
    ["well | I thought || so |||", "well| I thought||so|||", " well\t|I  thought ||so|||  ", "well|I thought||so|||\r"],
)
def test_marks(tmp_path: Path, line: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(line + "\n", newline="")
    (cases,), (answers,) = read_cases(path), read_answers(path)
    assert cases.expressions == answers.extras["expression"] == ["well I thought so"]
    assert cases.references == answers.answers == [(["1", "0", "2", "3"],)]


def test_every_line_is_an_utterance(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("ja\n\nnein |\n")
    (cases,) = read_cases(path)
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
        list(read_cases(path))
    assert str(caught.value).startswith(f"{path}:2: {found}")
