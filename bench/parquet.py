"""Recorded labels and words from Parquet, beside reading the same columns with PyArrow and running the kernel.

    python bench/parquet.py            # a million cases
    python bench/parquet.py 10000000   # ten million

Least CPU seconds of several goes within one process, files in the memory of the system. What stands beside murho reads
ids, references and answers of both files, compares labels and takes a rounded mean and deviation of their losses, or
has the kernel count words; it looks at no id, weighs nothing, and has no interval.
"""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from words import made

from murho.measures import measure
from murho.measures.alignment import EQUAL, count_texts
from murho.pipeline.scoring.as_lists import as_texts
from murho.pipeline.scoring.files import score_files

PART = 250_000
LABELS = [f"intent_{i}" for i in range(40)]


def labels(rows: int, part: int) -> tuple[list[str], list[str]]:
    """Labels, and answers of which a fifth are wrong or nearly so."""
    chance = np.random.default_rng(part)
    right, other = chance.integers(40, size=(2, rows))
    said = np.where(chance.random(rows) < 0.8, right, other)
    return [LABELS[i] for i in right.tolist()], [LABELS[i] for i in said.tolist()]


def words(rows: int, _: int) -> tuple[list[str], list[str]]:
    """Texts of 3 to 13 words with errors."""
    right, said = made(rows, (3, 13))
    return list(right), list(said)


def write(folder: Path, texts: Callable[[int, int], tuple[list[str], list[str]]], cases: int) -> tuple[str, str]:
    """Both files as others write them: lists of one string, no weights, no clusters."""
    lists = pa.list_(pa.string())
    suite = pa.schema({"id": pa.string(), "expression": pa.string(), "reference": lists})
    answers = pa.schema({"id": pa.string(), "answer": lists})
    paths = str(folder / "cases.parquet"), str(folder / "answers.parquet")
    with pq.ParquetWriter(paths[0], suite) as one, pq.ParquetWriter(paths[1], answers) as other:
        for part, start in enumerate(range(0, cases, PART)):
            right, said = texts(min(PART, cases - start), part)
            ids = [f"q{start + i}" for i in range(len(right))]
            table = {"id": ids, "expression": [""] * len(ids), "reference": [[text] for text in right]}
            one.write_table(pa.table(table, schema=suite), row_group_size=1 << 16)
            table = {"id": ids, "answer": [[text] for text in said]}
            other.write_table(pa.table(table, schema=answers), row_group_size=1 << 16)
    return paths


def beside(name: str, paths: tuple[str, str]) -> float:
    """Reading with PyArrow, and the kernel: the figure alone."""
    columns = [
        pc.list_flatten(pq.read_table(path, columns=["id", name], use_threads=False).column(name)).combine_chunks()
        for path, name in zip(paths, ("reference", "answer"), strict=True)
    ]
    if name == "words":
        counts = count_texts(*map(as_texts, columns), EQUAL, 1)  # type: ignore[arg-type]
        return float(counts.errors.sum() / counts.units.sum())
    loss = pc.not_equal(*columns).to_numpy(zero_copy_only=False).astype(float)
    return float(loss.mean() + 0 * loss.std())


def least(go: Callable[[], float], goes: int = 3) -> tuple[float, float]:
    """The least CPU seconds, and the figure."""
    times = []
    for _ in range(goes):
        start = time.process_time()
        found = go()
        times.append(time.process_time() - start)
    return min(times), found


def lines(cases: int) -> Iterator[str]:
    """A line for each measure."""
    for name, texts in (("labels", labels), ("words", words)):
        with TemporaryDirectory() as folder:
            paths = write(Path(folder), texts, cases)
            alone, expected = least(lambda: beside(name, paths))  # noqa: B023
            took, found = least(lambda: score_files(measure(name), *paths).figure.value or 0.0)  # noqa: B023
            if abs(found - expected) > 1e-9:
                sys.exit(f"{name}: {found} beside {expected}")
            times = f"murho {took:.2f} s, PyArrow and kernel {alone:.2f} s, {took / alone:.1f}x"
            yield f"- {name}, {cases:,} cases: {times}"


if __name__ == "__main__":
    for line in lines(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000):
        print(line, flush=True)
