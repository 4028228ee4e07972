"""Alignments as a page: what was taken for what, how often, and every utterance to look at."""

from collections.abc import Iterable

from murho.formats.opening import Path
from murho.pages.rendering import write_page
from murho.pipeline.aligning.alignment_counts import Findings
from murho.pipeline.scoring.alignment import Alignment
from murho.views.alignment_counts import alignment_counts
from murho.views.utterances import utterances


def write_alignments(
    path: Path,
    passing: Iterable[Alignment],
    findings: Findings,
    title: str,
    *,
    errors_only: bool = False,
    worst: int | None = None,
    rank: str = "errors",
    most: int = 20,
) -> None:
    """Write one page that needs no network: counts, lists of confusions (`most` entries, 0 for all), and utterances.

    All utterances stand on it, or those with errors, or so many of the `worst`; of more than 500, the 500 worst. More
    than 50 are folded, by the first feature where they stand in their own order.

    Raises OutputError where it cannot be written.
    """
    shown = utterances(passing, findings, errors_only=errors_only, worst=worst, rank=rank)
    counts = alignment_counts(findings, most or None)  # complete now that all have passed
    write_page(path, "alignments.html", name=title, counts=counts, shown=shown, errors_only=errors_only)
