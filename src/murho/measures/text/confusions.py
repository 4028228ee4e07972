"""What is taken for what: confusion pairs, and words deleted, inserted, substituted, falsely recognised, with counts.

>>> from murho.measures import measure
>>> confusions = Confusions()
>>> references, answers = [("a ticket to bonn",), ("to bonn",)], [("ticket to born",), ("uh to born",)]
>>> for steps in measure("words").aligned(references, answers):
...     confusions.add(steps)
>>> confusions.most("pairs", 5), confusions.most("deleted", 5), confusions.most("inserted", 5)
([(('bonn', 'born'), 2)], [(('a',), 1)], [(('uh',), 1)])

The lists are those of sclite's overall report (.dtl), in its order: the most frequent first, then by their letters.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from murho.measures.text.lattice import Step

LISTS = {
    "pairs": "confusion pairs",
    "deleted": "deleted",
    "inserted": "inserted",
    "substituted": "substituted (of the reference)",
    "falsely_recognised": "falsely recognised (of the answer)",
}
"""Each list by name, with its title."""
Words = tuple[str, ...]
"""A word, or the two of a pair."""


@dataclass
class Confusions:
    """Counts that grow by `add`, and by those of other utterances with `+=`."""

    utterances: int = 0
    in_error: int = 0
    hits: int = 0
    substitutions: Counter[Words] = field(default_factory=Counter)
    """Substitutions: a word of the reference, and the one that was given for it."""
    deletions: Counter[str] = field(default_factory=Counter)
    insertions: Counter[str] = field(default_factory=Counter)

    def add(self, steps: Sequence[Step]) -> None:
        """Count the alignment of one more utterance."""
        hits = 0
        for operation, reference, answer in steps:
            if operation == "=":
                hits += 1
            elif operation == "S":
                self.substitutions[str(reference), str(answer)] += 1
            elif operation == "D":
                self.deletions[str(reference)] += 1
            else:
                self.insertions[str(answer)] += 1
        self.hits += hits
        self.utterances += 1
        self.in_error += hits < len(steps)

    def __iadd__(self, other: "Confusions") -> "Confusions":
        self.utterances += other.utterances
        self.in_error += other.in_error
        self.hits += other.hits
        self.substitutions.update(other.substitutions)
        self.deletions.update(other.deletions)
        self.insertions.update(other.insertions)
        return self

    @property
    def counts(self) -> dict[str, int]:
        """The counts of all words so far, by the names that measures of words give them."""
        subs, dels, ins = (sum(bag.values()) for bag in (self.substitutions, self.deletions, self.insertions))
        return {
            "substitutions": subs,
            "deletions": dels,
            "insertions": ins,
            "hits": self.hits,
            "units": self.hits + subs + dels,
        }

    @property
    def errors(self) -> int:
        """Substitutions, deletions and insertions together."""
        return sum(self.counts[name] for name in ("substitutions", "deletions", "insertions"))

    def counted(self, name: str) -> Counter[Words]:
        """The entries of one of LISTS with their counts, in no order."""
        if name == "pairs":
            return Counter(self.substitutions)
        if name in ("deleted", "inserted"):
            bag = self.deletions if name == "deleted" else self.insertions
            return Counter({(word,): count for word, count in bag.items()})
        side = ("substituted", "falsely_recognised").index(name)
        counts: Counter[Words] = Counter()
        for pair, count in self.substitutions.items():
            counts[(pair[side],)] += count
        return counts

    def most(self, name: str, most: int | None = None) -> list[tuple[Words, int]]:
        """The most frequent entries of one of LISTS with their counts; all of them without `most`."""
        ranked = sorted(self.counted(name).items(), key=lambda entry: (-entry[1], entry[0]))
        return ranked[:most]

    def as_json(self, most: int | None = None) -> dict[str, object]:
        """Lists of `{"reference": ..., "answer": ..., "count": ...}` or `{"word": ..., "count": ...}`."""

        def entry(words: Words, count: int) -> dict[str, object]:
            if len(words) == 2:
                return {"reference": words[0], "answer": words[1], "count": count}
            return {"word": words[0], "count": count}

        return {
            name: {
                "total": sum(self.counted(name).values()),
                "different": len(self.counted(name)),
                "most": [entry(words, count) for words, count in self.most(name, most)],
            }
            for name in LISTS
        }
