"""Results of promptfoo in JSON: what each provider answered to each test.

The reference of a test is what its assertions `equals` ask for; the option `reference` names another type of assertion,
or a variable. The answer is `response.output`; the option `answer` says where else in the response it stands, as
`metadata.intent`. Providers and prompts in one file are the columns of promptfoo's table: the option `system` chooses
one, by its label or its number from 1. A test that is there several times (`--repeat`) is one case, asked so often.

>>> import json, pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "results.json")
>>> test = {"vars": {"text": "Open at nine?"}, "assert": [{"type": "equals", "value": "hours"}]}
>>> row = {"testIdx": 0, "promptIdx": 0, "provider": {"label": "small"}, "prompt": {"raw": "Open at nine?"},
...     "testCase": test, "vars": test["vars"], "response": {"output": "loans"}, "latencyMs": 20, "failureReason": 1}
>>> _ = path.write_text(json.dumps({"evalId": "e", "results": {"version": 3, "results": [row]}}))
>>> (cases,), (answers,) = read_cases(path), read_answers(path)
>>> cases.references, cases.features, answers.answers, answers.seconds
([('hours',)], {'text': ['Open at nine?']}, [('loans',)], [0.02])
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.formats.format import ANY, Format
from murho.formats.jsonvalue import decode_whole
from murho.formats.logged import REPETITION, Logged, answers_of, asked, cases_of, features_of, object_in
from murho.formats.opening import Path
from murho.plugs import Option

VERSION = 3
"""Of the results that promptfoo writes."""
_EQUALS = "equals"
_OUTPUT = "output"
_ERROR = 2
"""The `failureReason` where there was no answer to judge; 1 is an assertion that failed, 0 none."""
_OPTIONS = (
    Option("system", "text", None, "Whose answers: the label of a provider, or the number of a column, from 1."),
    Option("reference", "text", None, "What is right: a type of assertion, `equals` by default, or a variable."),
    Option("answer", "text", _OUTPUT, "Where the answer stands in the response, as `output` or `metadata.intent`."),
)
_TODO = "give results of promptfoo: promptfoo eval -o results.json"
Row = Mapping[str, Any]


def read_cases(
    path: Path,
    *,
    batch: int = 8192,
    system: str | None = None,
    reference: str | None = None,
    answer: str = _OUTPUT,
    kind: str = "label",
) -> Iterator[Cases]:
    """A case for every test, what is right a meaning of this `kind`.

    Raises:
        InputError: no results of promptfoo, of another version, or no test says what is right.
    """
    rows = _rows(path)
    # The tests are the same, whoever answers them.
    column = rows[0]["promptIdx"] if system is None else _column(rows, system, path)
    found, notes = _logged(rows, column, reference, answer, path)
    return cases_of(found, path, batch, kind, notes)


def read_answers(
    path: Path,
    *,
    batch: int = 8192,
    system: str | None = None,
    reference: str | None = None,
    answer: str = _OUTPUT,
    kind: str = "label",
) -> Iterator[Answers]:
    """An answer for every test, a meaning of this `kind`.

    Raises:
        InputError: no results of promptfoo, of another version, or of several systems and none chosen.
    """
    rows = _rows(path)
    found, notes = _logged(rows, _column(rows, system, path), reference, answer, path)
    return answers_of(found, path, batch, kind, notes)


def _rows(path: Path) -> list[Row]:
    """What was answered, test by test."""
    whole = decode_whole(path, _TODO)
    results = object_in(object_in(whole).get("results"))
    version = results.get("version")
    if not isinstance(version, int):
        raise InputError("no results with a version", _TODO, path=path, line=1)
    if version != VERSION:
        todo = "update murho, or write it with a promptfoo that writes that" if version > VERSION else _TODO + " anew"
        raise InputError(f"results of version {version}, of which {VERSION} is known here", todo, path=path, line=1)
    rows = results["results"] if isinstance(results.get("results"), list) else []
    if not rows:
        raise InputError("no results", _TODO, path=path, line=1)
    for number, row in enumerate(rows, 1):
        wanted = (("testIdx", int), ("promptIdx", int), ("testCase", dict), ("vars", dict), ("prompt", dict))
        for name, kind in wanted:
            if not isinstance(row, dict) or not isinstance(row.get(name), kind):
                raise InputError(f"result {number} is none of promptfoo's: {name} is missing", _TODO, path=path, line=1)
    return sorted(rows, key=lambda row: (row["testIdx"], row["promptIdx"]))


def _label(row: Row) -> str:
    provider = row.get("provider")
    return str(object_in(provider).get("label") or object_in(provider).get("id") or provider)


def _column(rows: Sequence[Row], system: str | None, path: Path) -> int:
    """The column of the table of promptfoo that is asked for, or the only one."""
    columns: dict[int, str] = {row["promptIdx"]: _label(row) for row in rows}
    fitting = [at for at, label in columns.items() if system in (None, label, str(at + 1))]
    if len(fitting) == 1:
        return fitting[0]
    known = ", ".join(f"{at + 1} ({label})" for at, label in sorted(columns.items()))
    if not fitting:
        raise UsageError(f"{path}: no system {system!r}; the columns are: {known}")
    first = columns[min(fitting)]
    name = first if list(columns.values()).count(first) == 1 else str(min(fitting) + 1)
    todo = f'''choose one, as in --format "promptfoo(system={name!r})"'''
    raise InputError(f"the answers of {len(fitting)} systems, {known}", todo, path=path, line=1)


def _logged(
    rows: Sequence[Row], column: int, reference: str | None, answer: str, path: Path
) -> tuple[list[Logged], list[str]]:
    """The tests of a column, and what is to be said of them."""
    some = [row for row in rows if row["promptIdx"] == column]
    right = [_targets(row, reference or _EQUALS) for row in some]
    if not any(right):
        names = ", ".join(dict.fromkeys(name for row in some for name in row["vars"])) or "none"
        found = f"no test has a variable or an assertion {reference or _EQUALS!r} that says what is right"
        todo = f"""name one, as in --format "promptfoo(reference='VARIABLE')"; the variables are: {names}"""
        raise InputError(found, todo, path=path, line=1)
    notes = []
    if unsaid := right.count(()):
        notes.append(f"{path}: {unsaid} of {len(some)} tests do not say what is right by {reference or _EQUALS!r}")
    same = [json.dumps([row["vars"], row["testCase"].get("assert")], sort_keys=True) for row in some]
    times, done, first = Counter(same), Counter[str](), dict[str, str]()
    several = max(times.values()) > 1
    logged = list[Logged]()
    for row, targets, test in zip(some, right, same, strict=True):
        name = first.setdefault(test, str(row["testIdx"] + 1))
        done[test] += 1
        metadata = {key: value for key, value in row["vars"].items() if key != reference}
        metadata |= object_in(row["testCase"].get("metadata"))
        said, failure = _answer(row, answer)
        logged.append(
            Logged(
                asked(name, done[test]),
                str(row["prompt"].get("raw", "")),
                targets or None,
                said,
                failure,
                row["latencyMs"] / 1000 if isinstance(row.get("latencyMs"), int | float) else None,
                name if several else None,
                features_of(metadata) | ({REPETITION: done[test]} if several else {}),
                _extras(row),
            )
        )
    return logged, notes


def _targets(row: Row, reference: str) -> tuple[str, ...]:
    """What is right: a variable, or what assertions of this type ask for, those within sets of them too."""
    if reference in row["vars"]:
        value = row["vars"][reference]
        return () if value is None else (_plain(value),)
    waiting, found = [row["testCase"]], list[str]()
    while waiting:
        one = waiting.pop(0)
        inside = one.get("assert")
        waiting = [*map(object_in, inside if isinstance(inside, list) else ()), *waiting]
        if one.get("type") == reference and one.get("value") is not None:
            found.append(_plain(one["value"]))
    return tuple(dict.fromkeys(found))


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _answer(row: Row, where: str) -> tuple[str | None, str | None]:
    """The answer, or why there is none."""
    said: Any = row.get("response")
    for name in where.split("."):
        said = object_in(said).get(name)
    if row.get("failureReason") == _ERROR or said is None:
        error = (row.get("error") if row.get("failureReason") == _ERROR else None) or f"no {where}"
        return None, str(error)
    return _plain(said), None


def _extras(row: Row) -> dict[str, Any]:
    usage = object_in(object_in(row.get("response")).get("tokenUsage"))
    kept = {"tokens_in": usage.get("prompt"), "tokens_out": usage.get("completion"), "cost": row.get("cost")}
    scores = {"success": row.get("success"), **object_in(row.get("namedScores"))}
    return {name: value for name, value in kept.items() if value is not None} | {"scores": scores}


FORMAT = Format(
    name="promptfoo",
    title="promptfoo",
    holds=(ANY,),
    both_sides=True,
    options=_OPTIONS,
    usual="labels",
    reading=lambda measure: {"kind": measure.kind},
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score labels results.json --format promptfoo",
)
