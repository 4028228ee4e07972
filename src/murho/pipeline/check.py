"""Check a suite before anyone runs it: read all of it, count what it holds, note what deserves a look."""

from collections import Counter
from typing import Any

from murho.core.case import Cases, join
from murho.core.meaning import meaning_set
from murho.core.signature import SCHEMA_VERSION
from murho.pipeline.score import weigh
from murho.pipeline.sources import pairs_of, read_cases
from murho.weighting import given


def check(path: str, answers: str | None = None, format_name: str | None = None) -> dict[str, Any]:
    """What the suite holds, with `notes`; raises InputError where it cannot be used."""
    unpaired = {}
    if answers is None:
        cases = join(list(read_cases(path, format_name)) or [Cases([], [], [])])
    else:
        pairs, counted = pairs_of(path, answers, format_name)
        cases = join([batch for batch, _ in pairs] or [Cases([], [], [])])
        unpaired = {"missing_answers": counted.missing_answers, "unmatched_answers": counted.unmatched_answers}
    if len(cases):
        weigh(given(), cases)
    meanings = [len(meaning_set(reference)) for reference in cases.references]
    return {
        "cases": len(cases),
        "in_domain": int(cases.in_domain.sum()),
        "ambiguous": sum(1 for size in meanings if size > 1),
        "clusters": len({c for c in cases.clusters or () if c is not None}),
        "weighted": sum(1 for w in cases.weights or () if w is not None),
        "features": {name: _described(column) for name, column in cases.features.items()},
        **unpaired,
        "notes": _notes(cases, meanings),
        "schema_version": SCHEMA_VERSION,
    }


def _described(column: Any) -> str:
    values = [value for value in column if value is not None]
    kinds = len({str(value) for value in values})
    gap = len(column) - len(values)
    return f"{kinds} value{'s' * (kinds != 1)}" + (f", {gap} case{'s' * (gap != 1)} without" if gap else "")


def _notes(cases: Cases, meanings: list[int]) -> list[str]:
    notes = []
    if not len(cases):
        notes.append("no cases at all")
    repeated = {text: count for text, count in Counter(cases.expressions).items() if count > 1}
    if repeated:
        text, count = max(repeated.items(), key=lambda item: item[1])
        notes.append(
            f"expressions that stand in the suite more than once: {len(repeated)} ({text!r} {count} times); "
            "weighting by frequency counts each once"
        )
    if blank := sum(1 for text in cases.expressions if not text.strip()):
        notes.append(f"blank expressions: {blank}")
    if len(cases) and not cases.in_domain.any():
        notes.append("no expression has a meaning in the domain: every reference is empty")
    doubled = sum(1 for size, reference in zip(meanings, cases.references, strict=True) if size < len(reference))
    if doubled:
        notes.append(f"references that name the same meaning twice: {doubled}; it counts once")
    if 0 < len({c for c in cases.clusters or () if c is not None}) < 10:
        notes.append("fewer than 10 clusters: intervals will be wide, and say so")
    return notes
