"""The page: evidence gathered, views made, templates filled, one file written.

write_report(open_run("my-run"), "report.html", weights=["constant", "frequency('count')"])
"""

from collections.abc import Sequence
from os import PathLike, fspath

from murho import __version__
from murho.core.case import Cases
from murho.formats.saving import writing
from murho.measures import Measure
from murho.report.html import drawing, headline, phrases, record
from murho.report.html.evidence import Evidence, gather
from murho.report.html.heat import maps
from murho.report.html.outcomes import outcomes
from murho.report.html.parsing import labels_of_words, parsing
from murho.report.html.phenomena import phenomena
from murho.report.html.rendering import render
from murho.report.html.slices import default_features, slices
from murho.report.html.worst import worst as worst_items
from murho.store import Run
from murho.weighting import Weighting


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

    Raises UsageError for unknown measures and weightings, InputError for an unknown feature, OutputError where the file
    cannot be written.
    """
    text = page(gather(run, measures, weights, bound=bound, users=users), by=by, axes=axes, worst=worst)
    with writing(fspath(path)) as file:
        file.write(text.encode("utf-8", "backslashreplace"))


def page(evidence: Evidence, *, by: Sequence[str] | None, axes: Sequence[Sequence[str]] | None, worst: int) -> str:
    """The page as text."""
    features, skipped = default_features(evidence.cases, evidence.measure) if by is None else (list(by), [])
    of_words = labels_of_words(evidence.measure, features)
    features = [name for name in features if name not in of_words]
    of_cases = [name for name in features if name not in evidence.cases.labels]
    whole = evidence.figure_under(0, 0)
    return render(
        name=record.run_name(evidence.run),
        about=record.about(evidence),
        ready=evidence.record.get("state") == "complete",
        headlines=headline.headlines(evidence),
        crossed=headline.crossed(evidence),
        parsing=parsing(evidence, of_words),
        phenomena=phenomena(evidence),
        main=phrases.measure_title(evidence.measure),
        main_notation=repr(evidence.measure),
        weight=evidence.weightings[0].said,
        weight_notation=repr(evidence.weightings[0]),
        others=phrases.column_titles(evidence.measures)[1:],
        whole=whole,
        skipped=evidence.skipped,
        still_open=[(repr(how), count) for how, count in zip(evidence.measures, evidence.open, strict=True) if count],
        unmatched=evidence.record.get("unmatched_answers", 0),
        level=f"{100 * evidence.reading.level:g} %",
        missing=sum(failure == "missing" for failure in evidence.answers.failures or ()),
        maps=maps(evidence, _first_for_maps(evidence.cases, of_cases), axes),
        slices=slices(evidence, features, skipped),
        outcomes=outcomes(evidence),
        running=drawing.running(
            evidence.rho * evidence.loss, evidence.rho * evidence.units, whole, evidence.measure.bounded
        ),
        times=drawing.times(evidence.answers.seconds or []),
        worst=worst_items(evidence, worst),
        settings=record.settings(evidence),
        command=record.command(evidence),
        version=__version__,
    )


def _first_for_maps(cases: Cases, features: Sequence[str]) -> list[str]:
    """The features in the order in which maps use them: names before numbers, lists last."""
    columns = {name: cases.features.get(name, [0]) for name in features}

    def rank(name: str) -> int:
        kinds = {type(value) for value in columns[name] if value is not None}
        return 2 if list in kinds else 1 if kinds <= {int, float} else 0

    return sorted(features, key=rank)
