"""Logs of evaluations of language models, scored again: lm-evaluation-harness, promptfoo, Inspect.

Samples of lm-evaluation-harness (`samples_TASK_*.jsonl`): what a model generated, or which choice was likeliest.

The reference is `target`. The answer of a task that generates is what the filter left of it (`filtered_resps`), or
with `answer='resps'` the text as it was; where the filter found nothing it is ⊥. The answer of a multiple choice is
the choice with the largest log likelihood, as for `acc`. Choices are called by their texts, or by their numbers from 0
where two texts are the same. Several filters stand in one file: the option `filter` chooses.

>>> import json, pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "samples_intents.jsonl")
>>> line = {"doc_id": 0, "doc": {"day": "mo"}, "target": "hours", "arguments": [["Open at?", {"until": ["."]}]],
...     "resps": [["It is hours."]], "filtered_resps": ["hours"], "filter": "last", "metrics": ["acc"], "acc": 1.0}
>>> _ = path.write_text(json.dumps(line))
>>> (cases,), (answers,) = read_lm_eval_cases(path), read_lm_eval_answers(path)
>>> cases.expressions, cases.references, cases.features, answers.answers, answers.extras["response"]
(['Open at?'], [('hours',)], {'day': ['mo']}, [('hours',)], ['It is hours.'])

Results of promptfoo in JSON: what each provider answered to each test.

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
>>> (cases,), (answers,) = read_promptfoo_cases(path), read_promptfoo_answers(path)
>>> cases.references, cases.features, answers.answers, answers.seconds
([('hours',)], {'text': ['Open at nine?']}, [('loans',)], [0.02])

Logs of Inspect, `.eval` archives and JSON: samples with their targets, and what the model answered.

Every target of a sample is right by itself. The answer is what the scorer took out of the model's text, where the log
has one scorer that did so, else the whole text; the option `answer` says it: the name of a scorer, or `completion`. A
sample that failed, or out of which a scorer took nothing, is ⊥ with the reason; the text stays beside the answer
(`completion`). Epochs are called `q1`, `q1#2`..., as by `murho run --repeat`, and their sample is the cluster.

>>> import json, pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "log.json")
>>> sample = {"id": "q1", "epoch": 1, "input": "Open at nine?", "target": ["hours", "times"], "metadata": {"day": "mo"},
...     "output": {"choices": [{}], "completion": "INTENT: hours"}, "scores": {"pattern": {"answer": "hours"}}}
>>> _ = path.write_text(json.dumps({"version": 2, "status": "success", "samples": [sample]}))
>>> (cases,), (answers,) = read_inspect_cases(path), read_inspect_answers(path)
>>> cases.references, cases.features, answers.answers, answers.extras["completion"]
([('hours', 'times')], {'day': ['mo']}, [('hours',)], ['INTENT: hours'])
"""

import ast
import io
import json
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any, NamedTuple

import msgspec

from murho.core.case import Answers, Cases, Expression
from murho.core.errors import InputError, UsageError
from murho.formats.format import ANY, Format
from murho.formats.jsonvalue import Row, decode_lines, decode_whole, described
from murho.formats.logged import REPETITION, Logged, answers_of, asked, cases_of, features_of, object_in
from murho.formats.opening import Path, is_pipe, line_blocks, opened, whole
from murho.plugs import Option, close_to

_LM_EVAL_OPTIONS = (
    Option(
        "answer",
        "text",
        "filtered_resps",
        "What the answer is where a model generates: what the filter left, or all of it.",
        choices=("filtered_resps", "resps"),
    ),
    Option("filter", "text", None, "Which filter's lines are read, where the file has those of several."),
)
_LM_EVAL_TODO = "give samples of lm-evaluation-harness, as --log_samples writes them"
_NEEDED = ("doc_id", "doc", "target", "arguments", "resps", "filtered_resps")
_FOUND_NOTHING = "[invalid]"
"""What filters leave of a text in which they find nothing."""


class _Line(NamedTuple):
    row: Row
    number: int
    path: Path

    def wrong(self, found: str) -> InputError:
        return InputError(found, _LM_EVAL_TODO, path=self.path, line=self.number)


