"""Samples of lm-evaluation-harness (`samples_TASK_*.jsonl`): what a model generated, or which choice was likeliest.

The reference is `target`. The answer of a task that generates is what the filter left of it (`filtered_resps`), or
with `answer='resps'` the text as it was; where the filter found nothing it is ⊥. The answer of a multiple choice is
the choice with the largest log likelihood, as for `acc`. Choices are called by their texts, or by their numbers from 0
where two texts are the same. Several filters stand in one file: the option `filter` chooses.

>>> import json, pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "samples_intents.jsonl")
>>> line = {"doc_id": 0, "doc": {"day": "mo"}, "target": "hours", "arguments": [["Open at?", {"until": ["."]}]],
...     "resps": [["It is hours."]], "filtered_resps": ["hours"], "filter": "last", "metrics": ["acc"], "acc": 1.0}
>>> _ = path.write_text(json.dumps(line))
>>> (cases,), (answers,) = read_cases(path), read_answers(path)
>>> cases.expressions, cases.references, cases.features, answers.answers, answers.extras["response"]
(['Open at?'], [('hours',)], {'day': ['mo']}, [('hours',)], ['It is hours.'])
"""

import ast
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.formats.format import ANY, Format
from murho.formats.jsonvalue import Row, decode_lines, described
from murho.formats.logged import REPETITION, Logged, answers_of, asked, cases_of, features_of
from murho.formats.opening import Path, line_blocks
from murho.plugs import Option, close_to

_OPTIONS = (
    Option(
        "answer",
        "text",
        "filtered_resps",
        "What the answer is where a model generates: what the filter left, or all of it.",
        choices=("filtered_resps", "resps"),
    ),
    Option("filter", "text", None, "Which filter's lines are read, where the file has those of several."),
)
_TODO = "give samples of lm-evaluation-harness, as --log_samples writes them"
_NEEDED = ("doc_id", "doc", "target", "arguments", "resps", "filtered_resps")
_FOUND_NOTHING = "[invalid]"
"""What filters leave of a text in which they find nothing."""


class _Line(NamedTuple):
    row: Row
    number: int
    path: Path

    def wrong(self, found: str) -> InputError:
        return InputError(found, _TODO, path=self.path, line=self.number)


def read_cases(
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
    return cases_of(_logged(_of_filter(lines, filter, path), answer, kind), path, batch, kind)


def read_answers(
    path: Path, *, batch: int = 8192, answer: str = "filtered_resps", filter: str | None = None, kind: str = "label"
) -> Iterator[Answers]:
    """An answer for every document, a meaning of this `kind`.

    Raises:
        InputError: no such samples, or several filters and none chosen.
    """
    lines = _of_filter(list(_lines(path)), filter, path)
    return answers_of(_logged(lines, answer, kind), path, batch, kind)


def _logged(lines: Sequence[_Line], answer: str, kind: str) -> list[Logged]:
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
                _targets(row["target"], kind),
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


def _targets(target: Any, kind: str) -> tuple[str, ...] | None:
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


FORMAT = Format(
    name="lm_eval",
    title="lm-evaluation-harness",
    aliases=("lm-eval",),
    holds=(ANY,),
    both_sides=True,
    options=_OPTIONS,
    usual="labels",
    reading=lambda measure: {"kind": measure.kind},
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score labels samples.jsonl --format lm-eval",
)
