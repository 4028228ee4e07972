"""Judgements as Label Studio's JSON: a list of tasks, each with its data and the annotations that people gave it.

Of an annotation a choice called `verdict` is read, texts called `reference`, one for each meaning (JSON where it is no
plain text), a choice called `nothing` where it means nothing here, texts called `comment`, `cause` and `evaluator`, a
choice called `repeat` or `ruling`, and `lead_time`. Without `evaluator` whoever completed it is the evaluator.
Cancelled annotations and predictions are no judgements. The format: https://labelstud.io/guide/task_format

>>> [said] = from_task({"data": {"id": "q1"}, "annotations": [{"completed_by": {"email": "anna"}, "lead_time": 4.0,
...     "result": [{"from_name": "verdict", "type": "choices", "value": {"choices": ["equal"]}}]}]})
>>> said
{'id': 'q1', 'evaluator': 'anna', 'verdict': 'equal', 'seconds': 4.0}
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED
from murho.evaluator.judgement import Judgement
from murho.evaluator.material import Material
from murho.formats.jsonvalue import decode_whole, described, encode

_TODO = "export tasks as JSON, with `id` among their data; docs/evaluator.md shows one"
_SHOWN = "expression"


def written(said: Iterable[Judgement], material: Material) -> bytes:
    """All cases that are to be judged as tasks, with what was said of them as annotations."""
    of_case: dict[int, list[Judgement]] = defaultdict(list)
    for one in said:
        of_case[one.place].append(one)
    tasks = [
        {
            "id": place + 1,
            "data": {
                "id": case.id,
                _SHOWN: "\n".join(case.turns),
                "before": "\n".join(case.before),
                "answer": "" if case.answer is UNDEFINED else "\n".join(map(_text, case.answer)),
            },
            "annotations": [_annotation(one) for one in of_case[place]],
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


def rows(path: str) -> Iterator[tuple[None, dict[str, Any]]]:
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
        yield from ((None, one) for one in said)


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
