"""Sample B as the paper tabulates its own: by length, by crude class, by the twelve attributes, classes by their size.

The paper prints no figure by attribute, but says that its classes were made of them (pages 28 and 29). Of the systems
of today π is counted by attribute and by the number of attributes. Crude attributes are those given by hand, finer ones
are found in the text (`murho.languages`).

>>> found = table()
>>> found.n, found.lengths[13], found.crude["E"], found.attributes["R"], found.sizes
(512, 37, 92, 173, ((134, 421), (6, 91), (0, 0)))
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.core.case import Cases
from murho.core.figure import Figure, figure
from murho.core.tally import tally
from murho.languages.structure import FINER, structure
from murho_lab.studies.parnax import questions, tables
from murho_lab.studies.parnax.parts import Part

ATTRIBUTE, NUMBER, CLASS = "attribute", "number of attributes", "class"


@dataclass(frozen=True)
class Wordings:
    """How many wordings of today's sample B there are of each kind."""

    n: int
    lengths: Mapping[int, int]
    """By length in words."""
    crude: Mapping[str, int]
    """By crude class."""
    attributes: Mapping[str, int]
    """That show each of the twelve attributes; most show several."""
    numbers: Mapping[int, int]
    """By how many attributes they show."""
    sizes: tuple[tuple[int, int], ...]
    """Of each line of `tables.FINE_CLASSES`: how many classes have so many wordings, and their wordings in all."""

    def as_json(self) -> dict[str, Any]:
        """The fields that `--live --json` prints as `wordings`."""
        bounds = [(low, high) for low, high, *_ in tables.FINE_CLASSES]
        return {
            "n": self.n,
            "lengths": {str(words): count for words, count in self.lengths.items()},
            "classes": dict(self.crude),
            "attributes": dict(self.attributes),
            "numbers_of_attributes": {str(number): count for number, count in self.numbers.items()},
            "classes_by_size": [
                {"least": low, "most": high, "classes": classes, "wordings": wordings}
                for (low, high), (classes, wordings) in zip(bounds, self.sizes, strict=True)
            ],
        }


@dataclass(frozen=True)
class KindFigure:
    """π of one system, under μ1 and a constant ρ, on the wordings of one kind."""

    system: str
    language: str
    half: str
    by: str
    """`attribute`, `number of attributes` or `class`."""
    kind: str
    figure: Figure

    def as_json(self) -> dict[str, Any]:
        """The entry of `by_structure` that `--live --json` prints."""
        return {
            "system": self.system,
            "language": self.language,
            "half": self.half,
            "by": self.by,
            "kind": self.kind,
            "n": self.figure.n,
            "pi": self.figure.value,
            "interval": None if self.figure.interval is None else list(self.figure.interval),
        }


def table() -> Wordings:
    """The sample as it stands, both languages and both halves."""
    cases = questions.taken(questions.bundled(), sample="B")
    fine = fine_classes(cases)
    sizes = Counter(fine).values()
    return Wordings(
        len(cases),
        dict(sorted(Counter(len(text.split()) for text in cases.texts).items())),
        dict(sorted(Counter(cases.feature("class")).items())),
        {letter: sum(letter in one for one in fine) for letter in tables.FINE_ATTRIBUTES},
        dict(sorted(Counter(map(len, fine)).items())),
        tuple(_of_size(sizes, low, high) for low, high, *_ in tables.FINE_CLASSES),
    )


def _of_size(sizes: Iterable[int], low: int, high: int) -> tuple[int, int]:
    such = [size for size in sizes if low <= size <= high]
    return len(such), sum(such)


def fine_classes(cases: Cases) -> list[str]:
    """The attributes of each case: the crude ones as given, behind them the finer ones as found.

    >>> fine_classes(questions.taken(questions.bundled(), sample="B").take([0, 1]))
    ['EPQ', 'ERPQS']
    """
    columns = cases.feature("class"), cases.texts, cases.feature("language")
    return [
        crude + "".join(letter for letter in structure(text, language, finer=True) if letter in FINER)
        for crude, text, language in zip(*columns, strict=True)
    ]


def by_kind(part: Part) -> Iterator[KindFigure]:
    """π of each system by attribute, by the number of attributes and by crude class, each kind that occurs."""
    cases = part.cases
    fine = fine_classes(cases)
    crude = cases.feature("class")
    numbers = [str(number) for number in sorted({len(one) for one in fine})]
    classes = tuple(dict.fromkeys([*tables.STRUCTURES, *sorted(crude)]))
    kinds: tuple[tuple[str, Sequence[str], Callable[[str, int], bool]], ...] = (
        (ATTRIBUTE, tuple(tables.FINE_ATTRIBUTES), lambda kind, row: kind in fine[row]),
        (NUMBER, numbers, lambda kind, row: len(fine[row]) == int(kind)),
        (CLASS, classes, lambda kind, row: crude[row] == kind),
    )
    for system in part.relations:
        judged = part.judged(system)
        for by, names, shows in kinds:
            for kind in names:
                rows = [row for row in range(len(cases)) if shows(kind, row)]
                if rows:
                    clusters = cases.take(rows).clusters
                    result = figure(tally(judged.of_cases(np.array(rows)), np.ones(len(rows)), clusters), level=0.95)
                    yield KindFigure(system, part.language, part.half, by, kind, result)
