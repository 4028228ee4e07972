"""[incr tsdb()] skeletons as suites, and the results recorded in a profile (Oepen and Flickinger 1998).

A skeleton is a folder of tables: `item` (sentences, with `i-wf` 1 well-formed, 0 ill-formed), `phenomenon`, and
`item-phenomenon`, which says what an item shows. Phenomena become the tree, below their `p-supertypes`, whether these
have rows of their own or not; an item that shows several stands in each. A row of `item-phenomenon` that points nowhere
is left out and told, since the skeletons that people have hold some. In a profile the table `parse` tells how many
`readings` a grammar found: one or more means that it accepted the sentence, none that it did not. pydelphin reads the
schema and takes rows apart; of a row nothing is looked at but the columns that are used here.
"""

import math
import os
from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import islice
from typing import Any

from murho.core.case import Answers
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED, Answered
from murho.formats.opening import text_lines
from murho.suites.model import LEVELS, PHENOMENA, TOO_DEEP, Finding, Item, Path, Suite, grown

ACCEPTED = "accepted"
"""What a system says to a sentence that it can parse."""
_MOST = 1000
"""Places in the tree that one phenomenon may have: supertypes above supertypes multiply them."""
_WELLFORMED = {1: True, 0: False}
_NEEDED = {
    "item": ("i-id", "i-input", "i-wf"),
    "phenomenon": ("p-id", "p-name"),
    "item-phenomenon": ("i-id", "p-id"),
    "parse": ("i-id", "readings"),
}
"""The columns without which a table says nothing."""
_TYPES = (":integer", ":string", ":float", ":date")
_KEYS = ("i-id", "p-id", "p-name")
"""Columns that no row may leave empty."""
_NUMBERS, _TEXTS = ("i-wf", "readings", "total"), ("i-input", "p-name", "p-supertypes", "error")


def is_profile(path: str) -> bool:
    """Whether the folder is a skeleton or a profile: it holds the file `relations`."""
    return os.path.isfile(os.path.join(path, "relations"))


def read(path: str, *, strict: bool = False) -> Suite:
    """The suite of a skeleton or a profile; `strict` refuses it where a row would be left out.

    Raises:
        InputError: a table or a column is missing, a row cannot be read; strictly, a key points nowhere.
    """
    items: dict[Any, Item] = {}
    for line, row in _rows(path, "item"):
        wellformed = _WELLFORMED.get(row["i-wf"])
        name, text = row["i-id"], row["i-input"]
        if name in items or not text:
            found = f"item {name} stands here again" if name in items else f"item {name} has no i-input"
            raise InputError(found, "mend the table", path=_table(path, "item"), line=line)
        items[name] = Item(str(name), test=text, wellformed=wellformed, line=line)
    paths = _paths(path)
    shown, left_out = _shown(path, items, paths)
    if strict and left_out:
        raise InputError(left_out[0].found, "mend the table", path=left_out[0].path, line=left_out[0].line)
    rank = {where: position for position, where in enumerate(where for several in paths.values() for where in several)}
    # An item that shows nothing stands at the top.
    leaves = [(where, item) for name, item in items.items() for where in shown.get(name) or [()]]
    leaves.sort(key=lambda leaf: rank.get(leaf[0], len(rank)))  # in the order of the phenomena, then of the items
    name = os.path.basename(os.path.normpath(path))
    return Suite((grown(PHENOMENA, leaves),), name=name, path=path, left_out=tuple(left_out))


def _shown(
    path: str, items: Collection[Any], paths: dict[Any, list[Path]]
) -> tuple[dict[Any, list[Path]], list[Finding]]:
    """The paths of the phenomena that each item shows, and the rows that point nowhere."""
    shown: dict[Any, list[Path]] = defaultdict(list)
    left_out = []
    for line, row in _rows(path, "item-phenomenon", needed=False):
        lost = next((key for key, known in (("i-id", items), ("p-id", paths)) if row[key] not in known), None)
        if lost is not None:
            found, todo = f"{lost} {row[lost]} is in no table", "the row is left out; mend the table"
            left_out.append(Finding(found, todo, _table(path, "item-phenomenon"), line, error=False))
            continue
        shown[row["i-id"]] += [where for where in paths[row["p-id"]] if where not in shown[row["i-id"]]]
    return shown, left_out


def read_results(path: str) -> Answers:
    """What a grammar did with the items of a profile, by their ids.

    Raises:
        InputError: the profile has no table `parse`, or it is broken.
    """
    ids: list[str] = []
    answers: list[Answered] = []
    seconds: list[float | None] = []
    failures: list[str | None] = []
    readings: list[int | None] = []
    lines: list[int] = []
    seen: set[Any] = set()
    for line, row in _rows(path, "parse"):
        if row["i-id"] in seen:
            found = f"item {row['i-id']} was parsed twice"
            raise InputError(found, "keep one run in a profile", path=_table(path, "parse"), line=line)
        seen.add(row["i-id"])
        count = row["readings"]
        failed = count is None or count < 0
        ids.append(str(row["i-id"]))
        answers.append(UNDEFINED if failed else (ACCEPTED,) if count else ())
        failures.append((row.get("error") or "no result") if failed else None)
        # In the tables -1 stands for no value, and times are in milliseconds.
        seconds.append(None if (row.get("total") or -1) < 0 else row["total"] / 1000)
        readings.append(count)
        lines.append(line)
    return Answers(
        ids, answers, seconds, failures, extras={"readings": readings}, path=_table(path, "parse"), lines=lines
    )


