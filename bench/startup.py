"""What starting a verb costs: CPU of whole commands of this checkout, as a share of those of another one.

Both take turns, so that a busy machine is as busy for the one as for the other; bytecode is written before. Printed are
the ratios of the minima and of the medians over the rounds: 1.05 is 5 % more than there.

    git worktree add ../before COMMIT     (and its compiled extensions)
    python bench/startup.py ../before          # 15 rounds, some minutes
    python bench/startup.py ../before 40 show  # of the commands with `show` in their names
"""

import os
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parents[1]
LIBRARY = HERE / "examples" / "library"
RUN = ["run", str(LIBRARY / "cases.jsonl"), "--system", "desk:understand", "--limit", "20", "--overwrite", "-o"]
COMMANDS = {
    "--help": ["--help"],
    "score --help": ["score", "--help"],
    "score words, 100 lines": ["score", "words", "a.txt", "b.txt"],
    "score words, 100 lines, --level": ["score", "words", "a.txt", "b.txt", "--level", "0.9"],
    "show": ["show", "run"],
    "run": [*RUN, "run-{side}"],
    "compare": ["compare", "run", "run", "--resamples", "99"],
    "trust": ["trust", "run", "--replications", "100"],
    "report": ["report", "run", "-o", "page.html"],
}


def seconds(source: Path, arguments: list[str], folder: str) -> float:
    """The CPU seconds of one command."""
    paths = [str(source / "src"), str(LIBRARY), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # as for users, for whom only the first start compiles
    command = [sys.executable, "-m", "murho", *arguments]
    before = getrusage(RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    after = getrusage(RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"{source}: {' '.join(arguments)}: {done.stderr.decode()}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(other: Path, rounds: int, only: str) -> None:
    """Print a line for each command."""
    with TemporaryDirectory() as folder:
        for name, word in (("a.txt", "berlin"), ("b.txt", "bonn")):
            Path(folder, name).write_text("".join(f"i want to go to {word} at {i}\n" for i in range(100)))
        seconds(HERE, [*RUN, "run"], folder)
        print(f"{'':34}minimum  median")
        for what, words in COMMANDS.items():
            if only not in what:
                continue
            here, there = list[float](), list[float]()
            for turn in range(rounds + 1):
                for side, source, times in ((0, HERE, here), (1, other, there)):
                    taken = seconds(source, [word.replace("{side}", str(side)) for word in words], folder)
                    if turn:  # the first writes bytecode
                        times.append(taken)
            print(f"{what:34}{min(here) / min(there):6.2f}x{median(here) / median(there):7.2f}x", flush=True)


if __name__ == "__main__":
    _, place, *more = sys.argv
    main(Path(place).resolve(), int(more[0]) if more else 15, more[1] if len(more) > 1 else "")
