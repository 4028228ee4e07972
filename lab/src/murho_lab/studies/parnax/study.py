"""The four cases of the study, computed by murho from the samples, beside what the paper prints.

>>> for case in parnax().cases:
...     print(case.number, f"{case.numerator}/{case.denominator} = {case.pi:.2f}", "printed", case.printed.pi)
1 472/800 = 0.59 printed 0.59
2 371/701 = 0.53 printed 0.53
3 81.4/274.4 = 0.30 printed 0.3
4 21.778/98.916 = 0.22 printed 0.22
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from murho.core.conclusions import Conclusion, robust, samples_apart, tailored
from murho.core.figure import Figure, figure
from murho.core.importance import checked
from murho.core.profile import profile
from murho.core.shifting import mu1
from murho.core.signature import SCHEMA_VERSION, signature
from murho.core.tally import tally
from murho.measures.meanings import meanings
from murho.version import __version__
from murho.weighting import Weighting, constant, domain, length, structure
from murho_lab.studies.parnax import samples, tables
from murho_lab.studies.parnax.samples import Sample
from murho_lab.studies.parnax.tables import Printed

if TYPE_CHECKING:
    from murho_lab.studies.parnax.live import Live

SOURCE = "Guida and Mauri, Computational Linguistics 10(1), 1984, appendix"
ROWS = ("μ=0", "μ=1")
MEASURE = meanings(mu1())


@dataclass(frozen=True)
class StudyCase:
    """One case: our figure and profile, and the paper's."""

    number: int
    title: str
    n: int
    """How many queries the sample has."""
    weight: str
    """The weighting that gives ρ, as it is typed."""
    pi: float
    interval: tuple[float, float]
    """The confidence interval of π, which the paper does not give."""
    numerator: int | float
    """Σ ρ·μ."""
    denominator: int | float
    """Σ ρ."""
    columns: tuple[str, ...]
    """The classes of ρ, in the paper's order."""
    profile: tuple[tuple[float, ...], ...]
    """The shares P_ij: rows μ = 0 and μ = 1, one column for each class of ρ."""
    printed: Printed
    note: str
    figure: Figure
    conclusions: tuple[Conclusion, ...]
    """Whether it is well tailored and robust, as far as ρ differs."""

    def as_json(self) -> dict[str, Any]:
        """The case as `--json` prints it."""
        printed = self.printed
        return {
            "case": self.number,
            "title": self.title,
            "n": self.n,
            "weight": self.weight,
            "pi": self.pi,
            "interval": list(self.interval),
            "numerator": self.numerator,
            "denominator": self.denominator,
            "rows": list(ROWS),
            "columns": list(self.columns),
            "profile": [list(row) for row in self.profile],
            "printed": {
                "pi": printed.pi,
                "numerator": printed.numerator,
                "denominator": printed.denominator,
                "profile": [list(row) for row in printed.profile],
            },
            "note": self.note,
            "conclusions": [conclusion.as_json() for conclusion in self.conclusions],
        }


@dataclass(frozen=True)
class Study:
    """The case study of 1984, recomputed."""

    cases: tuple[StudyCase, ...]
    signature: str
    competence: Conclusion | None
    """Linguistic above conceptual: cases 3 and 4, wordings of one request, beside cases 1 and 2, many requests."""
    live: "Live | None" = None
    """Systems of today on questions of today; None where they were not asked."""

    def as_json(self) -> dict[str, Any]:
        """The object that `murho study parnax --json` prints."""
        return {
            "study": "parnax",
            "source": SOURCE,
            "measure": repr(MEASURE),
            "cases": [case.as_json() for case in self.cases],
            "conclusions": [] if self.competence is None else [self.competence.as_json()],
            **({} if self.live is None else self.live.as_json()),
            "signature": self.signature,
            "schema_version": SCHEMA_VERSION,
        }


def parnax() -> Study:
    """Compute the four cases; the intervals, which the paper does not give, take the queries for a random sample."""
    lengths = length(tables.LENGTH_CUTS, tables.LENGTH_WEIGHTS)
    structures = structure("structure", dict(tables.STRUCTURE_WEIGHTS))
    by_length = {f"ρ={rho:.2f}": rho for rho in tables.WRONG_BY_LENGTH_WEIGHT}
    # fmt: off
    cases = (
        study_case(1, "queries, ρ constant", samples.queries(), constant(), {"ρ=1": 1.0}),
        study_case(2, "queries, ρ by domain", samples.queries_as_case_2_prints(), domain(), {"ρ=0": 0.0, "ρ=1": 1.0}),
        study_case(3, "rewordings, ρ by length", samples.rewordings_by_length(), lengths, by_length),
        study_case(4, "rewordings, ρ by structure", samples.rewordings_by_structure(), structures,
                   tables.STRUCTURE_WEIGHTS),
    )
    # fmt: on
    figures = [case.figure for case in cases]
    signed = signature({"study": "parnax", "measure": MEASURE, "level": 0.95}, __version__)
    return Study(cases, signed, samples_apart(figures[:2], figures[2:]))


def study_case(number: int, title: str, sample: Sample, weight: Weighting, columns: Mapping[str, float]) -> StudyCase:
    """Judge a sample by μ1 and weigh it; `columns` are the classes of ρ by label, in the order to show them."""
    cases, answers = sample
    judged = MEASURE.judge(cases.meant, answers.answers)
    rho = checked(weight.weigh(cases))
    result = figure(tally(judged, rho), level=0.95)
    shares = profile(judged, rho, {"loss": judged.loss, "weight": rho})
    assert result.value is not None  # `checked` has refused importances that are all 0
    assert result.interval is not None
    return StudyCase(
        number=number,
        title=title,
        n=result.n,
        weight=repr(weight),
        pi=result.value,
        interval=result.interval,
        numerator=decimal(result.numerator),
        denominator=decimal(result.denominator),
        columns=tuple(columns),
        profile=tuple(tuple(float(shares.share((mu, value))) for value in columns.values()) for mu in (0.0, 1.0)),
        printed=tables.PRINTED[number],
        note=NOTES[number],
        figure=result,
        conclusions=tuple(
            results
            for results in (
                asked(judged.loss.astype(np.float64), judged.units.astype(np.float64), rho, level=0.95)
                for asked in (tailored, robust)
            )
            if results is not None
        ),
    )


def decimal(value: int | float) -> int | float:
    """A sum of weights that were written with few decimals, without the dust of their binary fractions.

    >>> decimal(81.39999999999999), decimal(472)
    (81.4, 472)
    """
    return round(value, 9)


NOTES = {
    1: "Of the 472, 373 are taken to lie inside the domain and 99 outside, which also fits what case 2 prints.",
    2: "Erratum: cases 1 and 2 cannot come from one sample as printed. 472 - 371 = 101 queries would be misunderstood "
    "outside the domain, where 800 - 701 = 99 are. 373 instead of 371 fits case 1, the printed 0.53 and every printed "
    "cell (328 right and 373 wrong inside, 99 wrong outside). Here the fraction is as printed, 371/701, on a table "
    'of its own: 797 queries (the text says "about 800"), the largest sample in which 371 are the printed 0.47.',
    3: "Reconstructed: 98, 48 and 16 wrong in the three classes give 81.4 exactly. The printed cells are rounded "
    "loosely, to 0.01: no whole numbers that give 81.4 meet all of them.",
    4: "Reconstructed: these wrong answers by class give 21.778 exactly and every printed cell. ρ is the frequency of "
    "the class.",
}
