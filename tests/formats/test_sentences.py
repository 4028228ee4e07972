"""The documents of CoNLL-U files are those that reading the trees finds."""

import gzip
from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.formats import conllu
from murho.formats.sentences import documents

ONE = "1\tGo\tgo\tVERB\t_\t_\t0\troot\t_\t_\n\n"
ANOTHER = "# text = Go\n" + ONE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ONE + ONE, [None, None]),
        (f"{ONE}# newdoc id = a\n{ONE}{ANOTHER}# newdoc\n{ONE}", [None, "a", "a", None]),
        (f"#newdoc id=b\n{ANOTHER}# newpar id = p\n{ONE}", ["b", "b"]),
        (f"# newdoc id = a b\n{ONE}".replace("\n", "\r\n"), ["a b"]),
        (f"# newdoc id = a\n{ONE.rstrip()}\n", ["a"]),
        (f"# newdoc id = a\n{ONE.rstrip()}", ["a"]),
        (f"\ufeff# newdoc id = a\n{ONE}", ["a"]),
    ],
)
def test_each_sentence_has_its_document(text: str, expected: list[str | None], tmp_path: Path) -> None:
    path = tmp_path / "some.conllu"
    path.write_bytes(text.encode())
    assert list(documents(path)) == expected


@pytest.mark.parametrize("block", [64, 100, 1000])
def test_blocks_leave_no_trace(block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some.conllu"
    path.write_text("".join(f"# newdoc id = d{i}\n{ONE * (i % 3 + 1)}" for i in range(20)))
    whole = list(documents(path))
    monkeypatch.setattr("murho.formats.opening.BLOCK", block)
    assert list(documents(path)) == whole
    assert len(whole) == sum(i % 3 + 1 for i in range(20))


def test_real_files_have_the_clusters_of_their_cases(data: Path) -> None:
    path = data / "ud" / "cs_pud-gold.conllu.gz"
    (cases,) = conllu.read_cases(path)
    assert list(documents(path)) == cases.clusters


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "cut.conllu.gz"
    path.write_bytes(gzip.compress(ONE.encode() * 1000)[:60])
    with pytest.raises(InputError, match="cut short"):
        list(documents(path))
