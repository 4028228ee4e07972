"""Structural classes by cue words: which clause a text has, how it is turned, and whether there are several."""

import pytest

from murho.core.case import Cases
from murho.languages.structural_class import structural_class

ENGLISH = {
    "Which departments are there?": "G",
    "in which town does she live": "G",
    "anybody in sales?": "G",
    "Who runs, and how many stay?": "GM",
    "Who, then, was hired?": "GV",
    "where does luca live, luca moretti i mean": "GV",
    "I'd like to see them.": "D",
    "What I need is a list.": "DV",
    "With regard to sales, I require the names.": "DV",
    "I need a list, there must be names.": "DM",
    "I want the people who live in Rome and work in sales": "D",
    "I know their names but need a list": "DM",
    "please show me the people who are in sales": "E",
    "FOR EACH TOWN PRINT THE NUMBER": "EV",
    "As for sales, be so good as to list them.": "EV",
    "Find them. Then count them.": "EM",
    "If it is known then take the name and print it": "EVM",
    "list of the people who are in sales": "T",
    "by name": "T",
    "and in 1983?": "T",
}
ITALIAN = {
    "quand’è nata?": "G",
    "per chi lavora?": "G",
    "mi puoi dire i nomi": "G",
    "Chi, tra questi, abita a Roma?": "GV",
    "chi è che lavora qui?": "GV",
    "Mi servirebbero i nomi.": "D",
    "Ciò che mi preme è il nome.": "DV",
    "C'è un elenco e mi serve il nome": "DM",
    "Per favore, mi dia i nomi.": "E",
    "Si indichi il nome.": "E",
    "Per ogni reparto elenca i nomi": "EV",
    "Trova i nomi e poi dimmi le date": "EM",
    "per chi lavora qui": "T",
    "e a Roma?": "T",
    "": "T",
}
SPANISH = {
    "¿Cuándo nació?": "G",
    "¿y para quién trabaja?": "G",
    "¿Me dices los nombres?": "G",
    "¿Quién, entre estos, vive en Roma?": "GV",
    "¿Quién vive aquí, y quién trabaja aquí?": "GM",
    "Quisiera los nombres.": "D",
    "Lo que necesito es el nombre.": "DV",
    "Hay una lista y necesito el nombre": "DM",
    "Por favor, deme los nombres.": "E",
    "Indíquese el nombre": "T",
    "Para cada departamento, muestra los nombres": "EV",
    "Busca los nombres y dime las fechas": "EM",
    "lista de los nombres": "T",
    "y en Roma?": "T",
}


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [(text, "en", name) for text, name in ENGLISH.items()]
    + [(text, "it", name) for text, name in ITALIAN.items()]
    + [(text, "es", name) for text, name in SPANISH.items()],
)
def test_the_class_of_a_text(text: str, language: str, expected: str) -> None:
    assert structural_class(text, language) == expected


def test_a_language_without_cues() -> None:
    with pytest.raises(ValueError, match="no structural classes of the language 'de'; known: en, es, it"):
        structural_class("Wer ist es?", "de")


def test_every_case_has_the_feature() -> None:
    cases = Cases(["1", "2"], ["Who is it?", "Dimmi chi è"], [(), ()])
    assert (cases.feature("structure_en"), cases.feature("structure_it")) == (["G", "T"], ["T", "E"])
