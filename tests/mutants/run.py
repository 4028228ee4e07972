"""Plant faults, one at a time, and look whether a test fails.

python3 dev.py mutants                          100 faults drawn with seed 1 over every room; writes RESULTS.md
python3 dev.py mutants --seed 7 --count 300     other ones, and more
python3 dev.py mutants src/murho/pipeline/runs/show.py --count 20    of one module or folder; writes nothing
python3 dev.py mutants --again                  what results.jsonl says was killed is not tried again; also goes on
                                                where a run was stopped

Lines are drawn at random, so that each room has as many as it has lines, and one fault for each. All fast tests are
run once, to know which lines they execute; this is kept in .mutants_cache, and only what has changed is run again. A
fault is shown to the tests that execute its line, the quickest first, up to 15 seconds of them, in a fork of a process
that has collected them; then, up to 4 seconds, to others of their files and of its module. What runs on import is shown
in a new process to tests of its module, of its room, to figures that are kept and the command line. What passes has
survived, though others of the whole suite might see it: the share is the least that is killed. known.toml lists what
survives and why; what cannot be seen, because both say the same, does not count. Faults are planted in copies, never in
the checkout. The system must be one that forks.

mutmut and cosmic-ray were looked at. The first plants faults in functions only, no constants or fields, and must run
all tests at first, in one process; the second writes into the checkout, and knows one command for all faults.
"""

import argparse
import json
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from queue import Queue
from tempfile import TemporaryDirectory
from typing import NamedTuple

from executing import SOURCES, taken
from faults import Fault, change, faults, planted
from watching import House

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


Key = tuple[str, str, str, int]


class Drawn(NamedTuple):
    """A fault of a file."""

    path: str
    fault: Fault


@dataclass(frozen=True)
class Outcome:
    """What became of a fault."""

    path: str
    line: int
    kind: str
    was: str
    now: str
    outcome: str
    """`killed`, `survived` or `same` (nobody can see it)."""
    by: str = ""
    """The test that killed it, or why it survives."""
    nth: int = 0
    """How many lines before it are the same."""

    @property
    def key(self) -> Key:
        """What it is known by, wherever its line has gone."""
        return self.path, self.was, self.now, self.nth

    def __str__(self) -> str:
        was, now = (text.replace("\n", "\n    ") for text in (self.was, self.now))
        return f"{self.outcome:8} {self.path}:{self.line}\n  - {was}\n  + {now}" + (
            f"\n  # {self.by}" if self.by else ""
        )


def drawn(root: Path, places: Sequence[str], seed: int) -> list[Drawn]:
    """Faults in the order in which they are drawn: a line at random, then a fault of it, no line twice.

    The order rests on the text of each line, so that a change of the source moves only what it changes.
    """
    found: list[tuple[bytes, Drawn]] = []
    for file in sorted({file for place in places for file in _modules(root / place)}):
        path, source = file.relative_to(root).as_posix(), file.read_text("utf-8")
        of_line: dict[int, list[Fault]] = {}
        for fault in faults(source):
            of_line.setdefault(fault.line, []).append(fault)
        for line, several in of_line.items():
            text, nth = _line(source, line)
            digest = sha256(f"{seed} {path} {text} {nth}".encode()).digest()
            found.append((digest, Drawn(path, several[digest[-1] % len(several)])))
    return [one for _, one in sorted(found, key=lambda pair: pair[0])]


def _line(source: str, number: int) -> tuple[str, int]:
    """A line without its indentation, and how many before it are the same."""
    lines = [line.strip() for line in source.splitlines()]
    return lines[number - 1], lines[: number - 1].count(lines[number - 1])


def _modules(place: Path) -> Iterator[Path]:
    yield from place.rglob("*.py") if place.is_dir() else [place]


def tried(root: Path, chosen: Sequence[Drawn], known: dict[Key, Outcome], jobs: int) -> Iterator[Outcome]:
    """Each fault planted and looked for, unless its outcome is known; in the order in which they are drawn."""
    executed = taken(root, jobs)
    with TemporaryDirectory(prefix="murho-mutants-") as folder, ExitStack() as open_until_the_end:
        free: Queue[House] = Queue()
        for job in range(jobs):
            free.put(open_until_the_end.enter_context(House(root, Path(folder) / str(job), executed)))

        def outcome(one: Drawn) -> Outcome:
            house = free.get()
            try:
                return _tried(house, one, known)
            finally:
                free.put(house)

        pool = open_until_the_end.enter_context(ThreadPoolExecutor(jobs))
        try:
            yield from pool.map(outcome, chosen)
        finally:
            pool.shutdown(cancel_futures=True)


def _tried(house: House, one: Drawn, known: dict[Key, Outcome]) -> Outcome:
    path, fault = one
    sound = (house.root / path).read_text("utf-8")
    with_fault = planted(sound, fault)
    was, now = change(sound, with_fault)
    new = Outcome(path, fault.line, fault.kind, was, now, "survived", nth=_line(sound, fault.line)[1])
    if before := known.get(new.key):
        new = replace(new, outcome=before.outcome, by=before.by)
    if new.outcome == "survived":
        seen = house.seen(path, fault.line, with_fault)
        new = replace(new, outcome="killed", by=seen.by) if seen.killed else replace(new, by=new.by or seen.by)
    return new


