"""The style of a text, by the arcs that its accepted ways cross, and the clusters that texts fall into.

Linguistic arcs stand for words and constituents, technical ones for the way in which the network was built (Ferrari and
Stock 1980, section 4.1): a style is described by the first, and the second are shown apart from them.

>>> from murho_lab.atn import bundled
>>> from murho_lab.atn.strategies import learn
>>> toy, lexicon = bundled("english")
>>> asked = learn(toy, [lexicon.sentence(line) for line in ("what did he see", "who saw mary")])
>>> told = learn(toy, [lexicon.sentence(line) for line in ("the man slept", "he saw the dog in the park")])
>>> [(row.arc.label, round(row.a, 2), round(row.b, 2)) for row in contrasts(asked, told)[:2]]
[('CAT DET', 0.0, 0.18), ('CAT N', 0.0, 0.18)]
>>> groups = cluster([[0, 1, 4], [1, 0, 5], [4, 5, 0]], ["news", "web", "speech"])
>>> groups.leaves, groups.merges[0].height, groups.merges[1].height
(('speech', 'news', 'web'), 1.0, 4.5)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho_lab.atn.network import Arc
from murho_lab.atn.strategies import Strategies
from murho_lab.atn.texts.distances import LINGUISTIC, arc_counts, between_arcs


class Contrast(NamedTuple):
    """The share of one arc among the arcs of two texts."""

    arc: Arc
    a: float
    b: float


def contrasts(a: Strategies, b: Strategies, types: Sequence[str] = LINGUISTIC) -> list[Contrast]:
    """The arcs of some types, those that differ most in share between two texts first."""
    sides = []
    for strategies in (a, b):
        counts = arc_counts(strategies, types)
        total = sum(counts.values()) or 1.0
        sides.append({index: count / total for index, count in counts.items()})
    rows = [
        Contrast(a.grammar.arcs[i], *(side.get(i, 0.0) for side in sides)) for i in sorted({**sides[0], **sides[1]})
    ]
    return sorted(rows, key=lambda row: -abs(row.a - row.b))


def style_distances(strategies: Sequence[Strategies], types: Sequence[str] = LINGUISTIC) -> NDArray[np.float64]:
    """The square root of the Jensen-Shannon distance between arcs of some types, a metric: (texts, texts)."""
    distances = np.zeros((len(strategies), len(strategies)))
    for i, text in enumerate(strategies):
        for j, strategy in enumerate(strategies[:i]):
            distances[i, j] = distances[j, i] = between_arcs(text, strategy, types) ** 0.5
    return distances


class Merge(NamedTuple):
    """Two clusters become one; clusters are numbered from 0, first the texts, then each merge in turn."""

    left: int
    right: int
    height: float
    """Their mean distance."""


@dataclass(frozen=True)
class Clusters:
    """Texts joined step by step, always the two nearest clusters, by their mean distance."""

    names: tuple[str, ...]
    merges: tuple[Merge, ...]
    leaves: tuple[str, ...]
    """The texts as they stand in a drawing."""
    fidelity: float | None
    """The correlation of the distances with the heights at which texts meet (cophenetic); None for two texts."""


def cluster(distances: ArrayLike, names: Sequence[str]) -> Clusters:
    """Cluster texts by their distances (texts, texts): average linkage."""
    from scipy.cluster.hierarchy import cophenet, leaves_list, linkage, optimal_leaf_ordering
    from scipy.spatial.distance import squareform

    table = np.asarray(distances, np.float64)
    if len(names) < 2:
        return Clusters(tuple(names), (), tuple(names), None)
    flat = squareform(table, checks=False)
    # Any order of leaves draws the same tree; this one puts like texts side by side.
    steps = optimal_leaf_ordering(linkage(flat, "average"), flat)
    merges = tuple(Merge(int(left), int(right), float(height)) for left, right, height, _ in steps)
    # Without variation there is no correlation.
    varied = len(names) > 2 and np.ptp(flat) > 0
    return Clusters(
        tuple(names),
        merges,
        tuple(names[leaf] for leaf in leaves_list(steps)),
        float(cophenet(steps, flat)[0]) if varied else None,
    )
