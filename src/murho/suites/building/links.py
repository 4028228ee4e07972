"""How often two parts of speech are linked in treebanks.

A link is the letter of the parent, a hyphen, the letter of the child, over generalised parts of speech
(`murho.core.tree`): `v-n` is a noun under a main verb, `n-s` a preposition under its noun. Its frequency is its
share of all dependencies, roots and punctuation left out.

It is null where the link tells nothing reliable: where it was found fewer than `FEWEST` times, or where one end is
`w`, a word whose part of speech the treebank itself leaves open.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from murho.core.tree import link
from murho.suites.building.treebank import Treebank

FEWEST = 5
"""Instances below which a frequency is not reliable."""
DECIMALS = 6
"""Decimals of a frequency."""
PAIRS = 3
"""Pairs of lemmas that are shown for a link."""


@dataclass(frozen=True)
class Link:
    """A link, or its instances under one relation."""

    link: str
    deprel: str
    """Empty: under all relations together."""
    count: int
    freq: float | None
    """Its share of all dependencies, six decimals; None where it tells nothing reliable."""
    pairs: tuple[str, ...]
    """The commonest pairs of lemmas, the parent's first."""


def links(treebanks: Sequence[Treebank]) -> list[Link]:
    """All links, commonest first, each followed by its relations."""
    counts: Counter[tuple[str, str]] = Counter()
    pairs: dict[tuple[str, str], Counter[str]] = {}
    total = 0
    for treebank in treebanks:
        for sentence in treebank.sentences:
            for node in sentence.nodes:
                if node.head is None or node.relation == "punct":
                    continue
                total += 1
                name, pair = link(node.head.upos, node.upos), f"{node.head.word.lemma} {node.word.lemma}"
                for key in ((name, ""), (name, node.label)):
                    counts[key] += 1
                    pairs.setdefault(key, Counter())[pair] += 1
    # By the count of the link, then its name: so its relations follow it, commonest first.
    order = sorted(counts, key=lambda key: (-counts[key[0], ""], key[0], key[1] != "", -counts[key], key[1]))
    return [Link(*key, counts[key], _freq(key[0], counts[key], total), _common(pairs[key])) for key in order]


def _freq(name: str, count: int, total: int) -> float | None:
    return None if count < FEWEST or "w" in name else round(count / total, DECIMALS)


def _common(pairs: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(pairs, key=lambda pair: (-pairs[pair], pair))[:PAIRS])
