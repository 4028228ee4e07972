"""What else is in use for the interval of a slope: how far each reaches to either side of it.

>>> sample = Sample(np.arange(9.0), np.array([1.0, 2, 2, 4, 3, 5, 6, 6, 8]), np.ones(9), None)
>>> {name: round(half, 3) for name, half in reaches(sample, degrees=4.0).items()}
{'equal scatter, t': 0.196, 'sandwich, t': 0.156, 'CR2, Satterthwaite': 0.195, 'jackknife, t': 0.203}
"""

import numpy as np

from murho.core.quantiles import student_quantile
from murho_lab.studies.slopes.populations import Sample

LEVEL = 0.95
RIVALS = ("equal scatter, t", "sandwich, t", "CR2, Satterthwaite", "jackknife, t")


def reaches(sample: Sample, degrees: float) -> dict[str, float]:
    """Half the width of each rival's interval; `degrees` are Satterthwaite's.

    Of clusters the sandwich is CR1 and has one degree less than there are clusters; of points HC1 has n - 2.
    """
    n, w = len(sample.x), sample.weights
    group = np.arange(n) if sample.clusters is None else sample.clusters
    count = int(group[-1]) + 1
    free = n - 2 if sample.clusters is None else count - 1
    root = np.sqrt(w)
    design, _ = np.linalg.qr(root[:, None] * np.column_stack([np.ones(n), sample.x]))
    slope_of = np.linalg.lstsq(design, root * sample.x, rcond=None)[0][1]
    left = root * sample.y - design @ (design.T @ (root * sample.y))

    def sums(
        columns: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    ) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        flat = columns.reshape(n, -1)
        return np.stack([np.bincount(group, column, count) for column in flat.T], axis=1)

    held = sums(design[:, :, None] * design[:, None, :]).reshape(count, 2, 2)
    scores = sums(design * left[:, None])
    values, vectors = np.linalg.eigh(np.eye(2) - held)

    def variance(power: float) -> float:
        grown = np.where(values > 1e-9, np.maximum(values, 1e-9) ** power, 0.0)
        moved = np.einsum("gij,gj,gkj,gk->gi", vectors, grown, vectors, scores)[:, 1] / slope_of
        return float(moved @ moved)

    equal = float(left @ left) / (n - 2) / slope_of**2
    grow = n / (n - 2) if sample.clusters is None else count / (count - 1) * (n - 1) / (n - 2)
    plain = student_quantile((1 + LEVEL) / 2, free)
    own = student_quantile((1 + LEVEL) / 2, degrees) if degrees > 0 else np.inf
    result = (
        float(student_quantile((1 + LEVEL) / 2, n - 2) * equal**0.5),
        plain * (grow * variance(0)) ** 0.5,
        own * variance(-0.5) ** 0.5,
        plain * variance(-1) ** 0.5,
    )
    return dict(zip(RIVALS, result, strict=True))
