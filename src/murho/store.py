"""A run's folder: what was asked, what was answered, how it was judged.

    RUN/run.json                      settings, goal and domain, versions, digests, counts, figures, signature
    RUN/cases.parquet                 the suite as it was
    RUN/answers/part-00000.parquet    answers, written as the work goes on
    RUN/judgements/NAME/...           one folder for each measure, `NAME/measure` tells which

Every file appears whole or not at all, so a run killed at any moment leaves finished parts, and `murho run` with the
same arguments goes on behind them. Answers can be judged again without running the system; judgements can be weighed,
sliced and compared again without judging.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from murho.core.case import Answers, Cases, join
from murho.core.errors import InputError, MurhoError, UsageError
from murho.core.judgement import Judgements
from murho.core.signature import SCHEMA_VERSION
from murho.formats import parquet
from murho.formats.saving import writing

RECORD = "run.json"


@dataclass(frozen=True)
class Run:
    """The folder of one run."""

    path: Path

    @property
    def record(self) -> dict[str, Any]:
        """What run.json says."""
        file = self.path / RECORD
        try:
            found = json.loads(file.read_bytes())
        except FileNotFoundError:
            raise InputError("no run here", f"name a folder that holds a {RECORD}", path=str(self.path)) from None
        except (OSError, ValueError) as error:
            raise InputError(f"cannot be read ({error})", "restore it, or run anew", path=str(file)) from None
        if not isinstance(found, dict) or found.get("schema_version") != SCHEMA_VERSION:
            raise InputError(
                "is not a record this murho can read", f"it needs schema_version {SCHEMA_VERSION}", path=str(file)
            )
        return found

    def write_record(self, record: Mapping[str, Any]) -> None:
        """Replace run.json, whole or not at all."""
        with writing(str(self.path / RECORD)) as file:
            file.write(json.dumps({"schema_version": SCHEMA_VERSION, **record}, indent=2, ensure_ascii=False).encode())
            file.write(b"\n")

    def cases(self) -> Cases:
        """The whole suite."""
        return join(list(parquet.read_cases(str(self.path / "cases.parquet"))))

    def answers(self) -> Answers:
        """All answers given so far, in the order in which they came."""
        parts = [part for file in self._parts("answers") for part in parquet.read_answers(str(file))]
        names = dict.fromkeys(name for part in parts for name in part.extras)

        def column(attribute: str) -> list[Any]:
            return [v for part in parts for v in (getattr(part, attribute) or [None] * len(part))]

        return Answers(
            column("ids"),
            column("answers"),
            column("seconds"),
            column("failures"),
            {name: [v for p in parts for v in (p.extras.get(name) or [None] * len(p))] for name in names},
            path=str(self.path / "answers"),
        )

    def add_answers(self, part: Answers) -> None:
        """Write one more part; it is there for good when this returns."""
        folder = self.path / "answers"
        folder.mkdir(exist_ok=True)
        parquet.write_answers(str(folder / f"part-{len(self._parts('answers')):05}.parquet"), [part])

    def write_judgements(self, measure: str, ids: Iterable[str], judgements: Judgements) -> None:
        """Keep the judgements of a measure; what it judged before is replaced."""
        folder = self._judged(measure)
        folder.mkdir(parents=True, exist_ok=True)
        names = list(ids)
        parquet.write_judgements(str(folder / "part-00000.parquet"), [names[i] for i in judgements.case], judgements)
        (folder / "measure").write_text(measure, encoding="utf-8")

    def judgements(self, measure: str, cases: Cases) -> Judgements | None:
        """The rows of a measure in the order of the cases, or None if it has not judged this run."""
        file = self._judged(measure) / "part-00000.parquet"
        if not file.exists():
            return None
        ids, rows = parquet.read_judgements(str(file))
        place = {name: i for i, name in enumerate(cases.ids)}
        case = np.array([place[name] for name in ids], np.int64)
        return Judgements(case, rows.loss, rows.units, rows.undefined, rows.counts, rows.labels)

    def measures(self) -> list[str]:
        """The measures that have judged this run."""
        return [file.read_text(encoding="utf-8") for file in sorted(self.path.glob("judgements/*/measure"))]

    def _judged(self, measure: str) -> Path:
        tag = "".join(sign if sign.isalnum() else "-" for sign in measure).strip("-")[:40]
        return self.path / "judgements" / f"{tag}-{hashlib.sha256(measure.encode()).hexdigest()[:8]}"

    def _parts(self, kind: str) -> list[Path]:
        return sorted((self.path / kind).glob("part-*.parquet"))


def open_run(path: str | os.PathLike[str]) -> Run:
    """A run that exists."""
    run = Run(Path(path))
    run.record  # noqa: B018  a folder without a readable record is refused here, not later
    return run


def begin(
    path: str | os.PathLike[str], record: Mapping[str, Any], cases: Iterator[Cases], *, overwrite: bool = False
) -> Run:
    """A new run, or the one that was begun in this folder with the same cases and the same system.

    Raises UsageError where the folder holds another run.
    """
    run = Run(Path(path))
    if (run.path / RECORD).exists() and not overwrite:
        _same(run, record)
        return run
    try:
        run.path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MurhoError(f"{path}: cannot be made ({error.strerror}); name a folder you may write to") from None
    if overwrite:
        _clear(run)
    elif any(run.path.iterdir()) and not (run.path / "cases.parquet").exists():
        raise UsageError(f"{path}: not empty, and not a run; name a new folder")
    parquet.write_cases(str(run.path / "cases.parquet"), cases)
    run.write_record(record)
    return run


def _same(run: Run, record: Mapping[str, Any]) -> None:
    was = run.record
    for name in ("data", "system"):
        if was.get(name) != json.loads(json.dumps(record.get(name))):
            raise UsageError(
                f"{run.path}: holds a run with another {name} ({_short(was.get(name))}, now "
                f"{_short(record.get(name))}); choose another folder, or --overwrite"
            )


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 120 else text[:117] + "..."


def _clear(run: Run) -> None:
    """Remove what a run is known to hold, and nothing else."""
    for pattern in ("answers/part-*.parquet", "judgements/*/part-*.parquet", "judgements/*/measure"):
        for file in run.path.glob(pattern):
            file.unlink()
    for name in (RECORD, "cases.parquet"):
        (run.path / name).unlink(missing_ok=True)
