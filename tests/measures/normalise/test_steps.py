"""Steps that need no file: what they do to texts, and that doing it twice is doing it once."""

import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import InputError, UsageError
from murho.measures import measure
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


# Whisper's English normaliser, where its package is installed.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mr. Smith won't pay $20 million", "mister smith will not pay $20000000"),
        ("the colour [laughter] of, uh, twenty-five birds", "the color of 25 birds"),
    ],
)
def test_what_it_does(text: str, expected: str) -> None:
    pytest.importorskip("whisper_normalizer", reason="no whisper-normalizer; the extra `whisper` installs it")
    assert chain("whisper_english")(text) == expected


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "whisper_normalizer.english", None)
    chain.cache_clear()
    with pytest.raises(UsageError, match=r"pip install 'murho\[whisper\]'"):
        measure("words(normalize='whisper_english')").judge([("a",)], [("a",)])


# Maps of phrases.


@pytest.fixture
def mapped(tmp_path: Path) -> Callable[[str], Callable[[str], str]]:
    def read(content: str) -> Callable[[str], str]:
        path = tmp_path / f"map{abs(hash(content))}.tsv"
        path.write_text(content, encoding="utf-8")
        return chain(f"map({str(path)!r})")

    return read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("twenty one", "21"),
        ("twenty", "20"),
        ("twenty twenty one", "20 21"),
        ("one twenty", "1 20"),
        ("a hundred and one", "101"),
        ("a hundred and", "a hundred and"),
        ("ones", "ones"),
        ("Twenty", "Twenty"),
        ("well one", "1"),
        ("#", "number"),
        ("", ""),
    ],
)
def test_the_longest_phrase_of_whole_words(mapped: Callable, text: str, expected: str) -> None:
    numbers = "# numbers\n\none\t1\ntwenty\t20\ntwenty one\t21\na hundred and one\t101\nwell\t\n#\tnumber\n"
    assert mapped(numbers)(text) == expected


def test_what_was_put_in_is_not_looked_at_again(mapped: Callable) -> None:
    assert mapped("a\tb c\nb\td\n")("a b") == "b c d"


@pytest.mark.parametrize(
    ("content", "line", "found"),
    [
        ("a\tb\nno tab\n", 2, "1 columns"),
        ("a\tb\tc\n", 1, "3 columns"),
        ("\tb\n", 1, "no phrase before the tab"),
        ("a b\tx\na  b\ty\n", 2, "'a  b' has another replacement above"),
    ],
)
def test_what_is_no_line_of_a_map_is_named(mapped: Callable, content: str, line: int, found: str) -> None:
    with pytest.raises(InputError) as error:
        mapped(content)("a")
    assert f".tsv:{line}: {found}; " in str(error.value)


def test_the_same_line_twice_is_no_error(mapped: Callable) -> None:
    assert mapped("a\tb\na\tb\n")("a") == "b"


@given(st.lists(st.sampled_from(["one", "two", "twenty", "x"])))
def test_into_digits_twice_is_once(words: list[str]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "map.tsv")
        path.write_text("one\t1\ntwo\t2\ntwenty\t20\ntwenty one\t21\ntwenty two\t22\n")
        how = chain(f"map({str(path)!r})")
        once = how(" ".join(words))
        assert how(once) == once
