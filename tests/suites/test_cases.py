"""Suites as cases, and where realizations are found in trees: copulas, clitics, repeated lemmas, bare verbs."""

from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Cases
from murho.core.errors import InputError
from murho.core.tree import Tree, Word
from murho.formats import conllu
from murho.suites import xml
from murho.suites.cases import PHENOMENON, WELLFORMED, Match, MismatchError, block, cases_of, importances, match
from murho.suites.model import Item, Leaf, Order, Section, Structure, Suite, grown
from murho.suites.testdata import sentences_of

SMALL = xml.read(Path(__file__).parents[2] / "examples" / "suites" / "small.xml")


def test_a_case_for_each_realization() -> None:
    cases = cases_of(SMALL, sentences_of(SMALL))
    assert cases.ids == ["0001", "0002", "0003", "0004", "0005", "0006", "0101", "0102"]
    assert cases.clusters == ["s1", "s2", "s3", "s2", "s4", "s4", "s4", "s5"]
    checked = [conllu.parse(reference[0])[0].comment("checked") for reference in cases.references]
    assert checked == ["1", "1", "1", "4", "2", "1", "2 3", "2 4"]
    assert cases.features["phenomenon"][0] == [
        "structure",
        "structure/intraclause",
        "structure/intraclause/verb phrase",
        "structure/intraclause/verb phrase/head",
        "structure/intraclause/verb phrase/head/verb",
    ]


def test_a_link_has_its_mass_once_and_sections_keep_theirs() -> None:
    features = cases_of(SMALL, sentences_of(SMALL)).features
    assert features["structure_frequency"] == [0.0, 0.0053275, 0.0053275, 0.131629, 0.0, 0.2, 0.0, 0.0]
    assert features["order_frequency"] == [0.0] * 6 + [0.05, 0.025]
    assert features["freq"][0] is features["freq"][4] is None
    assert sum(features["share"]) == pytest.approx(5)


def test_one_section() -> None:
    cases = cases_of(SMALL, sentences_of(SMALL), "order")
    assert cases.ids == ["0101", "0102"]
    assert cases.features["order_frequency"] == [0.05, 0.025]
    assert "structure_frequency" not in cases.features
    assert cases.features["share"] == [1.0, 1.0]


def test_items() -> None:
    good, bad = Item("1", test="a"), Item("2", test="b", wellformed=False)
    known, unknown = Item("3", test="c", reference=("m",)), Item("4", test="d", wellformed=None)
    leaves = [(("x",), good), (("x", "y"), bad), (("z",), bad), (("z",), known), ((), unknown)]
    cases = cases_of(Suite((grown("phenomena", leaves),)), None)
    assert cases.ids == ["1", "2", "3"]
    assert cases.references == [WELLFORMED, (), ("m",)]
    assert cases.features["phenomenon"][1] == ["phenomena", "phenomena/x", "phenomena/x/y", "phenomena/z"]
    assert cases.clusters is None


def test_all_ill_formed_is_told_too() -> None:
    cases = cases_of(Suite((Section("phenomena", (Item("1", test="a", wellformed=False),)),)), None)
    assert cases.features["wellformed"] == [False]


def test_what_does_not_match_is_an_error_with_its_line() -> None:
    data = sentences_of(SMALL)
    for leaf, found in (
        (Structure("1", parent="ver", test="Saldrán.", line=7), "s.xml:7: realization '1': lemma 'ver'"),
        (Structure("1", parent="ver", test="No.", line=8), "s.xml:8: test sentence 'No.' is not in the test data"),
    ):
        with pytest.raises(InputError) as error:
            cases_of(Suite((Section("structure", (leaf,)),), path="s.xml"), data)
        assert found in str(error.value)


def test_a_block_is_the_tree_with_what_is_checked() -> None:
    (tree,) = conllu.parse("1\tSí\tsí\tINTJ\t_\t_\t0\troot\t_\t_\n\n")
    assert block(tree, (1,), "9") == "# sent_id = 9\n# checked = 1\n1\tSí\tsí\tINTJ\t_\t_\t0\troot\t_\t_\n\n"


