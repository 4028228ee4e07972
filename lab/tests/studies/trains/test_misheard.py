"""Where words are lost."""

from murho.core.case import Cases
from murho_lab.studies.trains import misheard

SAID = ["yes", "to bonn", "i want to go to atlantis", "no", "from ulm to bonn"]
HEARD = ["yes", "to born", "i want to go to atlanta", None, "from ulm to bonn"]
KNOWN = {word for text in SAID for word in text.split()} - {"atlantis"}


def test_voices_take_turns_and_lengths_and_unknown_words_make_groups() -> None:
    assert misheard.groups(SAID, KNOWN) == {
        "flite:rms": [0, 4],
        "flite:slt": [1],
        "flite:awb": [2],
        "flite:kal16": [3],
        "1 and 2 words": [0, 1, 3],
        "without unknown words": [0, 1, 3, 4],
        "6 and more words": [2],
        "with unknown words": [2],
        "3 to 5 words": [4],
    }


def test_each_group_has_its_errors() -> None:
    cases = Cases([str(row) for row in range(len(SAID))], SAID, [()] * len(SAID))
    found = misheard.by_group(cases, HEARD, KNOWN)
    errors = {name: (one.figure.numerator, one.figure.denominator) for name, one in found.items()}
    assert errors["flite:rms"] == (0, 5)
    assert errors["1 and 2 words"] == (2, 4)
    assert errors["with unknown words"] == (1, 6)
    assert errors["without unknown words"] == (2, 8)
