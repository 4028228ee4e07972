"""What the record of a run says of the systems that gave its answers: one, or several since a change was accepted."""

from collections.abc import Iterable, Mapping
from typing import Any

HOW = ("workers", "timeout", "concurrency", "isolated", "engine", "on_references", "asked")
"""Settings that say how a system is asked, not what it is. A kind of system may name others, `Kind.asking`."""


def of_record(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The systems that gave the answers of a run, the first one first: `digest`, `spec`, `files`, and counts.

    A record of schema_version 1 has one, whose digest is None, and of whose files only the names are known.
    """
    listed = record.get("systems")
    if isinstance(listed, list):
        return [entry for entry in listed if isinstance(entry, dict)]
    system = record.get("system")
    if not isinstance(system, dict):
        return []
    stages = system["stages"] if isinstance(system.get("stages"), list) else [system]
    stages = [stage for stage in stages if isinstance(stage, dict)]
    code = [(stage, stage["code"]) for stage in stages if isinstance(stage.get("code"), dict)]
    files = {name or str(stage.get("spec")): told for stage, one in code for name, told in one.items()}
    spec = " then ".join(str(stage.get("spec", "")) for stage in stages)
    return [{"digest": None, "spec": spec, "files": files}]


def several(record: Mapping[str, Any]) -> str:
    """A note where the answers of a run are of more than one system, or may be; else empty.

    They are where a change was accepted, and may be where a file of the system changed while it was asked.

    >>> parts = [{"digest": f"sha256:{n}", "spec": "rules:u", "cases": c} for n, c in ((1, 24), (2, 36))]
    >>> several({"systems": [parts[0], {**parts[1], "accepted": True}]})
    'answers of 2 systems: 24 of rules:u sha256:1, 36 of rules:u sha256:2'
    >>> several({"systems": [{**parts[0], "edited": "words.txt was sha256:8, now sha256:9"}]})
    'answers may be of several systems: words.txt was sha256:8, now sha256:9, after rules:u was asked'
    """
    entries = [entry for entry in of_record(record) if entry.get("cases", 1)]
    told = []
    if len(entries) > 1 and any(entry.get("accepted") for entry in entries):
        told.append(f"answers of {len(entries)} systems: {', '.join(map(_counted, entries))}")
    edited = [f"{entry['edited']}, after {entry.get('spec')} was asked" for entry in entries if entry.get("edited")]
    if edited:
        told.append(f"answers may be of several systems: {'; '.join(edited)}")
    return "; ".join(told)


def _counted(entry: Mapping[str, Any]) -> str:
    words: Iterable[Any] = (entry.get("cases"), "of" if "cases" in entry else None, entry.get("spec"), entry["digest"])
    return " ".join(str(word) for word in words if word is not None)
