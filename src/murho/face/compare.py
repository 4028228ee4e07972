"""`murho.compare`: is one system better than another, on the same cases?"""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from murho.core.comparison import Difference
from murho.core.errors import UsageError, begun_anew
from murho.core.robustness import Robustness
from murho.core.significance import TESTS
from murho.face.frames import arrow
from murho.face.given import Measures, Path, at_least, configured, measures_of, names, one_of, path_of, weighting_of
from murho.face.panels import MOST, Panel, Row, Table, interval
from murho.face.result import Result
from murho.face.saved import Run, kept_of
from murho.face.several import Several
from murho.measures import Measure
from murho.pipeline.comparing import result
from murho.pipeline.comparing.compare import compare as pairwise
from murho.pipeline.comparing.sides import Side, answer_file
from murho.pipeline.comparing.spending import with_spending
from murho.pipeline.runs import recorded
from murho.pipeline.runs.robust import Choices
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.sources import Columns, Extra, suited, with_columns
from murho.sheets.drawing.whiskers import shift, widest
from murho.sheets.legible import count, fraction
from murho.sheets.numbers import several
from murho.views.comparison import FurtherTest, Line, Pair, SystemsCompared
from murho.views.comparison import comparison as view
from murho.weighting import Weighting

if TYPE_CHECKING:
    import pyarrow as pa

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
            value = "–" if found.value is None else f"{fraction(found.value, 4)} [{_ends(found, 4)}]"
            lines.append(f"{one.run_b} − {one.run_a}: {value}, p = {fraction(found.p_value, 4)}")
        return f"<Comparison by {self.measure}, {'; '.join(lines)}>"

    def table(self) -> "pa.Table":
        """A row for each pair, and one for each group of each feature."""
        columns: dict[str, list[Any]] = {name: [] for name in TYPES}
        for pair in view(self).pairs:
            groups = [(feature, line.name, line) for feature, lines in pair.groups.items() for line in lines]
            for feature, group, line in [(None, None, pair.whole), *groups]:
                found = line.difference
                known = found.value is not None
                row = {
                    "a": pair.a,
                    "b": pair.b,
                    "feature": feature,
                    "group": group,
                    "pairs": found.pairs,
                    "pi_a": found.pi_a,
                    "pi_b": found.pi_b,
                    "difference": found.value,
                    "low": found.low if known else None,
                    "high": found.high if known else None,
                    "p_value": found.p_value,
                    "p_adjusted": line.p_adjusted,
                    "simultaneous_low": line.simultaneous[0] if known and line.simultaneous else None,
                    "simultaneous_high": line.simultaneous[1] if known and line.simultaneous else None,
                    "p_simultaneous": line.p_simultaneous,
                }
                for name, value in row.items():
                    columns[name].append(value)
        return arrow(columns, TYPES)

    def write_page(self, path: str, title: str = "") -> None:
        """Write the page that `murho compare -o` writes."""
        write_comparisons([self], path, title)

    def panels(self) -> list[Panel]:
        """The difference for each pair, and a table for each feature."""
        shown = view(self)
        return [_panel(shown, one) for one in shown.pairs]


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

    def write_page(self, path: str, title: str = "") -> None:
        """Write the page that `murho compare -o` writes, of all measures."""
        write_comparisons(list(self), path, title)


def write_comparisons(found: Sequence[Comparison], path: str, title: str = "") -> None:
    """The page of comparisons: what B fixes and breaks; of robust verdicts the picture of these."""
    from murho.pages.choices import write_choices
    from murho.pages.compared import write_compared
    from murho.views.changed import changed

    if any(pair.robust is not None for one in found for pair in one.compared):
        write_choices(found, path)
        return
    share = 1 / len(found)
    write_compared(
        [
            changed(one, asked.sides, asked.measure, asked.reading, asked.missing, share=share)
            for one in found
            if (asked := one.asked) is not None
        ],
        path,
        title=title,
    )


def _ends(found: Difference, digits: int = 3) -> str:
    return f"{fraction(found.low, digits)}, {fraction(found.high, digits)}"


def _panel(shown: SystemsCompared, one: Pair) -> Panel:
    whole = one.whole.difference
    return Panel(
        f"{shown.measure}: is B better than A?",
        "π(B) − π(A)",
        fraction(whole.value),
        f"{100 * whole.level:g} % {interval(whole)}, p = {fraction(whole.p_value, 4)}",
        shift(whole, widest([whole])),
        [
            ("A", f"{one.a}, π = {fraction(whole.pi_a)}"),
            ("B", f"{one.b}, π = {fraction(whole.pi_b)}"),
            ("compared", several(whole.pairs, "case")),
        ],
        [*one.notes, *whole.flags],
        [*_tests(one.tests), *(_groups(feature, lines) for feature, lines in one.groups.items())],
        signature=shown.signature,
    )


def _groups(feature: str, lines: Sequence[Line]) -> Table:
    shown = lines[:MOST]
    top = widest([line.difference for line in shown])
    rows = [
        Row(
            line.name,
            (
                fraction(line.difference.value),
                interval(line.difference),
                fraction(line.difference.p_value, 4),
                fraction(line.p_adjusted, 4),
                count(line.difference.pairs),
            ),
            shift(line.difference, top),
            bool(line.difference.flags),
        )
        for line in shown
    ]
    return Table((feature, "B − A", "interval", "p", "p Holm", "cases"), rows, True, len(lines) - len(rows))


