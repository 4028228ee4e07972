"""The populations: the recordings that all three recognisers heard, judged by intent, under three importances."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Answers, Cases, join
from murho.core.errors import InputError
from murho.formats import slurp
from murho.formats.join import pair

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

SYSTEMS = ("google", "multi", "multi_slurp")
"""HerMiT behind three recognisers; each is judged in turn, and the answers of all three make the strata."""
WEIGHTS = ("equal", "length", "rarest word")
"""ρ: 1, the words of the sentence, or one over how many recordings have its rarest word."""


@dataclass(frozen=True, eq=False)
class Population:
    """All cases, of each of which it is known whether the system was right."""

    judged: str
    weights: str
    losses: Floats
    rho: Floats
    strata: Places
    """Numbers of the strata, from 0."""
    names: tuple[str, ...]
    """What the strata are called."""
    clusters: Places
    """The number of the sentence that was recorded."""
    finer: Places
    """Numbers of finer strata: by agreement, and by the scenario that the judged system answered."""

    def __len__(self) -> int:
        return len(self.losses)

    @cached_property
    def truth(self) -> float:
        """π over all cases."""
        return float(self.rho @ self.losses / self.rho.sum())

    @cached_property
    def named(self) -> list[str]:
        """The name of the stratum of each case."""
        return [self.names[number] for number in self.strata]

    @cached_property
    def members(self) -> list[Places]:
        """The places of each stratum."""
        return [np.flatnonzero(self.strata == number) for number in range(len(self.names))]


def populations(folder: str) -> list[Population]:
    """One for each system and importance, of the recordings that all systems answered.

    Raises:
        InputError: the test file is not there, or a file is malformed.
    """
    test = Path(folder) / "test.jsonl.gz"
    if not test.is_file():
        raise InputError("no test.jsonl.gz here", "give the folder of the SLURP data with --data", path=folder)
    cases = join(list(slurp.read_cases(str(test), content="labels", keyed_by="recording")))
    said = [_answers(cases, Path(folder) / "predictions" / f"{name}_hermit_predictions.jsonl.gz") for name in SYSTEMS]
    heard = [place for place in range(len(cases)) if all(answers[place] for answers in said)]
    kept = [[answers[place] for place in heard] for answers in said]
    meant = [cases.references[place] for place in heard]
    texts = [cases.texts[place].lower().split() for place in heard]
    often = Counter(word for words in texts for word in words)
    rho = {
        "equal": np.ones(len(heard)),
        "length": np.array([len(words) for words in texts], np.float64),
        "rarest word": np.array([1 / min(often[word] for word in words) for words in texts]),
    }
    patterns = [agreement(answers) for answers in zip(*kept, strict=True)]
    names = tuple(sorted({*patterns}))
    strata = np.array([names.index(pattern) for pattern in patterns])
    sentences = {text: number for number, text in enumerate(dict.fromkeys(map(tuple, texts)))}
    clusters = np.array([sentences[tuple(words)] for words in texts])
    return [
        Population(
            judged,
            weights,
            _losses(answers, meant),
            rho[weights] / rho[weights].max(),
            strata,
            names,
            clusters,
            finer(strata, answers),
        )
        for judged, answers in zip(SYSTEMS, kept, strict=True)
        for weights in WEIGHTS
    ]


def finer(strata: Places, answers: Sequence[object]) -> Places:
    """Strata cut by the scenario of an answer, which is the first part of its label.

    >>> finer(np.array([0, 0, 0, 1]), [("play_music",), ("play_game",), ("qa_maths",), ("qa_maths",)]).tolist()
    [0, 0, 1, 2]
    """
    scenarios = [str(answer[0]).partition("_")[0] if isinstance(answer, tuple) else "" for answer in answers]
    both = [f"{number} {scenario}" for number, scenario in zip(strata.tolist(), scenarios, strict=True)]
    return np.unique(both, return_inverse=True)[1].astype(np.int64)


def agreement(answers: tuple[object, ...]) -> str:
    """Which of them are the same: `same` if all are, else the number of the first that each is like.

    >>> agreement(("a", "a", "a")), agreement(("a", "b", "a"))
    ('same', '1 2 1')
    """
    first = [answers.index(answer) + 1 for answer in answers]
    return "same" if {*first} == {1} else " ".join(map(str, first))


def _answers(cases: Cases, predictions: Path) -> list[object]:
    """The label of each case; None where the recording is missing."""
    given = slurp.read_answers(str(predictions), content="labels")
    batches = [answers for _, answers in pair([cases], given, extra="ignore")]
    ids = [name for answers in batches for name in answers.ids]
    said = [answer for answers in batches for answer in answers.answers]
    failures = [failure for answers in batches for failure in answers.failures or [None] * len(answers)]
    result = Answers(ids, said, failures=failures).for_cases(cases.ids)
    missing = result.failures or [None] * len(result)
    return [None if why == "missing" else answer for answer, why in zip(result.answers, missing, strict=True)]


def _losses(answers: Sequence[object], meant: Sequence[object]) -> Floats:
    return np.array([answer != meaning for answer, meaning in zip(answers, meant, strict=True)], np.float64)
