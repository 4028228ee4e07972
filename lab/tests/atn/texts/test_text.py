"""Texts from files, whole or in part."""

from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho_lab.atn import bundled
from murho_lab.atn.texts.text import joined, read_text

WORD = "1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n"
TWO = WORD + "2\ton\ton\tADV\t_\t_\t1\tadvmod\t_\t_\n"


@pytest.fixture
def treebank(tmp_path: Path) -> str:
    path = tmp_path / "both.conllu"
    blocks = [
        f"# newdoc id = n01\n# sent_id = n01001\n{WORD}",
        f"# sent_id = n01002\n{TWO}",
        f"# newdoc id = w01\n# sent_id = w01001\n{WORD}",
    ]
    path.write_text("\n".join(blocks) + "\n")
    return str(path)


@pytest.mark.parametrize(
    ("pattern", "ids"),
    [
        ("", ["n01001", "n01002", "w01001"]),
        (":n*", ["n01001", "n01002"]),
        (":w01", ["w01001"]),
        (":n01002, w*", ["n01002", "w01001"]),
    ],
)
def test_a_text_may_be_a_part_of_a_file(treebank: str, pattern: str, ids: list[str]) -> None:
    assert list(read_text(treebank + pattern).ids) == ids


def test_longest_and_limit(treebank: str) -> None:
    text = read_text(treebank, longest=1)
    assert (text.ids, text.documents, text.words) == (("n01001", "w01001"), ("n01", "w01"), 2)
    assert read_text(treebank, limit=1).ids == ("n01001",)
    both = joined("both", [text.take([1], "w"), text.take([0])])
    assert (both.name, both.ids, len(both)) == ("both", ("w01001", "n01001"), 2)


def test_a_text_without_sentences_is_refused(treebank: str) -> None:
    with pytest.raises(InputError, match=r"both\.conllu: no sentence matches x\*"):
        read_text(f"{treebank}:x*")
    with pytest.raises(InputError, match=r"no sentence of at most 1 words matches n01002"):
        read_text(f"{treebank}:n01002", longest=1)


def test_plain_lines_with_a_lexicon(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("who saw mary\n\nthe man slept\n")
    text = read_text(str(path), lexicon=bundled("english")[1])
    assert text.ids == ("1", "3")
    assert [len(sentence.words) for sentence in text.sentences] == [3, 3]
