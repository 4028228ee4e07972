"""Parts of the samples: the questions of a language and a half, and how systems' answers relate to what they mean.

There are few writers of one language in a half of a sample, so both languages are also taken `together`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from murho.core.case import Cases, join
from murho.core.judgement import Judgements
from murho.measures.meanings import judged

BOTH = "en, it"
"""Both languages together."""


@dataclass(frozen=True)
class Part:
    """One part of a sample."""

    sample: str
    language: str
    half: str
    cases: Cases
    relations: Mapping[str, Sequence[str]]
    """By system, how each of its answers relates to the correct set."""

    def judged(self, system: str) -> Judgements:
        """A system's answers under μ1."""
        related = list(self.relations[system])
        return judged(np.array([float(name != "equal") for name in related]), related)


def together(parts: Sequence[Part]) -> list[Part]:
    """The parts of a sample and half that differ in language, as one."""
    grouped: dict[tuple[str, str], list[Part]] = {}
    for part in parts:
        grouped.setdefault((part.sample, part.half), []).append(part)
    return [
        Part(
            sample,
            BOTH,
            half,
            join([one.cases for one in some]),
            {system: [name for one in some for name in one.relations[system]] for system in some[0].relations},
        )
        for (sample, half), some in grouped.items()
        if len(some) > 1
    ]
