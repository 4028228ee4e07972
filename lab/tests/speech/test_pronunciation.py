"""Dictionaries, and words that they lack."""

from collections.abc import Callable
from pathlib import Path

import pytest

from murho.core.errors import InputError, UsageError
from murho_lab.speech import pronunciation
from murho_lab.speech.pronunciation import ARPABET, as_text, espoken, flite_spoken, in_arpabet, of_words, read

CMU = "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH"


def test_a_dictionary_is_read_and_written(tmp_path: Path) -> None:
    path = tmp_path / "words.dict"
    path.write_text(";;; CMU\nto  T UW\nto(2) T AH\n\nbonn B AA N # a town\n")
    words = read(path)
    assert words == {"to": ("T UW", "T AH"), "bonn": ("B AA N",)}
    path.write_text(as_text(words))
    assert read(path) == words
    path.write_text("to T UW\nbonn\n")
    with pytest.raises(InputError, match=r"words.dict:2: no pronunciation: 'bonn'; write a word and its phonemes"):
        read(path)


def test_sounds_are_put_into_arpabet() -> None:
    assert in_arpabet("f_ɹ_ˈæ_ŋ_k_f_ɜː_t") == "F R AE NG K F ER T"
    assert in_arpabet("(de)ˈɑː_x_ə_n(en)") == "AA K AH N"
    assert in_arpabet("aɪɚ") == "AY ER"
    assert in_arpabet("tʃaɪ") == "CH AY"
    with pytest.raises(ValueError, match="ʘ"):
        in_arpabet("ʘ_a")


def test_every_phoneme_of_the_model_is_reached() -> None:
    assert {phoneme for several in ARPABET.values() for phoneme in several.split()} == set(CMU.split())


def test_words_are_taken_as_known_else_asked_for(needs: Callable[..., None]) -> None:
    needs("espeak-ng")
    known = {"bonn": ("B AA N", "B AO N")}
    assert of_words(["Bonn", "bonn"], known) == {"Bonn": known["bonn"], "bonn": known["bonn"]}
    asked = of_words(["tubingen", "bonn", "frankfurt"], known)
    assert asked == {"tubingen": ("T UW B IH N JH AH N",), "bonn": known["bonn"], "frankfurt": ("F R AE NG K F ER T",)}


def test_signs_and_numbers_are_words_too_and_nothing_is_none(needs: Callable[..., None]) -> None:
    needs("espeak-ng")
    assert espoken(["7", "o'clock", "bad-kissingen"]) == {
        "7": "S EH V AH N",
        "o'clock": espoken(["o'clock"])["o'clock"],
        "bad-kissingen": "B AE D K IH S IH N JH AH N",
    }
    with pytest.raises(InputError, match=r"no pronunciation of '\.\.\.'; write words as they are spoken"):
        espoken(["yes", "..."])
    with pytest.raises(UsageError, match=r"espeak-ng: .*; name one of its voices"):
        espoken(["yes"], "nobody")


def test_words_as_flite_says_them(needs: Callable[..., None]) -> None:
    needs("flite")
    assert flite_spoken(["emden", "the", "...", "jena"]) == {
        "emden": "EH M D AH N",
        "the": "DH AH",
        "jena": "JH IY N AH",
    }
    assert set(" ".join(flite_spoken(["zwickau", "oslo", "ulm", "xanten"]).values()).split()) <= set(CMU.split())
    with pytest.raises(UsageError, match="flite: 3 pronunciations of 2 words; name plain words"):
        flite_spoken(["yes\n\nno", "to"])


def test_without_the_program_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pronunciation, "which", lambda program: None)
    assert of_words(["bonn"], {"bonn": ("B AA N",)}) == {"bonn": ("B AA N",)}
    with pytest.raises(UsageError, match=r"no pronunciation of x, y, z, \.\.\.: espeak-ng is not installed; .*apt-get"):
        of_words(["x", "y", "z", "w"], {})
    with pytest.raises(UsageError, match="flite is not installed; install it with: apt-get install flite"):
        flite_spoken(["bonn"])


@pytest.mark.slow
def test_how_often_the_table_agrees_with_the_dictionary(needs: Callable[..., None]) -> None:
    needs("espeak-ng", "pocketsphinx")
    from murho.measures import measure
    from murho_lab.speech.model import bundled

    words = dict(list(read(bundled().dictionary).items())[::100])
    said = espoken(list(words))
    judged = measure("words").judge([words[word][:1] for word in words], [(said[word],) for word in words])
    errors = judged.loss.sum() / judged.units.sum()
    print(f"phonemes of {len(words)} words of CMU's dictionary that eSpeak NG has otherwise: {errors:.1%}")
    assert errors < 0.25
