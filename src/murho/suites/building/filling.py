"""Frequencies for a suite that is there already: by link in `structure`, by the attributes of the schema in `order`.

An attribute that a realization of `order` leaves null fits anything, and the frequencies of all that fits add up. A
frequency is null where the treebank has no reliable one; what was null may be left so.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from murho.suites.building.review import Reviewed
from murho.suites.building.schemas import EXAMPLES, Key
from murho.suites.model import ORDER, STRUCTURE, Item, Leaf, Order, Phenomenon, Section, Structure, Suite

Part = Phenomenon | Leaf


@dataclass(frozen=True)
class Filled:
    """The suite, and what became of its realizations."""

    suite: Suite
    outcomes: Mapping[str, Mapping[str, int]]
    """By section: how many were `filled`; `left null` because they were; `not found` or too rare, and so null; `without
    a link`, or a `func`.
    """
    missing: tuple[str, ...]
    """Ids of those not found."""


def filled(
    suite: Suite,
    links: Mapping[str, float | None],
    rows: Sequence[Reviewed],
    *,
    corpus: str,
    keep_null: bool = False,
) -> Filled:
    """A suite with the frequencies of a treebank.

    Args:
        suite: as read; nothing in it is changed but freq, idsensem and corpus.
        links: frequency by link, None where it is not reliable.
        rows: realizations, found in the treebank or as a person reviewed them.
        corpus: the name of the treebank.
        keep_null: leave null what is null.
    """
    filling = _Filling(links, rows, keep_null)
    sections = [_section(section, filling, corpus) for section in suite.sections]
    outcomes = {kind: dict(counts) for kind, counts in filling.outcomes.items()}
    return Filled(replace(suite, sections=tuple(sections)), outcomes, tuple(filling.missing))


class _Filling:
    """The frequencies there are, and a count of what was done with them."""

    def __init__(self, links: Mapping[str, float | None], rows: Sequence[Reviewed], keep_null: bool):
        self.links, self.keep_null = links, keep_null
        self.rows = [row for row in rows if row.freq is not None]
        self.outcomes: dict[str, Counter[str]] = {STRUCTURE: Counter(), ORDER: Counter()}
        self.missing: list[str] = []

    def leaf(self, leaf: Leaf) -> Leaf:
        if isinstance(leaf, Item):
            return leaf
        outcomes = self.outcomes[STRUCTURE if isinstance(leaf, Structure) else ORDER]
        if leaf.freq is None and self.keep_null:
            outcomes["left null"] += 1
            return leaf
        if (leaf.link if isinstance(leaf, Structure) else leaf.func) is None:
            outcomes["without a link" if isinstance(leaf, Structure) else "without a func"] += 1
            return replace(leaf, freq=None)
        new = self._structure(leaf) if isinstance(leaf, Structure) else self._order(leaf)
        outcomes["not found" if new.freq is None else "filled"] += 1
        if new.freq is None:
            self.missing.append(new.id)
        return new

    def _structure(self, leaf: Structure) -> Structure:
        return replace(leaf, freq=self.links.get(leaf.link or ""))

    def _order(self, leaf: Order) -> Order:
        wanted = Key(leaf.func or "", leaf.cat or "", leaf.constr or "", leaf.sbjtype or "")
        # What the suite leaves null fits anything.
        fitting = [row for row in self.rows if all(w in ("", have) for w, have in zip(wanted, row.key, strict=True))]
        if not fitting:
            return replace(leaf, freq=None, idsensem=None)
        ids = [id for row in fitting for id in row.ids.split("#") if id]
        # Of all that fit: what the suite leaves open is true of each.
        freq = round(sum(row.freq or 0.0 for row in fitting), 6)
        return replace(leaf, freq=freq, idsensem="#".join(ids[:EXAMPLES]) or None)


def _section(section: Section, filling: _Filling, corpus: str) -> Section:
    if section.kind not in (STRUCTURE, ORDER):
        return section
    return replace(section, parts=tuple(_part(part, filling) for part in section.parts), corpus=corpus)


def _part(part: Part, filling: _Filling) -> Part:
    if isinstance(part, Phenomenon):
        return replace(part, parts=tuple(_part(inner, filling) for inner in part.parts))
    return filling.leaf(part)
