"""The finer features: relative, interrogative and non-finite clauses, prepositions, quantifiers, pronouns."""

import pytest

from murho.core.case import Cases
from murho.languages.structure import features, finer_features, shape, structure, words_of

ENGLISH = {
    "Which towns are there?": "",
    "Who works in law?": "P",
    "Show the people who left.": "R",
    "Show the town, which is small.": "R",
    "I know that it is late.": "S",
    "Say who left and when.": "I",
    "I asked whether she knows in which town he lives": "IPS",
    "cases found in May": "NP",
    "they were found in May": "PS",
    "Looking at names": "NP",
    "the meeting": "",
    "Every town": "Q",
    "How many?": "Q",
    "What about that?": "PS",
    "Give that list": "S",
}
ITALIAN = {
    "Chi c'è?": "",
    "chi lavora al mare": "P",
    "i paesi che hanno un porto": "R",
    "il paese in cui vive": "RP",
    "la data di chi parte": "RP",
    "Voglio che parta": "",
    "Dimmi chi parte": "IS",
    "Vorrei sapere se parte": "I",
    "libri scritti da donne": "NP",
    "sono scritti da donne": "P",
    "Partendo da Roma": "NP",
    "ogni paese": "Q",
    "dell'altro": "P",
    "Mostrami questo": "S",
    "Puoi dirmi il nome?": "S",
    "i nomi": "",
}
SPANISH = {
    "¿Quién es?": "",
    "¿Quién es de Roma?": "P",
    "los libros que leo": "R",
    "los que leen": "R",
    "la casa cuyo dueño": "R",
    "Quiero que vengas": "",
    "Tengo más libros que tiempo": "",
    "Dime quién viene": "IS",
    "No sé en qué piso es": "IP",
    "libros escritos por mujeres": "NP",
    "fueron escritos por mujeres": "P",
    "los escritos de la casa": "P",
    "Volviendo de Roma": "NP",
    "algunos libros": "Q",
    "Avísame": "S",
    "los títulos": "",
    "quiero verlo": "S",
    "¿Quién lo dice?": "S",
    "lo que falta": "R",
}


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [(language, text, shown) for language, texts in (("en", ENGLISH), ("it", ITALIAN), ("es", SPANISH))
     for text, shown in texts.items()],
)  # fmt: skip
def test_features(language: str, text: str, expected: str) -> None:
    assert finer_features(text, language) == expected


# The structure of a text by its parse.


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
def test_features_of_parsed(text: str, expected: str) -> None:
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
