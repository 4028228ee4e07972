"""The tree of phenomena of a saved run of a suite: what is covered, what is right, how much it matters; two compared.

A suite is no sample: sampling intervals are worked out only where they are asked for.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from murho.core.case import Answers, Cases
from murho.core.comparison import Difference
from murho.core.errors import UsageError
from murho.core.figure import Figure
from murho.core.judgement import Judgements
from murho.core.signature import SCHEMA_VERSION
from murho.measures import Measure, measure
from murho.measures.unopened import recorded
from murho.pipeline.compare import compare
from murho.pipeline.compared import difference_json
from murho.pipeline.reading import Reading
from murho.pipeline.show import figures, judged
from murho.store import Run
from murho.suites.cases import PHENOMENON, is_suite
from murho.suites.scoring import Node, Words, nodes
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
    """What the intervals are weighed by."""
    notes: Sequence[str] = ()
    """What to know of the suite."""

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        sections = [node.as_json() for node in self.sections]
        found: dict[str, Any] = {"run": self.run, "measure": self.measure, "sections": sections}
        if self.intervals is not None:
            found["intervals"] = {path: one.as_json() for path, one in self.intervals.items()}
        if self.notes:
            found["notes"] = list(self.notes)
        return found | {"signature": self.signature, "schema_version": SCHEMA_VERSION}


def score_suite(
    kept: Run, how: Measure | None = None, *, intervals: bool = False, weight: Weighting | None = None
) -> SuiteScore:
    """The tree of phenomena of a saved run, under its first measure and its weighting unless others are named.

    Raises:
        UsageError: the run is not one of a suite, or the measure has several rows for a case.
    """
    settings = kept.record["settings"]
    how = how or recorded(settings["measures"][0], kept.record.get("measure_facts"))
    cases, rows = judged(kept, how)
    if not is_suite(cases):
        raise UsageError(f"{kept.path}: no run of a suite; its cases have no list of phenomena")
    reading = Reading.recorded(settings, by=[PHENOMENON] if intervals else (), weight=weight)
    whole = figures(kept, how, reading)
    trees = sections(how, cases, rows, kept.answers().for_cases(cases.ids))
    found = whole.by[PHENOMENON] if intervals else None
    notes = [str(note) for note in kept.record.get("data", {}).get("notes", ())]
    weighed = settings["weight"] if weight is None else repr(weight)
    return SuiteScore(str(kept.path), repr(how), trees, whole.signature, found, weighed, notes)


def sections(how: Measure, cases: Cases, rows: Judgements, answers: Answers) -> list[Node]:
    """The trees of a judged suite, one for each section; `answers` are in the order of the cases.

    Raises:
        UsageError: the measure has several rows for a case.
    """
    if len(set(rows.case.tolist())) != len(rows):
        raise UsageError(f"{how} judges parts of cases; a suite is scored case by case")
    sentences = [cluster or name for cluster, name in zip(cases.clusters or cases.ids, cases.ids, strict=True)]
    return nodes(cases, rows, sentences, _words(cases, answers, sentences) if how.kind == "tree" else None)


def _words(cases: Cases, answers: Answers, sentences: Sequence[str]) -> Words:
    """What LAS divides, of each sentence: twice the words right, and the words of both sides."""
    firsts: dict[str, int] = {}
    for place, name in enumerate(sentences):
        firsts.setdefault(name, place)
    places = list(firsts.values())
    asked = cases.take(places)
    rows = measure("dependencies").judge(asked.meant, [answers.answers[place] for place in places])
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
    """Right in A and B."""
    only_a: tuple[str, ...]
    """Ids of the cases that A alone has right."""
    only_b: tuple[str, ...]
    neither: int
    pi_a: float | None
    """π by frequency."""
    pi_b: float | None
    difference: Difference | None = None
    """With its sampling interval, where it was asked for."""

    def as_json(self) -> dict[str, Any]:
        """The fields."""
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


def both_scores(
    a: Run, b: Run, how: Measure | None = None, weight: Weighting | None = None
) -> tuple[SuiteScore, SuiteScore]:
    """The trees of two runs of one suite, under the first measure of A unless one is named.

    Raises:
        UsageError: they are not runs of the same suite.
    """
    ours = score_suite(a, how, weight=weight)
    theirs = score_suite(b, how or recorded(ours.measure, a.record.get("measure_facts")), weight=weight)
    first, second = (
        [(node.path, [(leaf.id, leaf.test) for leaf in node.leaves]) for top in one.sections for node in top.walk()]
        for one in (ours, theirs)
    )
    if first != second:
        todo = "run both systems on the same"
        raise UsageError(f"{a.path} and {b.path} are runs of different suites, or versions of one; {todo}")
    return ours, theirs


def compare_suites(
    a: Run, b: Run, how: Measure | None = None, *, intervals: bool = False, weight: Weighting | None = None
) -> list[Pair]:
    """Two runs of one suite, phenomenon by phenomenon, paired by case.

    Raises:
        UsageError: they are not runs of the same suite.
    """
    ours, theirs = both_scores(a, b, how, weight)
    walked = [[node for top in one.sections for node in top.walk()] for one in (ours, theirs)]
    differences: Mapping[str, Any] = {}
    if intervals:
        reading = Reading.recorded(a.record["settings"], by=[PHENOMENON], weight=weight)
        how = how or recorded(ours.measure, a.record.get("measure_facts"))
        differences = compare([a, b], how, reading, tests=()).compared[0].by[PHENOMENON]
    return [_pair(x, y, differences.get(x.path)) for x, y in zip(*walked, strict=True)]


def _pair(a: Node, b: Node, found: Any) -> Pair:
    right_a, right_b = ({leaf.id for leaf in node.leaves if leaf.right} for node in (a, b))
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
        None if found is None else found[0],
    )
