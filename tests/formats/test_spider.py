from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED
from murho.formats.spider import read_answers, read_cases


def test_cases_and_answers(tmp_path: Path) -> None:
    path = tmp_path / "a.sql"
    path.write_text("SELECT 1 \tone\n\nSELECT 'a b'\n")
    (answers,) = read_answers(path)
    assert (answers.ids, answers.answers) == (["1", "2", "3"], [("SELECT 1",), UNDEFINED, ("SELECT 'a b'",)])
    path.write_text("SELECT 1 \tone\nSELECT 2\t two \n")
    (cases,) = read_cases(path)
    assert (cases.ids, cases.references) == (["1", "2"], [("SELECT 1",), ("SELECT 2",)])
    assert cases.features == {"db": ["one", "two"]}


@pytest.mark.parametrize(
    ("line", "says"), [("", "a blank line"), ("SELECT 1", "'SELECT 1' is no query"), ("\tone", "is no")]
)
def test_a_case_names_its_database(line: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "a.sql"
    path.write_text(f"SELECT 1\tone\n{line}\n")
    with pytest.raises(InputError, match=rf"a.sql:2: .*{says}.*; write query<TAB>database"):
        list(read_cases(path))
