"""Questions to the EMPLOYEE table, written by hand, with the SQL that they mean: sample A, of any questions, and B.

B is one question in many wordings (`WANTED`); C are again any questions, written to see how a grammar does on what it
was not written for, and all for development; D are questions of strangers, by which it was mended last. Whoever wrote a
question is its cluster, and whole writers are for development or held out. `material/guideline.md` says what a question
means, `lab/docs/parnax-questions.md` how they came to be.

>>> first = bundled().take([0])
>>> first.texts, first.references
(['Who works in personnel?'], [("SELECT name FROM employee WHERE department = 'personnel'",)])
>>> held_out = taken(bundled(), sample="B", language="it", half="held_out")
>>> set(held_out.references) == {(WANTED,)}, len(set(held_out.clusters or ()))
(True, 7)
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources

from murho.core.case import Cases, join
from murho.formats import jsonl

WANTED = "SELECT date_of_birth FROM employee WHERE degree = 'master in mathematics'"
"""What all wordings of sample B mean."""
SAMPLES = ("A", "B")
LATER = "C"
"""The sample that was written later."""
FOURTH = "D"
"""The sample that was written last, to follow how the grammar does on strangers; no figure of the study is of it."""
HALVES = ("development", "held_out")
SHAPES = ("T", "D", "G", "E")
"""Telegraphic, declarative, interrogative, imperative: each question is one of these."""
CLASSES = tuple(shape + more for shape in SHAPES for more in ("", "V", "M", "VM"))
"""The structural classes: V is added for inverted, cleft or broken order, M for several main clauses."""


@dataclass(frozen=True)
class Writer:
    """Who wrote questions."""

    language: str
    half: str
    manner: str
    """How this writer writes, in a few words."""


def bundled(samples: Sequence[str] = SAMPLES) -> Cases:
    """All questions of these samples, writer by writer."""
    with resources.as_file(resources.files(__package__) / "material" / "questions") as folder:
        return join([batch for sample in samples for batch in jsonl.read_cases(folder / f"{sample.lower()}.jsonl")])


def taken(cases: Cases, **wanted: str) -> Cases:
    """Those whose features are as wanted, among them `sample` (A, B, C), `language` (en, it), `half`, `class`.

    Raises:
        InputError: there is no such feature.
    """
    columns = [(cases.feature(name), value) for name, value in wanted.items()]
    return cases.take([row for row in range(len(cases)) if all(column[row] == value for column, value in columns)])


def writers() -> Mapping[str, Writer]:
    """Who wrote the questions, by the names of their clusters."""
    text = (resources.files(__package__) / "material" / "writers.json").read_text("utf-8")
    return {name: Writer(**fields) for name, fields in json.loads(text).items()}
