import gzip
import re
from dataclasses import replace
from pathlib import Path

import pytest

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED
from murho.core.tree import EmptyNode, Multiword, Shape, Tree, Word
from murho.formats import guess
from murho.formats.conllu import (
    bare,
    conllx_parse,
    conllx_serialise,
    parse,
    read_answers,
    read_cases,
    read_conllx_answers,
    read_conllx_cases,
    read_conllx_trees,
    read_trees,
    serialise,
    write_answers,
    write_cases,
    write_conllx_trees,
    write_trees,
)
from murho.formats.saving import OutputError


def lines(*rows: str) -> str:
    """Rows in which a space stands for a tab, and what follows the first columns is left out."""
    filled = (row if row.startswith("#") or not row else "\t".join((row.split(" ") + ["_"] * 8)[:10]) for row in rows)
    return "\n".join(filled) + "\n"


def word(id: str, head: str, form: str = "w") -> str:
    return f"{id} {form} _ _ _ _ {head} dep"


FULL = lines(
    "# newdoc id = d1",
    "# sent_id = s1",
    "0.1 nosotros",
    "1-2 Vámonos _ _ _ _ _ _ _ SpaceAfter=No",
    "1 Vamos ir VERB _ Mood=Imp 0 root 0:root _",
    "2 nos yo PRON _ _ 1 obj 1:obj _",
    "2.1 e _ _ _ _ _ _ 1:x _",
    "2.2 f _ _ _ _ _ _ 1:y _",
    "3 . . PUNCT _ _ 1 punct 1:punct SpaceAfter=No",
    "",
)


def test_every_line_of_a_sentence(tmp_path: Path) -> None:
    (tree,) = parse(FULL)
    empty = ("_", "_", "_", "_", "_", "_")
    assert tree == Tree(
        words=(
            Word(1, "Vamos", "ir", "VERB", "_", "Mood=Imp", 0, "root", "0:root"),
            Word(2, "nos", "yo", "PRON", "_", "_", 1, "obj", "1:obj"),
            Word(3, ".", ".", "PUNCT", "_", "_", 1, "punct", "1:punct", "SpaceAfter=No"),
        ),
        multiwords=(Multiword(1, 2, "Vámonos", (*empty, "_", "SpaceAfter=No")),),
        empty_nodes=(
            EmptyNode(0, 1, "nosotros"),
            EmptyNode(2, 1, "e", (*empty, "1:x", "_")),
            EmptyNode(2, 2, "f", (*empty, "1:y", "_")),
        ),
        comments=("# newdoc id = d1", "# sent_id = s1"),
    )
    assert (tree.line, tree.line_of(3)) == (1, 9)
    assert serialise(tree) == FULL
    path = tmp_path / "a.conllu.gz"
    write_trees(path, [tree, tree])
    assert gzip.decompress(path.read_bytes()).decode() == FULL * 2
    assert [found.line for found in read_trees(path)] == [1, 11]


