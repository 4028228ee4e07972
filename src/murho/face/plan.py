"""`murho.plan`: how many judgements a margin takes, by design."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from murho.face.given import Measures, configured, measures_of, weighting_of
from murho.face.panels import Panel, Row, Table
from murho.face.result import Result
from murho.face.sample import drawn_from, runs_of, told_of
from murho.pipeline.runs import generating, planning, recorded
from murho.pipeline.sources import Columns
from murho.sheets.frame import arrow
from murho.sheets.legible import count, percent

if TYPE_CHECKING:
    from typing import Unpack

    import pyarrow as pa

    from murho.face.given import Suite, Weight
    from murho.face.names import FormatName, MeasureOptions

TYPES = {"of": "string", "design": "string", "n": "int64", "saving": "float64", "note": "string"}


@dataclass(frozen=True, repr=False)
class Plan(planning.JudgementsNeeded, Result):
    """What each design takes; `designs[0]` is the simple sample, `best` the one that takes least and can be drawn."""

    usual = "designs"

    @property
    def best(self) -> Any:
        """The design that takes the fewest judgements, the first of several; one with strata has to be drawable."""
        return min((one for one in self.designs if one.by_stratum is not None or "by=" not in one.design), key=_n)

    def __repr__(self) -> str:
        found = f"{self.designs[0].n:,} judgements by {self.designs[0].design}, {self.best.n:,} by {self.best.design}"
        return f"<Plan for ±{self.margin:g} of {self.population:,} cases: {found}>"

    def table(self) -> pa.Table:
        """A row for each design, of π and, with two pilots, of the difference."""
        both = [("pi", one) for one in self.designs] + [("difference", one) for one in self.difference or ()]
        rows = [{"of": of, **one.as_json()} for of, one in both]
        return arrow({name: [row.get(name) for row in rows] for name in TYPES}, TYPES)

    def panels(self) -> list[Panel]:
        """The designs; then those for the difference."""
        found = [self._panel("judgements for π", self.designs)]
        if self.difference is not None:
            found.append(
                self._panel(f"judgements for the difference, correlation {self.correlation:.2f}", self.difference)
            )
        return found

    def _panel(self, title: str, designs: Any) -> Panel:
        rows = [Row(one.design, (count(one.n), percent(one.saving))) for one in designs]
        head = f"±{self.margin:g} at {percent(self.level)}, of {count(self.population)} cases"
        return Panel(
            title, "by a simple sample", count(designs[0].n), head, tables=[Table(("design", "n", "saved"), rows)]
        )


def _n(one: Any) -> int:
    return int(one.n)


def plan(
    cases: Suite,
    margin: float,
    *,
    stratify: str | None = None,
    pilot: Any = (),
    measures: Measures = None,
    agreement: Any = (),
    told: Mapping[str, Any] | None = None,
    weight: Weight = "given",
    expect: float = 0.5,
    level: float = 0.95,
    format: FormatName | str | None = None,
    columns: Columns | None = None,
    encoding: str | None = None,
    **options: Unpack[MeasureOptions],
) -> Plan:
    """Say how many judgements each design takes for an interval of a given width.

    The saving is beside a simple sample. A pilot of few cases says little of rare errors, so plan with some room. The
    ways of the source take all cases for equally important: what their intervals hold is given alongside them.

    Args:
        cases: the suite that would be drawn from, as `murho.run` takes it.
        margin: half the width that the interval should have.
        stratify: a feature: plan strata by it, too.
        pilot: a judged run of some of the cases; with two, their difference is planned, too.
        measures: by which the pilots are read; by default their own.
        agreement: two runs or more; which of them gave the same answer is the feature `agreement`.
        told: features for strata by their names, as `murho.sample` takes them.
        weight: the importance ρ, or its name.
        expect: without a pilot, the π that is expected.
        level: the confidence level of the interval.
        format: of the file of cases.
        columns: of a table, which column is what, as `--columns` has it or as a dict by role.
        encoding: for csv and tsv: what the file is in where that is not UTF-8, as `windows-1252`.
        options: options of the measures.

    >>> rows = [{"expression": f"question {i}", "reference": ["yes"]} for i in range(1000)]
    >>> plan(rows, 0.05, expect=0.2)
    <Plan for ±0.05 of 1,000 cases: 198 judgements by simple(198), 198 by simple(198)>

    Raises:
        UsageError: what is given does not fit together.
        InputError: there is no case, or one cannot be weighed.
    """
    suite, _ = drawn_from(cases, format, columns, encoding)
    runs = runs_of(pilot)
    found = planning.plan(
        suite,
        margin,
        stratify=stratify,
        pilots=[(run, configured(recorded.measures_of(run, measures_of(measures)), options, plan)[0]) for run in runs],
        further=generating.RunFeatures(runs_of(agreement), told_of(told)),
        weight=weighting_of(weight),
        level=level,
        expect=expect,
    )
    return Plan.of(found)
