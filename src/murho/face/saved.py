"""Saved runs: what `murho.run` and `murho.open` give, and where the other verbs find the run that they are about."""

import os
import secrets
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from murho import figures, store
from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED
from murho.core.signature import SCHEMA_VERSION
from murho.face.given import Path, path_of, written_path
from murho.face.panels import Panel
from murho.face.result import SUFFIXES, Result
from murho.face.score import Score, Scores, in_words
from murho.formats.opening import plain_suffix
from murho.formats.saving import OutputError
from murho.pipeline.runs.recorded import measures_of, weighting_of
from murho.pipeline.runs.recorded import score_of as recorded_score
from murho.pipeline.runs.show import failures, judged
from murho.pipeline.runs.show import figures as score_of
from murho.pipeline.scoring.judge import weigh
from murho.pipeline.scoring.reading import Reading
from murho.sheets.frame import arrow
from murho.sheets.legible import as_text, count
from murho.sheets.numbers import several

if TYPE_CHECKING:
    import pyarrow as pa

    from murho.face.compare import Comparisons
    from murho.face.report import Report
    from murho.face.trust import Trusts

TYPES = {
    "id": "string",
    "expression": "string",
    "reference": "texts",
    "answer": "texts",
    "loss": "float64",
    "units": "float64",
    "weight": "float64",
    "failure": "string",
}


@dataclass(frozen=True, eq=False, repr=False)
class Run(Result):
    """A run: what was asked, what was answered, how it was judged; all of it is in a folder.

    Without a folder of its own it is in a temporary one, which goes when nobody holds the run any more; `save` with a
    name without a suffix copies it to where it stays.
    """

    kept: store.Run
    """The folder, with the cases, answers and judgements as columns."""
    reading: Reading | None = None
    """How its figures are read; by default as the record says."""
    temporary: bool = False
    as_recorded: bool = False
    """Its figures are those of the record, where it has them whole: they are printed, and nothing else is asked."""

    @property
    def path(self) -> FilePath:
        """The folder."""
        return self.kept.path

    @property
    def record(self) -> dict[str, Any]:
        """All that is known of how it was made."""
        return self.kept.record

    @cached_property
    def scores(self) -> Scores:
        """Its figures under the measures that it was run with."""
        settings = self.record["settings"]
        reading = self.reading or Reading.recorded(settings)
        judges = measures_of(self.kept)
        choices = figures.choose(self.kept, judges)
        scores = []
        for measure in judges:
            score = recorded_score(self.kept, measure) if self.as_recorded else None
            if score is None:
                score = score_of(self.kept, measure, reading, missing=settings["missing"])
            subject = figures.Subject(self.kept, measure, reading, settings["missing"])
            values = figures.values_of(choices, subject, main=False)
            scores.append(Score.made(score, values=values))
        return Scores(scores)

    @property
    def score(self) -> Score:
        """Its figure under the first of them, the main measure."""
        return self.scores.main

    def show(self, **options: Any) -> Scores:
        """Its figures under any measure and weighting, sliced by any feature: `murho.show` of this run."""
        from murho.face.show import show

        return show(self, **options)

    def compare(self, *others: "Run | Path", **options: Any) -> "Comparisons":
        """Each of the others with this one, the baseline, case by case: `murho.compare`."""
        from murho.face.compare import compare

        return compare(self, *others, **options)

    def trust(self, **options: Any) -> "Trusts":
        """How often its interval holds, on samples drawn from it: `murho.trust` of this run."""
        from murho.face.trust import trust

        return trust(self, **options)

    def report(self, path: Path, **options: Any) -> "Report":
        """Write it as one HTML page that needs no network: `murho.report` of this run."""
        from murho.face.report import report

        return report(self, path, **options)

    def as_json(self) -> dict[str, Any]:
        """The object that `murho run --json` prints."""
        return {
            "run": str(self.path),
            "figures": {one.measure: one.as_json() for one in self.scores},
            "schema_version": SCHEMA_VERSION,
            **_counted(self.record),
            **figures.as_json(self.values),
        }

    @cached_property
    def values(self) -> dict[str, Any]:
        """The figures that are about the run whatever the measure, by name: what answers took."""
        (measure, *_) = measures = measures_of(self.kept)
        choices = [choice for choice in figures.choose(self.kept, measures) if choice.kind.of_run]
        settings = self.record["settings"]
        reading = self.reading or Reading.recorded(settings)
        return figures.values_of(choices, figures.Subject(self.kept, measure, reading))

    def table(self) -> "pa.Table":
        """A row for each case, judged by the main measure; of open cases loss, units and weight are null.

        Meanings are texts, those that are none as JSON; an answer that is null is ⊥, an empty one the empty set.
        """
        settings = self.record["settings"]
        suite, answers = self.kept.cases(), self.kept.answers()
        (measure, *_) = measures_of(self.kept)
        cases, rows = judged(self.kept, measure, settings["missing"])
        weight = (self.reading.weight if self.reading else None) or weighting_of(settings)
        summed = rows.by_case(len(cases))
        columns = (summed.loss.tolist(), summed.units.tolist(), weigh(weight, cases).tolist())
        known = dict(zip(cases.ids, zip(*columns, strict=True), strict=True))
        nothing = (None, None, None)
        loss, units, rho = zip(*(known.get(name, nothing) for name in suite.ids), strict=True)
        given = answers.for_cases(suite.ids)
        own = {
            "id": suite.ids,
            "expression": suite.texts,
            "reference": [None if one is None else [*map(as_text, one)] for one in suite.references],
            "answer": [None if one is UNDEFINED else [*map(as_text, one)] for one in given.answers],
            "loss": loss,
            "units": units,
            "weight": rho,
            "failure": given.failures or [None] * len(suite),
        }
        features = {f"feature:{n}" if n in own else n: column for n, column in suite.features.items()}
        clusters = {"cluster": suite.clusters} if suite.clusters is not None and "cluster" not in features else {}
        return arrow({**own, **clusters, **features}, TYPES)

    def panels(self) -> list[Panel]:
        """What was run, what went wrong, and the panel of each measure."""
        record = self.record
        counts: Mapping[str, Any] = record.get("counts", {})
        facts = [("cases", count(counts.get("cases", len(self.kept.cases()))))]
        facts += [(name, count(counts[name])) for name in ("undefined", "open") if counts.get(name)]
        facts += [("in", f"a temporary folder, {self.path}" if self.temporary else str(self.path))]
        flags = [f"undefined: {times} × {text}" for times, text in failures(self.kept)[:5]]
        flags += [str(note) for note in record.get("notes", ())]
        return [Panel(f"Run {self.path.name}", facts=facts, flags=flags), *self.scores.panels()]

    def save(self, path: Path, view: str | None = None, *, title: str = "") -> None:
        """Write it: .html is the report, .json what `murho run --json` prints, .parquet and .csv the frame.

        A name without a suffix is a folder, to which the whole run is copied: `murho.open` opens it.

        Raises:
            UsageError: the suffix says nothing of these, or the folder is there already.
            OutputError: it cannot be written.
        """
        name = written_path(path)
        if plain_suffix(name) or name == "-":
            super().save(name, view, title=title)
        else:
            _copy(self.path, name)

    def write_page(self, path: str, title: str = "") -> None:
        """Write the report."""
        self.report(path, title=title)

    def __repr__(self) -> str:
        where = f"in a temporary folder, {self.path}" if self.temporary else str(self.path)
        cases = several(len(self.kept.cases()), "case")
        figures = "".join(f"\n  {in_words(one)}" for one in self.scores)
        return f"<Run {where}: {cases}{figures}>"


