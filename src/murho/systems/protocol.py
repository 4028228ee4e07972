"""What a command and murho say to each other: JSON lines, one case and one answer at a time.

| murho writes                              | the command answers, with the same id                |
|-------------------------------------------|------------------------------------------------------|
| `{"id": "q1", "expression": "open today?"}` | `{"id": "q1", "answer": ["hours"]}`, a set of meanings |
|                                           | `{"id": "q1", "answer": []}`: means nothing here     |
|                                           | `{"id": "q1", "answer": null}`: ⊥, it failed; `"failure"` may say why |

Any further key of an answer is kept beside it. What the command writes on standard error is for people. A second
answer to a case is dropped, and told in the end: its id says that it is none to the case asked since.

A system that judges (`murho.evaluator.machine`) gets the answer to be judged, too, and says a loss between 0 and 1:
`{"id": "q1", "expression": "open today?", "answer": ["hours"]}`, `{"id": "q1", "loss": 0.3}`.

The expression is a list of texts where it is a whole dialogue. What went before in the dialogue is the further field
`before`, a list of texts: of a case that says it itself, and of all where the command takes it. It says so by the word
`before=yes` in front of it, or, where it announces that it is loaded, by `{"ready": true, "before": true}`.

>>> write_case("q1", "open today?")
b'{"id":"q1","expression":"open today?"}\\n'
>>> write_case("q2", "and on sunday?", ["open today?"])
b'{"id":"q2","expression":"and on sunday?","before":["open today?"]}\\n'
>>> read_answer(b'{"id": "q1", "answer": ["hours"], "cost": 3}', "q1")
Said(answer=('hours',), failure=None, extras={'cost': 3})
>>> read_answer(b'{"id": "q2", "answer": []}', "q1")
Traceback (most recent call last):
murho.systems.protocol.OutOfStepError: wrote an answer to another case: 'q2' when asked 'q1'
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from murho.core.case import Expression
from murho.core.errors import shortened
from murho.core.meaning import UNDEFINED, Answered
from murho.systems.coerce import NotMeaningsError, all_plain, describe_error, plain

_RESERVED = ("seconds", "earlier_failures")
"""Keys of the records of answers that a command may use too; its own are kept as `command:seconds`."""
_NAMES = (str, int, float)
"""What an id may be written as."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder()


class OutOfStepError(Exception):
    """A line that is not an answer to the question: nothing tells what the next one answers."""


class Ready(NamedTuple):
    """What a command says of itself when it announces that it is loaded."""

    before: bool
    """It takes what went before."""


class Said(NamedTuple):
    """An answer as a command gave it."""

    answer: Answered
    failure: str | None = None
    extras: Mapping[str, Any] = {}


def write_case(
    name: str, expression: Expression, before: Sequence[str] | None = None, **more: Answered | None
) -> bytes:
    """The line that asks; it tells what went before if that is not None, and what `more` holds: `answer`.

    Raises:
        UnicodeEncodeError: a text holds half of a surrogate pair, which UTF-8 cannot say.
    """
    told = {} if before is None else {"before": before}
    return _encoder.encode({"id": name, "expression": expression, **told, **more}) + b"\n"


def read_case(line: bytes) -> tuple[Any, Expression, list[str] | None]:
    """The id, the expression and what went before of a line that asks; a ValueError if it is none."""
    message = _decoder.decode(line)
    expression = message.get("expression") if isinstance(message, dict) else None
    if expression is None or "id" not in message or not isinstance(expression, str | list):
        raise ValueError('a line must be like {"id": "q1", "expression": "open today?"}')
    return message["id"], expression if isinstance(expression, str) else tuple(expression), message.get("before")


def write_answer(name: Any, answer: Answered, failure: str | None) -> bytes:
    """The line that answers."""
    message = {"id": name, "answer": None if answer is UNDEFINED else answer}
    if failure is not None:
        message["failure"] = failure
    return _encoder.encode(message) + b"\n"


def read_answer(line: bytes, name: str) -> Said:
    """The answer in a line, to the case of this id; ids compare as strings.

    An answer of the wrong shape is ⊥ with a failure that says what was wrong.

    Raises:
        OutOfStepError: the line is not a JSON object with this id.
    """
    message = _object(line)
    # Without the right id the line may answer any question, and so may the next: the process is given up.
    if "id" not in message:
        raise OutOfStepError(f"wrote a line without an id: {excerpt(line)}")
    if (answered := message.pop("id")) != name and _as_name(answered) != name:
        other = repr(answered) if isinstance(answered, _NAMES) else excerpt(line)
        raise OutOfStepError(f"wrote an answer to another case: {shortened(other, 60)} when asked {name!r}")
    try:
        return _said(message, line)
    except NotMeaningsError as error:
        return Said(UNDEFINED, describe_error(error))
    except RecursionError:  # what could just be decoded, cannot always be shown
        return Said(UNDEFINED, f"its answer is nested too deeply: {excerpt(line)}")


def id_of(line: bytes) -> str | None:
    """The id that a line carries, as a string; None if it carries none.

    >>> id_of(b'{"id": 7, "answer": []}'), id_of(b"Done.")
    ('7', None)
    """
    try:
        return _as_name(_object(line).get("id"))
    except OutOfStepError:
        return None


def _as_name(answered: Any) -> str | None:
    return str(answered) if isinstance(answered, _NAMES) else None


def _said(message: dict[str, Any], line: bytes) -> Said:
    """What an object says beside its id."""
    if "answer" not in message and "loss" in message:  # it judges
        message["answer"] = [message.pop("loss")]
    if "answer" not in message:
        return Said(UNDEFINED, f"answered without an answer: {excerpt(line)}")
    answer, failure = message.pop("answer"), message.pop("failure", None)
    extras = plain({f"command:{key}" if key in _RESERVED else key: value for key, value in message.items()})
    if answer is not None and not isinstance(answer, list):
        wrong = f"its answer is no list of meanings and not null: {excerpt(_encoder.encode(answer))}"
        return Said(UNDEFINED, wrong, extras)
    reason = None if failure is None else shortened(failure if isinstance(failure, str) else repr(failure))
    return Said(UNDEFINED if answer is None else all_plain(answer), reason, extras)


def read_ready(line: bytes) -> Ready | None:
    """What a command announces that is loaded; None if the line is no announcement.

    >>> read_ready(b'{"ready": true, "before": true}'), read_ready(b'{"id": "q1", "answer": []}')
    (Ready(before=True), None)
    """
    try:
        message = _decoder.decode(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(message, dict) or message.pop("ready", None) is not True or set(message) - {"before"}:
        return None
    return Ready(message.get("before") is True)


def write_ready(*, before: bool = False) -> bytes:
    """The line of the announcement, written once."""
    return _encoder.encode({"ready": True} | ({"before": True} if before else {})) + b"\n"


def _object(line: bytes) -> dict[str, Any]:
    try:
        message = _decoder.decode(line)
    except (ValueError, RecursionError) as error:
        raise OutOfStepError(f"wrote a line that is not JSON: {excerpt(line)} ({shortened(str(error), 80)})") from None
    if not isinstance(message, dict):
        raise OutOfStepError(f"wrote a line that is not a JSON object: {excerpt(line)}")
    return message


def excerpt(line: bytes) -> str:
    """The beginning of a line, as an error shows it."""
    return shortened(line[:400].decode(errors="replace"), 80)
