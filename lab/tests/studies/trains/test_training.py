"""The training text: what a grammar gives, what speaking freely does to it, and that it keeps off the test material."""

from collections import Counter
from pathlib import Path

import pytest

from murho.core.errors import InputError
from murho_lab.studies.trains import task, training, utterances
from murho_lab.studies.trains.frames import framing
from murho_lab.studies.trains.training import Rates, drawn

MODEL = task.bundled()
CALM = Rates(correction=0, hesitation=0, again=0, broken_off=0)
SPEAKING = "HESITATION:\n    uh\nREPAIR:\n    no\n"


def grammar(folder: Path, text: str, speaking: str = SPEAKING) -> training.Grammar:
    (folder / "own.txt").write_text(text + speaking, "utf-8")
    return training.read(folder / "own.txt")


def said(folder: Path, text: str, size: int, rates: Rates = CALM) -> set[str]:
    return {one.text for one in drawn(grammar(folder, text), ["bonn", "bad ems"], size, rates=rates)}


def test_alternatives_choices_and_what_may_be_left_out(tmp_path: Path) -> None:
    text = (
        "goal 1:  # an act\n    to STATION [please | (now | then)]\nmore 2:\n    no NAME's (bag|'ll)\nNAME:\n    ann\n"
    )
    ends = ["", " please", " now", " then"]
    everything = {f"to {name}{end}" for name in ("bonn", "bad ems") for end in ends} | {"no ann's bag", "no ann's'll"}
    assert said(tmp_path, text, len(everything)) == everything
    with pytest.raises(InputError, match="only 10 different utterances; ask for fewer, or add alternatives"):
        said(tmp_path, text, 11)


def test_shares_and_weights(tmp_path: Path) -> None:
    units = "\n".join(f"    {a}{b}{c}" for a in "abcdefghij" for b in "abcdefghij" for c in "abcdefghij")
    more = "more 3:\n    3* yes WORD WORD [now | then | please]\n    no WORD WORD\n"
    text = f"goal 1:\n    WORD WORD\n{more}WORD:\n{units}\n"
    found = drawn(grammar(tmp_path, text), [], 8000, rates=CALM, seed=3)
    acts = Counter(one.act for one in found)
    assert 1850 <= acts["goal"] <= 2150
    yes = sum(one.text.startswith("yes ") for one in found)
    assert 4300 <= yes <= 4700
    assert 2050 <= sum(one.text.split()[-1] in ("now", "then", "please") for one in found) <= 2450


def test_a_value_is_corrected_with_or_without_what_it_begins_with(tmp_path: Path) -> None:
    text = "goal 1:\n    PLACE now\nPLACE, corrected:\n    to STATION\n"
    found = said(tmp_path, text, 6, Rates(correction=1, hesitation=0, again=0, broken_off=0))
    once = {"to bonn now", "to bad ems now"}  # the same value once more corrects nothing
    again = {"to bonn no to bad ems now", "to bad ems no to bonn now"}
    assert found == once | again | {"to bonn no bad ems now", "to bad ems no bonn now"}


SPOKEN = {
    "hesitation": (Rates(0, 1, 0, 0), {"uh to uh bonn uh now"}),
    "again": (Rates(0, 0, 1, 0), {"to to bonn now", "to bonn to bonn now"}),
    "broken off": (Rates(0, 0, 0, 1), {"to", "to bonn"}),
}


@pytest.mark.parametrize("name", SPOKEN)
def test_speaking_freely(name: str, tmp_path: Path) -> None:
    rates, expected = SPOKEN[name]
    assert said(tmp_path, "goal 1:\n    to bonn now\n", len(expected), rates) == expected


def test_frames_can_be_left_out(tmp_path: Path) -> None:
    made = grammar(tmp_path, "goal 1:\n    (to | from) STATION\n")
    found = drawn(made, ["bonn", "ulm"], 2, rates=CALM, without=["from kiel", "to ulm"])
    assert {one.text for one in found} == {"from bonn", "from ulm"}, "kiel is no station here"


WRONG = {
    "head": ("    to bonn\n", "own.txt:1: no head: 'to bonn'; write `act SHARE:`, `PART:` or"),
    "share": ("goal:\n", "own.txt:1: no head: 'goal:'; write"),
    "twice": ("goal 1:\n    a\ngoal 2:\n    b\n", "own.txt:3: goal is there twice; leave one of them out"),
    "station": ("STATION:\n    bonn\n", "own.txt:1: STATION is there twice; leave one of them out"),
    "empty": ("goal 1:\nmore 1:\n    a\n", "own.txt:1: goal has no alternative; write one below it"),
    "missing": ("goal 1:\n    a\n    (b | [CITY])\n", "own.txt:3: no part CITY; write it, or leave it out"),
    "unused": ("goal 1:\n    a\nCITY:\n    b\n", "own.txt:3: CITY is used nowhere; use it, or leave it out"),
    "itself": ("goal 1:\n    A\nA:\n    a B\nB:\n    b [A]\n", "own.txt:6: A is inside itself; write it out"),
    "open": ("goal 1:\n    (a | b\n", "own.txt:2: no ')' to end a choice; write words in small letters,"),
    "crossed": ("goal 1:\n    (a | [b)]\n", "own.txt:2: no ']' to end a choice; write"),
    "closed": ("goal 1:\n    a) b\n", "own.txt:2: ')' without its beginning; write"),
    "no words": ("goal 1:\n    (a | )\n", "own.txt:2: a choice without words; what may be left out is in [square"),
    "weight alone": ("goal 1:\n    2*\n", "own.txt:2: an alternative without words; write"),
    "no word": ("goal 1:\n    a Bonn\n", "own.txt:2: no word: 'Bonn'; write"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_read_is_told_with_its_line(case: str, tmp_path: Path) -> None:
    text, error = WRONG[case]
    with pytest.raises(InputError) as caught:
        grammar(tmp_path, text)
    assert error in str(caught.value)


def test_speaking_needs_its_parts(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"own\.txt: no part REPAIR; write what is said: `REPAIR:`"):
        grammar(tmp_path, "goal 1:\n    a\n", "HESITATION:\n    uh\n")


def test_the_grammar_has_every_class_and_every_prompt() -> None:
    made = training.bundled()
    assert {name.upper() for name in MODEL.classes} <= set(made.parts)
    cases = utterances.bundled()
    assert set(made.acts) == set(cases.feature("prompt"))


@pytest.mark.slow
def test_the_text_is_large_varied_and_disjoint() -> None:
    text = [one.text for one in training.text()]
    assert len(text) == len(set(text)) == training.SIZE
    vocabulary = {word for one in text for word in one.split()}
    assert len(vocabulary) >= 1200
    assert {word for name in MODEL.names for word in name.split()} <= vocabulary
    there = list(map(framing(MODEL.names), text))
    assert len(set(there)) >= 0.8 * len(there)
    cases = utterances.bundled()
    assert not set(there) & set(map(framing(MODEL.names), utterances.of_half(cases, "development").texts))


def test_the_text_is_the_same_for_the_same_seed() -> None:
    assert training.text(size=50) == training.text(size=50) == training.text(size=60)[:50]
    assert training.text(size=50) != training.text(size=50, seed=1)