def read_lm_eval_cases(
    path: Path, *, batch: int = 8192, answer: str = "filtered_resps", filter: str | None = None, kind: str = "label"
) -> Iterator[Cases]:
    """A case for every document, its target a meaning of this `kind`.

    Raises:
        InputError: no such samples.
    """
    lines = list(_lines(path))
    if filter is None:
        # Whatever a filter left, the cases are those of any.
        filter = next((_filter(line) for line in lines), None)
    return cases_of(_lm_eval_logged(_of_filter(lines, filter, path), answer, kind), path, batch, kind)


def read_lm_eval_answers(
    path: Path, *, batch: int = 8192, answer: str = "filtered_resps", filter: str | None = None, kind: str = "label"
) -> Iterator[Answers]:
    """An answer for every document, a meaning of this `kind`.

    Raises:
        InputError: no such samples, or several filters and none chosen.
    """
    lines = _of_filter(list(_lines(path)), filter, path)
    return answers_of(_lm_eval_logged(lines, answer, kind), path, batch, kind)


def _lm_eval_logged(lines: Sequence[_Line], answer: str, kind: str) -> list[Logged]:
    return [one for line in lines for one in _of_line(line, answer, kind)]


def _lines(path: Path) -> Iterator[_Line]:
    for first, block in line_blocks(path):
        for row, number in zip(*decode_lines(block, path, first), strict=True):
            line = _Line(row, number, path)
            if (lacking := next((name for name in _NEEDED if name not in row), None)) is not None:
                raise line.wrong(f"no field {lacking!r}")
            for name, wanted in (("doc", dict), ("resps", list), ("filtered_resps", list)):
                if not isinstance(row[name], wanted):
                    raise line.wrong(f"{name} is {described(row[name])}")
            yield line


def _filter(line: _Line) -> str:
    return str(line.row.get("filter", "none"))


def _of_filter(lines: Sequence[_Line], chosen: str | None, path: Path) -> Sequence[_Line]:
    """The lines of one filter."""
    filters = list(dict.fromkeys(_filter(line) for line in lines))
    if chosen is None and len(filters) > 1:
        ways = " or ".join(f'''--format "lm-eval(filter='{name}')"''' for name in filters)
        raise InputError(f"the answers of {len(filters)} filters", f"choose one: {ways}", path=path)
    if chosen is not None and lines and chosen not in filters:
        near = close_to(chosen, filters)
        hint = f"did you mean {near}? " if near else ""
        raise UsageError(f"{path}: no filter {chosen!r}; {hint}the file has: {', '.join(filters)}")
    return lines if chosen is None else [line for line in lines if _filter(line) == chosen]


def _of_line(line: _Line, answer: str, kind: str) -> list[Logged]:
    """The answers to a document: one, unless it was asked several times."""
    row = line.row
    arguments = _arguments(line)
    metrics = row["metrics"] if isinstance(row.get("metrics"), list) else []
    scores = {name: row[name] for name in metrics if isinstance(name, str) and name in row}
    name, expression = str(row["doc_id"]), str(arguments[0][0])
    features, extras = features_of(row["doc"]), {"scores": scores} if scores else {}
    if (likelihoods := _likelihoods(row["filtered_resps"])) is not None:
        if len(arguments) != len(likelihoods) or any(len(one) < 2 for one in arguments):
            raise line.wrong(f"{len(likelihoods)} log likelihoods of {len(arguments)} arguments")
        texts = [str(one[1]) for one in arguments]
        if len(texts) > 1:
            targets, said, failure = _choice(line, texts, likelihoods, "acc_mutual_info" in scores)
        else:
            targets, said, failure = _continuation(texts[0], greedy=likelihoods[0][1])
        return [Logged(name, expression, targets, said, failure, features=features, extras=extras, line=line.number)]
    if len(arguments[0]) < 2:
        raise line.wrong("log likelihoods of whole texts, which are no answers")
    kept = row[answer] if answer == "filtered_resps" else row["resps"][0] if row["resps"] else []
    many = kept[0] if len(kept) == 1 and isinstance(kept[0], list) else kept
    if not many or not all(isinstance(text, str) for text in many):
        raise line.wrong(f"{answer} is {described(row[answer])}")
    raw = row["resps"][0] if row["resps"] and isinstance(row["resps"][0], list) else row["resps"]
    found = []
    for number, text in enumerate(many, 1):
        nothing = text == _FOUND_NOTHING and answer == "filtered_resps"
        before = raw[number - 1] if len(raw) >= len(many) else None
        several = len(many) > 1
        found.append(
            Logged(
                asked(name, number),
                expression,
                _lm_eval_targets(row["target"], kind),
                None if nothing else text,
                f"the filter {_filter(line)!r} found nothing" if nothing else None,
                cluster=name if several else None,
                features=features | ({REPETITION: number} if several else {}),
                extras=extras | ({"response": before} if before not in (None, text) else {}),
                line=line.number,
            )
        )
    return found


