"""Trees in the terminal: the words of a sentence one below the other, with what gold says and where the system differs.

    s1  1 of 3 wrong, 33.3 %: label 1
           1  Dogs   NOUN   2 nsubj
    label  2  bark   VERB   0 root    → 0 ccomp
           3  .      PUNCT  2 punct

A head is a word's number in the list, 0 the root. Nothing needs colour to be told: what is wrong stands in front.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from murho.pipeline.aligning.tree_alignment import Stretch
from murho.sheets.console import inert
from murho.sheets.screen_columns import padded, width
from murho.terminal.styled_lines import Line, print_line
from murho.views.sentences import Arc, Sentence, Word, sentence

if TYPE_CHECKING:
    from rich.console import Console

STYLES = {
    "head": "bold yellow",
    "label": "bold magenta",
    "head and label": "bold yellow",
    "missing": "bold red",
    "extra": "bold cyan",
}


def show_trees(stretches: Iterable[Stretch], console: "Console", errors_only: bool = False) -> None:
    """Print the sentences of stretches, a blank line after each."""
    for stretch in stretches:
        for line in lines(sentence(stretch), errors_only):
            print_line(line, console)
        console.file.write("\n")


def lines(shown: Sentence, errors_only: bool = False) -> Iterator[Line]:
    """The lines of one sentence; with `errors_only` those of right words are left out."""
    yield heading(shown)
    words = shown.words_in_lines
    rows = [_cells(word, len(str(len(words)))) for word in words]
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for word, cells in zip(words, rows, strict=True):
        if errors_only and not word.error:
            continue
        style = STYLES.get(word.error or "", "")
        mark, number, *texts = (padded(text, places) for text, places in zip(cells, widths, strict=True))
        yield [(f"{mark}  ", style), (f"{number}  ", "dim"), ("  ".join(texts).rstrip(), style)]


def heading(shown: Sentence) -> Line:
    """The id and what is wrong."""
    wrong = f"{shown.errors} of {shown.words} wrong, {100 * shown.rate:.1f} %: " if shown.errors else "nothing wrong"
    kinds = ", ".join(f"{kind} {count}" for kind, count in shown.kinds)
    return [(inert(shown.id), "bold"), (f"  {wrong}{kinds}", "")]


def _cells(word: Word, digits: int) -> list[str]:
    """The columns of a word: what is wrong, number, form, part of speech, arc of gold, arc of the system if wrong."""
    gold = "" if word.gold is None else _arc(word.gold)
    system = "" if not word.error or word.system is None else f"→ {_arc(word.system)}"
    upos = inert(" → ".join(word.upos))
    return [word.error or "", f"{word.number:{digits}}", inert(word.form), upos, gold, system]


def _arc(arc: Arc) -> str:
    head = "?" if arc.head is None else str(arc.head)
    return f"{head:>2} {inert(arc.relation)}"
