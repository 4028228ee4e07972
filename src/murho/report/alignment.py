"""Alignments in the terminal: the reference above the answer above the operations, word under word.

    u7  2 of 6 wrong, 33.3 %: S 1, D 1
    ref  i   want to go to berlin
    hyp  *** want to go to bonn
         D                 S

Nothing needs colour to be told: a gap is `***`, and a letter stands below every error, S for a substitution, D for a
deletion, I for an insertion. Colour is added where the terminal has it. What is longer than a line goes on below, in
blocks that keep a word and what stands for it together.

>>> from murho.measures.text.lattice import Step
>>> one = Alignment("u1", [Step("D", "i", None), Step("=", "want", "want"), Step("S", "berlin", "bonn")])
>>> print(*("".join(text for text, _ in line) for line in lines(one, 60)), sep="\\n")
u1  2 of 3 wrong, 66.7 %: S 1, D 1
ref  i   want berlin
hyp  *** want bonn
     D        S
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from math import isfinite
from typing import TYPE_CHECKING

from murho.measures.text.confusions import LISTS, Confusions
from murho.measures.text.keywords import Spotted
from murho.measures.text.rarity import Class
from murho.pipeline.align import Alignment
from murho.pipeline.findings import Findings
from murho.report.columns import Column, blocks, columns, padded, shown
from murho.report.terminal import escape, inert, several

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from murho.core.figure import Figure

Line = list[tuple[str, str]]
"""Texts with the style of each."""
STYLES = {"S": "bold yellow", "D": "bold red", "I": "bold cyan"}
_LABELS = ("ref  ", "hyp  ", "     ")


def chosen(
    passing: Iterable[Alignment], errors_only: bool = False, worst: int | None = None, rank: str = "errors"
) -> Iterable[Alignment]:
    """Those to look at, one by one: all, those with an error, or so many of the worst, the worst first.

    What is worst has the most `errors`, or the highest `rate`; of equally bad ones the first.
    """
    if worst is None:
        return (one for one in passing if one.errors or one.undefined or not errors_only)
    return nsmallest(worst, (one for one in passing if one.errors or one.undefined), key=badness(rank))


def badness(rank: str) -> Callable[[Alignment], tuple[float, float]]:
    """What is least for the worst, by `errors` or by `rate`."""
    if rank == "rate":
        return lambda one: (-one.rate, -one.errors)
    return lambda one: (-one.errors, -one.rate)


def none(passing: Iterable[Alignment]) -> Iterable[Alignment]:
    """None of them, but all have passed."""
    deque(passing, maxlen=0)
    return ()


def lines(one: Alignment, width: int, errors_only: bool = False) -> Iterator[Line]:
    """The lines of one alignment, `width` places wide; with `errors_only` blocks without an error are summed up."""
    yield _heading(one)
    right, wrong = 0, True
    for block in blocks(columns(one.steps), width - len(_LABELS[0])):
        if not wrong and not right:
            yield []  # sets off blocks that no row of operations does
        wrong = any(column.operation for column in block)
        if errors_only and one.errors and not wrong:
            right += len(block)
            continue
        if right:
            yield _left_out(right)
            right = 0
        yield from (_row(block, side) for side in range(2 + wrong))
    if right:
        yield _left_out(right)


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


def _heading(one: Alignment) -> Line:
    wrong = f"{one.errors} of {one.units} wrong" if one.errors else "nothing wrong"
    rate = f", {100 * one.rate:.1f} %" if one.errors and isfinite(one.rate) else ""
    errors = ", ".join(f"{operation} {count}" for operation, count in one.counts.items() if count and operation != "=")
    heading: Line = [(inert(one.id), "bold"), (f"  {wrong}{rate}{': ' if errors else ''}{errors}", "")]
    if one.undefined:
        reason = f", {inert(one.failure)}" if one.failure else ""
        heading.append((f"  ⊥ no answer{reason}", "yellow"))
    for feature, names in one.groups.items():
        heading.append((f"  {inert(feature)} {', '.join(map(inert, names))}", "dim"))
    return heading


def show(alignments: Iterable[Alignment], console: "Console", errors_only: bool = False) -> None:
    """Print alignments, a blank line after each."""
    from rich.text import Text

    plain = console.color_system is None
    for one in alignments:
        for line in lines(one, console.width, errors_only):
            if plain:  # without what a console does to a line, which would be most of the time
                console.file.write("".join(text for text, _ in line) + "\n")
            else:
                console.print(Text.assemble(*line), soft_wrap=True)
        console.file.write("\n")


def show_findings(
    found: Findings, console: "Console", most: int | None = None, confusions: bool = False, given: bool = False
) -> None:
    """All counts, then what was asked for: groups, confusions, keywords, error by frequency (`given` in a file)."""
    _summary(found, console)
    for feature, groups in found.groups().items():
        _groups(feature, groups, console)
    if confusions:
        _confusions(found.whole, console, most)
        for feature, groups in found.groups().items():
            for name, one in groups.items():
                console.print(f"\n[bold]── {escape(feature)} {escape(name)} ──[/]", soft_wrap=True)
                _confusions(one, console, most)
    if found.spotting is not None:
        _keywords(found.spotting.rows(), found.spotting.total(), console)
    if found.rarity is not None:
        _rare(found.rarity.rows(), console, given)
    console.print(f"[dim]{escape(found.signature)}[/]", soft_wrap=True)


def _summary(found: Findings, console: "Console") -> None:
    whole, counts = found.whole, found.whole.counts
    console.print(
        f"[bold]{several(whole.errors, 'error')} in {several(counts['units'], found.unit)}{_share(whole)}[/]: "
        f"S {counts['substitutions']}, D {counts['deletions']}, I {counts['insertions']}, {counts['hits']} right; "
        f"{whole.in_error} of {several(whole.utterances, 'utterance')} with an error",
        soft_wrap=True,
    )
    notes = [f"{found.undefined} undefined (⊥)"] if found.undefined else []
    if found.unpaired.missing_answers:
        notes.append(f"{several(found.unpaired.missing_answers, 'case')} without an answer")
    if found.unpaired.unmatched_answers:
        notes.append(f"{several(found.unpaired.unmatched_answers, 'answer')} without a case, ignored")
    for note in [*notes, *found.unpaired.notes]:
        console.print(f"  [yellow]note[/]  {escape(note)}", soft_wrap=True)


def _share(one: Confusions) -> str:
    units = one.counts["units"]
    return f", {100 * one.errors / units:.2f} %" if units else ""


def _groups(feature: str, groups: Mapping[str, Confusions], console: "Console") -> None:
    table = _table(feature, "utterances", "units", "right", "S", "D", "I", "errors", "rate")
    for name, one in groups.items():
        c = one.counts
        numbers = (one.utterances, c["units"], c["hits"], c["substitutions"], c["deletions"], c["insertions"])
        table.add_row(escape(name), *map(str, numbers), str(one.errors), _share(one)[2:] or "–")
    console.print()
    console.print(table)


def _confusions(found: Confusions, console: "Console", most: int | None) -> None:
    for name, title in LISTS.items():
        entries = found.most(name, most)
        bag = found.counted(name)
        console.print(f"\n[bold]{title}[/]  {sum(bag.values())}, {len(bag)} different", soft_wrap=True)
        for words, count in entries:
            console.print(f"{count:6}  {' → '.join(map(_listed, words))}", markup=False, soft_wrap=True)
        if len(bag) > len(entries):
            console.print(f"[dim]and {len(bag) - len(entries)} more[/]")


def _listed(word: str) -> str:
    return inert(word) if word.strip() else shown(word)


def _keywords(rows: Sequence[Spotted], total: Spotted, console: "Console") -> None:
    table = _table("keyword", "said", "hits", "misses", "false alarms", "precision", "recall", "F1")
    for row in (*rows, total):
        numbers = (row.hits + row.misses, row.hits, row.misses, row.false_alarms)
        table.add_row(escape(row.keyword), *map(str, numbers), *map(_kept, (row.precision, row.recall, row.f1)))
        table.rows[-1].end_section = row is rows[-1] if rows else False
    console.print()
    console.print(table)
    ends = ", ".join(
        f"{name} {_kept(one)} [{100 * (1 - one.high):.1f}, {100 * (1 - one.low):.1f}]"
        for name, one in (("precision", total.precision), ("recall", total.recall), ("F1", total.f1))
        if one.value is not None
    )
    if ends:
        console.print(f"all, with {100 * total.f1.estimate.level:g} % intervals: {ends}", markup=False, soft_wrap=True)


def _rare(rows: Sequence[Class], console: "Console", given: bool) -> None:
    table = _table("frequency", "types", "tokens", "S", "D", "error", "interval", "I", "false")
    for row in rows:
        one = row.figure
        ends = "–" if one.value is None else f"[{100 * one.low:.1f}, {100 * one.high:.1f}]"
        error = "–" if one.value is None else f"{100 * one.value:.1f} %"
        mark = " !" if one.value is not None and one.flags else ""
        before, behind = (row.different, row.words, row.substitutions, row.deletions), (row.insertions,)
        table.add_row(
            row.name, *map(str, before), error + mark, escape(ends), *map(str, behind), str(row.falsely_recognised)
        )
    where = "the file of frequencies" if given else "these references"
    table.caption = f"frequency in {where}; error: (S + D) / tokens, ! rests on little; false: given for another"
    table.caption_justify = "left"
    console.print()
    console.print(table)


def _kept(one: "Figure") -> str:
    return "–" if one.value is None else f"{100 * (1 - one.value):.1f} %"


def _table(*names: str, first: str = "left") -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for place, name in enumerate(names):
        if place == 0:
            table.add_column(escape(name), overflow="fold", justify=first)  # type: ignore[arg-type]
        else:
            table.add_column(name, justify="right", no_wrap=True)
    return table
