"""Alignments as a page: what was taken for what, how often, and every utterance to look at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import chain, islice
from typing import Any

from murho import __version__
from murho.formats.opening import Path
from murho.formats.saving import writing
from murho.measures.text.confusions import LISTS, Confusions
from murho.pipeline.align import Alignment
from murho.pipeline.findings import Findings
from murho.report.alignment import badness, chosen
from murho.report.columns import runs_leftwards
from murho.report.html.compare import LONGEST, Pair, drawn
from murho.report.html.legible import Folded, fold
from murho.report.html.rendering import render

MOST = 500
"""Utterances on a page unless another number is asked for."""
FOLD = 50
"""Utterances that are open at once; more are folded."""


@dataclass(frozen=True)
class Item:
    """An utterance as the page shows it."""

    id: Folded
    errors: int
    units: int
    counts: list[tuple[str, int]]
    """Letter and count of every kind of error there is."""
    undefined: bool
    failure: Folded | None
    groups: list[tuple[str, str]]
    pairs: list[Pair]
    too_long: bool

    @property
    def direction(self) -> str:
        """How the columns follow each other: as most of what was said does."""
        said = [pair.reference or pair.answer for pair in self.pairs]
        return "rtl" if 2 * sum(map(runs_leftwards, said)) > len(said) else "ltr"


@dataclass(frozen=True)
class Fold:
    """Utterances that are opened together."""

    feature: str
    group: str
    """What they have in common; both empty where they only follow each other."""
    first: int
    """The number of the first of them, counted from 1, in the group or in all."""
    items: list[Item]

    @property
    def last(self) -> int:
        """The number of the last."""
        return self.first + len(self.items) - 1

    @property
    def errors(self) -> int:
        """Of all of them."""
        return sum(item.errors for item in self.items)

    @property
    def units(self) -> int:
        """What their errors are counted in."""
        return sum(item.units for item in self.items)


def folded(items: Sequence[Item], by: str | None = None) -> list[Fold]:
    """The utterances in folds of 50: those of a group of the feature `by` together, if it has not too many groups."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(dict(item.groups).get(by, "") if by else "", []).append(item)
    if len(groups) > FOLD or len(items) <= FOLD:
        by, groups = None, {"": list(items)}
    return [
        Fold(by or "", group, start + 1, members[start : start + FOLD])
        for group, members in groups.items()
        for start in range(0, len(members), FOLD)
    ]


def write_alignments(
    path: Path,
    passing: Iterable[Alignment],
    found: Findings,
    title: str,
    *,
    errors_only: bool = False,
    worst: int | None = None,
    rank: str = "errors",
    most: int = 20,
) -> None:
    """Write one page that needs no network: counts, lists of confusions (`most` entries, 0 for all), and utterances.

    All utterances stand on it, or those with errors, or so many of the `worst`; of more than 500, the 500 worst. More
    than 50 are folded, by the first feature where they stand in their own order.

    Raises OutputError where it cannot be written.
    """
    shown = chosen(passing, errors_only, worst, rank)
    first = list(islice(shown, (worst or MOST) + 1))
    whole = len(first) <= (worst or MOST)
    if not whole:
        first = nsmallest(MOST, chain(first, shown), key=badness(rank))
    items = [_item(one) for one in first]
    ranked = rank if worst is not None or not whole else None
    by = next(iter(found.by), None) if ranked is None else None
    text = render(
        "alignments.html",
        name=title,
        found=found,
        whole=found.whole,
        groups=found.groups(),
        lists=[(heading, *_listed(found.whole, name, most or None)) for name, heading in LISTS.items()],
        spotted=[*found.spotting.rows(), found.spotting.total()] if found.spotting else [],
        rare=found.rarity.rows() if found.rarity else [],
        items=items,
        folds=folded(items, by),
        ranked=ranked,
        errors_only=errors_only,
        version=__version__,
    )
    with writing(path) as file:
        file.write(text.encode("utf-8", "backslashreplace"))


def _listed(whole: Confusions, name: str, most: int | None) -> tuple[int, int, list[tuple[Sequence[str], int]]]:
    """How many in all, how many different ones, and the most frequent."""
    bag = whole.counted(name)
    return sum(bag.values()), len(bag), [*whole.most(name, most)]


def _item(one: Alignment) -> Item:
    counts: list[tuple[str, int]] = [(letter, one.counts[letter]) for letter in "SDI" if one.counts[letter]]
    groups: list[tuple[str, Any]] = [(feature, ", ".join(names)) for feature, names in one.groups.items()]
    return Item(
        fold(one.id, 80, 400),
        one.errors,
        one.units,
        counts,
        one.undefined,
        None if one.failure is None else fold(one.failure, 160, 2_000),
        groups,
        drawn(one.steps),
        len(one.steps) > LONGEST,
    )
