"""How far the interval of a run can be trusted, in the terminal."""

from typing import TYPE_CHECKING

from murho.sheets.console import escape, table
from murho.sheets.numbers import fraction, interval, several
from murho.views.trust import trust as view

if TYPE_CHECKING:
    from rich.console import Console

    from murho.pipeline.runs.trust import Trust


def show_trust(found: "Trust", console: "Console") -> None:
    """Print the figure of the run, what samples of it held, and how many cases more a narrower interval takes."""
    shown = view(found)
    whole = shown.figure
    clusters = "" if shown.more_clusters is None else f" in {several(whole.estimate.clusters, 'cluster')}"
    console.print(
        f"[bold]{escape(shown.measure)}[/]  π = [bold]{fraction(whole.value)}[/]  "
        f"{100 * whole.estimate.level:g} % {interval(whole)}, {several(whole.n, 'case')}{clusters}",
        soft_wrap=True,
    )
    made = table([f"{shown.replications} samples of the run"], ["share", "interval"])
    for share in shown.shares:
        ends = "" if share.interval is None else f"[{', '.join(map(fraction, share.interval))}]"
        made.add_row(share.name, fraction(share.value), escape(ends))
    made.add_row("median width", fraction(shown.width), "")
    console.print(made)
    more = several(shown.more_cases, "case")
    like = "" if not shown.more_clusters else f", {several(shown.more_clusters, 'cluster')} like these"
    console.print(f"  ±{fraction(shown.margin)} takes {more} more{like}", soft_wrap=True)
    for note in shown.notes:
        console.print(f"  [yellow]note[/]  {escape(note)}", soft_wrap=True)
    console.print(f"[dim]{escape(shown.signature)}[/]", soft_wrap=True, highlight=False)
