"""CoNLL-U as text to parse."""

from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho_lab.atn.treebank import read_treebank

WORD = "{}\tw\tl\tX\tx\tA=b\t{}\tdep\t_\t_\n"


def test_documents_multiword_tokens_and_lengths(tmp_path: Path) -> None:
    path = tmp_path / "t.conllu"
    path.write_text(
        "# newdoc id = d1\n# sent_id = s1\n1-2\tdel\t_\t_\t_\t_\t_\t_\t_\t_\n" + WORD.format(1, 2) + WORD.format(2, 0)
        + "2.1\te\t_\t_\t_\t_\t_\t_\t_\t_\n\n" + WORD.format(1, 0)
    )  # fmt: skip
    one, other = read_treebank(path)
    assert (one.id, one.document, one.heads, other.id, other.document) == ("s1", "d1", (2, 0), "2", "d1")
    assert one.sentence.words[0].readings[0].features == {"A": "b", "Lemma": "l", "XPOS": "x"}
    assert [tree.id for tree in read_treebank(path, longest=1)] == ["2"]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("1\tw\n", "2 columns"),
        (WORD.format(2, 0), "ID '2' where 1 belongs"),
        (WORD.format(1, 2), "head 2 of word 1"),
        (WORD.format(1, "_"), "word 1 has no head"),
        (WORD.format(1, 0).replace("A=b", "A"), "'A' where a feature belongs"),
    ],
)
def test_what_is_wrong_and_where(tmp_path: Path, line: str, found: str) -> None:
    path = tmp_path / "t.conllu"
    path.write_text(f"# a comment\n{line}")
    with pytest.raises(InputError) as error:
        list(read_treebank(path))
    assert str(error.value).startswith(f"{path}:2: {found}")
