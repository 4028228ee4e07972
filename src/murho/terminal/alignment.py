"""Alignments in the terminal: the reference above the answer above the operations, word under word.

    u7  2 of 6 wrong, 33.3 %: S 1, D 1
    ref  i   want to go to berlin
    hyp  *** want to go to bonn
         D                 S

Nothing needs colour to be told: a gap is `***`, and a letter stands below every error, S for a substitution, D for a
deletion, I for an insertion. Colour is added where the terminal has it. What is longer than a line goes on below, in
blocks that keep a word and what stands for it together.

>>> from murho.measures.text.lattice import Step
>>> steps = [Step("D", "i", None), Step("=", "want", "want"), Step("S", "berlin", "bonn")]
>>> print(*("".join(text for text, _ in line) for line in lines(utterance(Alignment("u1", steps)), 60)), sep="\\n")
u1  2 of 3 wrong, 66.7 %: S 1, D 1
ref  i   want berlin
hyp  *** want bonn
     D        S
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from murho.pipeline.scoring.alignment import Alignment
from murho.sheets.console import inert
from murho.sheets.screen_columns import Column, blocks, columns, padded
from murho.terminal.styled_lines import Line, print_line
from murho.views.utterances import Utterance, utterance

if TYPE_CHECKING:
    from rich.console import Console

STYLES = {"S": "bold yellow", "D": "bold red", "I": "bold cyan"}
_LABELS = ("ref  ", "hyp  ", "     ")


def show_alignments(alignments: Iterable[Alignment], console: "Console", errors_only: bool = False) -> None:
    """Print alignments, a blank line after each."""
    for alignment in alignments:
        for line in lines(utterance(alignment), console.width, errors_only):
            print_line(line, console)
        console.file.write("\n")


def lines(shown: Utterance, width: int, errors_only: bool = False) -> Iterator[Line]:
    """The lines of one utterance, `width` places wide; with `errors_only` blocks without an error are summed up."""
    yield heading(shown)
    right, wrong = 0, True
    for block in blocks(columns(shown.steps), width - len(_LABELS[0])):
        if not wrong and not right:
            yield []  # sets off blocks that no row of operations does
        wrong = any(column.operation for column in block)
        if errors_only and shown.errors and not wrong:
            right += len(block)
            continue
        if right:
            yield _left_out(right)
            right = 0
        yield from (_row(block, side) for side in range(2 + wrong))
    if right:
        yield _left_out(right)


def heading(shown: Utterance) -> Line:
    """The id, how much is wrong, and which groups the utterance belongs to."""
    wrong = f"{shown.errors} of {shown.units} wrong" if shown.errors else "nothing wrong"
    rate = f", {100 * shown.rate:.1f} %" if shown.errors and shown.rate is not None else ""
    errors = ", ".join(f"{operation} {count}" for operation, count in shown.counts)
    line: Line = [(inert(shown.id), "bold"), (f"  {wrong}{rate}{': ' if errors else ''}{errors}", "")]
    if shown.undefined:
        reason = f", {inert(shown.failure)}" if shown.failure else ""
        line.append((f"  ⊥ no answer{reason}", "yellow"))
    return line + [(f"  {inert(feature)} {inert(names)}", "dim") for feature, names in shown.groups]


def _left_out(count: int) -> Line:
    return [(f"     … {count} right …", "dim")]


def _row(block: Sequence[Column], side: int) -> Line:
    """One of the three rows of a block, without blanks at its end."""
    row: Line = [(_LABELS[side], "dim")]
    for place, column in enumerate(block):
        text = padded(column.rows[side], column.width)
        row.append((text if place < len(block) - 1 else text.rstrip(" "), STYLES.get(column.operation, "")))
        row.append((" ", ""))
    row.pop()
    while len(row) > 1 and not row[-1][0].strip(" "):
        row.pop()
    row[-1] = (row[-1][0].rstrip(" "), row[-1][1])
    return row
