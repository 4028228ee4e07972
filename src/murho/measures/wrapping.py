"""What measures share that wrap another one: they are of its kind and report what it reports.

It is for the wrapping measure to say how it judges.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from murho.core.errors import UsageError
from murho.measures.criteria import Counts, Criterion
from murho.measures.interface import Measure, Titles

if TYPE_CHECKING:
    from murho.core.word_graph import WordGraph


def _as_inside(name: str) -> Any:
    return property(lambda self: getattr(self.measure, name), doc=f"The `{name}` of the measure inside.")


@dataclass(frozen=True)
class Wrapping(Measure):
    """A measure around another measure."""

    measure: Measure

    bounded = _as_inside("bounded")
    fixed_units = _as_inside("fixed_units")
    kind = _as_inside("kind")
    files = _as_inside("files")
    notes = _as_inside("notes")
    linearised = _as_inside("linearised")
    finer_labels = _as_inside("finer_labels")
    word_rows = _as_inside("word_rows")
    whole_by_cases = _as_inside("whole_by_cases")
    reference_labels = _as_inside("reference_labels")
    aligning = _as_inside("aligning")
    unit = _as_inside("unit")
    folds_case = _as_inside("folds_case")
    tree_rules = _as_inside("tree_rules")
    equal_tokens = _as_inside("equal_tokens")
    without_intent = _as_inside("without_intent")
    stage = _as_inside("stage")

    def __post_init__(self) -> None:
        if isinstance(self.measure, Measure):
            return
        if not hasattr(self.measure, "judge"):
            raise UsageError(f"{type(self).__name__}: {self.measure!r} is not a measure; write it without quotes")
        from murho.measures.adopted import adopted

        object.__setattr__(self, "measure", adopted(self.measure))

    @property
    def inside(self) -> Measure:
        """The measure that it wraps."""
        return self.measure

    @property
    def titles(self) -> Titles:
        """The titles of the measure inside, with what is done to it."""
        title, loss, accuracy = self.measure.titles
        return Titles(f"{title}, {super().titles.title.lower()}", loss, accuracy)

    def finer(self) -> Self:
        """The same around the finer measure."""
        return replace(self, measure=self.measure.finer())

    def criteria(self, counts: Counts) -> Mapping[str, Criterion]:
        """The criteria of the measure inside."""
        return self.measure.criteria(counts)

    def floors(self, counts: Counts) -> Mapping[str, Counts]:
        """The floors of the measure inside."""
        return self.measure.floors(counts)

    def tokens_of(self, text: str) -> tuple[str, ...]:
        """The tokens of a text, as the measure inside makes them."""
        return self.measure.tokens_of(text)

    def in_graph(self, reference: Any, graph: "WordGraph") -> str:
        """The text in a word graph that the measure inside finds least wrong."""
        return self.measure.in_graph(reference, graph)
