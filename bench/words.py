"""Word errors from two lists of strings: murho's kernel beside other tools, in one process, on one core.

Every tool splits the texts and gives hits, substitutions, deletions and insertions of every pair. A ratio is the
median over paired runs, each tool run right after murho, of CPU seconds. Tools that are not installed (peers.txt) are
left out; sclite, of Debian's package sctk, is a process of its own that reads and writes files.

    python bench/words.py           # all sizes, some minutes
    python bench/words.py 1000 10000
"""

import gzip
import random
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from dependencies import DATA

from murho.measures.kernel import IMPLEMENTATION, count_text

Texts = list[str]
Tool = Callable[[Texts, Texts], object]

SHORT = (1_000, 10_000, 100_000, 1_000_000)
FAIR = 100_000  # the most pairs for tools that take minutes for a million


def made(pairs: int, words: tuple[int, int], errors: float = 0.15, seed: int = 1) -> tuple[Texts, Texts]:
    """Pairs of so many words each (from, to), with this rate of errors, over 5,000 words of Zipf's frequencies."""
    draw = random.Random(seed)
    letters = "etaoinshrdlucmfwypvbgkjqxz"
    lengths = [max(1, round(draw.gauss(4.7, 2.2))) for _ in range(5000)]
    vocabulary = ["".join(draw.choices(letters, k=length)) for length in lengths]
    sums = [1 / 3]
    for rank in range(1, len(vocabulary)):
        sums.append(sums[-1] + 1 / (rank + 3))
    references, hypotheses = [], []
    for _ in range(pairs):
        reference = draw.choices(vocabulary, cum_weights=sums, k=draw.randint(*words))
        references.append(" ".join(reference))
        hypotheses.append(" ".join(misheard(reference, vocabulary, errors, draw)))
    return references, hypotheses


def misheard(said: list[str], vocabulary: list[str], errors: float, draw: random.Random) -> list[str]:
    """These words with errors: 60 % of them substitutions, 20 % deletions, 20 % insertions."""
    heard = []
    for word in said:
        chance = draw.random() / errors
        if not 0.6 <= chance < 0.8:
            heard.append(draw.choice(vocabulary) if chance < 0.6 else word)
        if 0.8 <= chance < 1:
            heard.append(draw.choice(vocabulary))
    return heard


def with_rapidfuzz(references: Texts, hypotheses: Texts) -> object:
    """The operations of every pair, counted."""
    from rapidfuzz.distance.Levenshtein import editops

    counts = []
    for reference, hypothesis in zip(references, hypotheses, strict=True):
        r, h = reference.split(), hypothesis.split()
        substitutions = deletions = insertions = 0
        for operation in editops(r, h):
            tag = operation.tag
            if tag == "replace":
                substitutions += 1
            elif tag == "delete":
                deletions += 1
            else:
                insertions += 1
        counts.append((len(r) - substitutions - deletions, substitutions, deletions, insertions))
    return counts


def with_jiwer(references: Texts, hypotheses: Texts) -> object:
    """jiwer refuses empty references; there are none here."""
    import jiwer

    return jiwer.process_words(references, hypotheses).wer


def with_kaldialign(references: Texts, hypotheses: Texts) -> object:
    """The counts of every pair."""
    from kaldialign import edit_distance

    return [edit_distance(r.split(), h.split()) for r, h in zip(references, hypotheses, strict=True)]


def with_meeteval(references: Texts, hypotheses: Texts) -> object:
    """The counts of every pair."""
    from meeteval.wer.wer.siso import siso_word_error_rate

    return [siso_word_error_rate(r, h) for r, h in zip(references, hypotheses, strict=True)]


def with_sclite(references: Texts, hypotheses: Texts) -> object:
    """Through files in trn format, with the count of every sentence."""
    if not shutil.which("sctk"):
        raise ImportError("sctk")
    with TemporaryDirectory() as folder:
        for name, texts in ("ref", references), ("hyp", hypotheses):
            lines = (f"{text} (s{i // 100:05d}-u{i:08d})\n" for i, text in enumerate(texts))
            Path(folder, name).write_text("".join(lines))
        files = ["-r", f"{folder}/ref", "trn", "-h", f"{folder}/hyp", "trn"]
        command = ["sctk", "sclite", *files, "-i", "rm", "-o", "pralign", "stdout"]
        return subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


TOOLS: dict[str, Tool] = {
    "rapidfuzz": with_rapidfuzz,
    "kaldialign": with_kaldialign,
    "jiwer": with_jiwer,
    "meeteval": with_meeteval,
    "sclite": with_sclite,
}
QUICK = ("rapidfuzz",)
BANDED = ("rapidfuzz", "jiwer")  # the others fill the whole grid, which takes hours for long texts


