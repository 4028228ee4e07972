"""From files to batches: which format, and what a meaning is where the format leaves it to the measure."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from murho.core.case import Answers, Cases
from murho.core.errors import UsageError
from murho.formats import by_name, guess
from murho.formats.digest import digest
from murho.formats.join import Unpaired, pair
from murho.measures import Measure
from murho.pipeline.score import Score, score_batches
from murho.weighting import Weighting

if TYPE_CHECKING:
    from murho.systems import System

CONTENT = {"label": "labels", "text": "words", "units": "concepts", "json": "frames"}
"""What to take as the meaning of a SLURP sentence, by the kind of meaning a measure judges."""


def format_of(path: str, name: str | None, other: str | None = None) -> str:
    """The format asked for, or the one that the file's name tells (its partner's, for standard input)."""
    return name or guess(other if path == "-" and other is not None else path)


def content_of(how: Measure) -> str:
    """What SLURP content a measure judges: slots leave the intent out, as the official scorer's entities do."""
    return "entities" if type(how).__name__ in ("slots", "slu") else CONTENT[how.kind]


def read_cases(path: str, format_name: str | None = None, how: Measure | None = None, **more: Any) -> Iterator[Cases]:
    """The cases of a file."""
    name = format_of(path, format_name)
    if name == "slurp" and how is not None:
        more["content"] = content_of(how)
    cases: Iterator[Cases] = by_name(name).read_cases(path, **more)
    return cases


def read_answers(path: str, format_name: str | None = None, how: Measure | None = None) -> Iterator[Answers]:
    """The answers of a file."""
    name = format_of(path, format_name)
    more = {"content": content_of(how)} if name == "slurp" and how is not None else {}
    answers: Iterator[Answers] = by_name(name).read_answers(path, **more)
    return answers


def system_of(spec: str, format_name: str | None, how: Measure, **options: Any) -> "System":
    """The system that a specification names; recorded answers are read in the format of the cases, if one is given."""
    from murho.systems import Recorded, system

    path = spec.removeprefix("recorded:")
    if format_name is not None and (path != spec or Path(path).is_file()):
        return Recorded(lambda: read_answers(path, format_name, how), path)
    return system(spec, **options)


def pairs_of(
    references: str,
    answers: str,
    format_name: str | None = None,
    how: Measure | None = None,
    *,
    missing: str = "undefined",
    extra: str = "error",
) -> tuple[Iterator[tuple[Cases, Answers]], Unpaired]:
    """Cases with their answers, batch by batch, and the count of what had no partner, filled as they are read."""
    if references == answers == "-":
        raise UsageError("only one of both files can be standard input")
    first = format_of(references, format_name, answers)
    second = format_of(answers, format_name, references)
    more = {}
    if first == second == "slurp":
        more["keyed_by"] = by_name("slurp").keyed_by(answers)
    counted = Unpaired()
    by_line = first == second == "text"
    cases = read_cases(references, first, how, **more)
    said = read_answers(answers, second, how)
    return pair(cases, said, missing=missing, extra=extra, by_line=by_line, counts=counted), counted


def score_files(
    how: Measure,
    references: str,
    answers: str,
    *,
    format_name: str | None = None,
    weight: Weighting | None = None,
    by: Sequence[str] = (),
    missing: str = "undefined",
    extra: str = "error",
    level: float = 0.95,
    method: str = "auto",
    seed: int = 0,
    per_case: bool = False,
) -> Score:
    """Score one file against another in one pass."""
    if "slurp" in (format_name, format_of(references, format_name, answers)):
        extra = "ignore"  # a foreign format: prediction files answer more recordings than the test set has
    pairs, counted = pairs_of(references, answers, format_name, how, missing=missing, extra=extra)
    settings = {
        "missing": missing,
        "extra": extra,
        "seed": seed,
        "references": _data(references),
        "answers": _data(answers),
    }
    found = score_batches(
        how, pairs, weight=weight, by=by, level=level, method=method, settings=settings, per_case=per_case
    )
    return replace(found, missing_answers=counted.missing_answers, unmatched_answers=counted.unmatched_answers)


def _data(path: str) -> str:
    """A file in the signature: its digest, shortened."""
    return digest(path)[:19] if Path(path).is_file() else "stream"
