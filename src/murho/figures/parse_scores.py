"""Parse scores: the table of the official evaluator with intervals, errors by kinds of words, and labelled confusion.

>>> las = {"precision": 88.96, "recall": 89.23, "f1": 89.0956, "aligned_accuracy": 89.41, "interval": [88.4, 89.8]}
>>> metrics_of({"las": las, "uas": 3.0})
[Metric(title='LAS', precision=88.96, recall=89.23, f1=89.0956, interval=[88.4, 89.8], aligned_accuracy=89.41)]
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from murho.figures import FigureKind
from murho.sheets import Column, Sheet, SheetRow
from murho.sheets.terms import Term

if TYPE_CHECKING:
    from murho.core.figure import Figure
    from murho.measures import Measure
    from murho.pipeline.scoring.score import Score
    from murho.views.evidence import Evidence

IN_GROUPS = ("uas", "las", "la")
"""Metrics that are shown of each group."""
BY: Mapping[str, tuple[str, str]] = {
    "deprel": ("relation of gold", "of the words with this relation so many are right"),
    "given": ("relation of the system", "of the words that were given this relation so many are right"),
    "upos": ("part of speech", "of gold"),
    "arc": ("direction and length of the arc", "where the head stands, and how many words away"),
    "depth": ("depth", "arcs from the root"),
    "sentence_length": ("length of the sentence", "in words"),
}
"""What a report looks at errors by: what it is called, and what there is to add."""
CONFUSIONS = 20
"""So many relations that are taken for others are listed."""


@dataclass(frozen=True)
class Metric:
    """One metric, in percent; None where there is nothing to divide by."""

    title: str
    precision: float | None
    recall: float | None
    f1: float | None
    interval: Sequence[float] | None
    """Both ends, of F1."""
    aligned_accuracy: float | None
    """Accuracy among the words that are the same on both sides."""


@dataclass(frozen=True)
class WordGroup:
    """The words of one group."""

    name: str
    words: int
    """How many there are: of gold, unless the system's are counted."""
    f1: tuple[float | None, ...]
    """Of each of `WordGroups.titles`, in percent."""
    las_interval: Sequence[float] | None
    figure: "Figure"
    """π of the score, with its flags."""


@dataclass(frozen=True)
class WordGroups:
    """The groups of words of one feature."""

    feature: str
    titles: tuple[str, ...]
    groups: tuple[WordGroup, ...]
    title: str = ""
    """What the feature is called, where that is another name."""
    note: str = ""


@dataclass(frozen=True)
class ParseScores:
    """What a measure of dependencies finds of trees: the scores, and where their errors are."""

    metrics: Sequence[Metric]
    criteria: Sequence[tuple[str, float | None, Sequence[float] | None]]
    """Name, value and ends of the interval of what else is reported."""
    tables: Sequence[WordGroups]
    whole: "Figure"
    confusion: Sequence[Mapping[str, Any]] = ()
    """Relations taken for others: `gold`, `given`, `importance`; the heaviest first."""

    def as_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        from murho.views.as_json import as_json

        return {name: as_json(value) for name, value in vars(self).items()}


def metrics_of(also: Mapping[str, Any]) -> list[Metric]:
    """The lines of the official table, from what a score has `also`; none for other measures."""
    from murho.measures.dependencies.counts import TITLES

    known = {title: also.get(name) for name, title in TITLES.items()}
    return [
        Metric(title, one["precision"], one["recall"], one["f1"], one["interval"], one["aligned_accuracy"])
        for title, one in known.items()
        if isinstance(one, dict) and "f1" in one
    ]


def word_groups(
    feature: str, groups: "Mapping[str, Figure]", also: Mapping[str, Mapping[str, Any]], counted: str = "gold_words"
) -> WordGroups:
    """The groups of one feature of words: their number, F1 of some metrics, the interval of LAS, and the figure.

    `also` has for each group what the score has `also` of it; `counted` says which words are counted.
    """
    from murho.measures.dependencies.counts import TITLES

    names = [name for name in IN_GROUPS if any(name in one for one in also.values())]
    lines = []
    for group, figure in groups.items():
        f1 = tuple(also[group][name]["f1"] for name in names)
        interval = also[group]["las"]["interval"] if "las" in also[group] else None
        lines.append(WordGroup(group, figure.counts.get(counted, figure.n), f1, interval, figure))
    return WordGroups(feature, tuple(TITLES[name] for name in names), tuple(lines))


def parse_scores(score: "Score") -> ParseScores | None:
    """The parse scores of a score, with those of the groups that it is sliced by; None of other measures."""
    metrics = metrics_of(score.also)
    if not metrics:
        return None
    ends_of = score.also.get("intervals", {})
    criteria = [(name.replace("_", " "), score.also[name], ends) for name, ends in ends_of.items()]
    tables = [word_groups(feature, groups, score.also_by[feature]) for feature, groups in score.by.items()]
    return ParseScores(metrics, criteria, tables, score.figure)


