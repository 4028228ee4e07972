"""A profile as a mosaic: a column for each class of ρ, as wide as its share, parted by μ; areas are the shares P_ij.

It takes its colours from the style sheet of a page.

>>> tiles = [Tile("μ=0", "0.70", 0.6, 0), Tile("μ=1", "0.70", 0.2, 6), Tile("μ=1", "0.05", 0.2, 6)]
>>> drawn = mosaic("B, ρ by length", "printed in 1984", tiles)
>>> drawn.count("<rect"), "μ=0, ρ 0.70: 60.0 %" in drawn
(3, True)
"""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from murho.sheets.legible import legible, percent, short

WIDE, HIGH, TOP, BOTTOM, GAP = 150, 110, 36, 18, 10
_LEAST_NAMED = 24
"""Pixels that a column needs for its class to stand below it."""


class Tile(NamedTuple):
    """One cell of a profile."""

    mu: str
    rho: str
    share: float
    step: int
    """The depth of its colour: 0 where all is right, else 1, the mildest, to 6."""


def mosaic(title: str, below: str, tiles: Sequence[Tile]) -> str:
    """The SVG; tiles of one class of ρ stand together, the right ones at the bottom."""
    columns: dict[str, list[Tile]] = {}
    for tile in tiles:
        columns.setdefault(tile.rho, []).append(tile)
    whole = sum(tile.share for tile in tiles) or 1.0
    parts = [
        f'<svg class="mosaic" role="img" aria-label="{_text(f"{title}, {below}: {spoken(tiles)}")}" '
        f'width="{WIDE + GAP}" height="{TOP + HIGH + BOTTOM}">'
        f'<text class="name" x="0" y="13">{_text(short(title, 24))}</text>'
        f'<text class="under" x="0" y="28">{_text(short(below, 26))}</text>'
    ]
    x = 0.0
    for rho, held in columns.items():
        share = sum(tile.share for tile in held)
        wide = WIDE * share / whole
        y = float(TOP + HIGH)
        for tile in sorted(held, key=lambda one: one.step):
            high = HIGH * tile.share / share if share else 0.0
            y -= high
            parts.append(
                f'<rect class="m{tile.step}" x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}">'
                f"<title>{_text(_told(tile))}</title></rect>"
            )
        if wide >= _LEAST_NAMED:
            parts.append(f'<text class="under" x="{x + wide / 2:.1f}" y="{TOP + HIGH + 13}" text-anchor="middle">'
                         f"{_text(short(rho, int(wide / 6)))}</text>")  # fmt: skip
        x += wide
    return "".join([*parts, "</svg>"])


def spoken(tiles: Sequence[Tile]) -> str:
    """All cells in words."""
    return "; ".join(_told(tile) for tile in tiles)


def _told(tile: Tile) -> str:
    return f"{tile.mu}, ρ {tile.rho}: {percent(tile.share)}"


def _text(text: str) -> str:
    return escape(legible(text))
