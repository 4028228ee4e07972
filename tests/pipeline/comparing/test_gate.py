"""A confident gate does not flap: where B is no worse it fails by chance in at most 5 % of comparisons."""

from collections.abc import Sequence

import numpy as np
import pytest

from murho.core.comparison import difference, infer
from murho.pipeline.comparing.gate import gate
from murho.pipeline.comparing.result import Compared, Comparison

GROUPS = 10


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["errs on other cases", "against itself"])
def test_it_fails_seldom_where_nothing_grew(kind: str) -> None:
    rng, n, runs = np.random.default_rng(1), 300, 400 if kind.startswith("errs") else 150
    failed = plainly = 0
    for _ in range(runs):
        chance = (
            np.full(n, 0.2)
            if kind.startswith("errs")
            else rng.choice([0.0, 0.05, 0.5, 1.0], n, p=[0.6, 0.2, 0.15, 0.05])
        )
        a, b = rng.random(n) < chance, rng.random(n) < chance
        group = rng.integers(GROUPS, size=n)
        parts = [slice(None), *(group == g for g in range(GROUPS))]
        columns = [[np.asarray(c[part], float) for c in (a, np.ones(n), b, np.ones(n))] for part in parts]
        found = [infer(column, resamples=999) for column in columns]

        def again(level: float, columns: Sequence = columns, found: Sequence = found) -> list[Comparison]:  # type: ignore[type-arg]
            whole, *slices = [difference(c, f, level=level) for c, f in zip(columns, found, strict=True)]
            by = {"group": {str(g): (one, 1.0) for g, one in enumerate(slices)}}
            return [Comparison("labels", [Compared("a", "b", whole, None, by, 0, 0, n, 0, 0)], "")]

        first = again(0.95)
        failed += any(one.state == "failed" for one in gate(first, 0.0, again))
        plainly += any(one.difference.low > 0 for one in gate(first, 9.0))
    assert failed / runs <= 0.05 + 2 * (0.05 * 0.95 / runs) ** 0.5
    if kind.startswith("errs"):
        assert plainly / runs > 0.08, "intervals by themselves would flap"
