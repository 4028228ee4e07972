"""A grammar as a system: an ATN that answers each expression with the structures it finds.

    atn:GRAMMAR [lexicon=FILE] [strategies=FILE] [output=tree|units] [wanted=N|all] [steps=N]

Without `lexicon` the words are sought beside the grammar, in a file of the same name that ends in `.tsv`. An expression
without an analysis means nothing to the grammar, which is the empty set; where a bound is met first, it is UNDEFINED.

>>> from importlib import resources
>>> toy = resources.files("murho.atn") / "grammars" / "english.atn"
>>> with Atn(str(toy)) as system:
...     [one.answer for one in system.answer(Cases(["a", "b"], ["they sleep", "sleep they"], [(), ()]))]
[('(S DCL (NP they) (VP sleep))',), ()]
"""

import shlex
import time
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from murho.atn.engine import Analysis, Bounds
from murho.atn.grammar import read_grammar
from murho.atn.lexicon import read_lexicon
from murho.atn.parsing import parse
from murho.atn.strategy_files import read_strategies
from murho.atn.values import bracketed, units
from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED
from murho.systems.interface import Answer

OPTIONS = ("lexicon", "strategies", "output", "wanted", "steps")


class Atn:
    """An ATN as a system; see the module. With all analyses wanted it remembers constituents, which is quicker."""

    def __init__(self, spec: str):
        try:
            parts = shlex.split(spec)
        except ValueError as error:
            raise UsageError(f"atn:{spec}: {error}; write atn:GRAMMAR lexicon=FILE") from None
        if not parts:
            raise UsageError("atn: name a grammar; write atn:GRAMMAR lexicon=FILE")
        path, *pairs = parts
        settings = {key: value for key, _, value in (pair.partition("=") for pair in pairs)}
        unknown = [key for key in settings if key not in OPTIONS]
        if unknown:
            raise UsageError(f"atn: no option {unknown[0]!r}; known: {', '.join(OPTIONS)}")
        beside = Path(path).with_suffix(".tsv")
        self._output = settings.get("output", "tree")
        if self._output not in ("tree", "units"):
            raise UsageError(f"atn: output={self._output}; give tree or units")
        wanted = settings.get("wanted", "all")
        self._wanted = None if wanted == "all" else _number("wanted", wanted)
        self._bounds = Bounds(steps=_number("steps", settings["steps"])) if "steps" in settings else Bounds()
        self._grammar = read_grammar(path)
        self._lexicon = read_lexicon(settings.get("lexicon", beside))
        saved = settings.get("strategies")
        self._order = read_strategies(self._grammar, saved).order() if saved else None
        self._spec = spec

    def describe(self) -> dict[str, Any]:
        """The settings for the record of a run."""
        wanted = "all" if self._wanted is None else self._wanted
        settings = {"output": self._output, "wanted": wanted, "steps": self._bounds.steps}
        return {"kind": "atn", "spec": self._spec, **settings}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def answer(self, cases: Cases) -> Iterator[Answer]:
        """Every case in order."""
        for position, expression in enumerate(cases.expressions):
            began = time.perf_counter()
            parsed = parse(
                self._grammar, self._lexicon.sentence(expression), wanted=self._wanted, order=self._order,
                memory=self._wanted is None, bounds=self._bounds,
            )  # fmt: skip
            meanings = tuple(self._meaning(one) for one in parsed.analyses)
            undefined = parsed.undefined is not None
            yield Answer(position, UNDEFINED if undefined else meanings, time.perf_counter() - began, parsed.undefined)

    def _meaning(self, analysis: Analysis) -> Any:
        return units(analysis.value) if self._output == "units" else bracketed(analysis.value)


def _number(name: str, text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise UsageError(f"atn: {name}={text}; give a whole number above 0")
    return int(text)
