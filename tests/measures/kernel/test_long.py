"""Long lines: quick where the sides resemble each other, bounded in memory always."""

import random

import pytest

from murho.measures.kernel import IMPLEMENTATION, SCLITE, align, count_text

pytestmark = pytest.mark.skipif(IMPLEMENTATION == "python", reason="too slow for the twin")


def test_lines_of_five_megabytes():
    counts = count_text(
        ["x" * 5_000_000, "\0" * 5_000_000, "a b " * 1_250_000, "a " * 2_500_000, "a " * 2_500_000, ""],
        ["x" * 4_999_999 + "y", "\0 " * 2_500_000, "b a " * 1_250_000, "b " * 2_400_000, "a " * 2_400_000, "é " * 9],
    )
    assert counts.hits.tolist() == [0, 0, 2_499_999, 0, 2_400_000, 0]
    assert counts.substitutions.tolist() == [1, 1, 0, 2_400_000, 0, 0]
    assert counts.insertions.tolist() == [0, 2_499_999, 1, 0, 0, 9]


def test_sides_that_differ_much():
    """Beyond what is kept of the grid: the path is found in stretches."""
    draw = random.Random(1)
    words = [f"w{int(5000 * draw.random() ** 2)}" for _ in range(12000)]
    r, h = words[:9000], words[6000:] + words[:5000]
    for costs in (1, 1, 1), SCLITE:
        (hits,), (subs,), (deletions,), (insertions,) = count_text([" ".join(r)], [" ".join(h)], costs)
        path = align(r, h, costs)
        assert [path.count(code) for code in "=SDI"] == [hits, subs, deletions, insertions]
        assert hits >= 5000


def test_what_follows_from_how_it_was_made():
    """Words used once, of which every tenth is dropped and every tenth doubled."""
    words = [f"w{i}" for i in range(30000)]
    heard = [w for i, word in enumerate(words) for w in [word] * (0 if i % 10 == 3 else 2 if i % 10 == 7 else 1)]
    counts = count_text([" ".join(words)], [" ".join(heard)])
    assert [values[0] for values in counts] == [27000, 0, 3000, 3000]