def listed(file: Path) -> dict[Key, Outcome]:
    """The survivors of known.toml: `same` where nobody can see them, else `survived`, with the reason."""
    found = tomllib.loads(file.read_text("utf-8")).get("fault", []) if file.exists() else []
    outcomes = [
        Outcome(line=0, kind="", **{**one, "was": _stripped(one["was"]), "now": _stripped(one["now"])}) for one in found
    ]
    return {one.key: one for one in outcomes}


def _stripped(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())


def share(outcomes: Sequence[Outcome]) -> str:
    """Killed of all that can be seen."""
    killed, counted = (sum(one.outcome in kinds for one in outcomes) for kinds in (("killed",), ("killed", "survived")))
    return f"{killed} of {counted}" + (f" ({100 * killed / counted:.1f} %)" if counted else "")


def summary(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Killed, survived and share, of all and by room."""
    for name in ("killed", "survived", "same"):
        yield f"{name}: {sum(one.outcome == name for one in outcomes)}"
    yield f"share killed: {share(outcomes)}"
    rooms: dict[str, list[Outcome]] = {}
    for one in outcomes:
        rooms.setdefault(_room(one.path), []).append(one)
    for name, some in sorted(rooms.items()):
        yield f"  {name}: {share(some)}"


def _room(path: str) -> str:
    """The room of a module: `core`, or `murho_lab/atn`."""
    package, *rooms, _ = path.partition("src/")[2].split("/")
    return "/".join([package, *rooms[:1]]).removeprefix("murho/")


def page(outcomes: Sequence[Outcome], seed: int) -> Iterator[str]:
    """RESULTS.md."""
    yield "# Faults that the tests see"
    yield ""
    command = f"python3 dev.py mutants --seed {seed} --count {len(outcomes)}"
    yield f"Written by `{command}`; each fault stands in results.jsonl. The share is"
    yield "the least that is killed, since only the tests nearest to a fault are asked. `same`: no test can tell it"
    yield "from the line as it was, for the reason given; these do not count."
    yield ""
    yield from (f"- {line.strip()}" for line in summary(outcomes))
    for title, kind in (("Survived", "survived"), ("The same", "same")):
        yield ""
        yield f"## {title}"
        for one in sorted((one for one in outcomes if one.outcome == kind), key=lambda one: (one.path, one.line)):
            yield ""
            yield f"{one.path}:{one.line}{': ' + one.by if one.by else ''}"
            yield ""
            yield "```diff"
            yield from (f"{sign}{line}" for sign, text in (("-", one.was), ("+", one.now)) for line in text.split("\n"))
            yield "```"


def _earlier(file: Path) -> dict[Key, Outcome]:
    """What was killed before."""
    rows = map(json.loads, file.read_text("utf-8").splitlines() if file.exists() else ())
    return {one.key: one for one in (Outcome(**row) for row in rows) if one.outcome == "killed"}


def _write(file: Path, lines: Iterable[str]) -> None:
    file.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def main() -> int:
    """Status 0 whatever was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="modules or folders; by default " + " and ".join(SOURCES)
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--count", type=int, default=100, metavar="K", help="how many, 100 by default")
    parser.add_argument("--jobs", type=int, default=2, metavar="J", help="how many at a time, 2 by default")
    parser.add_argument("--again", action="store_true", help="take what results.jsonl says was killed for killed")
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    root, folder = asked.root.resolve(), asked.root.resolve() / "tests" / "mutants"
    places = asked.paths or [source for source in SOURCES if (root / source).exists()]
    if missing := next((place for place in places if not (root / place).exists()), None):
        parser.error(f"no such file: {missing}")
    known = listed(folder / "known.toml")
    earlier = _earlier(folder / "results.jsonl") if asked.again else {}
    known = earlier | known
    chosen = drawn(root, places, asked.seed)[: asked.count]
    print(f"seed {asked.seed}: {len(chosen)} faults", flush=True)
    outcomes: dict[Key, Outcome] = {}
    rows = folder / "results.jsonl"
    try:
        for number, one in enumerate(tried(root, chosen, known, asked.jobs), 1):
            outcomes[one.key] = one
            print(f"{number}: {one}", flush=True)
            if not asked.paths:  # a run that is stopped goes on with --again
                _write(rows, [json.dumps(asdict(row), ensure_ascii=False) for row in (earlier | outcomes).values()])
    except KeyboardInterrupt:
        print("stopped", flush=True)
    print("\n".join(summary(list(outcomes.values()))))
    if not asked.paths and len(outcomes) == len(chosen):
        _write(rows, [json.dumps(asdict(row), ensure_ascii=False) for row in outcomes.values()])
        _write(folder / "RESULTS.md", page(list(outcomes.values()), asked.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
