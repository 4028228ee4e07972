"""Measures: each says what a unit is and how wrong an answer is; everything else is the same for all.

A measure judges a batch: references and answers in, `Judgements` out. It is a frozen value that prints as it is typed:

>>> measure("meanings(shifting=mu2(0.25))")
meanings(shifting=mu2(0.25))
>>> measure("labels").judge([("a",), ("a", "b")], [("b",), ("b",)]).loss.tolist()
[1, 0]

| measure | a meaning is | loss | units |
|---|---|---|---|
| `labels` | a label | 0 or 1 | 1 |
| `words`, `characters` | a text | substitutions + deletions + insertions | words (characters) of the reference |
| `sentences` | a text | 1 if anything in it is wrong | 1 |
| `mer` | a text | the same as for words | errors + hits |
| `wil` | a text | words lost on both sides: 1 − recall · precision | words of both sides, see `information` |
| `cpwer` | an object of speakers and their words | the same, speakers paired as fits best | words of the reference |
| `concepts`, `concept_bag` | a list of `"attribute:value"` | the same, in order or as a bag | units of the reference |
| `slots` | a list of `"attribute:value"` | wrong and missing units | units of both sides: 1 − π is F1 |
| `slu` | a list of `"attribute:value"` | the same, a wrong value by its distance | the same: 1 − π is SLU-F1 |
| `frames` | a list of `"attribute:value"` | 0 if all units are right, else 1 | 1 |
| `meanings` | any JSON value | μ1, μ2 or μ3 of the whole sets | 1 |
| `graded` | any JSON value | mean distance under best assignment | 1 |
| `any_of` | any JSON value | 0 if any reference is among the answers, else 1 | 1 |
| `breaks` | a list of labels, "0" for no break | breaks missing, too many or of the wrong type | junctures |
| `dependencies` | a text in CoNLL-U (or -X) | words with a wrong head or label | words of both sides: 1 − π is LAS F1 |
| `links` | a text in CoNLL-U | 0 if the dependencies that a suite asks about are right, else 1 | 1 |
| `acceptance` | any JSON value | 0 if the well-formed is accepted, the ill-formed rejected, else 1 | 1 |

`oracle(M, n)` judges by M the best of several answers, `mapped(M, FILE)` maps answers to what M judges:
structures to units, trees of another annotation to Universal Dependencies.
"""

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from murho.core import notation
from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import Answered, Meanings


@runtime_checkable
class Measure(Protocol):
    """What every measure offers; its repr is its notation."""

    @property
    def bounded(self) -> bool:
        """The loss never exceeds the units, so that π lies in [0,1]; word error rate is not bounded."""

    @property
    def fixed_units(self) -> bool:
        """The units depend on the reference only; what needs a fixed ρ declines a measure where they do not."""

    @property
    def kind(self) -> str:
        """What a meaning is to it: label, text, speakers (their texts by name), units (a list of `attribute:value`),
        breaks (of labels), tree (a text in CoNLL-U) or json (any).
        """

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """The judgements of a batch. Raises MeaningError where a reference or an answer is not its kind of meaning."""


Linearise = Callable[[Judgements, NDArray[np.float64], NDArray[np.int64], int], Judgements]


def linearisation(how: Measure) -> Linearise | None:
    """How the rows of a measure become terms of one ratio, where its value is none: such a measure has `whole_suite`.

    Its `linearised(rows, weights, codes, groups)` gives terms that add up to the value of each group, and vary like it;
    `weights` (cases,) is ρ, `codes` (rows,) tells the group of each row.
    """
    found: Linearise | None = getattr(how, "linearised", None) if getattr(how, "whole_suite", False) else None
    return found


HOMES = {
    "labels": "labels",
    "words": "text.words",
    "characters": "text.words",
    "sentences": "text.words",
    "mer": "text.words",
    "wil": "text.information",
    "cpwer": "text.cpwer",
    "concepts": "units.concepts",
    "concept_bag": "units.concepts",
    "slots": "units.slots",
    "slu": "units.slots",
    "frames": "units.frames",
    "meanings": "meanings",
    "graded": "graded",
    "any_of": "meanings",
    "breaks": "phrasing.breaks",
    "dependencies": "dependencies.measure",
    "links": "links",
    "acceptance": "acceptance",
}
"""The module each measure lives in; it is imported when the measure is asked for."""

AROUND = {"oracle": "oracle", "mapped": "mapped"}
"""The same for measures that wrap another one, as in `oracle(words)`."""


def measure(text: str) -> Measure:
    """The measure that `text` denotes, as typed on the command line."""
    from murho.core.shifting import mu1, mu2, mu3

    names: dict[str, Callable[..., Any]] = {name: _late(name, home) for name, home in (HOMES | AROUND).items()}
    rules = {name: _late(name, "dependencies.rules") for name in ("conll2018", "conll2017", "conllx")}
    if text.isidentifier() and text not in names:
        raise UsageError(f"no measure {text!r}; known: {', '.join(names)}")
    value = notation.read(text, names | rules | {"mu1": mu1, "mu2": mu2, "mu3": mu3}, what="measure")
    if not isinstance(value, Measure):
        raise UsageError(f"{text} is not a measure; known: {', '.join(names)}")
    return value


def fine_enough(how: Measure, by: Iterable[str]) -> Measure:
    """The measure itself, or with rows finer than a case where one of these features is a label of such rows.

    >>> fine_enough(measure("concepts"), ["scenario"]), fine_enough(measure("concepts"), ["attribute"])
    (concepts, concepts(rows='units'))
    """
    labels = set(getattr(how, "finer_labels", ()))
    return how.finer() if labels.intersection(by) else how  # type: ignore[attr-defined]


def _late(name: str, home: str) -> Callable[..., Any]:
    def construct(*positional: Any, **named: Any) -> Any:
        return getattr(import_module(f"murho.measures.{home}"), name)(*positional, **named)

    return construct
