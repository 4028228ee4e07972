"""Coverage and competence: what a system is asked, what it understands of that, and what users say beyond it.

>>> import numpy as np
>>> from murho.core.case import Cases
>>> from murho.core.judgement import Judgements
>>> from murho.pipeline.runs.competence import competence_of_cases
>>> cases = Cases(["1", "2"], ["open ?", "renew"], [("hours",), ("renew",)])
>>> able = competence_of_cases(cases, Judgements.of([0, 1]), np.array([1.0, 0.5]), users=["open ?", "a café ?"])
>>> shown = sheet(able)
>>> shown.rows[0].cells, [section.title for section in shown.sections]
(('linguistic coverage, ρ > 0', 2, 1.5), ['Covered, not understood', 'Said by users, not covered', \
'Covered and understood', 'Meanings outside the competence', 'Said by users, and covered'])
"""

from collections.abc import Sequence
from math import isclose
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from murho.core.errors import UsageError
from murho.figures import FigureKind, Subject
from murho.plugs import Option
from murho.sheets import Column, Sheet, SheetCell, SheetRow
from murho.sheets.numbers import several
from murho.sheets.terms import Term

if TYPE_CHECKING:
    from murho.core.competence import Which
    from murho.pipeline.runs.competence import RunCompetence

LISTED, NAMED = 200, 12
"""Items of a set that a page lists, and those that a terminal names; `--json` has all."""


def competence_of(subject: Subject, bound: float = 0.0, users: Sequence[str] | None = None) -> "RunCompetence | None":
    """Coverage, competence, habitability and completeness, with the items.

    Args:
        subject: the run under the measure; of the evidence of a report, bound and users are the evidence's.
        bound: what an item's importance has to exceed to be covered.
        users: the expressions that users say; None where nobody asked them.
    """
    from murho.pipeline.runs.competence import BySums, competence_of_run, competence_of_sums

    if isinstance(subject, Subject):
        weight = subject.reading.weight
        return competence_of_run(
            subject.run, subject.measure, weight=weight, bound=bound, users=users, missing=subject.missing
        )
    evidence: Any = subject
    sums = BySums(evidence.loss, evidence.units, evidence.undefined)
    found = competence_of_sums(evidence.cases, sums, evidence.rho, bound=evidence.bound, users=evidence.users)
    value = evidence.figure_under(0, 0).value
    return found if _says_more(found, value) else None


def _says_more(found: "RunCompetence", value: float | None) -> bool:
    """Whether it says anything besides 1 − π: by a bound, importance, users, conclusions."""
    if found.sets.bound or found.users is not None or conclusions(found) or found.notes or value is None:
        return True
    shares = (found.sets.habitability, found.sets.habitability_weighted)
    return not all(share is not None and isclose(share, 1 - value, abs_tol=1e-9) for share in shares)


