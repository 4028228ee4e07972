import gzip
import re
from dataclasses import replace
from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.core.tree import EmptyNode, Multiword, Tree, Word
from murho.formats import conllu, guess
from murho.formats.conllx import bare, parse, read_answers, read_cases, read_trees, serialise, write_trees
from murho.formats.saving import OutputError

ROWS = (
    "1\tVan\tir\tv\tvm\tnum=p|per=3\t0\tROOT\t0\tROOT\n"
    "2\ta\ta\ts\tsp\t_\t1\tCC\t_\t_\n"
    "3\tLeón\tLeón\tn\tnp\tgen=c|sg\t2\tSN\t1\tSN\n\n"
)
"""The first and the last word have a projective head."""
PLAIN = "1\tSí\tsí\tr\trg\t_\t0\tROOT\t_\t_\n2\tno\tno\tr\trn\t_\t0\tROOT\t_\t_\n\n"
"""A sentence with two roots."""


def test_sentences(tmp_path: Path) -> None:
    (tree,) = parse(ROWS)
    assert tree.words[0] == Word(1, "Van", "ir", "v", "vm", "num=p|per=3", 0, "ROOT", phead=0, pdeprel="ROOT")
    assert (tree.heads, [word.phead for word in tree.words]) == ((0, 1, 2), [0, None, 1])
    assert tree.words[2].features == {"gen": "c", "sg": ""}
    assert serialise(tree) == ROWS
    path = tmp_path / "a.conll.gz"
    write_trees(path, [tree, *parse(PLAIN)])
    assert gzip.decompress(path.read_bytes()).decode() == ROWS + PLAIN
    assert [tree.line for tree in read_trees(path)] == [1, 5]
    assert (guess(path), guess("a.CONLLX"), guess("a.conllu.zst")) == ("conllx", "conllx", "conllu")


@pytest.mark.parametrize("raw", [ROWS.rstrip("\n"), ROWS.replace("\n", "\r\n"), "\ufeff" + ROWS, ROWS + "\n\n"])
def test_other_line_ends_are_read_and_lf_is_written(tmp_path: Path, raw: str) -> None:
    path = tmp_path / "a.conll"
    path.write_bytes(raw.encode())
    assert "".join(map(serialise, read_trees(path))) == ROWS


def test_cases_hold_trees_in_conllu(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text(ROWS + PLAIN, encoding="utf-8")
    (cases,) = read_cases(path)
    (said,) = read_answers(path)
    without = ROWS.replace("\t0\tROOT\n", "\t_\t_\n").replace("\t1\tSN\n", "\t_\t_\n")
    assert cases.ids == said.ids == ["1", "2"]
    assert cases.expressions == ["Van a León", "Sí no"]
    assert cases.references == said.answers == [(without,), (PLAIN,)]
    assert (cases.features, list(cases.lines or ())) == ({"sentence_length": [3, 2]}, [1, 5])
    first, second = (conllu.parse(reference[0], shape="forest")[0] for reference in cases.references)
    assert (first.heads, second.heads) == ((0, 1, 2), (0, 0))
    with pytest.raises(InputError, match=re.escape(f"{path}:6: a second root, after word 1")):
        list(read_cases(path, shape="tree"))


def row(*columns: str) -> str:
    return "\t".join([*columns, *["_"] * 10][:10]) + "\n"


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("# a comment\n" + PLAIN, 1, "a comment; CoNLL-X has none: delete the line, or is this CoNLL-U?"),
        (row("1-2", "al"), 1, "ID '1-2' where 1 belongs; CoNLL-X has no multiword tokens and no empty nodes; is this "),
        (PLAIN[:-1] + row("2.1", "e"), 3, "ID '2.1' where 3 belongs; CoNLL-X has no multiword tokens"),
        (row("2", "a"), 1, "ID '2' where 1 belongs; number the words of a sentence from 1"),
        (row("1", "10 000", "_", "_", "_", "_", "0"), 1, "a space in FORM '10 000'; CoNLL-X has none within columns"),
        (row("1", "a", "_", "N N", "_", "_", "0"), 1, "a space in CPOSTAG 'N N'"),
        (row("1", "a"), 1, "word 1 has no head"),
        (row("1", "a", "_", "_", "_", "_", "2"), 1, "head 2 of word 1"),
        (row("1", "a", "_", "_", "_", "_", "1"), 1, "the heads go round in a circle: 1 → 1"),
        (row("1", "a", "_", "_", "_", "_", "0", "R", "3"), 1, "PHEAD 3 of word 1; the words are 1 to 1"),
        (row("1", "a", "_", "_", "_", "_", "0", "R", "x"), 1, "PHEAD 'x'; write a whole number"),
        (row("1", "a", "_", "_", "_", "_", "x"), 1, "HEAD 'x'; write a whole number"),
        ("1\ta\t_\tN\tN\t_\n", 1, "6 columns in '1\\ta\\t_\\tN\\tN\\t_'; CoNLL-X has 10, parted by tabs"),
        (row("1", "\0", "_", "_", "_", "_", "0"), 1, "a NUL byte"),
        (PLAIN + "\n" + PLAIN, 4, "a blank line where a sentence belongs"),
    ],
)
def test_what_is_wrong_and_where(tmp_path: Path, text: str, line: int, found: str) -> None:
    path = tmp_path / "a.conll"
    path.write_text(text, encoding="utf-8")
    for read in (read_trees, read_cases, read_answers):
        with pytest.raises(InputError) as error:
            list(read(path))
        assert str(error.value).startswith(f"{path}:{line}: {found}")


