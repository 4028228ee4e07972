"""Measures as a record of a run names them: what comes with murho, or is installed, and nothing else, is made.

A record may be a stranger's. The code that it names as `module:name` is not imported for it: in its place stands what
the record says of the measure, enough to show what was judged.

>>> recorded("words(costs='sclite')")
words(costs='sclite')
>>> how = recorded("chat:chrf(n=3)", {"chat:chrf(n=3)": {"kind": "text", "loss": "1 − chrF"}})
>>> how, how.kind, how.titles.loss
(chat:chrf(n=3), 'text', '1 − chrF')
>>> how.judge([("a",)], [("a",)])
Traceback (most recent call last):
murho.core.errors.UsageError: chat:chrf(n=3): code that a record names is not imported; type it, \
-m 'chat:chrf(n=3)', to let it be
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
from murho.measures.naming import measure, parted
from murho.measures.staged import At

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
    kept = known if isinstance(known, Mapping) else {}
    if module_names(text):
        return Unopened(text, kept)
    try:
        return measure(text)
    except UsageError:
        if not kept:
            raise
        return Unopened(text, kept)


def written(hows: Sequence[Measure]) -> dict[str, dict[str, Any]]:
    """What a record has to keep of measures, by their notation, besides this: nothing of those that come with murho.

    Raises:
        UsageError: a measure cannot be read back from its notation, so that the record could not be used.
    """
    for how in hows:
        if not _reads_back(how):
            found = f"{how!r} cannot be read back, so that a run could not be shown or judged again"
            todo = "put it into a module of its own, as a frozen dataclass derived from murho.measures.Measure"
            raise UsageError(f"{found}; {todo} (docs/extending.md), and name it module:name")
    return {repr(how): _facts(how) for how in hows if any(map(_brought, _layers(how)))}


def _reads_back(how: Measure) -> bool:
    text = repr(how)
    if any(name.startswith("__main__:") for name in module_names(text)):
        return False
    try:
        return measure(text) == how
    except UsageError:
        return False


def _facts(how: Measure) -> dict[str, Any]:
    sources = [record.source for one in _layers(how) for record in SHELF.installed if record.make is type(one)]
    facts = {name: getattr(how, name) for name in FACTS} | how.titles._asdict()
    return facts | ({"source": sources[-1]} if sources else {})


def _layers(how: Measure | None) -> Iterator[Measure]:
    while how is not None:
        yield how
        how = how.inside


def _brought(how: Measure) -> bool:
    """It does not come with murho."""
    return isinstance(how, Adopted) or type(how).__module__.partition(".")[0] != "murho"


@dataclass(frozen=True)
class Unopened(Measure):
    """A measure whose code is not imported."""

    notation: str
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def __repr__(self) -> str:
        return self.notation

    def arguments(self) -> list[str]:
        """As they are written."""
        inside = self.notation.partition("(")[2].rpartition(")")[0]
        return [inside] if inside else []

    @property
    def bounded(self) -> bool:
        """As recorded."""
        return self.facts.get("bounded") is not False

    @property
    def fixed_units(self) -> bool:
        """As recorded."""
        return self.facts.get("fixed_units") is not False

    @property
    def kind(self) -> str:
        """As recorded."""
        return str(self.facts.get("kind", "json"))

    @property
    def titles(self) -> Titles:
        """As recorded."""
        usual = {"title": self.notation, "loss": "loss", "accuracy": "accuracy"}
        return Titles(*(str(self.facts.get(name, said)) for name, said in usual.items()))

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
        raise UsageError(
            f"{self.notation}: code that a record names is not imported; type it, -m {self.notation!r}, to let it be"
        )
