"""Structural classes found by cue words against those given by hand, as docs/parnax-questions.md has it."""

import pytest

from murho.studies.parnax.agreement import class_agreement


@pytest.mark.parametrize(
    ("language", "half", "percent", "kappa"),
    [
        ("en", "development", 96.2, 0.950),
        ("en", "held_out", 82.9, 0.763),
        ("it", "development", 95.0, 0.934),
        ("it", "held_out", 77.2, 0.707),
    ],
)
def test_agreement_with_the_hand(language: str, half: str, percent: float, kappa: float) -> None:
    found = class_agreement(language=language, half=half)
    assert found.kappa is not None
    assert (round(found.percent, 1), round(found.kappa, 3)) == (percent, kappa)
