"""A suite by what names it: a file of XML or JSON lines, a folder of [incr tsdb()], or a suite that murho brings along.

>>> read_suite("klingon")  # doctest: +ELLIPSIS
Traceback (most recent call last):
murho.core.errors.UsageError: no suite 'klingon'; name a file (.xml, .jsonl), a folder of [incr tsdb()], or one that ...

Suites as JSON lines: a sentence on each, with the path of its phenomenon.

    {"id": "1", "expression": "No llueve.", "phenomenon": "negation/simple", "wellformed": true}

`phenomenon` is a path like that one or a list of names, in which a name may hold a slash. `wellformed` (true unless it
says otherwise; null where nobody knows), `reference` (a list of correct meanings) and `freq` may be left out.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "mine.jsonl")
>>> _ = path.write_text('{"id": 1, "expression": "No llueve.", "phenomenon": "negation/simple"}\\n')
>>> [(where, item.test, item.wellformed) for where, item in read_lines(str(path)).leaves()]
[(('phenomena', 'negation', 'simple'), 'No llueve.', True)]
"""

import os
from typing import Any

from murho.core.errors import InputError, UsageError
from murho.formats.jsonvalue import decode_lines
from murho.formats.opening import line_blocks, plain_name, plain_suffix
from murho.suites import tsdb, xml
from murho.suites.model import LEVELS, PHENOMENA, TOO_DEEP, Item, Path, Suite, grown

FIELDS = ("id", "expression", "phenomenon", "wellformed", "reference", "freq")
_SHAPES = {
    "id": ((str, int), 'a text, as in "q1"'),
    "expression": ((str,), "the sentence"),
    "phenomenon": ((str, list), 'a path, as in "negation/simple", or a list of names'),
    "wellformed": ((bool, type(None)), "true or false"),
    "reference": ((list, type(None)), "a list of meanings"),
    "freq": ((int, float, type(None)), "a number from 0 to 1"),
}


def read_lines(path: str) -> Suite:
    """The suite of a file.

    Raises:
        InputError: FILE:LINE: broken JSON, a field that is missing, unknown or of the wrong kind.
    """
    leaves: list[tuple[Path, Item]] = []
    for first, lines in line_blocks(path):
        for row, line in zip(*decode_lines(lines, path, first), strict=True):
            try:
                leaves.append((_path(row), _item(row, line)))
            except InputError as error:
                raise error.at(path, line) from None
    return Suite((grown(PHENOMENA, leaves),), name=plain_name(path).rpartition("/")[2].rpartition(".")[0], path=path)


def _item(row: dict[str, Any], line: int) -> Item:
    # Unknown fields are refused, for a misspelt one would change a figure without a word.
    for name in row:
        if name not in FIELDS:
            raise InputError(f"unknown field {name!r}", f"a line of a suite has: {', '.join(FIELDS)}")
    for name, (kinds, wanted) in _SHAPES.items():
        if name not in row and name in ("id", "expression", "phenomenon"):
            raise InputError(f"no field {name!r}", f"give {wanted}")
        # To Python a truth value is an int as well.
        if name in row and (not isinstance(row[name], kinds) or (bool not in kinds and isinstance(row[name], bool))):
            raise InputError(f"{name} is {row[name]!r}", f"give {wanted}")
    reference = row.get("reference")
    return Item(
        str(row["id"]),
        test=row["expression"],
        wellformed=row.get("wellformed", True),
        reference=None if reference is None else tuple(reference),
        freq=row.get("freq"),
        line=line,
    )


def _path(row: dict[str, Any]) -> Path:
    phenomenon = row.get("phenomenon", [])
    names = phenomenon.split("/") if isinstance(phenomenon, str) else phenomenon
    if not isinstance(names, list) or not all(isinstance(name, str) and name for name in names):
        raise InputError(f"phenomenon is {phenomenon!r}", f"give {_SHAPES['phenomenon'][1]}")
    if len(names) > LEVELS:
        raise InputError(TOO_DEEP, "make the tree flatter")
    return tuple(names)


def read_suite(name: str, *, strict: bool = False) -> Suite:
    """The suite of that name; `strict` refuses what would be left out of it.

    Raises:
        UsageError: nothing is called that.
        InputError: FILE:LINE: what is wrong in it; what to do.
    """
    path = path_of(name)
    # A folder has no suffix to go by, and only a profile is one.
    if os.path.isdir(path):
        return tsdb.read(path, strict=strict)
    return xml.read(path) if is_xml(path) else read_lines(path)


def path_of(name: str) -> str:
    """The file or folder of a suite; a bundled one is known by its name alone, as in `es`."""
    # What stands in the working directory goes before a suite of the same name that murho brings along.
    if os.path.isfile(name) or (os.path.isdir(name) and tsdb.is_profile(name)):
        if os.path.isdir(name) or plain_suffix(name) in (".xml", ".jsonl", ".ndjson"):
            return name
        raise UsageError(f"{name}: the name does not tell that it is a suite; suites are .xml or .jsonl")
    if name in bundled():
        return os.path.join(_folder(), f"{name}.xml")
    also = f": {', '.join(bundled())}" if bundled() else ""
    raise UsageError(
        f"no suite {name!r}; name a file (.xml, .jsonl), a folder of [incr tsdb()], or one that comes with murho{also}"
    )


def bundled() -> list[str]:
    """The names of the suites that murho brings along."""
    folder = _folder()
    files = os.listdir(folder) if os.path.isdir(folder) else []
    return sorted(file.removesuffix(".xml") for file in files if file.endswith(".xml"))


def is_xml(path: str) -> bool:
    """Whether the name tells XML."""
    return plain_suffix(path) == ".xml"


def _folder() -> str:
    return os.path.join(os.path.dirname(__file__), "bundled")