@pytest.mark.parametrize(
    "raw",
    [
        FULL.encode(),
        FULL.rstrip("\n").encode(),
        FULL.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + FULL.encode(),
        FULL.encode() + b"\n\n",
    ],
    ids=["plain", "no last line", "CRLF", "BOM", "blank lines at the end"],
)
def test_other_line_ends_are_read_and_lf_is_written(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "a.conllu"
    path.write_bytes(raw)
    assert "".join(map(serialise, read_trees(path))) == FULL
    assert parse(raw.decode()) == list(read_trees(path))
    assert [cases.references for cases in read_cases(path)] == [[(FULL,)]]


@pytest.mark.parametrize("form", ["10 000", " a", "a\u00a0b", "\u2028", "e\u0301", "_", "#", "\U0001f600", '"', "1-2"])
def test_forms_that_hold_odd_characters(tmp_path: Path, form: str) -> None:
    text = f"1\t{form}\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    if not form.strip():
        with pytest.raises(InputError, match="no FORM"):
            parse(text)
        return
    path = tmp_path / "a.conllu"
    path.write_text(text, encoding="utf-8", newline="")
    (tree,) = read_trees(path)
    assert (tree.words[0].form, serialise(tree)) == (form, text)


def test_a_megabyte_on_a_line(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    form = "ä" * (1 << 20)
    path.write_text(lines(word("1", "0", form), ""), encoding="utf-8")
    assert next(read_trees(path)).words[0].form == form
    path.write_text(form + "\n", encoding="utf-8")
    with pytest.raises(InputError) as error:
        list(read_trees(path))
    assert len(str(error.value)) < 300


@pytest.mark.parametrize(
    ("rows", "line", "found"),
    [
        ([word("1", "3"), word("2", "0"), ""], 1, "head 3 of word 1; the words are 1 to 2"),
        ([word("1", "2"), word("2", "3"), word("3", "2")], 2, "the heads go round in a circle: 2 → 3 → 2"),
        ([word("1", "1")], 1, "the heads go round in a circle: 1 → 1"),
        (["# c", "1-2 ab", word("1", "0"), word("2", "0")], 4, "a second root, after word 1; a sentence has"),
        ([word("1", "_")], 1, "word 1 has no head"),
        ([word("1", "-1")], 1, "HEAD '-1'; write a whole number"),
        ([word("1", "00")], 1, "HEAD '00'"),
        ([word("1", "٣")], 1, "HEAD '٣'"),
        ([word("1", "9" * 5000)], 1, "HEAD '9999999"),
        ([word("1", "")], 1, "HEAD ''"),
        ([word("1", "0"), word("3", "1")], 2, "ID '3' where 2 belongs"),
        ([word("1", "0"), word("1", "1")], 2, "ID '1' where 2 belongs"),
        ([word("01", "0")], 1, "ID '01' where 1 belongs"),
        (["1-2 ab", word("1", "0")], 2, "the sentence ends before the multiword token 1-2 does, after 1 words"),
        (["1-2 ab", word("1", "0"), "2-3 bc"], 3, "the multiword token 2-3 overlaps with 1-2"),
        (["1-2 ab", "1-2 ab"], 2, "the multiword token 1-2 overlaps with 1-2"),
        ([word("1", "0"), "1-2 ab"], 2, "the multiword token 1-2 before word 2"),
        (["2-1 ab"], 1, "the multiword token 2-1 before word 1"),
        (["1- ab"], 1, "ID ''"),
        ([word("1", "0"), "1.2 e"], 2, "the empty node 1.2 where 1.1 could come"),
        ([word("1", "0"), "0.1 e"], 2, "the empty node 0.1 where 1.1 could come"),
        (["1-1 ab", "0.1 e"], 2, "the empty node 0.1 between a multiword token and its first word"),
        (["# a", "", word("1", "0")], 1, "a sentence without words"),
        (["", word("1", "0")], 1, "a blank line where a sentence belongs"),
        ([word("1", "0"), "", "", word("1", "0")], 3, "a blank line where a sentence belongs"),
        ([word("1", "0"), "", "# the end"], 3, "a sentence without words"),
        ([word("1", "0"), "# late"], 2, "a comment inside a sentence"),
        (["# global.columns = ID FORM UPOS", word("1", "0")], 1, "CoNLL-U Plus"),
        ([word("1", "0", "")], 1, "no FORM"),
        ([word("1", "0", "a\0b")], 1, "a NUL byte"),
        (["# a\0", word("1", "0")], 1, "a NUL byte"),
        ([word("1", "0", "a\rb")], 1, "a carriage return inside the line"),
    ],
)  # fmt: skip
def test_what_is_wrong_and_where(tmp_path: Path, rows: list[str], line: int, found: str) -> None:
    path = tmp_path / "a.conllu"
    path.write_text(lines(*rows), encoding="utf-8", newline="")
    for read in (read_trees, read_cases, read_answers):
        with pytest.raises(InputError) as error:
            list(read(path))
        assert str(error.value).startswith(f"{path}:{line}: {found}")
        assert "; " in str(error.value)
        assert "\n" not in str(error.value)
    with pytest.raises(InputError) as error:
        parse(lines(*rows))
    assert (error.value.line, str(error.value).startswith(found)) == (line, True)


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("1\tw\n", 1, r"2 columns in '1\tw'; CoNLL-U has 10, parted by tabs"),
        (
            "1 w _ _ _ _ 0 root _ _\n",
            1,
            "no tab in the line; CoNLL-U has 10, parted by tabs: turn the spaces into tabs",
        ),
        (FULL + "   \n", 11, "white space alone; leave the line empty"),
        (FULL[:-20], 9, "9 columns in "),  # cut short
    ],
)
def test_columns(text: str, line: int, found: str) -> None:
    with pytest.raises(InputError) as error:
        parse(text)
    assert (error.value.line, str(error.value).startswith(found)) == (line, True)


