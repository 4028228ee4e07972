"""The status of an evaluation as lines of a terminal."""

from murho.evaluator.status import Status
from murho.views.numbers import fraction, several


def told(status: Status) -> list[str]:
    """What to print."""
    ends = "" if status.interval is None else f"  [{', '.join(map(fraction, status.interval))}]"
    agreed = status.agreement
    lines = [
        f"judged {status.judged}, open {status.open}, waiting for a further person {status.wanted - status.open}",
        f"π = {fraction(status.pi)}{ends}  {several(status.n, 'case')}, {status.method}",
        f"could not be told {status.cannot_say} (in no divisor); with meanings {status.references}",
    ]
    if agreed["cases"]:
        alpha = "–" if agreed["alpha"] is None else fraction(agreed["alpha"])
        same = f"{agreed['percent']:.1f} % said the same"
        lines.append(f"two people judged {several(agreed['cases'], 'case')}: {same}, Krippendorff's α {alpha}")
    if status.conflicts:
        lines.append(f"{several(status.conflicts, 'disagreement')} to settle, on the owner's page")
    for one in status.people:
        pace = "" if one["seconds"] is None else f", {one['seconds']:.0f} s a case"
        steady = f", alike when asked twice {one['steady']} of {one['repeated']}" if one["repeated"] else ""
        lines.append(f"  {one['name']}: {several(one['judged'], 'case')}{pace}{steady}")
    return lines
