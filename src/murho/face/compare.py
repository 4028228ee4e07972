"""`murho.compare`: is one system better than another, on the same cases?"""

import os
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Self

from murho.core.comparison import Difference
from murho.core.errors import UsageError
from murho.core.significance import TESTS
from murho.face.frames import arrow
from murho.face.given import Measures, Path, at_least, configured, measures_of, names, one_of, path_of, weighting_of
from murho.face.panels import MOST, Panel, Row, Table, interval, shift
from murho.face.result import Result
from murho.face.saved import Run, kept_of
from murho.face.several import Several
from murho.measures import Measure
from murho.pages.drawing.whiskers import Scale
from murho.pipeline.runs import comparison, recorded
from murho.pipeline.runs.answer_file import answer_file
from murho.pipeline.runs.compare import Side
from murho.pipeline.runs.compare import compare as pairwise
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.sources import Extra, suited
from murho.views.legible import count, fraction
from murho.views.numbers import several
from murho.weighting import Weighting

if TYPE_CHECKING:
    import pyarrow as pa

TYPES = {
    **dict.fromkeys(("a", "b", "feature", "group"), "string"),
    "pairs": "int64",
    **dict.fromkeys(("pi_a", "pi_b", "difference", "low", "high", "p_value", "p_adjusted"), "float64"),
}


Line = tuple[str | None, str | None, Difference, float | None]
"""Feature, group, what differs, and p corrected."""


@dataclass(frozen=True, repr=False)
class Comparison(comparison.Comparison, Result):
    """Each B against the baseline A, under one measure: `compared` has them all."""

    @classmethod
    def of(cls, found: comparison.Comparison) -> Self:
        """The same, as it is given from Python."""
        return cls(**{one.name: getattr(found, one.name) for one in fields(comparison.Comparison)})

    @property
    def whole(self) -> Difference:
        """π(B) − π(A) of the first B, below 0 where B is better: `value`, `low`, `high`, `p_value`."""
        return self.compared[0].whole

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
        for one in self.compared:
            lines: list[Line] = [(None, None, one.whole, one.p_adjusted)]
            lines += [(f, g, found, p) for f, groups in one.by.items() for g, (found, p) in groups.items()]
            for feature, group, found, adjusted in lines:
                known = found.value is not None
                row: dict[str, Any] = {
                    "a": one.run_a,
                    "b": one.run_b,
                    "feature": feature,
                    "group": group,
                    "pairs": found.pairs,
                }
                row |= {"pi_a": found.pi_a, "pi_b": found.pi_b, "difference": found.value}
                row |= {"low": found.low if known else None, "high": found.high if known else None}
                for name, value in {**row, "p_value": found.p_value, "p_adjusted": adjusted}.items():
                    columns[name].append(value)
        return arrow(columns, TYPES)

    def panels(self) -> list[Panel]:
        """The difference for each pair, and a table for each feature."""
        return [
            Panel(
                f"{self.measure}: is B better than A?",
                "π(B) − π(A)",
                fraction(one.whole.value),
                f"{100 * one.whole.level:g} % {interval(one.whole)}, p = {fraction(one.whole.p_value, 4)}",
                shift(one.whole, _top([one.whole])),
                [
                    ("A", f"{one.run_a}, π = {fraction(one.whole.pi_a)}"),
                    ("B", f"{one.run_b}, π = {fraction(one.whole.pi_b)}"),
                    ("compared", several(one.whole.pairs, "case")),
                ],
                [*_notes(one), *one.whole.flags],
                [*_tests(one), *(_groups(feature, groups) for feature, groups in one.by.items())],
                signature=self.signature,
            )
            for one in self.compared
        ]


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
        """That of the paired randomisation test."""
        return self.main.whole.p_value


def _ends(found: Difference, digits: int = 3) -> str:
    return f"{fraction(found.low, digits)}, {fraction(found.high, digits)}"


def _top(found: list[Difference]) -> float:
    """The end of a scale that holds these differences and their intervals."""
    ends = [abs(end) for one in found if one.value is not None for end in (one.low, one.high)]
    return Scale.over(ends or [1.0], bounded=max(ends, default=1.0) <= 1).top


