"""Sentences with both trees: word by word what hangs where, and the worst of them."""

from pathlib import Path

from murho.measures.dependencies.dependencies import dependencies
from murho.measures.dependencies.word_pairs import Place, Side
from murho.pipeline.aligning.tree_alignment import Stretch, stretches
from murho.views.choice import chosen
from murho.views.sentences import MOST, Arc, Word, sentence, sentences

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "parsing"
FILES = str(EXAMPLE / "gold.conllu"), str(EXAMPLE / "system.conllu")


def examples() -> list[Stretch]:
    return list(stretches(dependencies(), *FILES, "conllu"))


def test_words_of_both_sides_are_counted_from_one() -> None:
    noun, extra = Side("la", "DET", 1, "det"), Side("el", "PRON", None, "dep")
    places = [
        Place(noun, noun._replace(upos="PRON"), True, True),
        Place(noun, None, False, False),
        Place(None, extra, False, False),
        Place(noun, extra, False, False, False),
    ]
    shown = sentence(Stretch("s", places))
    assert shown.words_in_lines == [
        Word(1, "la", ("DET", "PRON"), Arc(2, "det"), Arc(2, "det"), None),
        Word(2, "la", ("DET",), Arc(2, "det"), None, "missing"),
        Word(3, "el", ("PRON",), None, Arc(None, "dep"), "extra"),
        Word(4, "la", ("DET", "PRON"), Arc(2, "det"), Arc(None, "dep"), None),
    ]
    assert (shown.words, shown.errors, shown.kinds) == (2, 2, (("missing", 1), ("extra", 1)))


def test_of_too_many_the_worst_are_shown() -> None:
    found, cut = sentences(examples(), 2)
    assert ([one.id for one in found], cut) == (["m2", "n1 + n2"], True)
    found, cut = sentences(examples())
    assert ([one.id for one in found], cut) == ([one.id for one in examples()], False)
    many = examples()[:1] * (MOST + 1)
    assert [len(sentences(many[:n])[0]) for n in (MOST, MOST + 1)] == [MOST, MOST]


def test_the_worst_come_first() -> None:
    assert [one.id for one in chosen(examples(), worst=2)] == ["m2", "n1 + n2"]
    assert [one.id for one in chosen(examples(), worst=9, rank="rate")] == ["m2", "n1 + n2", "m1", "n3"]
    right = Stretch("r", [Place(Side("a", "X", -1, "root"), Side("a", "X", -1, "root"), True, True)])
    assert list(chosen([right], errors_only=True)) == []
    assert list(chosen([right])) == [right]
