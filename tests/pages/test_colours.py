"""Colours that can be told apart from what they stand on."""

import re
from pathlib import Path

import pytest


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(one: str, two: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_both_schemes(scheme: str) -> None:
    """At least 4.5 to 1, WCAG 2.2 success criterion 1.4.3."""
    import murho.sheets as package

    style = (Path(package.__file__).parent / "templates" / "report.css").read_text()
    blocks = re.findall(r":root \{([^}]*)\}", style)
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", blocks[0 if scheme == "light" else 1]))
    pairs = [(ink, ground) for ink in ("ink", "muted", "accent", "bad", "good") for ground in ("bg", "panel")]
    pairs += [("flag", "flag-bg")]
    pairs += [("on-pale", f"{hue}{step}") for hue in "rw" for step in range(5)]
    pairs += [("on-deep", f"{hue}{step}") for hue in "rw" for step in (5, 6)]
    for ink, ground in pairs:
        assert _contrast(colours[ink], colours[ground]) >= 4.5, f"{ink} on {ground} in {scheme}"