def settle(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings with what users say read from its file, where they name one.

    Raises:
        UsageError: the bound is no importance, or users are neither a list nor a path.
        InputError: the file cannot be read.
    """
    bound = settings.get("bound", 0.0)
    if not 0 <= bound < 1:
        raise UsageError(f"bound is {bound:g}; covered is what has an importance above it: give 0 or more, below 1")
    return {**settings, "users": expressions_of(settings.get("users"))}


def expressions_of(users: Any) -> list[str] | None:
    """What users say: a list of expressions, or those of a file; None for None.

    Raises:
        UsageError: it is neither.
        InputError: the file cannot be read.
    """
    from murho.pipeline.runs.competence import users_of

    if users is None:
        return None
    if isinstance(users, list | tuple) and all(isinstance(text, str) for text in users):
        return list(users)
    if isinstance(users, str | PathLike):
        return users_of(str(fspath(users)))
    raise UsageError(f"users is a {type(users).__name__}; give a list of expressions, or the path of a file")


def sheet(found: "RunCompetence") -> Sheet:
    """Each figure of coverage and competence, and the items behind it."""
    sets, users = found.sets, found.users
    rows = [
        SheetRow((f"linguistic coverage, ρ > {sets.bound:g}", *found.sized(found.covered))),
        SheetRow(("linguistic competence", *found.sized(found.understood))),
        _share("habitability", sets.habitability, sets.habitability_weighted, strong=True),
        SheetRow(("conceptual coverage, meanings", len(sets.concepts), "")),
        SheetRow(("conceptual competence, meanings", len(sets.conceptual), "")),
        _share("conceptual competence / coverage", sets.conceptual_share),
    ]
    if users is not None:
        rows.append(SheetRow(("said by users", len(users), "")))
        rows.append(SheetRow(("said by users and covered", len(found.expected), "")))
        rows.append(_share("completeness", found.completeness, strong=True))
    outside = sorted(sets.concepts - sets.conceptual)
    return Sheet(
        "Coverage and competence",
        f"covered is every expression of importance above {sets.bound:g}; the competence is what of it was understood "
        "without any loss",
        (Column("coverage and competence", "name"), Column("counted", "count"), Column("Σρ", "amount")),
        rows,
        conclusions(found),
        found.notes,
        terms=TERMS,
        sections=[
            *_items("Covered, not understood", found, found.not_understood),
            *_texts("Said by users, not covered", found.lacking),
            *_items("Covered and understood", found, found.understood, rank=2),
            *_texts("Meanings outside the competence", outside, rank=2),
            *_texts("Said by users, and covered", found.expected, rank=2),
        ],
    )


def conclusions(found: "RunCompetence") -> list[str]:
    """What the intervals settle of whether it is well tailored, robust, and more."""
    return [conclusion.sentence for conclusion in found.conclusions if conclusion.sentence is not None]


def _share(name: str, value: float | None, weighted: Any = "", *, strong: bool = False) -> SheetRow:
    cells = [SheetCell(value, "fraction"), SheetCell(weighted, "fraction")]
    return SheetRow((name, *cells), strong=strong)


def _items(title: str, found: "RunCompetence", which: "Which", rank: int = 1) -> list[Sheet]:
    items = found.listed(which, heaviest_first=rank > 1)
    if not len(items):
        return []
    columns = (Column("case", "name"), Column("expression", "name"))
    rows = [SheetRow(item) for item in items[:LISTED]]
    return [_listed(title, columns, rows, len(items), rank)]


def _texts(title: str, texts: Sequence[str], rank: int = 1) -> list[Sheet]:
    rows = [SheetRow((text,)) for text in texts[:LISTED]]
    return [_listed(title, (Column("expression", "name"),), rows, len(texts), rank)] if texts else []


def _listed(title: str, columns: Sequence[Column], rows: Sequence[SheetRow], of_all: int, rank: int) -> Sheet:
    sentence = several(of_all, "item")
    return Sheet(title, sentence, columns, rows, most=NAMED, left_out=of_all - len(rows), folded=True, rank=rank)


TERMS = (
    Term(
        "coverage",
        "The expressions that have a meaning in the domain: what a system should understand.",
        "",
        "docs/theory.md",
        ("linguistic coverage",),
    ),
    Term(
        "competence",
        "The expressions that the system understands, however important they are.",
        "{e : μ(g(e), ĝ(e)) = 0}",
        "docs/theory.md",
        ("linguistic competence",),
    ),
    Term(
        "habitability",
        "Of the expressions that a system should understand, the share that it does.",
        "|linguistic competence| / |linguistic coverage|",
        "docs/theory.md",
    ),
    Term(
        "conceptual coverage",
        "The meanings that a system should know, whatever the words for them.",
        "D",
        "docs/theory.md",
    ),
    Term(
        "conceptual competence",
        "The meanings of the expressions that the system understands.",
        "the meanings of its linguistic competence",
        "docs/theory.md",
    ),
)

FIGURE = FigureKind(
    make=competence_of,
    name="competence",
    title="Coverage and competence",
    sheet=sheet,
    options=(
        Option(
            "competence", "yes or no", False, "Coverage, competence, habitability and completeness, with the items."
        ),
        Option(
            "bound",
            "number",
            0.0,
            "For competence: covered is what has an importance above this, 0 or more and below 1; 0 by default. A note "
            "says what of the domain that leaves out.",
            metavar="λ",
        ),
        Option(
            "users",
            "file",
            None,
            "For competence: what users say, one expression a line; the share that is covered is the completeness.",
        ),
    ),
    place=640,
    reported=lambda evidence: True,
    settle=settle,
    terms=TERMS,
)
