"""The tree of phenomena of a saved run of a suite: what is covered, what is right, how much it matters; two compared.

A suite is no sample: sampling intervals are worked out only where they are asked for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from murho.core.case import Answers, Cases
from murho.core.comparison import Difference
from murho.core.errors import UsageError
from murho.core.figure import Figure
from murho.core.judgement import Judgements
from murho.core.signature import SCHEMA_VERSION
from murho.measures import Measure
from murho.measures import measure as measure_named
from murho.measures.unopened import recorded
from murho.pipeline.comparing.compare import compare
from murho.pipeline.comparing.result import difference_json
from murho.pipeline.runs.show import figures, judged
from murho.pipeline.scoring.reading import Reading
from murho.store import Run
from murho.suites.cases import PHENOMENON, is_suite
from murho.suites.scoring import Leaf, Node, Words, nodes
from murho.weighting import Weighting


@dataclass(frozen=True)
class SuiteScore:
    """The tree of phenomena of a run, and how it was made."""

    run: str
    measure: str
    sections: Sequence[Node]
    signature: str
    intervals: Mapping[str, Figure] | None = None
    """Figures with sampling intervals by path, where they were asked for."""
    weight: str = "given"
    """The weighting of the intervals, in its notation."""
    notes: Sequence[str] = ()
    """What a reader of the figures has to know of the suite, as the record of the run has it."""

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        sections = [node.as_json() for node in self.sections]
        result: dict[str, Any] = {"run": self.run, "measure": self.measure, "sections": sections}
        if self.intervals is not None:
            result["intervals"] = {path: figure.as_json() for path, figure in self.intervals.items()}
        if self.notes:
            result["notes"] = list(self.notes)
        return result | {"signature": self.signature, "schema_version": SCHEMA_VERSION}


def score_suite(
    run: Run, measure: Measure | None = None, *, intervals: bool = False, weight: Weighting | None = None
) -> SuiteScore:
    """The tree of phenomena of a saved run, under its first measure and its weighting unless others are named.

    Raises:
        UsageError: the run is not one of a suite, or the measure has several rows for a case.
    """
    settings = run.record["settings"]
    measure = measure or recorded(settings["measures"][0], run.record.get("measure_facts"))
    cases, rows = judged(run, measure)
    if not is_suite(cases):
        raise UsageError(f"{run.path}: no run of a suite; its cases have no list of phenomena")
    reading = Reading.recorded(settings, by=[PHENOMENON] if intervals else (), weight=weight)
    score = figures(run, measure, reading)
    trees = sections(measure, cases, rows, run.answers().for_cases(cases.ids))
    slices = score.by[PHENOMENON] if intervals else None
    notes = [str(note) for note in run.record.get("data", {}).get("notes", ())]
    weighed = settings["weight"] if weight is None else repr(weight)
    return SuiteScore(str(run.path), repr(measure), trees, score.signature, slices, weighed, notes)


def sections(measure: Measure, cases: Cases, rows: Judgements, answers: Answers) -> list[Node]:
    """The trees of a judged suite, one for each section; `answers` are in the order of the cases.

    Raises:
        UsageError: the measure has several rows for a case.
    """
    if len(set(rows.case.tolist())) != len(rows):
        raise UsageError(f"{measure} judges parts of cases; a suite is scored case by case")
    sentences = [cluster or name for cluster, name in zip(cases.clusters or cases.ids, cases.ids, strict=True)]
    return nodes(cases, rows, sentences, _words(cases, answers, sentences) if measure.kind == "tree" else None)


def _words(cases: Cases, answers: Answers, sentences: Sequence[str]) -> Words:
    """Numerator and denominator of LAS for each sentence: twice the words right, and the words of both sides."""
    firsts: dict[str, int] = {}
    for index, name in enumerate(sentences):  # cases of one sentence share its answer: it is judged once
        firsts.setdefault(name, index)
    places = list(firsts.values())
    asked = cases.take(places)
    rows = measure_named("dependencies").judge(asked.meant, [answers.answers[index] for index in places])
    units, loss = rows.units.tolist(), rows.loss.tolist()
    return {name: (units[i] - loss[i], units[i]) for i, name in enumerate(firsts)}


@dataclass(frozen=True)
class Pair:
    """Two runs at one phenomenon, case by case."""

    path: str
    name: str
    depth: int
    cases: int
    both: int
    """How many cases are right in A and B."""
    only_a: tuple[str, ...]
    """Ids of the cases that A alone has right."""
    only_b: tuple[str, ...]
    """Ids of the cases that B alone has right."""
    neither: int
    """How many cases are wrong in A and B."""
    pi_a: float | None
    """π of A, weighed by frequency."""
    pi_b: float | None
    """π of B, weighed by frequency."""
    difference: Difference | None = None
    """The difference with its sampling interval, where that was asked for."""
    own: Sequence[tuple[Leaf, Leaf]] = ()
    """Realizations that belong to no phenomenon below this one, in A and in B."""

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints for one phenomenon."""
        return {
            "phenomenon": self.path,
            "cases": self.cases,
            "both": self.both,
            "only_a": list(self.only_a),
            "only_b": list(self.only_b),
            "neither": self.neither,
            "pi_by_frequency": {"a": self.pi_a, "b": self.pi_b},
            **({} if self.difference is None else {"difference": difference_json(self.difference)}),
        }


