"""Suites of phenomena run as ordinary runs, with a case for each realization (`murho.suites.cases`).

The system is asked once for each sentence. Everything that can be done with a run can be done with such a run: show,
compare, report, judge; `murho.pipeline.suites.phenomena` reads its tree of phenomena off it.
"""

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.formats.digest import digest
from murho.measures import Measure, measure
from murho.pipeline.runs.answering import refuse_recorded
from murho.pipeline.runs.plan import Plan, Progress
from murho.pipeline.runs.run import Terms, run
from murho.pipeline.sources import Extra, recorded
from murho.store import Run
from murho.suites import tsdb
from murho.suites.cases import cases_of
from murho.suites.model import Suite
from murho.suites.reading import path_of, read_suite
from murho.suites.testdata import Sentences, file_of, sentences_of
from murho.systems import Recorded, System, compose, system
from murho.systems.composed import Carry, Once
from murho.systems.parsers.conllu_command import fault


def prepared(name: str, section: str | None = None, *, strict: bool = False) -> tuple[Suite, Sentences | None, Cases]:
    """A suite, its test data and its cases; `strict` refuses a suite of which something would be left out.

    Raises:
        UsageError: there is no such suite, or no such section in it.
        InputError: the suite is not as it should be; see `murho suite check`.
    """
    suite = read_suite(name, strict=strict)
    kinds = [part.kind for part in suite.sections]
    if section is not None and section not in kinds:
        raise UsageError(f"no section {section!r} in this suite; it has: {', '.join(kinds)}")
    data = sentences_of(suite)
    return suite, data, cases_of(suite, data, section)


def usual_measure(cases: Cases) -> Measure:
    """What judges such cases: `links` where they have trees, else `acceptance`.

    Raises:
        UsageError: some cases have trees and some have not.
    """
    trees = {isinstance(meaning, str) and "\t" in meaning for reference in cases.meant for meaning in reference[:1]}
    if len(trees) > 1:
        raise UsageError("some sections have trees and some have not; choose one with --section")
    return measure("links" if trees == {True} else "acceptance")


def data_of(name: str, section: str | None, stages: Sequence[str]) -> dict[str, Any]:
    """What the record of a run says of its suite: files and their digests."""
    path = path_of(name)
    suite = read_suite(name)
    test_data = file_of(suite) if os.path.isfile(path) else None
    record: dict[str, Any] = {"cases": name, "digest": _digest(path), "format": "suite"}
    record |= {"suite": suite.name} if suite.name else {}
    record |= {"section": section} if section else {}
    record |= {"notes": suite.notes} if suite.notes else {}
    if test_data:
        record |= {"test_data": os.path.basename(test_data), "test_data_digest": digest(test_data)}
    answers = {file: _digest(file) for file in map(_recorded, stages) if file is not None}
    return record | ({"answers": answers} if answers else {})


def _digest(path: str) -> str:
    """The digest of a file, or of the tables of a folder."""
    if os.path.isfile(path):
        return digest(path)
    combined = hashlib.sha256()  # of the tables that are read, packed or not: other files of the folder decide nothing
    for table in ("item", "phenomenon", "item-phenomenon", "parse"):
        for file in (os.path.join(path, table), os.path.join(path, f"{table}.gz")):
            if os.path.isfile(file):
                combined.update(f"{table} {digest(file)}\n".encode())
    return f"sha256:{combined.hexdigest()}"


@dataclass(frozen=True)
class SuitePart:
    """What of a suite is run."""

    name: str
    """A file, a folder of [incr tsdb()], or a suite that comes with murho."""
    section: str | None = None
    """One section of it only."""
    strict: bool = False
    """Refuse a suite of which something would be left out."""


@dataclass(frozen=True)
class SuiteStages:
    """The systems that a suite is put before, each getting the answers of the one before."""

    named: Sequence[str]
    """As for `murho run`; a folder with a table `parse` is what a grammar did with these items."""
    extra: Extra = "error"
    """Recorded answers to no sentence of the suite are an `error`, or `ignore` them."""
    carry: Carry = "best"
    """Which meanings of a stage go on to the next."""
    asked: Mapping[str, Any] = field(default_factory=dict)
    """Workers, timeout, batch: how they are asked."""


