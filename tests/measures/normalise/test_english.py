"""Whisper's English normaliser, where its package is installed."""

import sys

import pytest

from murho.core.errors import UsageError
from murho.measures import measure
from murho.measures.normalise import chain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mr. Smith won't pay $20 million", "mister smith will not pay $20000000"),
        ("the colour [laughter] of, uh, twenty-five birds", "the color of 25 birds"),
    ],
)
def test_what_it_does(text: str, expected: str) -> None:
    pytest.importorskip("whisper_normalizer", reason="no whisper-normalizer; the extra `whisper` installs it")
    assert chain("whisper_english")(text) == expected


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "whisper_normalizer.english", None)
    chain.cache_clear()
    with pytest.raises(UsageError, match=r"pip install 'murho\[whisper\]'"):
        measure("words(normalize='whisper_english')").judge([("a",)], [("a",)])
