"""The report on a run: all its views, made from the evidence.

report(gather(open_run("my-run"), None, None)).headlines[0].figure.value
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from murho.core.answered_by import several
from murho.core.case import Cases
from murho.core.columns import Deferred
from murho.core.figure import Figure
from murho.pipeline.runs.recorded import unfinished_note
from murho.pipeline.runs.show import missing_answers
from murho.views import as_json, names, record
from murho.views.evidence import Evidence
from murho.views.headline import Crossed, Headline, crossed, headlines
from murho.views.maps import Map, maps
from murho.views.opening import opening
from murho.views.searchable import Searchable, searchable
from murho.views.slices import Slices, default_features, in_classes, slices
from murho.views.worst import Worst
from murho.views.worst import worst as worst_items


@dataclass(frozen=True)
class Report:
    """Everything that is shown of a run; the first measure and the first weighting are the main ones."""

    name: str
    """Its title, or the name of the run."""
    opening: str
    """How much is understood, and where least, in a sentence."""
    about: list[tuple[str, str]]
    """What was run, when, and to what end."""
    complete: bool
    unfinished: str | None
    """That it was stopped, or is still going on; None where it is complete."""
    several_systems: str
    """A note where the answers are of more than one system."""
    level: float
    """Of the intervals."""
    measure: str
    """The title of the main measure."""
    weight: str
    """The main weighting, in words."""
    bounded: bool
    """Whether the main measure's π can be 1 at most."""
    others: list[tuple[str, str]]
    """Short title and notation of each further measure."""
    whole: Figure
    skipped: int
    """Expressions left out for want of an answer."""
    missing: int
    """Expressions without any answer, which count as undefined."""
    unmatched: int
    """Answers to no expression of the suite."""
    still_open: list[tuple[str, int]]
    """Measures under which cases are open, and how many."""
    headlines: list[Headline]
    crossed: Crossed | None
    maps: list[Map]
    slices: Slices
    worst: Worst
    cases: Searchable
    """All cases, to be searched."""
    settings: list[tuple[str, str]]
    command: list[str]
    """What makes this run and this report again."""

    def as_json(self) -> dict[str, Any]:
        """All of it as plain values; what some runs alone have only where it is there."""
        parts = {name: value for name, value in vars(self).items() if name != "unfinished" or value is not None}
        return {name: as_json.as_json(value) for name, value in parts.items()}


def report(
    evidence: Evidence,
    *,
    by: Sequence[str] | None = None,
    axes: Sequence[Sequence[str]] | None = None,
    worst: int = 20,
    title: str = "",
) -> Report:
    """The report; `by` are the features to slice by, `axes` pairs of axes of maps, `worst` how many items to show.

    `title` stands in place of the name of the run.

    Raises:
        UsageError: `axes` are no pairs.
        InputError: there is no such feature.
    """
    features, skipped = default_features(evidence) if by is None else (list(by), [])
    # Labels of words have tables of their own, with parse scores.
    of_words = evidence.measure.finer_labels if evidence.measure.kind == "tree" else ()
    features = [name for name in features if name not in of_words]
    of_cases = [name for name in features if name not in evidence.cases.labels]
    whole = evidence.figure_under(0, 0)
    sliced = slices(evidence, features, skipped)
    return Report(
        name=title or record.run_name(evidence.run),
        opening=_opening(evidence, whole, sliced),
        about=record.about(evidence),
        complete=evidence.record.get("state") == "complete",
        unfinished=unfinished_note(evidence.run, missing_answers(evidence.run)),
        several_systems=several(evidence.record),
        level=evidence.reading.level,
        measure=names.measure_title(evidence.measure),
        weight=evidence.weightings[0].phrase,
        bounded=evidence.measure.bounded,
        others=names.column_titles(evidence.measures)[1:],
        whole=whole,
        skipped=evidence.skipped,
        missing=sum(failure == "missing" for failure in evidence.answers.failures or ()),
        unmatched=evidence.record.get("unmatched_answers", 0),
        still_open=[
            (repr(measure), count) for measure, count in zip(evidence.measures, evidence.open, strict=True) if count
        ],
        headlines=headlines(evidence),
        crossed=crossed(evidence),
        maps=maps(evidence, _first_for_maps(evidence.cases, of_cases), axes),
        slices=sliced,
        worst=worst_items(evidence, worst),
        cases=_searchable(evidence, features),
        settings=record.settings(evidence),
        command=record.command(evidence),
    )


def _opening(evidence: Evidence, whole: Figure, sliced: Slices) -> str:
    """The sentence about the main measure under the main weighting."""
    least, most = evidence.rho.extremes
    even = least == most
    worst = None
    if sliced.worst is not None:
        feature, name = sliced.worst
        groups = next(table.groups for table in sliced.tables if table.feature == feature)
        loss = next(group.figure.value for group in groups if group.name == name)
        worst = None if loss is None else (feature, name, loss)
    return opening(evidence.measure, whole, evidence.score(evidence.measure).headline, not even, worst)


def _searchable(evidence: Evidence, features: Sequence[str]) -> Searchable:
    """The cases with what was correct and what was answered, filtered by their outcome and by what slices them."""
    cases, answers = evidence.cases, evidence.answers
    kinds = evidence.kinds
    outcome = Deferred(lambda rows: [names.RELATIONS[kind][0] for kind in kinds.at(rows)], len(kinds))
    classes = in_classes(evidence, features).classes
    grouped: list[tuple[str, Sequence[Any]]] = [
        (name, classes[name] if name in classes else evidence.column(name))
        for name in features
        if name not in cases.labels and name not in evidence.labels
    ]
    return searchable(
        cases.ids,
        cases.texts,
        evidence.cost,
        [("correct", cases.meant), ("answered", answers.answers)],
        [("outcome", outcome), *grouped],
    )


def _first_for_maps(cases: Cases, features: Sequence[str]) -> list[str]:
    """The features in the order in which maps use them: names before numbers, lists last."""
    columns = {name: cases.features.get(name, [0]) for name in features}

    def rank(name: str) -> int:
        kinds = {type(value) for value in columns[name] if value is not None}
        return 2 if list in kinds else 1 if kinds <= {int, float} else 0

    return sorted(features, key=rank)
