"""Check a suite before anyone runs it: read all of it, count what it holds, note what deserves a look."""

from collections import Counter
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from murho.core.case import Cases, join
from murho.core.meaning import UNDEFINED, Meaning, meaning_set
from murho.core.signature import SCHEMA_VERSION
from murho.measures.units.reading import attribute
from murho.pipeline.scoring.judge import weigh
from murho.pipeline.sources import Pairing, pairs_of, read_cases
from murho.weighting import given

_SHOWN = 10
"""Classes of units that a note names."""


def check(path: str, answers: str | None = None, format_name: str | None = None) -> dict[str, Any]:
    """What the suite in a file holds, and with `answers` what has no partner; `notes` say what deserves a look.

    Raises:
        InputError: a file is malformed, an importance cannot be used, or the files do not belong together.
    """
    unpaired, answer_notes = {}, dict[str, None]()
    answered: list[Meaning] = []
    if answers is None:
        cases = join(list(read_cases(path, format_name)) or [Cases([], [], [])])
    else:
        pairs, counted = pairs_of(path, answers, Pairing(format_name))
        batches = list(pairs)
        cases = join([batch for batch, _ in batches] or [Cases([], [], [])])
        answer_notes = dict.fromkeys(note for _, batch in batches for note in batch.notes)
        answered = [
            one for _, batch in batches for answer in batch.answers if answer is not UNDEFINED for one in answer
        ]
        unpaired = {"missing_answers": counted.missing_answers, "unmatched_answers": counted.unmatched_answers}
    if len(cases):
        weigh(given(), cases)  # for its errors: importances that no figure could be weighed by
    meanings = [len(meaning_set(reference or ())) for reference in cases.references]
    classes = _classes(meaning for reference in cases.references for meaning in reference or ())
    return {
        "cases": len(cases),
        **_openings(cases),
        **({"labels": {name: _labels(column) for name, column in cases.labels.items()}} if cases.labels else {}),
        "in_domain": int(cases.in_domain.sum()),
        "ambiguous": sum(1 for size in meanings if size > 1),
        "clusters": len({c for c in cases.clusters or () if c is not None}),
        "weighted": sum(1 for w in cases.weights or () if w is not None),
        **({"unit_classes": dict(classes)} if classes else {}),
        "features": {name: _described(column) for name, column in cases.features.items()},
        **unpaired,
        "notes": [*_notes(cases, meanings), *_never_answered(classes, _classes(answered)), *answer_notes],
        "schema_version": SCHEMA_VERSION,
    }


def _openings(cases: Cases) -> dict[str, Any]:
    """How many cases are open, are dialogues, say what went before, have references of stages; zeros are left out."""
    counts: dict[str, Any] = {
        "open": int(cases.open.sum()),
        "dialogues": sum(1 for expression in cases.expressions if not isinstance(expression, str)),
        "with_before": sum(1 for turns in cases.before or () if turns is not None),
        "by_stage": {
            stage: sum(1 for references in column if references is not None) for stage, column in cases.by_stage.items()
        },
    }
    return {name: value for name, value in counts.items() if value}


def _classes(meanings: Iterable[Meaning]) -> Counter[str]:
    """How many units there are of each class, `goalcity` of `goalcity:bonn`; none where meanings are no such units."""
    found = Counter[str]()
    for meaning in meanings:
        if meaning == "":
            continue
        if not isinstance(meaning, list | tuple) or not all(isinstance(one, str) and ":" in one for one in meaning):
            return Counter()
        found.update(map(attribute, meaning))
    return found


def _never_answered(wanted: Counter[str], answered: Counter[str]) -> list[str]:
    """A note on the classes of which answers have no unit: perhaps only a slip of the pen in a reference."""
    missing = {name: count for name, count in wanted.items() if name not in answered} if answered else {}
    if not missing:
        return []
    near = {name: get_close_matches(name, list(answered), 1) for name in missing}
    told = [f"{name} ({count}{f'; {near[name][0]}?' if near[name] else ''})" for name, count in missing.items()]
    few = ", ".join(told[:_SHOWN]) + (", ..." if len(told) > _SHOWN else "")
    return [f"units of the references whose class no answer has: {sum(missing.values())} of {wanted.total()}: {few}"]


def _labels(column: Sequence[Sequence[str] | None]) -> str:
    """A line on the labels of words of one name: how many values, words, and cases without labels there are."""
    given = [labels for labels in column if labels is not None]
    kinds, words, gap = (
        len({label for labels in given for label in labels}),
        sum(map(len, given)),
        len(column) - len(given),
    )
    text = f"{kinds} value{'s' * (kinds != 1)}, {words} word{'s' * (words != 1)}"
    return text + (f", {gap} case{'s' * (gap != 1)} without" if gap else "")


def _described(column: Any) -> str:
    values = [value for value in column if value is not None]
    kinds = len({str(value) for value in values})
    gap = len(column) - len(values)
    return f"{kinds} value{'s' * (kinds != 1)}" + (f", {gap} case{'s' * (gap != 1)} without" if gap else "")


def _notes(cases: Cases, meanings: list[int]) -> list[str]:
    notes = list(cases.notes)
    if not len(cases):
        notes.append("no cases at all")
    if is_open := int(cases.open.sum()):
        notes.append(f"open cases, of which nobody has said what they mean: {is_open}; they can be run, not scored")
    repeated = {text: count for text, count in Counter(cases.texts).items() if count > 1}
    if repeated:
        text, count = max(repeated.items(), key=lambda item: item[1])
        notes.append(
            f"expressions that stand in the suite more than once: {len(repeated)} ({text!r} {count} times); "
            "weighting by frequency counts each once"
        )
    if blank := sum(1 for text in cases.texts if not text.strip()):
        notes.append(f"blank expressions: {blank}")
    if not cases.open.all() and not cases.in_domain.any():
        notes.append("no expression has a meaning in the domain: every reference is empty")
    doubled = sum(1 for size, reference in zip(meanings, cases.references, strict=True) if size < len(reference or ()))
    if doubled:
        notes.append(f"references that name the same meaning twice: {doubled}; it counts once")
    if 0 < len({c for c in cases.clusters or () if c is not None}) < 10:
        notes.append("fewer than 10 clusters: intervals will be wide, and say so")
    return notes
