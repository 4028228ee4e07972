"""Trees in the terminal: a line for every word, and what is wrong in front of it."""

import io
from pathlib import Path

from rich.console import Console

from murho.measures.dependencies.dependencies import dependencies
from murho.measures.dependencies.word_pairs import Place, Side
from murho.pipeline.aligning.tree_alignment import Stretch, stretches
from murho.terminal.trees import show_trees

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "parsing"
FILES = str(EXAMPLE / "gold.conllu"), str(EXAMPLE / "system.conllu")


def examples() -> list[Stretch]:
    return list(stretches(dependencies(), *FILES, "conllu"))


def printed(*shown: Stretch, errors_only: bool = False) -> str:
    out = io.StringIO()
    show_trees(shown, Console(file=out, width=80, color_system=None), errors_only)
    return out.getvalue()


def test_every_word_has_a_line_and_wrong_ones_say_why() -> None:
    assert printed(examples()[2]) == (
        "n1 + n2  2 of 7 wrong, 28.6 %: label 1, head and label 1\n"
        "                1  ¿      PUNCT   3 punct\n"
        "label           2  La     PRON    3 obj    →  3 nsubj\n"
        "                3  viste  VERB    0 root\n"
        "                4  ?      PUNCT   3 punct\n"
        "                5  ¡      PUNCT   6 punct\n"
        "head and label  6  Sí     INTJ    0 root   →  3 parataxis\n"
        "                7  !      PUNCT   6 punct\n\n"
    )


def test_right_words_may_be_left_out() -> None:
    assert len(printed(examples()[0], errors_only=True).splitlines()) == 3


def test_what_is_hostile_is_written_out() -> None:
    hostile = ["null \x00 bell \x07 escape \x1b[31m", "[bold]x[/]", "\u202egnp.exe"]
    places = [Place(Side(text, text, -1, text), Side(text, "X", -1, "x"), True, False) for text in hostile]
    shown = printed(Stretch(hostile[0], places))
    assert all(sign.isprintable() or sign == "\n" for sign in shown)
    assert shown.count("\\x1b[31m") == 4, "in the id; as form, tag and relation of the first word"
    assert "[bold]x[/]" in shown


def test_what_is_not_scored_is_nothing_wrong() -> None:
    gold = Side("!", "PUNCT", 1, "punct"), Side("Go", "VERB", -1, "root")
    places = [Place(gold[0], Side("!", "PUNCT", -1, "root"), False, False, False), Place(gold[1], gold[1], True, True)]
    assert printed(Stretch("s", places)).splitlines() == [
        "s  nothing wrong",
        "  1  !   PUNCT   2 punct",
        "  2  Go  VERB    0 root",
        "",
    ]
