"""An evaluation of a run: opened, for people to judge, and adopted in the end.

What is to be judged stands beside the file that keeps what people say. What they wrote becomes a new version of the
suite, by which the run is judged; the system is not asked again.
"""

import os
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from murho.core.case import Cases
from murho.core.errors import InputError, UsageError
from murho.core.meaning import Meanings
from murho.evaluator import assigning
from murho.evaluator.judged import clusters_of, draws_of
from murho.evaluator.judgement import conflicts, holding, meant
from murho.evaluator.material import Material, material
from murho.evaluator.people import Overlap
from murho.evaluator.storage import FILE, Storage
from murho.formats import jsonl, parquet
from murho.formats.digest import digest
from murho.formats.saving import changing
from murho.measures.unopened import recorded
from murho.pipeline.runs.finishing import finish
from murho.pipeline.runs.judging import Judged
from murho.pipeline.runs.plan import Plan
from murho.pipeline.scoring.reading import Reading
from murho.store import Run, alone
from murho.store.run import SUITE
from murho.store.suite import GROUP


class Evaluation(NamedTuple):
    """What there is to judge, and what was said of it."""

    material: Material
    storage: Storage


def open_evaluation(
    run: Run, *, overlap: str | None = None, repeats: float | None = None, seed: int | None = None
) -> Evaluation:
    """The evaluation of a run, begun where there is none; what is None is as it was, or 0.

    Raises:
        UsageError: no overlap (`murho.evaluator.people`), or a share outside [0, 1].
        InputError: the run is not complete, the file is of no evaluation, or the run holds other cases or answers now.
    """
    # What cannot be judged is refused before a file is made in the folder.
    if run.record.get("state") != "complete":
        answered = run.parts().answered
        found = f"is not complete: {int(answered.sum()):,} of {len(answered):,} cases are answered"
        todo = "let it end, or go on with it by the same `murho run`; then people see all answers"
        raise InputError(found, todo, path=str(run.path))
    storage = Storage(run.path / FILE)
    shown = material(run, [row["place"] for row in storage.read("SELECT place FROM cases")])
    given = {"overlap": overlap, "repeats": repeats, "seed": seed}
    settings = {name: storage.about(name) or "0" if value is None else str(value) for name, value in given.items()}
    cases = {place: case.id for place, case in shown.cases.items()}
    by_several, asked_twice, drawn = Overlap.read(settings["overlap"]), float(settings["repeats"]), settings["seed"]
    assigning.begin(
        storage,
        shown.suite,
        cases,
        overlap=by_several,
        repeats=asked_twice,
        seed=int(float(drawn)),
        draws=draws_of(run),
        clusters=clusters_of(run, cases),
    )
    with storage.writing() as rows:
        rows.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", settings.items())
        rows.execute("INSERT OR IGNORE INTO about VALUES ('cookie', ?)", (secrets.token_hex(4),))
    return Evaluation(shown, storage)


@dataclass(frozen=True)
class Adopted:
    """What became of it."""

    references: int
    """Cases that got what people wrote."""
    conflicts: int
    """Cases left as they were, since people wrote different things."""
    causes: int
    """Answers whose failure people put down to a cause."""
    path: str
    digest: str
    """Of the new version of the suite."""
    figures: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        return dict(vars(self))


def adopt(run: Run, storage: Storage, path: str) -> Adopted:
    """Write the new version of the suite to a file, put it into the run, and judge the run by it.

    Raises:
        UsageError: nobody wrote a meaning that holds.
        OutputError: the file cannot be written.
    """
    said, settled = assigning.judgements(storage), assigning.settled(storage)
    written = meant(said, settled)
    references = {one.id: one.reference for one in written.values() if one.reference is not None}
    causes: dict[str, list[str]] = {}
    for one in holding(said, settled):
        if one.cause is not None and one.cause not in causes.get(one.id, []):
            causes.setdefault(one.id, []).append(one.cause)
    authors = sorted({one.evaluator for one in written.values()})
    digest, figures = put_into_run(run, references, causes, path, {"evaluators": authors})
    return Adopted(len(references), len(conflicts(said, settled)), len(causes), path, digest, figures)


HISTORY = "suite_history"
"""What a record says of the versions that its suite had, the oldest first."""


def put_into_run(
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
