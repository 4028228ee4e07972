"""Change real files at random, and look whether murho keeps its promises.

python3 dev.py fuzz                        30 minutes over all targets, with seed 1
python3 dev.py fuzz --minutes 5 runs       some targets only: commands, runs, notation, kernel, scoring, sums
python3 dev.py fuzz --seed 7               other changes
python3 dev.py fuzz --only 4711 commands   one try again, in this process, with its traceback
python3 dev.py fuzz --sanitize             with the extensions in C built for AddressSanitizer and UBSan (gcc)

A try is a target, a seed and a number, and comes out the same each time. It is a fault if murho raises anything but its
own errors, exits with a status that is not documented, says nothing or more than it should, takes longer than 20
seconds or more memory than 500 MB beyond what it had, or is killed; or if an extension counts otherwise than its twin.
The changed file of a fault is left in fuzz-found/, and the command that repeats it is printed. Tries are made in forks,
so that what ends one does not end the work.
"""

import argparse
import json
import os
import resource
import select
import shutil
import signal
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
FOUND = ROOT / "fuzz-found"
PATIENCE = 20.0
"""Seconds for one try; some hundred times what the slowest takes."""
MOST_MEMORY = 500 << 20
"""Bytes that a try may add to what its process takes."""
ROOM = 6 << 30
"""Bytes of addresses that a process may have."""


@dataclass
class Worker:
    """A fork that makes tries, and what is known of it."""

    process: int
    pipe: int
    folder: TemporaryDirectory[str]
    began: float = field(default_factory=time.monotonic)
    at: tuple[str, int] | None = None
    """What it is trying."""
    heard: bytes = b""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="WHAT")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--tries", type=int, help="so many of each target, however long they take")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", type=int, metavar="NUMBER", help="this try alone")
    parser.add_argument("--sanitize", action="store_true")
    given = parser.parse_args()
    if given.sanitize:
        import sanitizing

        return sanitizing.again([argument for argument in sys.argv[1:] if argument != "--sanitize"])
    import targets

    names = given.targets or list(targets.TARGETS)
    if unknown := [name for name in names if name not in targets.TARGETS]:
        parser.error(f"no target {unknown[0]!r}; known: {', '.join(targets.TARGETS)}")
    warnings.simplefilter("ignore")
    if given.only is not None:
        return _only(names[0], given.seed, given.only)
    print(f"seed {given.seed}, targets {' '.join(names)}", flush=True)
    found, done = _fuzz(names, given.seed, given.minutes, given.tries, given.jobs)
    print(", ".join(f"{name}: {done[name]} tries" for name in names))
    print(f"{found} faults" if found else "no fault")
    return int(found > 0)


def _only(name: str, seed: int, number: int) -> int:
    import targets

    with TemporaryDirectory() as folder:
        os.chdir(folder)
        targets.TARGETS[name].prepare(Path(folder))
        print(targets.try_one(name, seed, number, Path(folder)))
    return 0


def _fuzz(names: Sequence[str], seed: int, minutes: float, tries: int | None, jobs: int) -> tuple[int, Counter[str]]:
    """Tries of all targets in turn, shared out by number; how many faults there were, and how many tries of each."""
    until = time.monotonic() + 60 * minutes if tries is None else float("inf")
    done: Counter[str] = Counter()
    faults = 0
    workers = [_started(names, seed, _numbers(k, jobs, tries), until) for k in range(jobs)]
    while workers:
        ready, _, _ = select.select([worker.pipe for worker in workers], [], [], 1.0)
        for worker in list(workers):
            ended = worker.pipe in ready and not _hear(worker, done)
            late = worker.at is not None and time.monotonic() - worker.began > PATIENCE
            if not (ended or late):
                continue
            workers.remove(worker)
            status = _end(worker, late)
            if worker.at is None:
                if status:
                    raise SystemExit("a worker ended before its first try")
                continue
            if late or status:
                faults += 1
                name, number = worker.at
                why = f"hangs: more than {PATIENCE:g} s" if late else _how(status)
                if not late and worker.heard:  # it said what was wrong, and went
                    why = json.loads(worker.heard)["fault"]
                _tell(name, seed, number, why)
                rest = _numbers(number + jobs, jobs, tries)
                # The other targets have this number still before them.
                left = names[names.index(name) + 1 :]
                workers.append(_started(names, seed, rest, until, first=(left, number)))
    return faults, done


