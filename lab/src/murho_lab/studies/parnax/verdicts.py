"""Is the interface better than the trained system, for every μ and every ρ? (`murho.core.robustness`)

Sets of queries are related as under μ3. ω orders the values of each ρ of the study: nothing where it is constant, the
domain, how often a question is asked, classes of length, classes of structure.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.core.importance import checked
from murho.core.robustness import Robustness
from murho.core.shifting import mu3
from murho.measures.meanings import meanings
from murho.pipeline.runs.robust import Choices, robust
from murho.weighting import Weighting, structure
from murho_lab.studies.parnax.parts import Part


@dataclass(frozen=True)
class Verdict:
    """Who is better, A or B, on one part of a sample, under every admissible δ and ω."""

    a: str
    b: str
    sample: str
    language: str
    half: str
    weight: Weighting
    found: Robustness

    def as_json(self) -> dict[str, Any]:
        """The entry of `robust` that `--live --json` prints."""
        return {
            "a": self.a,
            "b": self.b,
            "sample": self.sample,
            "language": self.language,
            "half": self.half,
            "rho": repr(self.weight),
            **self.found.as_json(),
        }


def verdicts(a: str, b: str, parts: Sequence[Part], weights: Sequence[Weighting]) -> Iterator[Verdict]:
    """The verdict on each part under each ρ."""
    how: dict[str, Any] = {"level": 0.95, "resamples": 9999, "seed": 0}
    for part in parts:
        rows = part.judged(a), part.judged(b)
        writers = np.unique(np.array(part.cases.clusters), return_inverse=True)[1]
        for weight in weights:
            rho = checked(weight.weigh(part.cases))
            # Classes of structure have names; what they weigh is their frequency, as under ρ4.
            choices = Choices(weight.feature) if isinstance(weight, structure) else Choices()
            result = robust(meanings(mu3()), part.cases, rows, rho, writers, choices, **how)
            yield Verdict(a, b, part.sample, part.language, part.half, weight, result)
