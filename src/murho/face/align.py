"""`murho.align`: what was said beside what was heard, word under word."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from murho.core.errors import UsageError
from murho.core.spelling import argument, by_command
from murho.face.choices import Extra, Missing, Rank
from murho.face.given import Path, at_least, configured, is_path, measures_of, names, one_of, path_of, written_path
from murho.face.panels import Aligned, Panel, Row, Table
from murho.face.result import Result
from murho.face.score import file_of
from murho.formats import by_name
from murho.formats.opening import plain_suffix
from murho.measures import Measure
from murho.pipeline.aligning.alignment_counts import (
    Findings,
    align_batches,
    align_files,
    look_through,
    look_through_batches,
)
from murho.pipeline.aligning.explanation import explain_files
from murho.pipeline.scoring.alignment import Alignment
from murho.pipeline.scoring.arrays import Alongside, as_batch, measure_of_columns
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.sources import Columns, Pairing, formats_of, of_one_file, suited, whole_trees, with_columns
from murho.sheets.frame import arrow
from murho.sheets.legible import as_text, count, percent
from murho.sheets.numbers import several
from murho.sheets.screen_columns import runs_leftwards
from murho.terminal import sclite
from murho.views.choice import chosen
from murho.views.said_and_meant import drawn
from murho.views.speakers import SPEAKER, BySpeaker, by_speaker

if TYPE_CHECKING:
    from typing import Unpack

    import pyarrow as pa

    from murho.face.align_trees import AlignedTrees
    from murho.face.explain import Explanations
    from murho.face.given import Names
    from murho.face.names import FormatName, MeasureName, MeasureOptions

SHOWN = 10
"""Utterances that are shown in a notebook."""
TYPES = {"id": "string", "step": "int64", **dict.fromkeys(("operation", "reference", "answer"), "string")}


@dataclass(frozen=True, eq=False, repr=False)
class Alignments(Result):
    """Alignments, one for each case, and what was counted of all of them."""

    findings: Findings
    """Counts of the whole and by group, what is taken for what, keywords, rare words."""
    passing: Iterator[Alignment]
    """Those that were asked for, all or the worst, once, as they are found."""
    sheet: Callable[[], BySpeaker]
    """All utterances by speaker, which are aligned again when one of sclite's files is made of them."""
    most: int = 20
    confusions: bool = False
    listed: bool = True
    """The alignments stand in the JSON."""
    title: str = "alignments"

    usual = "figures"

    @cached_property
    def alignments(self) -> Sequence[Alignment]:
        """Those that were asked for: all, or the worst."""
        return tuple(self.passing)

    def one_by_one(self) -> Iterable[Alignment]:
        """Those that were asked for, as they are found; counts are complete with the last, and none is kept."""
        return self.alignments if "alignments" in vars(self) else self.passing

    @property
    def measure(self) -> str:
        """What aligned them."""
        return self.findings.measure

    @property
    def errors(self) -> int:
        """Of all cases: substitutions, deletions, insertions."""
        return self.findings.whole.errors

    @property
    def counts(self) -> dict[str, int]:
        """Of all cases, by operation."""
        return dict(self.findings.whole.counts)

    def __len__(self) -> int:
        return len(self.alignments)

    def __iter__(self) -> Iterator[Alignment]:
        return iter(self.alignments)

    def __getitem__(self, place: int) -> Alignment:
        return self.alignments[place]

    def __repr__(self) -> str:
        whole = self.findings.whole
        return f"<Alignments by {self.measure}: {several(whole.utterances, 'case')}, {several(self.errors, 'error')}>"

    def as_json(self) -> dict[str, Any]:
        """The object that `murho align --json` prints."""
        kept = self.alignments  # all of which have passed then
        rows = {"alignments": [one.as_json() for one in kept]} if self.listed else {}
        return {**self.findings.as_json(self.most or None, self.confusions), **rows}

    def table(self) -> pa.Table:
        """A row for each step: `=` a hit, `S` a substitution, `D` a deletion, `I` an insertion."""
        steps = [(one.id, place, step) for one in self.alignments for place, step in enumerate(one.steps, 1)]
        return arrow(
            {
                "id": [name for name, _, _ in steps],
                "step": [place for _, place, _ in steps],
                "operation": [step.operation for _, _, step in steps],
                "reference": [_text(step.reference) for _, _, step in steps],
                "answer": [_text(step.answer) for _, _, step in steps],
            },
            TYPES,
        )

    def panels(self) -> list[Panel]:
        """Counts, what is taken for what, and the first alignments."""
        whole = self.findings.whole
        taken = whole.most("pairs", self.most or None) if self.confusions else ()
        pairs = [Row(_text(one) or "", (_text(other) or "", count(times))) for (one, other), times in taken]
        groups = [
            Table(
                (feature, "errors", f"{self.findings.unit}s"),
                [Row(name, (count(one.errors), count(one.counts["units"]))) for name, one in of.items()],
            )
            for feature, of in self.findings.groups().items()
        ]
        facts = [(name, count(number)) for name, number in whole.counts.items()]
        left = len(self.alignments) - SHOWN
        more = [f"{left} more alignments are not shown; .save('alignments.html') has them"] if left > 0 else []
        return [
            Panel(
                f"{self.measure}: {several(whole.utterances, 'case')}, {several(self.errors, 'error')}",
                facts=facts,
                flags=[*self.findings.unpaired.notes, *more],
                tables=[*groups, *([Table(("said", "taken for", "times"), pairs)] if pairs else [])],
                aligned=[_shown(one) for one in self.alignments[:SHOWN]],
                signature=self.findings.signature,
            )
        ]

    def layout(self, name: str) -> str:
        """The text of one of sclite's files, `pra`, `prf`, `sys` or `raw`, of all utterances by speaker.

        >>> said, heard = ["to bonn", "yes"], ["to born", "yes"]
        >>> align("words", said, heard).layout("pra").splitlines()[10:13]
        ['id: (1)', 'Scores: (#C #S #D #I) 1 1 0 0', 'Attributes: Case_sensitve ']

        Raises:
            UsageError: there is no such layout.
        """
        one_of(name, sclite.LAYOUTS, "layout")
        return "".join(f"{line}\n" for line in sclite.lines(name, self.sheet()))

    def write_layout(self, name: str, path: str) -> None:
        """Write one of sclite's files, or print it for "-"."""
        sclite.write(name, self.sheet(), path)

    def save(self, path: Path, view: str | None = None, *, title: str = "") -> None:
        """Write what every result writes, or one of sclite's files: .pra, .prf, .sys, .raw, of all utterances.

        Raises:
            UsageError: the suffix says nothing of these.
            OutputError: the file cannot be written.
        """
        name = written_path(path)
        layout = plain_suffix(name).removeprefix(".")
        if layout not in sclite.LAYOUTS:
            super().save(path, view, title=title)
            return
        self.write_layout(layout, name)

    def write_page(self, path: str, title: str = "") -> None:
        """Write the page of all alignments that were asked for."""
        from murho.pages.alignments import write_alignments

        write_alignments(path, self.alignments, self.findings, title or self.title, most=self.most)


