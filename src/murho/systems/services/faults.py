"""What goes wrong between a question and its reply, and what is to be done about each: ask again, give up, or end.

| what comes | what is done |
|---|---|
| 408, 425, 429, 500, 502, 503, 504, 529; no connection, or one that is cut | asked again, up to `attempts` times |
| 401, 402, 403, 407, a redirection, 429 for want of money, a wait of more than five minutes | the run ends |
| any other status; what is no JSON, too long, or late | the case is UNDEFINED |
"""

from murho.core.errors import MurhoError

RETRYABLE = frozenset({408, 425, 429, 500, 502, 503, 504, 529})
LATE = 408, 429, 503, 529
"""Statuses that say: too much at a time."""


class FaultError(Exception):
    """Why a case is UNDEFINED; `raw` is what the service said, where that is worth keeping."""

    def __init__(self, failure: str, raw: str | None = None):
        super().__init__(failure)
        self.failure, self.raw = failure, raw


class RefusedError(FaultError):
    """The service did not take the question: a status that is no success."""


class AgainError(RefusedError):
    """It may be asked again, after `wait` seconds where the service says so; `crowded` where it was asked too much."""

    def __init__(self, failure: str, *, wait: float | None = None, crowded: bool = False):
        super().__init__(failure)
        self.wait, self.crowded = wait, crowded


class UnreachableError(AgainError):
    """There is no connection to it; `todo` is what to do about that."""

    def __init__(self, failure: str, todo: str):
        super().__init__(failure)
        self.todo = todo


class EndedError(MurhoError):
    """Nothing more is asked: no question would be answered, or none may be asked."""