@dataclass(frozen=True)
class ComparedSuites:
    """Two runs of one suite, phenomenon by phenomenon."""

    run_a: str
    run_b: str
    pairs: Sequence[Pair]
    signatures: tuple[str, str]
    """Of the scores of A and of B: how they were made, of which system, on which data."""

    def down_to(self, depth: int | None) -> "ComparedSuites":
        """The same without the phenomena below a depth; all of it without one."""
        return replace(self, pairs=[pair for pair in self.pairs if depth is None or pair.depth <= depth])

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        return {
            "a": self.run_a,
            "b": self.run_b,
            "phenomena": [pair.as_json() for pair in self.pairs],
            "signatures": list(self.signatures),
            "schema_version": SCHEMA_VERSION,
        }


def both_scores(
    a: Run, b: Run, measure: Measure | None = None, weight: Weighting | None = None
) -> tuple[SuiteScore, SuiteScore]:
    """The trees of two runs of one suite, under the first measure of A unless one is named.

    Raises:
        UsageError: the runs are of different suites, or of different versions of one.
    """
    others = f"{a.path} and {b.path} are runs of different suites, or versions of one; run both systems on the same"
    # before anything is judged: a measure of one suite may not be able to read another
    asked_a, asked_b = (dict(zip(run.cases().ids, run.cases().texts, strict=True)) for run in (a, b))
    if asked_a != asked_b:
        raise UsageError(others)
    ours = score_suite(a, measure, weight=weight)
    theirs = score_suite(b, measure or recorded(ours.measure, a.record.get("measure_facts")), weight=weight)
    first, second = (
        [(node.path, [leaf.id for leaf in node.leaves]) for top in score.sections for node in top.walk()]
        for score in (ours, theirs)
    )
    if first != second:
        raise UsageError(others)
    return ours, theirs


def compare_suites(
    a: Run, b: Run, measure: Measure | None = None, *, intervals: bool = False, weight: Weighting | None = None
) -> ComparedSuites:
    """Two runs of one suite, phenomenon by phenomenon, paired by case; with `intervals` differences have them.

    Raises:
        UsageError: the runs are of different suites, or of different versions of one.
    """
    ours, theirs = both_scores(a, b, measure, weight)
    walked = [[node for top in score.sections for node in top.walk()] for score in (ours, theirs)]
    differences: Mapping[str, Any] = {}
    if intervals:
        reading = Reading.recorded(a.record["settings"], by=[PHENOMENON], weight=weight)
        measure = measure or recorded(ours.measure, a.record.get("measure_facts"))
        differences = compare([a, b], measure, reading, tests=()).compared[0].by[PHENOMENON]
    pairs = [_pair(x, y, differences.get(x.path)) for x, y in zip(*walked, strict=True)]
    return ComparedSuites(str(a.path), str(b.path), pairs, (ours.signature, theirs.signature))


def _pair(a: Node, b: Node, compared: Any) -> Pair:
    right_a, right_b = ({leaf.id for leaf in node.leaves if leaf.right} for node in (a, b))
    others = {leaf.id: leaf for leaf in b.leaves}
    return Pair(
        a.path,
        a.name,
        a.depth,
        a.cases,
        len(right_a & right_b),
        tuple(leaf.id for leaf in a.leaves if leaf.id in right_a - right_b),
        tuple(leaf.id for leaf in a.leaves if leaf.id in right_b - right_a),
        a.cases - len(right_a | right_b),
        a.pi_by_frequency,
        b.pi_by_frequency,
        None if compared is None else compared[0],
        [(leaf, others[leaf.id]) for leaf in a.own],
    )
