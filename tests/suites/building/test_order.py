from collections.abc import Callable

from murho.core.tree import Tree
from murho.suites.building.languages import language
from murho.suites.building.order import kept_sentences, order_section
from murho.suites.building.review import Reviewed
from murho.suites.building.schemas import Key
from murho.suites.model import Suite

FIN = "VerbForm=Fin"
COMES = Key("v#subj", "v#np", "active", "full")
EATS = Key("subj#v#dobj", "np#v#np", "active", "full")
ROWS = [
    Reviewed(EATS, keep=True, freq=0.2, ids="a#b#c", test="Ana come pan", line=2),
    Reviewed(COMES, keep=True, freq=0.1, test="Viene Ana", line=3),
    Reviewed(Key("v", "v", "active", "elliptic"), keep=True, line=4),
    Reviewed(Key("v#dobj", "v#np", "active", "elliptic"), keep=False, test="Comen pan", line=5),
]


def _trees(tree: Callable[[str, str], Tree]) -> dict[str, Tree]:
    made = [
        tree("t1", f"Ana Ana PROPN 2 nsubj\ncome comer VERB 0 root {FIN}\npan pan NOUN 2 obj"),
        tree("t2", f"Viene venir VERB 0 root {FIN}\nAna Ana PROPN 1 obj"),
    ]
    return {one.text: one for one in made}


def test_section_of_what_is_kept_and_has_a_sentence(tree: Callable[[str, str], Tree]) -> None:
    found = order_section(ROWS, _trees(tree), language("es"), "es_mine", "schemas.tsv")
    leaves = list(Suite((found.section,)).leaves())
    assert [path for path, _ in leaves] == [
        ("order", "subj#v", "v#subj", "v#subj"),
        ("order", "subj#v#obj", "subj#v#obj", "subj#v#dobj"),
    ]
    leaf = leaves[1][1]
    assert (leaf.id, leaf.parent, leaf.children, leaf.freq) == ("0001", "comer", "Ana#pan", 0.2)  # type: ignore[union-attr]
    assert (found.section.corpus, found.waiting) == ("es_mine", 1)
    assert found.tests == kept_sentences(ROWS) == ("Ana come pan", "Viene Ana")


def test_a_tree_that_shows_something_else_is_told(tree: Callable[[str, str], Tree]) -> None:
    (finding,) = order_section(ROWS, _trees(tree), language("es"), None, "schemas.tsv").findings
    assert str(finding) == (
        "schemas.tsv:3: warning: the tree of 'Viene Ana' shows v#dobj v#np active elliptic, "
        "not v#subj v#np active full; correct the sentence, its tree or the row"
    )


def test_lemmas_a_person_wrote_win(tree: Callable[[str, str], Tree]) -> None:
    rows = [Reviewed(EATS, keep=True, test="Ana come pan", parent="zampar", children="x#y")]
    found = order_section(rows, _trees(tree), language("es"), None)
    (leaf,) = found.section.parts[0].parts[0].parts  # type: ignore[union-attr]
    assert (leaf.parent, leaf.children) == ("zampar", "x#y")


def test_an_oblique_argument_with_the_dative_preposition_may_be_either(tree: Callable[[str, str], Tree]) -> None:
    words = f"Habla hablar VERB 0 root {FIN}\na a ADP 3 case\nAna Ana PROPN 1 obl:arg"
    made = tree("t", words)
    for func in ("v#iobj", "v#obl"):
        row = Reviewed(Key(func, "v#pp", "active", "elliptic"), keep=True, test=made.text)
        assert order_section([row], {made.text: made}, language("es"), None).findings == ()
