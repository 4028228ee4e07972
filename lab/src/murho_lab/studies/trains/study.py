"""The study: what the task has, what is understood of it, and the experiment on what is heard of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from murho.core.case import Cases
from murho.core.comparison import Difference
from murho.core.errors import UsageError
from murho.core.signature import SCHEMA_VERSION, signature
from murho.pipeline.scoring.score import Score
from murho.version import __version__
from murho_lab.studies.trains import (
    hearing,
    intents,
    multiwoz,
    phrases,
    rescoring,
    spotter,
    tagger,
    task,
    understanding,
    utterances,
)
from murho_lab.studies.trains.coverage import coverage
from murho_lab.studies.trains.experiment import GRAMMAR, Experiment, Tell, experiment, points
from murho_lab.studies.trains.hearing import Setting
from murho_lab.studies.trains.inventory import HALVES, Inventory, inventory, percent
from murho_lab.studies.trains.understanding import Understander

Covered = Mapping[str, Score]
"""What one system understands of transliterations, by half."""
QUICK = (Setting(64, None), Setting(14, None), Setting(14, 20.0))
FEW_DIALOGUES, FEW_TEXTS, FEW_ADAPTING = 4, 300, 25
"""What is heard, of how many dialogues of each half, how many texts are learned from, and how many utterances of each
voice the recogniser knows, where it has to be quick."""


@dataclass(frozen=True)
class Study:
    """What there is, and how much of it is understood."""

    material: Inventory
    coverage: Mapping[str, Mapping[str, Covered]]
    """By task (trains; multiwoz where its data were given) and system."""
    experiment: Experiment | None
    """None where what makes or hears sound is not installed."""
    above: Mapping[str, Difference]
    """By task, how much the concept accuracy of the grammar is above the spotter's on held-out transliterations."""
    missing: Sequence[str] = ()
    """What is left out because it is not installed, a sentence each."""
    quick: bool = False
    """Whether it is of a few dialogues."""

    @cached_property
    def signature(self) -> str:
        """How the figures were made, in one line."""
        return signature(
            {"study": "trains", "level": 0.95, "clusters": "dialogues", **({"quick": True} if self.quick else {})},
            __version__,
        )

    def as_json(self) -> dict[str, Any]:
        """The object that `murho study trains --json` prints; accuracies in percent."""
        return {
            "study": "trains",
            "quick": self.quick,
            "material": self.material.as_json(),
            "coverage": {
                name: {
                    system: {half: _figures(score) for half, score in covered.items()}
                    for system, covered in systems.items()
                }
                for name, systems in self.coverage.items()
            },
            "above": {name: points(result) for name, result in self.above.items()},
            **({} if self.experiment is None else self.experiment.as_json()),
            "missing": list(self.missing),
            "signature": self.signature,
            "schema_version": SCHEMA_VERSION,
        }


def run(data: str | None = None, *, quick: bool = False, tell: Tell = lambda what, done, of: None) -> Study:
    """The whole study.

    Args:
        data: the folder of the MultiWOZ trains, without which they are left out.
        quick: hear few utterances, at few settings.
        tell: told how far it is.

    Raises:
        InputError: the data are not in the folder, or cannot be read.
    """
    model, cases = task.bundled(), utterances.bundled()
    development, held_out = (utterances.of_half(cases, half) for half in HALVES)
    if quick:
        development, held_out = _few(development), _few(held_out)
    missing = list[str]()
    systems: dict[str, Understander] = {"spotter": spotter.units, GRAMMAR: understanding.grammar()}
    lessons = phrases.lessons(development, FEW_TEXTS if quick else phrases.TEXTS)
    for name, train in (("tagger", tagger.trained), ("intents", intents.trained)):
        tell(f"training the {name}", 0, 1)
        try:
            systems[name] = train(lessons)
        except UsageError as error:
            missing.append(str(error))
    covered = {
        "trains": {name: _by_half(system, cases, "concepts", ("phenomenon",)) for name, system in systems.items()}
    }
    above = {"trains": _above(systems, cases, "concepts")}
    if data is not None:
        typed = multiwoz.read(data)
        both = {
            "spotter": spotter.multiwoz(multiwoz.stations(data)).units,
            GRAMMAR: understanding.grammar("multiwoz"),
        }
        covered["multiwoz"] = {name: _by_half(side, typed, multiwoz.MEASURE) for name, side in both.items()}
        above["multiwoz"] = _above(both, typed, multiwoz.MEASURE)
    result = None
    try:
        settings = (QUICK, QUICK[:1], FEW_ADAPTING) if quick else (hearing.SETTINGS, hearing.TUNING, hearing.ADAPTING)
        result = experiment(held_out, development, systems, *settings, tell=tell)
    except UsageError as error:
        missing.append(str(error))
    return Study(inventory(model), covered, result, above, missing, quick)


def _above(systems: Mapping[str, Understander], cases: Cases, measure: str) -> Difference:
    part = utterances.of_half(cases, "held_out")
    grammar, floor = (
        understanding.rate(measure, part, understanding.answered(systems[name], part, part.texts)).sums
        for name in (GRAMMAR, "spotter")
    )
    return rescoring.gain(floor, grammar, len(part))


def _few(cases: Cases) -> Cases:
    return cases.take([row for row, number in enumerate(understanding.dialogues(cases)) if number < FEW_DIALOGUES])


def _by_half(units: Understander, cases: Cases, measure: str, by: tuple[str, ...] = ()) -> dict[str, Score]:
    return {half: coverage(units, utterances.of_half(cases, half), measure, by) for half in HALVES}


def _figures(score: Score) -> dict[str, Any]:
    by = {
        feature: {group: percent(figure) | {"utterances": figure.n} for group, figure in groups.items()}
        for feature, groups in score.by.items()
    }
    clusters, units = score.figure.estimate.clusters, score.figure.denominator
    counts = {"utterances": score.figure.n, "dialogues": clusters, "units": units}
    return {**percent(score.figure), **counts, **({"by": by} if by else {})}
