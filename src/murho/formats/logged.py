"""What the log of an evaluation says of one sample, as a case and its answer: what all formats of logs come to.

A text becomes the meaning that a measure wants: for labels it stands without the space around it, for texts as it is;
for others what begins with `[` or `{` is JSON.

>>> one = Logged("q1", "Open at nine?", ("hours", "times"), "hours\\n", extras={"tokens_out": 1})
>>> two = Logged("q2", "Bye.", ("goodbye",), None, "timed out")
>>> (cases,), (answers,) = cases_of([one, two], "log.json"), answers_of([one, two], "log.json")
>>> cases.references, answers.answers, answers.failures, answers.extras
([('hours', 'times'), ('goodbye',)], [('hours',), UNDEFINED], [None, 'timed out'], {'tokens_out': [1, None]})
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from murho.core.case import Answers, Cases, Expression
from murho.core.errors import InputError, shortened
from murho.core.meaning import UNDEFINED, Answered
from murho.formats.fields import CASE_FIELDS
from murho.formats.opening import Path
from murho.formats.unique import unique

REPETITION = "repetition"
"""The feature that numbers the answers to one case, as those of `murho run --repeat` have it."""
_LONGEST = 200
"""Letters of a failure, of which logs keep whole tracebacks."""


@dataclass(frozen=True, slots=True)
class Logged:
    """A sample with its answer."""

    name: str
    expression: Expression
    targets: tuple[str, ...] | None
    """What is right, each by itself; None where nobody said it."""
    answer: str | None
    """None is ⊥."""
    failure: str | None = None
    """Why there is no answer."""
    seconds: float | None = None
    cluster: str | None = None
    features: Mapping[str, Any] = field(default_factory=dict)
    extras: Mapping[str, Any] = field(default_factory=dict)
    line: int = 1


def asked(name: str, number: int) -> str:
    """The id of an answer to a case that was asked several times, as those of `murho run --repeat` are called.

    >>> asked("q1", 1), asked("q1", 2)
    ('q1', 'q1#2')
    """
    return name if number == 1 else f"{name}#{number}"


def features_of(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """What can be sliced by: values that are no lists or objects; a name that a field of a case has gets a prefix.

    >>> features_of({"channel": "web", "id": 7, "words": ["a", "b"]})
    {'channel': 'web', 'metadata.id': 7}
    """
    plain = {name: value for name, value in metadata.items() if isinstance(value, str | int | float | bool)}
    return {f"metadata.{name}" if name in _TAKEN else name: value for name, value in plain.items()}


_TAKEN = {*CASE_FIELDS, "references", "before", "labels", REPETITION}


def cases_of(
    found: Sequence[Logged], path: Path, batch: int = 8192, kind: str = "label", notes: Sequence[str] = ()
) -> Iterator[Cases]:
    """A case for every sample.

    Raises:
        InputError: an id occurs twice, or what is right begins like JSON and is none, where the measure wants that.
    """

    def read() -> Iterator[Cases]:
        for some in _batches(found, batch):
            clusters = [one.cluster for one in some]
            yield Cases(
                [one.name for one in some],
                [one.expression for one in some],
                [_references(one, kind, path) for one in some],
                clusters=clusters if any(cluster is not None for cluster in clusters) else None,
                features=_columns([one.features for one in some]),
                path=str(path),
                lines=[one.line for one in some],
                notes=notes,
            )

    return unique(read, path)


def answers_of(
    found: Sequence[Logged], path: Path, batch: int = 8192, kind: str = "label", notes: Sequence[str] = ()
) -> Iterator[Answers]:
    """An answer for every sample; one that cannot be read as the measure wants it is ⊥.

    Raises:
        InputError: an id occurs twice.
    """

    def read() -> Iterator[Answers]:
        for some in _batches(found, batch):
            both = [_answered(one, kind) for one in some]
            yield Answers(
                [one.name for one in some],
                [answer for answer, _ in both],
                seconds=[one.seconds for one in some],
                failures=[failure for _, failure in both],
                extras=_columns([one.extras for one in some]),
                path=str(path),
                lines=[one.line for one in some],
                notes=notes,
            )

    return unique(read, path)


def _batches(found: Sequence[Logged], batch: int) -> Iterator[Sequence[Logged]]:
    for start in range(0, len(found), batch):
        yield found[start : start + batch]


def _columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, Sequence[Any]]:
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def _references(one: Logged, kind: str, path: Path) -> tuple[Any, ...] | None:
    if one.targets is None:
        return None
    try:
        return tuple(_meaning(target, kind) for target in one.targets)
    except (msgspec.DecodeError, RecursionError) as error:
        found = f"the target of {one.name!r} begins like JSON and is none ({error})"
        raise InputError(found, "name a measure of labels or texts", path=path, line=one.line) from None


def _answered(one: Logged, kind: str) -> tuple[Answered, str | None]:
    """The answer, and why there is none."""
    if one.answer is None:
        return UNDEFINED, shortened(" ".join((one.failure or "no answer").split()), _LONGEST)
    if kind == "label" and not one.answer.strip():
        return UNDEFINED, "an empty answer"
    try:
        return (_meaning(one.answer, kind),), None
    except (msgspec.DecodeError, RecursionError):
        return UNDEFINED, "begins like JSON and is none"


def _meaning(text: str, kind: str) -> Any:
    if kind == "text":
        return text
    text = text.strip()
    return msgspec.json.decode(text) if kind != "label" and text.startswith(("[", "{")) else text
