"""What a run shows of coverage and competence, and what users make of it; each figure with the items behind it.

The definitions are those of `murho.core.competence`. An item is understood where its judgements hold no loss. The
expressions X that completeness asks about must come from users; here they come from a file.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases
from murho.core.columns import AT_ONCE, Rows, picked
from murho.core.compact import Compact
from murho.core.competence import Chosen, Competence, Which, above, both, competence, count, importance, without
from murho.core.conclusions import Conclusion, linguistic_above_conceptual, robust, tailored
from murho.core.errors import InputError
from murho.core.estimate import USUAL_LEVEL
from murho.core.judgement import Judgements
from murho.core.meaning import Meanings, meaning_set
from murho.formats.opening import plain_name, text_lines
from murho.measures import Measure
from murho.pipeline.runs.show import judged
from murho.pipeline.scoring.judge import weigh
from murho.pipeline.scoring.reading import refuse_sample
from murho.pipeline.sources import read_cases
from murho.store import Run
from murho.weighting import Weighting, given

Floats = NDArray[np.float64]
_CASES = (".jsonl", ".ndjson", ".parquet", ".pq")


@dataclass(frozen=True)
class RunCompetence:
    """Coverage and competence by id, and the share of what users say that is covered."""

    sets: Competence
    """Coverage, competence and habitability, the items as ids of cases."""
    cases: Cases
    """The items."""
    rho: Compact
    """ρ of each item."""
    covered: Which
    """Which of them are covered."""
    understood: Which
    """Which are covered and understood."""
    users: tuple[str, ...] | None
    """X, each expression once; None where nobody asked users."""
    expected: tuple[str, ...]
    """X ∩ L'_D: what users say and the coverage holds."""
    lost: Which
    """Which have a meaning in the domain and an answer, and are not covered all the same: L_D without L'_D."""
    conclusions: tuple[Conclusion, ...]
    """What can be asked of the run after the paper's case study, whether the intervals settle it or not."""

    @property
    def completeness(self) -> float | None:
        """|X ∩ L'_D| / |X|; None where there is no X."""
        return len(self.expected) / len(self.users) if self.users else None

    @property
    def lacking(self) -> tuple[str, ...]:
        """What users say and the coverage does not hold."""
        held = set(self.expected)
        return tuple(text for text in self.users or () if text not in held)

    @property
    def notes(self) -> tuple[str, ...]:
        """Where the bound cuts off expressions of L_D, which the coverage "clearly includes" (section 6)."""
        cases, zeros, least = count(self.lost), 0, np.inf
        if not cases:
            return ()
        for start, piece in self.rho.pieces():
            weights = piece[self.lost.between(start, start + len(piece)) == 1]
            zeros, least = zeros + int((weights == 0).sum()), min(least, float(weights.min(initial=np.inf)))
        bound = self.sets.bound
        found = f"not covered, though of the domain and answered: {cases} with ρ ≤ {bound:g}"
        if not least:
            return (f"{found}, {zeros} of them of no importance at all",)
        return (f"{found}; below {least:.3g} the bound would leave all of them in",)

    def as_json(self) -> dict[str, Any]:
        """Every figure with its items: ids of cases, meanings, expressions of users."""
        result = self.sets
        coverage, linguistic = self._sized(self.covered), self._sized(self.understood)
        return {
            "bound": result.bound,
            "linguistic_coverage": coverage,
            "linguistic_competence": linguistic,
            "not_understood": self._sized(self.not_understood),
            "left_out": self._sized(self.lost),
            "conceptual_coverage": _meanings(result.concepts),
            "conceptual_competence": {**_meanings(result.conceptual), "share": result.conceptual_share},
            "habitability": {
                "value": result.habitability,
                "numerator": linguistic["count"],
                "denominator": coverage["count"],
                "weighted": result.habitability_weighted,
                "weighted_numerator": linguistic["importance"],
                "weighted_denominator": coverage["importance"],
            },
            "completeness": None
            if self.users is None
            else {
                "value": self.completeness,
                "numerator": len(self.expected),
                "denominator": len(self.users),
                "items": list(self.expected),
                "lacking": list(self.lacking),
            },
            "conclusions": [one.as_json() for one in self.conclusions],
            **({"notes": list(self.notes)} if self.notes else {}),
        }

    @property
    def not_understood(self) -> Which:
        """Which are covered and not understood."""
        return without(self.covered, self.understood)

    def listed(self, which: Which, *, heaviest_first: bool = False) -> Sequence[tuple[str, str]]:
        """Id and expression of these items, in the suite's order or by importance, read when they are looked at."""

        def read(some: Rows) -> list[tuple[str, str]]:
            return list(zip(picked(self.cases.ids, some), picked(self.cases.texts, some), strict=True))

        return Chosen(which, read, self.rho if heaviest_first else None)

    def sized(self, which: Which) -> tuple[int, float]:
        """How many items these are, and their Σ ρ."""
        return count(which), importance(self.rho, which)

    def _sized(self, which: Which) -> dict[str, Any]:
        cases, mass = self.sized(which)
        items = Chosen(which, lambda rows: picked(self.cases.ids, rows))
        return {"count": cases, "importance": mass, "items": list(items)}


def competence_of_run(
    run: Run,
    measure: Measure,
    *,
    weight: Weighting | None = None,
    bound: float = 0.0,
    users: Sequence[str] | None = None,
    missing: str = "undefined",
) -> RunCompetence:
    """Coverage and competence of a run under a measure and an importance.

    Args:
        run: what was answered.
        measure: what judges it; an item is understood where it finds no loss.
        weight: the importance; None is the one given with the cases.
        bound: what an item's importance has to exceed to be covered (`murho.core.competence`).
        users: the expressions X that users say; None where nobody asked them.
        missing: with `skip` cases without an answer are left out; else they are not understood.
    """
    refuse_sample(run.record, run.path, "competence")
    cases, rows = judged(run, measure, missing)
    return competence_of_cases(cases, rows, weigh(weight or given(), cases), bound=bound, users=users)


