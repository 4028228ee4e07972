"""The status of an evaluation as lines of a terminal."""

from collections.abc import Sequence
from typing import Any

from murho.evaluator.status import Status
from murho.evaluator.stopping import BOTH, PEOPLE
from murho.sheets.numbers import fraction, several


def told(status: Status) -> list[str]:
    """What to print."""
    agreed, machine = status.agreement, status.machine
    lines = [
        f"judged {status.judged}, open {status.open}, waiting for a further person {status.wanted - status.open}",
        f"π = {fraction(status.pi)}{_ends(status.interval)}  {several(status.n, 'case')}, {status.method}",
        f"could not be told {status.cannot_say} (in no divisor); with meanings {status.references}",
    ]
    if status.stop is not None:
        how = "has stopped it" if status.stop["met"] else "has not stopped it yet"
        lines.append(f"{status.stop['rule']} {how}{_by(status)}")
    if status.sample is not None:
        drawn = status.sample
        lines.append(f"note: a sample by {drawn['design']} of {drawn['of']:,} cases; π and interval are of these")
    lines += [f"note: {flag}" for flag in status.flags]
    if machine is None and status.machine_undetermined:
        lines.append(status.machine_undetermined)
    if machine is not None:
        lines += _of_machine(status, machine)
    if agreed["cases"]:
        alpha = "–" if agreed["alpha"] is None else fraction(agreed["alpha"])
        same = f"{agreed['percent']:.1f} % said the same"
        lines.append(f"several people judged {several(agreed['cases'], 'case')}: {same}, Krippendorff's α {alpha}")
    if status.errors is not None:
        lines += _of_errors(status.errors)
    if status.conflicts:
        lines.append(f"{several(status.conflicts, 'disagreement')} to settle, on the owner's page")
    for one in status.people:
        pace = "" if one["seconds"] is None else f", {one['seconds']:.0f} s a case"
        steady = f", alike when asked twice {one['steady']} of {one['repeated']}" if one["repeated"] else ""
        lines.append(f"  {one['name']}: {several(one['judged'], 'case')}{pace}{steady}")
    return lines


def _by(status: Status) -> str:
    """Which of two intervals has stopped it."""
    by = None if status.machine is None or status.stop is None else status.stop["by"]
    names = {PEOPLE: ", by people's interval", BOTH: ", by the interval of people and machine"}
    return "" if by is None else names.get(by, "")


def _of_machine(status: Status, machine: dict[str, Any]) -> list[str]:
    """What a judging machine adds: π by both, or why there is none; its own figure is none of it."""
    both = f"on {machine['labelled']} of the {machine['judged']} cases that {machine['system']} judged people did, too"
    differ = several(machine["disagreements"], "disagreement")
    if status.machine_pi is None:
        return [f"{both}; {status.machine_undetermined}"]
    how = machine["method"] or status.machine_undetermined
    lines = [
        f"π = {fraction(status.machine_pi)}{_ends(status.machine_interval)}  {how}",
        f"{both}: {differ}; saves {status.saving or 0:.0%} of people's judgements",
    ]
    if machine["failed"]:
        lines.append(f"it could not judge {several(machine['failed'], 'case')}")
    return lines + [f"note: {flag}" for flag in machine["flags"]]


def _of_errors(errors: dict[str, Any]) -> list[str]:
    """How often people err, and what π is without it and for other people."""
    each = ", ".join(f"{name} {error:.1%}" for name, error in errors["people"].items())
    lines = [
        f"errors of people, by {several(errors['cases'], 'case')} that several judged: {each}",
        f"without them π = {fraction(errors['pi'])}{_ends(errors['interval'])}",
    ]
    if errors["others"] is not None:
        lines.append(f"for other people like these the interval is [{', '.join(map(fraction, errors['others']))}]")
    return lines + [f"note: {flag}" for flag in errors["flags"]]


def _ends(interval: Sequence[float] | None) -> str:
    return "" if interval is None else f"  [{', '.join(map(fraction, interval))}]"
