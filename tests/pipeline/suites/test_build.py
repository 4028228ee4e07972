"""Building from end to end: survey, review, parse, review, suite; and nothing of a person's is written over."""

from pathlib import Path

import pytest

from murho.core.errors import InputError, UsageError
from murho.formats import conllu
from murho.pipeline.suites.build import build, propose
from murho.suites import xml
from murho.suites.building import review
from murho.suites.checks import check_file

SENTENCE = """\
# sent_id = {id}
# text = Ana come pan
1\tAna\tAna\tPROPN\t_\t_\t2\tnsubj\t_\t_
2\tcome\tcomer\tVERB\t_\tVerbForm=Fin\t0\troot\t_\t_
3\tpan\tpan\tNOUN\t_\t_\t2\tobj\t_\t_

"""
EVA = SENTENCE.replace("Ana", "Eva").format(id="x").replace("# text = Eva come pan\n", "")


def parse(expression: str) -> str:
    """A parser that knows one sentence, and answers other ones each in a way of failing."""
    if expression == "Eva come pan":
        return EVA
    if expression == "dos. frases":
        return EVA + EVA
    if expression == "otra cosa":
        return EVA
    if expression == "ruido":
        return "no tree"
    raise ValueError("out of ideas")


@pytest.fixture
def treebank(tmp_path: Path) -> str:
    path = tmp_path / "es_mine.conllu"
    path.write_text("".join(SENTENCE.format(id=f"s{n}") for n in range(6)), "utf-8")
    return str(path)


