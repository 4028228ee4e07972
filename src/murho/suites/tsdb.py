"""[incr tsdb()] skeletons as suites, and the results recorded in a profile (Oepen and Flickinger 1998).

A skeleton is a folder of tables: `item` (sentences, with `i-wf` 1 well-formed, 0 ill-formed), `phenomenon`, and
`item-phenomenon`, which says what an item shows. Phenomena become the tree, below their `p-supertypes`; an item that
shows several stands in each. In a profile the table `parse` tells how many `readings` a grammar found: one or more
means that it accepted the sentence, none that it did not. pydelphin reads schema and fields.
"""

import os
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from typing import Any

from murho.core.case import Answers
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED, Answered
from murho.formats.opening import text_lines
from murho.suites.model import LEVELS, PHENOMENA, TOO_DEEP, Item, Path, Suite, grown

ACCEPTED = "accepted"
"""What a system says to a sentence that it can parse."""
_MOST = 1000
"""Places in the tree that one phenomenon may have: supertypes above supertypes multiply them."""
_WELLFORMED = {1: True, 0: False}


def is_profile(path: str) -> bool:
    """Whether the folder is a skeleton or a profile: it holds the file `relations`."""
    return os.path.isfile(os.path.join(path, "relations"))


def read(path: str) -> Suite:
    """The suite of a skeleton or a profile.

    Raises:
        InputError: a table is missing, a row has the wrong number of fields, a key points nowhere.
    """
    items: dict[int, Item] = {}
    for line, row in _rows(path, "item"):
        wellformed = _WELLFORMED.get(row["i-wf"])
        name, text = row["i-id"], row["i-input"]
        if name in items or not text:
            found = f"item {name} stands here again" if name in items else f"item {name} has no i-input"
            raise InputError(found, "mend the table", path=_table(path, "item"), line=line)
        items[name] = Item(str(name), test=text, wellformed=wellformed, line=line)
    paths = _paths(path)
    shown: dict[int, list[Path]] = defaultdict(list)
    for line, row in _rows(path, "item-phenomenon", needed=False):
        for key, known in (("i-id", items), ("p-id", paths)):
            if row[key] not in known:
                place = _table(path, "item-phenomenon")
                raise InputError(f"{key} {row[key]} is in no table", "mend the table", path=place, line=line)
        shown[row["i-id"]] += [one for one in paths[row["p-id"]] if one not in shown[row["i-id"]]]
    rank = {one: place for place, one in enumerate(one for several in paths.values() for one in several)}
    leaves = [(where, item) for name, item in items.items() for where in shown.get(name) or [()]]
    leaves.sort(key=lambda leaf: rank.get(leaf[0], len(rank)))  # in the order of the phenomena, then of the items
    name = os.path.basename(os.path.normpath(path))
    return Suite((grown(PHENOMENA, leaves),), name=name, path=path)


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
    seen: set[int] = set()
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
        seconds.append(None if (row.get("total") or -1) < 0 else row["total"] / 1000)
        readings.append(count)
        lines.append(line)
    return Answers(
        ids, answers, seconds, failures, extras={"readings": readings}, path=_table(path, "parse"), lines=lines
    )


def _paths(path: str) -> dict[int, list[Path]]:
    """The paths of each phenomenon: below each of its supertypes that the table has, else at the top."""
    rows = [row for _, row in _rows(path, "phenomenon", needed=False)]
    above = {row["p-name"]: (row["p-supertypes"] or "").replace("&", " ").replace(",", " ").split() for row in rows}

    def climb(name: str, below: Path) -> Iterator[Path]:
        here = (name, *below)
        if len(here) > LEVELS:
            raise InputError(TOO_DEEP, "make the tree flatter", path=_table(path, "phenomenon"))
        parents = [one for one in above[name] if one in above and one not in here]
        for parent in parents:
            yield from climb(parent, here)
        if not parents:
            yield here

    found: dict[int, list[Path]] = {}
    for row in rows:
        found[row["p-id"]] = list(islice(climb(row["p-name"], ()), _MOST + 1))
        if len(found[row["p-id"]]) > _MOST:
            what = f"phenomenon {row['p-name']!r} stands in more than {_MOST} places"
            raise InputError(what, "give it fewer supertypes", path=_table(path, "phenomenon"))
    return found


def _rows(path: str, table: str, *, needed: bool = True) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of a table, fields by name, with their lines; none where a table that is not needed is missing."""
    try:
        from delphin import tsdb
        from delphin.exceptions import PyDelphinException
    except ImportError:
        raise UsageError(
            f"{path}: [incr tsdb()] needs pydelphin; install it with: pip install 'murho[suites]'"
        ) from None
    try:
        fields = tsdb.read_schema(path).get(table, [])
    except (PyDelphinException, OSError, ValueError) as error:
        found = f"no schema of tables: {error}"
        raise InputError(found, "name the folder of a skeleton or a profile", path=path) from None
    file = _table(path, table)
    if not fields or not os.path.isfile(file):
        if needed:
            raise InputError(f"no table {table!r}", "name a folder that has it", path=path)
        return
    for line, text in text_lines(file):
        try:
            values = tsdb.split(text, fields)
        except (PyDelphinException, ValueError) as error:
            raise InputError(f"no row of {table!r}: {error}", "mend the table", path=file, line=line) from None
        yield line, dict(zip((field.name for field in fields), values, strict=True))


def _table(path: str, name: str) -> str:
    plain = os.path.join(path, name)
    return plain if os.path.isfile(plain) else f"{plain}.gz"
