"""What the task has: utterances by half, the training text and how well it foresees them, how two annotators agree."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib import resources
from typing import Any

from murho.core.case import Answers, Cases
from murho.core.figure import Figure
from murho.formats.opening import text_lines
from murho_lab.studies.trains import language_model, training, utterances
from murho_lab.studies.trains.coverage import understood
from murho_lab.studies.trains.frames import framing
from murho_lab.studies.trains.language_model import Foreseen
from murho_lab.studies.trains.task import Task
from murho_lab.studies.trains.utterances import Facts

HALVES = ("development", "held_out")
ORDER = 3
"""Words that the language model looks at together."""


@dataclass(frozen=True)
class Training:
    """What there is of the training text."""

    utterances: int
    words: int
    vocabulary: int
    """Different words."""
    frames: int
    """Different utterances when values are replaced by their class."""


@dataclass(frozen=True)
class Heard:
    """How much of a half the training text and its language model know already."""

    foreseen: Foreseen
    known_frames: float
    """The share of utterances whose frame occurs in the training text."""


@dataclass(frozen=True)
class Agreement:
    """Utterances that were annotated twice, the second time without sight of the first."""

    utterances: int
    same: int
    """How many have the same units in the same order."""
    concepts: Figure
    """Concept error rate of the second annotation against the first, whole dialogues as clusters."""


@dataclass(frozen=True)
class Inventory:
    """All of it."""

    stations: int
    classes: int
    halves: Mapping[str, Facts]
    training: Training
    heard: Mapping[str, Heard]
    agreement: Agreement

    def as_json(self) -> dict[str, Any]:
        """The `material` that the study prints; accuracies in percent."""
        return {
            "stations": self.stations,
            "classes": self.classes,
            "halves": {half: _facts(facts) for half, facts in self.halves.items()},
            "training": asdict(self.training),
            "language_model": {
                "order": ORDER,
                "smoothing": language_model.SMOOTHING,
                **{half: _heard(heard) for half, heard in self.heard.items()},
            },
            "agreement": {
                "utterances": self.agreement.utterances,
                "same": self.agreement.same,
                **percent(self.agreement.concepts),
            },
        }


def inventory(model: Task) -> Inventory:
    """What the task that is part of murho has."""
    cases = utterances.bundled()
    halves = {half: utterances.of_half(cases, half) for half in HALVES}
    text = [one.text for one in training.text()]
    words = [word for one in text for word in one.split()]
    frame = framing(model.names)
    frames = set(map(frame, text))
    trained = language_model.train(text, ORDER)
    return Inventory(
        len(model.stations),
        len(model.classes),
        {half: utterances.facts(of_it, model) for half, of_it in halves.items()},
        Training(len(text), len(words), len(set(words)), len(frames)),
        {
            half: Heard(trained.foreseen(of_it.texts), sum(frame(text) in frames for text in of_it.texts) / len(of_it))
            for half, of_it in halves.items()
        },
        agreement(cases),
    )


def agreement(cases: Cases) -> Agreement:
    """How a second annotation of some utterances agrees with the first."""
    with resources.as_file(resources.files("murho_lab.studies.trains") / "material" / "again" / "blind.jsonl") as path:
        rows = [json.loads(text) for _, text in text_lines(path)]
    meant = {row["id"]: tuple(row["reference"]) for row in rows}
    both = cases.take([row for row, name in enumerate(cases.ids) if name in meant])
    again = Answers(both.ids, [meant[name] for name in both.ids])
    same = sum(one == answer for one, answer in zip(both.meant, again.answers, strict=True))
    return Agreement(len(both), same, understood(both, again).figure)


def percent(figure: Figure) -> dict[str, Any]:
    """Concept accuracy and its interval in percent, of a figure of the error rate."""
    value, interval = figure.value, figure.interval
    return {
        "ca": None if value is None else 100 * (1 - value),
        "interval": None if interval is None else [100 * (1 - interval[1]), 100 * (1 - interval[0])],
    }


def _facts(facts: Facts) -> dict[str, Any]:
    return {
        **asdict(facts),
        "classes": len(facts.classes),
        "words_per_utterance": facts.words_per_utterance,
        "units_per_utterance": facts.units_per_utterance,
        "distinct": facts.distinct,
    }


def _heard(heard: Heard) -> dict[str, Any]:
    return {
        "perplexity": heard.foreseen.perplexity,
        "out_of_vocabulary": heard.foreseen.out_of_vocabulary,
        "known_frames": heard.known_frames,
    }