def _paths(path: str) -> dict[Any, list[Path]]:
    """The paths of each phenomenon: below each of its supertypes, and at the top if it has none.

    A supertype without a row of its own has no supertypes, but it is a phenomenon all the same.
    """
    rows = [row for _, row in _rows(path, "phenomenon", needed=False)]
    above = {row["p-name"]: (row.get("p-supertypes") or "").replace("&", " ").replace(",", " ").split() for row in rows}

    def climb(name: str, below: Path) -> Iterator[Path]:
        here = (name, *below)
        if len(here) > LEVELS:
            raise InputError(TOO_DEEP, "make the tree flatter", path=_table(path, "phenomenon"))
        # Supertypes may go round in a circle; nothing is climbed twice.
        parents = [parent for parent in dict.fromkeys(above.get(name, ())) if parent not in here]
        for parent in parents:
            yield from climb(parent, here)
        if not parents:
            yield here

    paths: dict[Any, list[Path]] = {}
    for row in rows:
        # One more than there may be tells that there are too many; to list all could take for ever.
        paths[row["p-id"]] = list(islice(climb(row["p-name"], ()), _MOST + 1))
        if len(paths[row["p-id"]]) > _MOST:
            what = f"phenomenon {row['p-name']!r} stands in more than {_MOST} places"
            raise InputError(what, "give it fewer supertypes", path=_table(path, "phenomenon"))
    return paths


def _rows(path: str, table: str, *, needed: bool = True) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of a table, fields by name, with their lines; none where a table that is not needed is missing."""
    try:
        from delphin import tsdb
        from delphin.exceptions import PyDelphinException
    except ImportError:
        raise UsageError(
            f"{path}: [incr tsdb()] needs pydelphin; install it with: pip install 'murho[suites]'"
        ) from None
    schema = _schema(path)
    file = _table(path, table)
    if table not in schema or not os.path.isfile(file):
        if needed:
            raise InputError(f"no table {table!r}", "name a folder that has it", path=path)
        return
    columns = schema[table]
    if lacking := [name for name in _NEEDED[table] if name not in columns]:
        relations = os.path.join(path, "relations")
        raise InputError(f"table {table!r} has no column {lacking[0]!r}", "declare it, and fill it", path=relations)
    used = [(name, columns[name]) for name in (*_NEEDED[table], *_NUMBERS, *_TEXTS) if name in columns]
    for name, kind in used:
        if kind not in _TYPES:
            found = f"column {name!r} of table {table!r} is of type {kind!r}"
            raise InputError(found, f"give it one of {', '.join(_TYPES)}", path=os.path.join(path, "relations"))
    positions = {name: position for position, name in enumerate(columns)}
    for line, text in text_lines(file):
        try:
            values = tsdb.split(text)
            if len(values) != len(columns):
                raise ValueError(f"{len(values)} fields, where relations has {len(columns)}")
            row = {name: _value(name, tsdb.cast(kind, values[positions[name]])) for name, kind in used}
        except (ValueError, LookupError, TypeError, PyDelphinException) as error:
            raise InputError(f"no row of {table!r}: {error}", "mend the table", path=file, line=line) from None
        yield line, row


def _schema(path: str) -> dict[str, dict[str, str]]:
    """The columns of each table, and their types."""
    from delphin import tsdb
    from delphin.exceptions import PyDelphinException

    todo = "name the folder of a skeleton or a profile"
    try:
        return {
            table: {field.name: field.datatype for field in fields} for table, fields in tsdb.read_schema(path).items()
        }
    except (PyDelphinException, OSError, ValueError) as error:
        raise InputError(f"no schema of tables: {error}", todo, path=path) from None
    except (AttributeError, LookupError, TypeError):  # what pydelphin does about a column without a type
        raise InputError(
            "no schema of tables: a column has no type", todo, path=os.path.join(path, "relations")
        ) from None


def _value(name: str, value: Any) -> Any:
    """A value as it is used, whatever type the schema gives its column.

    Raises:
        ValueError: a key is empty, or what should be a number is none.
    """
    if value is None:
        if name in _KEYS:
            raise ValueError(f"{name} is empty")
        return None
    if name in _NUMBERS and not (isinstance(value, int | float) and math.isfinite(value)):
        raise ValueError(f"{name} is {str(value)!r}, which is no number")
    return str(value) if name in _TEXTS else value


def _table(path: str, name: str) -> str:
    """The file of a table, which may be compressed."""
    plain = os.path.join(path, name)
    return plain if os.path.isfile(plain) else f"{plain}.gz"
