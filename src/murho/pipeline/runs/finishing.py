"""The end of a run: its answers judged, counted, and its record complete; and what is added to it later."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from murho.core.case import MISSING
from murho.core.causes import parse as parse_cause
from murho.core.columns import Deferred
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.core.signature import signature
from murho.engines import Running
from murho.formats.digest import files_of
from murho.formats.jsonvalue import decode_lines
from murho.formats.opening import line_blocks
from murho.measures import Measure
from murho.measures.unopened import written
from murho.pipeline.runs.answering import RETRIED_FROM
from murho.pipeline.runs.judging import Judged
from murho.pipeline.runs.partitions import judge_partitions
from murho.pipeline.runs.plan import Plan, now, settings_of
from murho.pipeline.runs.show import answers_to, figures
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.score import Score
from murho.store import Run, Seen, alone, signed_system
from murho.version import __version__
from murho.weighting import Weighting
from murho.weighting.naming import is_brought


def is_finished(
    saved_run: Run, record: Mapping[str, Any], measures: Sequence[Measure], weight: Weighting, seen: Seen
) -> bool:
    """Whether a run has nothing left to ask or judge: it is complete, and was judged and weighed as this record says.

    Nothing is decoded for it, and nothing read where its files are those that were `seen` when it was finished. What is
    not known to be as it was, code or files that somebody else brings, is done anew.
    """
    was = saved_run.record
    facts = "measure_facts" in was or "measure_facts" in record or weight.files or is_brought(weight)
    alike = ("settings", "about", "versions")
    if was.get("state") != "complete" or facts or was.get("unmatched_answers"):
        return False
    if {name: was.get(name) for name in alike} != json.loads(json.dumps({name: record.get(name) for name in alike})):
        return False
    if isinstance(was.get(RETRIED_FROM), int) or saved_run.journal_files():
        return False
    if not set(was.get("figures", {})) >= set(map(repr, measures)):
        return False
    if seen.is_whole(believed(saved_run, measures)) and not any(map(files_of, measures)):
        return True
    judged = all(saved_run.judged(repr(measure), files_of(measure)) is not None for measure in measures)
    return judged and bool(saved_run.parts().answered.all())


def believed(saved_run: Run, measures: Sequence[Measure]) -> dict[str, Any]:
    """What is believed of a record the next time: its counts, and its figures under these measures."""
    found = saved_run.record.get("figures", {})
    figures_json = {name: found.get(name) for name in map(repr, measures)}
    return {"counts": saved_run.record.get("counts"), "figures": figures_json}


def count_again(saved_run: Run, plan: Plan) -> None:
    """Count anew what was judged: who wrote the counts and figures of the record is not known."""
    undefined, failures, _ = _told(saved_run)
    saved_run.write_record({**saved_run.record, "counts": _counts(saved_run, undefined, failures)})
    saved_run.write_record(
        {**saved_run.record, "figures": {**saved_run.record["figures"], **_figures(saved_run, plan)}}
    )


def _counts(saved_run: Run, undefined: int, failures: Counter[str]) -> dict[str, Any]:
    suite = saved_run.suite()
    is_open = sum(int(batch.open.sum()) for batch in suite.batches())
    return {
        "cases": len(suite),
        **({"open": is_open} if is_open else {}),
        "undefined": undefined,
        "missing_answers": failures.get(MISSING, 0),
        # The kind of a failure stands before its colon; what follows differs from case to case.
        "failures": dict(_kinds(failures).most_common()),
    }


def _figures(saved_run: Run, plan: Plan) -> dict[str, Any]:
    return {
        repr(measure): figures(saved_run, measure, plan.reading, missing=plan.missing).as_json()
        for measure in plan.measures
    }


def finish(saved_run: Run, plan: Plan, judged: Judged) -> Run:
    """Judge what is not judged yet under every measure of the plan and complete the record; returns the run.

    Raises:
        InputError: an answer or a reference cannot be judged; the answers are saved by then.
    """
    undefined, failures, stated = _told(saved_run)
    if stated:
        saved_run.tag(stated | saved_run.causes())  # people know better
    for measure in plan.measures:
        judged.complete(measure)
    saved_run.write_record({**saved_run.record, "systems": saved_run.systems()})
    made = {
        "measures": ", ".join(map(repr, plan.measures)),
        **{name: value for name, value in settings_of(plan)["settings"].items() if name != "measures"},
        "system": signed_system(saved_run.record),
        "data": str(plan.data.get("digest", ""))[:19] or None,
    }
    saved_run.write_record(  # before the figures: it is complete also where there is nothing to divide by
        {
            **saved_run.record,
            **settings_of(plan),
            "state": "complete",
            "finished": now(),
            "counts": _counts(saved_run, undefined, failures),
            "figures": {},
            "signature": signature(made, __version__),
        }
    )
    saved_run.write_record({**saved_run.record, "figures": _figures(saved_run, plan)})
    return saved_run


def _told(saved_run: Run) -> tuple[int, Counter[str], dict[str, list[str]]]:
    """What the answers of a run say of themselves: how many are ⊥, why, and the causes that the system names by id."""
    undefined, failures, causes = 0, Counter[str](), dict[str, list[str]]()
    for cases in saved_run.suite().batches():
        answers = answers_to(saved_run, cases)
        said = answers.answers
        undefined += int(said.absent.sum()) if isinstance(said, Deferred) else sum(a is UNDEFINED for a in said)
        why = answers.failures
        if isinstance(why, Deferred):
            why = why.at(np.flatnonzero(~why.absent))
        failures.update(filter(None, why or ()))
        for name, cause in zip(answers.ids, answers.extras.get("cause", ()), strict=False):
            if cause:
                causes[name] = _listed(cause)
    return undefined, failures, causes


def _kinds(failures: Counter[str]) -> Counter[str]:
    kinds: Counter[str] = Counter()
    for failure, times in failures.items():
        kinds[failure.split(":")[0]] += times
    return kinds


def judge_again(
    saved_run: Run, measure: Measure, weight: Weighting | None = None, running: Running | None = None
) -> Score:
    """Judge the saved answers under one more measure, and keep the judgements and the figure; returns the score.

    Under another weighting than that of the run the figure is shown and not kept. If an engine is `running`, workers
    judge, by partitions.

    Raises:
        InputError: an answer or a reference cannot be judged by this measure.
    """
    facts = written([measure])
    facts = {"measure_facts": {**saved_run.record.get("measure_facts", {}), **facts}} if facts else {}
    with alone(saved_run.path):
        if measure.stage is not None:
            saved_run.answers().at_stage(measure.stage)  # which refuses one that nobody answered for
        judged = Judged([measure], saved_run)
        if running is not None:
            judge_partitions(running, saved_run, measure, judged)
        judged.complete(measure)
        settings = saved_run.record["settings"]
        score = figures(saved_run, measure, Reading.recorded(settings, weight=weight), missing=settings["missing"])
        figure = {repr(measure): score.as_json()} if weight is None or repr(weight) == settings["weight"] else {}
        figures_json = {**saved_run.record.get("figures", {}), **figure}
        saved_run.write_record({**saved_run.record, **facts, "figures": figures_json})
    return score


def tag_again(saved_run: Run, path: str) -> int:
    """Tag items of a run with causes of failure, from JSON lines of `id` and `cause`; returns how many were tagged.

    Raises:
        InputError: FILE:LINE: the id is no case of the run, or the cause has no branch of the taxonomy.
    """
    suite = saved_run.suite()
    tags: dict[str, list[str]] = {}
    for first, lines in line_blocks(path, 8192):
        rows = list(zip(*decode_lines(lines, path, first), strict=True))
        known = suite.places_of([str(row.get("id")) for row, _ in rows])
        for row, line in rows:
            name = str(row.get("id"))
            if name not in known:
                raise InputError(f"{name!r} is no case of this run", "check the id", path=path, line=line)
            try:
                tags[name] = checked_causes(row.get("cause"))
            except UsageError as error:
                raise InputError(str(error), "docs/theory.md lists the causes", path=path, line=line) from None
    with alone(saved_run.path):  # after all lines are read: a file with a fault tags nothing
        saved_run.tag(tags)
    return len(tags)


def checked_causes(causes: Any) -> list[str]:
    """The causes of one tag, a text or a list of texts, as `branch` or `branch/leaf`.

    Raises:
        UsageError: one of them is in no branch of the taxonomy.
    """
    return ["/".join(parse_cause(cause)) for cause in _listed(causes)]


def _listed(value: Any) -> list[str]:
    return [str(cause) for cause in (value if isinstance(value, list) else [value])]
