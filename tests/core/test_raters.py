"""Agreement against printed examples and against the definition, pair by pair."""

from itertools import permutations

import numpy as np
import pytest

from murho.core.raters import alpha, alpha_interval, alpha_of_label, cohen, kappa, percent

# K. Krippendorff, Computing Krippendorff's Alpha-Reliability (2011), section C: four observers, twelve units.
KRIPPENDORFF = [
    [1, 1, None, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4], [4, 4, 4, 4], [1, 1, 2, 1],
    [2, 2, 2, 2], [None, 5, 5, 5], [None, None, 1, 1], [None, None, 3, None],
]  # fmt: skip
TABLE = np.array([[row.count(label) for label in range(1, 6)] for row in KRIPPENDORFF])


def test_alpha_is_the_printed_one() -> None:
    assert alpha(TABLE) == pytest.approx(0.743, abs=5e-4)


def test_percent_counts_pairs_of_a_unit() -> None:
    shares = []
    for row in KRIPPENDORFF:
        given = [label for label in row if label is not None]
        pairs = [a == b for a, b in permutations(given, 2)]
        shares += [sum(pairs) / len(pairs)] if pairs else []
    assert percent(TABLE) == pytest.approx(100 * sum(shares) / len(shares))
    assert percent([[1, 0], [0, 1]]) is None


def test_cohen_is_the_printed_one() -> None:
    # J. Cohen (1960), table 1, in proportions of 200
    assert cohen([[88, 10, 2], [14, 40, 6], [18, 10, 12]]) == pytest.approx(0.492, abs=5e-4)
    assert cohen([[7, 0], [0, 0]]) is None
    assert cohen([[0, 5], [5, 0]]) == -1.0


def test_a_label_against_the_others() -> None:
    table = [[2, 0, 0], [0, 1, 1], [0, 1, 1], [2, 0, 0]]
    assert alpha_of_label(table, 0) == 1.0
    assert alpha_of_label(table, 1) == alpha([[0, 2], [1, 1], [1, 1], [0, 2]])
    assert kappa(table) is not None


def test_an_interval_needs_two_units_and_two_labels() -> None:
    assert alpha_interval([[2, 0], [2, 0]], level=0.95) is None
    assert alpha_interval([[1, 1]], level=0.95) is None


@pytest.mark.slow
def test_the_interval_of_alpha_covers() -> None:
    """Two people who err independently in a fifth of 150 units: α of the population is known."""
    generator = np.random.default_rng(7)
    truth = 1 - (2 * 0.8 * 0.2) / 0.5  # observed over expected disagreement of two equal labels
    hit = 0
    for sample in range(400):
        labels = generator.integers(2, size=150)
        said = [np.where(generator.random(150) < 0.2, 1 - labels, labels) for _ in range(2)]
        table = np.stack([2 - sum(said), sum(said)], axis=1)
        ends = alpha_interval(table, seed=sample, level=0.95)
        assert ends is not None
        hit += ends[0] <= truth <= ends[1]
    assert hit / 400 >= 0.92
