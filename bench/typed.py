"""What users type, as whole processes: verbs by formats and sizes, beside what they would type instead.

CPU seconds of a process, start and imports included; every peer runs right after murho, and a ratio, how many times
as long the peer takes, is the median over such pairs: three, or one from 100,000 cases on. With them peak memory, and
the exponent with which the CPU time grows between the two largest sizes. Bytecode is written before anything is timed.

Peers without a command of their own are the shortest scripts that print the same figure without an interval: a loop
over rapidfuzz, scikit-learn's or Polars' share of right labels, SciPy's test of the pairs that differ. No peer does
what `run`, `show` and `report` do; what starts a search, a simulation or a study is not here.

    python bench/typed.py                # 100 to 100,000 cases, about four minutes
    python bench/typed.py 100 1000000
"""

import gzip
import json
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import log
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import files
import memory
from dependencies import DATA, PAIRS

SIZES = (100, 1_000, 10_000, 100_000)
TREES = range(1_000, 10_001)
"""Sentences: a thousand are a file, whose two sides are cut otherwise; ten thousand take long enough to write."""
READING = {
    "lines": "r,h=([l.split() for l in open(n)] for n in ('ref.txt','hyp.txt'))",
    "JSON lines": "import json\n"
    "r=[json.loads(l)['reference'][0].split() for l in open('said.jsonl')]\n"
    "h={x['id']:x['answer'][0].split() for x in map(json.loads,open('heard.jsonl'))}\n"
    "h=[h[json.loads(l)['id']] for l in open('said.jsonl')]",
}
RAPIDFUZZ = """
from rapidfuzz.distance.Levenshtein import editops
{reading}
from collections import Counter
counts=Counter(o.tag for a,b in zip(r,h) for o in editops(a,b))
print(counts, sum(counts.values())/sum(map(len,r)))
"""
LABELS = """
import json
right=[json.loads(l) for l in open('cases.jsonl')]
def said(name):
    found={x['id']:x['answer'][0] for x in map(json.loads,open(name))}
    return [found[x['id']] for x in right]
gold=[x['reference'][0] for x in right]
"""
SKLEARN = f"{LABELS}from sklearn.metrics import accuracy_score\nprint(1-accuracy_score(gold,said('a.jsonl')))"
SCIPY = f"""{LABELS}
from scipy.stats import binomtest
pairs=[(g==a,g==b) for g,a,b in zip(gold,said('a.jsonl'),said('b.jsonl'))]
first,second=(sum(p!=q and p==side for p,q in pairs) for side in (True,False))
print(binomtest(first,first+second).pvalue)
"""
POLARS = """
import polars as pl
pairs=pl.{scan}('cases.{suffix}').join(pl.{scan}('a.{suffix}'),on='id')
print(pairs.select((pl.col('reference').list[0]!=pl.col('answer').list[0]).mean()).collect())
"""


class Typed(NamedTuple):
    """A command of murho, and what stands beside it."""

    what: str
    murho: list[str]
    peers: dict[str, list[str]]
    leaves: str = ""
    """What is taken away before it is run again."""
    sizes: range = range(10**9)


class Found(NamedTuple):
    """What a command took at one size."""

    cpu: float
    megabytes: float
    peers: dict[str, float]


def typed(folder: Path) -> list[Typed]:
    """All that is timed, in an order in which runs are there when they are shown."""
    words = files.commands(folder)
    texts = {name: words[name] for name in ("jiwer", "sclite") if name in words}
    sclite = {"sclite": words["sclite"]} if "sclite" in words else {}
    pralign = {name: [part.replace("sum", "pralign") for part in command] for name, command in sclite.items()}

    def script(code: str) -> list[str]:
        return [sys.executable, "-c", code]

    def murho(line: str) -> list[str]:
        return [sys.executable, "-m", "murho", *line.split()]

    loop = {how: {"rapidfuzz": script(RAPIDFUZZ.format(reading=code))} for how, code in READING.items()}
    ndjson, parquet = (
        {"polars": script(POLARS.format(scan=f"scan_{kind}", suffix=suffix))}
        for kind, suffix in (("ndjson", "jsonl"), ("parquet", "parquet"))
    )
    return [
        Typed("score words, text", murho("score words ref.txt hyp.txt"), texts | loop["lines"]),
        Typed("score words, text, --json", murho("score words ref.txt hyp.txt --json"), texts | loop["lines"]),
        Typed("score words, JSON lines", murho("score words said.jsonl heard.jsonl --json"), loop["JSON lines"]),
        Typed("score words, trn", murho("score words ref.trn hyp.trn --costs sclite --json"), sclite),
        Typed(
            "score labels, JSON lines",
            murho("score labels cases.jsonl a.jsonl --json"),
            {"scikit-learn": script(SKLEARN)} | ndjson,
        ),
        Typed("score labels, Parquet", murho("score labels cases.parquet a.parquet --json"), parquet),
        Typed("score dependencies", murho("score dependencies gold.conllu system.conllu --json"), {}, sizes=TREES),
        Typed("align, text", murho("align ref.txt hyp.txt --json"), {}),
        Typed("align, trn, sclite's .pra", murho("align ref.trn hyp.trn --layout pra -o out.pra"), pralign, "out.pra"),
        Typed("compare, two files", murho("compare --references cases.jsonl a.jsonl b.jsonl -m labels --json"),
              {"scipy": script(SCIPY)}),
        Typed("check", murho("check cases.jsonl --json"), {}),
        Typed("run, recorded", murho("run cases.jsonl --system a.jsonl -o a --json"), {}, "a"),
        Typed("run, second", murho("run cases.jsonl --system b.jsonl -o b --json"), {}, "b"),
        Typed("show", murho("show a --json"), {}),
        Typed("show, by a feature", murho("show a --by scenario --json"), {}),
        Typed("compare, two runs", murho("compare a b --json"), {"scipy": script(SCIPY)}),
        Typed("judge", murho("judge a -m meanings --json"), {}),
        Typed("verify", murho("verify a --json"), {}),
        Typed("report", murho("report a -o a.html"), {}),
    ]  # fmt: skip


