"""What a measure is, and the record that stands beside it.

A measure judges a batch: references and answers in, `Judgements` out. It is a frozen value that prints as it is typed.
Whoever writes one derives it from `Measure` and says what it has of the members below; what it does not say is as here.

    @dataclass(frozen=True)
    class within(Measure):
        tolerance: float = option(0.5, help="Distance that still counts as right.")

        def judge(self, references, answers):
            ...

    MEASURE = Record(make=within, name="within", title="Within a distance", loss="off the mark", accuracy="close")
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from murho.core.errors import UsageError
from murho.core.headline import Countable
from murho.core.judgement import Judgements
from murho.core.meaning import Answered, Meanings
from murho.plugs import Notated, Option, Plug, Shelf, options_of

if TYPE_CHECKING:
    from murho.core.case import Cases
    from murho.core.shifting import Shifting
    from murho.core.word_graph import WordGraph
    from murho.measures.dependencies.dependencies import dependencies
    from murho.measures.dependencies.rules import Rules
    from murho.measures.phrasing.breaks import Agreement
    from murho.measures.text.lattice import Step


# Criteria: what a measure reports beside its value, each a ratio of sums like the value itself.
#
# A measure that has some offers `criteria(counts)`. Its `counts` may be columns, one entry per row, or their sums: a
# criterion is made of plain arithmetic, so that it can be weighed, sliced and given an interval like any loss. It may
# offer `floors(counts)` too: the counts that systems would have which need no skill.


Counts = Mapping[str, Any]
"""The counts of a measure by name: integer columns of one length, or exact sums."""


class Criterion(NamedTuple):
    """A ratio `part / whole`, reported times `scale`.

    A name in two parts, as `las.f1`, makes an object of its own: `las` with `f1` and the `interval` of it.
    """

    part: Any
    whole: Any
    scale: float = 100
    bounded: bool = True
    """The part never exceeds the whole."""
    interval: bool = True
    """It is worth an interval; without one its sums are all that is kept."""


_RATES = ("error rate", "lost", "distance")
"""Words in the name of a loss that people know; of all else they know 1 − π."""

Linearise = Callable[[Judgements, NDArray[np.float64], NDArray[np.int64], int], Judgements]


class Titles(NamedTuple):
    """What a measure is called where people read."""

    title: str
    loss: str
    """What π is: `word error rate`."""
    accuracy: str
    """What 1 − π is: `word accuracy`."""


@dataclass(frozen=True, kw_only=True)
class Record(Plug):
    """What a measure says of itself beside its code."""

    loss: str = "loss"
    accuracy: str = "accuracy"
    """What π and 1 − π are called, as in `Titles`."""
    kind: str = ""
    """What a meaning is to it: the `kind` of the class, unless it depends."""
    around: bool = False
    """Whether it wraps another measure, as in `oracle(words)`."""

    def __post_init__(self) -> None:
        super().__post_init__()
        kind = getattr(self.make, "kind", "")
        kind = "json" if kind is Measure.kind else kind
        if not self.kind and isinstance(kind, str):
            object.__setattr__(self, "kind", kind)

    @property
    def aligning(self) -> bool:
        """Whether its judgement is an alignment."""
        return getattr(self.make, "aligning", False) is True

    def as_json(self) -> dict[str, Any]:
        """The fields, as `murho list --json` prints them."""
        return {**super().as_json(), "meaning": self.kind, "loss": self.loss, "accuracy": self.accuracy}


SHELF: Shelf[Record] = Shelf("measure", "murho.measures", "MEASURE", "murho.measures", Record)


class Measure(Notated, ABC):
    """What every measure offers; its repr is its notation."""

    shelf = SHELF

    @abstractmethod
    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """The judgements of a batch. Raises MeaningError where a reference or an answer is not its kind of meaning."""

    def judge_cases(self, cases: "Cases", answers: Sequence[Answered]) -> Judgements:
        """The judgements of a batch that has more to say than its references: labels of words."""
        return self.judge(cases.meant, answers)

    @property
    def bounded(self) -> bool:
        """The loss never exceeds the units, so that π lies in [0,1]; word error rate is not bounded, and nothing is
        clipped.
        """
        return True

    @property
    def fixed_units(self) -> bool:
        """The units depend on the reference only, unlike those of F1; what needs weights that are fixed beforehand
        (dividing by the number of expressions, for one) declines a measure where they do not.
        """
        return True

    @property
    def kind(self) -> str:
        """What a meaning is to it: label, text, speakers (their texts by name), units (a list of `attribute:value`),
        breaks (of labels), tree (a text in CoNLL-U) or json (any).
        """
        return "json"

    @property
    def titles(self) -> Titles:
        """What it is called, from the record beside it."""
        record = self.record()
        if isinstance(record, Record):
            return Titles(record.title, record.loss, record.accuracy)
        return Titles(self.typed_name(), "loss", "accuracy")

    @property
    def known_as(self) -> tuple[str, bool]:
        """The name that people know its figure by, and whether that is π itself, as word error rate is, or 1 − π."""
        _, loss, accuracy = self.titles
        # The error rate of labels is known, too, and the accuracy is better known.
        is_loss = not self.bounded or (any(rate in loss for rate in _RATES) and accuracy != "accuracy")
        return (loss, True) if is_loss else (accuracy, False)

    @property
    def countables(self) -> tuple[Countable, ...]:
        """Which of its counts its headline is made of; the first that it has."""
        of_tokens = Countable(self.unit, of="units", right="hits", added="insertions", per_case=False)
        return Countable("case", of="total", right="correct", empty="empty"), of_tokens

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen of it."""
        return options_of(type(self))

    def having(self, **chosen: Any) -> Self:
        """The same with other values of options. Raises UsageError for one that does not fit."""
        return replace(self, **chosen)  # type: ignore[type-var]

    @property
    def files(self) -> tuple[str, ...]:
        """The files that it reads, by which its figures change."""
        return ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be told beside every figure of it: options that are allowed, and unusual."""
        return ()

    @property
    def inside(self) -> "Measure | None":
        """The measure that it wraps."""
        return None

    @property
    def one_file_format(self) -> str | None:
        """The format of a file that is given alone, where its name need not tell it."""
        return None

    @property
    def plain_format(self) -> str | None:
        """The format of two files whose names tell no more than that they are text."""
        return None

    @property
    def set_shifting(self) -> "Shifting | None":
        """The μ of how two whole sets of meanings stand to each other, which its rows have as the label `relation`.

        None where it does not tell the seven relations apart.
        """
        return None

    @property
    def stage(self) -> str | None:
        """The stage of a chain whose answers it judges; None for what the whole chain answers."""
        return None

    # What is reported, and by what it is sliced.

    @property
    def linearised(self) -> Linearise | None:
        """How the rows become terms of one ratio, where the value is none: all rows are needed at once then.

        `linearised(rows, weights, codes, groups)` gives terms that add up to the value of each group, and vary like it;
        `weights` (cases,) is ρ, `codes` (rows,) tells the group of each row, 0..groups-1.
        """
        return None

    @property
    def whole_suite(self) -> bool:
        """Whether the value can be had only of all rows at once."""
        return self.linearised is not None

    def criteria(self, counts: "Counts") -> "Mapping[str, Criterion]":
        """The ratios of counts that it reports beside its value, by name."""
        return {}

    def floors(self, counts: "Counts") -> "Mapping[str, Counts]":
        """The counts that systems without any skill would have on the same references, by the names of these."""
        return {}

    @property
    def finer_labels(self) -> Sequence[str]:
        """Labels that rows finer than a case have, by which they can be sliced; `finer` gives such rows."""
        return ()

    def finer(self) -> Self:
        """The same with finer rows, if it can have them."""
        return self

    @property
    def word_rows(self) -> bool:
        """Its finer rows say at which word of the reference they stand, so that labels of words slice them."""
        return False

    @property
    def whole_by_cases(self) -> bool:
        """Finer rows do not tell all that is known of cases: slices take the former, the whole the latter."""
        return False

    @property
    def reference_labels(self) -> Sequence[str]:
        """Labels that the references decide, though rows may be without a reference."""
        return ()

    # What it makes of sequences.

    @property
    def aligning(self) -> bool:
        """Its judgement is an alignment, which `aligned` gives."""
        return False

    def aligned(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> "list[list[Step]]":
        """The steps of each case, of the reference that counts; ⊥ and ∅ are aligned as nothing said.

        They have the counts of the judgement, case by case. Raises UsageError for a measure that aligns nothing,
        MeaningError for a meaning of another kind.
        """
        if self.explaining:
            raise UsageError(f"{self!r} aligns nothing that could be shown; `explained` of it says what differs")
        names = ", ".join(record.name for record in SHELF.all() if record.aligning)
        told = "sql, graded or meanings(mu4('json'))"
        raise UsageError(f"{self!r} aligns nothing that could be shown; give one of {names}; or {told}, which explain")

    # What it says of meanings that are not equal.

    @property
    def explaining(self) -> bool:
        """It can say in words what differs: `explained`."""
        return False

    def explained(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> list[list[str]]:
        """For each case what its answer says otherwise than its reference, a sentence for each difference.

        They are shown of cases that have a loss. Raises UsageError for a measure that explains nothing.
        """
        raise UsageError(f"{self!r} explains nothing")

    @property
    def aligns_as(self) -> Hashable:
        """What its alignment depends on: measures for which it is equal align alike, and are aligned once for all."""
        return repr(self)

    def tokens_of(self, text: str) -> tuple[str, ...]:
        """What a word, or several, are to it: normalised as it normalises, split as it splits."""
        return (text,)

    def in_graph(self, reference: Any, graph: "WordGraph") -> str:
        """Of all texts in a word graph that which it finds least wrong, given what was meant.

        Raises:
            UsageError: it cannot look for it.
            ValueError: the graph is too large.
        """
        raise UsageError(f"{self!r} finds no best way through a word graph; words and sentences do")

    @property
    def unit(self) -> str:
        """What one token is to it: a `word`, a `character`, a `unit`."""
        return "unit"

    @property
    def folds_case(self) -> bool:
        """Tokens are compared in lower case, as sclite does."""
        return False

    @property
    def agreement(self) -> "Callable[[Sequence[Sequence[Answered]]], Agreement] | None":
        """How far annotators agree, given a list of answers for each, UNDEFINED where one did not annotate it.

        None where that cannot be told; raises MeaningError where annotations do not belong together.
        """
        return None

    # What it makes of trees, and of commands.

    @property
    def tree_rules(self) -> "Rules | None":
        """What counts as right in a tree."""
        return None

    @property
    def equal_tokens(self) -> bool:
        """The rules want the same tokens on both sides."""
        return False

    @property
    def over_files(self) -> "dependencies | None":
        """What scores two files of trees over all their text; None where sentences are paired."""
        return None

    @property
    def mapping(self) -> tuple[str, str] | None:
        """A file that says how meanings are mapped before they are judged, and the side it is applied to."""
        return None

    @property
    def without_intent(self) -> bool:
        """Whether it judges the entities alone of a command with its intent."""
        return False


def each_once(measures: Sequence[Measure]) -> list[Measure]:
    """The measures in their order, without repetition: each is judged, counted and shown once."""
    return list({repr(measure): measure for measure in measures}.values())
