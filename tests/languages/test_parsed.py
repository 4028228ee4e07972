"""The structure of a text by its parse."""

import pytest

from murho.core.case import Cases
from murho.languages.parsed import features, shape, words_of
from murho.languages.structure import structure


def parse(*words: str) -> str:
    """CoNLL-U of words written upos/head/relation/feats."""
    rows = [[str(place), *word.split("/")] for place, word in enumerate(words, 1)]
    lines = [f"{i}\tw\tw\t{upos}\t_\t{feats or '_'}\t{head}\t{rel}\t_\t_" for i, upos, head, rel, feats in rows]
    return "\n".join(["# text = w", *lines, "", ""])


FINITE = "VERB/0/root/Mood=Ind|VerbForm=Fin"


@pytest.mark.parametrize(
    ("text", "asked", "expected"),
    [
        (parse(FINITE), False, "D"),
        (parse(FINITE), True, "G"),
        (parse("VERB/0/root/Mood=Imp|VerbForm=Fin"), True, "E"),
        (parse("NOUN/0/root/", "AUX/1/cop/VerbForm=Fin"), False, "D"),
        (parse("NOUN/0/root/", "VERB/1/acl/VerbForm=Fin"), False, "T"),
        (parse("VERB/0/root/VerbForm=Inf"), False, "T"),
        (parse("NOUN/0/root/") + parse(FINITE), False, "D"),
        ("no parse", False, "T"),
    ],
)
def test_shape(text: str, asked: bool, expected: str) -> None:
    assert shape(words_of(text), asked) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (parse(FINITE, "NOUN/1/obj/", "VERB/2/acl:relcl/VerbForm=Fin"), "R"),
        (parse(FINITE, "NOUN/1/obj/", "PRON/4/obj/PronType=Int,Rel", "VERB/2/acl/VerbForm=Fin"), "R"),
        (parse(FINITE, "PRON/3/nsubj/PronType=Int", "VERB/1/ccomp/VerbForm=Fin"), "I"),
        (parse(FINITE, "DET/3/det/PronType=Int", "NOUN/4/obj/", "VERB/1/obj/VerbForm=Fin"), "I"),
        (parse("PRON/2/nsubj/PronType=Int", "VERB/0/root/VerbForm=Fin"), ""),
        (parse(FINITE, "NOUN/1/obj/", "VERB/2/acl/VerbForm=Part"), "N"),
        (parse(FINITE, "NOUN/1/obj/", "VERB/2/acl/VerbForm=Part", "AUX/3/aux:pass/VerbForm=Fin"), ""),
        (parse(FINITE, "VERB/1/advcl/VerbForm=Ger"), "N"),
        (parse(FINITE, "VERB/1/xcomp/VerbForm=Ger"), ""),
        (parse(FINITE, "ADP/3/case/", "NOUN/1/obl/"), "P"),
        (parse(FINITE, "ADP/1/mark/"), ""),
        (parse(FINITE, "PRON/1/obj/PronType=Prs"), "S"),
        (parse(FINITE, "PRON/1/expl/PronType=Prs"), ""),
        (parse(FINITE, "PRON/1/obj/PronType=Prs|Reflex=Yes"), ""),
        (parse(FINITE, "DET/3/det/Poss=Yes", "NOUN/1/obj/"), "S"),
        (parse(FINITE, "ADV/1/advmod/PronType=Dem"), ""),
        (parse("PRON/2/obj/PronType=Int", "VERB/1/ccomp/VerbForm=Fin"), "I"),  # heads that go round
        (parse(FINITE, "PRON/9/nsubj/PronType=Rel"), ""),  # a head that is not there
        (parse(FINITE, "PRON/\u00b2/nsubj/PronType=Rel"), ""),  # and one that is no number
    ],
)
def test_features(text: str, expected: str) -> None:
    assert features(words_of(text)) == expected


def test_what_a_parse_changes() -> None:
    gone = parse("PRON/2/nsubj/", "VERB/0/root/VerbForm=Fin", "ADP/4/case/", "NOUN/2/obl/")
    assert structure("Alguien huyose dende Roma", "es", finer=True) == "TQ"
    assert structure("Alguien huyose dende Roma", "es", gone, finer=True) == "DPQ"
    # What is seen in the words stays, but clauses and prepositions that the parse does not have.
    assert structure("Dime la lista de la casa", "es", parse("VERB/0/root/Mood=Imp"), finer=True) == "ES"


def test_cases_have_it_by_their_parse() -> None:
    cases = Cases(["1", "2"], ["Alguien huyose", "Alguien huyose"], [(), ()], features={"parse": [parse(FINITE), None]})
    assert cases.feature("structure_es") == ["D", "T"]
    assert cases.feature("finer_structure_es") == ["DQ", "TQ"]
    assert cases.feature("finer_structure_en") == ["D", "T"]
