"""The course of a run: π over the first cases, and how long answers took."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from murho.figures import FigureKind
from murho.sheets import Picture, Sheet, SheetCell

if TYPE_CHECKING:
    from murho.core.figure import Figure
    from murho.figures.course.running import Running, Times
    from murho.views.evidence import Evidence


@dataclass(frozen=True)
class Course:
    """Both."""

    running: "Running | None"
    times: "Times | None"
    whole: "Figure"
    """What the running value ends at."""
    bounded: bool
    """The figure is 1 at most."""

    def as_json(self) -> dict[str, Any]:
        """Both as plain values."""
        return {
            "running": None if self.running is None else {"cases": self.running.cases, "points": self.running.points},
            "times": None if self.times is None else vars(self.times),
        }


def course_of(evidence: "Evidence") -> Course:
    """The course of a run under its main measure and weighting."""
    from murho.figures.course.running import running, times
    from murho.views.evidence import product

    whole = evidence.figure_under(0, 0)
    line = None if whole.value is None else running(evidence.cost, product(evidence.rho, evidence.units))
    return Course(line, times(evidence.answers.seconds or []), whole, evidence.measure.bounded)


def sheet(found: Course) -> Sheet:
    """The line of the running value, and the histogram of times with its quantiles."""
    short = "" if found.running else "too few expressions to draw a running value"
    parts = () if found.times is None else (_times(found.times),)
    return Sheet("Course of the run", short, picture=_line(found), sections=parts)


def _line(found: Course) -> Picture | None:
    from murho.sheets.drawing.line import Curve

    whole, line = found.whole, found.running
    if line is None or whole.value is None:
        return None
    curve = Curve(
        "Running value of π", line.points, line.cases, "expressions", whole.value, whole.interval, found.bounded
    )
    caption = (
        "running value: π over the first i expressions, in the order of the suite; the band is the "
        f"{100 * whole.estimate.level:g} % interval of the whole"
    )
    return Picture("line", curve, caption)


def _times(found: "Times") -> Sheet:
    from murho.sheets.drawing.histogram import Counts

    values = {**found.quantiles, "together": found.together}
    return Sheet(
        "Time per answer",
        facts=[(name, SheetCell(value, "duration")) for name, value in values.items()],
        picture=Picture("histogram", Counts(found.counts, found.edges), "on a logarithmic scale"),
    )


FIGURE = FigureKind(
    make=course_of, name="course", title="Course of the run", sheet=sheet, place=800, reported=lambda evidence: True
)
