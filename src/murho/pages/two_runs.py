"""Two runs of one suite as a page: the tree of phenomena with what both have right, one alone, or none."""

from murho.formats.opening import Path
from murho.measures import Measure
from murho.pages.rendering import write_page
from murho.store import Run
from murho.views.two_runs import two_runs
from murho.weighting import Weighting


def write_two_runs(a: Run, b: Run, path: Path, measure: Measure | None = None, weight: Weighting | None = None) -> None:
    """Write two runs of one suite as one HTML file that needs no network; it appears whole or not at all.

    Raises:
        UsageError: they are runs of different suites.
        OutputError: the file cannot be written.
    """
    write_page(path, "two_runs.html", **vars(two_runs(a, b, measure, weight)))
