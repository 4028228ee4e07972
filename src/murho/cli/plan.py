"""murho plan"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from murho.cli.arguments import FOLDER, Typed, formats
from murho.cli.verb import Given, Verb

if TYPE_CHECKING:
    from murho.face.plan import Plan
    from murho.sampling.planning import Planned

EXAMPLES = """
murho plan cases.jsonl --margin 0.02 --expect 0.2
murho plan cases.jsonl --margin 0.02 --stratify scenario --pilot my-run
murho plan cases.jsonl --margin 0.02 --pilot run-a --pilot run-b --json
"""
TYPED = {
    "margin": Typed(("--margin",)),
    "stratify": Typed(metavar="FEATURE"),
    "pilot": Typed(("--pilot",), "RUN", type=FOLDER, several=True),
    "format": formats("Format of the cases: "),
}


def draw(plan: "Plan", given: Given) -> None:
    """The designs; the ways of the source; the designs for a difference."""
    click.echo(f"judgements for ±{plan.margin:g} at {100 * plan.level:g} %, of {plan.population} cases")
    _draw(plan.designs)
    for way in plan.source:
        holds = f"holds π in {100 * way.covers:.1f} %, under these weights in {100 * way.covers_weighted:.1f} %"
        click.echo(f"  {way.n:>8}  {way.name} (source): {holds}")
    if plan.difference is not None:
        click.echo(f"for the difference of both pilots, whose losses correlate by {plan.correlation:.2f}")
        _draw(plan.difference)


def _draw(designs: "Sequence[Planned]") -> None:
    for one in designs:
        saved = "" if one is designs[0] else f"  saves {100 * one.saving:.0f} %"
        note = f"  ({one.note})" if one.note else ""
        click.echo(f"  {one.n:>8}  {one.design}{saved}{note}")
        if one.by_stratum is not None:
            click.echo(" " * 12 + ", ".join(f"{name} {n}" for name, n in one.by_stratum.items()))


plan = Verb("plan", EXAMPLES, draw, typed=TYPED).command()
