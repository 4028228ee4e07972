"""`murho.report`: a saved run as one page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from murho.core.errors import UsageError
from murho.core.scale import Grades
from murho.face.given import (
    Measures,
    Path,
    at_least,
    configured,
    measures_of,
    names,
    scale_of,
    weighting_of,
    written_path,
)
from murho.face.panels import Panel
from murho.face.result import Result
from murho.face.saved import Run, kept_of
from murho.figures.competence import expressions_of
from murho.formats.opening import plain_suffix
from murho.pipeline.runs import recorded

if TYPE_CHECKING:
    from typing import Unpack

    import pyarrow as pa

    from murho.face.given import Names, Weight
    from murho.face.names import MeasureOptions


@dataclass(frozen=True, eq=False, repr=False)
class Report(Result):
    """A page that was written of a run."""

    path: FilePath
    run: Run
    asked: dict[str, Any] = field(default_factory=dict)
    """What it shows, as `murho.pages.report.write_report` takes it."""

    def __repr__(self) -> str:
        return f"<Report {self.path} of the run {self.run.path.name}>"

    def as_json(self) -> dict[str, Any]:
        """The figures of the run, as `murho run --json` prints them."""
        return self.run.as_json()

    def table(self) -> pa.Table:
        """The figures of the run: a row for each measure, and each group."""
        return self.run.scores.table()

    def panels(self) -> list[Panel]:
        """A link to the page, and the run in short."""
        return [Panel("Report", link=str(self.path)), *self.run.panels()]

    def write_page(self, path: str, title: str = "") -> None:
        """Write the page once more, to another place."""
        from murho.pages.report import write_report

        write_report(self.run.kept, path, **{**self.asked, **({"title": title} if title else {})})


def report(
    run: Run | Path,
    path: Path,
    *,
    measures: Measures = None,
    weights: Weight | Sequence[Weight] | None = None,
    by: Names = None,
    scale: str | Grades | None = None,
    worst: int = 20,
    title: str = "",
    bound: float | None = None,
    users: Any = None,
    **options: Unpack[MeasureOptions],
) -> Report:
    """Write a saved run as one HTML page that needs no network.

    Args:
        run: a run, or the path of its folder.
        path: the page to write.
        measures: one or several, the main one first; by default those of the run.
        weights: the importance ρ, or several, the main one first; by default that of the run.
        by: features to slice by; by default those with few groups.
        scale: grades of π that stand by themselves, as in `"good<0.1<fair<0.3<poor"`.
        worst: how many of the worst items to show.
        title: what the page is called; the name of the run by default.
        bound: for competence: covered is what has an importance above this.
        users: for competence: what users say, a list of expressions, or a file with one on each line.
        options: options of the measures, as `--with` takes them.

    Raises:
        UsageError: what is given does not fit together, or is unknown.
        InputError: there is no run, or no such feature.
        OutputError: the page cannot be written.
    """
    from murho.pages.report import write_report

    at_least(worst, 0, "worst")
    name = written_path(path)
    if plain_suffix(name) in (".json", ".parquet", ".csv"):
        raise UsageError(f"{name}: a report is a page, .html; for {plain_suffix(name)} write run.save({name!r})")
    kept = kept_of(run)
    several: list[Any] = [] if weights is None else list(weights) if isinstance(weights, list | tuple) else [weights]
    asked: dict[str, Any] = {
        "measures": configured(recorded.measures_of(kept, measures_of(measures)), options, report) or None,
        "weights": [weighting_of(one) for one in several] or None,
        "by": list(names(by, "by")) or None,
        "scale": scale_of(scale),
        "worst": worst,
        "title": title,
        "bound": bound or 0.0,
        "users": expressions_of(users),
    }
    write_report(kept, name, **asked)
    return Report(FilePath(name), run if isinstance(run, Run) else Run(kept), asked)
