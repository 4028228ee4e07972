"""Word errors from two files, as whole processes: start, read, count, print."""

import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from subprocess import DEVNULL, run

from words import cpu, made


def commands(folder: Path) -> dict[str, list[str]]:
    """What is run, by name; murho first."""
    beside = Path(sys.executable).parent
    ref, hyp = str(folder / "ref.txt"), str(folder / "hyp.txt")
    sclite = ["sctk", "sclite", "-r", str(folder / "ref.trn"), "trn", "-h", str(folder / "hyp.trn"), "trn"]
    found = {
        "murho": [sys.executable, "-m", "murho", "score", "words", ref, hyp, "--json"],
        "jiwer": [str(beside / "jiwer"), "-r", ref, "-h", hyp],
        "sclite": [*sclite, "-i", "rm", "-o", "sum", "stdout"],
    }
    found["jiwer"][0] = shutil.which(found["jiwer"][0]) or shutil.which("jiwer") or found["jiwer"][0]
    return {name: command for name, command in found.items() if shutil.which(command[0])}


def write(folder: Path, pairs: int) -> None:
    """The same texts as plain lines and in trn format.

    Without the few whose answer is empty or one character: jiwer's command drops such lines from either file alone.
    """
    kept = [pair for pair in zip(*made(pairs, (3, 13)), strict=True) if min(map(len, pair)) > 1]
    for name, texts in zip(("ref", "hyp"), zip(*kept, strict=True), strict=True):
        (folder / f"{name}.txt").write_text("".join(f"{text}\n" for text in texts))
        lines = (f"{text} (s{i // 100:05d}-u{i:08d})\n" for i, text in enumerate(texts))
        (folder / f"{name}.trn").write_text("".join(lines))


def seconds(command: Sequence[str]) -> float:
    """CPU seconds of one process."""
    start = cpu()
    run(command, check=True, stdout=DEVNULL, stderr=DEVNULL)
    return cpu() - start


def lines(folder: Path, sizes: Sequence[int], runs: int = 7) -> Iterator[str]:
    """One line for each size: murho's time, and how many times as long the others take."""
    for size in sizes:
        write(folder, size)
        what = commands(folder)
        for command in what.values():
            seconds(command)
        times = [{name: seconds(command) for name, command in what.items()} for _ in range(runs)]
        cells = [f"murho {median(t['murho'] for t in times):.3f} s"]
        cells += [f"{name} {median(t[name] / t['murho'] for t in times):.2f}x" for name in what if name != "murho"]
        yield f"- {size:,} pairs of 3-13 words: " + ", ".join(cells)
