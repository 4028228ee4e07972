"""Alignments in the layouts of NIST's sclite, for the eyes and the scripts that are used to them.

| layout | what it holds |
|---|---|
| `pra` | every utterance: reference, hypothesis and the errors below each other |
| `prf` | the same with a heading of its own for every utterance |
| `sys` | a table of the speakers, in percent |
| `raw` | the same in numbers |

docs/showing.md says what is equal to sclite's files and what is not.
"""

from collections.abc import Iterator, Sequence
from math import inf
from statistics import mean, median, stdev

from murho.formats.opening import Path
from murho.formats.saving import writing
from murho.pipeline.scoring.alignment import Alignment
from murho.sheets.screen_columns import Column, blanks, columns
from murho.views.speakers import BySpeaker, SpeakerCounts, counted

LAYOUTS = ("pra", "prf", "sys", "raw")
PAGE = 80
"""The width that tables are centred in."""
LINE = 1000
"""The width that alignments are cut to."""


def write(layout: str, shown: BySpeaker, path: Path = "-") -> None:
    """Write a file in one of LAYOUTS.

    Raises OutputError where it cannot be written.
    """
    with writing(path) as file:
        for line in lines(layout, shown):
            file.write(f"{line}\n".encode("utf-8", "backslashreplace"))


def lines(layout: str, shown: BySpeaker) -> Iterator[str]:
    """The lines of a file in one of LAYOUTS."""
    return {"pra": _pra, "prf": _prf, "sys": _sys, "raw": _raw}[layout](shown)


def _pra(shown: BySpeaker) -> Iterator[str]:
    yield from ("", "", "\t\tDUMP OF SYSTEM ALIGNMENT STRUCTURE", "", f"System name:   {shown.answers}", "")
    yield from _names(shown)
    yield ""
    for number, (speaker, utterances) in enumerate(shown.speakers.items()):
        yield f"Speaker sentences {number:3}:  {speaker}   #utts: {len(utterances)}"
        for one in utterances:
            yield from _picture(one, shown)
            yield ""
    yield ""


def _prf(shown: BySpeaker) -> Iterator[str]:
    yield from ("NIST_TEXT_ALIGNMENT", "VERSION 0.1", "", "", "\t\tDUMP OF SYSTEM ALIGNMENT STRUCTURE", "")
    yield f"System name:   {shown.answers}"
    yield f"Ref file:      {shown.references}"
    yield f"Hyp file:      {shown.answers}"
    yield ""
    yield f"Speaker Count: {len(shown.speakers)}"
    yield from _names(shown)
    yield from ("", "")
    places = [
        (one.line or inf, number, place)
        for number, utterances in enumerate(shown.speakers.values())
        for place, one in enumerate(utterances)
    ]
    names = list(shown.speakers)
    for _, number, place in sorted(places):
        utterances = shown.speakers[names[number]]
        yield f"Speaker sentences {number:3}:  {names[number]}   utt# {place} of {len(utterances)}"
        yield from _picture(utterances[place], shown, shown.unit == "character")
        yield ""
    yield ""


def _names(shown: BySpeaker) -> Iterator[str]:
    yield "Speakers: "
    for number, speaker in enumerate(shown.speakers):
        yield f"   {number:2}:  {speaker}"


def _picture(one: Alignment, shown: BySpeaker, by_character: bool = False) -> Iterator[str]:
    counts = one.counts
    yield f"id: ({one.id})"
    yield f"Scores: (#C #S #D #I) {counts['=']} {counts['S']} {counts['D']} {counts['I']}"
    attributes = "Character_align " * by_character + "Case_sensitve " * (not shown.folded)  # as sclite spells it
    if attributes:
        yield f"Attributes: {attributes}"
    drawn = [_cell(column, shown.folded) for column in columns(one.steps, gap=None)]
    for number, line in enumerate(_cut(drawn)):
        if number:
            yield ""
        for name, side in (("REF: ", 0), ("HYP: ", 1), ("Eval:", 2)):
            cells = "".join(f"{texts[side]}{blanks(texts[side], width)} " for texts, width in line)
            yield f"{'>> ' if number else ''}{name} {cells}"


Cell = tuple[tuple[str, str, str], int]
"""What stands in the three rows, and how wide it is."""


def _cell(column: Column, folded: bool) -> Cell:
    """Errors in capitals where words were compared in lower case; a word left out as blanks."""
    above, below, letter, width = column
    if folded and letter:
        above, below = (side.upper() if len(side.upper()) == len(side) else side for side in (above, below))
    return (above, below, letter), width


def _cut(cells: Sequence[Cell]) -> Iterator[Sequence[Cell]]:
    """Lines of at most LINE places, but the last cell of all may stand out."""
    start, used = 0, 6
    for place, (_, width) in enumerate(cells):
        used += width + 1
        if used >= LINE and place > start and place < len(cells) - 1:
            yield cells[start:place]
            start, used = place, 9 + width + 1
    if cells:
        yield cells[start:]


HEAD = (" SPKR", " # Snt", "# Wrd", "Corr", " Sub", " Del", " Ins", " Err", "S.Err")


