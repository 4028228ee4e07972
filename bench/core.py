"""A million judged cases in memory: tally, linearised interval, two-axis profile; then many groups and many clusters.

Beside the first two stands Polars taking the same sums in plain doubles, whose last digits depend on how the rows are
cut. All times are CPU seconds, the best of some runs that take turns.

    python bench/core.py            # up to a million cases, about two minutes
    python bench/core.py 10000000   # up to ten million in memory
"""

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from math import log
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from words import cpu

from murho.core.case import Cases
from murho.core.figure import figure
from murho.core.judgement import Judgements
from murho.core.ledger import Ledger
from murho.core.profile import profile
from murho.core.tally import tallies, tally

CASES = 1_000_000
DIALOGUES = 100_000
GROUPS = 100_000
BATCH = 8_192
SIZES = (10_000, 100_000, 1_000_000)


def with_murho(judged: Judgements, rho: np.ndarray, dialogues: list[str] | None) -> float | None:
    """Everything through the public functions of the core."""
    profile(judged, rho, {"loss": judged.loss, "weight": rho})
    return figure(tally(judged, rho, dialogues), method="linearised").value


def with_polars(judged: Judgements, rho: np.ndarray, dialogues: list[str] | None) -> float | None:
    """The same sums, of the cells of the profile and of the whole: seven of numbers and three counts each."""
    import polars as pl

    columns = {"loss": judged.loss, "rho": rho} | ({"dialogue": dialogues} if dialogues else {})
    frame = pl.DataFrame(columns).with_columns(num=pl.col("loss") * pl.col("rho"))
    num, den = pl.col("num"), pl.col("rho")
    sums = [
        num.sum().alias("n"), den.sum().alias("d"), (den * den).sum().alias("square"), (num * num).sum().alias("nn"),
        (num * den).sum().alias("nd"), (den * den).sum().alias("dd"), (num > 0).sum().alias("wrong"),
        (num < den).sum().alias("right"), pl.len(),
    ]  # fmt: skip
    frame.group_by("loss", "rho").agg(*sums)
    clusters = (
        frame.group_by("dialogue").agg(num.sum(), den.sum(), (den * den).sum().alias("e")) if dialogues else frame
    )
    found = clusters.select(*sums)
    return float(found["n"][0] / found["d"][0])


def best(*work: Callable[[], object], runs: int = 5) -> list[float]:
    """The least CPU seconds of each, in runs that take turns."""
    least = [float("inf")] * len(work)
    for _ in range(runs):
        for i, one in enumerate(work):
            start = cpu()
            one()
            least[i] = min(least[i], cpu() - start)
    return least


def beside_polars(judged: Judgements, rho: np.ndarray, dialogues: list[str] | None) -> str:
    """Both times, and how many times as long murho takes."""
    try:
        ours, theirs = best(lambda: with_murho(judged, rho, dialogues), lambda: with_polars(judged, rho, dialogues))
    except ImportError:
        return f"murho {best(lambda: with_murho(judged, rho, dialogues))[0]:.3f} s (polars is not installed)"
    return f"murho {ours:.3f} s, exact; polars {theirs:.3f} s, rounded; murho takes {ours / theirs:.2f}x"


def in_batches(judged: Judgements, rho: np.ndarray, names: list[str] | None) -> Ledger:
    """A ledger that is fed batch by batch, its clusters open all the while."""
    ledger = Ledger()
    for start in range(0, len(judged), BATCH):
        rows = slice(start, start + BATCH)
        loss = judged.loss[rows]
        blank = [""] * len(loss)
        ledger.add(Cases(blank, blank, blank, names[rows] if names else None), Judgements.of(loss), rho[rows])
    return ledger


def drawn(size: int) -> tuple[Judgements, np.ndarray]:
    """Losses of seven classes, importances of three."""
    rng = np.random.default_rng(1984)
    judged = Judgements.of(rng.choice([0, 0.1, 0.2, 0.3, 0.4, 0.7, 1], size, p=[0.7, *[0.05] * 6]))
    return judged, rng.choice([0.05, 0.25, 0.7], size)


