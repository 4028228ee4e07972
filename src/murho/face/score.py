"""Scores: what `murho score` and `murho show` find, and the functions `murho.score` and `murho.words`."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

from murho import figures
from murho.core.errors import UsageError
from murho.core.figure import Figure
from murho.core.scale import Grades
from murho.core.spelling import argument, by_command
from murho.face.choices import Divisor, Extra, MapSide, Method, Missing, Population
from murho.face.given import (
    Path,
    configured,
    engine_of,
    is_path,
    measures_of,
    names,
    one_of,
    path_of,
    scale_of,
    weighting_of,
)
from murho.face.panels import Panel, Row, Table, interval, slices
from murho.face.progress import say
from murho.face.result import Result
from murho.face.several import Several
from murho.measures import Measure
from murho.pipeline.scoring import score as scoring
from murho.pipeline.scoring.files import score_files
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.sources import Columns, Pairing, of_one_file, suited, with_columns
from murho.sheets.drawing.whiskers import Scale, whisker
from murho.sheets.frame import arrow
from murho.sheets.legible import amount, count, fraction, percent
from murho.sheets.numbers import several
from murho.views.pairing_notes import pairing_notes

if TYPE_CHECKING:
    from typing import Unpack

    import pyarrow as pa
    from numpy.typing import ArrayLike

    from murho import store
    from murho.face.given import Names, Weight
    from murho.face.names import FormatName, MeasureName, MeasureOptions
    from murho.pipeline.scoring.arrays import Alongside

TYPES = {
    "feature": "string",
    "group": "string",
    "n": "int64",
    **dict.fromkeys(("value", "low", "high", "numerator", "denominator"), "float64"),
    "undefined": "int64",
    **dict.fromkeys(("simultaneous_low", "simultaneous_high"), "float64"),
}


Reporting = Callable[[str, str], None]
"""Writes a report to a path, with a title or, for "", the usual one."""


@dataclass(frozen=True, repr=False)
class Score(scoring.Score, Result):
    """A figure with all that was found besides: `value`, `interval`, `counts`, `by`, `judgements`."""

    reporting: Reporting | None = field(default=None, compare=False)
    """Writes the report of what was scored; None where all that is left of it are sums."""
    values: Mapping[str, Any] = field(default_factory=dict, compare=False)
    """The figures that were asked for besides, by name: `competence`, `shares`; `as_json` has them as well."""

    def __repr__(self) -> str:
        return f"<Score {in_words(self)}>"

    def table(self) -> pa.Table:
        """A row for the whole, and one for each group of each feature."""
        rows: list[tuple[str | None, str | None, Figure]] = [(None, None, self.figure)]
        rows += [(feature, group, one) for feature, groups in self.by.items() for group, one in groups.items()]
        columns: dict[str, list[Any]] = {name: [] for name in TYPES}
        for feature, group, one in rows:
            known = one.interval is not None
            ends = {"low": one.low if known else None, "high": one.high if known else None}
            together = one.simultaneous_interval or (None, None)
            ends |= {"simultaneous_low": together[0], "simultaneous_high": together[1]}
            sums = {"numerator": float(one.numerator), "denominator": float(one.denominator)}
            row = {"feature": feature, "group": group, "n": one.n, "value": one.value, **ends, **sums}
            for name, value in {**row, "undefined": one.undefined}.items():
                columns[name].append(value)
        return arrow(columns, TYPES)

    def write_page(self, path: str, title: str = "") -> None:
        """Write the report, as `murho score -o` does; of what is no more than a figure, the figure."""
        if self.reporting is None:
            super().write_page(path, title)
        else:
            self.reporting(path, title)

    def panels(self) -> list[Panel]:
        """The figure with its interval, and a table for each feature."""
        whole = self.figure
        bounded = whole.high <= 1  # what is shown of an unbounded measure goes beyond
        symbol = self.symbol
        facts = [("counted", self.headline.sentence)]
        if symbol == "π" and whole.value is not None:
            facts.append(("accuracy 1 − π", percent(1 - whole.value)))
        facts += [("Σρ·loss / Σρ·units", f"{amount(whole.numerator)} / {amount(whole.denominator)}")]
        parsed = isinstance(self.also.get("las"), dict)  # the counts of trees stand behind their table
        facts += [] if parsed else [(name, count(number)) for name, number in whole.counts.items()]
        scale = Scale.over([1.0, whole.high], bounded=bounded)
        panel = Panel(
            self.measure,
            symbol,
            fraction(whole.value),
            f"{100 * whole.estimate.level:g} % {interval(whole)}, {several(whole.n, 'case')}",
            whisker(whole, scale),
            facts,
            [*([] if self.graded is None else [self.graded.sentence]), *_counted(self), *self.notes, *whole.flags],
            [] if parsed else [*slices(self.by, whole, bounded, symbol), *_tables(self.also)],
            signature=self.signature,
        )
        if parsed:
            from murho.figures import parse_scores

            found = parse_scores.parse_scores(self)
            assert found is not None
            return [panel, Panel.of(parse_scores.sheet(found))]
        return [panel, *map(Panel.of, figures.sheets_of(figures.values_of_score(self) | dict(self.values)))]

    @classmethod
    def made(
        cls, found: scoring.Score, reporting: Reporting | None = None, values: Mapping[str, Any] | None = None
    ) -> Self:
        """What scoring found, with what writes its report, and the values of figures that were asked for besides."""
        own = {**vars(found), "also": {**found.also, **figures.as_json(values or {})}}
        return cls(**own, reporting=reporting, values=values or {})


class Scores(Several[Score]):
    """Scores of a run under several measures; `value`, `interval` and the like are those of the first, the main one."""

    def __init__(self, results: Iterable[Score], reporting: Reporting | None = None, run: store.Run | None = None):
        super().__init__(results)
        self._reporting, self.run = reporting, run

    def write_page(self, path: str, title: str = "") -> None:
        """Write the report of the run under all of these measures."""
        if self._reporting is None:
            super().write_page(path, title)
        else:
            self._reporting(path, title)

    @property
    def value(self) -> float | None:
        """π under the main measure."""
        return self.main.value

    @property
    def interval(self) -> tuple[float, float] | None:
        """Its confidence interval; None where nothing says how far the value may be off."""
        return self.main.interval

    @property
    def counts(self) -> Mapping[str, int]:
        """What the main measure counted."""
        return self.main.counts

    @property
    def notes(self) -> tuple[str, ...]:
        """What there is to know of the figures before they are believed, of all measures, each once."""
        return tuple(dict.fromkeys(note for score in self for note in score.notes))

    @property
    def by(self) -> Mapping[str, Mapping[str, Figure]]:
        """The figures of the main measure by feature and group."""
        return self.main.by


def in_words(score: scoring.Score) -> str:
    """A score in a line."""
    ends = "" if score.interval is None else f" [{', '.join(fraction(end, 4) for end in score.interval)}]"
    sliced = f", by {', '.join(score.by)}" if score.by else ""
    return f"{score.measure}: {score.headline.sentence}; π = {fraction(score.value, 4)}{ends}{sliced}"


def _counted(score: Score) -> list[str]:
    """What is not in the figure, or counts against it though nobody answered."""
    return pairing_notes(
        still_open=score.open,
        undefined=score.figure.undefined,
        if_failures=score.if_failures,
        value=score.value,
        symbol=score.symbol,
        missing_answers=score.missing_answers,
        unmatched_answers=score.unmatched_answers,
    )


def _tables(also: Mapping[str, Any]) -> list[Table]:
    """Tables of what was asked for besides: criteria."""
    found = []
    if "intervals" in also:
        ends = {name: one or (None, None) for name, one in also["intervals"].items()}
        rows = [Row(name, [fraction(one, 2) for one in (also[name], *ends[name])]) for name in ends]
        found.append(Table(("criterion", "", "low", "high"), rows))
    return found


def score(
    measure: MeasureName | Measure,
    references: Any,
    predictions: Any = None,
    sample_weight: ArrayLike | None = None,
    *,
    columns: Columns | None = None,
    expressions: Any = None,
    clusters: Any = None,
    features: Any = None,
    labels: Any = None,
    by: Names = None,
    weight: Weight = "given",
    level: float = 0.95,
    method: Method = "auto",
    seed: int = 0,
    population: Population = "finite",
    per_case: bool = False,
    classes: bool = False,
    divide_by: Divisor = "importance",
    scale: str | Grades | None = None,
    format: FormatName | str | None = None,
    encoding: str | None = None,
    missing: Missing = "undefined",
    extra: Extra | None = None,
    map: Path | None = None,
    map_side: MapSide | None = None,
    tiers: str | None = None,
    annotators: Sequence[Path] | Path = (),
    engine: Any = None,
    **options: Unpack[MeasureOptions],
) -> Score:
    """Score predictions against references by a measure; one table may hold both.

    They are columns, one text and another, or two files, given as `pathlib.Path`, for a string is a text. Columns are
    lists, arrays, columns of Polars, pandas or Arrow, all of one length, paired by their place. A table of one column
    is that column; two texts are columns of one. A reference or a prediction is a meaning, or a list, a tuple or a set
    of them (for `concepts` and `slots` a list of units or a list of such lists); a list in which every text is a single
    word could be the words of one text and is refused. A prediction of None (or NaN) is ⊥, the system failed.

    A table of Polars, pandas, Arrow or Hugging Face, or a file of one, may hold both sides and is given alone:
    `columns` says which column is what, those that it does not name are guessed (which is noted), and all others are
    features.

    Args:
        measure: a measure, or its name with options: `words`, `"words(costs='sclite')"`.
        references: what is right.
        predictions: what was answered.
        sample_weight: ρ, each in [0,1].
        columns: of tables, which column is what: `{"reference": "gold", "answer": "said"}`, or as `--columns` has it.
        expressions: what was asked, for weightings that look at it; texts are their own by default.
        clusters: what belongs together, a dialogue, a speaker: a name for each.
        features: columns to slice by, in a mapping or a table.
        labels: columns to slice words by: for each reference a list with a label for each of its words.
        by: the features to slice by; of columns all of them, unless this names some, of files none.
        weight: the importance ρ, or its name: `constant`, `"frequency('count')"`.
        level: the confidence level of the intervals.
        method: the kind of interval; the result names the one used.
        seed: the seed of everything drawn at random.
        population: of a file that `murho sample` drew, whether figures are about the cases it was drawn from, `finite`,
            or `super`, all they stand for.
        per_case: keep a row for each case in the JSON, with its loss and counts.
        classes: for labels, precision, recall and F1 of each, macro and micro F1, and what is taken for what.
        divide_by: what π is divided by: Σ ρ, or the number of expressions |E|; for measures with one loss for each
            expression.
        scale: grades of π that stand by themselves, as in `"good<0.1<fair<0.3<poor"`: `graded` has the grade.
        format: of files, as `--format` has it.
        encoding: for csv and tsv: what the file is in where that is not UTF-8, as `windows-1252` or `latin-1`; UTF-16
            is seen by its mark.
        missing: of files, whether a case without an answer is judged as `undefined`, or left out, `skip`; it is counted
            either way.
        extra: of files, whether an answer without a case is an `error`, or one to `ignore` and count; by default what
            is usual in its format.
        map: of files, one that says where labels stand in what an engine answers and what they are called here, or how
            structures become concepts, slots, frames (docs/concepts.md).
        map_side: what the map is applied to; the answers by default.
        tiers: for TextGrids: the names of the tiers.
        annotators: for `breaks`: answers of further annotators, whose agreement is the ceiling.
        engine: of files, where they are read and judged: `"dask"`, `"dask(processes=4)"`, a `distributed.Client`; by
            default in this process.
        options: options of the measure, as `--with` takes them: `costs="sclite"`, `normalize="lower"`.

    >>> score("words", "i want to go to bonn", "want to go to berlin")
    <Score words: right 4 of 6 words, wrong 2; π = 0.3333>
    >>> score("words", ["To Bonn!", "no"], ["to bonn", None], normalize="lower|no_punctuation").value
    0.3333333333333333

    Raises:
        UsageError: what is given does not fit together, or is unknown.
        InputError: a file is malformed, or a meaning is none that the measure can judge.
    """
    of_columns = {
        "sample_weight": sample_weight,
        "expressions": expressions,
        "clusters": clusters,
        "features": features,
        "labels": labels,
    }
    if is_path(references) or is_path(predictions):
        for name, value in of_columns.items():
            if value is not None:
                raise UsageError(
                    f"{argument(name)} goes with columns; a file of cases has its own fields (docs/formats.md)"
                )
        one_of(missing, ("undefined", "skip"), "missing")
        one_of(extra, (None, "error", "ignore"), "extra")
        (judge,) = measures_of(measure)
        right = file_of(references, "references")
        answers = right if predictions is None else file_of(predictions, "predictions")
        if predictions is None:
            format = of_one_file(right, format, columns, judge, encoding)
        else:
            format = with_columns(format, columns, right, answers, encoding, judge)
        if map is not None:
            from murho.measures.mapped import mapped

            judge = mapped(judge, path_of(map, "map"), side=map_side or "answers")
        elif map_side is not None:
            raise UsageError(f"{argument('map_side')} goes with {argument('map')}")
        (judge,) = configured([suited(judge, right, answers, format)], options, score)
        kept: dict[str, Any] = {
            "divide_by": divide_by,
            "classes": classes,
            "per_case": per_case,
            "scale": scale_of(scale),
            "population": population,
        }
        reading = Reading(weighting_of(weight), names(by, "by"), level=level, method=method, seed=seed, **kept)
        further = [annotators] if isinstance(annotators, str | os.PathLike) else annotators
        files = [path_of(one, "annotators") for one in further]
        pairing = Pairing(format, missing, extra, tiers)
        return Score.made(
            score_files(
                judge,
                right,
                answers,
                reading,
                pairing,
                annotators=files,
                engine=engine_of(engine),
                tell=say,
            ),
            _of_files(judge, right, answers, reading, pairing),
        )
    if engine is not None:
        raise UsageError("engine= goes with two files, which workers read themselves")
    of_files = {"format": format, "encoding": encoding, "extra": extra, "tiers": tiers, "annotators": annotators}
    of_files |= {"map": map, "map_side": map_side}
    for name, value in {**of_files, "missing": missing != "undefined"}.items():
        if value:
            raise UsageError(f"{name}= goes with files, given as pathlib.Path")
    from murho.face.tables import is_table, parted
    from murho.pipeline.scoring import arrays

    (judge,) = configured([arrays.measure_of_columns(measure, {})], options, score)
    note = ""
    if predictions is None and (of_columns["features"] is None) and is_table(references):
        references, predictions, own, note = parted(references, columns)
        of_columns |= {name: column for name, column in own.items() if of_columns[name] is None}
        by = () if by is None else by
    elif predictions is None and not isinstance(references, str):  # of one text, None is ⊥
        raise UsageError("no predictions; give a list with one for each reference, or one table that holds both")
    elif columns is not None:
        raise UsageError("columns= goes with one table that holds references and predictions, or with files")
    reading = Reading(weighting_of(weight), (), level, method, seed, divide_by, classes, per_case)
    beside = arrays.Alongside(**of_columns)
    found = arrays.score(judge, references, predictions, beside, reading, by=by if by is None else names(by, "by"))
    found = replace(found, scale=scale_of(scale), notes=(*filter(None, (note,)), *found.notes))
    reading = replace(reading, by=tuple(found.by), classes=False, per_case=False)
    return Score.made(found, _of_columns(judge, references, predictions, beside, reading))


def _of_files(judge: Measure, right: str, answers: str, reading: Reading, pairing: Pairing) -> Reporting | None:
    """What writes the report of two files; of trees, which are aligned over all their text, there is none."""
    if "-" in (right, answers) or judge.over_files is judge:
        return None
    made_by = shlex.join(["murho", *sys.argv[1:]]) if by_command() else ""  # which a page names as what makes it again

    def write(path: str, title: str) -> None:
        from murho.pages.report import write_report
        from murho.pipeline.runs.run import run_of_files

        with run_of_files(judge, right, answers, reading, pairing, made_by=made_by) as made:
            title = title or os.path.basename(answers)
            write_report(made, path, weights=[reading.weight], by=reading.by or None, scale=reading.scale, title=title)

    return write


def _of_columns(judge: Measure, references: Any, predictions: Any, alongside: Alongside, reading: Reading) -> Reporting:
    """What writes the report of two columns."""

    def write(path: str, title: str) -> None:
        from murho.pages.report import write_report
        from murho.pipeline.runs.run import run_of_columns
        from murho.pipeline.scoring import arrays

        cases, said = arrays.as_batch(judge, references, predictions, alongside)
        with run_of_columns(judge, cases, said, reading) as made:
            title = title or repr(judge)
            write_report(made, path, weights=[reading.weight], by=reading.by or None, scale=reading.scale, title=title)

    return write


def file_of(value: Any, called: str) -> str:
    """A file that goes with another.

    Raises:
        UsageError: it is anything else.
    """
    if not is_path(value):
        raise UsageError(f"{called} is a {type(value).__name__}; give files for both, as pathlib.Path, or columns")
    return path_of(value, called)


def words(
    references: Any,
    hypotheses: Any,
    *,
    costs: Any = "equal",
    normalize: str = "",
    sample_weight: ArrayLike | None = None,
    clusters: Any = None,
    level: float = 0.95,
    method: str = "auto",
    threads: int = 1,
    **options: Any,
) -> Score:
    """Word errors of hypotheses against references, straight from two columns of texts, or from one text and another.

    Columns of strings of Arrow, Polars or pandas are read where they stand. A hypothesis of None is ⊥: all words of its
    reference are deleted, and it is counted as undefined. `sample_weight` is ρ, each in [0,1]; `clusters` name what
    belongs together; `threads` is for large columns. What else is named is an option of `words`: `split="cjk"`.

    >>> result = words(["i want to go to berlin", "no"], ["want to go to bonn", "no no"])
    >>> result.value, result.counts["substitutions"], result.counts["insertions"]
    (0.42857142857142855, 1, 1)

    Raises:
        UsageError: the columns differ in length, or there is no such option.
    """
    from murho.pipeline.scoring import arrays

    if options:
        configured(measures_of("words"), options, words)  # which knows what else may have been meant
    options |= {"costs": costs} if costs != "equal" else {}
    options |= {"normalize": normalize} if normalize else {}
    beside = arrays.Alongside(sample_weight, clusters=clusters)
    reading = Reading(level=level, method=method)
    found = arrays.words(references, hypotheses, beside, reading, threads=threads, **options)
    return Score.made(found)
