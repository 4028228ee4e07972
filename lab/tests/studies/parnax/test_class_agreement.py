"""Structural classes found by cue words against those given by hand, as lab/docs/parnax-questions.md has it."""

import pytest

from murho_lab.studies.parnax.agreement import class_agreement


@pytest.mark.parametrize(
    ("language", "half", "percent", "kappa"),
    [
        ("en", "development", 88.5, 0.858),
        ("en", "held_out", 80.9, 0.750),
        ("it", "development", 84.2, 0.808),
        ("it", "held_out", 72.9, 0.667),
    ],
)
def test_agreement_with_the_hand(language: str, half: str, percent: float, kappa: float) -> None:
    found = class_agreement(language=language, half=half)
    assert found.kappa is not None
    assert (round(found.percent, 1), round(found.kappa, 3)) == (percent, kappa)
