"""Verify: whether the files of a run are what they were when they were written, and what can be had again.

A part of the answers, or of judgements, bears a digest of its bytes in its name, a line of the journal its checksum,
and pages of Parquet theirs, so that nothing that a disk or a copy damaged is read as an answer.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from murho.core import answered_by
from murho.core.errors import InputError
from murho.store.journal import damaged_lines
from murho.store.run import CAUSES, JUDGED_AGAIN, SUITE, Run, read_judged


@dataclass(frozen=True)
class Damage:
    """A file that is not what it was."""

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
    damaged += _read(run, run.path / SUITE, lambda _: run.cases())
    for file in sorted(run.path.glob("judgements/*/part-*.parquet")):
        damaged += _read(run, file, lambda path: read_judged(Path(path)), JUDGED_AGAIN)
    if (run.path / CAUSES).exists():
        damaged += _read(run, run.path / CAUSES, lambda _: run.causes())
    journal = run.journal_file
    if journal.exists() and (lines := damaged_lines(journal)):
        found = f"{len(lines)} lines are damaged, the first is line {lines[0]}"
        todo = "the same `murho run` asks again for what they held"
        damaged.append(Damage(str(journal.relative_to(run.path)), found, todo))
    bad = {damage.file for damage in damaged}
    answered: set[str] = set()
    if SUITE not in bad:
        sound = [file for file in files if str(file.relative_to(run.path)) not in bad]
        answered = set(run.answers_of(sound, run.journal()).ids)
    # They are counted by reading all parts.
    systems = answered_by.of_record(run.record) if bad else run.systems()
    missing = 0 if SUITE in bad else sum(name not in answered for name in run.cases().ids)
    return Verified(len(files), tuple(damaged), missing, tuple(systems))


def _read(run: Run, file: Path, read: Callable[[str], Any], todo: str | None = None) -> list[Damage]:
    try:
        read(str(file))
    except InputError as error:
        return [Damage(str(file.relative_to(run.path)), error.found, todo or error.todo)]
    return []