def _tests(tests: Sequence[FurtherTest]) -> list[Table]:
    rows = [
        Row(
            test.name,
            (
                count(test.outcome.pairs),
                fraction(test.outcome.statistic),
                fraction(test.outcome.p_value, 4),
                fraction(test.p_adjusted, 4),
            ),
        )
        for test in tests
    ]
    return [Table(("test", "pairs", "statistic", "p", "p Holm"), rows)] if rows else []


@begun_anew
def compare(
    *runs: Run | Path,
    references: Path | None = None,
    measures: Measures = None,
    by: Any = None,
    weight: str | Weighting | None = None,
    tests: Any = None,
    pairs: str | None = None,
    missing: str = "shared",
    all_pairs: bool = False,
    efficiency: bool = False,
    robust: bool = False,
    classes: str | None = None,
    refine: str | None = None,
    extra: Extra | None = None,
    level: float | None = None,
    seed: int | None = None,
    resamples: int = 9999,
    format: str | None = None,
    columns: Columns | None = None,
    **options: Any,
) -> Comparisons:
    """Compare runs case by case, as `murho compare` does: the first is the baseline A, each other one a B.

    The difference is π(B) − π(A): below 0, B is better. What is not said is as in the record of A.

    Args:
        runs: two or more runs, or the paths of their folders; with `references`, files of answers.
        references: the file of cases that they answer.
        measures: one or several; by default those of A.
        by: features to slice by.
        weight: the importance ρ, or its name.
        tests: beside murho's own: `mapsswe`, `mcnemar`, `wilcoxon`, `sign`, several of them, `all` or `none`; by
            default all for texts, none for others. `randomisation` tests whether the two are exchangeable.
        pairs: what Wilcoxon's and the sign test compare: the groups of a feature; by default clusters, else cases.
        missing: compare what both were asked, `shared`, or count what one alone was asked as ⊥ for the other,
            `undefined`.
        all_pairs: compare each run with every later one, not with the first alone.
        efficiency: also tell what an answer takes beside π: money, else tokens, else time; of services it
            is told anyway.
        robust: also say who is better for every admissible choice of δ1 < ... < δ5 and of ordered ω, under `meanings`
            or `sql`; found in `robust` of what is compared.
        classes: with `robust`, the feature whose classes ω orders, or `feature: a<b<c`, the least important first; by
            default the values of the weight.
        refine: with `robust`, a shifting: does it turn the ranking round?
        extra: of files, whether an answer without a case is an `error`, or one to `ignore`.
        level: of the confidence intervals.
        seed: of the random halves.
        resamples: how many are drawn.
        format: of files, as `--format` has it.
        columns: of tables, which column is what, as `--columns` has it or as a dict by role.
        options: options of the measures, as `--with` takes them.

    Raises:
        UsageError: what is given does not fit together, or is unknown.
        InputError: the runs share no case, or are of different suites.
    """
    if len(runs) < 2:
        raise UsageError("give at least two runs" if references is None else "give at least two files")
    at_least(resamples, 99, "resamples")
    if not robust and (classes, refine) != (None, None):
        raise UsageError("classes= and refine= go with robust=True")
    one_of(extra, (None, "error", "ignore"), "extra")
    chosen: dict[str, Any] = {"resamples": resamples, "tests": _chosen(tests), "pairs": pairs, "missing": missing}
    chosen |= {"all_pairs": all_pairs, "alignments": {}, "robust": Choices(classes, refine) if robust else None}
    sliced, named = names(by, "by"), measures_of(measures)
    if references is None:
        if format is not None or columns is not None or extra is not None:
            raise UsageError("format=, columns= and extra= go with references=")
        files = [one for one in runs if isinstance(one, str | os.PathLike) and os.path.isfile(one)]
        if files:
            raise UsageError(f"{os.fspath(files[0])} is no run but a file; say with references= what it answers")
        kept = [kept_of(one).snapshot() for one in runs]
        settings = kept[0].record["settings"]
        rho = recorded.weighting_of(settings, weight)
        reading = Reading.recorded(settings, weight=rho, level=level, seed=seed, by=sliced)
        judges = configured(recorded.measures_of(kept[0], named), options, compare)
        return _made(lambda judge: kept, judges, reading, chosen, efficiency)
    if not named:
        raise UsageError("name what to compare files by, as in measures='words'")
    right, answers = path_of(references, "references"), [path_of(one, "a file of answers") for one in runs]
    rho = weighting_of("given" if weight is None else weight)
    reading = Reading(rho, sliced, 0.95 if level is None else level, seed=seed or 0)
    formats = [with_columns(format, columns, right, path, measure=named[0]) for path in answers]
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
        return Comparison(**vars(found), asked=Asked(sides, judge, reading, chosen["missing"]))

    return Comparisons(map(one, judges))


def _chosen(tests: Any) -> tuple[str, ...] | None:
    """The names of tests; None for the usual ones."""
    if tests is None or (isinstance(tests, str) and tests in ("all", "none")):
        return {None: None, "all": TESTS, "none": ()}[tests]
    return names(tests, "tests")
