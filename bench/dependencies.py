"""Scores of dependency trees, from two CoNLL-U files to the figures: murho beside other evaluators, on one core.

The files are real ones (MURHO_DATA), repeated until the gold side has a million words: Czech PUD with the output of
UDPipe 2, whose tokens are nearly all those of the gold side, and Spanish PUD with the output of a system of 2017, where
every alignment of words goes by characters. Column DEPS is emptied, which only one of the evaluators would read.

Every run is a process of its own, which measures itself after its imports: CPU seconds and peak memory. A ratio is the
median over paired runs, each tool right after murho. All print LAS, so that one can see that they did the same; udapi
aligns words in its own way, by forms in a sentence.

    python bench/dependencies.py          # a million words, some minutes; three paired runs
    python bench/dependencies.py --quick  # the files as they are; nine

`udtools` has the evaluator of CoNLL 2018, extended by enhanced dependencies.
"""

import gzip
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
DATA = Path(os.environ.get("MURHO_DATA", HERE.parent.parent / "shared" / "data"))
PAIRS = {
    "equal tokens, nearly": ("ud/cs_pud-gold.conllu.gz", "ud/cs_pud-udpipe-pdtc-ud-2.17-251125.conllu.gz"),
    "aligned by characters": ("conll17_es_pud/00-gold-r2.0-test.conllu.gz", "conll17_es_pud/Stanford.conllu.gz"),
}
WORDS = 1_000_000


def with_murho(gold: str, system: str) -> float:
    """Every metric in precision, recall, F1 and aligned accuracy."""
    from murho.measures.dependencies.counts import METRICS
    from murho.measures.dependencies.rules import conll2018
    from murho.measures.dependencies.scoring import score_files

    totals: dict[str, int] = {}
    for part in score_files(gold, system, conll2018()):
        for name, column in part.counts.items():
            totals[name] = totals.get(name, 0) + int(column.sum())
    table = {}
    for name, metric in METRICS.items():
        correct, ours, theirs = (totals[count] for count in metric[:3])
        accuracy = correct / totals[metric.aligned] if metric.aligned else None
        table[name] = correct / theirs, correct / ours, 2 * correct / (ours + theirs), accuracy
    return table["las"][2]


def with_udtools(gold: str, system: str) -> float:
    """The evaluator of CoNLL 2018 as Universal Dependencies keep it."""
    from udtools.udeval import evaluate, load_conllu_file

    return float(evaluate(load_conllu_file(gold), load_conllu_file(system))["LAS"].f1)


def with_udapi(gold: str, system: str) -> float:
    """Its block eval.Conll18, after util.ResegmentGold, as its documentation has it."""
    from udapi.block.eval.conll18 import Conll18
    from udapi.block.read.conllu import Conllu
    from udapi.block.util.resegmentgold import ResegmentGold
    from udapi.core.document import Document

    document = Document()
    Conllu(files=gold, zone="gold").process_document(document)
    Conllu(files=system, zone="pred", ignore_sent_id=True).process_document(document)
    ResegmentGold().process_document(document)
    scores = Conll18()
    scores.process_document(document)
    counts = scores.total_count
    return float(2 * counts["LAS"] / (counts["pred"] + counts["gold"]))


TOOLS: dict[str, Callable[[str, str], float]] = {"murho": with_murho, "udtools": with_udtools, "udapi": with_udapi}


class Run(NamedTuple):
    """What a process says of itself."""

    seconds: float
    megabytes: float
    las: float


def measured(tool: str, gold: Path, system: Path) -> Run | None:
    """One run in a process of its own; None if the tool is not installed."""
    command = [sys.executable, __file__, tool, str(gold), str(system)]
    one_core = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # or waiting threads of numpy, which nobody uses, count too
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=one_core)
    if "ModuleNotFoundError" in done.stderr:
        return None
    if done.returncode:
        sys.exit(done.stderr)
    return Run(*map(float, done.stdout.split()))


def measure(tool: str, gold: str, system: str) -> None:
    """Score a small pair, for the imports, then the files; print CPU seconds, peak memory and LAS."""
    line = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    with TemporaryDirectory() as folder:
        small = Path(folder, "small.conllu")
        small.write_text(f"# sent_id = 1\n{line}")
        TOOLS[tool](str(small), str(small))
    before = resource.getrusage(resource.RUSAGE_SELF)
    las = TOOLS[tool](gold, system)
    after = resource.getrusage(resource.RUSAGE_SELF)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(seconds, peak(), las)


def peak() -> float:
    """Megabytes of this process at its largest; what `getrusage` says may be of the process that started it."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def grown(source: str, target: Path, copies: int) -> int:
    """Write a file so many times one after the other, without DEPS; the number of words."""
    lines = gzip.decompress((DATA / source).read_bytes()).decode().splitlines()
    cells = [line.split("\t") for line in lines]
    words = sum(len(row) == 10 and row[0].isdigit() for row in cells)
    text = "".join("\t".join([*row[:8], "_", *row[9:]] if len(row) == 10 else row) + "\n" for row in cells)
    with target.open("w", encoding="utf-8") as file:
        for _ in range(copies):
            file.write(text)
    return words * copies


def lines(quick: bool) -> Iterator[str]:
    """One line for each pair of files: murho's time, and how many times as long the others take."""
    if not DATA.is_dir():
        yield "no real data; set MURHO_DATA"
        return
    for title, sources in PAIRS.items():
        with TemporaryDirectory() as folder:
            files = Path(folder, "gold.conllu"), Path(folder, "system.conllu")
            once = grown(sources[0], files[0], 1)
            copies = 1 if quick else -(-WORDS // once)
            words = grown(sources[0], files[0], copies)
            grown(sources[1], files[1], copies)
            yield row(f"{title}, {words:,} words", files, 9 if quick else 3)


def row(title: str, files: tuple[Path, Path], runs: int) -> str:
    """The medians of so many paired runs."""
    ours: list[Run] = []
    cells: list[str] = []
    for tool in TOOLS:
        pairs = []
        for _ in range(runs if tool != "murho" else 0):
            first = measured("murho", *files)
            other = measured(tool, *files)
            if first and other:
                pairs.append((first, other))
        ours += (first for first, _ in pairs)
        if pairs:
            ratio = median(other.seconds / first.seconds for first, other in pairs)
            other = pairs[0][1]
            seconds = median(other.seconds for _, other in pairs)
            cells.append(f"{tool} {ratio:.0f}x ({seconds:.1f} s, {other.megabytes:,.0f} MB, LAS {100 * other.las:.2f})")
    if not ours:
        return f"{title}: udtools and udapi are not installed"
    seconds, size = median(run.seconds for run in ours), max(run.megabytes for run in ours)
    return f"{title}: murho {seconds:.3f} s, {size:,.0f} MB, LAS {100 * ours[0].las:.2f}; " + ", ".join(cells)


def main(arguments: list[str]) -> None:
    """A single run for the parent process, or all of them."""
    if arguments and arguments[0] in TOOLS:
        measure(*arguments)
        return
    from murho.measures.dependencies.scoring import IMPLEMENTATION

    print(f"dependency scores, {IMPLEMENTATION}; CPU seconds from files to figures", flush=True)
    for line in lines("--quick" in arguments):
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