def run_suite(
    part: SuitePart,
    stages: SuiteStages,
    folder: str,
    plan: Plan,
    terms: Terms | None = None,
    *,
    progress: Progress | None = None,
) -> Run:
    """Put a suite before a system and judge its answers; without measures in the plan by the usual one.

    Args:
        part: what of which suite.
        stages: the system.
        folder: where the run goes.
        plan: how it is judged and weighed; `data` is filled in here.
        terms: whether to begin again, to ask once more, to go on with another system.
        progress: gets the state after each answer.
    """
    _, data, cases = prepared(part.name, part.section, strict=part.strict)
    known = _sentence_ids(cases, data)
    inner = [_system(stage, cases, data, stages.extra, stages.asked) for stage in stages.named]
    record = data_of(part.name, part.section, stages.named)
    plan = replace(plan, measures=plan.measures or [usual_measure(cases)], data=record)
    if terms is not None and terms.retry and len(inner) == 1:
        refuse_recorded(inner[0])
    asking = Once(inner[0] if len(inner) == 1 else compose(*inner, carry=stages.carry))
    if isinstance(inner[0], Recorded):  # `run` does this for recorded answers, but sees only `Once`
        with inner[0] as recording:
            recording.refuse_extra(known)
    return run(iter([cases]), asking, folder, plan, terms, progress=progress)


def _recorded(stage: str) -> str | None:
    """The file or folder of recorded answers that a system is, if it is one."""
    return stage if os.path.isdir(stage) and tsdb.is_profile(stage) else recorded(stage)


def _sentence_ids(cases: Cases, data: Sentences | None) -> set[str]:
    clusters = cases.clusters or [None] * len(cases)
    asked = {name if cluster is None else cluster for name, cluster in zip(cases.ids, clusters, strict=True)}
    return asked | {sentence.id for sentence in data.sentences} if data else asked


def _system(stage: str, cases: Cases, data: Sentences | None, extra: Extra, asked: Mapping[str, Any]) -> System:
    path = _recorded(stage)
    if path is None:
        return system(stage, **asked)
    if os.path.isdir(path):
        return Recorded(lambda: [tsdb.read_results(path)], path, extra=extra)
    system(stage, **asked)  # which refuses options that do not fit
    return Recorded(lambda: [_by_sentence(path, cases, data)], path, extra=extra)


def _by_sentence(path: str, cases: Cases, data: Sentences | None) -> Answers:
    """Recorded answers under the ids of the suite's sentences: their own, or found by the text of the trees.

    Parsers number what they read, or give no ids at all; then it is the text that tells which sentence a tree is of.
    """
    from murho.formats import by_name, guess

    batches = list(by_name(guess(path)).read_answers(path))
    ids = [name for batch in batches for name in batch.ids]
    answers = [answer for batch in batches for answer in batch.answers]
    lines = [line for batch in batches for line in (batch.lines or [0] * len(batch))]
    if data is None or set(ids) & _sentence_ids(cases, data):
        _refuse_other_texts(data, ids, answers, lines, path)
        return _only(batches, ids, answers, lines, path)
    positions: dict[str, int] = {}
    for position, answer in enumerate(answers):
        sentence = None if answer is UNDEFINED or not answer else data.find(_surface(answer[0]))
        if sentence is not None:
            positions.setdefault(sentence.id, position)  # of several trees of one sentence the first counts
    if not positions:
        todo = "give its sentences the sent_id of the test data, or the same texts"
        raise InputError("no sentence of the suite is answered here", todo, path=path)
    named = {position: name for name, position in positions.items()}
    return _only(batches, [named.get(i, ids[i]) for i in range(len(ids))], answers, lines, path)


def _refuse_other_texts(
    data: Sentences | None, ids: Sequence[str], answers: Sequence[Any], lines: Sequence[int], path: str
) -> None:
    """Raise InputError, with file and line, for a tree under the id of a sentence that is not one of that sentence."""
    texts = {sentence.id: sentence.text for sentence in data.sentences if sentence.tree is not None} if data else {}
    for name, answer, line in zip(ids, answers, lines, strict=True):
        if name in texts and answer is not UNDEFINED and answer and (wrong := fault(texts[name], answer[0])):
            todo = f"sentence {name} of the suite is {texts[name]!r}"
            raise InputError(wrong, todo, path=path, line=line or None)


def _only(batches: Sequence[Answers], ids: list[str], answers: list[Any], lines: list[int], path: str) -> Answers:
    seconds = [value for batch in batches for value in (batch.seconds or [None] * len(batch))]
    failures = [value for batch in batches for value in (batch.failures or [None] * len(batch))]
    return Answers(ids, answers, seconds, failures, path=path, lines=lines)


def _surface(meaning: Any) -> str:
    """The text of a tree in CoNLL-U; empty for what is no tree."""
    from murho.formats.conllu import parse

    if not isinstance(meaning, str):
        return ""
    try:
        return " ".join(tree.surface for tree in parse(meaning, shape="any"))
    except InputError:
        return ""
