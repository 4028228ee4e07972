"""A sample that was drawn by a design, and the record of it that stands beside its file."""

import json
from collections.abc import Mapping
from os import fspath
from pathlib import Path
from typing import Any

from murho.core.errors import InputError
from murho.formats.opening import is_kept
from murho.sampling.estimating import Sampled


def record_beside(path: str) -> str:
    """Where the record of a sample stands: `sample.design.json` beside `sample.jsonl`."""
    return fspath(Path(path).with_suffix(".design.json"))


def read_beside(path: str) -> dict[str, Any] | None:
    """The record of the sample in a file; None where there is none beside it.

    Raises:
        InputError: it cannot be read.
    """
    if path == "-" or not is_kept(path):
        return None
    place = record_beside(path)
    try:
        text = Path(place).read_bytes()
    except OSError:
        return None
    try:
        record = json.loads(text)
        sampled_of(record)
    except (ValueError, RecursionError) as error:
        raise InputError(f"cannot be read ({error})", "restore it, or draw the sample anew", path=place) from None
    except InputError as error:
        raise error.at(place, None) from None
    return record  # type: ignore[no-any-return]


def sampled_of(record: Any, population: str = "finite") -> Sampled | None:
    """What a reading has to know of a sample by its record.

    Raises:
        InputError: it is no record of a sample.
    """
    if record is None:
        return None
    if not isinstance(record, Mapping) or not isinstance(record.get("design"), str):
        raise InputError("no record of a sample", "restore it, or draw the sample anew")
    size = record.get("population")
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise InputError(f"population is {size!r}", "restore it, or draw the sample anew")
    return Sampled(record["design"], size, population)


def refuse_sample(record: Mapping[str, Any], path: object, what: str) -> None:
    """Refuse what would take a sample for all there is: it knows nothing of inclusions.

    Args:
        record: of a run.
        path: its folder.
        what: what is asked for, after "of a sample".

    Raises:
        InputError: the run is of a sample that was drawn by a design.
    """
    if (drawn := record.get("data", {}).get("sample")) is not None:
        raise InputError(
            f"its cases are a sample by {drawn.get('design')}, and {what} knows nothing of inclusions",
            "`murho show` estimates π of all",
            path=str(path),
        )
