"""`murho.compare`: is one system better than another, on the same cases?"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from murho import figures
from murho.core.comparison import Difference
from murho.core.errors import UsageError, begun_anew
from murho.core.robustness import Robustness
from murho.core.significance import TESTS
from murho.core.spelling import argument
from murho.face.choices import Extra
from murho.face.given import Measures, Path, at_least, configured, measures_of, names, one_of, path_of, weighting_of
from murho.face.panels import Panel
from murho.face.result import Result
from murho.face.saved import Run, kept_of
from murho.face.several import Several
from murho.figures.difference import of_all
from murho.measures import Measure
from murho.pipeline.comparing import result
from murho.pipeline.comparing.compare import compare as pairwise
from murho.pipeline.comparing.sides import Side, answer_file
from murho.pipeline.comparing.spending import with_spending
from murho.pipeline.runs import recorded
from murho.pipeline.runs.robust import Choices
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.sources import Columns, suited, with_columns
from murho.sheets import Sheet
from murho.sheets.frame import arrow
from murho.sheets.legible import fraction

if TYPE_CHECKING:
    from typing import Unpack

    import pyarrow as pa

    from murho.face.given import Names, Weight
    from murho.face.names import FormatName, MeasureOptions
    from murho.pipeline.comparing.gate import Verdict
    from murho.views.gate import Told

TYPES = {
    **dict.fromkeys(("a", "b", "feature", "group"), "string"),
    "pairs": "int64",
    **dict.fromkeys(("pi_a", "pi_b", "difference", "low", "high", "p_value", "p_adjusted"), "float64"),
    **dict.fromkeys(("simultaneous_low", "simultaneous_high", "p_simultaneous"), "float64"),
}


@dataclass(frozen=True, eq=False)
class Asked:
    """What a comparison was made of, for its page."""

    sides: Sequence[Side]
    measure: Measure
    reading: Reading
    missing: str
    share: float
    """Of a page that its cases may take."""
    how: Mapping[str, Any]
    """What else `murho.pipeline.comparing.compare` was asked for."""

    def at(self, level: float) -> result.Comparison:
        """The same comparison at another level."""
        return pairwise(self.sides, self.measure, replace(self.reading, level=level), **self.how)


@dataclass(frozen=True, repr=False)
class Comparison(result.Comparison, Result):
    """Each B against the baseline A, under one measure: `compared` has them all."""

    asked: Asked | None = field(default=None, compare=False)
    """What it was made of."""

    @property
    def whole(self) -> Difference:
        """π(B) − π(A) of the first B, below 0 where B is better: `value`, `low`, `high`, `p_value`."""
        return self.compared[0].whole

    @property
    def robust(self) -> Robustness | None:
        """Of the first B: the verdict over every admissible choice of δ and ω, where it was asked for."""
        return self.compared[0].robust

    def __repr__(self) -> str:
        lines = []
        for one in self.compared:
            found = one.whole
            value = "–" if found.value is None else f"{fraction(found.value, 4)} [{_ends(found)}]"
            lines.append(f"{one.run_b} − {one.run_a}: {value}, p = {fraction(found.p_value, 4)}")
        return f"<Comparison by {self.measure}, {'; '.join(lines)}>"

    def table(self) -> pa.Table:
        """A row for each pair, and one for each group of each feature."""
        columns: dict[str, list[Any]] = {name: [] for name in TYPES}
        for pair in self.compared:
            whole = (None, None, pair.whole, pair.p_adjusted, pair.p_simultaneous, pair.simultaneous_interval)
            groups = [
                (feature, group, found, adjusted, found.p_simultaneous, found.simultaneous)
                for feature, lines in pair.by.items()
                for group, (found, adjusted) in lines.items()
            ]
            for feature, group, found, p_adjusted, p_simultaneous, ends in [whole, *groups]:
                known = found.value is not None
                row = {
                    "a": pair.run_a,
                    "b": pair.run_b,
                    "feature": feature,
                    "group": group,
                    "pairs": found.pairs,
                    "pi_a": found.pi_a,
                    "pi_b": found.pi_b,
                    "difference": found.value,
                    "low": found.low if known else None,
                    "high": found.high if known else None,
                    "p_value": found.p_value,
                    "p_adjusted": p_adjusted,
                    "simultaneous_low": ends[0] if known and ends else None,
                    "simultaneous_high": ends[1] if known and ends else None,
                    "p_simultaneous": p_simultaneous,
                }
                for name, value in row.items():
                    columns[name].append(value)
        return arrow(columns, TYPES)

    def write_page(self, path: str, title: str = "") -> None:
        """Write the page that `murho compare -o` writes."""
        Comparisons([self]).write_page(path, title)

    @cached_property
    def values(self) -> dict[str, Any]:
        """The values of the figures that pages and summaries have, by name: with what B fixes and breaks."""
        return self._values(on_pages=True)

    def _values(self, *, on_pages: bool) -> dict[str, Any]:
        asked = self.asked
        if asked is None:
            raise UsageError("this comparison was not made by murho.compare, and its figures are not known")
        return figures.values_of_comparison(
            figures.ComparedSubject(
                self, asked.sides, asked.measure, asked.reading, asked.missing, asked.share, on_pages
            )
        )

    def sheet(self, *, on_pages: bool = False) -> Sheet:
        """What there is to see of it; `on_pages` with what B fixes and breaks."""
        return of_all(self, figures.sheets_of(self.values if on_pages else self._values(on_pages=False)))

    def panels(self) -> list[Panel]:
        """The difference for each pair, and a table for each feature."""
        return [Panel.of(self.sheet())]


class Comparisons(Several[Comparison]):
    """Comparisons of the same systems under several measures; `value` and the like are of the first, the main one."""

    @property
    def value(self) -> float | None:
        """π(B) − π(A) under the main measure, of the first B; below 0 B is better."""
        return self.main.whole.value

    @property
    def interval(self) -> tuple[float, float]:
        """Its confidence interval."""
        return self.main.whole.low, self.main.whole.high

    @property
    def p_value(self) -> float:
        """At most 1 - level exactly where the interval leaves 0 out."""
        return self.main.whole.p_value

    def gate(self, limit: float, *, confident: bool = False) -> Gated:
        """Is any B worse than the baseline by more than a limit, as a whole or in a slice?

        Args:
            limit: how much π may grow.
            confident: it is worse only where the lower end of the interval of π(B) − π(A) is above the limit; where B
                is no worse this fails in at most 1 − level of all comparisons, however many are looked at.
        """
        from murho.pipeline.comparing.gate import gate

        asked = [one.asked for one in self if one.asked is not None]
        again = (lambda level: [one.at(level) for one in asked]) if confident else None
        return Gated(limit, confident, tuple(gate(list(self), limit, again)))

    def write_page(self, path: str, title: str = "", gate: Gated | None = None) -> None:
        """Write the page that `murho compare -o` writes, of all measures."""
        from murho.pages.compared import write_compared

        lines = () if gate is None else gate.lines
        write_compared([(one, one.values) for one in self], path, title=title, gate=lines)


@dataclass(frozen=True)
class Gated:
    """What a gate says of comparisons."""

    limit: float
    confident: bool
    verdicts: Sequence[Verdict]
    """One on each B under each measure, as a whole and in each slice."""

    @property
    def lines(self) -> list[Told]:
        """What there is to say, a line each."""
        from murho.views.gate import told

        return told(self.verdicts, self.limit, confident=self.confident)

    @property
    def state(self) -> str:
        """`failed`; `unknown` where nothing is known of a whole; else `passed`."""
        states = {(one.state, bool(one.feature)) for one in self.verdicts}
        if any(state == "failed" for state, _ in states):
            return "failed"
        return "unknown" if ("unknown", False) in states else "passed"


def _ends(found: Difference) -> str:
    return f"{fraction(found.low, 4)}, {fraction(found.high, 4)}"


@begun_anew
def compare(
    *runs: Run | Path,
    references: Path | None = None,
    measures: Measures = None,
    by: Names = None,
    weight: Weight | None = None,
    tests: Any = None,
    pairs: str | None = None,
    missing: Literal["shared", "undefined"] = "shared",
    all_pairs: bool = False,
    efficiency: bool = False,
    robust: bool = False,
    classes: str | None = None,
    refine: str | None = None,
    extra: Extra | None = None,
    level: float | None = None,
    seed: int | None = None,
    resamples: int = 9999,
    format: FormatName | str | None = None,
    columns: Columns | None = None,
    encoding: str | None = None,
    **options: Unpack[MeasureOptions],
) -> Comparisons:
    """Compare saved runs case by case: the first is the baseline A, each other one a B.

    π is a loss, so the difference π(B) − π(A) is below 0 where B is better, and above 0 where B is worse. Cases are
    paired by id, in whole clusters; p is at most 0.05 exactly where the 95 % interval leaves 0 out. Several runs are
    ranked, with groups that cannot be told apart. Of several pairs, and of slices, p is corrected by Holm's method, and
    p and interval that hold for all at once stand alongside it. What is not given is as in the record of A.

    Args:
        runs: two or more runs, or the paths of their folders; with `references`, files of answers.
        references: compare files of answers to the cases of this file, instead of runs.
        measures: one or several; by default those of A.
        by: slice by a feature, or by several.
        weight: the importance ρ, or its name.
        tests: beside murho's own test: `mapsswe`, `mcnemar`, `wilcoxon`, `sign`, several of them, `all` or `none`; by
            default all for texts, none for others. `randomisation`: are the two exchangeable?
        pairs: what Wilcoxon's and the sign test compare: the groups of a feature such as `speaker`; by default
            clusters, else cases.
        missing: compare the cases that both were asked, `shared`, or count those that one alone was asked as ⊥ for the
            other, `undefined`.
        all_pairs: compare each run with every later one, not with the first alone.
        efficiency: also say what an answer takes beside π: money, else tokens, else time; of services that is said
            anyway.
        robust: also say who is better for every admissible choice of δ1 < ... < δ5 and of ordered ω, under `meanings`
            or `sql`.
        classes: with `robust`: ω orders the classes of this feature, numbers by value, others by their number of cases,
            or as written, the least important first, as in `"scenario: alarm<music"`. By default the values of the
            weight.
        refine: with `robust`: does this shifting turn the ranking round? As in `"mu3(0.1, 0.2, 0.3, 0.4, 0.7)"`.
        extra: of files, whether an answer without a case is an `error`, or one to `ignore` and count; by default what
            is usual in its format.
        level: the confidence level of the intervals.
        seed: the seed of everything drawn at random.
        resamples: random halves of the cases that are drawn.
        format: of files, as `--format` has it.
        columns: of tables, which column is what, as `--columns` has it or as a dict by role.
        encoding: for csv and tsv: what the file is in where that is not UTF-8, as `windows-1252` or `latin-1`; UTF-16
            is seen by its mark.
        options: options of the measures, as `--with` takes them.

    Raises:
        UsageError: what is given does not fit together, or is unknown.
        InputError: the runs share no case, or are of different suites.
    """
    if len(runs) < 2:
        raise UsageError("give at least two runs" if references is None else "give at least two files")
    at_least(resamples, 99, "resamples")
    if not robust and (classes, refine) != (None, None):
        raise UsageError(f"{argument('classes')} and {argument('refine')} go with {argument('robust', True)}")
    one_of(extra, (None, "error", "ignore"), "extra")
    chosen: dict[str, Any] = {"resamples": resamples, "tests": _chosen(tests), "pairs": pairs, "missing": missing}
    chosen |= {"all_pairs": all_pairs, "alignments": {}, "robust": Choices(classes, refine) if robust else None}
    sliced, named = names(by, "by"), measures_of(measures)
    if references is None:
        if any(one is not None for one in (format, columns, encoding, extra)):
            *few, last = map(argument, ("format", "columns", "encoding", "extra"))
            raise UsageError(f"{', '.join(few)} and {last} go with {argument('references')}")
        files = [one for one in runs if isinstance(one, str | os.PathLike) and os.path.isfile(one)]
        if files:
            raise UsageError(
                f"{os.fspath(files[0])} is no run but a file; say with {argument('references')} what it answers"
            )
        kept = [kept_of(one).snapshot() for one in runs]
        settings = kept[0].record["settings"]
        rho = recorded.weighting_of(settings, weight)
        reading = Reading.recorded(settings, weight=rho, level=level, seed=seed, by=sliced)
        judges = configured(recorded.measures_of(kept[0], named), options, compare)
        return _made(lambda judge: kept, judges, reading, chosen, efficiency)
    if not named:
        raise UsageError(f"name what to compare files by, as in {argument('measures', 'words')}")
    right, answers = path_of(references, "references"), [path_of(one, "a file of answers") for one in runs]
    rho = weighting_of("given" if weight is None else weight)
    reading = Reading(rho, sliced, 0.95 if level is None else level, seed=seed or 0)
    # Each pair of files by itself: one may be a table where another is none.
    formats = [with_columns(format, columns, right, path, encoding, named[0]) for path in answers]
    judges = configured([suited(one, right, answers[0], formats[0]) for one in named], options, compare)

    def sides(judge: Measure) -> list[Side]:
        each = zip(answers, formats, strict=True)
        return [answer_file(judge, right, path, format_name=name, extra=extra) for path, name in each]

    return _made(sides, judges, reading, chosen, efficiency)


def _made(
    sides_of: Callable[[Measure], Sequence[Side]],
    judges: Sequence[Measure],
    reading: Reading,
    chosen: Mapping[str, Any],
    efficiency: bool,
) -> Comparisons:
    def one(judge: Measure) -> Comparison:
        sides = sides_of(judge)
        found = pairwise(sides, judge, reading, **chosen)
        found = with_spending(found, sides, judge, reading, chosen["missing"], efficiency)
        return Comparison(**vars(found), asked=Asked(sides, judge, reading, chosen["missing"], 1 / len(judges), chosen))

    return Comparisons(map(one, judges))


def _chosen(tests: Any) -> tuple[str, ...] | None:
    """The names of tests; None for the usual ones."""
    if tests is None or (isinstance(tests, str) and tests in ("all", "none")):
        return {None: None, "all": TESTS, "none": ()}[tests]
    listed = [name.strip() for name in tests.split(",")] if isinstance(tests, str) else tests
    return names(listed, "tests")