def _sys(shown: BySpeaker) -> Iterator[str]:
    rows = [counted(utterances) for utterances in shown.speakers.values()]
    spoken = [row.shares for row in rows if row.words]
    whole = SpeakerCounts(*map(sum, zip(*rows, strict=True)))
    table = [
        [f" {name} ", *map(_rounded, row[:2]), *_percents(row)] for name, row in zip(shown.speakers, rows, strict=True)
    ]
    sums = [" Sum/Avg", *map(_rounded, whole[:2]), *map(_tenth, whole.shares)]
    mark = " " if len(spoken) == len(rows) else "+"
    spread = []
    for name, of in ((" Mean ", mean), (" S.D. ", _deviation), ("Median", median)):
        some = [of(column) for column in zip(*spoken, strict=True)][:5] if spoken else [0.0] * 5
        wrong = of([row.sentences_in_error / row.sentences * 100 for row in rows])
        sizes = [of([row[k] for row in rows]) for k in (0, 1)]
        spread.append([name, *map(_tenth, sizes), *(_tenth(value, mark) for value in some), _tenth(wrong)])
    yield from _page(shown, table, sums, spread)
    if mark == "+":
        yield from (
            "",
            "* No Reference words for this/these speaker(s).  Word counts supplied",
            "  rather than percents.",
            "# No Reference words for this/these speaker(s).  NCE not computable.",
            "+ Speaker(s) with no reference data is ignored",
        )


def _raw(shown: BySpeaker) -> Iterator[str]:
    rows = [counted(utterances) for utterances in shown.speakers.values()]
    whole = SpeakerCounts(*map(sum, zip(*rows, strict=True)))
    table = [
        [f" {name} ", *map(_rounded, row[:2]), *(_unit(value) for value in row[2:])]
        for name, row in zip(shown.speakers, rows, strict=True)
    ]
    sums = [" Sum", *map(_rounded, whole[:2]), *(_unit(value) for value in whole[2:])]
    spread = [
        [name, *(_tenth(of(column)) for column in zip(*rows, strict=True))]
        for name, of in ((" Mean ", mean), (" S.D. ", _deviation), ("Median", median))
    ]
    yield from _page(shown, table, sums, spread)


def _percents(row: SpeakerCounts) -> list[str]:
    if row.words:
        return [_tenth(value) for value in row.shares]
    return [*(f"{part:5.0f}*" for part in row[2:7]), _tenth(row.shares[-1])]


def _deviation(values: Sequence[float]) -> float:
    return stdev(values) if len(values) > 1 else 0.0


def _rounded(value: float) -> str:
    return f"{value:5.0f}"


def _unit(value: float) -> str:
    return f"{value:5.0f} "


def _tenth(value: float, mark: str = " ") -> str:
    """With one decimal, halves away from 0 as sclite rounds them."""
    return f"{int(value * 10 + 0.5) / 10:5.1f}{mark}"


def _page(shown: BySpeaker, table: list[list[str]], sums: list[str], spread: list[list[str]]) -> Iterator[str]:
    """The table in its frame, centred on the page."""
    title, head = shown.answers, [*HEAD]
    head[2] = "# Chr" if shown.unit == "character" else "# Wrd"
    widths = [max(map(len, cells)) for cells in zip(head, *table, sums, *spread, strict=True)]
    least = sum(widths) + len(widths) + 1
    width = max(least, len(title) + 2)
    indent = " " * ((PAGE - width) // 2)
    cells = _widened(widths, width - least)

    def rule(sign: str, crossing: str) -> str:
        return f"|{_joined([sign * cell for cell in cells], sign, crossing)}|"

    def row(values: Sequence[str], first: str) -> str:
        texts = [f"{values[0]:{first}{widths[0]}}" if first == "<" else _centred(values[0], widths[0])]
        texts += [_centred(value, room) for value, room in zip(values[1:], widths[1:], strict=True)]
        return f"|{_joined([_centred(text, cell) for text, cell in zip(texts, cells, strict=True)], ' ', '|')}|"

    lines = [f",{'-' * (width - 2)}.", f"|{_centred(title, width - 2)}|", rule("-", "-"), row(head, "<")]
    for values in table:
        lines += [rule("-", "+"), row(values, "<")]
    lines += [rule("=", "="), row(sums, "<"), rule("=", "=")]
    lines += [row(values, "^") for values in spread]
    lines.append(f"`{'-' * (width - 2)}'")
    yield from ("", "", "", _centred("SYSTEM SUMMARY PERCENTAGES by SPEAKER", PAGE), "")
    yield from (indent + line for line in lines)


def _widened(widths: Sequence[int], room: int) -> list[int]:
    """The widths with more room shared among them."""
    ends = [int(room * (k + 1) / len(widths) + 0.5) for k in range(len(widths))]
    return [width + end - start for width, start, end in zip(widths, [0, *ends], ends, strict=False)]


def _joined(cells: Sequence[str], space: str, bar: str) -> str:
    """Nine columns, with bars behind the first and the third."""
    return bar.join([cells[0], space.join(cells[1:3]), space.join(cells[3:])])


def _centred(text: str, width: int) -> str:
    left = max(0, width - len(text)) // 2
    return " " * left + text + " " * (width - len(text) - left)
