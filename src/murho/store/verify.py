"""Verify: whether the files of a run are what they were when they were written, and what can be had again.

A part of the answers, or of judgements, bears a digest of its bytes in its name, a line of the journal its checksum,
and pages of Parquet theirs, so that nothing that a disk or a copy damaged is read as an answer.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from murho.core import answered_by
from murho.core.errors import InputError
from murho.formats import parquet
from murho.store.journal import damaged_lines
from murho.store.run import CAUSES, JUDGED_AGAIN, RECORD, SUITE, Run, number_of, read_judged


@dataclass(frozen=True)
class Damage:
    """A file that is not what it was, or not of this run."""

    file: str
    """Within the run's folder."""
    found: str
    todo: str


@dataclass(frozen=True)
class Verified:
    """What was looked at, and what was found."""

    parts: int
    """Of the answers."""
    damaged: tuple[Damage, ...]
    missing: int
    """Cases without an answer; the same `murho run` asks them."""
    systems: tuple[Any, ...]
    """Those that gave the answers, as the record names them."""

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        return {
            "parts": self.parts,
            "damaged": [asdict(damage) for damage in self.damaged],
            "missing": self.missing,
            "systems": list(self.systems),
        }


def verify(run: Run) -> Verified:
    """Look at every file of a run.

    Raises:
        InputError: its record cannot be read; without it nothing can be told of the rest.
    """
    run.record  # noqa: B018  without it nothing can be told of the rest
    files = run.parts_of_answers()
    damaged = [damage for file in files for damage in _read(run, file, lambda path: run.answers_of([Path(path)]))]
    damaged += _foreign(run, [file for file in files if _name(run, file) not in {one.file for one in damaged}])
    damaged += _read(run, run.path / SUITE, lambda _: run.cases())
    for file in sorted(run.path.glob("judgements/*/part-*.parquet")):
        damaged += _read(run, file, lambda path: read_judged(Path(path)), JUDGED_AGAIN)
    if (run.path / CAUSES).exists():
        damaged += _read(run, run.path / CAUSES, lambda _: run.causes())
    journal = run.journal_file
    if journal.exists() and (lines := damaged_lines(journal)):
        found = f"{len(lines)} lines are damaged, the first is line {lines[0]}"
        todo = "the same `murho run` asks again for what they held"
        damaged.append(Damage(_name(run, journal), found, todo))
    bad = {damage.file for damage in damaged}
    answered: set[str] = set()
    if SUITE not in bad:
        sound = [file for file in files if _name(run, file) not in bad]
        answered = set(run.answers_of(sound, run.journal()).ids)
    # They are counted by reading all parts.
    systems = answered_by.of_record(run.record) if bad else run.systems()
    missing = 0 if SUITE in bad else sum(name not in answered for name in run.cases().ids)
    return Verified(len(files), tuple(damaged), missing, tuple(systems))


def _foreign(run: Run, parts: Sequence[Path]) -> list[Damage]:
    """Parts of answers, each readable, that this run has not written: they were copied here."""
    results: dict[Path, str] = {}
    known = [entry.get("digest") for entry in answered_by.of_record(run.record)]
    for file in parts:
        if parquet.about(str(file)).get("system", known[0] if known else None) not in known:
            results[file] = f"answers of a system that {RECORD} does not name"
    numbers: dict[int, Path] = {}
    for file in sorted(set(parts) - set(results), key=lambda file: (file.stat().st_mtime_ns, file.name)):
        if (first := numbers.setdefault(number_of(file), file)) != file:
            results[file] = f"has the number of {first.name}, whose time is earlier; one of the two is of another run"
    todo = "move it out of this folder; was it merged by hand, put the answers into one file, and run on that"
    return [
        Damage(_name(run, file), f"no part of this run: {reason}", todo) for file, reason in sorted(results.items())
    ]


def _name(run: Run, file: Path) -> str:
    return str(file.relative_to(run.path))


def _read(run: Run, file: Path, read: Callable[[str], Any], todo: str | None = None) -> list[Damage]:
    try:
        read(str(file))
    except InputError as error:
        return [Damage(_name(run, file), error.found, todo or error.todo)]
    return []