def cpu() -> float:
    """CPU seconds of this process and of those it has waited for."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(u.ru_utime + u.ru_stime for u in used)


def seconds(tool: Tool, references: Texts, hypotheses: Texts, least: float = 0.05) -> float:
    """CPU seconds of one run; short runs are repeated until they can be told from the clock."""
    start, runs = cpu(), 0
    while True:
        tool(references, hypotheses)
        runs += 1
        if (used := cpu() - start) >= least:
            return used / runs


def ratio(tool: Tool, references: Texts, hypotheses: Texts, runs: int = 5) -> tuple[float, float, float]:
    """The median ratio to murho over paired runs, and both medians in seconds."""
    tool(references[:10], hypotheses[:10])  # imports
    pairs = []
    for _ in range(runs):
        ours = seconds(count_text, references, hypotheses)
        pairs.append((seconds(tool, references, hypotheses), ours))
    theirs, ours = (median(side) for side in zip(*pairs, strict=True))
    return median(t / o for t, o in pairs), theirs, ours


@contextmanager
def garbage_kept() -> Iterator[None]:
    """Without the collector, which would look at a million strings in the middle of someone's run."""
    import gc

    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def row(title: str, references: Texts, hypotheses: Texts, tools: Iterable[str] = TOOLS, runs: int = 5) -> str:
    """One line: the kernel's time and how many times as long every tool takes."""
    cells: list[str] = []
    with garbage_kept():
        for name in tools:
            tool = TOOLS[name]
            many = len(references) > FAIR and name not in QUICK
            try:
                found = ratio(tool, references, hypotheses, 1 if many else runs)
            except ImportError:
                cells.append(f"{name} not installed")
            else:
                if not cells:
                    cells.append(f"murho {found[2]:.4f} s")
                cells.append(f"{name} {found[0]:.1f}x")
    return f"{title:<38} " + ", ".join(cells)


def running(pairs: int, errors: float, seed: int = 1) -> tuple[Texts, Texts]:
    """Sentences of news and of an encyclopaedia, over and over, with this rate of errors by words of theirs."""
    with gzip.open(DATA / "ud" / "en_pud-ud-test.conllu.gz", "rt", encoding="utf-8") as file:
        found = [line.removeprefix("# text = ").split() for line in file if line.startswith("# text = ")]
    vocabulary = [word for sentence in found for word in sentence]
    draw = random.Random(seed)
    chosen = [found[i % len(found)] for i in range(pairs)]
    said = [" ".join(misheard(sentence, vocabulary, errors, draw)) for sentence in chosen]
    return [" ".join(sentence) for sentence in chosen], said


def with_operations(references: Texts, hypotheses: Texts) -> object:
    """rapidfuzz's edit operations, which nobody counts."""
    from rapidfuzz.distance.Levenshtein import editops

    return [editops(r.split(), h.split()) for r, h in zip(references, hypotheses, strict=True)]


def with_distances(references: Texts, hypotheses: Texts) -> object:
    """rapidfuzz's distances alone."""
    from rapidfuzz.distance.Levenshtein import distance

    return [distance(r.split(), h.split()) for r, h in zip(references, hypotheses, strict=True)]


RAPIDFUZZ: dict[str, Tool] = {
    "its counts": with_rapidfuzz,
    "operations": with_operations,
    "distances": with_distances,
}


def figures(sizes: Iterable[int], runs: int = 5) -> Iterator[str]:
    """Lines for the whole way to the figure, from lists and from Arrow columns, beside rapidfuzz from lists."""
    for size in sizes:
        yield from beside_rapidfuzz(f"{size:,} pairs", *made(size, (3, 13)), runs)
    if DATA.is_dir():
        for errors in (0.02, 0.2):
            title = f"10,000 sentences of running text, {errors:.0%} of words wrong"
            yield from beside_rapidfuzz(title, *running(10_000, errors), runs)


def beside_rapidfuzz(title: str, references: Texts, hypotheses: Texts, runs: int) -> Iterator[str]:
    """A line for `murho.words` on these texts: its time, and how many times as long rapidfuzz takes for less."""
    import pyarrow as pa

    import murho

    columns = pa.array(references), pa.array(hypotheses)
    with garbage_kept():
        murho.words(references[:10], hypotheses[:10])
        times: list[list[float]] = []
        for _ in range(runs):
            lists = seconds(murho.words, references, hypotheses)
            arrow = seconds(lambda *_: murho.words(*columns), references, hypotheses)
            times.append([lists, arrow, *(seconds(tool, references, hypotheses) for tool in RAPIDFUZZ.values())])
    lists, arrow = (median(side) for side in list(zip(*times, strict=True))[:2])
    ratios = ", ".join(f"{name} {median(t[i] / t[0] for t in times):.1f}x" for i, name in enumerate(RAPIDFUZZ, 2))
    yield f"- {title}: from lists murho {lists:.4f} s, from Arrow {arrow:.4f} s; rapidfuzz from lists: {ratios}"


def main(sizes: tuple[int, ...]) -> None:
    """Print a line for every number of short pairs and, unless sizes were asked for, for longer ones."""
    print(f"words, kernel {IMPLEMENTATION}; CPU seconds, how many times as long others take")
    for size in sizes or SHORT:
        print(row(f"{size:,} pairs of 3-13 words", *made(size, (3, 13))), flush=True)
    if not sizes:
        print(row("20,000 pairs of 10-60 words", *made(20_000, (10, 60))), flush=True)
        print(row("2,000 pairs of 2,000-5,000 words", *made(2_000, (2000, 5000)), BANDED, runs=3), flush=True)


if __name__ == "__main__":
    main(tuple(map(int, sys.argv[1:])))
