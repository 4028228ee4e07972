"""Values that judge but are no `Measure`: they are taken as one, and what they do not say is as by default.

>>> from murho.core.judgement import Judgements
>>> class strict:
...     bounded, fixed_units, kind = True, True, "label"
...     def judge(self, references, answers):
...         return Judgements.of([float(r != a) for r, a in zip(references, answers, strict=True)])
>>> how = adopted(strict())
>>> how.judge([("a",)], [("b",)]).loss.tolist(), how.files, how.aligning
([1.0], (), False)
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import TYPE_CHECKING, Any

from murho.core.errors import MurhoError, UsageError, describe_error
from murho.core.judgement import Judgements
from murho.core.meaning import Answered, Meanings
from murho.core.notation import call
from murho.measures.criteria import Counts, Criterion
from murho.measures.interface import Linearise, Measure, Titles
from murho.plugs import Option, options_of

if TYPE_CHECKING:
    from murho.core.case import Cases

ASKED = ("judge", "bounded", "fixed_units", "kind")
"""What a value has to have to be taken for a measure."""


def adopted(value: Any, name: str = "") -> Measure:
    """The value itself, or a measure that does as it does; an error calls it by `name`, if it has one.

    Raises:
        UsageError: it lacks what every measure has.
    """
    if isinstance(value, Measure):
        return value
    if lacking := [name for name in ASKED if not hasattr(value, name)]:
        todo = "derive it from murho.measures.Measure (docs/extending.md)"
        raise UsageError(f"{name or repr(value)} is not a measure: it has no {lacking[0]}; {todo}")
    return Adopted(value)


def called(spec: str, make: Callable[..., Any], positional: tuple[Any, ...], named: Mapping[str, Any]) -> Measure:
    """What `module:name(...)` makes; it prints so, or as its own class, if that has a place of its own.

    Raises:
        UsageError: what comes of it is no measure.
        TypeError: the arguments do not fit.
    """
    try:
        value = make(*positional, **named)
    except (MurhoError, TypeError):
        raise
    except Exception as error:
        raise UsageError(f"{spec} makes no measure: {describe_error(error)}") from error
    if isinstance(value, Measure) and "<" not in type(value).__qualname__:
        return value
    inner = adopted(value, spec)
    given = signature(make).bind(*positional, **named).arguments
    return Adopted(inner.value if isinstance(inner, Adopted) else inner, spec, tuple(given.items()), make)


def _theirs(name: str) -> Any:
    usual = getattr(Measure, name)
    return property(lambda self: getattr(self.value, name) if hasattr(self.value, name) else usual.fget(self))


@dataclass(frozen=True, eq=False)
class Adopted(Measure):
    """A measure that does as a value does."""

    value: Any
    spec: str = ""
    """The `module:name` that made it, if it was named so."""
    given: tuple[tuple[str, Any], ...] = ()
    """With which arguments."""
    make: Callable[..., Any] | None = None
    """What made it."""

    bounded = _theirs("bounded")
    fixed_units = _theirs("fixed_units")
    kind = _theirs("kind")
    files = _theirs("files")
    finer_labels = _theirs("finer_labels")
    word_rows = _theirs("word_rows")
    whole_by_cases = _theirs("whole_by_cases")
    reference_labels = _theirs("reference_labels")
    unit = _theirs("unit")
    folds_case = _theirs("folds_case")
    equal_tokens = _theirs("equal_tokens")
    without_intent = _theirs("without_intent")

    def __repr__(self) -> str:
        if not self.spec:
            return repr(self.value)
        return call(self.spec, self.arguments())

    def arguments(self) -> list[str]:
        """Those of the name."""
        return [f"{name}={value!r}" for name, value in self.given]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Adopted) or repr(self) != repr(other):
            return False
        return bool(self.spec) or bool(self.value == other.value)

    def __hash__(self) -> int:
        return hash(repr(self) if self.spec else type(self.value))

    @property
    def linearised(self) -> Linearise | None:
        """As of the value."""
        return getattr(self.value, "linearised", None) if getattr(self.value, "whole_suite", True) else None

    @property
    def titles(self) -> Titles:
        """As of the value."""
        return getattr(self.value, "titles", Titles(self.spec or type(self.value).__name__, "loss", "accuracy"))

    @property
    def options(self) -> tuple[Option, ...]:
        """Those of the value."""
        return options_of(self.make) if self.make is not None else ()

    def having(self, **chosen: Any) -> Measure:  # type: ignore[override]
        """What its name makes with other arguments."""
        if self.make is None:
            raise UsageError(f"{self!r} has no options that could be chosen")
        return called(self.spec, self.make, (), {**dict(self.given), **chosen})

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """As the value judges."""
        judged: Judgements = self.value.judge(references, answers)
        return judged

    def judge_cases(self, cases: "Cases", answers: Sequence[Answered]) -> Judgements:
        """As the value judges."""
        if not hasattr(self.value, "judge_cases"):
            return super().judge_cases(cases, answers)
        judged: Judgements = self.value.judge_cases(cases, answers)
        return judged

    def finer(self) -> Measure:  # type: ignore[override]
        """The finer value."""
        return adopted(self.value.finer()) if hasattr(self.value, "finer") else self

    def criteria(self, counts: Counts) -> Mapping[str, Criterion]:
        """As of the value."""
        return self.value.criteria(counts) if hasattr(self.value, "criteria") else {}

    def floors(self, counts: Counts) -> Mapping[str, Counts]:
        """As of the value."""
        return self.value.floors(counts) if hasattr(self.value, "floors") else {}
