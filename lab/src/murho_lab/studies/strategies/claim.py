"""The claim of the paper, p(Σ_T, T) ≥ p(Σ_T', T) on average, tested with an interval over texts.

Three strategies of a text's own stand against those of the others: learned from the text itself, as in the paper; the
same with each sentence left out of what it is searched with; and, among the others, those of the same genre and those
of other genres. The first comparison is flattered by sentences that taught how to read themselves, the second is not.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.core.comparison import Difference, compare
from murho_lab.atn.texts.comparison import Comparison


@dataclass(frozen=True)
class Claim:
    """Differences of average penetrance, own less other, paired by sentence, whole texts as clusters."""

    differences: Mapping[str, Difference]
    """By comparison; one that needs more texts of a genre than there are is left out."""
    falls: Mapping[str, tuple[int, int, int]]
    """In how many ordered pairs the own strategies are not better, in how many of those by more than chance, of how
    many."""

    def as_json(self) -> dict[str, Any]:
        """The fields that the study writes."""
        return {
            "differences": {
                name: {"value": d.value, "interval": [d.low, d.high], "p_value": d.p_value, "texts": d.clusters}
                for name, d in self.differences.items()
            },
            "pairs_where_it_does_not_hold": {
                name: {"not_better": bad, "worse_beyond_chance": sure, "pairs": pairs}
                for name, (bad, sure, pairs) in self.falls.items()
            },
        }


def claim(comparison: Comparison, of: Mapping[str, str], apart: "Mapping[str, list[list[Difference]]]") -> Claim:
    """Test the claim on a matrix; `of` names the genre of each text that is no mixture, `apart` holds discrepancies."""
    n = len(comparison.texts)
    every = set(range(n))
    genre = [of.get(name) for name in comparison.names]
    # Mixtures have no genre, and are never among what a text is compared with by genre.
    same = {j: {i for i in every - {j} if genre[i] is not None and genre[i] == genre[j]} for j in every}
    other = {j: {i for i in every - {j} if genre[i] is not None and genre[i] != genre[j]} for j in every}
    alone = {j: every - {j} for j in every}
    asked = {
        "own, in sample, against all others": (False, alone),
        "own, sentence left out, against all others": (True, alone),
        "own, sentence left out, against the same genre": (True, same),
        "own, sentence left out, against other genres": (True, other),
    }
    differences = {name: _over_texts(comparison, left_out, against) for name, (left_out, against) in asked.items()}
    differences["same genre against other genres"] = _genres(comparison, same, other)
    known = {name: d for name, d in differences.items() if d is not None}
    falls = {}
    for name, table in apart.items():
        pairs = [table[i][j] for i in every for j in every if i != j]
        bad = [d for d in pairs if d.value is not None and d.value <= 0]
        falls[name] = len(bad), sum(d.high < 0 for d in bad), len(pairs)
    return Claim(known, falls)


def _over_texts(comparison: Comparison, left_out: bool, against: Mapping[int, set[int]]) -> Difference | None:
    rows = []
    for j, others in against.items():
        mask = comparison.rows(j)
        if others and mask.any():
            own = comparison.others[j] if left_out else comparison.cells[j][j]
            # Sorted, for the last digit of a mean depends on the order.
            rest = np.mean([comparison.cells[i][j].penetrance[mask] for i in sorted(others)], axis=0)
            rows.append((float((1 - own.penetrance[mask]).sum()), float((1 - rest).sum()), int(mask.sum())))
    return _compared(rows, comparison.level)


def _genres(comparison: Comparison, same: Mapping[int, set[int]], other: Mapping[int, set[int]]) -> Difference | None:
    rows = []
    for j in same:
        mask = comparison.rows(j)
        if same[j] and other[j] and mask.any():
            near, far = (
                np.mean([comparison.cells[i][j].penetrance[mask] for i in sorted(side[j])], axis=0)
                for side in (same, other)
            )
            rows.append((float((1 - near).sum()), float((1 - far).sum()), int(mask.sum())))
    return _compared(rows, comparison.level)


def _compared(rows: list[tuple[float, float, int]], level: float) -> Difference | None:
    # One text alone has no spread to be tested against.
    if len(rows) < 2:
        return None
    # The rows are losses, 1 − penetrance, and B − A of them is what `near` has more of penetrance than `far`.
    near, far, units = zip(*rows, strict=True)
    return compare(near, units, far, units, pairs=sum(units), level=level)
