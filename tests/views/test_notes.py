"""What to know before a figure is read: of answers, and of the sections of a suite."""

from murho.views.pairing_notes import pairing_notes


def test_there_is_a_note_for_every_count_that_is_not_0() -> None:
    assert pairing_notes() == []
    assert pairing_notes(still_open=1, undefined=1, missing_answers=2, unmatched_answers=1) == [
        "1 open case, not judged",
        "1 undefined (⊥)",
        "2 cases without an answer",
        "1 answer without a case, ignored",
    ]
