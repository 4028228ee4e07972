"""Sheets as Markdown: headings, tables, lists of notes; text from data never becomes markup.

>>> from murho.sheets import Column, Sheet, SheetRow
>>> print(markdown(Sheet("Words", columns=(Column("word", "name"),), rows=[SheetRow(("a|*b*",))], notes=["few"])))
## Words
<BLANKLINE>
| word |
|---|
| a\\|\\*b\\* |
<BLANKLINE>
> **note** few
"""

import re
from html import escape

from murho.sheets import Sheet, SheetItem, SheetRow
from murho.sheets.legible import legible
from murho.sheets.writing import NAMES, cells, facts, flags_of, headings

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~&@])")


def escaped(text: str) -> str:
    """Text on one line, with nothing that Markdown would act on."""
    return _SIGNS.sub(r"\\\1", legible(" ".join(text.split())))


def table(head: list[str], rows: list[list[str]], right: list[bool]) -> str:
    """A table, the columns that are `right` aligned there; its texts are escaped already."""
    rule = "".join("---:|" if is_right else "---|" for is_right in right)
    lines = [f"| {' | '.join(head)} |", f"|{rule}", *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join(lines)


def markdown(sheet: Sheet, level: int = 2) -> str:
    """The sheet with its sections, its title a heading of this level, or what opens one that is folded."""
    title = f"{'#' * min(level, 6)} {escaped(sheet.title)}"
    parts = [f"<details><summary>{escape(legible(sheet.title))}</summary>" if sheet.folded else title]
    if sheet.sentence:
        parts.append(_sentence(sheet.sentence))
    if sheet.rows:
        head = [escaped(text) for column in sheet.columns for text in headings(column)]
        right = [column.kind not in NAMES for column in sheet.columns for _ in headings(column)]
        parts.append(table(head, [_texts(sheet, row) for row in sheet.rows], right))
        parts += _below(sheet)
    if sheet.facts:
        parts.append("\n".join(f"- {escaped(name)}: {escaped(text)}" for name, text in facts(sheet)))
    parts += [_sentence(text) for text in (sheet.caption, *sheet.conclusions) if text]
    parts += [f"> **note** {escaped(note)}" for note in sheet.notes]
    items = [item for row in sheet.rows for item in row.items]
    if items:
        parts.append("\n".join(f"- {_item(item)}" for item in items))
    parts += [markdown(section, level + 1) for section in sheet.sections if not _is_drawn(section)]
    for line in sheet.signature.splitlines():
        plain = legible(line).replace("`", "'")
        parts.append(f"`{plain}`")
    if sheet.folded:
        parts.append("</details>")
    return "\n\n".join(parts)


def _is_drawn(sheet: Sheet) -> bool:
    """Whether there is nothing but a picture to it."""
    return sheet.picture is not None and not (sheet.rows or sheet.facts or sheet.conclusions or sheet.notes)


def _item(item: SheetItem) -> str:
    sign = "" if item.is_right is None else "✓ " if item.is_right else "✗ "
    return sign + "  ".join(escaped(text) for text in (item.id, item.text, item.note, item.group, item.outcome) if text)


def _texts(sheet: Sheet, row: SheetRow) -> list[str]:
    pairs = zip(sheet.columns, row.cells, strict=True)
    texts = [escaped(text) for column, cell in pairs for text in cells(column, cell)]
    texts[0] += f" ({escaped(row.note)})" if row.note else ""
    texts[-1] += " !" if flags_of(row) else ""
    return texts


def _below(sheet: Sheet) -> list[str]:
    """What is left out of the table, and why figures in it rest on little."""
    flags = list(dict.fromkeys(flag for row in sheet.rows for flag in flags_of(row)))
    lines = [f"{sheet.left_out} more are not listed."] if sheet.left_out else []
    return [*lines, *([f"! {escaped('; '.join(flags))}"] if flags else [])]


def _sentence(text: str) -> str:
    whole = text[:1].upper() + text[1:] if text[:1].isascii() else text
    return escaped(whole if whole.endswith((".", "?", "!", ":")) else f"{whole}.")
