"""What callers said: the files, and that none of it is in the material."""

import re

from murho_lab.studies.trains import callers, task, utterances
from murho_lab.studies.trains.frames import framing


def test_what_callers_said_is_plain_words_with_frames_of_its_own() -> None:
    everything, kept = callers.everything(), callers.texts()
    assert len(everything) == 763 + 935
    assert all(re.fullmatch(r"[a-z']+( [a-z']+)*", text) for text in everything)
    assert 1400 < len(kept) < len(everything)
    frame = framing(task.bundled().names)
    assert not set(map(frame, kept)) & set(map(frame, utterances.bundled().texts))
