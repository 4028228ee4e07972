"""What the record of a run says: what was run and to what end, every setting, and how to do it again."""

import shlex
from datetime import datetime
from typing import Any

from murho.core.answered_by import of_record
from murho.core.errors import UsageError
from murho.formats import guess
from murho.sheets import legible
from murho.store import Run
from murho.systems.kinds import kind_of
from murho.version import __version__
from murho.views.evidence import Evidence

GOALS = {"goal": "Goal", "domain": "Domain", "representation": "Representation", "sample": "Sample"}
USUAL = {"weight": "given", "missing": "undefined", "level": 0.95, "method": "auto", "seed": 0}
"""Settings that a command need not name."""
ASKED: dict[str, Any] = {"workers": 1, "timeout": None, "batch": None}
"""How a system is asked, and what is usual."""


def run_name(run: Run) -> str:
    """The folder's own name."""
    return run.path.resolve().name


def about(evidence: Evidence) -> list[tuple[str, str]]:
    """What was run, when, and to what end, from the record."""
    record = evidence.record
    purpose = record.get("about", {})
    facts = [
        ("System", spec(record.get("system", {}))),
        ("Suite", legible.as_text(record.get("data", {}).get("cases", ""))),
        *((title, legible.as_text(purpose.get(name, ""))) for name, title in GOALS.items()),
        ("Run", _span(record.get("started"), record.get("finished"))),
    ]
    return [(name, value) for name, value in facts if value]


def spec(system: Any) -> str:
    """A system in a few words: how it was named, else everything that is known of it."""
    if not isinstance(system, dict):
        return legible.as_text(system)
    if "stages" in system and isinstance(system["stages"], list):
        return " → ".join(_named(stage, spec(stage)) for stage in system["stages"])
    return legible.as_text(system.get("spec") or system.get("kind") or system or "")


def _span(started: Any, finished: Any) -> str:
    start, end = _moment(started), _moment(finished)
    if start is None or end is None:
        return "" if start is None else f"{start:%Y-%m-%d %H:%M %Z}"
    return f"{start:%Y-%m-%d %H:%M %Z}, {legible.duration(max(1.0, (end - start).total_seconds()))}"


def _moment(text: Any) -> datetime | None:
    try:
        return datetime.fromisoformat(str(text))
    except ValueError:
        return None


def settings(evidence: Evidence) -> list[tuple[str, str]]:
    """Everything the figures depend on, for the record."""
    record = evidence.record
    data = record.get("data", {})
    facts = {
        "measures": ", ".join(map(repr, evidence.measures)),
        "weighting": ", ".join(map(repr, evidence.weightings)),
        "missing answers": evidence.missing,
        "level": f"{evidence.reading.level:g}",
        "interval method": evidence.reading.method,
        "seed": evidence.reading.seed,
        **{f"data: {name}": value for name, value in data.items()},
        **{f"system: {name}": value for name, value in record.get("system", {}).items()},
        **_identities(record),
        **{f"version: {name}": value for name, value in record.get("versions", {}).items()},
        "state of the run": record.get("state"),
        "page written by": f"murho {__version__}",
    }
    return [(name, legible.as_text(value)) for name, value in facts.items() if value is not None]


def _identities(record: dict[str, Any]) -> dict[str, Any]:
    """The digest of each system that answered, and the files that it was made of."""
    facts: dict[str, Any] = {}
    for number, entry in enumerate(of_record(record), 1):
        which = "system" if number == 1 else f"system {number}"
        facts |= {f"{which}: digest": entry.get("digest"), f"{which}: files": entry.get("files") or None}
    return facts


def command(evidence: Evidence) -> list[str]:
    """The commands that make this run and this page again."""
    record = evidence.record
    if made_by := record.get("data", {}).get("made_by"):
        return [str(made_by)]
    system, data, was = record.get("system", {}), record.get("data", {}), record.get("settings", {})
    stages = system.get("stages") or [system]
    suite = data.get("format") == "suite"
    run = ["murho", *["suite"] * suite, "run", legible.as_text(data.get("cases") or "CASES")]
    for option, stage in zip(["--system", *["--then"] * len(stages)], stages, strict=False):
        run += [option, _named(stage, _as_typed(stage) or "SYSTEM")]
    run += ["--carry", "all"] if system.get("carry") == "all" else []
    run += ["--no-on-references"] if system.get("on_references") is False else []
    for measure in was.get("measures", []):
        run += ["-m", measure]
    for option, usual in USUAL.items():
        if was.get(option, usual) != usual:
            run += [f"--{option}", str(was[option])]
    run += [word for path in record.get("files", ()) for word in ("--files", legible.as_text(path))]
    run += ["--limit", str(data["limit"])] if data.get("limit") else []
    run += (["--section", data["section"]] if data.get("section") else []) if suite else _format(data)
    asked = stages[0] if isinstance(stages[0], dict) else {}
    for option, value in {**asked, **record.get("about", {})}.items():
        if (option in ASKED or option in GOALS) and value not in (None, ASKED.get(option)):
            run += [f"--{option}", f"{value:g}" if isinstance(value, float) else legible.as_text(value)]
    name = run_name(evidence.run)
    report = ["murho", "report", name, "-o", "report.html"]
    for measure in evidence.measures if list(map(repr, evidence.measures)) != was.get("measures") else ():
        report += ["-m", repr(measure)]
    for rho in evidence.weightings if list(map(repr, evidence.weightings)) != [was.get("weight")] else ():
        report += ["--weight", repr(rho)]
    return [" ".join(map(quoted, [*run, "-o", name])), " ".join(map(quoted, report))]


def _named(stage: Any, text: str) -> str:
    """A stage with its name, if it has one."""
    return f"{stage['name']}={text}" if isinstance(stage, dict) and stage.get("name") else text


def _as_typed(stage: Any) -> str:
    """A system as it is named on the command line."""
    if not isinstance(stage, dict) or "spec" not in stage:
        return spec(stage)
    kind = kind_of(stage)
    return kind.typed(stage, spec(stage)) if kind else f"{legible.as_text(stage.get('kind', ''))}:{spec(stage)}"


def _format(data: dict[str, Any]) -> list[str]:
    """The option that names the format of the cases, where their name does not tell it."""
    try:
        guessed = guess(str(data.get("cases") or ""))
    except UsageError:
        guessed = ""
    return ["--format", str(data["format"])] if data.get("format", guessed) != guessed else []


def quoted(word: str) -> str:
    """A word as a shell reads it, in double quotes where it holds single ones.

    >>> print(quoted("frequency('count')"), quoted("mu1()"), quoted("words"))
    "frequency('count')" 'mu1()' words
    """
    return f'"{word}"' if "'" in word and not set(word) & set('"$`\\!') else shlex.quote(word)
