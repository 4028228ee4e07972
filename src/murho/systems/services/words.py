"""What is typed behind the name of a service: an address or a model, then words `option=value`.

>>> from murho.plugs import Option
>>> known = (Option("rpm", "number", None, "Requests a minute."), Option("prompt", "file", None, "The prompt."))
>>> Words.of("openai", "tiny prompt='my prompt.md' rpm=60", known)
Words(kind='openai', first='tiny', given={'prompt': ['my prompt.md'], 'rpm': ['60']})
"""

import shlex
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from murho.core.errors import UsageError
from murho.plugs import Option, close_to


@dataclass(frozen=True)
class Words:
    """What was typed, by options."""

    kind: str
    first: str
    """The address, or the model."""
    given: Mapping[str, Sequence[str]]
    """The values of each option, in their order."""

    @classmethod
    def of(cls, kind: str, spec: str, options: Sequence[Option], repeated: Collection[str] = ("header",)) -> Self:
        """Read it; only an option that may be `repeated` is given more than once.

        Raises:
            UsageError: an option that there is not, or that is given twice; nothing stands before the options.
        """
        try:
            first, *pairs = shlex.split(spec) or [""]
        except ValueError as error:
            raise UsageError(f"{kind}: {error}; put a value with blanks in quotation marks") from None
        known, given = [option.name for option in options], dict[str, list[str]]()
        if not first or first.partition("=")[0] in known:  # `openai: prompt=FILE`
            raise UsageError(f"{kind}: nothing is named; write an address or a model behind the colon")
        for pair in pairs:
            name, sign, value = pair.partition("=")
            if not sign:
                raise UsageError(f"{kind}: {pair!r} is no option; write it as OPTION=VALUE, without blanks around =")
            if name not in known:
                near = close_to(name, known)
                hint = f"did you mean {near}?" if near else f"known: {', '.join(known)}"
                raise UsageError(f"{kind}: no option {name!r}; {hint}")
            if name in given and name not in repeated:
                raise UsageError(f"{kind}: {name} is given twice; give it once")
            given.setdefault(name, []).append(value)
        return cls(kind, first, given)

    def get(self, name: str) -> str | None:
        """The value of an option."""
        return next(iter(self.given.get(name, ())), None)

    def number(self, name: str, default: Any = None) -> Any:
        """The value of an option that is a number above 0; a whole one where the default is.

        Raises:
            UsageError: it is none.
        """
        if (text := self.get(name)) is None:
            return default
        try:
            value = int(text) if isinstance(default, int) else float(text)
        except ValueError:
            value = 0
        if not 0 < value < float("inf"):
            raise UsageError(f"{self.kind}: {name}={text}: give a number above 0")
        return value

    def written(self, names: Collection[str]) -> str:
        """What it says of these options, as it is typed: in the order of the names, so that it is one text."""
        words = [f"{name}={value}" for name in sorted(names) for value in self.given.get(name, ())]
        return " ".join(map(shlex.quote, [self.first, *words]))
