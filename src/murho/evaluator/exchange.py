"""Judgements as files, out and in: JSON lines, CSV, or Label Studio's JSON; the name of the file says which.

All hold `id`, `evaluator`, `reference` or `verdict`, `seconds`, `comment`, `cause`, `repeat`, `ruling`.
"""

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import Any

from murho.core.causes import parse as parse_cause
from murho.core.errors import InputError, UsageError
from murho.evaluator import assigning, label_studio
from murho.evaluator.judgement import NAMES, Judgement
from murho.evaluator.material import Material
from murho.evaluator.people import LONGEST_NAME, OWNER, Person, known
from murho.evaluator.storage import Storage
from murho.formats.csv import rows_by_name
from murho.formats.jsonvalue import decode_lines, described, encoded_lines
from murho.formats.opening import line_blocks, plain_suffix
from murho.formats.saving import writing
from murho.formats.verdicts import is_marked

_FIELDS = ("id", "evaluator", "verdict", "reference", "seconds", "comment", "cause", "repeat", "ruling")
_TYPED = ("evaluator", "comment", "cause")
"""What people typed."""
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
"""How a text begins that a spreadsheet would run; in a table it has an apostrophe more, which is taken off again."""


def is_of_lines(path: str) -> bool:
    """Whether a file of this name holds judgements alone, and not the cases besides, as Label Studio's do."""
    return plain_suffix(path) != ".json"


def write_judgements(storage: Storage, path: str, material: Material | None = None) -> int:
    """Write all judgements that hold, then what the owner ruled; returns how many.

    Label Studio's tasks need `material`.

    Raises:
        OutputError: the file cannot be written.
    """
    said = assigning.judgements(storage) + assigning.rulings(storage)
    suffix = plain_suffix(path)
    with writing(path) as file:
        if suffix == ".csv":
            file.write(_table(said).encode())
        elif suffix == ".json" and material is not None:
            file.write(label_studio.written(said, material))
        elif said:
            file.write(encoded_lines([one.as_json() for one in said], path))
    return len(said)


def _table(said: list[Judgement]) -> str:
    """The judgements as CSV; a reference is JSON in its field, since a meaning may hold anything."""
    text = io.StringIO()
    table = csv.DictWriter(text, _FIELDS, lineterminator="\n")
    table.writeheader()
    for one in said:
        row = one.as_json()
        row |= {name: f"'{row[name]}" for name in _TYPED if _FORMULA.match(row.get(name) or "")}
        row |= {"reference": json.dumps(row["reference"], ensure_ascii=False)} if "reference" in row else {}
        table.writerow({**row, **{name: "yes" for name in ("repeat", "ruling") if name in row}})
    return text.getvalue()


def read_judgements(storage: Storage, path: str) -> int:
    """Take over the judgements of a file, all or none; returns how many are new.

    What is there already is left; people who are new are made known, without a link.

    Raises:
        InputError: FILE:LINE: no case of the evaluation, no such verdict, or the person judged it otherwise.
    """
    places = {row["id"]: row["place"] for row in storage.read("SELECT id, place FROM cases")}
    there = {
        (one.evaluator, one.place, one.repeat): one
        for one in assigning.judgements(storage) + assigning.rulings(storage, resting=True)
    }
    people = dict[str, Person]()
    said = list[tuple[Person, Judgement]]()
    read = list[Judgement]()
    rows = {".csv": _rows_of_table, ".tsv": _rows_of_table, ".json": label_studio.rows}.get(plain_suffix(path), _rows)
    for line, row in rows(path):
        try:
            one = _judgement(row, places)
        except UsageError as error:
            raise InputError(str(error), "docs/evaluator.md shows the fields", path=path, line=line) from None
        before = there.setdefault((one.evaluator, one.place, one.repeat), one)
        if (before.verdict, before.reference) != (one.verdict, one.reference):
            found = f"{one.evaluator!r} has judged {one.id!r} already, and otherwise"
            raise InputError(found, "leave it out, or undo the other one", path=path, line=line)
        read.append(one)
    for one in read:  # when all is read: a file with a fault makes nobody known
        if one.evaluator not in people:
            people[one.evaluator] = known(storage, one.evaluator)
        said.append((people[one.evaluator], one))
    return assigning.keep_imported(storage, said)


def _rows(path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of JSON lines, each with its line."""
    for first, lines in line_blocks(path):
        rows, numbers = decode_lines(lines, path, first)
        yield from zip(numbers, rows, strict=True)


def _rows_of_table(path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of a table, each with its line; an empty field says nothing."""
    for line, texts in rows_by_name(path, ("id", "evaluator")):
        row: dict[str, Any] = {**texts}
        row |= {name: row[name].removeprefix("'") for name in _TYPED if _FORMULA.match(row.get(name) or "")}
        for name, read in (("reference", json.loads), ("seconds", float)):
            if name in row:
                try:
                    row[name] = read(row[name])
                except ValueError:
                    todo = 'give JSON such as ["hours"]' if name == "reference" else "give a number"
                    raise InputError(f"{name!r} is {row[name]!r}", todo, path=path, line=line) from None
        yield line, row


def _judgement(row: dict[str, Any], places: dict[str, int]) -> Judgement:
    """A line as a judgement.

    Raises:
        UsageError: a field is missing, or not what it should be.
    """
    if unknown := [name for name in row if name not in _FIELDS]:
        raise UsageError(f"the field {unknown[0]!r} is none of {', '.join(_FIELDS)}")
    name, evaluator = str(row.get("id")), row.get("evaluator")
    if name not in places:
        raise UsageError(f"{name!r} is no case that is to be judged")
    if not isinstance(evaluator, str) or not 0 < len(evaluator) <= LONGEST_NAME:
        raise UsageError(f"'evaluator' is {described(evaluator)}; give the name of a person")
    ruling = is_marked(row, "ruling")
    if ruling != (evaluator == OWNER):
        raise UsageError(
            f"'evaluator' is {described(evaluator)}; a line of {OWNER!r} is a ruling, and one of a person is none: "
            "mark it with ruling, or give the name of a person"
        )
    verdict, reference, seconds = row.get("verdict"), row.get("reference"), row.get("seconds")
    if verdict is not None and verdict not in NAMES:
        raise UsageError(f"the verdict {verdict!r} is none of {', '.join(NAMES)}")
    if reference is not None and not isinstance(reference, list):
        raise UsageError(f"'reference' is {described(reference)}; give a list of meanings")
    if verdict is None and reference is None:
        raise UsageError("neither 'verdict' nor 'reference'")
    if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, int | float) or seconds < 0):
        raise UsageError(f"'seconds' is {described(seconds)}; give a number")
    comment, cause = row.get("comment") or "", row.get("cause")
    if not isinstance(comment, str) or not isinstance(cause, str | None):
        raise UsageError("'comment' and 'cause' are texts")
    cause = None if cause is None else "/".join(parse_cause(cause))
    meant = None if reference is None else tuple(reference)
    return Judgement(
        places[name], name, evaluator, verdict, meant, seconds, comment, cause, is_marked(row, "repeat"), ruling
    )
