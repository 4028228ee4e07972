"""What callers said, written by hand, with its units: an utterance a case, a dialogue a cluster.

Each writer has a file in `material/`. Half of each writer's dialogues are for development, the others are held out.

>>> cases = bundled()
>>> cases.ids[0], cases.expressions[0]
('a-01-01', 'mainz to frankfurt airport first thing tomorrow')
>>> counted = facts(cases, task.bundled())
>>> counted.distinct >= 0.8, counted.vocabulary_with_names >= 800
(True, True)
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from murho.core.case import Cases, join
from murho.formats import jsonl
from murho.measures.units.reading import attribute
from murho_lab.studies.trains import task
from murho_lab.studies.trains.frames import framing


@dataclass(frozen=True)
class Facts:
    """What there is of a material."""

    dialogues: int
    utterances: int
    words: int
    units: int
    classes: frozenset[str]
    """Those of which there is a unit."""
    vocabulary: int
    """Different words that were said."""
    vocabulary_without_names: int
    """Those of them that are no part of a station's name."""
    vocabulary_with_names: int
    """Words that were said, and those of all stations, said or not."""
    frames: int
    """Different utterances when values are replaced by their class."""

    @property
    def words_per_utterance(self) -> float:
        """The mean length in words."""
        return self.words / self.utterances

    @property
    def units_per_utterance(self) -> float:
        """The mean length in units."""
        return self.units / self.utterances

    @property
    def distinct(self) -> float:
        """How many frames there are for each utterance; 1 if no two are alike but for values."""
        return self.frames / self.utterances


def bundled() -> Cases:
    """All utterances, writer by writer."""
    with resources.as_file(resources.files("murho_lab.studies.trains") / "material") as folder:
        return read(folder)


def read(folder: Path) -> Cases:
    """The utterances of all files of JSON lines in a folder, in the order of their names.

    Raises:
        InputError: a file is malformed.
    """
    return join([batch for path in sorted(folder.glob("*.jsonl")) for batch in jsonl.read_cases(path)])


def of_half(cases: Cases, half: str) -> Cases:
    """The utterances for `development`, or those that are `held_out`."""
    return cases.take([row for row, result in enumerate(cases.feature("half")) if result == half])


def facts(cases: Cases, model: task.Task) -> Facts:
    """What there is of some utterances; those of one writer, or of one half, are taken with `cases.take`."""
    said = [expression.split() for expression in cases.texts]
    units = [unit for row in range(len(cases)) for unit in _units(cases, row)]
    vocabulary = {word for words in said for word in words}
    names = {word for name in model.names for word in name.split()}
    return Facts(
        dialogues=len(set(cases.clusters or ())),
        utterances=len(cases),
        words=sum(map(len, said)),
        units=len(units),
        classes=frozenset(map(attribute, units)),
        vocabulary=len(vocabulary),
        vocabulary_without_names=len(vocabulary - names),
        vocabulary_with_names=len(vocabulary | names),
        frames=len(set(map(framing(model.names), cases.texts))),
    )


def faults(cases: Cases, model: task.Task) -> Iterator[str]:
    """What the guideline does not allow: no plain words, units outside the model or twice, ids out of order."""
    turns: dict[str, int] = {}
    halves: dict[str, str] = {}
    for row, (name, text) in enumerate(zip(cases.ids, cases.texts, strict=True)):
        units = _units(cases, row)
        dialogue = str(cases.feature("cluster")[row])
        turns[dialogue] = turns.get(dialogue, 0) + 1
        if name != f"{dialogue}-{turns[dialogue]:02}" or not dialogue.startswith(f"{cases.feature('writer')[row]}-"):
            yield f"{name}: not the id of turn {turns[dialogue]} of dialogue {dialogue}"
        if halves.setdefault(dialogue, cases.feature("half")[row]) != cases.feature("half")[row]:
            yield f"{name}: not in the half of its dialogue"
        if not re.fullmatch(r"[a-z']+( [a-z']+)*", text):
            yield f"{name}: not words in small letters: {text!r}"
        if len(set(units)) < len(units):
            yield f"{name}: a unit is there twice"
        yield from (f"{name}: {fault}" for fault in map(model.fault, units) if fault)


def _units(cases: Cases, row: int) -> list[str]:
    (meaning,) = cases.meant[row]
    return list(meaning)