def test_importances_are_told_from_what_cases_can_be_sliced_by() -> None:
    features: dict[str, Any] = {
        name: [1.0] for name in ("freq", "share", "structure_frequency", "order_frequency", "age")
    }
    assert importances(Cases(["1"], [""], [()], features=features)) == set(), "these may mean anything elsewhere"
    of_suite = Cases(["1"], [""], [()], features={**features, PHENOMENON: [["structure"]]})
    assert importances(of_suite) == {"freq", "share", "structure_frequency", "order_frequency"}


def tree(*words: tuple[str, str, int, str]) -> Tree:
    return Tree(
        tuple(Word(i, lemma, lemma, upos, head=head, deprel=rel) for i, (lemma, upos, head, rel) in enumerate(words, 1))
    )


GIVE = tree(
    ("él", "PRON", 3, "iobj"),
    ("él", "PRON", 3, "obj"),
    ("dar", "VERB", 0, "root"),
    ("niño", "NOUN", 3, "nsubj"),
    ("y", "CCONJ", 6, "cc"),
    ("niño", "NOUN", 4, "conj"),
)
IS = tree(
    ("casa", "NOUN", 3, "nsubj"), ("ser", "AUX", 3, "cop"), ("caro", "ADJ", 0, "root"), ("hoy", "ADV", 3, "advmod")
)
RAIN = tree(("llover", "VERB", 0, "root"))


@pytest.mark.parametrize(
    ("leaf", "where", "found"),
    [
        (Structure("1", parent="dar", test=""), GIVE, Match((3,))),
        (Structure("1", parent="niño", test=""), GIVE, Match((4,), 1)),
        (Structure("1", parent="dar", child="niño", link="v-n", test=""), GIVE, Match((4,))),
        (Structure("1", parent="Dar", child="NIÑO", test=""), GIVE, Match((4,))),
        (Structure("1", parent="niño", child="niño", link="n-n", test=""), GIVE, Match((6,))),
        (Structure("1", parent="dar", child="él", link="v-p", test=""), GIVE, Match((1,), 1)),
        (Structure("1", parent="caro", child="ser", link="a-x", test=""), IS, Match((2,))),
        (Order("1", func="iobj#dobj#v#subj", parent="dar", children="él#él#niño", test=""), GIVE, Match((1, 2, 4))),
        (Order("1", func="subj#v#attr", parent="ser", children="casa#caro", test=""), IS, Match((1, 3))),
        (Order("1", func="v#attr", parent="ser", children="caro", test=""), IS, Match((3,))),
        (Order("1", func="v", parent="llover", test=""), RAIN, Match((1,))),
    ],
)
def test_found(leaf: Leaf, where: Tree, found: Match) -> None:
    assert match(leaf, where) == found


@pytest.mark.parametrize(
    ("leaf", "where", "found"),
    [
        (Structure("1", test=""), GIVE, "no parent"),
        (
            Structure("1", parent="ver", test=""),
            GIVE,
            "lemma 'ver' is not in the tree; the lemmas there are: él, él, dar",
        ),
        (Structure("1", parent="dar", child="y", test=""), GIVE, "no 'y' hangs from 'dar'"),
        (Structure("1", parent="dar", child="niño", link="v-p", test=""), GIVE, "link 'v-p', but the tree has v-n"),
        (Structure("1", parent="dar", link="v-p", test=""), GIVE, "without a child"),
        (Order("1", func="subj#v", parent="dar", children="niño", test=""), GIVE, "no 'niño dar' in this order"),
        (Order("1", func="v#subj", parent="niño", children="y", test=""), GIVE, "one the verb of the others"),
        (Order("1", func="subj#v", parent="dar", test=""), GIVE, "func 'subj#v' with 0 children"),
        (Order("1", func="subj#obj", parent="dar", children="a", test=""), GIVE, "func 'subj#obj' with 1 children"),
        (Item("1", test=""), GIVE, "a whole sentence"),
    ],
)
def test_not_found(leaf: Leaf, where: Tree, found: str) -> None:
    with pytest.raises(MismatchError) as error:
        match(leaf, where)
    assert found in str(error.value)