@pytest.mark.parametrize(
    ("raw", "error"),
    [
        (FULL.encode() + b"# \xff\n", ":11: not UTF-8: byte 3 of the line is 0xff; "),
        (
            FULL.encode() + b"1\t\xed\xa0\x80\t_\t_\t_\t_\t0\troot\t_\t_\n",
            ":11: not UTF-8: byte 3 of the line is 0xed; ",
        ),
    ],
    ids=["byte", "surrogate"],
)
def test_not_utf8(tmp_path: Path, raw: bytes, error: str) -> None:
    path = tmp_path / "a.conllu"
    path.write_bytes(raw)
    with pytest.raises(InputError, match=re.escape(f"{path}{error}")):
        list(read_trees(path))


def test_utf_16_is_read_by_its_mark(tmp_path: Path) -> None:
    (tmp_path / "a.conllu").write_bytes(FULL.encode("utf-16"))
    assert list(read_trees(tmp_path / "a.conllu")) == parse(FULL)


def test_half_of_a_surrogate_pair_in_a_text() -> None:
    with pytest.raises(InputError) as error:
        parse(FULL.replace("yo", "y\ud800"))
    assert (error.value.line, error.value.found) == (6, "half of a surrogate pair, which UTF-8 has not")


@pytest.mark.parametrize(
    ("heads", "shapes"),
    [
        (("0", "1"), "tree forest any"),
        (("0", "0"), "forest any"),
        (("2", "1"), "any"),
        (("_", "0"), "any"),
        (("3", "0"), ""),
    ],
)
def test_shapes(heads: tuple[str, str], shapes: str) -> None:
    text = lines(*(word(str(id), head) for id, head in enumerate(heads, 1)), "")
    known: list[Shape] = ["tree", "forest", "any"]
    for shape in known:
        if shape in shapes.split():
            (tree,) = parse(text, shape=shape)
            assert serialise(tree, shape=shape) == text
        else:
            with pytest.raises(InputError):
                parse(text, shape=shape)
    if "any" in shapes:
        for shape in set(known) - set(shapes.split()):
            with pytest.raises(OutputError):
                serialise(tree, shape=shape)


ONE = Tree((Word(1, "a", head=0),))


@pytest.mark.parametrize(
    ("tree", "found"),
    [
        (replace(ONE, words=(Word(1, "a", head=0, phead=0),)), "word 1 has a projective head or relation (PHEAD, "),
        (replace(ONE, words=(Word(1, "a", head=0, pdeprel="x"),)), "word 1 has a projective head or relation"),
        (replace(ONE, words=(Word(1, "a\tb", head=0),)), "11 columns in"),
        (replace(ONE, words=(Word(1, "a", head=0, misc="x\ny"),)), "1 column in 'y'"),
        (replace(ONE, words=(Word(1, "a", head=0, misc="x\r"),)), "the sentence would be read back otherwise"),
        (replace(ONE, words=(Word(1, "\ud800", head=0),)), "half of a surrogate pair"),
        (replace(ONE, words=(Word(1, "", head=0),)), "no FORM"),
        (replace(ONE, words=(Word(2, "a", head=0),)), "ID '2' where 1 belongs"),
        (replace(ONE, words=()), "the sentence would be read back otherwise"),
        (replace(ONE, comments=("no sign",)), "1 column in 'no sign'"),
        (replace(ONE, comments=("# a\n# b",)), "the sentence would be read back otherwise"),
        (replace(ONE, multiwords=(Multiword(2, 3, "ab"),)), "the sentence would be read back otherwise"),
        (replace(ONE, multiwords=(Multiword(1, 2, "ab"),)), "the sentence ends before the multiword token 1-2 does"),
        (replace(ONE, empty_nodes=(EmptyNode(1, 2, "e"),)), "the empty node 1.2 where 1.1 could come"),
        (replace(ONE, empty_nodes=(EmptyNode(7, 1, "e"),)), "the sentence would be read back otherwise"),
    ],
)  # fmt: skip
def test_what_cannot_be_written(tmp_path: Path, tree: Tree, found: str) -> None:
    path = tmp_path / "a.conllu"
    with pytest.raises(OutputError) as error:
        write_trees(path, [ONE, replace(tree, line=5)])
    assert str(error.value).startswith(f"{path}: sentence 2, from line 5: {found}")
    assert not path.exists()


