"""What is counted while alignments pass by: confusions in all and by group, keywords, words by frequency.

>>> from murho.core.case import Answers, Cases
>>> from murho.measures import measure
>>> from murho.pipeline.aligning.align import align_batches
>>> def counted(reference, answer):
...     new = Counted(Watch(keywords=(("bonn",),), by_frequency=True))
...     cases = Cases(["u"], [reference], [(reference,)])
...     for alignment in align_batches(measure("words"), [(cases, Answers(["u"], [(answer,)]))]):
...         new.add(alignment)
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
from murho.measures.text.keywords import ByFrequency, Spotting
from murho.pipeline.scoring.alignment import Alignment
from murho.pipeline.scoring.reading import Watch


class Counted:
    """Counts of alignments, which add up in any order."""

    def __init__(self, watch: Watch, by: Sequence[str] = (), level: float = 0.95):
        self.whole = Confusions()
        self.by: dict[str, dict[str, Confusions]] = {feature: {} for feature in by}
        self.spotting = None if watch.keywords is None else Spotting(watch.keywords, level)
        self.rarity = ByFrequency(watch.frequencies, level) if watch.by_frequency else None
        self.undefined = 0

    def add(self, alignment: Alignment) -> None:
        """Count one more alignment, with the groups it belongs to."""
        self.whole.add(alignment.steps)
        self.undefined += alignment.undefined
        for feature, groups in self.by.items():
            for name in alignment.groups[feature]:
                groups.setdefault(name, Confusions()).add(alignment.steps)
        for counter in (self.spotting, self.rarity):
            if counter is not None:
                counter.add(alignment.steps, alignment.cluster)

    def __iadd__(self, other: "Counted") -> "Counted":
        self.whole += other.whole
        self.undefined += other.undefined
        for feature, groups in other.by.items():
            mine = self.by.setdefault(feature, {})
            for name, counts in groups.items():
                known = mine.setdefault(name, Confusions())
                known += counts
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
        """All counts as plain values, equal for equal counts; `restore` takes them back."""
        spotting, rarity = self.spotting, self.rarity
        return {
            "whole": _confusions(self.whole),
            "by": {
                feature: {name: _confusions(confusions) for name, confusions in gs.items()}
                for feature, gs in self.by.items()
            },
            "undefined": self.undefined,
            "spotting": None
            if spotting is None
            else [spotting.clusters, [list(column) for column in spotting.columns]],
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
        """Replace all counts by those of `state`; the watch has to be the one that they were made with."""
        self.whole = _to_confusions(state["whole"])
        self.by = {
            f: {name: _to_confusions(confusions) for name, confusions in groups.items()}
            for f, groups in state["by"].items()
        }
        self.undefined = state["undefined"]
        if self.spotting is not None:
            self.spotting.clusters, columns = list(state["spotting"][0]), state["spotting"][1]
            self.spotting.columns = [array("q", column) for column in columns]
        if self.rarity is not None:
            saved = state["rarity"]
            self.rarity.number = {word: number for number, word in enumerate(saved["words"])}
            self.rarity.clusters = list(saved["clusters"])
            case, word, wrong = saved["columns"]
            self.rarity.case, self.rarity.word = array("q", case), array("q", word)
            self.rarity.wrong = array("b", wrong)
            self.rarity.counts = {operation: Counter(dict(bag)) for operation, bag in saved["counts"].items()}


def _confusions(confusions: Confusions) -> list[Any]:
    pairs = [[*pair, count] for pair, count in sorted(confusions.substitutions.items())]
    return [
        confusions.utterances,
        confusions.in_error,
        confusions.hits,
        pairs,
        sorted(confusions.deletions.items()),
        sorted(confusions.insertions.items()),
    ]


def _to_confusions(state: Sequence[Any]) -> Confusions:
    utterances, in_error, hits, pairs, deletions, insertions = state
    counts: Counter[Words] = Counter({(reference, answer): count for reference, answer, count in pairs})
    return Confusions(utterances, in_error, hits, counts, Counter(dict(deletions)), Counter(dict(insertions)))
