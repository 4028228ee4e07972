"""Utterances to look at: what was said beside what was heard, how many tokens are wrong, and in which way.

>>> from murho.measures.text.lattice import Step
>>> steps = [Step("=", "to", "to"), Step("S", "bonn", "born"), Step("D", "now", None)]
>>> one = utterance(Alignment("u1", steps, groups={"speaker": ("anna",)}))
>>> one.errors, one.units, one.counts, one.groups
(2, 3, (('S', 1), ('D', 1)), (('speaker', 'anna'),))
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from murho.measures.text.lattice import Step
from murho.pipeline.aligning.alignment_counts import Findings
from murho.pipeline.scoring.alignment import Alignment
from murho.sheets.screen_columns import runs_leftwards
from murho.views.choice import at_most, chosen
from murho.views.said_and_meant import LONGEST, Pair, drawn

MOST = 500
"""Utterances on a page unless another number is asked for."""
FOLD = 50
"""Utterances that are open at once; more are folded."""


@dataclass(frozen=True)
class Utterance:
    """An utterance and its answer."""

    id: str
    errors: int
    units: int
    """Tokens of the reference."""
    rate: float | None
    """Errors by units; None where there are no units."""
    counts: tuple[tuple[str, int], ...]
    """Letter and count of every kind of error there is: S, D, I."""
    undefined: bool
    failure: str | None
    """Why there is no answer, where that is known."""
    groups: tuple[tuple[str, str], ...]
    """Each feature, and the group, or the groups, that the utterance belongs to."""
    steps: Sequence[Step]

    @property
    def pairs(self) -> list[Pair]:
        """The columns of the alignment, token beside token; none where it is too long to draw."""
        return drawn(self.steps)

    @property
    def too_long(self) -> bool:
        """Whether the alignment is too long to draw."""
        return len(self.steps) > LONGEST

    @property
    def direction(self) -> str:
        """How the columns follow each other, `ltr` or `rtl`: as most of what was said does."""
        tokens = [pair.reference or pair.answer for pair in self.pairs]
        return "rtl" if 2 * sum(map(runs_leftwards, tokens)) > len(tokens) else "ltr"


@dataclass(frozen=True)
class Fold:
    """Utterances that are opened together."""

    feature: str
    group: str
    """What they have in common; both empty where they only follow each other."""
    first: int
    """The number of the first of them, counted from 1, in the group or in all."""
    utterances: Sequence[Utterance]

    @property
    def last(self) -> int:
        """The number of the last."""
        return self.first + len(self.utterances) - 1

    @property
    def errors(self) -> int:
        """All errors of these utterances."""
        return sum(one.errors for one in self.utterances)

    @property
    def units(self) -> int:
        """What their errors are counted in."""
        return sum(one.units for one in self.utterances)


@dataclass(frozen=True)
class Utterances:
    """Those that stand on a page."""

    folds: Sequence[Fold]
    shown: int
    ranked: str | None
    """By what the worst were chosen, `errors` or `rate`; None where no ranking was needed."""


def utterance(alignment: Alignment) -> Utterance:
    """An alignment as an utterance to look at."""
    return Utterance(
        alignment.id,
        alignment.errors,
        alignment.units,
        alignment.rate if alignment.units else None,
        tuple((letter, alignment.counts[letter]) for letter in "SDI" if alignment.counts[letter]),
        alignment.undefined,
        alignment.failure,
        tuple((feature, ", ".join(names)) for feature, names in alignment.groups.items()),
        alignment.steps,
    )


def utterances(
    passing: Iterable[Alignment],
    findings: Findings,
    *,
    errors_only: bool = False,
    worst: int | None = None,
    rank: str = "errors",
) -> Utterances:
    """The utterances of a page: all, those with errors, or so many of the `worst`; of more than MOST, the worst.

    More than FOLD are folded, by the first feature of the `findings` where they stand in their own order.
    """
    most = worst or MOST
    alignments, cut = at_most(chosen(passing, errors_only, worst, rank), most, rank)
    ranked = rank if worst is not None or cut else None
    by = next(iter(findings.by), None) if ranked is None else None
    return Utterances(folded([utterance(one) for one in alignments], by), len(alignments), ranked)


def folded(shown: Sequence[Utterance], by: str | None = None) -> list[Fold]:
    """The utterances in folds of 50: those of a group of the feature `by` together, if it has not too many groups."""
    groups: dict[str, list[Utterance]] = {}
    for one in shown:
        groups.setdefault(dict(one.groups).get(by, "") if by else "", []).append(one)
    if len(groups) > FOLD or len(shown) <= FOLD:
        by, groups = None, {"": list(shown)}
    return [
        Fold(by or "", group, start + 1, members[start : start + FOLD])
        for group, members in groups.items()
        for start in range(0, len(members), FOLD)
    ]
