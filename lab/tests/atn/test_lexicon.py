"""Lexicons: lines, unknown words, and what is refused."""

from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho_lab.atn import Reading, Sentence, Token, read_lexicon
from murho_lab.atn.lexicon import lexicon_of


@pytest.fixture
def words(tmp_path: Path) -> Path:
    return tmp_path / "words.tsv"


def test_readings_in_order_without_repetition(words: Path) -> None:
    words.write_text("fish\tN\tNumber=Sing\nfish\tV\nfish\tN\tNumber=Sing\n\n# a comment\n#\tSYM\nNew York\tN\n")
    lexicon = read_lexicon(words)
    assert [one.category for one in lexicon.readings["fish"]] == ["N", "V"]
    assert lexicon.readings["#"] == (Reading("SYM"),)
    assert lexicon.sentence(["New York"]).words[0].readings == (Reading("N"),)


def test_unknown_words(words: Path) -> None:
    words.write_text("the\tDET\n<unknown>\tN\tNumber=Sing\n")
    sentence = read_lexicon(words).sentence("The snark the snark")
    assert sentence.unknown == ("snark",)
    assert [word.readings[0].category for word in sentence.words] == ["DET", "N", "DET", "N"]
    assert read_lexicon(words, unknown=[Reading("X")]).sentence("snark").words[0].readings == (Reading("X"),)
    words.write_text("the\tDET\n")
    assert read_lexicon(words).sentence("snark").words == [Token("snark", ())]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("the", "a line without a category"),
        ("the\t", "a line without a category"),
        ("\tDET", "no form before the tab"),
        ("the\tDET\tSing", "'Sing' where a feature belongs"),
        ("the\tDET\tNumber=", "'Number=' where a feature belongs"),
        ("the\tDET\tA=b\tc", "4 columns"),
    ],
)
def test_what_is_wrong_and_where(words: Path, line: str, found: str) -> None:
    words.write_text(f"a\tDET\n{line}\n")
    with pytest.raises(InputError) as error:
        read_lexicon(words)
    assert str(error.value).startswith(f"{words}:2: {found}")


def test_a_lexicon_of_a_text() -> None:
    noun, verb = Reading("N", {"Number": "Sing"}), Reading("V")
    text = [Sentence([Token("fish", (noun,)), Token("fish", (verb,))]), Sentence([Token("fish", (verb,))])]
    assert lexicon_of(text).readings == {"fish": (verb, noun)}