def test_cases(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    go = lines(
        "# sent_id = s2", "# text = ¡Ve ya!", "# text_en = Go!", "# genre = talk", "#genre = x", word("1", "0"), ""
    )
    new = lines("# newdoc", "# sent_id = s3", "# a b = no name of a feature", "# genre =", word("1", "0"), "")
    path.write_text(FULL + go + new, encoding="utf-8")
    (cases,) = read_cases(path)
    assert cases.ids == ["s1", "s2", "s3"]
    assert cases.expressions == ["Vámonos.", "¡Ve ya!", "w"]
    assert cases.references == [(FULL,), (go,), (new,)]
    assert cases.clusters == ["d1", "d1", None]
    assert cases.features == {
        "sent_id": ["s1", "s2", "s3"],
        "sentence_length": [3, 1, 1],
        "genre": [None, "talk", None],
    }
    assert list(cases.lines or ()) == [1, 11, 18]
    batches = list(read_cases(path, batch=1))
    assert [batch.clusters for batch in batches] == [["d1"], ["d1"], None]
    first, second = read_answers(path, batch=2)
    assert (first.ids, first.answers, first.extras) == (["s1", "s2"], [(FULL,), (go,)], {"sent_id": ["s1", "s2"]})
    assert (second.ids, list(second.lines or ())) == (["s3"], [18])


def test_without_ids_the_number_is_the_id(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text(lines(word("1", "0"), "", word("1", "0"), ""))
    (cases,) = read_cases(path)
    assert (cases.ids, cases.features, cases.clusters) == (["1", "2"], {"sentence_length": [1, 1]}, None)
    assert [said.extras for said in read_answers(path, batch=1)] == [{}, {}]


@pytest.mark.parametrize(
    ("rows", "error"),
    [
        (["# sent_id = a", word("1", "0"), "", "# sent_id = a", word("1", "0")], ":4: id 'a' a second time"),
        (["# sent_id = a", word("1", "0"), "", word("1", "0")], ":4: a sentence without sent_id after one with it"),
        ([word("1", "0"), "", "# sent_id = a", word("1", "0")], ":3: the first sentence with sent_id"),
        ([], ": no sentence at all"),
    ],
)  # fmt: skip
def test_ids_that_cannot_be(tmp_path: Path, rows: list[str], error: str) -> None:
    path = tmp_path / "a.conllu"
    path.write_text(lines(*rows) if rows else "")
    for read in (read_cases, read_answers):
        for batch in (1, 8192):
            with pytest.raises(InputError, match=re.escape(f"{path}{error}")):
                list(read(path, batch=batch))


def test_written_cases_and_answers_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    other = lines(word("1", "0"), "")
    write_cases(path, [Cases(["s1", "x"], ["", ""], [(FULL,), (other,)])])
    assert path.read_text("utf-8") == FULL + "# sent_id = x\n" + other
    failures = [None, "timed out", None]
    write_answers(path, [Answers(["s1", "b", "c"], [(FULL, other), UNDEFINED, (FULL,)], failures=failures)])
    (said,) = read_answers(path)
    assert said.ids == ["s1", "c"]
    assert said.for_cases(["s1", "b", "c"]).answers[1] is UNDEFINED
    assert said.answers[1] == ("# sent_id = c\n" + FULL.replace("# sent_id = s1\n", ""),)


@pytest.mark.parametrize(
    ("meanings", "found"),
    [
        ((), "'a': the empty set of meanings"),
        ((["x:y"],), "'a': ['x:y'] is no text"),
        (("go",), "'a': 1 column in 'go'"),
        ((FULL + FULL,), "'a': 2 sentences"),
        (("",), "'a': 0 sentences"),
    ],
)
def test_answers_that_cannot_be_written(tmp_path: Path, meanings: tuple[object, ...], found: str) -> None:
    path = tmp_path / "a.conllu"
    with pytest.raises(OutputError, match=re.escape(f"{path}: {found}")):
        write_answers(path, [Answers(["a"], [meanings])])
    with pytest.raises(OutputError, match=re.escape(f"{path}: 'a': 2 references; write jsonl")):
        write_cases(path, [Cases(["a"], [""], [(FULL, FULL)])])


QUICK = ["ud/es_coser-ud-test", "ud/it_pud-ud-test", "conll17_es_pud/MetaRomance"]
SLOW = [
    "ud/ca_ancora-ud-test.r2.8",
    "ud/cs_pud-gold",
    "ud/cs_pud-udpipe-pdtc-ud-2.17-251125",
    "ud/en_pud-ud-test",
    "ud/es_ancora-ud-test.r2.8",
    "ud/es_gsd-ud-test",
    "ud/es_pud-ud-test",
    "conll17_es_pud/00-gold-r2.0-test",
    "conll17_es_pud/Stanford",
    "conll17_es_pud/conll17-baseline",
]


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)])
def test_real_files_are_written_as_they_were(data: Path, name: str) -> None:
    path = data / f"{name}.conllu.gz"
    assert "".join(map(serialise, read_trees(path))).encode() == gzip.decompress(path.read_bytes())