@pytest.fixture
def parser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    source = Path(__file__).read_text("utf-8").split("@pytest.fixture")[0]
    lines = [line for line in source.splitlines() if not line.startswith(("from murho", "import pytest"))]
    (tmp_path / "knows_one_sentence.py").write_text("\n".join(lines), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return "knows_one_sentence:parse"


def _with_tests(folder: Path, *tests: str) -> str:
    rows = review.read_schemas(folder / "schemas.tsv")
    path = folder / "mine.tsv"
    text = (folder / "schemas.tsv").read_text("utf-8").splitlines()
    names = text[0].split("\t")
    made = []
    for line, test in zip(text[1:], tests, strict=True):
        row = line.split("\t")
        row[names.index("test")], row[names.index("decision")] = test, "keep"
        made.append("\t".join(row))
    path.write_text("\n".join([text[0], *made]) + "\n", "utf-8")
    assert len(rows) == len(tests)
    return str(path)


def test_from_a_treebank_to_a_suite(treebank: str, parser: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    surveyed = build(str(out), treebanks=[treebank])
    assert [Path(path).name for path in surveyed.written] == ["links.tsv", "schemas.tsv"]
    assert surveyed.ordered is not None
    assert (surveyed.words, surveyed.corrected) == (0, 0)
    assert not surveyed.ordered.tests

    mine = _with_tests(out, "Eva come pan")
    draft = build(str(tmp_path / "draft"), reviews=[mine], parser=parser)
    assert [Path(path).name for path in draft.written] == ["suite.xml", "suite.txt", "trees.tsv"]
    assert (tmp_path / "draft" / "suite.txt").read_text("utf-8") == "Eva come pan\n"

    final = build(str(tmp_path / "final"), reviews=[mine, str(tmp_path / "draft" / "trees.tsv")])
    assert [Path(path).name for path in final.written] == ["suite.xml", "suite.conllu"]
    ((_, leaf),) = xml.read(tmp_path / "final" / "suite.xml").leaves()
    assert vars(leaf) | {"line": None} == vars(leaf) | {
        "line": None,
        "func": "subj#v#dobj",
        "parent": "comer",
        "children": "Eva#pan",
        "freq": 1.0,
        "idsensem": "s0#s1#s2",
    }
    suite, _, findings = check_file(str(tmp_path / "final" / "suite.xml"))
    assert suite is not None
    assert (suite.language, suite.sections[0].corpus, findings) == ("es", "es_mine", [])


def test_what_is_there_is_not_written_over(treebank: str, tmp_path: Path) -> None:
    out = str(tmp_path)
    build(out, treebanks=[treebank])
    mine = (tmp_path / "schemas.tsv").read_text("utf-8").replace("keep", "drop").replace("drop\t\t", "drop\tEva ve\t")
    (tmp_path / "schemas.tsv").write_text(mine, "utf-8")
    with pytest.raises(UsageError, match=r"links.tsv is there already; go on from it with --review"):
        build(out, treebanks=[treebank])
    with pytest.raises(UsageError, match=r"links.tsv is there already"):
        build(out, treebanks=[treebank], reviews=[str(tmp_path / "schemas.tsv")])
    assert (tmp_path / "schemas.tsv").read_text("utf-8") == mine
    build(out, treebanks=[treebank], reviews=[str(tmp_path / name) for name in ("schemas.tsv", "links.tsv")])
    assert (tmp_path / "schemas.tsv").read_text("utf-8") == mine
    build(out, treebanks=[treebank], force=True)
    assert "Eva ve" not in (tmp_path / "schemas.tsv").read_text("utf-8")


def test_nothing_is_written_where_something_is_wrong(treebank: str, tmp_path: Path) -> None:
    (tmp_path / "bad.tsv").write_text("decision\tfunc\tcat\tconstr\tsbjtype\nkeep\tv#v\tv#v\tactive\tfull\n", "utf-8")
    with pytest.raises(InputError, match=r"bad.tsv:2: "):
        build(str(tmp_path / "out"), treebanks=[treebank], reviews=[str(tmp_path / "bad.tsv")])
    with pytest.raises(UsageError, match="nothing to build from"):
        build(str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


def test_every_way_a_parser_fails_leaves_a_row_for_a_person(parser: str) -> None:
    known = [conllu.parse(SENTENCE.format(id="t007"))[0]]
    found = propose(["Eva come pan", "dos. frases", "ruido", "nada", "otra cosa"], known, parser)
    assert [one.tree.sent_id for one in found] == ["t008", "t009", "t010", "t011", "t012"]
    assert [bool(one.tree.words[0].head) for one in found] == [True, False, False, False, False]
    assert found[4].comment == "no tree: the words of 'otra cosa' are: Eva come pan"
    assert found[0].tree.text == "Eva come pan"
    assert found[1].comment == "no tree: the parser made 2 sentences of it"
    assert found[2].comment.startswith("no tree: ")
    assert "out of ideas" in found[3].comment
    assert [word.form for word in found[1].tree.words] == ["dos", ".", "frases"]


def test_new_sentences_are_parsed_beside_reviewed_ones(treebank: str, parser: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(str(out), treebanks=[treebank])
    first = build(str(out), reviews=[_with_tests(out, "Eva come pan")], parser=parser)
    tables = [path for path in first.written if path.endswith("trees.tsv")]
    again = build(str(out), reviews=[_with_tests(out, "nada"), *tables], parser=parser, force=True)
    assert [Path(path).name for path in again.written] == ["suite.xml", "suite.conllu", "trees-2.tsv"]
    assert again.without_tree == ["nada"]


def test_two_reviews_of_the_trees_are_compared_and_the_first_counts(treebank: str, parser: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(str(out), treebanks=[treebank])
    mine = _with_tests(out, "Eva come pan")
    build(str(out), reviews=[mine], parser=parser)
    other = tmp_path / "other.tsv"
    other.write_text((out / "trees.tsv").read_text("utf-8").replace("\tobj\t", "\tobl\t"), "utf-8")
    found = build(str(tmp_path / "both"), reviews=[mine, str(out / "trees.tsv"), str(other)])
    assert found.agreement is not None
    assert (found.agreement.words, found.agreement.heads, found.agreement.labelled) == (3, 3, 2)
    assert found.agreement.differing == ("t001:3",)
    assert found.trees[0].word(3).deprel == "obj"


@pytest.mark.parametrize("table", ["schemas.tsv", "links.tsv"])
def test_a_person_reviews_one_table_of_a_kind(table: str, treebank: str, tmp_path: Path) -> None:
    for name in ("one", "other"):
        build(str(tmp_path / name), treebanks=[treebank])
    with pytest.raises(UsageError, match=r"^two tables of one kind to review; give one of schemas and one of links$"):
        build(str(tmp_path / "out"), reviews=[str(tmp_path / name / table) for name in ("one", "other")])


def test_filling_a_suite(treebank: str, tmp_path: Path) -> None:
    suite = tmp_path / "mine.xml"
    suite.write_text(
        '<suite language="es"><structure><level name="intraclause"><constituent name="verb phrase">'
        '<hierarchy name="child"><realization id="1" link="v-n" parent="comer" child="pan" test="Eva come pan"/>'
        "</hierarchy></constituent></level></structure></suite>",
        "utf-8",
    )
    (tmp_path / "mine.txt").write_text("Eva come pan\n", "utf-8")
    before = suite.read_text("utf-8")
    found = build(str(tmp_path / "out"), treebanks=[treebank], suite=str(suite), corpus="Mine 1.0")
    assert found.filled is not None
    assert found.filled.outcomes["structure"] == {"filled": 1}
    assert found.written[-2:] == [str(tmp_path / "out" / "mine.txt"), str(tmp_path / "out" / "mine.xml")]
    assert (tmp_path / "out" / "mine.txt").read_text("utf-8") == "Eva come pan\n"
    assert suite.read_text("utf-8") == before
    text = (tmp_path / "out" / "mine.xml").read_text("utf-8")
    assert 'freq="1.000000"' in text
    assert 'corpus="Mine 1.0"' in text
    suite.write_text(text.replace('language="es"', 'language="ca"'), "utf-8")
    with pytest.raises(InputError, match="a suite in 'ca' and treebanks in 'es'"):
        build(str(tmp_path / "more"), treebanks=[treebank], suite=str(suite))


def test_the_suite_itself_is_written_over_only_by_force(treebank: str, tmp_path: Path) -> None:
    suite = tmp_path / "mine.xml"
    suite.write_text('<suite language="es"><structure/></suite>', "utf-8")
    with pytest.raises(UsageError, match=r"mine.xml is there already; .* --force"):
        build(str(tmp_path), treebanks=[treebank], suite=str(suite))
    build(str(tmp_path), treebanks=[treebank], suite=str(suite), force=True, corpus="Mine 1.0")
    assert 'corpus="Mine 1.0"' in suite.read_text("utf-8")


def test_trees_need_a_language(tmp_path: Path, treebank: str, parser: str) -> None:
    out = tmp_path / "out"
    build(str(out), treebanks=[treebank], corpus="Mine")
    mine = _with_tests(out, "Eva come pan")
    build(str(out), reviews=[mine], parser=parser)
    with pytest.raises(UsageError, match="nothing tells the language of the trees; give --language"):
        build(str(tmp_path / "b"), reviews=[mine, str(out / "trees.tsv")])
    assert build(str(tmp_path / "b"), reviews=[mine, str(out / "trees.tsv")], code="es").ordered is not None