def write(folder: Path, size: int) -> None:
    """The files that the commands name."""
    memory.write(folder, size)
    files.write(folder, size)
    texts = [(folder / f"{name}.txt").read_text().splitlines() for name in ("ref", "hyp")]
    with (folder / "said.jsonl").open("w") as said, (folder / "heard.jsonl").open("w") as heard:
        for i, (right, answer) in enumerate(zip(*texts, strict=True)):
            said.write(json.dumps({"id": f"c{i}", "expression": right, "reference": [right]}) + "\n")
            heard.write(json.dumps({"id": f"c{i}", "answer": [answer]}) + "\n")
    _parquet(folder)
    if size in TREES and DATA.is_dir():
        for name, source in zip(("gold", "system"), PAIRS["equal tokens, nearly"], strict=True):
            _trees(DATA / source, folder / f"{name}.conllu", size)


def _parquet(folder: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet

    for name in ("cases", "a"):
        rows = [json.loads(line) for line in (folder / f"{name}.jsonl").open()]
        pyarrow.parquet.write_table(pa.Table.from_pylist(rows), folder / f"{name}.parquet")


def _trees(source: Path, path: Path, sentences: int) -> None:
    with gzip.open(source, "rt", encoding="utf-8") as file:
        path.write_text(file.read() * (sentences // TREES.start), encoding="utf-8")


def timed(one: Typed, folder: Path, runs: int) -> Found:
    """The medians of so many pairs."""
    cpu, most = [], 0.0
    ratios: dict[str, list[float]] = {}
    for _ in range(runs):
        if one.leaves:
            shutil.rmtree(folder / one.leaves, ignore_errors=True)
            (folder / one.leaves).unlink(missing_ok=True)
        ours = memory.used(one.murho, folder)
        cpu.append(ours.cpu)
        most = max(most, ours.megabytes)
        for name, command in one.peers.items():
            ratios.setdefault(name, []).append(memory.used(command, folder).cpu / ours.cpu)
    return Found(median(cpu), most, {name: median(each) for name, each in ratios.items()})


def measured(sizes: Sequence[int], pairs: int = 3) -> dict[str, dict[int, Found]]:
    """What every command took at every size."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["OPENBLAS_NUM_THREADS"] = os.environ["POLARS_MAX_THREADS"] = "1"
    found: dict[str, dict[int, Found]] = {}
    for size in sizes:
        with TemporaryDirectory() as name:
            folder = Path(name)
            write(folder, size)
            for one in typed(folder):
                if size not in one.sizes or (one.sizes == TREES and not DATA.is_dir()):
                    continue
                if one.what not in found:
                    timed(one, folder, 1)  # writes bytecode
                found.setdefault(one.what, {})[size] = timed(one, folder, pairs if size < SIZES[-1] else 1)
    return found


def lines(sizes: Sequence[int] = SIZES) -> Iterator[str]:
    """Losses first, by how much is lost; then a line for every command."""
    found = measured(sizes)
    losses = sorted(
        (ratio, f"{what}, {size:,} cases: {name} {ratio:.2f}x")
        for what, by_size in found.items()
        for size, one in by_size.items()
        for name, ratio in one.peers.items()
        if ratio < 1
    )
    yield f"murho takes longer in {len(losses)} of {sum(len(o.peers) for b in found.values() for o in b.values())}:"
    yield from (f"  {text}" for _, text in losses)
    for what, by_size in found.items():
        cells = []
        for size, one in by_size.items():
            peers = "".join(f", {name} {ratio:.2f}x" for name, ratio in one.peers.items())
            cells.append(f"{size:,}: {one.cpu:.3f} s{peers}")
        steps = list(pairwise(by_size.items()))
        grown = [log(b.cpu / a.cpu) / log(n / m) for (m, a), (n, b) in steps]
        growth = f"; grows as n^{grown[-1]:.2f}" if grown else ""
        yield f"{what}: {'; '.join(cells)}{growth}; {max(one.megabytes for one in by_size.values()):.0f} MB"


def main() -> None:
    """Print the report."""
    print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for line in lines(tuple(map(int, sys.argv[1:])) or SIZES):
        print(line, flush=True)
    print(f"load of the machine after: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
