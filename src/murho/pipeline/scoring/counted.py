"""What is counted while alignments pass by: confusions in all and by group, keywords, words by frequency.

>>> from murho.core.case import Answers, Cases
>>> from murho.measures import measure
>>> from murho.pipeline.aligning.alignment_counts import align_batches
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

from collections.abc import Sequence

from murho.core.ledger import group_order
from murho.measures.text.confusions import Confusions
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