def _numbers(first: int, step: int, tries: int | None) -> range | Iterator[int]:
    return count(first, step) if tries is None else range(first, tries, step)


def _started(
    names: Sequence[str],
    seed: int,
    numbers: range | Iterator[int],
    until: float,
    first: tuple[Sequence[str], int] = ((), 0),
) -> Worker:
    import targets

    folder = TemporaryDirectory(ignore_cleanup_errors=True)
    ours, theirs = os.pipe()
    sys.stdout.flush()
    process = os.fork()
    if process:
        os.close(theirs)
        return Worker(process, ours, folder)
    os.close(ours)
    said = 1
    try:
        here = Path(folder.name)
        for name in names:
            (here / name).mkdir()
            os.chdir(here / name)
            targets.TARGETS[name].prepare(here / name)
        if "libasan" not in os.environ.get("LD_PRELOAD", ""):  # which reserves terabytes of addresses
            resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        ahead = [(name, first[1]) for name in first[0]]
        for name, number in _in_turn(ahead, names, numbers):
            if time.monotonic() >= until:
                break
            os.write(theirs, f"{json.dumps([name, number])}\n".encode())
            if (fault := _fault(name, seed, number, here / name)) is not None:
                os.write(theirs, json.dumps({"fault": fault}).encode())
                break
        else:
            said = 0
        said = 0 if time.monotonic() >= until else said
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(said)


def _in_turn(
    ahead: Sequence[tuple[str, int]], names: Sequence[str], numbers: range | Iterator[int]
) -> Iterator[tuple[str, int]]:
    yield from ahead
    for number in numbers:
        for name in names:
            yield name, number


def _fault(name: str, seed: int, number: int, here: Path) -> str | None:
    """What was wrong with a try, if anything was; the changed file is left in the folder of findings."""
    import targets

    from murho.core.errors import MurhoError

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    (here / "found").unlink(missing_ok=True)
    try:
        targets.try_one(name, seed, number, here)
    except MurhoError:
        pass
    except BaseException as error:
        if (here / "found").exists():
            FOUND.mkdir(exist_ok=True)
            shutil.copy(here / "found", FOUND / f"{name}-{seed}-{number}")
        return "".join(traceback.format_exception(error))[-3000:]
    more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) << 10
    return f"takes {more >> 20} MB" if more > MOST_MEMORY else None


def _hear(worker: Worker, done: Counter[str]) -> bool:
    """Take what it says; false when it has ended."""
    said = os.read(worker.pipe, 1 << 16)
    *lines, worker.heard = (worker.heard + said).split(b"\n")
    for line in lines:
        name, number = json.loads(line)
        worker.at, worker.began = (name, number), time.monotonic()
        done[name] += 1
    return bool(said)


def _end(worker: Worker, late: bool) -> int:
    if late:
        os.kill(worker.process, signal.SIGKILL)
    os.close(worker.pipe)
    status = os.waitstatus_to_exitcode(os.waitpid(worker.process, 0)[1])
    worker.folder.cleanup()
    return status


def _how(status: int) -> str:
    return f"killed by {signal.Signals(-status).name}" if status < 0 else f"ends the process with {status}"


def _tell(name: str, seed: int, number: int, why: str) -> None:
    file = FOUND / f"{name}-{seed}-{number}"
    kept = f"; its file is {file.relative_to(ROOT)}" if file.exists() else ""
    again = f"again: python3 dev.py fuzz --seed {seed} --only {number} {name}"
    print(f"--- {name} {number}{kept}\n{why.rstrip()}\n{again}\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
