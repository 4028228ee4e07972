"""The claim of the paper, on a matrix of penetrances that are known."""

from dataclasses import replace

import numpy as np
import pytest

from murho.core.comparison import Difference, compare
from murho_lab.atn import bundled
from murho_lab.atn.efficiency.penetrance import Searched
from murho_lab.atn.strategies import Strategies
from murho_lab.atn.texts.comparison import Comparison, Learned
from murho_lab.atn.texts.text import Text
from murho_lab.studies.strategies.claim import Claim, claim

OF = {"news 1": "news", "news 2": "news", "wiki 1": "wiki", "lost": "wiki"}
NAMES = ["news 1", "news 2", "wiki 1", "half news", "lost"]
SENTENCES = [2, 3, 3, 1, 1]
"""Sentences that are finished; of the first text there is one more, and of the last this one is not."""
UNDER = [
    [0.9, 0.6, 0.4, 0.5, 0.1],
    [0.7, 0.8, 0.3, 0.5, 0.1],
    [0.2, 0.4, 0.8, 0.5, 0.1],
    [0.5, 0.5, 0.5, 0.6, 0.1],
    [0.1, 0.2, 0.3, 0.4, 0.1],
]
"""[i][j] of every sentence of text j under the strategies of text i."""
LEFT_OUT = [0.6, 0.7, 0.5, 0.4, 0.1]


def searched(j: int, penetrance: float) -> Searched:
    n = SENTENCES[j] + (j == 0)
    is_finished = np.array([True] * SENTENCES[j] + [False] * (j == 0)) & (j != 4)
    ones = np.ones(n, np.int64)
    return Searched(np.where(is_finished, penetrance, 1.0), ones, ones, is_finished, ones.astype(bool))


@pytest.fixture
def matrix() -> Comparison:
    toy, _ = bundled("english")
    texts = tuple(Learned(Text(name, (), (), ()), Strategies(toy), (), 0) for name in NAMES)
    cells = tuple(tuple(searched(j, row[j]) for j in range(5)) for row in UNDER)
    own = tuple(searched(j, 0.1) for j in range(5))
    left_out = tuple(searched(j, LEFT_OUT[j]) for j in range(5))
    return Comparison(texts, cells, own, left_out, np.zeros((5, 5)), np.zeros((5, 5)), 0.9, 99)


def over(rows: list[tuple[int, float]]) -> float:
    """The mean over sentences of what is told of texts."""
    return sum(n * gap for n, gap in rows) / sum(n for n, _ in rows)


def test_own_strategies_against_others(matrix: Comparison) -> None:
    found = claim(matrix, OF, {}).differences
    figures = {name: d.value for name, d in found.items()}
    assert figures == {
        "own, in sample, against all others": pytest.approx(
            over([(2, 0.9 - 1.5 / 4), (3, 0.8 - 1.7 / 4), (3, 0.8 - 1.5 / 4), (1, 0.6 - 1.9 / 4)])
        ),
        "own, sentence left out, against all others": pytest.approx(
            over([(2, 0.6 - 1.5 / 4), (3, 0.7 - 1.7 / 4), (3, 0.5 - 1.5 / 4), (1, 0.4 - 1.9 / 4)])
        ),
        "own, sentence left out, against the same genre": pytest.approx(
            over([(2, 0.6 - 0.7), (3, 0.7 - 0.6), (3, 0.5 - 0.3)])
        ),
        "own, sentence left out, against other genres": pytest.approx(
            over([(2, 0.6 - 0.3 / 2), (3, 0.7 - 0.6 / 2), (3, 0.5 - 0.7 / 2), (1, 0.4 - 1.9 / 4)])
        ),
        "same genre against other genres": pytest.approx(
            over([(2, 0.7 - 0.3 / 2), (3, 0.6 - 0.6 / 2), (3, 0.3 - 0.7 / 2)])
        ),
    }
    assert {d.level for d in found.values()} == {0.9}
    assert [(d.clusters, d.pairs) for d in found.values()] == [(4, 9), (4, 9), (3, 8), (4, 9), (3, 8)]


def test_one_text_of_each_genre_leaves_nothing_within_a_genre(matrix: Comparison) -> None:
    of = {"news 1": "news", "wiki 1": "wiki"}
    assert list(claim(matrix, of, {}).differences) == [
        "own, in sample, against all others",
        "own, sentence left out, against all others",
        "own, sentence left out, against other genres",
    ]


def test_two_texts_of_one_genre_are_enough(matrix: Comparison) -> None:
    found = claim(matrix, {"news 1": "news", "news 2": "news"}, {}).differences
    assert found["own, sentence left out, against the same genre"].clusters == 2
    assert "same genre against other genres" not in found


def test_where_the_claim_falls(matrix: Comparison) -> None:
    """Of the 20 ordered pairs those count that differ by nothing or less; by more than chance below 0 throughout."""
    better = compare([0, 0, 1], [1, 1, 1], [1, 1, 1], [1, 1, 1], level=0.95)

    def difference(value: float | None, high: float) -> Difference:
        return replace(better, value=value, high=high)

    table = [[difference(0.2, 0.4) for _ in range(5)] for _ in range(5)]
    for i in range(5):
        table[i][i] = difference(-1.0, -0.5)  # a text and itself are no pair
    table[0][1] = difference(0.0, 0.1)
    table[1][0] = difference(-0.2, 0.0)
    table[2][0] = difference(-0.3, -0.1)
    table[3][4] = difference(None, 1.0)
    found: Claim = claim(matrix, OF, {"in sample": table})
    assert found.falls == {"in sample": (3, 1, 20)}
    assert found.as_json()["pairs_where_it_does_not_hold"] == {
        "in sample": {"not_better": 3, "worse_beyond_chance": 1, "pairs": 20}
    }
    first = found.differences["own, in sample, against all others"]
    assert found.as_json()["differences"]["own, in sample, against all others"] == {
        "value": first.value,
        "interval": [first.low, first.high],
        "p_value": first.p_value,
        "texts": 4,
    }