def competence_of_cases(
    cases: Cases,
    rows: Judgements,
    rho: Floats,
    *,
    bound: float = 0.0,
    users: Sequence[str] | None = None,
) -> RunCompetence:
    """Coverage and competence of judged cases; `rho` (cases,) is their importance.

    The rest is as in `competence_of_run`.

    >>> cases = Cases(["1", "2"], ["open ?", "renew"], [("hours",), ("renew",)])
    >>> able = competence_of_cases(cases, Judgements.of([0, 1]), np.array([1.0, 0.5]), users=["open ?", "a café ?"])
    >>> able.sets.linguistic, able.sets.habitability, able.completeness, able.lacking
    (('1',), 0.5, 0.5, ('a café ?',))
    """
    columns = (rows.loss, rows.units, rows.undefined)
    sums = (Compact.of(np.bincount(rows.case, column, len(cases)).astype(np.float64)) for column in columns)
    return competence_of_sums(cases, BySums(*sums), Compact.of(rho), bound=bound, users=users)


class BySums(NamedTuple):
    """What the rows of each case add up to."""

    loss: Compact
    units: Compact
    undefined: Compact


def competence_of_sums(
    cases: Cases, sums: BySums, rho: Compact, *, bound: float = 0.0, users: Sequence[str] | None = None
) -> RunCompetence:
    """The same, of cases that may be too many to be held, whose rows were added up."""
    is_defined = _is_zero(sums.undefined)
    correct = both(_is_zero(sums.loss), is_defined)
    is_covered = above(rho, bound)
    meant = _meant(cases)
    asked = (
        tailored(sums.loss, sums.units, rho, cases.clusters, level=USUAL_LEVEL),
        robust(sums.loss, sums.units, rho, cases.clusters, level=USUAL_LEVEL),
        linguistic_above_conceptual(meant.each(), is_covered, correct, level=USUAL_LEVEL),
    )
    wanted = None if users is None else tuple(dict.fromkeys(text.strip() for text in users if text.strip()))
    expected: tuple[str, ...] = ()
    if wanted:  # items are told by id, but what users say is found among the expressions: so a second time, by text
        said, texts = set(wanted), (expression.strip() for expression in cases.texts)
        covered = (text for text, is_one in zip(texts, is_covered, strict=True) if is_one)
        expected = tuple(dict.fromkeys(text for text in covered if text in said))
    return RunCompetence(
        competence(cases.ids, meant.each(), rho, correct, bound),
        cases,
        rho,
        is_covered,
        both(is_covered, correct),
        wanted,
        expected,
        without(both(_in_domain(cases, meant), is_defined), is_covered),
        tuple(one for one in asked if one is not None),
    )


def _is_zero(column: Compact) -> Which:
    """Which numbers are 0."""
    which = Compact()
    for _, piece in column.pieces():
        which.add(piece == 0)
    return which


def _in_domain(cases: Cases, meant: "_Meant") -> Which:
    """Which expressions mean anything, whatever a stage ought to say of them."""
    return meant.anything if cases.own is None else Compact.of(cases.in_domain)


@dataclass(frozen=True)
class _Meant:
    """What each case means, sets that many mean held once."""

    sets: Sequence[frozenset[str]]
    which: Compact
    """Of the sets, (cases,)."""
    anything: Which
    """Which cases mean anything."""

    def each(self) -> Iterator[frozenset[str]]:
        """The set of each case."""
        return (self.sets[number] for number in self.which)


def _meant(cases: Cases) -> _Meant:
    """What the cases mean, each looked at once.

    Raises:
        InputError: a case is open; the first is named.
    """
    number_of, known = dict[frozenset[str], int](), dict[Meanings, int]()
    which, anything = Compact(), Compact()
    for start in range(0, len(cases), AT_ONCE):
        piece = cases.references[start : start + AT_ONCE]
        numbers = np.empty(len(piece), np.int64)
        for row, meanings in enumerate(piece):
            if meanings is None:
                cases.meant  # noqa: B018  which says which case is open
                raise AssertionError("an open case is refused")
            # A set of one text is the same as another that is equal; 1 and true are not.
            simple = len(meanings) == 1 and type(meanings[0]) is str
            number = known.get(meanings) if simple else None
            if number is None:
                number = number_of.setdefault(meaning_set(meanings), len(number_of))
                if simple:
                    known[meanings] = number
            numbers[row] = number
        which.add(numbers)
        anything.add(np.fromiter(map(bool, piece), bool, len(piece)))
    return _Meant(list(number_of), which, anything)


def users_of(path: str) -> list[str]:
    """What users said: the lines of a text, blank ones left out, or the expressions of a file of cases.

    Raises:
        InputError: there is none.
    """
    if plain_name(path).endswith(_CASES):
        texts = [text for batch in read_cases(path) for text in batch.texts]
    else:
        texts = [text for _, text in text_lines(path)]
    if not any(map(str.strip, texts)):
        raise InputError("no expression in it", "write what users said, one expression a line", path=path)
    return texts


def _meanings(texts: frozenset[str]) -> dict[str, Any]:
    """How many meanings there are, and they themselves, read back from their canonical texts."""
    return {"count": len(texts), "items": [json.loads(text) for text in sorted(texts)]}
