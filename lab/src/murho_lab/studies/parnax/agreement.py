"""How far two annotators agree on what questions to the EMPLOYEE table mean, and cues with them on their classes.

The second had the guideline and the questions of whole dialogues, and did not see the first references. Sets of queries
are compared as the live study compares a system's with the references (`live.executed`).

>>> found = agreement()
>>> found.figure.n, found.figure.estimate.clusters
(111, 34)
>>> classes = class_agreement(language="en", half="development")
>>> classes.n, round(classes.percent, 1), round(classes.kappa or 0, 2)
(321, 88.5, 0.86)
"""

import json
from collections import Counter
from dataclasses import dataclass
from importlib import resources

from murho.core.figure import Figure, figure
from murho.core.meaning import Meanings
from murho.core.raters import cohen
from murho.core.tally import tally
from murho.formats.opening import text_lines
from murho.languages.structural_class import structural_class
from murho.measures.meanings import meanings
from murho_lab.studies.parnax import questions
from murho_lab.studies.parnax.live import executed


@dataclass(frozen=True)
class Agreement:
    """Questions that were annotated twice, the second time without sight of the first."""

    figure: Figure
    """π of the second annotation against the first, whole dialogues as clusters: the share that differs."""
    differing: tuple[str, ...]
    """The ids of the questions whose sets of queries do not mean the same."""


def agreement() -> Agreement:
    """How the second annotation agrees with the first, under μ1: sets of queries mean the same or do not."""
    again = second()
    cases = questions.bundled()
    both = cases.take([row for row, name in enumerate(cases.ids) if name in again])
    judged = meanings().judge([executed(one) for one in both.meant], [executed(again[name]) for name in both.ids])
    return Agreement(
        figure(tally(judged, [1.0] * len(both), both.feature("dialogue")), level=0.95),
        tuple(name for name, loss in zip(both.ids, judged.loss, strict=True) if loss),
    )


@dataclass(frozen=True)
class ClassAgreement:
    """Questions whose structural class was given by hand, and found by `languages.structural_class`."""

    pairs: Counter[tuple[str, str]]
    """How often a class was given (first) and found (second)."""

    @property
    def n(self) -> int:
        """The number of questions."""
        return self.pairs.total()

    @property
    def percent(self) -> float:
        """How many percent have the same class."""
        return 100 * sum(count for (given, result), count in self.pairs.items() if given == result) / self.n

    @property
    def kappa(self) -> float | None:
        """Cohen's κ."""
        names = sorted({name for pair in self.pairs for name in pair})
        return cohen([[self.pairs[given, result] for result in names] for given in names])


def class_agreement(**wanted: str) -> ClassAgreement:
    """How the classes that are found agree with those given by hand, on questions with these features."""
    cases = questions.taken(questions.bundled(), **wanted)
    columns = cases.feature("class"), cases.feature("language"), cases.texts
    return ClassAgreement(
        Counter((given, structural_class(text, language)) for given, language, text in zip(*columns, strict=True))
    )


def second() -> dict[str, Meanings]:
    """The queries of the second annotator, by the ids of the questions."""
    with resources.as_file(resources.files(__package__) / "material" / "questions" / "second.jsonl") as path:
        rows = [json.loads(text) for _, text in text_lines(path)]
    return {row["id"]: tuple(row["reference"]) for row in rows}
