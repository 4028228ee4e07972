"""The bundled Italian grammar: sentences written for it, and its figures on Italian PUD."""

from pathlib import Path

import pytest

from murho_lab.atn import Lexicon, Reading, Sentence, Token, bundled, parse
from murho_lab.atn.checks import findings
from murho_lab.atn.coverage import cover
from murho_lab.atn.dependencies import tree
from murho_lab.atn.treebank import Tree, read_treebank

GRAMMAR, _ = bundled("italian")

FINITE = {"XPOS": "VBC", "Mood": "Ind"}
CLASSES = {
    "DET": "il la i le lo gli un uno una questo questa ogni l'",
    "ADP": "di a da in con su per tra senza durante",
    "NOUN": "libro casa ragazza amico amici maestra città vino lettera treno studente finestra pane sera lunedì marzo "
    "presidente giorni idea pagine notte scuola",
    "PROPN": "Anna Roma Marco Rossi Verdi",
    "ADJ": "rosso bella grande stanco vecchia nuova importante",
    "ADV": "non ieri molto oggi solo sempre perché? dove? quando? già",
    "CCONJ": "e o ma",
    "SCONJ": "che se perché mentre",
    "NUM": "due tre 15 1998",
}
WORDS: dict[str, list[Reading]] = {}


def _word(form: str, category: str, **features: str) -> None:
    WORDS.setdefault(form, []).append(Reading(category, {"Lemma": form.rstrip("?"), **features}))


for _category, _forms in CLASSES.items():
    for _form in _forms.split():
        _number = "Plur" if _form in ("amici", "giorni", "pagine") else "Sing"
        _word(_form, _category, **({"Number": _number} if _category in ("NOUN", "PROPN") else {}))
WORDS["tutti"] = [Reading("ADJ", {"Lemma": "tutto"})]
for _form, _number in {
    "legge": "Sing", "leggono": "Plur", "vede": "Sing", "dice": "Sing", "arriva": "Sing", "arrivano": "Plur",
    "dorme": "Sing", "piove": "Sing", "vuole": "Sing", "pensa": "Sing", "scrive": "Sing",
}.items():  # fmt: skip
    _word(_form, "VERB", **FINITE, Number=_number)
for _form, _number, _lemma in (
    ("è", "Sing", "essere"), ("sono", "Plur", "essere"), ("ha", "Sing", "avere"), ("può", "Sing", "potere"),
):  # fmt: skip
    _word(_form, "AUX", **FINITE, Number=_number)
    WORDS[_form][-1] = Reading("AUX", {**WORDS[_form][-1].features, "Lemma": _lemma})
for _form in ("letto", "scritta", "aperta", "arrivati"):
    _word(_form, "VERB", XPOS="VBN", Tense="Past")
for _form in ("leggere", "vedere", "dormire", "vedervi"):
    _word(_form, "VERB", XPOS="VB")
_word("leggendo", "VERB", XPOS="VBG")
_word("c'è", "VERB", **FINITE, Number="Sing")
for _form in ("si", "lo", "la", "mi", "ci", "gli"):
    _word(_form, "PRON", XPOS="SE" if _form == "si" else "PRP")
for _form in ("cui", "che", "chi"):
    _word(_form, "PRON", XPOS="WP")
for _form in ("lei", "noi", "questo"):
    _word(_form, "PRON", XPOS="PRP")
for _form in ("suo", "sua", "mio"):
    _word(_form, "PRON", XPOS="DTP$")
for _form, _xpos in {".": ".", "?": ".", ",": ",", ":": ":", "«": "``", "»": "''", "(": "(", ")": ")"}.items():
    _word(_form, "PUNCT", XPOS=_xpos)
LEXICON = Lexicon({form: tuple(readings) for form, readings in WORDS.items()})