def parse_scores_of(evidence: "Evidence") -> ParseScores | None:
    """What the main measure of a report finds of the trees, by kinds of words; None where it scores no dependencies."""
    from murho.measures import fine_enough
    from murho.pipeline.runs.show import figures
    from murho.views.slices import default_features

    measure = evidence.measure
    found = parse_scores(evidence.score(measure))
    if found is None:
        return None
    further = labels_of_words(measure, default_features(evidence)[0] if evidence.by is None else evidence.by)
    features = (*BY, *(name for name in further if name not in BY))
    reading = replace(evidence.reading, by=features, classes=True)
    by_word = figures(evidence.run, fine_enough(measure, features), reading, missing=evidence.missing)
    tables = []
    for feature in features:
        title, note = BY.get(feature, (feature.replace("_", " "), ""))
        counted = "system_words" if feature == "given" else "gold_words"
        groups = word_groups(feature, by_word.by[feature], by_word.also_by[feature], counted)
        tables.append(replace(groups, title=title, note=note))
    return replace(found, tables=tables, confusion=by_word.also.get("confusion", []))


def labels_of_words(measure: "Measure", by: Sequence[str]) -> list[str]:
    """Those features that are no feature of sentences but labels of words."""
    return [name for name in by if measure.kind == "tree" and name in measure.finer_labels]


def sheet(found: ParseScores) -> Sheet:
    """The official table, with what else is reported below it; the groups of each feature; relations that are confused.

    >>> from murho.core.figure import figure
    >>> from murho.core.judgement import Judgements
    >>> from murho.core.tally import tally
    >>> from murho.sheets.markdown import markdown
    >>> half = figure(tally(Judgements.of([1, 0]), [1, 1]), level=0.95)
    >>> print(markdown(sheet(ParseScores([Metric("LAS", 50, 50, 50, [1.2, 98.8], None)], [], [], half))))
    ## Parse scores
    <BLANKLINE>
    In percent, F1 with its 95 % interval; higher is better.
    <BLANKLINE>
    | metric | precision | recall | F1 | interval | aligned |
    |---|---:|---:|---:|---:|---:|
    | LAS | 50.00 | 50.00 | 50.00 | \\[1.20, 98.80\\] | – |
    """
    rows = [(m.title, m.precision, m.recall, m.f1, m.interval, m.aligned_accuracy) for m in found.metrics]
    rows += [(name, "", "", value, ends, "") for name, value, ends in found.criteria]  # type: ignore[misc]
    groups = [_groups(one, found.whole, place) for place, one in enumerate(found.tables)]
    columns = [Column("metric", "text"), *(Column(name, "score") for name in ("precision", "recall", "F1"))]
    return Sheet(
        "Parse scores",
        f"in percent, F1 with its {100 * found.whole.estimate.level:g} % interval; higher is better",
        [*columns, Column("interval", "score_ends"), Column("aligned", "score")],
        [SheetRow(row) for row in rows],
        explanation="Words are matched by their characters; precision is of what the system has, recall of what gold "
        "has, F1 of both together, and aligned the accuracy of the words that both have.",
        terms=TERMS,
        sections=[*groups, *_confused(found)],
    )


def _groups(groups: WordGroups, whole: "Figure", place: int) -> Sheet:
    name = groups.title or groups.feature
    scores = [Column(title, "score") for title in groups.titles]
    columns = [Column(name, "name"), Column("words", "count"), *scores, Column("LAS interval", "score_ends")]
    rows = [SheetRow((one.name, one.words, *one.f1, one.las_interval, one.figure)) for one in groups.groups]
    return Sheet(
        f"By {name}",
        groups.note,
        [*columns, Column("π", "figure", bar=True, rank=2)],
        rows,
        whole=whole,
        folded=place > 0,
    )


def _confused(found: ParseScores) -> list[Sheet]:
    columns = (Column("gold", "name"), Column("given instead", "name"), Column("Σρ", "amount"))
    rows = [SheetRow((one["gold"], one["given"], round(one["importance"], 6))) for one in found.confusion]
    note = "words on both sides, whatever their heads; ∅ stands where a side has no such word"
    return [Sheet("Relations taken for others", note, columns, rows, most=CONFUSIONS)] if rows else []


TERMS = (
    Term(
        "aligned accuracy",
        "Of the words that both trees have, the share with the right head or label, as the metric says.",
        "correct / words that both sides have",
        "docs/dependencies.md",
        ("aligned", "gold", "metric"),
    ),
)

FIGURE = FigureKind(
    make=parse_scores_of,
    name="parsing",
    title="Parse scores",
    sheet=sheet,
    place=190,
    reported=lambda evidence: evidence.measure.kind == "tree",
    terms=TERMS,
)
