"""From files to batches: which format, and what a meaning is where the format leaves it to the measure."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from os.path import isfile
from typing import TYPE_CHECKING, Any, Literal

from murho.core.case import Answers, Cases, numbered
from murho.core.errors import UsageError
from murho.formats import by_name, guess
from murho.formats.digest import digest
from murho.formats.join import Batch, Unpaired, pair
from murho.formats.opening import plain_suffix
from murho.measures import Measure

if TYPE_CHECKING:
    from murho.systems import System

Missing = Literal["undefined", "skip"]
Extra = Literal["error", "ignore"]

CONTENT = {"label": "labels", "text": "words", "units": "concepts", "json": "frames"}
"""What to take as the meaning of a SLURP sentence, by the kind of meaning a measure judges."""
_TIMED = {".stm": "stm", ".ctm": "ctm"}
_ANY_MEANING = ("jsonl", "parquet")


def format_of(path: str, name: str | None, other: str | None = None) -> str:
    """The format asked for, or the one that the file's name tells (its partner's, for standard input)."""
    return name or guess(other if path == "-" and other is not None else path)


def formats_of(references: str, answers: str, name: str | None) -> tuple[str, str]:
    """The formats of both files; `name` is that of both, or of each: `helsinki,lines`.

    Segments and words with times, stm and ctm, go together: where either is named the names of the files tell which.
    """
    if name is not None and name in _TIMED.values():
        return _TIMED.get(plain_suffix(references), name), _TIMED.get(plain_suffix(answers), name)
    first, _, second = (name or "").partition(",")
    return format_of(references, first or None, answers), format_of(answers, second or first or None, references)


def content_of(how: Measure) -> str:
    """What SLURP content a measure judges: slots leave the intent out, as the official scorer's entities do, unless
    they are asked for it by name.
    """
    if how.kind not in CONTENT:
        raise UsageError(f"SLURP holds nothing that {how} judges; name another measure, or another format")
    return "entities" if how.without_intent else CONTENT[how.kind]


def reading(name: str, how: Measure | None) -> dict[str, Any]:
    """How to read a format that holds meanings of several kinds, for what a measure judges."""
    if how is None:
        return {}
    if name in ("stm", "seglst"):
        return {"by_session": how.kind == "speakers"}
    if _holds_trees(name):
        if how.kind != "tree":
            raise UsageError(f"{name} holds trees, which {how} cannot judge; name the measure dependencies")
        return {"shape": "forest"} if how.equal_tokens else {}
    if how.kind == "speakers" and name not in _ANY_MEANING:
        raise UsageError(f"{how} judges sessions of several speakers; give them as seglst, stm or jsonl, not as {name}")
    return {"content": content_of(how)} if name == "slurp" else {}


def read_cases(path: str, format_name: str | None = None, how: Measure | None = None, **more: Any) -> Iterator[Cases]:
    """The cases of a file."""
    name = format_of(path, format_name)
    cases: Iterator[Cases] = by_name(name).read_cases(path, **reading(name, how), **more)
    return numbered(cases)


def read_answers(
    path: str, format_name: str | None = None, how: Measure | None = None, **more: Any
) -> Iterator[Answers]:
    """The answers of a file."""
    name = format_of(path, format_name)
    answers: Iterator[Answers] = by_name(name).read_answers(path, **reading(name, how), **more)
    return answers


def extra_of(path: str, name: str | None, other: str | None = None) -> Extra:
    """What answers without a case usually are in the format of the answers: an `error`, or to `ignore`."""
    found: Extra = getattr(by_name(format_of(path, name, other)), "EXTRA", "error")
    return found


def recorded(spec: str) -> str | None:
    """The file of recorded answers that the specification of a system names, if it names one."""
    path = spec.removeprefix("recorded:")
    return path if path != spec or isfile(spec) else None


def data_of(cases: str, format_name: str | None, how: Measure, stages: Sequence[str]) -> dict[str, Any]:
    """What the record of a run says of its data: files, digests, and how they were read."""
    name = format_of(cases, format_name)
    found = {"cases": cases, "digest": digest(cases), "format": name, **reading(name, how)}
    answers = {path: digest(path) for path in map(recorded, stages) if path is not None}
    return found | ({"answers": answers} if answers else {})


def system_of(
    spec: str, cases: str, format_name: str | None, how: Measure, extra: Extra | None = None, **options: Any
) -> "System":
    """The system that a specification names; recorded answers are read in the format of the cases, if one is given.

    SLURP's cases are recordings then: what was predicted for a sentence is the answer to each of its recordings. Words
    with times are dealt out to the segments. Trees without ids, or with ids of another kind, answer the cases in order.
    """
    from murho.systems import Recorded, system

    path = recorded(spec)
    if path is None or format_name is None:
        told_by_name = system(spec, extra=extra or "error", **options)  # which refuses options that do not fit
        if path is None:
            return told_by_name
    first, second = formats_of(cases, path, format_name)
    more = _segments(first, second, cases, [])
    if first == second == "slurp" and cases != "-":
        more["recordings"] = cases

    def read() -> Iterator[Answers]:
        said = read_answers(path, second, how, **more)
        if not (_holds_trees(first) and _holds_trees(second)) or cases == "-":
            return said
        from murho.formats.pairing import with_ids_of

        return with_ids_of(read_cases(cases, first, how), said)

    return Recorded(read, path, extra=extra or extra_of(path, second))


def pairs_of(
    references: str,
    answers: str,
    format_name: str | None = None,
    how: Measure | None = None,
    *,
    missing: Missing = "undefined",
    extra: Extra | None = None,
    tiers: str | None = None,
) -> tuple[Iterator[tuple[Cases, Answers]], Unpaired]:
    """Cases with their answers, batch by batch, and the count of what had no partner, filled as they are read."""
    if references == answers == "-":
        raise UsageError("only one of both files can be standard input")
    first, second = formats_of(references, answers, format_name)
    if tiers is not None and "textgrid" not in (first, second):
        raise UsageError("tiers are named for the format textgrid")
    more: dict[str, Any] = _tiers(first, tiers)
    if first == second == "slurp":
        more["keyed_by"] = by_name("slurp").keyed_by(answers)
    counted = Unpaired()
    if first == "stm" and (how is None or how.kind != "speakers"):
        more["notes"] = counted.notes
    by_line, utterances, by_word = (
        (getattr(by_name(first), flag, False), getattr(by_name(second), flag, False))
        for flag in ("BY_LINE", "UTTERANCES", "BY_WORD")
    )
    extra = extra or extra_of(answers, second)
    cases = read_cases(references, first, how, **more)
    dealing = _segments(first, second, references, counted.notes)
    said = read_answers(answers, second, how, **_tiers(second, tiers), **dealing)
    if any(getattr(by_name(name), "FOLDED_IDS", False) for name in (first, second)):
        cases, said = map(_folded, cases), map(_folded, said)
    if _holds_trees(first) and _holds_trees(second):
        from murho.formats.pairing import paired

        paths = references, answers
        return paired(cases, said, missing=missing, extra=extra, paths=paths, counts=counted), counted
    entries = "utterances" if all(utterances) else "lines"
    pairs = pair(
        cases,
        said,
        missing=missing,
        extra=extra,
        by_line=all(by_line),
        entries=entries,
        paths=(references, answers),
        counts=counted,
    )
    if not all(utterances):
        return pairs, counted
    from murho.formats.utterances import same_words

    return same_words(pairs, by_word), counted


def _holds_trees(name: str) -> bool:
    found: bool = getattr(by_name(name), "SENTENCES", False)
    return found


def usual_measure(path: str, format_name: str | None) -> str:
    """What to judge by where nobody says so, as far as the format of the cases tells."""
    try:
        name = formats_of(path, path, format_name)[0]
    except UsageError:  # no format is known yet: whoever reads the file will say so
        return "meanings"
    return {"conllu": "dependencies", "conllx": "dependencies(rules=conllx)"}.get(name, "meanings")


def whole_trees(how: Measure, references: str, answers: str, format_name: str | None) -> str | None:
    """The format of two files of trees that are aligned over their whole text; None where sentences are paired."""
    if how.over_files is not how:
        return None
    first, second = formats_of(references, answers, format_name)
    return first if first == second and _holds_trees(first) else None


def _segments(first: str, second: str, references: str, notes: list[str]) -> dict[str, Any]:
    """What words with times need to know of the segments they belong to."""
    if (first, second) != ("stm", "ctm"):
        return {}
    if references == "-":
        raise UsageError("an stm is read twice where a ctm belongs to it; give a file, not standard input")
    return {"segments": references, "notes": notes}


def _folded(batch: Batch) -> Batch:
    return replace(batch, ids=[name.casefold() for name in batch.ids])


def _tiers(name: str, tiers: str | None) -> dict[str, str]:
    return {"tiers": tiers} if name == "textgrid" and tiers is not None else {}


def short_digest(path: str) -> str:
    """A file in the signature: its digest, shortened."""
    return digest(path)[:19] if isfile(path) else "stream"
