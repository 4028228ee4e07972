"""A sample that grows is one that could have been drawn at once."""

import random
from collections import Counter
from itertools import combinations

import pytest

from murho.pipeline.runs.sample import drawn


@pytest.mark.parametrize(("cases", "limit"), [(20, 5), (1000, 3), (1000, 500), (30, 30), (5, 9)])
def test_a_new_run_draws_what_it_always_drew(cases: int, limit: int) -> None:
    assert drawn(cases, limit, 7) == sorted(random.Random(7).sample(range(cases), min(limit, cases)))


@pytest.mark.parametrize(("cases", "steps"), [(3000, (100, 400, 2000)), (50, (1, 6, 7, 30)), (8, (2, 5, 8, 20))])
def test_every_larger_sample_holds_the_smaller_one(cases: int, steps: tuple[int, ...]) -> None:
    held: list[int] = []
    for limit in steps:
        sample = drawn(cases, limit, 3, held)
        assert len(set(sample)) == min(limit, cases)
        assert sample == sorted(sample)
        assert set(held) <= set(sample) <= set(range(cases))
        held = sample
    assert drawn(cases, None, 3, held) == list(range(cases))


def test_every_extended_sample_is_as_likely_as_any_other() -> None:
    """3 of 30 by one way of drawing, then 3 more by another: pairs of places, 435 of them, occur equally often."""
    seeds, together = 6000, Counter[tuple[int, ...]]()
    for seed in range(seeds):
        together.update(combinations(drawn(30, 6, seed, drawn(30, 3, seed)), 2))
    expected = seeds * 15 / 435
    chi_square = sum((together[pair] - expected) ** 2 / expected for pair in combinations(range(30), 2))
    assert len(together) == 435
    assert chi_square < 434 + 5 * (2 * 434) ** 0.5
