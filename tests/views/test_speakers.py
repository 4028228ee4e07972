"""Speakers as sclite counts them."""

from murho.measures import measure
from murho.pipeline.scoring.alignment import Alignment
from murho.views.speakers import SpeakerCounts, by_speaker, counted


def said(name: str, reference: str, answer: str, line: int | None) -> Alignment:
    (steps,) = measure("words").aligned([(reference,)], [(answer,)])
    return Alignment(f"{name}-1", steps, groups={"speaker": (name,)}, line=line)


def test_speakers_stand_as_they_were_answered_and_who_was_not_comes_last() -> None:
    alignments = [said("a", "one", "", None), said("b", "one two", "one to", 2), said("c", "one", "one", 1)]
    shown = by_speaker(alignments, "speaker", "r.trn", "h.trn", False, "character")
    assert list(shown.speakers) == ["c", "b", "a"]
    assert (shown.references, shown.answers, shown.folded, shown.unit) == ("r.trn", "h.trn", False, "character")
    assert list(by_speaker(alignments, "dialect", "r", "h", True).speakers) == ["all"]


def test_shares_are_of_words_and_of_sentences() -> None:
    both = counted([said("a", "one two three four", "one too four uh", 1), said("a", "five", "five", 2)])
    assert both == SpeakerCounts(2, 5, 3, 1, 1, 1, 3, 1)
    assert both.shares == (60, 20, 20, 20, 60, 50)
    assert counted([said("b", "", "uh", 1)]).shares == (0, 0, 0, 0, 0, 100)
