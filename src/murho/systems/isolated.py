"""A Python function in processes of its own: with a time-out, several at a time, and safe from its crashes.

The same machinery as for a command (`murho.systems.command`), with `murho.systems.serve` as the command. The
function is asked one expression at a time, also where it takes batches.

>>> from murho.core.case import Cases
>>> with Isolated("builtins:len", timeout=30) as system:
...     [answer.answer for answer in system.answer(Cases(["q1"], ["open today?"], [()]))]
[(11,)]
"""

import sys
from typing import Any

from murho.core.errors import MurhoError, UsageError
from murho.systems.command import Command
from murho.systems.worker import Lost

STARTUP = 600.0
"""Seconds to import the module and all it loads."""


class Isolated(Command):
    """A function, called `module:attribute`, in `workers` processes; a case has `timeout` seconds.

    Importing its module is not counted to any case.
    """

    def __init__(self, spec: str, *, workers: int = 1, timeout: float | None = None, startup: float = STARTUP):
        command = [sys.executable, "-m", "murho.systems.serve", spec]
        super().__init__(command, workers=workers, timeout=timeout, startup=startup)
        self._function = spec

    def describe(self) -> dict[str, Any]:
        """The settings for the record of a run."""
        return super().describe() | {"kind": "function", "spec": self._function, "isolated": True}

    def _verdict(self, last: Lost) -> MurhoError:
        if last.status == UsageError.exit_status and last.last_lines:
            return UsageError(last.last_lines[-1])  # as it would be said in this process
        return super()._verdict(last)
