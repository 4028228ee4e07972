"""Real populations: what a recogniser of SLURP and one of NIST's got wrong; samples of them are drawn with replacement.

All that there is stands for the population, so that its π is known: of SLURP the intents, words and entities of 13,071
recordings, each recording by itself (also with an importance), or whole sentences, or whole scenarios as clusters; of
the example that comes with sclite the words of 51 utterances.

>>> rows = np.array([0, 0, 1]), np.array([1.0, 0, 1]), np.ones(3), np.ones(3)
>>> pairs = of_rows("answers", "pairs", *rows)
>>> [column.tolist() for column in pairs.draw(np.random.default_rng(2), (1, 3))]
[[[1.0, 1.0, 1.0]], [[1.0, 2.0, 2.0]], [[1.0, 2.0, 2.0]]]
>>> round(pairs.truth, 4), pairs.real
(0.6667, True)
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Answers, Cases, join
from murho.core.errors import InputError
from murho.formats import trn
from murho.measures import measure
from murho.pipeline.scoring.judge import judge
from murho_lab.studies.intervals.populations import Cell, Column, Generator, Population
from murho_lab.studies.slurp import study as slurp_study

_RECORDINGS = (30, 100, 300, 1000)
_SENTENCES = (20, 40, 100, 300, 1000)
_SCENARIOS = (5, 10, 18, 40)
_UTTERANCES = (20, 51, 100)
_JUDGED = {"intents": ("labels", "labels"), "words": ("words", "words"), "entity F1": ("entities", "slots")}
"""What is judged: the content of SLURP, and the measure."""


def cells(folder: str, quick: bool = False) -> Iterator[Cell]:
    """Those of the data that are there: `slurp` and `sclite` in this folder; `quick`: of at most 300 clusters.

    Raises:
        InputError: neither is there, or a file is malformed.
    """
    slurp, sclite = Path(folder, "slurp"), Path(folder, "sclite")
    rows = [*_slurp(slurp)] if (slurp / "test.jsonl.gz").is_file() else []
    rows += [*_sclite(sclite)] if (sclite / "csrnab.ref").is_file() else []
    if not rows:
        raise InputError(
            "neither slurp/test.jsonl.gz nor sclite/csrnab.ref here",
            "give the folder in which the folders slurp and sclite are with --data",
            path=folder,
        )
    for population, sizes in rows:
        yield from (Cell(population, size) for size in sizes if not quick or size <= 300)


def _slurp(folder: Path) -> Iterator[tuple[Population, tuple[int, ...]]]:
    for what, (content, name) in _JUDGED.items():
        spoken, answers = slurp_study.heard(folder, content)
        rows, family = judge(measure(name), spoken, answers), f"SLURP: {what}"
        equal, bounded = np.ones(len(rows)), name != "words"
        yield of_rows(family, "recordings", rows.case, rows.loss, rows.units, equal, bounded), _RECORDINGS
        if what == "intents":
            weights = _rarest(spoken)[rows.case]
            yield (
                of_rows(family, "recordings, by their rarest word", rows.case, rows.loss, rows.units, weights),
                _RECORDINGS,
            )
        sentences, scenarios = (_numbers(names)[rows.case] for names in (spoken.clusters, spoken.feature("scenario")))
        yield of_rows(family, "sentences", sentences, rows.loss, rows.units, equal, bounded), _SENTENCES
        yield of_rows(family, "scenarios", scenarios, rows.loss, rows.units, equal, bounded), _SCENARIOS


def _sclite(folder: Path) -> Iterator[tuple[Population, tuple[int, ...]]]:
    said = join(list(trn.read_cases(str(folder / "csrnab.ref"))))
    heard = [*trn.read_answers(str(folder / "csrnab.hyp"))]
    ids = [name for batch in heard for name in batch.ids]
    answers = Answers(ids, [answer for batch in heard for answer in batch.answers]).for_cases(said.ids)
    rows = judge(measure("words"), said, answers)
    yield (
        of_rows("sclite: words", "utterances", rows.case, rows.loss, rows.units, np.ones(len(rows)), False),
        _UTTERANCES,
    )


def of_rows(
    family: str,
    name: str,
    clusters: NDArray[np.int64],
    loss: Column,
    units: Column,
    rho: Column,
    bounded: bool = True,
) -> Population:
    """The clusters of judged rows; the number of its cluster and the importance of each row (rows,)."""
    num, den, square = (np.bincount(clusters, rho * column) for column in (loss, units, rho * units))

    def draw(rng: Generator, shape: tuple[int, int]) -> tuple[Column, Column, Column]:
        which = rng.integers(0, len(num), shape)
        return num[which], den[which], square[which]

    return Population(family, name, float(num.sum() / den.sum()), draw, bounded, real=True)


def _rarest(cases: Cases) -> Column:
    """One over how many cases have the rarest word of a case, for each."""
    texts = [{*text.lower().split()} for text in cases.texts]
    often = Counter(word for words in texts for word in words)
    return np.array([1 / min(often[word] for word in words) for words in texts])


def _numbers(names: Any) -> NDArray[np.int64]:
    return np.unique([str(name) for name in names], return_inverse=True)[1].astype(np.int64)