def test_the_way_to_conllu_and_back() -> None:
    (tree,) = parse(ROWS)
    plain = replace(tree, words=tuple(replace(word, phead=None, pdeprel="_") for word in tree.words))
    (there,) = conllu.parse(conllu.serialise(plain))
    assert parse(serialise(there)) == [plain] == [there]


def test_what_has_no_way_to_conllu(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    source = tmp_path / "a.conll"
    source.write_text(
        PLAIN.replace("2\tno", "2\tno").replace("t0\tROOT\t_\t_\n\n", "t0\tROOT\t_\t_\n\n") + ROWS, "utf-8"
    )
    two_roots, projective = read_trees(source)
    with pytest.raises(OutputError) as error:
        conllu.write_trees(path, [two_roots])
    assert str(error.value) == (
        f"{path}: sentence 1, from line 1: a second root, after word 1; "
        "a sentence has exactly one root: give all other words a head"
    )
    with pytest.raises(OutputError) as error:
        conllu.write_trees(path, [projective])
    assert str(error.value) == (
        f"{path}: sentence 1, from line 4: word 1 has a projective head or relation (PHEAD, PDEPREL), "
        "and CoNLL-U has no place for it; leave it out, or write CoNLL-X"
    )
    assert conllu.serialise(two_roots, shape="forest") == PLAIN


ONE = Tree((Word(1, "a", head=0, deprel="root"),))


@pytest.mark.parametrize(
    ("tree", "found"),
    [
        (replace(ONE, comments=("# sent_id = 7",)), "sentence '7', from line 12: a comment, '# sent_id = 7'"),
        (replace(ONE, multiwords=(Multiword(1, 1, "ab"),)), "sentence 1, from line 12: a multiword token, 1-1 'ab'"),
        (replace(ONE, empty_nodes=(EmptyNode(1, 1, "e"),)), "sentence 1, from line 12: an empty node, 1.1 'e'"),
        (Tree((Word(1, "a", head=0, deps="0:root"),)), "sentence 1, from line 12: DEPS '0:root' of word 1"),
        (Tree((Word(1, "a", head=0, misc="X"),)), "sentence 1, from line 12: MISC 'X' of word 1"),
        (Tree((Word(1, "10 000", head=0),)), "sentence 1, from line 12: a space in FORM '10 000' of word 1"),
    ],
)
def test_what_has_no_way_from_conllu(tmp_path: Path, tree: Tree, found: str) -> None:
    path = tmp_path / "a.conll"
    with pytest.raises(OutputError) as error:
        write_trees(path, [replace(tree, line=12)])
    todo = "write CoNLL-U, or leave it out (`bare`)"
    assert str(error.value) == f"{path}: {found}, which CoNLL-X has not; {todo}"
    assert not path.exists()
    write_trees(path, [bare(tree)])
    assert [[word.id for word in tree.words] for tree in read_trees(path)] == [[1]]


@pytest.mark.slow
def test_the_words_of_a_real_treebank_go_over(data: Path) -> None:
    trees = list(conllu.read_trees(data / "ud" / "es_pud-ud-test.conllu.gz"))
    words = "".join(serialise(bare(tree)) for tree in trees)
    found = parse(words)
    assert [tree.heads for tree in found] == [tree.heads for tree in trees]
    assert "".join(map(serialise, found)) == words
    lossless = [tree for tree in trees if bare(tree) == replace(tree, comments=())]
    assert [conllu.parse(serialise(bare(tree))) for tree in lossless] == [[bare(tree)] for tree in lossless]
