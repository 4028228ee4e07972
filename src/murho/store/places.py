"""Places of cases in their suite, as a part of a run says which cases it is about: few runs of neighbours.

>>> written(np.array([0, 1, 2, 9, 4, 5])), read("0-2,9,4-5").tolist()
('0-2,9,4-5', [0, 1, 2, 9, 4, 5])
"""

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]


def written(places: Places) -> str:
    """The places, in their order, as text."""
    if not len(places):
        return ""
    cuts = np.flatnonzero(np.diff(places) != 1) + 1
    firsts, lasts = places[[0, *cuts]].tolist(), places[[*(cuts - 1), -1]].tolist()
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in zip(firsts, lasts, strict=True))


def read(text: str) -> Places:
    """The places that this text says.

    Raises:
        ValueError: it is no such text.
    """
    runs = [run.partition("-") for run in text.split(",")] if text else []
    pieces = [np.arange(int(first), int(last or first) + 1) for first, _, last in runs]
    return np.concatenate(pieces) if pieces else np.zeros(0, np.int64)
