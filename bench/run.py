"""Every benchmark, in one run on this machine: prints ratios and writes bench/RESULTS.md.

    python3 dev.py bench          # everything, about a quarter of an hour
    python3 dev.py bench --quick  # the smaller sizes

The peers (peers.txt) are installed into `.venv-bench`, with murho beside them, so that both run in one interpreter.
"""

import os
import platform
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
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


def lines(quick: bool) -> Iterator[str]:
    """The report, line by line, as it is measured."""
    import dependencies
    import files
    import resampling
    import typed
    import words

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
    yield f"- Load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    yield "- " + ", ".join(f"{name} {known(name)}" for name in ["murho", *PEERS.read_text().split(), "scipy", "numpy"])
    yield ""
    yield "## What is typed: verbs by formats and sizes"
    yield ""
    yield from (f"- {line}" for line in typed.lines(typed.SIZES[:2] if quick else typed.SIZES))
    yield ""
    yield "## Texts in memory to counts (`kernel.count_text`)"
    yield ""
    for size in words.SHORT[: 2 if quick else None]:
        yield "- " + words.row(f"{size:,} pairs of 3-13 words", *words.made(size, (3, 13)))
    if not quick:
        yield "- " + words.row("20,000 pairs of 10-60 words", *words.made(20_000, (10, 60)))
        long = words.made(2_000, (2000, 5000))
        yield "- " + words.row("2,000 pairs of 2,000-5,000 words", *long, words.BANDED, runs=3)
    yield ""
    yield "## Texts in memory to the figure (`murho.words`: counts, every case's own, the interval)"
    yield ""
    yield from words.figures((10_000,) if quick else (10_000, 1_000_000))
    yield ""
    yield "## Files, whole processes"
    yield ""
    with TemporaryDirectory() as folder:
        yield from files.lines(Path(folder), (100, 10_000) if quick else (1, 100, 1_000, 10_000, 100_000))
    yield ""
    yield "## Dependency trees: from two files to the figures, start and imports not counted"
    yield ""
    yield from (f"- {line}" for line in dependencies.lines(quick))
    yield ""
    yield "## 1,000 bootstrap resamples"
    yield ""
    yield from resampling.lines(100_000 if quick else 1_000_000)
    yield ""
    yield "## A million judged cases: tally, interval, profile"
    yield ""
    yield from printed_by("core.py")
    yield ""
    yield "## Runs: what storing and judging labels costs besides the system"
    yield ""
    yield from printed_by("runs.py")
    yield ""
    yield "## ATN parsing"
    yield ""
    yield from printed_by("atn.py")


def printed_by(script: str) -> Iterator[str]:
    """What a script of this folder prints."""
    done = subprocess.run([sys.executable, str(HERE / script)], capture_output=True, text=True, check=True)
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
    found = []
    for line in lines(quick):
        print(line, flush=True)
        found.append(line)
    if not shutil.which("sctk"):
        print("sclite was left out: Debian's package sctk is not installed")
    if not quick:
        (HERE / "RESULTS.md").write_text("\n".join(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
