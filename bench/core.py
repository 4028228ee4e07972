"""A million judged cases in memory: tally, linearised interval, two-axis profile.

Two runs, with every case by itself and with a hundred thousand dialogues. Beside each stands Polars doing the same sums
in plain doubles, whose last digits depend on how the rows are cut.
"""

import time
from collections.abc import Callable

import numpy as np

from murho.core.figure import figure
from murho.core.judgement import Judgements
from murho.core.profile import profile
from murho.core.tally import tally

CASES = 1_000_000
DIALOGUES = 100_000


def with_murho(judged: Judgements, rho: np.ndarray, dialogues: list[str] | None) -> float | None:
    """Everything through the public functions of the core."""
    profile(judged, rho, {"loss": judged.loss, "weight": rho})
    return figure(tally(judged, rho, dialogues), method="linearised").value


def with_polars(judged: Judgements, rho: np.ndarray, dialogues: list[str] | None) -> float | None:
    """The same sums: the cells of the profile, and what π and its variance take."""
    import polars as pl

    columns = {"loss": judged.loss, "rho": rho} | ({"dialogue": dialogues} if dialogues else {})
    frame = pl.DataFrame(columns).with_columns(num=pl.col("loss") * pl.col("rho"))
    frame.group_by("loss", "rho").agg(pl.len(), pl.col("num").sum(), pl.col("rho").sum().alias("den"))
    clusters = frame.group_by("dialogue").agg(pl.col("num").sum(), den=pl.col("rho").sum()) if dialogues else frame
    num, den = pl.col("num"), pl.col("den" if dialogues else "rho")
    sums = clusters.select(
        num.sum(), den.sum().alias("den"), nn=(num * num).sum(), nd=(num * den).sum(), dd=(den * den).sum()
    )
    return float(sums["num"][0] / sums["den"][0])


def seconds(work: Callable[[], object]) -> float:
    """The best of three."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Print both times and their ratio."""
    rng = np.random.default_rng(1984)
    judged = Judgements.of(rng.choice([0, 0.1, 0.2, 0.3, 0.4, 0.7, 1], CASES, p=[0.7, *[0.05] * 6]))
    rho = rng.choice([0.05, 0.25, 0.7], CASES)
    dialogues = [f"dialogue {i}" for i in rng.integers(0, DIALOGUES, CASES).tolist()]
    print(f"{CASES:,} judged cases: tally, linearised interval, profile of 7 x 3 classes")
    for name, clusters in (("every case by itself", None), (f"{DIALOGUES:,} dialogues", dialogues)):
        ours = seconds(lambda c=clusters: with_murho(judged, rho, c))
        try:
            theirs = seconds(lambda c=clusters: with_polars(judged, rho, c))
        except ImportError:
            print(f"  {name:22} murho {ours:.2f} s (polars is not installed)")
        else:
            print(f"  {name:22} murho {ours:.2f} s, exact; polars {theirs:.2f} s, rounded; ratio {theirs / ours:.2f}")


if __name__ == "__main__":
    main()
