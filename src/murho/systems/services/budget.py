"""A budget of one command: requests, tokens, money, minutes; what is used up ends the asking in good order.

>>> budget = Budget.of("requests=2, money=1.50")
>>> budget.ask(); budget.used(tokens=900, money=0.2)
>>> budget.ask()
>>> budget.ask()  # doctest: +ELLIPSIS
Traceback (most recent call last):
murho.systems.services.faults.EndedError: the budget of 2 requests is used up; the same command goes on, with as much...
"""

import time
from dataclasses import dataclass, field, replace
from typing import Self

from murho.core.errors import UsageError
from murho.systems.services.faults import EndedError

UNITS = ("requests", "tokens", "money", "minutes")


@dataclass
class Budget:
    """What may be used, by unit, and what was."""

    most: dict[str, float]
    spent: dict[str, float] = field(default_factory=lambda: dict.fromkeys(UNITS, 0.0))
    began: float = field(default_factory=time.monotonic)

    @classmethod
    def of(cls, text: str | None) -> Self:
        """Read it, as in `requests=1000,money=2.50`.

        Raises:
            UsageError: it is none.
        """
        most: dict[str, float] = {}
        for pair in (text or "").split(",") if text is not None else ():
            name, _, value = (part.strip() for part in pair.partition("="))
            try:
                number = float(value)
            except ValueError:
                number = 0.0
            if name not in UNITS or name in most or not 0 < number < float("inf"):
                raise UsageError(f"budget {text!r}: write {', '.join(UNITS)}, as in requests=1000,money=2.50")
            most[name] = number
        return cls(most)

    def anew(self) -> "Budget":
        """As much again, from now on."""
        return replace(self, spent=dict.fromkeys(UNITS, 0.0), began=time.monotonic())

    def ask(self) -> None:
        """Count a request that is about to be sent.

        Raises:
            EndedError: something is used up.
        """
        self.spent["minutes"] = (time.monotonic() - self.began) / 60
        for name, most in self.most.items():
            if self.spent[name] >= most:
                found = f"the budget of {most:,g} {name if name != 'money' else '(money)'} is used up"
                raise EndedError(f"{found}; the same command goes on, with as much again")
        self.spent["requests"] += 1

    def used(self, *, tokens: float, money: float) -> None:
        """Count what a reply took."""
        self.spent["tokens"] += tokens
        self.spent["money"] += money