def test_the_text_of_a_real_treebank_is_what_its_words_give(data: Path) -> None:
    trees = list(read_trees(data / "ud" / "es_pud-ud-test.conllu.gz"))
    assert (len(trees), sum(map(len, trees))) == (1000, 23283)
    assert sum(tree.text == tree.surface for tree in trees) == 1000


ROWS = (
    "1\tVan\tir\tv\tvm\tnum=p|per=3\t0\tROOT\t0\tROOT\n"
    "2\ta\ta\ts\tsp\t_\t1\tCC\t_\t_\n"
    "3\tLeón\tLeón\tn\tnp\tgen=c|sg\t2\tSN\t1\tSN\n\n"
)
"""The first and the last word have a projective head."""
PLAIN = "1\tSí\tsí\tr\trg\t_\t0\tROOT\t_\t_\n2\tno\tno\tr\trn\t_\t0\tROOT\t_\t_\n\n"
"""A sentence with two roots."""


def test_sentences(tmp_path: Path) -> None:
    (tree,) = conllx_parse(ROWS)
    assert tree.words[0] == Word(1, "Van", "ir", "v", "vm", "num=p|per=3", 0, "ROOT", phead=0, pdeprel="ROOT")
    assert (tree.heads, [word.phead for word in tree.words]) == ((0, 1, 2), [0, None, 1])
    assert tree.words[2].features == {"gen": "c", "sg": ""}
    assert conllx_serialise(tree) == ROWS
    path = tmp_path / "a.conll.gz"
    write_conllx_trees(path, [tree, *conllx_parse(PLAIN)])
    assert gzip.decompress(path.read_bytes()).decode() == ROWS + PLAIN
    assert [tree.line for tree in read_conllx_trees(path)] == [1, 5]
    assert (guess(path), guess("a.CONLLX"), guess("a.conllu.zst")) == ("conllx", "conllx", "conllu")


@pytest.mark.parametrize("raw", [ROWS.rstrip("\n"), ROWS.replace("\n", "\r\n"), "\ufeff" + ROWS, ROWS + "\n\n"])
def test_other_line_ends_are_read_and_lf_is_written_of_conllx(tmp_path: Path, raw: str) -> None:
    path = tmp_path / "a.conll"
    path.write_bytes(raw.encode())
    assert "".join(map(conllx_serialise, read_conllx_trees(path))) == ROWS


