"""Classes: precision, recall and F1 of each label, their averages, and what is taken for what.

>>> line = {"label": "a", "gold": 3.0, "given": 2.0, "right": 1.5, "precision": 0.75, "recall": 0.5, "f1": 0.6}
>>> wrong = [{"gold": f"g{i}", "given": f"s{i}", "importance": 20.0 - i} for i in range(17)]
>>> shown = sheet(Classes({"classes": [line], "confusion": wrong}))
>>> shown.rows[0].cells
('a', 3.0, 2.0, 1.5, 0.75, 0.5, 0.6)
>>> shown.sections[0].title, len(shown.sections[0].rows), shown.sections[0].most
('Most frequent confusions', 17, 15)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from murho.figures import FigureKind, Subject
from murho.sheets import Between, Column, Sheet, SheetRow
from murho.sheets.terms import Term

if TYPE_CHECKING:
    from murho.pipeline.scoring.score import Score

LISTED = 15
"""Confusions that are shown where there is little room."""
AVERAGES = {
    "macro_f1": ("macro F1", "each label counts alike"),
    "micro_f1": ("micro F1", "frequent labels count more"),
}
"""What the averages are called, and what they are."""


@dataclass(frozen=True)
class Classes:
    """The classes of a score, as `--json` has them."""

    found: Mapping[str, Any]
    """`classes`, those of most importance first; `confusion`, the heaviest first; and `averages`, if any."""

    def as_json(self) -> Any:
        """The classes; averages and confusions are fields beside them."""
        return self.found["classes"]


def classes_of(subject: Any) -> Classes | None:
    """Precision, recall and F1 of each label, from the evidence of a report; None where the measure has no labels."""
    from murho.pipeline.scoring import classes

    if isinstance(subject, Subject) or not {"gold", "given"} <= subject.labels:
        return None
    sums = classes.Classes()
    for part in subject.parts():
        sums.add(subject.measure, part.rows, part.rho, range(part.start, part.stop), part.cases.clusters)
    return Classes(sums.as_json(subject.reading.level))


def of_score(score: "Score") -> Classes | None:
    """The classes of a score that was asked for them."""
    return Classes(score.also) if "classes" in score.also else None


def sheet(found: Classes) -> Sheet:
    """A row for each label, those of most importance first; then the averages, and the heaviest confusions."""
    names = ("gold", "given", "right", "precision", "recall", "f1")
    rows = []
    for line in found.found["classes"]:
        sums = [round(line[name], 6) for name in names[:3]]
        rows.append(SheetRow((str(line["label"]), *sums, *(line[name] for name in names[3:]))))
    sums_of = (Column("Σρ right", "amount"), Column("Σρ given", "amount"), Column("Σρ both", "amount"))
    rates = (Column("precision", "fraction"), Column("recall", "fraction"), Column("F1", "fraction"))
    return Sheet(
        "Classes",
        "precision, recall and F1 of each label; higher is better",
        (Column("class", "name"), *sums_of, *rates),
        rows,
        terms=("precision", "recall", "F1", *TERMS),
        sections=(*averages(found), *_confusions(found)),
    )


def averages(found: Classes) -> list[Sheet]:
    """Macro and micro F1, where rows are no finer than cases."""
    if "averages" not in found.found:
        return []
    rows = []
    for name, (title, meaning) in AVERAGES.items():
        average = found.found["averages"][name]
        ends = average["interval"] and tuple(average["interval"])
        rows.append(SheetRow((title, Between(average["value"], ends), meaning)))
    columns = (Column("average", "name"), Column("F1", "figure"), Column("", "text"))
    return [Sheet("Averages over labels", "higher is better", columns, rows)]


def _confusions(found: Classes) -> list[Sheet]:
    rows = []
    for wrong in found.found["confusion"]:
        cells = (wrong["gold"], wrong["given"], round(wrong["importance"], 6))
        rows.append(SheetRow(cells, cases=(("correct", wrong["gold"]), ("answered", wrong["given"]))))
    columns = (Column("right", "name"), Column("given instead", "name"), Column("Σρ", "amount"))
    return [Sheet("Most frequent confusions", "", columns, rows, most=LISTED)] if rows else []


TERMS = (
    Term(
        "confusion",
        "What is taken for what: a label, a word or a relation that was right, and what was given instead, with "
        "how often.",
        "",
        "docs/showing.md",
        ("confusions", "given instead", "given for others", "given", "taken for"),
    ),
    Term(
        "macro average",
        "The mean over labels, each counting alike, however rare it is. As in scikit-learn, labels are all that a "
        "case deserves or was given: the F1 of one that no case deserves is 0.",
        "(1/k)·Σ F1 of each of k labels",
        "docs/measures.md",
        ("macro", "macro-F1"),
    ),
    Term(
        "micro average",
        "Counted over all cases at once, so that frequent labels count more; for one label a case it is the accuracy.",
        "Σ right / Σ cases",
        "docs/measures.md",
        ("micro", "micro-F1"),
    ),
)

FIGURE = FigureKind(
    make=classes_of,
    name="classes",
    title="Classes",
    sheet=sheet,
    place=610,
    reported=lambda evidence: True,
    of_score=of_score,
    terms=TERMS,
)