def growth(sizes: tuple[int, ...]) -> Iterator[str]:
    """How the time of a ledger grows, without clusters and with a quarter as many as there are cases."""
    for kind in ("no clusters", "n/4 clusters one after the other", "n/4 clusters in any order"):
        times = []
        for size in sizes:
            judged, rho = drawn(size)
            order = (np.random.default_rng(7).permutation(size) if "any" in kind else np.arange(size)) // 4
            names = None if kind == "no clusters" else [f"dialogue {i}" for i in order.tolist()]
            times += best(lambda j=judged, r=rho, n=names: figure(in_batches(j, r, n).total), runs=3)
        steps = [f"{n:,} {1e9 * t / n:.0f}" for n, t in zip(sizes, times, strict=True)]
        exponent = log(times[-1] / times[0]) / log(sizes[-1] / sizes[0])
        yield f"ledger in batches, {kind}: ns a case at {', '.join(steps)}; grows as n^{exponent:.2f}"


def files(folder: Path, size: int) -> Iterator[str]:
    """Whole processes on JSON lines: `murho score words` with clusters of 4, `murho score labels` with many groups."""
    draw = random.Random(1984)
    order = [i // 4 for i in range(size)]
    draw.shuffle(order)
    vocabulary = ["to", "go", "from", "boston", "denver", "please", "show", "me", "all", "flights", "on", "monday"]
    plain, clustered, answers = (folder / f"{name}.jsonl" for name in ("plain", "clustered", "answers"))
    with plain.open("w") as one, clustered.open("w") as two, answers.open("w") as said:
        for i, cluster in enumerate(order):
            words = draw.choices(vocabulary, k=draw.randint(3, 12))
            case = {"id": f"c{i}", "reference": [" ".join(words)], "weight": draw.choice([0.05, 0.25, 0.7])}
            case |= {"expression": "", "group": f"g{draw.randrange(max(1, size // 10))}", "topic": f"t{i % 12}"}
            heard = " ".join(word for word in words if draw.random() > 0.1)
            one.write(json.dumps(case) + "\n")
            two.write(json.dumps({**case, "cluster": f"d{cluster}"}) + "\n")
            said.write(json.dumps({"id": f"c{i}", "answer": [heard]}) + "\n")

    def score(*arguments: object) -> Callable[[], object]:
        command = [sys.executable, "-m", "murho", "score", *map(str, arguments), str(answers), "--json"]
        return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

    jobs = {
        "words": score("words", plain),
        f"words, {size // 4:,} clusters": score("words", clustered),
        "labels": score("labels", plain),
        "labels by 12 groups": score("labels", "--by", "topic", plain),
        f"labels by 12 groups, {size // 4:,} clusters": score("labels", "--by", "topic", clustered),
        f"labels by {size // 10:,} groups": score("labels", "--by", "group", plain),
    }
    times = dict(zip(jobs, best(*jobs.values(), runs=2), strict=True))
    for name, time in times.items():
        base = times[name.split()[0].rstrip(",")]
        yield f"{size:,} cases, score {name}: {time:.2f} s, {time / base:.2f}x"


def lines(largest: int) -> Iterator[str]:
    """The report, line by line."""
    judged, rho = drawn(CASES)
    rng = np.random.default_rng(4)
    dialogues = [f"dialogue {i}" for i in rng.integers(0, DIALOGUES, CASES).tolist()]
    yield f"{CASES:,} judged cases: tally, linearised interval, profile of 7 x 3 classes"
    yield f"every case by itself: {beside_polars(judged, rho, None)}"
    yield f"{DIALOGUES:,} dialogues: {beside_polars(judged, rho, dialogues)}"
    groups = rng.integers(0, GROUPS, CASES)
    whole, apart = best(lambda: tally(judged, rho), lambda: tallies(judged, rho, None, groups, GROUPS))
    yield f"{GROUPS:,} groups: {apart:.3f} s, {apart / whole:.2f}x the whole"
    few, some = drawn(100)
    repeated = best(lambda: [tally(few, some) for _ in range(200)])[0] / 200
    yield f"100 cases: {1e6 * repeated:.0f} µs"
    yield from growth(tuple(size for size in (*SIZES, 10_000_000) if size <= largest))
    with TemporaryDirectory() as folder:
        for size in SIZES:
            if size <= largest:
                yield from files(Path(folder), size)


def main() -> None:
    """Print the report."""
    for line in lines(int(sys.argv[1]) if len(sys.argv) > 1 else CASES):
        print(line, flush=True)


if __name__ == "__main__":
    main()
