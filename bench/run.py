"""Every benchmark of some minutes, in one run on this machine: prints ratios and writes bench/RESULTS.md.

What other scripts of this folder printed is kept in bench/RESULTS-more.md.

    python3 dev.py bench          # everything, about a quarter of an hour
    python3 dev.py bench --quick  # the smaller sizes, and nothing is written
    python3 dev.py bench --again  # also what an earlier run has measured

A run that was stopped goes on: sections that were measured whole are kept in `.venv-bench/measured`, each with the time
and the load of the machine, and are measured anew when the peers are installed anew, or with `--again`.

The peers (peers.txt) are installed into `.venv-bench`, with murho beside them, so that both run in one interpreter.
"""

import os
import platform
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
VENV = ROOT / ".venv-bench"
PYTHON = VENV / "bin" / "python"
PEERS = HERE / "peers.txt"


def install() -> None:
    """The venv of the peers: what murho is locked to, murho itself, and the newest of each peer."""
    wanted = (ROOT / "requirements.lock").read_text() + PEERS.read_text()
    stamp = VENV / "installed"
    if not stamp.exists() or stamp.read_text() != wanted:
        venv.create(VENV, with_pip=True, clear=True)
        pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--require-hashes", "-r", str(ROOT / "requirements.lock")], check=True)
        subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--editable", str(ROOT)], check=True)
        subprocess.run([*pip, "-r", str(PEERS)], check=True)
        stamp.write_text(wanted)


Section = Callable[[bool], Iterator[str]]


def verbs(quick: bool) -> Iterator[str]:
    """Whole commands; what murho loses stands first."""
    import typed

    yield from (f"- {line}" for line in typed.lines(typed.SIZES[:2] if quick else typed.SIZES))


def counted(quick: bool) -> Iterator[str]:
    """The kernel alone."""
    import words

    for size in words.SHORT[: 2 if quick else None]:
        yield "- " + words.row(f"{size:,} pairs of 3-13 words", *words.made(size, (3, 13)))
    if not quick:
        yield "- " + words.row("20,000 pairs of 10-60 words", *words.made(20_000, (10, 60)))
        long = words.made(2_000, (2000, 5000))
        yield "- " + words.row("2,000 pairs of 2,000-5,000 words", *long, words.BANDED, runs=3)


def figures(quick: bool) -> Iterator[str]:
    """`murho.words`."""
    import words

    yield from words.figures((1_000,) if quick else (10_000, 1_000_000), runs=1 if quick else 5)


def texts(quick: bool) -> Iterator[str]:
    """Commands on two files."""
    import files

    with TemporaryDirectory() as folder:
        yield from files.lines(Path(folder), (100, 10_000) if quick else (1, 100, 1_000, 10_000, 100_000))


def trees(quick: bool) -> Iterator[str]:
    """Dependencies."""
    import dependencies

    yield from (f"- {line}" for line in dependencies.lines(quick))


def resamples(quick: bool) -> Iterator[str]:
    """The bootstrap."""
    import resampling

    yield from resampling.lines(100_000 if quick else 1_000_000)


def judged(quick: bool) -> Iterator[str]:
    """The core."""
    yield from printed_by("core.py", *(["100000"] if quick else []))


SECTIONS: dict[str, Section] = {
    "What is typed: verbs by formats and sizes": verbs,
    "Texts in memory to counts (`kernel.count_text`)": counted,
    "Texts in memory to the figure (`murho.words`: counts, every case's own, the interval)": figures,
    "Files, whole processes": texts,
    "JSON lines, read": lambda quick: printed_by("json_lines.py", *(["10000"] if quick else [])),
    "Dependency trees: from two files to the figures, start and imports not counted": trees,
    "1,000 bootstrap resamples": resamples,
    "A million judged cases: tally, interval, profile": judged,
    "Runs: what storing and judging labels costs besides the system": lambda _: printed_by("runs.py"),
    "ATN parsing": lambda _: printed_by("atn.py"),
}


def lines(quick: bool, measured: Path) -> Iterator[str]:
    """The report, line by line, as it is measured; what stands in the folder `measured` is not measured anew."""
    from murho.measures.kernel import IMPLEMENTATION

    yield "# Benchmarks"
    yield ""
    yield "Printed by `python3 dev.py bench`. Ratios are medians of paired runs in CPU seconds, each tool right after"
    yield "murho: how many times as long the other takes. They hold for the machine and the versions named here. Timed"
    yield "otherwise: a million judged cases (the least of several CPU times), ATN parsing (the least by the clock)."
    yield "rapidfuzz is asked for edit operations, as counts need them, and they are counted; what it takes without the"
    yield "counting, and for distances alone, stands beside that."
    yield "Dependency trees are timed inside their processes, without start and imports; what is typed starts besides."
    yield ""
    machine = f"{platform.system()} {platform.machine()}, one core"
    yield f"- Python {platform.python_version()}, {machine}; kernel {IMPLEMENTATION}"
    yield "- " + ", ".join(f"{name} {known(name)}" for name in ["murho", *PEERS.read_text().split(), "scipy", "numpy"])
    measured.mkdir(parents=True, exist_ok=True)
    for number, (title, section) in enumerate(SECTIONS.items()):
        yield f"\n## {title}\n"
        file = measured / f"{number}.txt"
        if file.exists():
            yield from file.read_text("utf-8").splitlines()
            continue
        found = []
        for line in with_conditions(section(quick)):
            yield line
            found.append(line)
        file.write_text("".join(f"{line}\n" for line in found), encoding="utf-8")  # only once it is whole


def with_conditions(rows: Iterator[str]) -> Iterator[str]:
    """The rows of a section, and when and under what load they were measured."""
    when, load = f"{datetime.now():%Y-%m-%d %H:%M}", os.getloadavg()[0]
    yield from rows
    yield ""
    yield f"{when}; load {load:.1f} before, {os.getloadavg()[0]:.1f} after, on {os.cpu_count()} cores."


def printed_by(script: str, *arguments: str) -> Iterator[str]:
    """What a script of this folder prints."""
    command = [sys.executable, str(HERE / script), *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    yield from (f"- {line.strip()}" for line in done.stdout.splitlines() if line.strip())


def known(name: str) -> str:
    """A package's version."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def main() -> None:
    """Install, then run in the venv of the peers; there, print and write."""
    if Path(sys.executable).parent != PYTHON.parent:
        install()
        sys.exit(subprocess.run([str(PYTHON), str(HERE / "run.py"), *sys.argv[1:]], check=False).returncode)
    quick = "--quick" in sys.argv
    measured = VENV / ("measured-quick" if quick else "measured")
    if "--again" in sys.argv:
        shutil.rmtree(measured, ignore_errors=True)
    found = []
    for line in lines(quick, measured):
        print(line, flush=True)
        found.append(line)
    if not shutil.which("sctk"):
        print("sclite was left out: Debian's package sctk is not installed")
    if not quick:
        (HERE / "RESULTS.md").write_text("\n".join(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