def _groups(feature: str, groups: Any) -> Table:
    shown = list(groups.items())[:MOST]
    top = _top([found for _, (found, _) in shown])
    rows = [
        Row(
            name,
            (fraction(found.value), interval(found), fraction(p, 4), count(found.pairs)),
            shift(found, top),
            bool(found.flags),
        )
        for name, (found, p) in shown
    ]
    return Table((feature, "B − A", "interval", "p Holm", "cases"), rows, True, len(groups) - len(rows))


def _tests(one: comparison.Compared) -> list[Table]:
    rows = [
        Row(name, (count(test.pairs), fraction(test.statistic), fraction(test.p_value, 4), fraction(p, 4)))
        for name, (test, p) in one.tests.items()
    ]
    return [Table(("test", "pairs", "statistic", "p", "p Holm"), rows)] if rows else []


def _notes(one: comparison.Compared) -> list[str]:
    missing = {"A": one.missing_a, "B": one.missing_b}
    found = [f"{several(number, 'case')} without an answer in {side}" for side, number in missing.items() if number]
    if one.only_a or one.only_b:
        found.append(f"{several(one.only_a, 'case')} that A alone was asked, {one.only_b} that B alone was asked")
    return found


def compare(
    *runs: Run | Path,
    references: Path | None = None,
    measures: Measures = None,
    by: Any = None,
    weight: str | Weighting | None = None,
    tests: Any = None,
    pairs: str | None = None,
    missing: str = "shared",
    extra: Extra | None = None,
    level: float | None = None,
    seed: int | None = None,
    resamples: int = 9999,
    format: str | None = None,
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
            default all for texts, none for others.
        pairs: what Wilcoxon's and the sign test compare: the groups of a feature; by default clusters, else cases.
        missing: compare what both were asked, `shared`, or count what one alone was asked as ⊥ for the other,
            `undefined`.
        extra: of files, whether an answer without a case is an `error`, or one to `ignore`.
        level: of the confidence intervals.
        seed: of the randomisation test.
        resamples: its draws.
        format: of files, as `--format` has it.
        options: options of the measures, as `--with` takes them.

    Raises:
        UsageError: what is given does not fit together, or is unknown.
        InputError: the runs share no case, or are of different suites.
    """
    if len(runs) < 2:
        raise UsageError("give at least two runs" if references is None else "give at least two files")
    at_least(resamples, 99, "resamples")
    one_of(extra, (None, "error", "ignore"), "extra")
    chosen: dict[str, Any] = {"resamples": resamples, "tests": _chosen(tests), "pairs": pairs, "missing": missing}
    chosen["alignments"] = {}
    sliced, named = names(by, "by"), measures_of(measures)
    if references is None:
        if format is not None or extra is not None:
            raise UsageError("format= and extra= go with references=")
        files = [one for one in runs if isinstance(one, str | os.PathLike) and os.path.isfile(one)]
        if files:
            raise UsageError(f"{os.fspath(files[0])} is no run but a file; say with references= what it answers")
        kept = [kept_of(one) for one in runs]
        settings = kept[0].record["settings"]
        rho = recorded.weighting_of(settings, weight)
        reading = Reading.recorded(settings, weight=rho, level=level, seed=seed, by=sliced)
        judges = configured(recorded.measures_of(kept[0], named), options, compare)
        return Comparisons(Comparison.of(pairwise(kept, judge, reading, **chosen)) for judge in judges)
    if not named:
        raise UsageError("name what to compare files by, as in measures='words'")
    right, answers = path_of(references, "references"), [path_of(one, "a file of answers") for one in runs]
    rho = weighting_of("given" if weight is None else weight)
    reading = Reading(rho, sliced, 0.95 if level is None else level, seed=seed or 0)
    judges = configured([suited(one, right, answers[0], format) for one in named], options, compare)

    def sides(judge: Measure) -> list[Side]:
        return [answer_file(judge, right, path, format_name=format, extra=extra) for path in answers]

    return Comparisons(Comparison.of(pairwise(sides(judge), judge, reading, **chosen)) for judge in judges)


def _chosen(tests: Any) -> tuple[str, ...] | None:
    """The names of tests; None for the usual ones."""
    if tests is None or (isinstance(tests, str) and tests in ("all", "none")):
        return {None: None, "all": TESTS, "none": ()}[tests]
    return names(tests, "tests")
