"""Where realizations are found in trees: copulas, clitics, repeated lemmas, verbs without arguments."""

import pytest

from murho.core.tree import Tree, Word
from murho.suites.matching import Match, MismatchError, match
from murho.suites.model import Item, Leaf, Order, Structure


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
