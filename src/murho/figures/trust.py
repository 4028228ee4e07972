"""Trust: how often the interval of a run's figure holds the truth, on data like these.

The run is taken for the whole population, whose π is then known. Samples of its size, with its weights and clusters,
are drawn from it, and each gets the interval that figures get (`murho.core.coverage`).

>>> from murho.core.coverage import Coverage
>>> from murho.core.figure import figure
>>> from murho.core.judgement import Judgements
>>> from murho.core.tally import tally
>>> run = figure(tally(Judgements.of([1, 0, 0, 1]), [1, 1, 1, 1]), level=0.95)
>>> drawn = Coverage(0.5, 0.95, (0.94, 0.96), 0.03, 0.02, 0.8, 1.0, 0.0, 2000)
>>> shown = sheet(Trust("labels", run, drawn, 0.2, 12, 0, (), "murho|measure:labels"))
>>> shown.rows[0].cells, shown.conclusions
(('interval holds π', 0.95, (0.94, 0.96)), ['±0.2000 takes 12 cases more'])
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Any

from murho.core.errors import InputError
from murho.figures import FigureKind, Subject
from murho.sheets import Column, Sheet, SheetCell, SheetRow
from murho.sheets.numbers import fraction, several
from murho.sheets.terms import Term

if TYPE_CHECKING:
    from murho.core.coverage import Coverage
    from murho.core.figure import Figure
    from murho.measures import Measure


@dataclass(frozen=True)
class Trust:
    """What the interval of a run is worth under one measure."""

    measure: str
    figure: "Figure"
    """Of the whole run."""
    coverage: "Coverage"
    margin: float
    """Half the width that the interval is wanted to have; where nobody says, half of what it has."""
    more_cases: int
    """How many cases more would make it so narrow."""
    seed: int
    flags: tuple[str, ...]
    """What to know before trusting this: the flags of the figure, and where samples cannot tell anything."""
    signature: str

    @property
    def more_clusters(self) -> int | None:
        """How many clusters like those of the run that would be; None where cases stand by themselves."""
        clusters = self.figure.estimate.clusters
        return ceil(self.more_cases * clusters / self.figure.n) if clusters < self.figure.n else None

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        from murho.core.signature import SCHEMA_VERSION

        found, figure = self.coverage, self.figure
        return {
            "measure": self.measure,
            "value": figure.value,
            "interval": None if figure.interval is None else list(figure.interval),
            "method": figure.estimate.method,
            "level": figure.estimate.level,
            "n": figure.n,
            "clusters": figure.estimate.clusters,
            "effective_n": figure.estimate.effective_n,
            "coverage": found.covered,
            "coverage_interval": list(found.interval),
            "above": found.above,
            "below": found.below,
            "width": found.width,
            "flagged": found.flagged,
            "without_interval": found.without_interval,
            "replications": found.replications,
            "seed": self.seed,
            "margin": self.margin,
            "more_cases": self.more_cases,
            "flags": list(self.flags),
            "signature": self.signature,
            "schema_version": SCHEMA_VERSION,
        }


def trust_of(
    subject: Subject,
    margin: float | None = None,
    replications: int | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Trust:
    """Draw samples from a run and count how often their interval holds π of the run; it is always the score interval.

    Args:
        subject: the run, which is the population; the measure that judges it; weight, level and seed.
        margin: half the width that the interval is wanted to have; by default half of what it has.
        replications: how many samples are drawn; by default 2,000, fewer beyond half a million clusters.
        progress: called with how many samples are drawn, and of how many.

    Raises:
        InputError: the run has no interval: a single cluster, or nothing to divide by.
        UsageError: the margin is none, or there are too few replications.
    """
    from murho.core.coverage import Population, check_margin, check_replications, coverage, more_cases
    from murho.core.signature import signature
    from murho.formats.digest import files_of
    from murho.pipeline.runs.recorded import stopped
    from murho.pipeline.runs.show import counted
    from murho.pipeline.scoring.reading import refuse_sample
    from murho.version import __version__

    run, measure, missing = subject.run, subject.measure, subject.missing
    refuse_sample(run.record, run.path, "trust")
    # Before anything is read: a mistake in the call costs nobody minutes.
    check_replications(replications)
    if margin is not None:
        check_margin(margin)
    reading = replace(subject.reading, method="auto", by=(), criteria=False, keep_clusters=True)
    score, book = counted(run, measure, reading, missing)
    figure = score.figure
    if figure.interval is None or figure.value is None:
        why = figure.undetermined or "no case is judged"
        raise InputError(f"no interval to trust: {why}", "trust draws clusters: give a run with several").at(
            str(run.path), None
        )
    low, high = figure.interval
    by_rule = stopped(run)
    found = coverage(
        Population(*book.clusters(), bounded=measure.bounded),
        level=reading.level,
        replications=replications,
        seed=reading.seed,
        told=progress,
    )
    wanted = (high - low) / 4 if margin is None else margin
    made: dict[str, Any] = {"measure": measure, "files": ",".join(files_of(measure, reading.weight).values()) or None}
    made |= {"weight": reading.weight, "system": run.signed.system, "data": run.signed.data, "missing": missing}
    made |= {"level": reading.level, "replications": found.replications, "margin": margin, "seed": reading.seed}
    return Trust(
        repr(measure),
        figure,
        found,
        wanted,
        more_cases(figure.n, (high - low) / 2, wanted),
        reading.seed,
        (
            *score.notes,
            *figure.flags,
            *_flags(figure, measure),
            *([] if by_rule is None else _of_rule(by_rule["rule"])),
        ),
        signature(made, __version__),
    )


def _of_rule(rule: str) -> list[str]:
    if rule.startswith("fixed"):
        return []
    return [
        f"samples are of a fixed size and have the usual interval: how often that holds says nothing of {rule}, whose "
        "interval the run has (docs/stopping.md counts what it covers)"
    ]


def _flags(figure: "Figure", measure: "Measure") -> list[str]:
    from murho.measures import linearisation

    flags = []
    if figure.value == 0 or (measure.bounded and figure.value == 1):
        flags.append(
            "all clusters of the run came out alike, and so do all samples of it: that they are held says nothing"
        )
    if linearisation(measure) is not None:
        flags.append(f"{measure} is no ratio of sums: samples are drawn of the terms that it has in the whole run")
    return flags


def sheet(found: Trust) -> Sheet:
    """What samples of the run held, and how many cases more a narrower interval takes."""
    drawn, figure = found.coverage, found.figure
    shares: list[tuple[Any, ...]] = [
        ("interval holds π", drawn.covered, drawn.interval),
        ("π above it", drawn.above, ""),
        ("π below it", drawn.below, ""),
        ("with a flag", drawn.flagged, ""),
        ("without an interval", drawn.without_interval, ""),
        ("median width", drawn.width, ""),
    ]
    facts = [("π of the run", SheetCell(figure, "figure")), ("cases", SheetCell(figure.n, "count"))]
    more = f"±{fraction(found.margin)} takes {several(found.more_cases, 'case')} more"
    if found.more_clusters is not None:
        facts.append(("clusters", SheetCell(figure.estimate.clusters, "count")))
        more += f", {several(found.more_clusters, 'cluster')} like these"
    return Sheet(
        f"Trust in {found.measure}",
        f"how often the {100 * figure.estimate.level:g} % interval holds π, on samples drawn from the run",
        (
            Column(f"{drawn.replications} samples of the run", "name"),
            Column("share", "fraction"),
            Column("interval", "ends"),
        ),
        [SheetRow(row) for row in shares],
        [more],
        found.flags,
        facts,
        signature=found.signature,
        terms=TERMS,
    )


TERMS = (
    Term(
        "samples of the run",
        "Suites drawn from the run itself, again and again, to see how often the interval of such a suite holds "
        "the figure of the whole.",
        "",
        "docs/intervals.md",
        ("trust", "replication", "bootstrap"),
    ),
)

FIGURE = FigureKind(make=trust_of, name="trust", title="Trust in an interval", sheet=sheet, terms=TERMS)
