"""The lines of a grammar's files: out of comments, put together, each with its section and its place.

>>> import pathlib, tempfile
>>> file = pathlib.Path(tempfile.mkdtemp(), "toy.chart")
>>> _ = file.write_text("# a toy\\n[words]\\nhello,  # said first\\n  good morning : greeting\\n")
>>> [(line.section, line.text, line.number) for line in source_lines(str(file))]
[('words', 'hello, good morning : greeting', 3)]
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from murho.core.errors import InputError
from murho.formats.opening import text_lines

SECTIONS = ("features", "types", "words", "names", "rules", "units", "include")
_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|(?:^|\s)#.*')
_SECTION = re.compile(r"\[(\w+)\]")


@dataclass(frozen=True)
class Line:
    """A line of a grammar, with those that go on with it."""

    section: str
    text: str
    path: str
    number: int

    def wrong(self, found: str, todo: str) -> InputError:
        """The error that something is wrong in this line."""
        return InputError(found, todo, path=self.path, line=self.number)


def source_lines(path: str) -> list[Line]:
    """All lines of a grammar but for the names of sections, those of included files in their places.

    Raises:
        InputError: a line outside of any section, an unknown section, a file that is not there or includes itself.
    """
    return list(_read(path, ()))


def _read(path: str, including: tuple[str, ...]) -> Iterator[Line]:
    for line in _joined(path):
        if line.section != "include":
            yield line
            continue
        inside = beside(line, line.text)
        if inside in (*including, path):
            raise line.wrong(f"{line.text} includes itself", "take this line out")
        yield from _read(inside, (*including, path))


def beside(line: Line, name: str) -> str:
    """The path of a file that a line names, which begins at the file of the line.

    Raises:
        InputError: there is no such file.
    """
    path = Path(line.path).parent / name
    if not path.is_file():
        raise line.wrong(f"no file {name}", f"write its path from {Path(line.path).parent}")
    return str(path)


def _joined(path: str) -> Iterator[Line]:
    section, last = "", None
    for number, raw in text_lines(path):
        text = _COMMENT.sub(lambda match: match[0] if match[0].startswith('"') else "", raw).rstrip()
        if not text:
            continue
        if text[0].isspace() and last is not None and section != "units":
            last = Line(section, f"{last.text} {text.strip()}", path, last.number)
            continue
        if last is not None:
            yield last
            last = None
        if match := _SECTION.fullmatch(text.strip()):
            section = match[1]
            if section not in SECTIONS:
                raise InputError(f"no section [{section}]", f"known: {', '.join(SECTIONS)}", path=path, line=number)
            continue
        if not section:
            raise InputError(f"{text!r} stands in no section", "begin with [types]", path=path, line=number)
        last = Line(section, text.strip(), path, number)
    if last is not None:
        yield last
