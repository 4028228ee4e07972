"""The finer features: relative, interrogative and non-finite clauses, prepositions, quantifiers, pronouns."""

import pytest

from murho.languages.finer import finer_features

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
