"""The study: what the task has, and what is understood of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from murho import __version__
from murho.core.case import Cases
from murho.core.signature import SCHEMA_VERSION, signature
from murho.pipeline.scoring.score import Score
from murho.studies.trains import multiwoz, spotter, task, utterances
from murho.studies.trains.coverage import coverage
from murho.studies.trains.inventory import HALVES, Inventory, inventory, percent

Covered = Mapping[str, Score]
"""What one system understands of transliterations, by half."""


@dataclass(frozen=True)
class Study:
    """What there is, and how much of it is understood."""

    material: Inventory
    coverage: Mapping[str, Mapping[str, Covered]]
    """By task (trains; multiwoz where its data were given) and system."""

    @cached_property
    def signature(self) -> str:
        """How the figures were made, in one line."""
        return signature({"study": "trains", "level": 0.95, "clusters": "dialogues"}, __version__)

    def as_json(self) -> dict[str, Any]:
        """The object that `murho study trains --json` prints; accuracies in percent."""
        return {
            "study": "trains",
            "material": self.material.as_json(),
            "coverage": {
                name: {
                    system: {half: _figures(score) for half, score in covered.items()}
                    for system, covered in systems.items()
                }
                for name, systems in self.coverage.items()
            },
            "signature": self.signature,
            "schema_version": SCHEMA_VERSION,
        }


def run(data: str | None = None) -> Study:
    """The whole study; `data` is the folder of the MultiWOZ trains, without which they are left out.

    Raises:
        InputError: the data are not in the folder, or cannot be read.
    """
    model, cases = task.bundled(), utterances.bundled()
    covered = {"trains": {"spotter": _by_half(spotter.bundled().units, cases, "concepts", ("phenomenon",))}}
    if data is not None:
        units = spotter.multiwoz(multiwoz.stations(data)).units
        covered["multiwoz"] = {"spotter": _by_half(units, multiwoz.read(data), multiwoz.MEASURE)}
    return Study(inventory(model), covered)


def _by_half(
    units: Callable[[str], list[str]], cases: Cases, measure: str, by: tuple[str, ...] = ()
) -> dict[str, Score]:
    return {half: coverage(units, utterances.of_half(cases, half), measure, by) for half in HALVES}


def _figures(score: Score) -> dict[str, Any]:
    by = {
        feature: {group: percent(figure) | {"utterances": figure.n} for group, figure in groups.items()}
        for feature, groups in score.by.items()
    }
    clusters, units = score.figure.estimate.clusters, score.figure.denominator
    counts = {"utterances": score.figure.n, "dialogues": clusters, "units": units}
    return {**percent(score.figure), **counts, **({"by": by} if by else {})}
