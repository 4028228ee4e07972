"""How much of a treebank a grammar covers with gold tags, and how its trees compare with the gold ones.

Coverage is the share of sentences with an analysis that is one tree over every word. Attachment is that of the first
analysis, on the words of those sentences, punctuation with them: a grammar that accepts anything shows there.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from murho.atn.dependencies import NotATreeError, tree
from murho.atn.engine import USUAL, Bounds
from murho.atn.network import Grammar, Order
from murho.atn.parsing import Parsed, parse
from murho.atn.treebank import Tree


@dataclass(frozen=True, eq=False)
class Covered:
    """What came of one sentence."""

    gold: Tree
    parsed: Parsed
    heads: tuple[tuple[int, str], ...] | None
    """None without an analysis that is a tree."""
    reason: str | None
    """Why there is none."""

    @property
    def attached(self) -> int:
        """Words with the right head."""
        return sum(head == gold for (head, _), gold in zip(self.heads or (), self.gold.heads, strict=False))

    @property
    def labelled(self) -> int:
        """Words with the right head and relation, up to the colon."""
        rows = zip(self.heads or (), self.gold.heads, self.gold.relations, strict=False)
        return sum(head == g and own.split(":")[0] == r.split(":")[0] for (head, own), g, r in rows)


@dataclass(frozen=True, eq=False)
class Coverage:
    """Of a grammar on a text."""

    sentences: tuple[Covered, ...]

    @property
    def covered(self) -> tuple[Covered, ...]:
        """The sentences with a tree."""
        return tuple(one for one in self.sentences if one.heads is not None)

    def as_json(self) -> dict[str, Any]:
        """Counts, shares with their 95 % intervals, mean penetrance; the intervals are by sentence."""
        covered = self.covered
        words = [len(one.gold.heads) for one in covered]
        penetrances = [one.parsed.penetrance or 0.0 for one in self.sentences]
        return {
            "sentences": len(self.sentences),
            "covered": len(covered),
            "undefined": sum(one.parsed.undefined is not None for one in self.sentences),
            "words": sum(words),
            "coverage": _share([float(one.heads is not None) for one in self.sentences], [1] * len(self.sentences)),
            "uas": _share([one.attached for one in covered], words),
            "las": _share([one.labelled for one in covered], words),
            "penetrance": _share(penetrances, [1] * len(penetrances)),
            "choices": sum(one.parsed.choices for one in self.sentences),
        }

    def lines(self, *, failed: bool = False) -> list[str]:
        """To print."""
        figures = self.as_json()
        said = [
            f"{figures['covered']} of {figures['sentences']} sentences covered, {figures['words']} words; "
            f"{figures['undefined']} UNDEFINED; {figures['choices']:,} choices"
        ]
        for name in ("coverage", "uas", "las", "penetrance"):
            value, low, high = (figures[name][key] for key in ("value", "low", "high"))
            if value is not None:
                said.append(f"{name:10} {value:.4f}  [{low:.4f}, {high:.4f}]")
        if failed:
            for one in self.sentences:
                if one.reason:
                    words = " ".join(f"{word.form}/{word.readings[0].category}" for word in one.gold.sentence.words)
                    said.append(f"{one.gold.id}: {one.reason}: {words}")
        return said


def cover(
    grammar: Grammar,
    trees: Iterable[Tree],
    *,
    order: Order | None = None,
    bounds: Bounds = USUAL,
) -> Coverage:
    """Parse every sentence with its gold tags up to the first analysis."""
    found: list[Covered] = []
    for gold in trees:
        parsed = parse(grammar, gold.sentence, order=order, bounds=bounds)
        heads, reason = None, parsed.undefined or "no analysis"
        if parsed.analyses:
            try:
                heads, reason = tuple(tree(parsed.analyses[0], len(gold.heads))), ""
            except NotATreeError as error:
                reason = str(error)
        found.append(Covered(gold, parsed, heads, reason or None))
    return Coverage(tuple(found))


def _share(right: list[float] | list[int], of: list[int]) -> dict[str, float | None]:
    """1 − π with its interval."""
    from murho.core.figure import figure
    from murho.core.judgement import Judgements
    from murho.core.tally import tally

    if not of:
        return {"value": None, "low": None, "high": None}
    wrong = [1 - good / whole for good, whole in zip(right, of, strict=True)]
    found = figure(tally(Judgements.of(wrong), of))
    assert found.value is not None
    return {"value": 1 - found.value, "low": 1 - found.high, "high": 1 - found.low}