def _counted(record: Mapping[str, Any]) -> dict[str, int]:
    """Open cases, and what a retry brought, where there are any."""
    is_open = record.get("counts", {}).get("open", 0)
    retried = {name: record[name] for name in ("retried", "retried_answered") if name in record}
    return {**({"open": is_open} if is_open else {}), **retried}


def _copy(source: FilePath, name: str) -> None:
    """Copy a run to a new folder, whole or not at all."""
    if os.path.lexists(name):
        known = ", ".join(f"{one} ({what})" for one, what in SUFFIXES.items())
        raise UsageError(
            f"{name}: there is something already; name a new folder, or a file that ends in one of {known}"
        )
    part = os.path.join(os.path.dirname(name), f".{os.path.basename(name)}.{secrets.token_hex(4)}.part")
    try:
        os.mkdir(part)  # here, for a folder that is missing is none that was meant
        shutil.copytree(source, part, dirs_exist_ok=True)
        os.rename(part, name)
    except OSError as error:
        shutil.rmtree(part, ignore_errors=True)
        raise OutputError(
            f"cannot be written ({error.strerror})", "name a place in a folder that you may write to", path=name
        ) from None


def open(folder: Path) -> Run:
    """The run that is saved in a folder, by `murho.run` or by the command.

    Raises:
        InputError: there is none, or it cannot be read.
    """
    return Run(store.open_run(path_of(folder, "folder")))


def kept_of(run: Any) -> store.Run:
    """The saved run of a `Run`, or of the path of its folder.

    Raises:
        UsageError: it is neither.
        InputError: there is no run in the folder.
    """
    if isinstance(run, Run):
        return run.kept
    if isinstance(run, store.Run):
        return run
    if not isinstance(run, str | os.PathLike):
        raise UsageError(f"run is a {type(run).__name__}; give a run, or the path of its folder")
    return store.open_run(run)
