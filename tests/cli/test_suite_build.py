"""The command suite build, as the contract has it."""

from pathlib import Path

import pytest

from .conftest import Command

SENTENCE = (
    "# sent_id = {id}\n1\tAna\tAna\tPROPN\t_\t_\t2\tnsubj\t_\t_\n"
    "2\tcome\tcomer\tVERB\t_\tVerbForm=Fin\t0\troot\t_\t_\n3\tpan\tpan\tNOUN\t_\t_\t2\tobj\t_\t_\n\n"
)


@pytest.fixture
def treebanks(here: Path) -> list[str]:
    for name in "ab":
        (here / f"es_{name}.conllu").write_text("".join(SENTENCE.format(id=f"{name}{n}") for n in range(4)), "utf-8")
    return ["es_a.conllu", "es_b.conllu"]


def test_treebanks_after_one_option(told: Command, treebanks: list[str], here: Path) -> None:
    said = told("suite", "build", "--treebank", *treebanks, "-o", "out", "--json")
    assert said.status == 0
    found = said.json
    assert found["written"] == ["out/links.tsv", "out/schemas.tsv"]
    assert found["survey"] == {
        "language": "es",
        "treebanks": [
            {"name": name, "sentences": 4, "words": 12, "notes": found["survey"]["treebanks"][0]["notes"]}
            for name in ("es_a", "es_b")
        ],
        "links": {"v-n": 1.0},
        "clauses": 8,
        "constructions": {"active": 8},
        "subjects": {"full": 8},
        "realizations": 1,
        "average": 8.0,
        "kept": 0,
        "coverage": 0.0,
    }
    header, row = (here / "out" / "schemas.tsv").read_text("utf-8").splitlines()
    cells = dict(zip(header.split("\t"), row.split("\t"), strict=True))
    assert (cells["func"], cells["cat"], cells["count"], cells["freq"]) == ("subj#v#dobj", "np#v#np", "8", "1.000000")
    assert (cells["idsensem"], cells["corpus"]) == ("a0#a1#a2", "es_a + es_b")


def test_tables_for_a_newcomer(told: Command, treebanks: list[str]) -> None:
    said = told("suite", "build", "--treebank", treebanks[0], "-o", "out")
    assert said.status == 0
    for text in ("noun under main verb", "construction", "kept are 0 of 1 realization", "edit the .tsv files"):
        assert text in said.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["es_a.conllu", "-o", "out"], "name treebanks after --treebank"),
        (["-o", "out"], "nothing to build from; give --treebank FILE.conllu, or --review FILE.tsv"),
        (["--treebank", "es_a.conllu", "-o", "out", "--language", "xx"], "no words are listed for the language 'xx'"),
        (["--treebank", "es_a.conllu"], "Missing option '-o'"),
    ],
)
def test_wrong_usage(arguments: list[str], message: str, told: Command, treebanks: list[str]) -> None:
    said = told("suite", "build", *arguments)
    assert said.status == 2
    assert message in said.err


def test_a_bad_edit_is_one_line(told: Command, treebanks: list[str], here: Path) -> None:
    told("suite", "build", "--treebank", treebanks[0], "-o", "out")
    table = here / "out" / "schemas.tsv"
    table.write_text(table.read_text("utf-8").replace("\tactive\t", "\tactiva\t"), "utf-8")
    said = told("suite", "build", "--review", "out/schemas.tsv", "-o", "more")
    assert said.status == 1
    assert said.err.startswith("out/schemas.tsv:2: constr is 'activa'; write one of: active, passive")
    assert said.err.count("\n") == 1


def test_a_treebank_that_is_not_there(told: Command) -> None:
    said = told("suite", "build", "--treebank", "none.conllu", "-o", "x")
    assert said.line(1) == "none.conllu: no such file; check the name and the working directory"
