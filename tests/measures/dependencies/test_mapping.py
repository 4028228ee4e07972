"""Trees of another annotation, mapped to Universal Dependencies."""

from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho.core.tree import Tree
from murho.formats import conllu
from murho.measures.dependencies.mapping import tree_map

FREELING = """
1 Habrán    haber  _ VAIF3P0 _ 2 aux   _ _
2 vendido   vender _ VMP00SM _ 0 top   _ _
3 la        el     _ DA0FS0  _ 4 espec _ _
4 casa      casa   _ NCFS000 _ 2 dobj  _ _
5 en        en     _ SPS00   _ 2 cc    _ _
6 Lugo      Lugo   _ NP00000 _ 5 sn    _ _
7 .         .      _ FP      _ 2 term  _ _
"""
"""In the style of Figure 3 of the source of the suites, with a prepositional phrase."""

MAP = """
# tags
xpos=VA*            -> upos=AUX
xpos=VM*            -> upos=VERB, feats.VerbForm=Part
xpos=DA*            -> upos=DET
xpos=NC*            -> upos=NOUN, feats.Gender=Fem
xpos=NP*            -> upos=PROPN
xpos=SP*            -> upos=ADP
xpos=F*             -> upos=PUNCT
# relations
deprel=top          -> deprel=root
deprel=espec, upos=_, xpos=D* -> deprel=det
deprel=dobj         -> deprel=obj
deprel=cc, head.xpos=VM* -> deprel=obl
deprel=sn, head.xpos=SP* -> deprel=nmod
deprel=term         -> deprel=punct
keep deprel
drop xpos
raise upos=NOUN|PROPN over upos=ADP as case
"""


def tree(text: str) -> Tree:
    lines = ["\t".join(line.split()) for line in text.strip().splitlines()]
    (found,) = conllu.parse("\n".join(lines) + "\n\n", shape="any")
    return found


def mapped(tmp_path: Path, rules: str, text: str = FREELING) -> Tree:
    (tmp_path / "own.map").write_text(rules)
    (found,) = conllu.parse(tree_map(tmp_path / "own.map")(conllu.serialise(tree(text), shape="any")), shape="any")
    return found


def test_tags_relations_and_heads(tmp_path: Path) -> None:
    found = mapped(tmp_path, MAP)
    assert [word.upos for word in found.words] == ["AUX", "VERB", "DET", "NOUN", "ADP", "PROPN", "PUNCT"]
    assert [(word.head, word.deprel) for word in found.words] == [
        (2, "aux"), (0, "root"), (4, "det"), (2, "obj"), (6, "case"), (2, "obl"), (2, "punct"),
    ]  # fmt: skip
    assert {word.xpos for word in found.words} == {"_"}
    assert [word.feats for word in found.words[1:4]] == ["VerbForm=Part", "_", "Gender=Fem"]


def test_a_value_that_no_rule_takes_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no rule takes the deprel 'aux' of word 1, 'Habrán'; .*or `keep deprel`"):
        mapped(tmp_path, MAP.replace("keep deprel", ""))


def test_the_first_rule_that_fits_counts(tmp_path: Path) -> None:
    found = mapped(tmp_path, "lemma=casa -> deprel=first\nform=* -> deprel=second")
    assert found.relations == ("second", "second", "second", "first", "second", "second", "second")


def test_rules_see_the_tree_as_it_came(tmp_path: Path) -> None:
    found = mapped(tmp_path, "deprel=top -> deprel=root\nhead.deprel=top -> deprel=below\nkeep deprel")
    assert found.relations == ("below", "root", "espec", "below", "below", "sn", "below")


def test_what_a_child_is(tmp_path: Path) -> None:
    found = mapped(tmp_path, "child.form=la -> lemma=with_article")
    assert [word.lemma for word in found.words][3] == "with_article"


def test_the_other_children_go_with_the_one_that_is_raised(tmp_path: Path) -> None:
    found = mapped(tmp_path, "raise xpos=NC* over xpos=VM* as dep")
    assert found.heads == (4, 4, 4, 0, 4, 5, 4)
    assert found.root == 4


def test_features_can_be_dropped(tmp_path: Path) -> None:
    text = "1 casas casa NOUN _ Gender=Fem|Number=Plur 0 root _ _"
    assert mapped(tmp_path, "drop feats.Gender", text).word(1).feats == "Number=Plur"
    assert mapped(tmp_path, "feats.Number=Plur -> feats=_", text).word(1).feats == "_"
    assert mapped(tmp_path, "feats.Number=Plur -> feats.Animacy=Inan", text).word(1).features == {
        "Animacy": "Inan", "Gender": "Fem", "Number": "Plur",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("deprel=a", "no rule: 'deprel=a'"),
        ("head=3 -> deprel=a", "no column 'head'"),
        ("deprel=a -> b", "'b' where COLUMN=VALUE belongs"),
        ("keep everything", "no column 'everything'"),
        ("raise upos=NOUN over upos=ADP", "write raise CHILD over HEAD as RELATION"),
        ("feats.=a -> upos=X", "no column 'feats.'"),
    ],
)
def test_a_line_that_is_no_rule_is_named(tmp_path: Path, line: str, says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        mapped(tmp_path, f"# a comment\n\n{line}\n")
    assert f"{tmp_path / 'own.map'}:3: " in str(caught.value)


def test_a_child_of_the_last_word_is_raised_too(tmp_path: Path) -> None:
    text = "1 Lugo Lugo _ NP00000 _ 2 sn _ _\n2 hacia hacia _ SPS00 _ 0 top _ _"
    rules = (
        "xpos=NP* -> upos=PROPN\nxpos=SP* -> upos=ADP\nkeep deprel\ndrop xpos\nraise upos=PROPN over upos=ADP as case"
    )
    found = mapped(tmp_path, rules, text)
    assert [(word.head, word.deprel) for word in found.words] == [(0, "top"), (1, "case")]
