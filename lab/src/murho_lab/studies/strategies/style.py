"""Whether the style of a text, by its linguistic or its technical arcs, tells its genre.

Texts of one genre should be nearer to each other than to those of another: the mean distance between genres less that
within them, and how often genres dealt out at random are as far apart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho_lab.atn.strategies import Strategies
from murho_lab.atn.texts.distances import LINGUISTIC, TECHNICAL
from murho_lab.atn.texts.style import style_distances

PERMUTATIONS = 9999


@dataclass(frozen=True)
class Separation:
    """How far genres are apart in style, by one kind of arcs."""

    within: float | None
    """Mean distance of two texts of one genre; None where no genre has two."""
    between: float | None
    """Mean distance of two texts of different genres."""
    p_value: float
    """How often genres dealt out at random are as far apart, one-sided; 1 where there is nothing to compare."""

    def as_json(self) -> dict[str, Any]:
        """The fields that the study writes."""
        return {"within": self.within, "between": self.between, "p_value": self.p_value}


def separations(strategies: Sequence[Strategies], genres: Sequence[str | None]) -> Mapping[str, Separation]:
    """The separation of genres by linguistic and by technical arcs; a text without a genre, a mixture, is left out."""
    known = [index for index, genre in enumerate(genres) if genre is not None]
    of = [str(genres[index]) for index in known]
    few = [strategies[index] for index in known]
    return {
        name: _separation(style_distances(few, types), of)
        for name, types in (("linguistic", LINGUISTIC), ("technical", TECHNICAL))
    }


def _separation(distances: Any, genres: Sequence[str]) -> Separation:
    codes = np.unique(np.array(genres), return_inverse=True)[1]
    rows, columns = np.triu_indices(len(genres), 1)
    apart = distances[rows, columns]

    def gap(labels: Any) -> tuple[float, float]:
        same = labels[rows] == labels[columns]
        return float(apart[same].mean()), float(apart[~same].mean())

    same = codes[rows] == codes[columns]
    if not same.any() or same.all():
        return Separation(None, None, 1.0)
    within, between = gap(codes)
    # Begun anew for each kind of arcs, so that neither depends on the other.
    rng = np.random.default_rng(0)
    reached = 0
    for _ in range(PERMUTATIONS):
        near, far = gap(rng.permutation(codes))
        reached += far - near >= between - within - 1e-12
    return Separation(within, between, (1 + reached) / (1 + PERMUTATIONS))  # with the genres as they are: never 0