def test_cases_hold_trees_in_conllu(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text(ROWS + PLAIN, encoding="utf-8")
    (cases,) = read_conllx_cases(path)
    (said,) = read_conllx_answers(path)
    without = ROWS.replace("\t0\tROOT\n", "\t_\t_\n").replace("\t1\tSN\n", "\t_\t_\n")
    assert cases.ids == said.ids == ["1", "2"]
    assert cases.expressions == ["Van a León", "Sí no"]
    assert cases.references == said.answers == [(without,), (PLAIN,)]
    assert (cases.features, list(cases.lines or ())) == ({"sentence_length": [3, 2]}, [1, 5])
    first, second = (parse(reference[0], shape="forest")[0] for reference in cases.references)
    assert (first.heads, second.heads) == ((0, 1, 2), (0, 0))
    with pytest.raises(InputError, match=re.escape(f"{path}:6: a second root, after word 1")):
        list(read_conllx_cases(path, shape="tree"))


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
def test_what_is_wrong_and_where_of_conllx(tmp_path: Path, text: str, line: int, found: str) -> None:
    path = tmp_path / "a.conll"
    path.write_text(text, encoding="utf-8")
    for read in (read_conllx_trees, read_conllx_cases, read_conllx_answers):
        with pytest.raises(InputError) as error:
            list(read(path))
        assert str(error.value).startswith(f"{path}:{line}: {found}")


def test_the_way_to_conllu_and_back() -> None:
    (tree,) = conllx_parse(ROWS)
    plain = replace(tree, words=tuple(replace(word, phead=None, pdeprel="_") for word in tree.words))
    (there,) = parse(serialise(plain))
    assert conllx_parse(conllx_serialise(there)) == [plain] == [there]


def test_what_has_no_way_to_conllu(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    source = tmp_path / "a.conll"
    source.write_text(
        PLAIN.replace("2\tno", "2\tno").replace("t0\tROOT\t_\t_\n\n", "t0\tROOT\t_\t_\n\n") + ROWS, "utf-8"
    )
    two_roots, projective = read_conllx_trees(source)
    with pytest.raises(OutputError) as error:
        write_trees(path, [two_roots])
    assert str(error.value) == (
        f"{path}: sentence 1, from line 1: a second root, after word 1; "
        "a sentence has exactly one root: give all other words a head"
    )
    with pytest.raises(OutputError) as error:
        write_trees(path, [projective])
    assert str(error.value) == (
        f"{path}: sentence 1, from line 4: word 1 has a projective head or relation (PHEAD, PDEPREL), "
        "and CoNLL-U has no place for it; leave it out, or write CoNLL-X"
    )
    assert serialise(two_roots, shape="forest") == PLAIN


CONLLX_ONE = Tree((Word(1, "a", head=0, deprel="root"),))


@pytest.mark.parametrize(
    ("tree", "found"),
    [
        (replace(CONLLX_ONE, comments=("# sent_id = 7",)), "sentence '7', from line 12: a comment, '# sent_id = 7'"),
        (
            replace(CONLLX_ONE, multiwords=(Multiword(1, 1, "ab"),)),
            "sentence 1, from line 12: a multiword token, 1-1 'ab'",
        ),
        (replace(CONLLX_ONE, empty_nodes=(EmptyNode(1, 1, "e"),)), "sentence 1, from line 12: an empty node, 1.1 'e'"),
        (Tree((Word(1, "a", head=0, deps="0:root"),)), "sentence 1, from line 12: DEPS '0:root' of word 1"),
        (Tree((Word(1, "a", head=0, misc="X"),)), "sentence 1, from line 12: MISC 'X' of word 1"),
        (Tree((Word(1, "10 000", head=0),)), "sentence 1, from line 12: a space in FORM '10 000' of word 1"),
    ],
)
def test_what_has_no_way_from_conllu(tmp_path: Path, tree: Tree, found: str) -> None:
    path = tmp_path / "a.conll"
    with pytest.raises(OutputError) as error:
        write_conllx_trees(path, [replace(tree, line=12)])
    todo = "write CoNLL-U, or leave it out (`bare`)"
    assert str(error.value) == f"{path}: {found}, which CoNLL-X has not; {todo}"
    assert not path.exists()
    write_conllx_trees(path, [bare(tree)])
    assert [[word.id for word in tree.words] for tree in read_conllx_trees(path)] == [[1]]


@pytest.mark.slow
def test_the_words_of_a_real_treebank_go_over(data: Path) -> None:
    trees = list(read_trees(data / "ud" / "es_pud-ud-test.conllu.gz"))
    words = "".join(conllx_serialise(bare(tree)) for tree in trees)
    found = conllx_parse(words)
    assert [tree.heads for tree in found] == [tree.heads for tree in trees]
    assert "".join(map(conllx_serialise, found)) == words
    lossless = [tree for tree in trees if bare(tree) == replace(tree, comments=())]
    assert [parse(conllx_serialise(bare(tree))) for tree in lossless] == [[bare(tree)] for tree in lossless]
