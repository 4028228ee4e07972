"""The best sequence of partial analyses."""

import pytest

from murho_lab.atn import Bounds, bundled, parse
from murho_lab.atn.partial import pieces
from murho_lab.atn.values import bracketed

NETS, LEXICON = bundled("english")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the man slept", ["S/ (S DCL (NP the man) (VP slept))"]),
        ("in the park with", ["PP/ (PP in (NP the park))", "None with"]),
        ("they sleep xyz mary walked", ["S/ (S DCL (NP they) (VP sleep))", "None xyz",
                                        "S/ (S DCL (NP mary) (VP walked))"]),
        ("xyz", ["None xyz"]),
        ("", []),
    ],
)  # fmt: skip
def test_pieces(text: str, expected: list[str]) -> None:
    found = pieces(NETS, LEXICON.sentence(text))
    assert [f"{piece.state} {bracketed(piece.value)}" for piece in found.pieces] == expected
    assert found.undefined is None
    ends = [0, *(piece.end for piece in found.pieces)]
    assert [piece.start for piece in found.pieces] == ends[:-1]
    assert ends[-1] == len(text.split())


def test_a_whole_analysis_is_one_piece() -> None:
    sentence = LEXICON.sentence("the man that the dog chased slept")
    (piece,) = pieces(NETS, sentence).pieces
    assert bracketed(piece.value) == parse(NETS, sentence).structures[0]


def test_a_bound_is_told() -> None:
    found = pieces(NETS, LEXICON.sentence("in the park with"), bounds=Bounds(steps=3))
    assert found.undefined == "more than 3 steps"
    assert len(found.pieces) == 4
