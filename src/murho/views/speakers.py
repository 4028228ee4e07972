"""Alignments by speaker, with what sclite counts of each: sentences, words, right ones, errors, sentences in error.

>>> from murho.measures.text.lattice import Step
>>> said = [Step("=", "to", "to"), Step("S", "bonn", "born")]
>>> shown = by_speaker([Alignment("a-1", said, groups={"speaker": ("a",)}, line=1)], "speaker", "ref", "hyp", True)
>>> counted(shown.speakers["a"])
SpeakerCounts(sentences=1, words=2, right=1, substituted=1, deleted=0, inserted=0, errors=1, sentences_in_error=1)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from murho.pipeline.scoring.alignment import Alignment

SPEAKER = "speaker"
"""The feature that sclite's tables are by, which the ids of a trn tell."""


@dataclass(frozen=True)
class BySpeaker:
    """What sclite's files are written of."""

    speakers: dict[str, list[Alignment]]
    """Speakers in the order of the answers, and so their utterances."""
    references: str
    answers: str
    """The names of both files; that of the answers is the system's."""
    folded: bool
    """Words were compared in lower case, so that capitals can show errors."""
    unit: str = "word"
    """Or `character`."""


class SpeakerCounts(NamedTuple):
    """The columns of sclite's tables, as numbers; means of several speakers are no whole ones."""

    sentences: float
    words: float
    right: float
    substituted: float
    deleted: float
    inserted: float
    errors: float
    sentences_in_error: float

    @property
    def shares(self) -> tuple[float, ...]:
        """The columns from `right` on, in percent: of the words, the last one of the sentences; in sclite's order."""
        of_words = (part / self.words * 100 if self.words else 0.0 for part in self[2:7])
        return *of_words, self.sentences_in_error / self.sentences * 100


def by_speaker(
    alignments: Sequence[Alignment], feature: str, references: str, answers: str, folded: bool, unit: str = "word"
) -> BySpeaker:
    """Utterances grouped by the feature that names the speaker; those without an answer come last."""
    speakers: dict[str, list[Alignment]] = {}
    last = 1 + max((one.line or 0 for one in alignments), default=0)
    for one in sorted(alignments, key=lambda one: one.line or last):
        speakers.setdefault(", ".join(one.groups.get(feature, ("all",))), []).append(one)
    return BySpeaker(speakers, references, answers, folded, unit)


def counted(utterances: Sequence[Alignment]) -> SpeakerCounts:
    """What there is of one speaker."""
    hits, subs, dels, ins = (sum(one.counts[operation] for one in utterances) for operation in "=SDI")
    wrong = sum(one.errors > 0 for one in utterances)
    return SpeakerCounts(len(utterances), hits + subs + dels, hits, subs, dels, ins, subs + dels + ins, wrong)
