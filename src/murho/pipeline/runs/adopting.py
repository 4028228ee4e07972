"""Adopting: a run gets a new version of its suite, with references that people wrote, and is judged by it."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.core.meaning import Meanings
from murho.formats import jsonl, parquet
from murho.formats.digest import digest
from murho.formats.saving import changing
from murho.measures.unopened import recorded
from murho.pipeline.runs.judging import Judged
from murho.pipeline.runs.run import Plan, finish
from murho.pipeline.scoring.reading import Reading
from murho.store import Run, alone
from murho.store.run import SUITE
from murho.store.suite import GROUP

HISTORY = "suite_history"
"""What a record says of the versions that its suite had, the oldest first."""


def adopt(
    run: Run, references: Mapping[str, Meanings], causes: Mapping[str, list[str]], path: str, told: Mapping[str, Any]
) -> tuple[str, dict[str, Any]]:
    """Write a suite with these references to `path`, make it that of the run, and judge the answers by it.

    Args:
        run: it keeps its answers.
        references: by id what cases mean; the others keep theirs.
        causes: of failures, by id; an answer that has some already gets these instead.
        path: a file of JSON lines, which is the data of the run from then on.
        told: what the history says of this version, besides.

    Returns:
        The digest of the file, and the figures.

    Raises:
        UsageError: there is no reference, or no such case; another process is at work in the run.
        InputError: a measure cannot judge by a reference, or its code is not murho's.
        OutputError: the file cannot be written.
    """
    if not references:
        raise UsageError("nobody has written a meaning that holds; there is nothing to adopt")
    settings = run.record["settings"]
    facts = run.record.get("measure_facts")
    measures = [recorded(text, facts) for text in settings["measures"]]
    with alone(run.path):
        suite = run.suite()
        if lost := [name for name in references if name not in suite.places_of(references)]:
            raise UsageError(f"{lost[0]!r} is no case of this run")
        jsonl.write_cases(path, _with(suite.batches(), references))
        was, now = run.record, digest(path)
        data = was.get("data", {})
        version = {
            "digest": now,
            "before": data.get("digest"),
            "references": len(references),
            "adopted": datetime.now(UTC).isoformat(timespec="seconds"),
            **told,
        }
        new = run.path / f".{SUITE}.part"
        parquet.write_cases(str(new), _with(suite.batches(), references), rows=GROUP)
        run.forget_judgements()
        # Without the digest of the suite: this record goes with the old one and with the new one.
        without = {name: value for name, value in was.get("digests", {}).items() if name != SUITE}
        run.write_record({**was, "digests": without, "figures": {}})
        digests = {**without, SUITE: digest(new)}
        with changing(run.path / SUITE):
            os.replace(new, run.path / SUITE)
        history = [*was.get(HISTORY, []), version]
        data = {**data, "cases": path, "digest": now, "format": "jsonl"}
        run.write_record({**was, "data": data, "digests": digests, HISTORY: history, "figures": {}})
        run.tag({**run.causes(), **causes})
        plan = Plan(
            measures=measures,
            reading=Reading.recorded(settings),
            missing=settings["missing"],
            limit=data.get("limit"),
            about=was.get("about", {}),
            data=data,
            files=tuple(was.get("files", ())),
        )
        finish(run, plan, Judged(measures, run))
    return now, dict(run.record["figures"])


def _with(batches: Iterator[Cases], references: Mapping[str, Meanings]) -> Iterator[Cases]:
    for cases in batches:
        meant = [references.get(name, was) for name, was in zip(cases.ids, cases.references, strict=True)]
        features = {name: column for name, column in cases.features.items() if name != "cause"}
        yield replace(cases, references=meant, features=features)
