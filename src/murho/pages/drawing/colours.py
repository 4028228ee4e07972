"""Colours of maps: steps of a fixed scale, so that two pages compare.

>>> step(0.3, of_shares=True), step(0.3, of_shares=False), legend(of_shares=False)[:2]
(5, 3, [(0, 'under 0.02'), (1, '0.02 +')])
"""

from murho.sheets import legible
from murho.views.maps import Cell

SHARE_STEPS = (0.005, 0.02, 0.05, 0.1, 0.2, 0.35)
LOSS_STEPS = (0.02, 0.1, 0.2, 0.35, 0.5, 0.7)


def hue(cell: Cell, of_shares: bool) -> str:
    """What a cell is coloured as: `kept` where all is right, else `lost`; nothing for an empty cell."""
    if not cell.cases or (cell.value is None and not of_shares):
        return ""
    return "lost" if cell.lost or not of_shares else "kept"


def step(value: float | None, of_shares: bool) -> int:
    """The step of a share, or of a π: 0 is the palest."""
    return sum((value or 0.0) >= least for least in (SHARE_STEPS if of_shares else LOSS_STEPS))


def legend(of_shares: bool) -> list[tuple[int, str]]:
    """Each step of the scale with the values it stands for."""
    edges = [legible.percent(least).replace(".0", "") for least in SHARE_STEPS]
    edges = edges if of_shares else [f"{least:g}" for least in LOSS_STEPS]
    return [(0, f"under {edges[0]}"), *((i + 1, f"{edge} +") for i, edge in enumerate(edges))]