def _text(token: Any) -> str | None:
    return None if token is None else as_text(token)


def _shown(one: Alignment) -> Aligned:
    rate = "" if one.rate == float("inf") else f", {percent(one.rate)}"
    undefined = ", undefined (⊥)" if one.undefined else ""
    pairs = drawn(one.steps)
    leftwards = 2 * sum(runs_leftwards(pair.reference or pair.answer) for pair in pairs) > len(pairs)
    return Aligned(one.id, f"{one.errors} of {one.units} wrong{rate}{undefined}", pairs, "rtl" if leftwards else "ltr")


def align(
    measure: MeasureName | Measure | None,
    references: Any,
    predictions: Any = None,
    *,
    features: Any = None,
    by: Names = None,
    errors_only: bool = False,
    worst: int | None = None,
    rank: Rank = "errors",
    confusions: bool = False,
    most: int = 20,
    keywords: Path | Collection[str] | None = None,
    rare: bool = False,
    frequencies: Path | Mapping[str, int] | None = None,
    missing: Missing = "undefined",
    extra: Extra | None = None,
    level: float = 0.95,
    format: FormatName | str | None = None,
    columns: Columns | None = None,
    encoding: str | None = None,
    **options: Unpack[MeasureOptions],
) -> Alignments | AlignedTrees | Explanations:
    """Show what was said alongside what was heard, word under word; one table may hold both.

    They are columns, one text and another, or two files.

    Args:
        measure: what is aligned: words, characters, concepts, concept_bag, slots; with options, as in
            `words(split='cjk')`; files of trees: dependencies; what differs in words: sql, graded,
            `meanings(mu4('json'))`. None is what is usual in the format, else words.
        references: what is right: a text, a column as for `murho.score`, or a file as `pathlib.Path`.
        predictions: what was answered.
        features: columns to slice by, in a mapping or a table; the cases of a file have their own.
        by: the features to count by; of columns all of them, unless this names some, of files none.
        errors_only: only utterances, and of long ones on a terminal only lines, with an error.
        worst: only so many, the worst first.
        rank: what is worst: most `errors`, or most errors by token, `rate`.
        confusions: what is taken for what; deleted and inserted words.
        most: entries of such a list; 0 for all.
        keywords: hits, misses and false alarms of these words, in a list or a set, or in the file that lists them.
        rare: error by frequency of the words in the references.
        frequencies: for `rare`: numbers by word, or a file with a word and a number on each line.
        missing: of files, whether a case without an answer is judged as `undefined`, or left out, `skip`; it is counted
            either way.
        extra: of files, whether an answer without a case is an `error`, or one to `ignore` and count; by default what
            is usual in its format.
        level: the confidence level of the intervals, where there are some.
        format: of files, as `--format` has it.
        columns: of files that are tables, which column is what, as `--columns` has it or as a dict by role.
        encoding: for csv and tsv: what the file is in where that is not UTF-8, as `windows-1252` or `latin-1`; UTF-16
            is seen by its mark.
        options: options of the measure, as `--with` takes them: `costs="sclite"`.

    >>> one = align("words", "i want to go to berlin", "want to go to bonn")
    >>> one
    <Alignments by words: 1 case, 2 errors>
    >>> [tuple(row.values())[2:] for row in one.frame().to_pylist() if row["operation"] != "="]
    [('D', 'i', None), ('S', 'berlin', 'bonn')]

    Raises:
        UsageError: what is given does not fit together, or is unknown; the measure makes no alignments.
        InputError: a file is malformed, or a meaning is none that the measure can align.
    """
    at_least(worst, 1, "worst")
    at_least(most, 0, "most")
    one_of(rank, ("errors", "rate"), "rank")
    if frequencies is not None and not rare:
        raise UsageError(f"{argument('frequencies')} goes with {argument('rare', True)}")
    words = None if keywords is None else _keywords(keywords)
    counted = frequencies if frequencies is None or isinstance(frequencies, Mapping) else _path(frequencies)
    title = "alignments"
    if is_path(references) or is_path(predictions):
        if features is not None:
            raise UsageError("features= goes with columns; a file of cases has its own fields (docs/formats.md)")
        one_of(missing, ("undefined", "skip"), "missing")
        one_of(extra, (None, "error", "ignore"), "extra")
        right = file_of(references, "references")
        title = right if predictions is None else file_of(predictions, "predictions")
        (named,) = measures_of("words" if measure is None else measure)
        if predictions is None:
            format = of_one_file(right, format, columns, named, encoding)
        else:
            format = with_columns(format, columns, right, title, encoding, named)
        if measure is None:
            (named,) = measures_of(by_name(formats_of(right, title, format)[0]).usual or "words")
        (judge,) = configured([suited(named, right, title, format)], options, align)
        trees = whole_trees(judge, right, title, format) if judge.over_files is judge else None
        counted_by = {"by": by, "confusions": confusions, "keywords": keywords is not None, "rare": rare}
        others = [argument(name) for name, value in counted_by.items() if value]
        if trees is not None:
            if others:
                raise UsageError(f"{others[0]} is not for trees; score them by `dependencies`, with {argument('by')}")
            from murho.face.align_trees import align_trees

            return align_trees(*trees, right, title, errors_only, worst, rank, level)
        if judge.explaining:
            if others:
                raise UsageError(f"{others[0]} is not for what is described in words")
            from murho.face.explain import Explanations

            explained = explain_files(judge, right, title, format_name=format, missing=missing, extra=extra)
            return Explanations(repr(judge), tuple(chosen(explained, errors_only, worst, rank)))
        sliced = names(by, "by")
        pairing = Pairing(format, missing, extra)
        reading = Reading(by=sliced, level=level)
        passing, findings = look_through(
            judge, right, title, reading, pairing, keywords=words, rare=rare, frequencies=counted
        )

        def every(by_if_known: Sequence[str]) -> Iterator[Alignment]:
            return align_files(judge, right, title, pairing, by=sliced, by_if_known=by_if_known)[0]

    else:
        of_files: dict[str, Any] = {"format": format, "columns": columns, "encoding": encoding, "extra": extra}
        of_files["missing"] = missing != "undefined"
        for name, value in of_files.items():
            if value:
                raise UsageError(f"{name}= goes with files, given as pathlib.Path")
        (judge,) = configured([measure_of_columns("words" if measure is None else measure, {})], options, align)
        batch = as_batch(judge, references, predictions, Alongside(features=features))
        sliced = tuple(batch[0].features) if by is None else names(by, "by")
        passing, findings = look_through_batches(
            judge, [batch], Reading(by=sliced, level=level), keywords=words, rare=rare, frequencies=counted
        )
        right = "references"

        def every(by_if_known: Sequence[str]) -> Iterator[Alignment]:
            return align_batches(judge, [batch], sliced, by_if_known)

    shown = iter(chosen(passing, errors_only, worst, rank))
    listed = errors_only or worst is not None or not (confusions or keywords is not None or rare)
    sheet = partial(_sheet, every, sliced, right, title, judge.folds_case, findings.unit)
    found = Alignments(findings, shown, sheet, most, confusions, listed, title)
    if not by_command():  # which prints them as they pass
        found.alignments  # noqa: B018
    return found


def _keywords(given: Any) -> str | tuple[str, ...]:
    """The path of a file, or the words; those of a set in the order of the alphabet, so that two calls agree."""
    if isinstance(given, str | os.PathLike):
        return path_of(given, "keywords")
    if not isinstance(given, list | tuple | set | frozenset) or not all(isinstance(one, str) for one in given):
        raise UsageError(f"keywords is a {type(given).__name__}; give a path, or a list or a set of texts")
    return tuple(sorted(given) if isinstance(given, set | frozenset) else given)


def _path(frequencies: Any) -> str:
    if not isinstance(frequencies, str | os.PathLike):
        raise UsageError(f"frequencies is a {type(frequencies).__name__}; give a path, or numbers by word")
    return path_of(frequencies, "frequencies")


def _sheet(
    every: Callable[[Sequence[str]], Iterator[Alignment]],
    by: Sequence[str],
    references: str,
    answers: str,
    folded: bool,
    unit: str,
) -> BySpeaker:
    """All utterances by speaker, or by the first feature that was asked for, as the command has them."""
    feature = by[0] if by else SPEAKER
    return by_speaker(list(every(() if by else (SPEAKER,))), feature, references, answers, folded, unit)
