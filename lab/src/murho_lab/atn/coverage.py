"""How much of a treebank a grammar covers with gold tags, and how its trees compare with the gold ones.

Coverage is the share of sentences with an analysis that is one tree over every word. Attachment is that of the first
analysis, on the words of those sentences, punctuation with them: a grammar that accepts anything shows there.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from murho_lab.atn.dependencies import NotATreeError, tree
from murho_lab.atn.engine import USUAL, Bounds
from murho_lab.atn.network import Grammar, Order
from murho_lab.atn.parsing import Parsed, parse
from murho_lab.atn.treebank import Tree


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
        """Words with the right head and relation; relations are compared up to their colon, without subtypes."""
        rows = zip(self.heads or (), self.gold.heads, self.gold.relations, strict=False)
        return sum(head == g and own.split(":")[0] == r.split(":")[0] for (head, own), g, r in rows)


@dataclass(frozen=True, eq=False)
class Coverage:
    """The coverage of a grammar on a text: what came of each of its sentences, in order."""

    sentences: tuple[Covered, ...]

    @property
    def covered(self) -> tuple[Covered, ...]:
        """The sentences with a tree."""
        return tuple(sentence for sentence in self.sentences if sentence.heads is not None)

    def as_json(self) -> dict[str, Any]:
        """Counts, shares with their 95 % intervals, mean penetrance; the intervals are by sentence."""
        covered = self.covered
        words = [len(sentence.gold.heads) for sentence in covered]
        penetrances = [sentence.parsed.penetrance or 0.0 for sentence in self.sentences]
        return {
            "sentences": len(self.sentences),
            "covered": len(covered),
            "undefined": sum(sentence.parsed.undefined is not None for sentence in self.sentences),
            "words": sum(words),
            "coverage": _share(
                [float(sentence.heads is not None) for sentence in self.sentences], [1] * len(self.sentences)
            ),
            "uas": _share([sentence.attached for sentence in covered], words),
            "las": _share([sentence.labelled for sentence in covered], words),
            "penetrance": _share(penetrances, [1] * len(penetrances)),
            "choices": sum(sentence.parsed.choices for sentence in self.sentences),
        }

    def lines(self, *, failed: bool = False) -> list[str]:
        """The lines that `murho atn cover` prints; with `failed` one for each sentence without a tree, and why."""
        figures = self.as_json()
        lines = [
            f"{figures['covered']} of {figures['sentences']} sentences covered, {figures['words']} words; "
            f"{figures['undefined']} UNDEFINED; {figures['choices']:,} choices"
        ]
        for name in ("coverage", "uas", "las", "penetrance"):
            value, low, high = (figures[name][key] for key in ("value", "low", "high"))
            if value is not None:
                lines.append(f"{name:10} {value:.4f}  [{low:.4f}, {high:.4f}]")
        if failed:
            for sentence in self.sentences:
                if sentence.reason:
                    words = " ".join(
                        f"{word.form}/{word.readings[0].category}" for word in sentence.gold.sentence.words
                    )
                    lines.append(f"{sentence.gold.id}: {sentence.reason}: {words}")
        return lines


def cover(
    grammar: Grammar,
    trees: Iterable[Tree],
    *,
    order: Order | None = None,
    bounds: Bounds = USUAL,
) -> Coverage:
    """Parse every sentence with its gold tags up to the first analysis."""
    results: list[Covered] = []
    for gold in trees:
        parsed = parse(grammar, gold.sentence, order=order, bounds=bounds)
        heads, reason = None, parsed.undefined or "no analysis"
        if parsed.analyses:
            try:
                heads, reason = tuple(tree(parsed.analyses[0], len(gold.heads))), ""
            except NotATreeError as error:
                reason = str(error)
        results.append(Covered(gold, parsed, heads, reason or None))
    return Coverage(tuple(results))


def _share(right: list[float] | list[int], of: list[int]) -> dict[str, float | None]:
    """The share 1 − π of what is right in a total, with its interval by sentence; all None where there is none."""
    from murho.core.figure import figure
    from murho.core.judgement import Judgements
    from murho.core.tally import tally

    if not of:
        return {"value": None, "low": None, "high": None}
    # One loss for each sentence, weighed by its words, so that the interval is by sentence.
    wrong = [1 - good / total for good, total in zip(right, of, strict=True)]
    loss = figure(tally(Judgements.of(wrong), of), level=0.95)
    assert loss.value is not None
    return {"value": 1 - loss.value, "low": 1 - loss.high, "high": 1 - loss.low}
