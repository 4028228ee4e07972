"""Judgements as files, out and in: JSON lines, CSV, or Label Studio's JSON; the name of the file says which.

All hold `id`, `evaluator`, `reference` or `verdict`, `seconds`, `comment`, `cause`, `repeat`, `ruling`.

Label Studio's JSON is a list of tasks, each with its data and the annotations that people gave it. Of an annotation a
choice called `verdict` is read, texts called `reference`, one for each meaning (JSON where it is no plain text), a
choice called `nothing` where it means nothing here, texts called `comment`, `cause` and `evaluator`, a choice called
`repeat` or `ruling`, and `lead_time`. Without `evaluator` whoever completed it is the evaluator. Cancelled annotations
and predictions are no judgements. The format: https://labelstud.io/guide/task_format

>>> [said] = from_task({"data": {"id": "q1"}, "annotations": [{"completed_by": {"email": "anna"}, "lead_time": 4.0,
...     "result": [{"from_name": "verdict", "type": "choices", "value": {"choices": ["equal"]}}]}]})
>>> said
{'id': 'q1', 'evaluator': 'anna', 'verdict': 'equal', 'seconds': 4.0}
"""

import csv
import io
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from murho.core.causes import parse as parse_cause
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.evaluator import assigning
from murho.evaluator.judgement import NAMES, Judgement
from murho.evaluator.material import Material
from murho.evaluator.people import LONGEST_NAME, OWNER, Person, known
from murho.evaluator.storage import Storage
from murho.formats.csv import rows_by_name
from murho.formats.jsonvalue import decode_lines, decode_whole, described, encode, encoded_lines
from murho.formats.opening import line_blocks, plain_suffix
from murho.formats.saving import writing
from murho.formats.verdicts import is_marked

_TODO = "export tasks as JSON, with `id` among their data; docs/evaluator.md shows one"
_SHOWN = "expression"


def tasks_written(said: Iterable[Judgement], material: Material) -> bytes:
    """All cases that are to be judged as tasks, with what was said of them as annotations."""
    of_case: dict[int, list[Judgement]] = defaultdict(list)
    for answer in said:
        of_case[answer.place].append(answer)
    tasks = [
        {
            "id": place + 1,
            "data": {
                "id": case.id,
                _SHOWN: "\n".join(case.turns),
                "before": "\n".join(case.before),
                "answer": "" if case.answer is UNDEFINED else "\n".join(map(_text, case.answer)),
            },
            "annotations": [_annotation(answer) for answer in of_case[place]],
        }
        for place, case in sorted(material.cases.items())
    ]
    return encode(tasks) + b"\n"


def _annotation(said: Judgement) -> dict[str, Any]:
    choices = {"verdict": said.verdict, "nothing": "nothing" if said.reference == () else None}
    choices |= {name: name if marked else None for name, marked in (("repeat", said.repeat), ("ruling", said.ruling))}
    texts = {"evaluator": [said.evaluator], "reference": [_text(meaning) for meaning in said.reference or ()]}
    texts |= {name: [text] for name, text in (("comment", said.comment), ("cause", said.cause)) if text}
    result = [_result(name, "choices", "choices", [choice]) for name, choice in choices.items() if choice is not None]
    result += [_result(name, "textarea", "text", text) for name, text in texts.items() if text]
    return {"result": result, "was_cancelled": False, "lead_time": said.seconds}


def _result(name: str, kind: str, key: str, value: list[str]) -> dict[str, Any]:
    return {"from_name": name, "to_name": _SHOWN, "type": kind, "value": {key: value}}


def _text(meaning: Any) -> str:
    """A meaning as people write it: a text as it stands, unless it could be taken for JSON."""
    return (
        meaning
        if isinstance(meaning, str) and _meaning(meaning) is meaning
        else json.dumps(meaning, ensure_ascii=False)
    )


def _meaning(text: str) -> Any:
    """The meaning that a text says: what is JSON, else the text itself."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _rows_of_tasks(path: str) -> Iterator[tuple[None, dict[str, Any]]]:
    """What the tasks of a file say, as the fields of judgements; no task has a line of its own.

    Raises:
        InputError: it is no list of tasks, or a task is none.
    """
    tasks = decode_whole(path, _TODO)
    if not isinstance(tasks, list):
        raise InputError(f"holds {described(tasks)}, and no list of tasks", _TODO, path=path)
    for number, task in enumerate(tasks, 1):
        try:
            said = from_task(task)
        except (KeyError, TypeError, AttributeError, IndexError) as error:
            raise InputError(f"task {number} is none of Label Studio's ({error!r})", _TODO, path=path) from None
        yield from ((None, answer) for answer in said)


def from_task(task: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The judgements of a task, as fields."""
    given = [one for one in task.get("annotations") or () if not one.get("was_cancelled")]
    return [_fields(task["data"]["id"], one) for one in given]


def _fields(name: Any, annotation: Mapping[str, Any]) -> dict[str, Any]:
    said: dict[str, list[str]] = {}
    for result in annotation["result"]:
        value = result["value"]
        texts = value.get("choices", value.get("text", []))
        said[result["from_name"]] = [texts] if isinstance(texts, str) else list(texts)
    row: dict[str, Any] = {"id": name, "evaluator": said.get("evaluator", [_who(annotation.get("completed_by"))])[0]}
    row |= {name: said[name][0] for name in ("verdict", "cause", "comment") if said.get(name)}
    if said.get("reference"):
        row["reference"] = [_meaning(text) for text in said["reference"]]
    elif said.get("nothing"):
        row["reference"] = []
    row |= {name: True for name in ("repeat", "ruling") if said.get(name)}
    return row if annotation.get("lead_time") is None else {**row, "seconds": annotation["lead_time"]}


def _who(completed_by: Any) -> str:
    if isinstance(completed_by, Mapping):
        completed_by = completed_by.get("email") or completed_by["id"]
    return f"annotator {completed_by}" if isinstance(completed_by, int) else str(completed_by or "annotator")


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
            file.write(tasks_written(said, material))
        elif said:
            file.write(encoded_lines([answer.as_json() for answer in said], path))
    return len(said)


def _table(said: list[Judgement]) -> str:
    """The judgements as CSV; a reference is JSON in its field, since a meaning may hold anything."""
    text = io.StringIO()
    table = csv.DictWriter(text, _FIELDS, lineterminator="\n")
    table.writeheader()
    for answer in said:
        row = answer.as_json()
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
        (judgement.evaluator, judgement.place, judgement.repeat): judgement
        for judgement in assigning.judgements(storage) + assigning.rulings(storage, resting=True)
    }
    people = dict[str, Person]()
    said = list[tuple[Person, Judgement]]()
    read = list[Judgement]()
    rows = {".csv": _rows_of_table, ".tsv": _rows_of_table, ".json": _rows_of_tasks}.get(plain_suffix(path), _rows)
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
