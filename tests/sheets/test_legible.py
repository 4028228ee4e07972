"""Texts made legible."""

import re

from hypothesis import given
from hypothesis import strategies as st

from murho.sheets import legible


@given(st.text(alphabet=st.characters(), max_size=200) | st.text(alphabet="\x00\x7f\u202e\u2028\ud800\ufeffab<&"))
def test_legible_text_can_be_seen_and_saved(text: str) -> None:
    shown = legible.legible(text)
    shown.encode("utf-8")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]", shown)
    assert legible.legible(shown) == shown


@given(st.text(max_size=400), st.integers(1, 50), st.integers(50, 300))
def test_folding_loses_nothing_silently(text: str, shown: int, kept: int) -> None:
    folded = legible.fold(text, shown, kept)
    whole = folded.shown + folded.rest
    assert text.startswith(whole)
    assert len(text) == len(whole) + folded.lost
    assert len(folded.shown) <= shown


def test_amounts() -> None:
    shown = [legible.amount(value) for value in (None, float("inf"), -0.5, 1234.5, 0.001, 0.0009999, 1e15)]
    assert shown == ["–", "–", "−0.5", "1,234.5", "0.001", "0.001", "1,000,000,000,000,000"]


def test_shares() -> None:
    shown = [legible.percent(value) for value in (None, float("nan"), 0.0, 0.0004, 0.0005, 0.9995, 1.0, 1.2, -0.25)]
    assert shown == ["–", "–", "0.0 %", "< 0.1 %", "0.1 %", "> 99.9 %", "100.0 %", "120.0 %", "−25.0 %"]
    assert (legible.share(1, 0), legible.share(1, 4)) == ("–", "25.0 %")
    assert (legible.fraction(None), legible.fraction(-0.25), legible.fraction(0.5, 1)) == ("–", "−0.250", "0.5")
