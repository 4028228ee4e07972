"""`murho.sample`: cases are drawn by a design."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from murho.core.case import Cases
from murho.face.cases import suite_of
from murho.face.choices import Thin
from murho.face.given import Measures, Path, configured, measures_of, path_of, weighting_of, written_path
from murho.face.panels import Panel, Row, Table
from murho.face.progress import say
from murho.face.result import Result
from murho.face.saved import Run, kept_of
from murho.formats.opening import plain_suffix
from murho.measures import measure as measure_named
from murho.pipeline.runs import generating, recorded
from murho.pipeline.sources import Columns, data_of, read_cases, usual_measure, with_columns
from murho.sampling import Design
from murho.sampling import design as design_named
from murho.sheets.frame import arrow
from murho.sheets.legible import count

if TYPE_CHECKING:
    from typing import Unpack

    import pyarrow as pa

    from murho.face.given import Suite, Weight
    from murho.face.names import FormatName, MeasureOptions

SAMPLES = (".jsonl", ".parquet")


@dataclass(frozen=True, eq=False, repr=False)
class Sample(Result):
    """Cases that were drawn, each with its inclusion; `murho.run(sample, system)` asks them, and estimates π of all."""

    kept: generating.Sample

    def __repr__(self) -> str:
        return f"<Sample {self.design}: {len(self.cases)} of {count(self.record['population'])} cases>"

    def __len__(self) -> int:
        return len(self.cases)

    @property
    def cases(self) -> Cases:
        """The cases."""
        return self.kept.cases

    @property
    def record(self) -> dict[str, Any]:
        """All that is known of how they were drawn."""
        return self.kept.record

    @property
    def design(self) -> str:
        """The notation of the design."""
        return str(self.record["design"])

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """A dict for each case, as the lines of its file; what is None is left out, but for an open reference."""
        cases = self.cases
        meant = [None if reference is None else list(reference) for reference in cases.references]
        known = {"id": cases.ids, "expression": cases.expressions, "reference": meant}
        rest = {"cluster": cases.clusters, "weight": cases.weights, **cases.features}
        beside = {name: column for name, column in rest.items() if column is not None}
        return [
            {name: column[place] for name, column in known.items()}
            | {name: column[place] for name, column in beside.items() if column[place] is not None}
            for place in range(len(cases))
        ]

    def as_json(self) -> dict[str, Any]:
        """What `murho sample --json` prints."""
        return self.kept.as_json()

    def table(self) -> pa.Table:
        """A row for each case."""
        names = list(dict.fromkeys(name for row in self.rows for name in row))
        return arrow({name: [row.get(name) for row in self.rows] for name in names})

    def panels(self) -> list[Panel]:
        """How many were drawn of each stratum."""
        strata = self.record.get("strata", {})
        rows = [Row(name, (count(of["n"]), count(of["size"]))) for name, of in strata.items()]
        return [
            Panel(
                self.design,
                "cases",
                count(len(self.cases)),
                f"of {count(self.record['population'])}",
                facts=[("variance", str(self.record["variance"])), ("seed", str(self.record["seed"]))],
                tables=[Table(("stratum", "drawn", "of"), rows)] if rows else [],
            )
        ]

    def save(self, path: Path, view: str | None = None, *, title: str = "") -> None:
        """Write it: .jsonl and .parquet are the sample with the record beside it; else as every result."""
        name = written_path(path)
        if plain_suffix(name) in SAMPLES:
            self.kept.save(name)
        else:
            super().save(name, view, title=title)


def sample(
    cases: Suite,
    design: str | Design,
    *,
    weight: Weight = "given",
    seed: int = 0,
    pilot: Run | Path | None = None,
    measures: Measures = None,
    agreement: Any = (),
    told: Mapping[str, Any] | None = None,
    thin: Thin | None = None,
    format: FormatName | str | None = None,
    columns: Columns | None = None,
    encoding: str | None = None,
    **options: Unpack[MeasureOptions],
) -> Sample:
    """Draw a sample of cases by a design, each case with the probability that it is in it.

    Args:
        cases: as `murho.run` takes them: the path of a file, rows, or a frame.
        design: how they are drawn, as `--design` has it: `"simple(500)"`, `"stratified(500, by='scenario')"`.
        weight: the importance ρ, or its name.
        seed: the seed of everything drawn at random.
        pilot: a judged run of some of the cases: how much strata differ.
        measures: by which the pilot is read; by default its own.
        agreement: two runs or more; which of them gave the same answer is the feature `agreement`.
        told: features for strata by their names: a run, what it answered; a run and a field beside its answers, as in
            `{"sure": (run, "confidence")}`. Numbers are cut into fifths.
        thin: `meanings` or `values`: first keep one case for each meaning.
        format: of the file of cases.
        columns: of a table, which column is what, as `--columns` has it or as a dict by role.
        encoding: for csv and tsv: what the file is in where that is not UTF-8, as `windows-1252`.
        options: options of the measures.

    >>> rows = [{"expression": text, "reference": ["hours"]} for text in ("open?", "open today?", "are you open?")]
    >>> drawn = sample(rows, "simple(2)")
    >>> drawn, [row["inclusion"] for row in drawn.rows]
    (<Sample simple(2): 2 of 3 cases>, [0.6666666666666666, 0.6666666666666666])

    Raises:
        UsageError: the design does not fit the cases, or what is given does not fit together.
        InputError: the cases are malformed, or one cannot be weighed.
    """
    suite, data = drawn_from(cases, format, columns, encoding)
    first = None if pilot is None else kept_of(pilot)
    judges = [] if first is None else configured(recorded.measures_of(first, measures_of(measures)), options, sample)
    found = generating.sample(
        suite,
        design_named(design) if isinstance(design, str) else design,
        seed=seed,
        weight=weighting_of(weight),
        pilot=None if first is None else (first, judges[0]),
        further=generating.RunFeatures(runs_of(agreement), told_of(told)),
        thin=thin,
        data=data,
    )
    return Sample(found)


def drawn_from(
    cases: Any, format: str | None, columns: Columns | None, encoding: str | None
) -> tuple[Iterator[Cases], dict[str, Any]]:
    """The batches of cases, and where they came from."""
    if isinstance(cases, str | os.PathLike):
        path = path_of(cases, "cases")
        format = with_columns(format, columns, path, encoding=encoding)
        return saying_notes(read_cases(path, format)), data_of(
            path, format, measure_named(usual_measure(path, format)), []
        )
    given = suite_of(cases, columns)
    return iter([given.cases]), given.data


def saying_notes(batches: Iterator[Cases]) -> Iterator[Cases]:
    """Hand on cases, and say on the command line what reading them found worth a word, as a column that was guessed."""
    notes = set[str]()
    for cases in batches:
        for note in cases.notes:
            if note not in notes:
                notes.add(note)
                say(note)
        yield cases


def runs_of(several: Any) -> list[Any]:
    """The runs that are given: one, or a list."""
    return [kept_of(one) for one in (several if isinstance(several, list | tuple) else [several])]


def told_of(told: Mapping[str, Any] | None) -> dict[str, generating.Told]:
    """What runs tell of cases: by names, each a run, or a run and a field."""
    return {
        name: generating.Told(kept_of(of[0]), of[1]) if isinstance(of, tuple) else generating.Told(kept_of(of))
        for name, of in (told or {}).items()
    }
