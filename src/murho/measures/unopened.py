"""Measures as a record of a run names them: what comes with murho, or is installed, and nothing else, is made.

A record may be a stranger's. The code that it names as `module:name` is not imported for it: in its place stands what
the record says of the measure, enough to show what was judged.

>>> recorded("words(costs='sclite')")
words(costs='sclite')
>>> measure = recorded("chat:chrf(n=3)", {"chat:chrf(n=3)": {"kind": "text", "loss": "1 − chrF"}})
>>> measure, measure.kind, measure.titles.loss
(chat:chrf(n=3), 'text', '1 − chrF')
>>> measure.judge([("a",)], [("a",)])
Traceback (most recent call last):
murho.core.errors.UsageError: chat:chrf(n=3): code that a record names is not imported by itself; to allow it, type \
-m 'chat:chrf(n=3)'
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Never

from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import Answered, Meanings
from murho.core.notation import module_names
from murho.measures.adopted import Adopted
from murho.measures.interface import SHELF, Linearise, Measure, Titles
from murho.measures.naming import measure as measure_named
from murho.measures.naming import parted
from murho.measures.wrapping import At

FACTS = ("bounded", "fixed_units", "kind", "whole_suite")
"""What a record keeps of a measure whose code does not come with murho, besides its titles and where it is from."""


def recorded(text: str, facts: Any = None) -> Measure:
    """The measure that a record names; `facts` are those that it keeps of measures by name.

    Raises:
        UsageError: there is no such measure.
    """
    inner, stage = parted(text)
    if stage is not None:
        own = facts.get(text) if isinstance(facts, Mapping) else None
        return At(recorded(inner, {inner: own}), stage)
    known = facts.get(text) if isinstance(facts, Mapping) else None
    saved = known if isinstance(known, Mapping) else {}
    if module_names(text):  # a record may be a stranger's: what it names is not imported for it
        return Unopened(text, saved)
    try:
        return measure_named(text)
    except UsageError:
        if not saved:
            raise
        return Unopened(text, saved)


def written(measures: Sequence[Measure]) -> dict[str, dict[str, Any]]:
    """What a record has to keep of measures, by their notation, besides this: nothing of those that come with murho.

    Raises:
        UsageError: a measure cannot be read back from its notation, so that the record could not be used.
    """
    for measure in measures:
        if not _reads_back(measure):
            found = f"{measure!r} cannot be read back, so that a run could not be shown or judged again"
            todo = "put it into a module of its own, as a frozen dataclass derived from murho.measures.Measure"
            raise UsageError(f"{found}; {todo} (docs/extending.md), and name it module:name")
    return {repr(measure): _facts(measure) for measure in measures if any(map(_brought, _layers(measure)))}


def _reads_back(measure: Measure) -> bool:
    text = repr(measure)
    # Another process has another main module.
    if any(name.startswith("__main__:") for name in module_names(text)):
        return False
    try:
        return measure_named(text) == measure
    except UsageError:
        return False


def _facts(measure: Measure) -> dict[str, Any]:
    sources = [record.source for layer in _layers(measure) for record in SHELF.installed if record.make is type(layer)]
    facts = {name: getattr(measure, name) for name in FACTS} | measure.titles._asdict()
    return facts | ({"source": sources[-1]} if sources else {})


def _layers(measure: Measure | None) -> Iterator[Measure]:
    while measure is not None:
        yield measure
        measure = measure.inside


def _brought(measure: Measure) -> bool:
    """Whether a measure does not come with murho."""
    return isinstance(measure, Adopted) or type(measure).__module__.partition(".")[0] != "murho"


@dataclass(frozen=True)
class Unopened(Measure):
    """A measure whose code is not imported."""

    notation: str
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def __repr__(self) -> str:
        return self.notation

    def arguments(self) -> list[str]:
        """What stands between the brackets of the notation, as it is written."""
        inside = self.notation.partition("(")[2].rpartition(")")[0]
        return [inside] if inside else []

    @property
    def bounded(self) -> bool:
        """Whether the loss never exceeds the units: unless the record denies it."""
        return self.facts.get("bounded") is not False

    @property
    def fixed_units(self) -> bool:
        """Whether the units depend on the reference only: unless the record denies it."""
        return self.facts.get("fixed_units") is not False

    @property
    def kind(self) -> str:
        """The kind of meaning that the record tells; any where it tells none."""
        return str(self.facts.get("kind", "json"))

    @property
    def titles(self) -> Titles:
        """The titles that the record tells, or the notation."""
        usual = {"title": self.notation, "loss": "loss", "accuracy": "accuracy"}
        return Titles(*(str(self.facts.get(name, default)) for name, default in usual.items()))

    @property
    def linearised(self) -> Linearise | None:
        """None, unless the value cannot be had without it: then it refuses."""
        return self._refused if self.facts.get("whole_suite") else None

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """Raises UsageError: that takes the code."""
        self._refused()

    def _refused(self, *_: Any) -> Never:
        if not module_names(self.notation):
            todo = f"install what brings it ({self.facts.get('source', 'a plug')})"
            raise UsageError(f"no measure {self.notation!r} is installed; {todo}")
        todo = f"to allow it, type -m {self.notation!r}"
        raise UsageError(f"{self.notation}: code that a record names is not imported by itself; {todo}")
