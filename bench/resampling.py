"""The bootstrap of a word error rate: 1,000 resamples of many utterances, beside scipy's."""

from collections.abc import Iterator
from statistics import median

import numpy as np
from words import cpu

from murho.core.resampling import bootstrap

RESAMPLES = 1_000


def with_scipy(errors: np.ndarray, words: np.ndarray) -> object:
    """The percentile interval of the ratio, in batches that fit into memory."""
    from scipy.stats import bootstrap as resample

    def rate(e: np.ndarray, w: np.ndarray, axis: int = -1) -> np.ndarray:
        return e.sum(axis=axis) / w.sum(axis=axis)

    how = {"paired": True, "vectorized": True, "method": "percentile", "batch": 10, "n_resamples": RESAMPLES}
    return resample((errors, words), rate, **how)


def lines(utterances: int) -> Iterator[str]:
    """One line: both times and their ratio."""
    rng = np.random.default_rng(7)
    words = rng.integers(3, 14, utterances)
    errors = rng.binomial(words, 0.15)
    ours = []
    for _ in range(3):
        start = cpu()
        bootstrap(errors, words, resamples=RESAMPLES, bounded=False)
        ours.append(cpu() - start)
    start = cpu()
    with_scipy(errors, words)
    theirs = cpu() - start
    ratio = theirs / median(ours)
    yield f"- {utterances:,} utterances: murho {median(ours):.3f} s (BCa), scipy {ratio:.0f}x (percentile)"
