from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.formats.helsinki import read_answers, read_cases

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
    (cases,), (answers,) = read_cases(path), read_answers(path)
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
        list(read_cases(path))
    assert str(caught.value).startswith(f"{path}:{place}: {found}")
