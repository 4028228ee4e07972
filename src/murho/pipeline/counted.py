"""What is counted while alignments pass by: confusions in all and by group, keywords, words by frequency.

>>> from murho.core.case import Answers, Cases
>>> from murho.measures import measure
>>> from murho.pipeline.align import align_batches
>>> def counted(said, heard):
...     new = Counted(Watch(keywords=(("bonn",),), by_frequency=True))
...     cases = Cases(["u"], [said], [(said,)])
...     for one in align_batches(measure("words"), [(cases, Answers(["u"], [(heard,)]))]):
...         new.add(one)
...     return new
>>> both = counted("to bonn", "to born")
>>> both += counted("bonn", "bonn")
>>> both.whole.counts["hits"], both.whole.most("pairs"), both.spotting.total().hits, both.rarity.rows()[-1].words
(2, [(('bonn', 'born'), 1)], 1, 2)
"""

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from murho.core.ledger import group_order
from murho.measures.text.confusions import Confusions, Words
from murho.measures.text.keywords import Spotting
from murho.measures.text.rarity import ByFrequency
from murho.pipeline.align import Alignment
from murho.pipeline.reading import Watch


class Counted:
    """Counts of alignments, which add up in any order."""

    def __init__(self, watch: Watch, by: Sequence[str] = (), level: float = 0.95):
        self.whole = Confusions()
        self.by: dict[str, dict[str, Confusions]] = {feature: {} for feature in by}
        self.spotting = None if watch.keywords is None else Spotting(watch.keywords, level)
        self.rarity = ByFrequency(watch.frequencies, level) if watch.by_frequency else None
        self.undefined = 0

    def add(self, one: Alignment) -> None:
        """Count one more alignment, with the groups it belongs to."""
        self.whole.add(one.steps)
        self.undefined += one.undefined
        for feature, groups in self.by.items():
            for name in one.groups[feature]:
                groups.setdefault(name, Confusions()).add(one.steps)
        for counter in (self.spotting, self.rarity):
            if counter is not None:
                counter.add(one.steps, one.cluster)

    def __iadd__(self, other: "Counted") -> "Counted":
        self.whole += other.whole
        self.undefined += other.undefined
        for feature, groups in other.by.items():
            mine = self.by.setdefault(feature, {})
            for name, one in groups.items():
                known = mine.setdefault(name, Confusions())
                known += one
        if self.spotting is not None and other.spotting is not None:
            self.spotting += other.spotting
        if self.rarity is not None and other.rarity is not None:
            self.rarity += other.rarity
        return self

    def groups(self) -> dict[str, dict[str, Confusions]]:
        """The groups of each feature, in the order that readers expect."""
        return {
            feature: {name: groups[name] for name in sorted(groups, key=group_order)}
            for feature, groups in self.by.items()
        }

    def state(self) -> dict[str, Any]:
        """All counts as plain values."""
        spotting, rarity = self.spotting, self.rarity
        return {
            "whole": _confusions(self.whole),
            "by": {feature: {name: _confusions(one) for name, one in gs.items()} for feature, gs in self.by.items()},
            "undefined": self.undefined,
            "spotting": None if spotting is None else [spotting.clusters, [list(one) for one in spotting.columns]],
            "rarity": None
            if rarity is None
            else {
                "words": list(rarity.number),
                "clusters": rarity.clusters,
                "columns": [list(rarity.case), list(rarity.word), list(rarity.wrong)],
                "counts": {operation: list(bag.items()) for operation, bag in rarity.counts.items()},
            },
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Take the counts of `state` for one's own."""
        self.whole = _to_confusions(state["whole"])
        self.by = {f: {name: _to_confusions(one) for name, one in groups.items()} for f, groups in state["by"].items()}
        self.undefined = state["undefined"]
        if self.spotting is not None:
            self.spotting.clusters, columns = list(state["spotting"][0]), state["spotting"][1]
            self.spotting.columns = [array("q", column) for column in columns]
        if self.rarity is not None:
            kept = state["rarity"]
            self.rarity.number = {word: number for number, word in enumerate(kept["words"])}
            self.rarity.clusters = list(kept["clusters"])
            case, word, wrong = kept["columns"]
            self.rarity.case, self.rarity.word = array("q", case), array("q", word)
            self.rarity.wrong = array("b", wrong)
            self.rarity.counts = {operation: Counter(dict(bag)) for operation, bag in kept["counts"].items()}


def _confusions(one: Confusions) -> list[Any]:
    said = [[*pair, count] for pair, count in sorted(one.said.items())]
    return [one.utterances, one.in_error, one.hits, said, sorted(one.deletions.items()), sorted(one.insertions.items())]


def _to_confusions(state: Sequence[Any]) -> Confusions:
    utterances, in_error, hits, said, deletions, insertions = state
    pairs: Counter[Words] = Counter({(reference, answer): count for reference, answer, count in said})
    return Confusions(utterances, in_error, hits, pairs, Counter(dict(deletions)), Counter(dict(insertions)))
