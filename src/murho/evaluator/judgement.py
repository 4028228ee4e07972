"""What a person says of a case: a verdict on the answer, or what the case means.

The verdicts are the relations that μ3 tells apart, so that a verdict has a loss under any shifting; "cannot say" has
none, and is counted in no divisor.

>>> loss("some"), loss("disjoint"), loss("cannot say")
(0.3, 1.0, None)
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.core.shifting import Shifting, mu3
from murho.measures.verdict import CANNOT_SAY, NAMES

__all__ = ["CANNOT_SAY", "NAMES", "OFFERED", "VERDICT", "Judgement", "Verdict", "loss", "offered"]
VERDICT = "verdict"
"""The measure that verdicts are judgements under."""


class Verdict(NamedTuple):
    """One of the things to say of an answer, as it is offered."""

    name: str
    title: str
    example: str
    """What a request and an answer to it look like, where it is the right verdict."""
    key: str


OFFERED = (
    Verdict(
        "equal",
        "Right",
        "All that it can mean, and nothing else. “Open on Friday?”: this Friday, or every Friday.",
        "1",
    ),
    Verdict("some", "Right, but not all", "Something is missing. “Open on Friday?”: this Friday only.", "2"),
    Verdict(
        "more", "All of it, and something wrong", "“Open on Friday?”: this Friday, every Friday, or Saturday.", "3"
    ),
    Verdict("overlap", "Partly right, partly wrong", "“Open on Friday?”: this Friday, or Saturday.", "4"),
    Verdict("disjoint", "Wrong", "Nothing of it is meant. “Open on Friday?”: Saturday.", "5"),
    Verdict(CANNOT_SAY, "I cannot say", "The request cannot be understood, or it takes knowledge that you lack.", "6"),
)
_OF_EMPTY = (
    Verdict("equal", "Right: it means nothing here", "“Tell me a joke”, to a library.", "1"),
    Verdict("empty", "Wrong: it means something", "“Open on Friday?”", "2"),
    OFFERED[-1],
)
_OF_NO_ANSWER = (Verdict("undefined", "It gave no answer", "It crashed, or took too long.", "1"), OFFERED[-1])


def offered(answer: Answered) -> tuple[Verdict, ...]:
    """The verdicts that an answer can get.

    >>> [verdict.name for verdict in offered(())]
    ['equal', 'empty', 'cannot say']
    """
    if answer is UNDEFINED:
        return _OF_NO_ANSWER
    return OFFERED if answer else _OF_EMPTY


def loss(verdict: str, shifting: Shifting | None = None) -> float | None:
    """How wrong an answer is that got this verdict; None for "cannot say"."""
    return None if verdict == CANNOT_SAY else (shifting or mu3()).value(verdict)


@dataclass(frozen=True)
class Judgement:
    """What one person said of one case."""

    place: int
    """Of the case in the suite."""
    id: str
    evaluator: str
    verdict: str | None = None
    reference: Meanings | None = None
    """What it means; None where nothing was said about it, () where it means nothing here."""
    seconds: float | None = None
    comment: str = ""
    cause: str | None = None
    """Of a wrong answer, by the taxonomy of `murho.core.causes`."""
    repeat: bool = False
    """It was asked once more, to see whether the person says the same."""
    ruling: bool = False
    """It is what the owner says holds where people differ, and nobody's judgement."""

    def as_json(self) -> dict[str, Any]:
        """A line of `--export`."""
        return {
            "id": self.id,
            "evaluator": self.evaluator,
            **({} if self.verdict is None else {"verdict": self.verdict}),
            **({} if self.reference is None else {"reference": list(self.reference)}),
            "seconds": self.seconds,
            "comment": self.comment,
            **({} if self.cause is None else {"cause": self.cause}),
            **({"repeat": True} if self.repeat else {}),
            **({"ruling": True} if self.ruling else {}),
        }