def _arguments(line: _Line) -> list[list[Any]]:
    """What each request was made of: the context, and the continuation or the settings."""
    given = line.row["arguments"]
    requests = list(given.values()) if isinstance(given, dict) else given
    if not isinstance(requests, list) or not requests:
        raise line.wrong(f"arguments are {described(given)}")
    found = [list(one.values()) if isinstance(one, dict) else one for one in requests]
    if not all(isinstance(one, list) and one for one in found):
        raise line.wrong(f"arguments are {described(given)}")
    return found


def _likelihoods(answers: Sequence[Any]) -> list[tuple[float, bool]] | None:
    """A log likelihood, and whether greedy decoding says so, for each; None where these are other answers."""
    if not answers or not all(isinstance(one, list) and len(one) == 2 for one in answers):
        return None
    if not all(str(greedy) in ("True", "False") for _, greedy in answers):
        return None
    try:
        return [(float(value), str(greedy) == "True") for value, greedy in answers]
    except (TypeError, ValueError):
        return None


def _continuation(text: str, greedy: bool) -> tuple[tuple[str, ...], str | None, str | None]:
    """The right continuation, and the model's: unless greedy decoding gives that one, nobody knows which it is."""
    right = text.strip()
    return (right,), right if greedy else None, None if greedy else "something else was likelier to the model"


