"""Values that judge but are no `Measure`: they are taken as one, and what they do not say is as by default.

>>> from murho.core.judgement import Judgements
>>> class strict:
...     bounded, fixed_units, kind = True, True, "label"
...     def judge(self, references, answers):
...         return Judgements.of([float(r != a) for r, a in zip(references, answers, strict=True)])
>>> measure = adopted(strict())
>>> measure.judge([("a",)], [("b",)]).loss.tolist(), measure.files, measure.aligning
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
from murho.measures.interface import Counts, Criterion, Linearise, Measure, Titles
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
    # A class that was made inside a function has no name by which it could be found again.
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
    """The arguments that it was made with, by name."""
    make: Callable[..., Any] | None = None
    """What made the value, where that was named."""

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
        """The arguments of the name, as they are typed."""
        return [f"{name}={value!r}" for name, value in self.given]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Adopted) or repr(self) != repr(other):
            return False
        return bool(self.spec) or bool(self.value == other.value)

    def __hash__(self) -> int:
        return hash(repr(self) if self.spec else type(self.value))  # the value may have no hash

    @property
    def linearised(self) -> Linearise | None:
        """How the rows of the value become terms of one ratio; None where it does not ask for that."""
        return getattr(self.value, "linearised", None) if getattr(self.value, "whole_suite", True) else None

    @property
    def titles(self) -> Titles:
        """The titles of the value; its name where it has none."""
        return getattr(self.value, "titles", Titles(self.spec or type(self.value).__name__, "loss", "accuracy"))

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of what made the value; none where that is not known."""
        return options_of(self.make) if self.make is not None else ()

    def having(self, **chosen: Any) -> Measure:  # type: ignore[override]
        """What its name makes with other arguments."""
        if self.make is None:
            raise UsageError(f"{self!r} has no options that could be chosen")
        return called(self.spec, self.make, (), {**dict(self.given), **chosen})

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """The judgements of the value."""
        judged: Judgements = self.value.judge(references, answers)
        return judged

    def judge_cases(self, cases: "Cases", answers: Sequence[Answered]) -> Judgements:
        """The judgements of the value, from its `judge` where it takes no cases."""
        if not hasattr(self.value, "judge_cases"):
            return super().judge_cases(cases, answers)
        judged: Judgements = self.value.judge_cases(cases, answers)
        return judged

    def finer(self) -> Measure:  # type: ignore[override]
        """The measure with finer rows, where the value can have them."""
        return adopted(self.value.finer()) if hasattr(self.value, "finer") else self

    def criteria(self, counts: Counts) -> Mapping[str, Criterion]:
        """The criteria of the value; none where it has none."""
        return self.value.criteria(counts) if hasattr(self.value, "criteria") else {}

    def floors(self, counts: Counts) -> Mapping[str, Counts]:
        """The floors of the value; none where it has none."""
        return self.value.floors(counts) if hasattr(self.value, "floors") else {}
