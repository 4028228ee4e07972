from collections.abc import Callable
from pathlib import Path

import pytest

from murho.suites.building.languages import language
from murho.suites.building.schemas import Key, Realization, above_average, average, schemas
from murho.suites.building.survey import Survey, survey
from murho.suites.building.treebank import read_treebank

FIN = "VerbForm=Fin"
EATS = f"Ana Ana PROPN 2 nsubj\ncome comer VERB 0 root {FIN}\npan pan NOUN 2 obj"
DRINKS = f"Ana Ana PROPN 2 nsubj\nbebe beber VERB 0 root {FIN}\nmucha mucho DET 4 det\nagua agua NOUN 2 obj"
RAINS = f"Llueve llover VERB 0 root {FIN}"
COMES = f"Viene venir VERB 0 root {FIN}\nAna Ana PROPN 1 nsubj"


def test_counts_and_shares(treebank: Callable[..., Path]) -> None:
    found = schemas([read_treebank(treebank({"a": EATS, "b": DRINKS, "c": EATS, "d": RAINS}))], language("es"))
    assert [(one.key, one.count, one.freq) for one in found] == [
        (Key("subj#v#dobj", "np#v#np", "active", "full"), 3, 0.75),
        (Key("v", "v", "impersonal", "empty"), 1, 0.25),
    ]
    assert average(found) == 2
    assert above_average(found) == found[:1]


def test_examples_are_of_different_verbs_then_short(treebank: Callable[..., Path]) -> None:
    sentences = {"d": EATS, "b": EATS, "c": DRINKS, "a": DRINKS}
    (found,) = schemas([read_treebank(treebank(sentences))], language("es"))
    assert [one.id for one in found.examples] == ["b", "a", "d"]
    assert found.examples[0].text == "Ana come pan"


def test_a_long_sentence_is_cut_to_the_clause(treebank: Callable[..., Path]) -> None:
    before = "\n".join([*["hoy hoy ADV 15 advmod"] * 13, "no no ADV 15 advmod"])
    words = f"{before}\nviene venir VERB 0 root {FIN}\nel el DET 17 det\ntren tren NOUN 15 nsubj\n. . PUNCT 15 punct"
    (found,) = schemas([read_treebank(treebank({"a": words}))], language("es"))
    assert found.examples[0].text == "… no viene el tren …"


def test_ids_that_two_treebanks_share_get_their_names(treebank: Callable[..., Path]) -> None:
    one, two = treebank({"a": EATS}, "es_one.conllu"), treebank({"a": EATS}, "es_two.conllu")
    (found,) = schemas([read_treebank(one), read_treebank(two)], language("es"))
    assert [example.id for example in found.examples] == ["es_one/a", "es_two/a"]


def test_no_clause_at_all(treebank: Callable[..., Path]) -> None:
    found = survey([treebank({"a": "pan pan NOUN 0 root"})])
    assert (found.realizations, found.clauses, found.coverage) == ((), 0, 0.0)


def test_what_the_frequent_ones_cover(treebank: Callable[..., Path]) -> None:
    found = survey([treebank({"a": EATS, "b": DRINKS, "c": EATS, "d": RAINS})])
    assert (found.clauses, found.coverage) == (4, 0.75)
    only, never = (Realization(found.realizations[0].key, count, count, ()) for count in (1, 0))
    assert Survey("es", (), (), (only, never)).coverage == 1.0, "of one clause the whole"
    assert Survey("es", (), (), (only,)).coverage == 0.0, "one kind alone is not above the average"


@pytest.mark.parametrize(
    ("file", "clauses", "least"),
    [
        pytest.param("es_ancora-ud-test.r2.8", 4157, 62, marks=pytest.mark.slow),
        pytest.param("ca_ancora-ud-test.r2.8", 3981, 46, marks=pytest.mark.slow),
        ("it_pud-ud-test", 1758, 60),
        ("es_gsd-ud-test", 965, 20),
    ],
)
def test_real_treebanks(file: str, clauses: int, least: int, surveyed: Callable[[str], Survey]) -> None:
    """The sizes of the source's lists are the least that is kept for Spanish and Catalan: 62 and 46."""
    found = surveyed(file)
    assert found.clauses == clauses
    assert len(found.kept) >= least
    assert 0.7 < found.coverage < 0.9
    assert all(len(one.examples) == 3 for one in found.kept)
    assert set(found.by("constr")) == {
        "active", "passive", "pronominal passive", "impersonal", "pronominal impersonal",
    }  # fmt: skip
