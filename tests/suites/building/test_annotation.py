"""Trees as tables: what a person corrects is corrected, nothing else changes, and mistakes are told with their line."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.core.tree import Tree
from murho.formats import conllu
from murho.suites.building import annotation

TEXT = """\
# sent_id = t001
# text = Vámonos al "río" - ya.
1-2\tVámonos\t_\t_\t_\t_\t_\t_\t_\t_
1\tVamos\tir\tVERB\tv\tMood=Imp|VerbForm=Fin\t0\troot\t_\t_
2\tnos\tyo\tPRON\tp\tCase=Acc\t1\tobj\t_\t_
3-4\tal\t_\t_\t_\t_\t_\t_\t_\t_
3\ta\ta\tADP\t_\t_\t6\tcase\t_\t_
4\tel\tel\tDET\t_\t_\t6\tdet\t_\t_
5\t"\t"\tPUNCT\t_\t_\t6\tpunct\t_\tSpaceAfter=No
6\trío\trío\tNOUN\t_\t_\t1\tobl\t_\tSpaceAfter=No
7\t"\t"\tPUNCT\t_\t_\t6\tpunct\t_\t_
8\t-\t-\tPUNCT\t_\t_\t1\tpunct\t_\t_
9\tya\tya\tADV\t_\t_\t6\tadvmod\t_\tSpaceAfter=No
10\t.\t.\tPUNCT\t_\t_\t1\tpunct\t_\tSpaceAfter=No

"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    annotation.write(tmp_path / "trees.tsv", [(tree, "") for tree in conllu.parse(TEXT)])
    return tmp_path / "trees.tsv"


def _edit(path: Path, which: str, /, **cells: str) -> None:
    lines = path.read_text("utf-8").splitlines()
    names = lines[0].split("\t")
    for place, line in enumerate(lines):
        row = line.split("\t")
        if row[1] == which:
            for name, value in cells.items():
                row[names.index(name)] = value
            lines[place] = "\t".join(row)
    path.write_text("\n".join(lines) + "\n", "utf-8")


def test_untouched_is_lossless(table: Path) -> None:
    read = annotation.read(table)
    assert "".join(map(conllu.serialise, read.trees)) == TEXT
    assert (read.words, read.corrected) == (10, 0)


def test_corrections_are_taken_over_and_counted(table: Path) -> None:
    _edit(table, "9", new_head="1", comment="of the verb")
    _edit(table, "6", new_deprel="obl:arg", new_upos="PROPN", new_lemma="Río", new_feats="Gender=Masc")
    _edit(table, "2", new_head="1")
    (tree,) = (read := annotation.read(table)).trees
    assert tree.word(9).head == 1
    six = tree.word(6)
    assert (six.deprel, six.upos, six.lemma, six.feats, six.head) == ("obl:arg", "PROPN", "Río", "Gender=Masc", 1)
    assert read.corrected == 2, "what is written again as it was is no correction"


@pytest.mark.parametrize(
    ("id", "cells", "line", "message"),
    [
        ("9", {"new_head": "40"}, 14, "head 40 of word 9"),
        ("9", {"new_head": "zero"}, 14, "zero"),
        ("9", {"new_head": "0"}, 14, "a second root"),
        ("6", {"new_head": "9"}, None, "circle"),
        ("9", {"id": "12"}, 14, "12"),
        ("9", {"sent_id": ""}, 14, "no sent_id; copy it from the rows around it"),
        ("3-4", {"new_head": "2"}, 7, "a correction of 3-4, which is no word"),
        ("9", {"form": ""}, 2, 'the words of \'Vámonos al "río" - ya.\' are: Vámonos al "río" - _.'),
        ("9", {"sent_id": "t002"}, 15, "more of sentence 't001'; put all its rows together"),
    ],
)
def test_mistakes(id: str, cells: dict[str, str], line: int | None, message: str, table: Path) -> None:
    _edit(table, id, **cells)
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        annotation.read(table)
    assert str(caught.value).startswith(f"{table}:{line or caught.value.line}: ")
    assert caught.value.line is not None


def test_an_id_that_was_changed_in_one_place(table: Path) -> None:
    text = table.read_text("utf-8")
    table.write_text(text.replace("sent_id = t001", "sent_id = t1"), "utf-8")
    with pytest.raises(
        InputError, match=r"trees.tsv:2: sentence 't001' has the comment sent_id = t1; make them the same"
    ):
        annotation.read(table)


def test_a_row_that_is_gone_is_told(table: Path) -> None:
    lines = table.read_text("utf-8").splitlines(keepends=True)
    del lines[8]
    table.write_text("".join(lines), "utf-8")
    with pytest.raises(InputError) as caught:
        annotation.read(table)
    assert caught.value.line in (8, 9)


def test_a_sentence_the_parser_failed_on_waits_for_heads(tmp_path: Path) -> None:
    path = tmp_path / "trees.tsv"
    annotation.write(path, [(annotation.unparsed("t001", "Ana viene"), "no tree: crashed")])
    assert "no tree: crashed" in path.read_text("utf-8")
    with pytest.raises(InputError, match=r"trees.tsv:4: word 1 has no head"):
        annotation.read(path)
    _edit(path, "1", new_head="2", new_deprel="nsubj", new_upos="PROPN")
    _edit(path, "2", new_head="0", new_deprel="root", new_upos="VERB")
    (tree,) = annotation.read(path).trees
    assert (tree.heads, tree.text) == ((2, 0), "Ana viene")


def test_a_sentence_the_parser_failed_on_has_its_signs_apart() -> None:
    tree = annotation.unparsed("t001", "«¿Ana, l'home ... viene?»  (2014)")
    assert [word.form for word in tree.words] == [*"«¿", "Ana", ",", "l'home", "...", "viene", *"?»(", "2014", ")"]
    assert tree.surface == "«¿Ana, l'home ... viene?» (2014)"


def test_agreement_of_two_reviews(tree: Callable[[str, str], Tree]) -> None:
    one = tree("s", "Ana Ana PROPN 2 nsubj\nve ver VERB 0 root\npan pan NOUN 2 obj\nhoy hoy ADV 2 advmod")
    two = tree("s", "Ana Ana PROPN 2 nsubj\nve ver VERB 0 root\npan pan NOUN 2 obl\nhoy hoy ADV 3 advmod")
    alone = tree("t", "Ven venir VERB 0 root")
    found = annotation.agreement([one, alone], [two])
    assert (found.words, found.heads, found.labelled, found.differing) == (4, 3, 2, ("s:3", "s:4"))
    with pytest.raises(InputError, match="the two reviews of sentence s have different words"):
        annotation.agreement([one], [tree("s", "Ven venir VERB 0 root")])
