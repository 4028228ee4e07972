"""Steps that need no file: what they do to texts, and that doing it twice is doing it once."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.measures.normalise import chain

SAMPLES = [
    ("lower", "Ärger ŁÓDŹ ΣΑΣ", "ärger łódź σας"),
    ("casefold", "Straße", "strasse"),
    ("nfc", "e\u0301", "é"),
    ("nfd", "é", "e\u0301"),
    ("nfkc", "ﬁｌｅ ½", "file 1⁄2"),
    ("nfkd", "ﬁé", "fie\u0301"),
    ("no_punctuation", 'Well... "don\'t" – he said – (twice)!', "Well don't  he said  twice"),
    ("no_punctuation", "3.5 U.S. a/b e-mail rock-'n'-roll", "35 US ab e-mail rocknroll"),
    ("no_punctuation", "l’été 'tis boys' - x", "l’été tis boys  x"),
    ("no_punctuation", "¿Qué? «oui» 「はい」、。", "Qué oui はい"),
    ("no_punctuation(keep='')", "don't e-mail", "dont email"),
    ("no_punctuation(keep='', by=' ')", "don't.e-mail", "don t e mail"),
    ("no_punctuation(keep='-')", "don't e-mail-", "dont e-mail"),
    ("no_punctuation", "$5 + 1 = 6 € ^ ~ 🙂", "$5 + 1 = 6 € ^ ~ 🙂"),
    ("no_symbols", "$5 + 1 = 6 € ^ ~ 🙂", "5  1  6    "),
    ("no_symbols(by=' ')", "5€", "5 "),
    ("no_marks", "Café naïve Ångström שָׁלוֹם مَرْحَبًا", "Cafe naive Angstrom שלום مرحبا"),
    ("hyphens_to_spaces", "well-known she- -ing e‐mail a--b", "well known she- -ing e mail a--b"),
    ("spaces", " a \t b\u2003c\n", "a b c"),
    ("fillers", "Uh so UM yes hm", "so yes"),
    ("fillers('äh ähm')", "Äh also uh ähm ja", "also uh ja"),
]


@pytest.mark.parametrize(("step", "text", "expected"), SAMPLES)
def test_steps(step: str, text: str, expected: str) -> None:
    assert chain(step)(text) == expected


@pytest.mark.parametrize("step", sorted({step for step, _, _ in SAMPLES}))
@given(st.text(max_size=30))
def test_twice_is_once(step: str, text: str) -> None:
    how = chain(step)
    assert how(how(text)) == how(text)


@given(st.text(max_size=30))
def test_no_punctuation_takes_out_the_categories_p_and_nothing_else(text: str) -> None:
    kept = chain("no_punctuation(keep='')")(text)
    assert kept == "".join(sign for sign in text if not unicodedata.category(sign).startswith("P"))
    assert not any(unicodedata.category(sign).startswith("S") for sign in chain("no_symbols")(text))