SENTENCES = {
    "la ragazza legge un libro .": "2 3 0 5 3 3",
    "legge .": "0 1",
    "piove sempre .": "0 1 1",
    "Anna dorme .": "2 0 2",
    "il libro rosso è di Anna .": "2 6 2 6 6 0 6",
    "la casa è molto bella .": "2 5 5 5 0 5",
    "Marco non è stanco .": "4 4 4 0 4",
    "il suo amico è uno studente .": "3 3 6 6 6 0 6",
    "Anna è la maestra di Marco .": "4 4 4 0 6 4 4",
    "la sua casa è in città .": "3 3 6 6 6 0 6",
    "la ragazza lo ha letto .": "2 5 5 5 0 5",
    "Marco non mi vede .": "4 4 4 0 4",
    "vuole vedere lo .": "0 1 2 1",
    "pensa di leggere il libro .": "0 3 1 5 3 1",
    "legge per dormire .": "0 3 1 1",
    "la lettera è scritta da Marco .": "2 4 4 0 6 4 4",
    "la finestra si può vedere .": "2 5 5 5 0 5",
    "la ragazza che legge dorme .": "2 5 4 2 0 5",
    "il libro che Anna legge è importante .": "2 7 5 5 2 7 0 7",
    "la casa in cui dorme è grande .": "2 7 4 5 2 7 0 7",
    "Marco dice che Anna arriva .": "2 0 5 5 2 2",
    "Anna legge mentre Marco dorme .": "2 0 5 5 2 2",
    "se piove , Anna legge .": "2 5 2 5 0 5",
    "Anna legge e Marco scrive .": "2 0 5 5 2 2",
    "Anna e Marco leggono .": "4 3 1 0 4",
    "il pane , il vino e il libro sono di Anna .": "2 11 5 5 2 8 8 2 11 11 0 11",
    "chi legge il libro ?": "2 0 4 2 2",
    "che vede Anna ?": "2 0 2 2",
    "« piove » , dice Anna .": "2 0 2 2 2 5 2",
    "leggendo un libro , Anna dorme .": "6 3 1 1 6 0 6",
    "il 15 marzo 1998 arriva un treno .": "2 5 2 2 0 7 5 5",
    "Anna arriva il lunedì .": "2 0 4 2 2",
    "Marco Rossi legge tre pagine .": "3 1 0 5 3 3",
    "il presidente Verdi arriva a Roma .": "2 4 2 0 6 4 4",
    "Marco , un amico di Anna , dorme .": "8 4 4 1 6 4 4 0 8",
    "tutti gli amici arrivano .": "3 3 4 0 4",
    "in città , la sera , piove .": "2 7 2 5 7 5 0 7",
    "una vecchia casa senza finestra .": "3 3 0 5 3 3",
    "Marco ( un amico ) dorme .": "6 4 4 1 4 0 6",
    "il vino rosso e il pane .": "2 0 2 6 6 2 2",
}


def heads(text: str) -> str:
    """The heads of the first analysis; empty without one."""
    sentence = LEXICON.sentence(text)
    parsed = parse(GRAMMAR, sentence)
    assert not parsed.undefined
    return " ".join(str(head) for head, _ in tree(parsed.analyses[0], len(sentence.words))) if parsed.analyses else ""


def test_it_is_sound_and_large() -> None:
    assert findings(GRAMMAR) == []
    assert len(GRAMMAR.states) >= 50
    assert len(GRAMMAR.arcs) >= 127


@pytest.mark.parametrize("text", SENTENCES)
def test_heads(text: str) -> None:
    assert heads(text) == SENTENCES[text]


@pytest.mark.parametrize(
    "text",
    [
        "la ragazza leggono .",
        "gli amici arriva .",
        "libro il legge Anna la .",
        "Anna di legge .",
        "la città in .",
        "e e .",
    ],
)
def test_what_is_not_italian_is_refused(text: str) -> None:
    assert heads(text) == ""


def short(data: Path, *, held_out: bool) -> list[Tree]:
    """Sentences of at most 15 words; every third of them, the third first, is held out."""
    trees = read_treebank(data / "ud" / "it_pud-ud-test.conllu.gz", longest=15)
    return [tree for position, tree in enumerate(trees, 1) if (position % 3 == 0) is held_out]


def test_on_the_development_part(data: Path) -> None:
    """Measured: 134 of 137 covered, 94.81 % of their 1,561 words attached, 92.95 % with the relation."""
    trees = short(data, held_out=False)
    figures = cover(GRAMMAR, trees).as_json()
    assert (figures["sentences"], figures["undefined"]) == (137, 0)
    assert figures["covered"] >= 134
    assert figures["uas"]["value"] >= 0.948
    assert figures["las"]["value"] >= 0.929


def test_on_the_part_held_out(data: Path) -> None:
    """Measured once, when the grammar was done: 66 of 68 covered, 93.17 % of 732 words attached, 89.89 % labelled."""
    figures = cover(GRAMMAR, short(data, held_out=True)).as_json()
    assert (figures["sentences"], figures["undefined"]) == (68, 0)
    assert figures["coverage"]["value"] > 0.9
    assert figures["uas"]["value"] > 0.88
    assert figures["las"]["value"] > 0.84


@pytest.mark.slow
def test_words_in_disorder_are_mostly_refused(data: Path) -> None:
    """Measured: 32 of the 137, full stop in place; it would be nearly all if the grammar accepted anything."""
    from random import Random

    dice, accepted = Random(1), 0
    for gold in short(data, held_out=False):
        words: list[Token] = list(gold.sentence.words)
        last = words.pop()
        dice.shuffle(words)
        accepted += bool(parse(GRAMMAR, Sentence([*words, last])).analyses)
    assert accepted < 45