def _choice(
    line: _Line, texts: Sequence[str], likelihoods: Sequence[tuple[float, bool]], unconditional: bool
) -> tuple[tuple[str, ...], str | None, str | None]:
    """The right choices, and the likeliest one."""
    if unconditional:  # the second half is how likely the choices are without the question
        texts = texts[: len(texts) // 2]
    names = [text.strip() for text in texts]
    if len(set(names)) < len(names):
        names = list(map(str, range(len(names))))
    values = [value for value, _ in likelihoods[: len(names)]]
    right = []
    for target in _listed(line.row["target"]):
        if target.isdecimal() and int(target) < len(names):
            right.append(names[int(target)])
        elif target.strip() in names:
            right.append(target.strip())
        else:
            raise line.wrong(f"the target {target!r} is none of {len(names)} choices")
    return tuple(right), names[values.index(max(values))], None


def _lm_eval_targets(target: Any, kind: str) -> tuple[str, ...] | None:
    """What is right, for measures of labels and texts each of a list of targets."""
    if target in (None, ""):
        return None
    return tuple(_listed(target)) if kind in ("label", "text") else (str(target),)


def _listed(target: Any) -> list[str]:
    """The targets: where there are several, they are written as Python writes a list."""
    if isinstance(target, str) and target.startswith("[") and target.endswith("]"):
        try:
            target = ast.literal_eval(target)
        except (ValueError, SyntaxError, RecursionError, MemoryError):
            return [target]
    return [str(one) for one in target] if isinstance(target, list) else [str(target)]


FORMAT_LM_EVAL = Format(
    name="lm_eval",
    title="lm-evaluation-harness",
    aliases=("lm-eval",),
    holds=(ANY,),
    both_sides=True,
    options=_LM_EVAL_OPTIONS,
    usual="labels",
    reading=lambda measure: {"kind": measure.kind},
    read_cases=read_lm_eval_cases,
    read_answers=read_lm_eval_answers,
    example="murho score labels samples.jsonl --format lm-eval",
)


PROMPTFOO_VERSION = 3
"""Of the results that promptfoo writes."""
_EQUALS = "equals"
_OUTPUT = "output"
_ERROR = 2
"""The `failureReason` where there was no answer to judge; 1 is an assertion that failed, 0 none."""
_PROMPTFOO_OPTIONS = (
    Option("system", "text", None, "Whose answers: the label of a provider, or the number of a column, from 1."),
    Option("reference", "text", None, "What is right: a type of assertion, `equals` by default, or a variable."),
    Option("answer", "text", _OUTPUT, "Where the answer stands in the response, as `output` or `metadata.intent`."),
)
_PROMPTFOO_TODO = "give results of promptfoo: promptfoo eval -o results.json"
_Result = Mapping[str, Any]


def read_promptfoo_cases(
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
    found, notes = _promptfoo_logged(rows, column, reference, answer, path)
    return cases_of(found, path, batch, kind, notes)


def read_promptfoo_answers(
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
    found, notes = _promptfoo_logged(rows, _column(rows, system, path), reference, answer, path)
    return answers_of(found, path, batch, kind, notes)


def _rows(path: Path) -> list[_Result]:
    """What was answered, test by test."""
    whole = decode_whole(path, _PROMPTFOO_TODO)
    results = object_in(object_in(whole).get("results"))
    version = results.get("version")
    if not isinstance(version, int):
        raise InputError("no results with a version", _PROMPTFOO_TODO, path=path, line=1)
    if version != PROMPTFOO_VERSION:
        todo = (
            "update murho, or write it with a promptfoo that writes that"
            if version > PROMPTFOO_VERSION
            else _PROMPTFOO_TODO + " anew"
        )
        raise InputError(
            f"results of version {version}, of which {PROMPTFOO_VERSION} is known here", todo, path=path, line=1
        )
    rows = results["results"] if isinstance(results.get("results"), list) else []
    if not rows:
        raise InputError("no results", _PROMPTFOO_TODO, path=path, line=1)
    for number, row in enumerate(rows, 1):
        wanted = (("testIdx", int), ("promptIdx", int), ("testCase", dict), ("vars", dict), ("prompt", dict))
        for name, kind in wanted:
            if not isinstance(row, dict) or not isinstance(row.get(name), kind):
                raise InputError(
                    f"result {number} is none of promptfoo's: {name} is missing", _PROMPTFOO_TODO, path=path, line=1
                )
    return sorted(rows, key=lambda row: (row["testIdx"], row["promptIdx"]))


def _label(row: _Result) -> str:
    provider = row.get("provider")
    return str(object_in(provider).get("label") or object_in(provider).get("id") or provider)


def _column(rows: Sequence[_Result], system: str | None, path: Path) -> int:
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


def _promptfoo_logged(
    rows: Sequence[_Result], column: int, reference: str | None, answer: str, path: Path
) -> tuple[list[Logged], list[str]]:
    """The tests of a column, and what is to be said of them."""
    some = [row for row in rows if row["promptIdx"] == column]
    right = [_promptfoo_targets(row, reference or _EQUALS) for row in some]
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
        said, failure = _promptfoo_answer(row, answer)
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


def _promptfoo_targets(row: _Result, reference: str) -> tuple[str, ...]:
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


def _promptfoo_answer(row: _Result, where: str) -> tuple[str | None, str | None]:
    """The answer, or why there is none."""
    said: Any = row.get("response")
    for name in where.split("."):
        said = object_in(said).get(name)
    if row.get("failureReason") == _ERROR or said is None:
        error = (row.get("error") if row.get("failureReason") == _ERROR else None) or f"no {where}"
        return None, str(error)
    return _plain(said), None


def _extras(row: _Result) -> dict[str, Any]:
    usage = object_in(object_in(row.get("response")).get("tokenUsage"))
    kept = {"tokens_in": usage.get("prompt"), "tokens_out": usage.get("completion"), "cost": row.get("cost")}
    scores = {"success": row.get("success"), **object_in(row.get("namedScores"))}
    return {name: value for name, value in kept.items() if value is not None} | {"scores": scores}


FORMAT_PROMPTFOO = Format(
    name="promptfoo",
    title="promptfoo",
    holds=(ANY,),
    both_sides=True,
    options=_PROMPTFOO_OPTIONS,
    usual="labels",
    reading=lambda measure: {"kind": measure.kind},
    read_cases=read_promptfoo_cases,
    read_answers=read_promptfoo_answers,
    example="murho score labels results.json --format promptfoo",
)


INSPECT_VERSION = 2
"""Of the schema of logs; Inspect itself refuses later ones."""
COMPLETION = "completion"
"""The option `answer` for the whole text of the model."""
_INSPECT_ANSWER = Option(
    "answer",
    "text",
    None,
    "What the answer is: `completion`, the model's whole text, or the name of a scorer for what that took out of it.",
)
_ZSTANDARD = 93
"""A method of compression that Inspect uses, and `zipfile` knows from Python 3.14 on."""
_LARGEST = 1 << 30
"""Bytes of a member of an archive, beyond which it is taken for something else."""
_INSPECT_TODO = "give a log of Inspect, .eval or JSON"
_AGAIN = "copy or download the file again"


class _Usage(msgspec.Struct):
    """Tokens and money that one model took."""

    input_tokens: int = 0
    output_tokens: int = 0
    total_cost: float | None = None


class _Sample(msgspec.Struct):
    """The fields of a sample that are looked at; decoding passes over its events, which are most of a log."""

    id: int | str
    epoch: int = 1
    input: str | list[dict[str, Any]] = ""
    target: str | list[str] = ""
    output: dict[str, Any] = msgspec.field(default_factory=dict)
    scores: dict[str, dict[str, Any]] | None = None
    metadata: dict[str, Any] = msgspec.field(default_factory=dict)
    model_usage: dict[str, _Usage] = msgspec.field(default_factory=dict)
    total_time: float | None = None
    error: dict[str, Any] | None = None
    limit: dict[str, Any] | None = None
    invalidation: dict[str, Any] | None = None
    attachments: dict[str, str] = msgspec.field(default_factory=dict)


class _Header(msgspec.Struct):
    version: int
    status: str = "started"
    eval: dict[str, Any] = msgspec.field(default_factory=dict)
    results: dict[str, Any] | None = None


class _Whole(_Header):
    samples: list[_Sample] | None = None


@dataclass(frozen=True)
class _Log:
    header: _Header
    samples: Sequence[_Sample]


def read_inspect_cases(
    path: Path, *, batch: int = 8192, answer: str | None = None, kind: str = "label"
) -> Iterator[Cases]:
    """A case for every sample and epoch; its targets are meanings of this `kind`, whatever `answer` is.

    Raises:
        InputError: no log of Inspect, of another version, without samples, or damaged.
    """
    found, notes = _inspect_logged(_read(path), COMPLETION, path)
    return cases_of(found, path, batch, kind, notes)


def read_inspect_answers(
    path: Path, *, batch: int = 8192, answer: str | None = None, kind: str = "label"
) -> Iterator[Answers]:
    """An answer for every sample and epoch, a meaning of this `kind`.

    Raises:
        InputError: no log of Inspect, of another version, without samples, or damaged; several scorers gave answers.
    """
    log = _read(path)
    source = _source(log, answer, path)
    found, notes = _inspect_logged(log, source, path)
    took = [] if answer else [f"{path}: took {_called(source)} as the answer"]
    return answers_of(found, path, batch, kind, took + notes)


def _inspect_logged(log: _Log, source: str, path: Path) -> tuple[list[Logged], list[str]]:
    """The samples, and what is to be said of them."""
    valid = [sample for sample in log.samples if sample.invalidation is None]
    several = any(sample.epoch > 1 for sample in valid)
    notes = []
    if log.header.status != "success":
        planned = object_in(log.header.eval.get("dataset")).get("sample_ids")
        of = f" of {len(planned)}" if isinstance(planned, list) and not several else ""
        notes.append(f"{path}: the log's status is {log.header.status!r}; it has {len(log.samples)}{of} samples")
    if invalid := len(log.samples) - len(valid):
        notes.append(f"{path}: left out {invalid} samples that were declared invalid")
    return [_of_sample(sample, source, several) for sample in valid], notes


def _called(source: str) -> str:
    return "the model's text" if source == COMPLETION else f"what the scorer {source!r} took out of the model's text"


def _source(log: _Log, answer: str | None, path: Path) -> str:
    """Where the answer stands: in the completion, or with a scorer, by its name."""
    scorers = dict.fromkeys(name for sample in log.samples for name in sample.scores or ())
    if answer is not None:
        if answer != COMPLETION and answer not in scorers:
            near = close_to(answer, [COMPLETION, *scorers])
            hint = f"did you mean {near}? " if near else ""
            raise UsageError(f"{path}: no scorer {answer!r}; {hint}the log has: {', '.join((COMPLETION, *scorers))}")
        return answer
    gave = [name for name in scorers if any(_text((sample.scores or {}).get(name), "answer") for sample in log.samples)]
    if len(gave) > 1:
        ways = " or ".join(f'''--format "inspect(answer='{name}')"''' for name in (*gave, COMPLETION))
        raise InputError(f"{len(gave)} scorers gave answers", f"choose one: {ways}", path=path)
    return gave[0] if gave else COMPLETION


def _of_sample(sample: _Sample, source: str, several: bool) -> Logged:
    said = _resolved(_text(sample.output, "completion"), sample)
    answer, failure = _inspect_answer(sample, said, source)
    targets = [sample.target] if isinstance(sample.target, str) else sample.target
    scores = {name: score.get("value") for name, score in (sample.scores or {}).items()}
    own = str(sample.id)
    return Logged(
        asked(own, sample.epoch),
        _expression(sample),
        # No target is the empty text there.
        tuple(str(_resolved(target, sample)) for target in targets) if any(targets) else None,
        answer,
        failure,
        sample.total_time,
        own if several else None,
        features_of(sample.metadata) | ({REPETITION: sample.epoch} if several else {}),
        _usage(sample)
        | ({"scores": scores} if scores else {})
        | ({COMPLETION: said} if said and source != COMPLETION else {}),
    )


def _usage(sample: _Sample) -> dict[str, Any]:
    """What all models together took, where the log says it."""
    used = list(sample.model_usage.values())
    costs = [one.total_cost for one in used if one.total_cost is not None]
    tokens = {"tokens_in": sum(one.input_tokens for one in used), "tokens_out": sum(one.output_tokens for one in used)}
    return (tokens if used else {}) | ({"cost": sum(costs)} if costs else {})


def _inspect_answer(sample: _Sample, said: str | None, source: str) -> tuple[str | None, str | None]:
    """The answer, or why there is none."""
    if sample.error is not None:
        return None, _text(sample.error, "message") or "an error"
    if source != COMPLETION and sample.scores and source in sample.scores:
        score = sample.scores[source]
        if (answer := _resolved(_text(score, "answer"), sample)) is not None:
            return answer, None
        if said:
            why = _text(score, "explanation") or _text(score, "reason") or "no answer"
            return None, f"{source}: {_resolved(why, sample)}"
    if sample.limit is not None and (source != COMPLETION or not said):
        return None, f"limit: {sample.limit.get('type')} {sample.limit.get('limit')}"
    if not sample.output.get("choices"):
        return None, _text(sample.output, "error") or "no completion"
    if source != COMPLETION:
        return None, f"{source}: no score"
    return said, None


def _expression(sample: _Sample) -> Expression:
    """The input, or what was said in it, but for what the system was told."""
    if isinstance(sample.input, str):
        return str(_resolved(sample.input, sample))
    said = tuple(_content(message, sample) for message in sample.input if message.get("role") != "system")
    return said[0] if len(said) == 1 else said


def _content(message: Mapping[str, Any], sample: _Sample) -> str:
    content = message.get("content")
    if isinstance(content, str):
        return str(_resolved(content, sample))
    parts = map(object_in, content if isinstance(content, list) else ())
    return "\n".join(_resolved(_text(part, "text"), sample) or f"[{part.get('type')}]" for part in parts)


def _text(of: Mapping[str, Any] | None, name: str) -> str | None:
    found = (of or {}).get(name)
    return found if isinstance(found, str) else None


def _resolved(text: str | None, sample: _Sample) -> str | None:
    """A long text stands elsewhere in the sample, under its hash."""
    prefix = "attachment://"
    return sample.attachments.get(text.removeprefix(prefix), text) if text and text.startswith(prefix) else text


def _read(path: Path) -> _Log:
    with _seekable(path) as file:
        start = file.read(2)
        file.seek(0)
        log = _of_archive(file, path) if start == b"PK" else None
    if log is None:
        found = _decoded(whole(path).removeprefix(b"\xef\xbb\xbf"), _Whole, "the log", path)
        _check_version(found.version, path)
        log = _Log(found, found.samples or [])
    if not log.samples:
        raise InputError("a log without samples", "evaluate with log_samples, and name that log", path=path)
    total = object_in(log.header.results).get("total_samples")
    if log.header.status == "success" and isinstance(total, int) and total != len(log.samples):
        # A name that is damaged in an archive hides its sample.
        raise InputError(f"{len(log.samples)} samples, of {total} that were evaluated", _AGAIN, path=path)
    return log


@contextmanager
def _seekable(path: Path) -> Iterator[IO[bytes]]:
    if is_pipe(path):
        yield io.BytesIO(whole(path))
        return
    with opened(path) as file:
        yield file


def _of_archive(file: IO[bytes], path: Path) -> _Log:
    try:
        with zipfile.ZipFile(file) as archive:
            # Of a sample that was written twice the last counts.
            members = {member.filename: member for member in archive.infolist()}
            # The header is written at the end: without it the log is one that was begun.
            name = next((name for name in ("header.json", "_journal/start.json") if name in members), None)
            if name is None:
                raise InputError("a zip archive without header.json", _INSPECT_TODO, path=path)
            header = _decoded(_content_of(archive, file, members[name]), _Header, name, path)
            _check_version(header.version, path)
            samples = [
                _decoded(_content_of(archive, file, member), _Sample, name, path)
                for name, member in members.items()
                if name.startswith("samples/") and name.endswith(".json")
            ]
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, zlib.error) as error:
        raise InputError(f"no archive that can be read ({error})", _AGAIN, path=path) from None
    return _Log(header, samples)


def _content_of(archive: zipfile.ZipFile, file: IO[bytes], member: zipfile.ZipInfo) -> bytes:
    if member.file_size > _LARGEST:
        raise zipfile.BadZipFile(f"{member.filename} has {member.file_size >> 20} MiB")
    if member.compress_type != _ZSTANDARD:
        return archive.read(member)
    import pyarrow

    file.seek(member.header_offset)
    start = file.read(30)
    # What stands between a member's own header and its data: its name and another field, with their lengths before.
    name = file.read(int.from_bytes(start[26:28], "little"))
    if name != member.orig_filename.encode():
        raise zipfile.BadZipFile(f"{member.filename} has another name where it stands")
    file.seek(int.from_bytes(start[28:30], "little"), io.SEEK_CUR)
    data = file.read(member.compress_size)
    content: bytes = pyarrow.decompress(data, member.file_size, codec="zstd", asbytes=True)
    if zlib.crc32(content) != member.CRC:
        raise zipfile.BadZipFile(f"{member.filename} is damaged")
    return content


def _check_version(version: int, path: Path) -> None:
    if version > INSPECT_VERSION:
        found, todo = "known here", "update murho, or evaluate with an Inspect that writes that"
    elif version < INSPECT_VERSION:
        found, todo = "read here", "convert it with Inspect: inspect log convert"
    else:
        return
    raise InputError(
        f"a log of version {version} of Inspect's schema, of which {INSPECT_VERSION} is {found}", todo, path=path
    )


def _decoded(data: bytes, as_what: Any, what: str, path: Path) -> Any:
    """JSON as such a record; Inspect writes NaN and infinities in it, which JSON has not."""
    try:
        try:
            return msgspec.json.decode(data, type=as_what)
        except msgspec.ValidationError:
            raise
        except msgspec.DecodeError:
            return msgspec.convert(json.loads(data), as_what)
    except msgspec.ValidationError as error:
        raise InputError(f"{what} is not as Inspect writes it: {error}", _INSPECT_TODO, path=path) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{what} is no JSON ({error})", _INSPECT_TODO, path=path) from None


FORMAT_INSPECT = Format(
    name="inspect",
    title="Inspect",
    suffixes=(".eval",),
    holds=(ANY,),
    both_sides=True,
    options=(_INSPECT_ANSWER,),
    usual="labels",
    reading=lambda measure: {"kind": measure.kind},
    read_cases=read_inspect_cases,
    read_answers=read_inspect_answers,
    example="murho score labels log.eval",
)
