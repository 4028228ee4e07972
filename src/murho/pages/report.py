"""The report on a run as one page: evidence gathered, views made, templates filled, one file written.

write_report(open_run("my-run"), "report.html", weights=["constant", "frequency('count')"])
"""

from collections.abc import Sequence
from os import PathLike, fspath

from murho.core.errors import begun_anew
from murho.core.scale import Grades
from murho.figures import reported
from murho.measures import Measure
from murho.pages.finder import blob
from murho.pages.rendering import write_page
from murho.pipeline.runs.recorded import stopped, stopped_note
from murho.pipeline.scoring.reading import refuse_sample
from murho.sheets.drawing.whiskers import Scale, scale_of
from murho.store import Run
from murho.views.evidence import gather
from murho.views.report import Report, report
from murho.weighting import Weighting


@begun_anew
def write_report(
    run: Run,
    path: str | PathLike[str],
    *,
    measures: Sequence[Measure | str] | None = None,
    weights: Sequence[Weighting | str] | None = None,
    by: Sequence[str] | None = None,
    axes: Sequence[Sequence[str]] | None = None,
    worst: int = 20,
    bound: float = 0.0,
    users: Sequence[str] | None = None,
    scale: Grades | None = None,
    title: str = "",
) -> None:
    """Write a run as one HTML file that needs no network and no other file; it appears whole or not at all.

    Args:
        run: the run; a measure that has not judged it yet does so now, from the saved answers.
        path: the file; `.gz` and `.zst` compress it, `-` is standard output.
        measures: those of the run, unless given. The first is the main one: profile, slices, outcomes and worst items
            are about it; all of them stand in the table of every μ and ρ.
        weights: that of the run, unless given. The first is the main one.
        by: the features to slice by; by default those with 2 to 30 groups, and numbers, cut into classes.
        axes: pairs of `loss`, `weight` or features, each a map; by default μ against ρ, and two features.
        worst: how many of the worst items to show.
        bound: λ; covered is what has an importance above it.
        users: expressions collected from users, for completeness.
        scale: grades that stand by themselves, on which the figures of the head are put.
        title: what the page is called; the name of the run by default.

    Raises UsageError for unknown measures and weightings, InputError for an unknown feature, OutputError where the file
    cannot be written.
    """
    run = run.snapshot()
    refuse_sample(run.record, run.path, "the report")
    evidence = gather(run, measures, weights, bound=bound, users=users, scale=scale, by=by)
    told = stopped(run)
    note = None if told is None else stopped_note(told)
    shown = drawn(report(evidence, by=by, axes=axes, worst=worst, title=title))
    sections = [(section.kind.name, section.kind.place, section.sheet) for section in reported(evidence)]
    write_page(fspath(path), "report.html", stopped=note, sections=sections, finder=True, **shown)


def drawn(view: Report) -> dict[str, object]:
    """What the template is given: the parts of the view, with scales and drawings."""
    sliced = [group.figure for table in view.slices.tables for group in table.groups]
    return {
        **vars(view),
        "level": f"{100 * view.level:g} %",
        "scales": [
            Scale.over([1.0, *(head.figure.interval or (head.figure.value or 0.0,))], bounded=head.bounded)
            for head in view.headlines
        ],
        "slices_scale": scale_of(sliced, bounded=view.bounded),
        "searched": view.cases,
        "filters": {facet.name for facet in view.cases.facets},
        "several": False,
        "blob": blob(("", view.cases)),
    }
