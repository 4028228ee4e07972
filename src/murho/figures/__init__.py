"""Figures: each kind of figure in one file, with its record beside it (`FIGURE`).

A figure says when it is shown, by which option it is asked for, what its values are (`make`), what there is to see of
them (`sheet`), and the words that it explains. Nothing else lists figures: from the records come the options of `murho
show`, the fields of `--json`, the arguments of `murho.show`, `.frame(NAME)`, the sections of the report, `murho list
figures` and the terms of `murho explain`.

    def answer_lengths(subject):
        ...

    FIGURE = FigureKind(make=answer_lengths, name="answer_lengths", title="Length of answers", sheet=sheet,
                        options=(Option("answer_lengths", "yes or no", False, "How long answers are."),))

The first of a figure's options asks for it; the others are its settings, and go with it. A verb that shows figures
takes the options of `options()` and hands their values on:

    chosen = choose(run, measures, {"shares": True})          # refuses what does not fit, reads files of settings
    values = values_of(chosen, Subject(run, measure, reading, missing))   # by name, for each measure
    sheets_of(values)                                         # what a surface draws, in order

`options()` gives each option with its figure, in the order of the help: of type `yes or no` a flag, of type `names`
one that may be repeated, of any other type a value, whose metavar is its own or the type in capitals. `unasked(run)`
are the figures that are shown of a run though nobody asks for them; only those modules are imported whose text says
so. What a score has in itself, as slices and classes, needs no run: `values_of_score`. Records import nothing that
computes: `make` does.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from murho.core.errors import InputError, UsageError
from murho.core.spelling import argument
from murho.plugs import Option, Plug, Shelf
from murho.sheets import Sheet
from murho.sheets.terms import Term

if TYPE_CHECKING:
    from murho.core.case import Answers, Cases
    from murho.measures import Measure
    from murho.pipeline.comparing.result import Comparison
    from murho.pipeline.comparing.sides import Side
    from murho.pipeline.scoring.reading import Reading
    from murho.store import Run

FLAG = "yes or no"
"""The type of an option that takes no value."""


@dataclass(frozen=True)
class Subject:
    """What figures are of: a run under a measure, as it is read."""

    run: "Run"
    measure: "Measure"
    reading: "Reading"
    missing: str = "undefined"
    """What becomes of cases without an answer: `undefined` or `skip`."""

    @cached_property
    def cases(self) -> "Cases":
        """Those that the measure judges, in the order of the suite."""
        from murho.pipeline.runs.show import judged_cases

        return judged_cases(self.run, self.measure, self.missing)

    @cached_property
    def answers(self) -> "Answers":
        """The answers to these cases, in their order; they are read when they are looked at."""
        from murho.pipeline.runs.show import passing_answers

        return passing_answers(self.run, self.cases)


@dataclass(frozen=True)
class ComparedSubject:
    """What figures of comparisons are of: systems under a measure, as they were compared."""

    found: "Comparison"
    sides: "Sequence[Side]"
    measure: "Measure"
    reading: "Reading"
    missing: str = "shared"
    """Cases that one side alone was asked: `shared` leaves them out, for `undefined` they count as ⊥."""
    share: float = 1.0
    """Of a page that its cases may take."""
    on_pages: bool = False
    """There is room for what reads the cases once more."""


@dataclass(frozen=True, kw_only=True)
class FigureKind(Plug):
    """What a figure says of itself.

    `make` takes a `Subject` and the settings by name, and gives a frozen value with `as_json`, or None where there is
    nothing to tell. In a report the subject is a `murho.views.evidence.Evidence`, which has the same fields.
    """

    sheet: Callable[[Any], Sheet]
    """What there is to see of the value."""
    of: str = "run"
    """What it is of: a `run`, or a `comparison`, whose subject is a `ComparedSubject`."""
    place: int = 500
    """The smaller, the earlier it stands."""
    applies: "Callable[[Run], bool] | None" = None
    """Whether it is shown of a run unasked, which has to be cheap to tell."""
    reported: Callable[[Any], bool] | None = None
    """Whether the report on this subject has it; by default where it `applies`."""
    suits: "Callable[[Sequence[Measure]], Sequence[Measure]] | None" = None
    """Those of the measures that it can be told under, all by default; raises UsageError where there is none."""
    settle: Callable[[dict[str, Any]], dict[str, Any]] | None = None
    """Makes settings of what was typed or given from Python, once for all measures: it reads files, say."""
    of_score: Callable[[Any], Any] | None = None
    """Its value out of a score that has what it takes, as slices or classes were counted; None where it has not."""
    each_measure: bool = False
    """The report has it under every measure that it suits, and not under the main one alone."""
    on_pages: bool = False
    """Of a comparison: it reads all cases once more, and is on pages and in summaries alone."""
    of_run: bool = False
    """Whether it is about the run whatever the measure is: it stands with the main one."""
    terms: tuple[Term, ...] = ()
    """The words that it explains, for `murho explain`."""

    @property
    def request(self) -> Option | None:
        """The option that asks for it; None where nobody can."""
        return self.options[0] if self.options else None

    @property
    def settings(self) -> tuple[Option, ...]:
        """The options that go with it."""
        return self.options[1:]


SHELF: Shelf[FigureKind] = Shelf("figure", "murho.figures", "FIGURE", "murho.figures", FigureKind)


class Choice(NamedTuple):
    """A figure that is to be shown."""

    kind: FigureKind
    settings: Mapping[str, Any]
    measures: "Sequence[Measure]"
    """Those under which it is told."""


def kinds() -> list[FigureKind]:
    """All figures of runs in the order in which they stand."""
    return _by_place(kind for kind in SHELF.all() if kind.of == "run")


def options() -> dict[str, tuple[FigureKind, Option]]:
    """Every option of every figure by its name, in the order of the figures."""
    return {option.name: (kind, option) for kind in kinds() for option in kind.options}


def unasked(run: "Run") -> list[FigureKind]:
    """The figures that are shown of this run without being asked for."""
    return _by_place(kind for kind in SHELF.having("applies=") if kind.applies is not None and kind.applies(run))


def choose(
    run: "Run",
    measures: "Sequence[Measure]",
    given: Mapping[str, Any] | None = None,
) -> list[Choice]:
    """The figures to show of a run: those that `given` asks for, and those that apply unasked.

    Args:
        run: the run.
        measures: those that it is judged by, the main one first.
        given: the values of options of figures by name; None and False ask for nothing.

    Raises:
        UsageError: a setting is given without the figure that it goes with, or a figure fits none of the measures.
    """
    wanted = {name: value for name, value in (given or {}).items() if _is_given(value)}
    found = []
    for kind in kinds() if wanted else unasked(run):
        request = kind.request
        is_asked = request is not None and request.name in wanted
        settings = {option.name: wanted[option.name] for option in kind.settings if option.name in wanted}
        if not is_asked and settings:
            assert request is not None
            names = " and ".join(argument(option.name) for option in kind.settings)
            what = argument(request.name, True) if request.type == FLAG else argument(request.name)
            raise UsageError(f"{names} {'go' if len(kind.settings) > 1 else 'goes'} with {what}")
        if not (is_asked or (kind.applies is not None and kind.applies(run))):
            continue
        if is_asked and request is not None and request.type != FLAG:
            settings[request.name] = wanted[request.name]
        for option in kind.options:  # one name, or several
            if option.type == "names" and isinstance(settings.get(option.name), str):
                settings[option.name] = (settings[option.name],)
        suited = measures if kind.suits is None else kind.suits(measures)
        found.append(Choice(kind, settings if kind.settle is None else kind.settle(settings), suited))
    return found


def _is_given(value: Any) -> bool:
    """Whether the value of an option asks for anything."""
    return value is not None and value is not False and value != () and value != []


def values_of(choices: Sequence[Choice], subject: Any, *, main: bool = True) -> dict[str, Any]:
    """The values of what was chosen by the name of the figure; `main` says that this is the main measure."""
    found = {}
    for choice in choices:
        if subject.measure not in choice.measures or (choice.kind.of_run and not main):
            continue
        value = choice.kind.make(subject, **choice.settings)
        if value is not None:
            found[choice.kind.name] = value
    return found


def in_order(values: Mapping[str, Any]) -> dict[str, Any]:
    """These values, which are called as their figures are, in the order in which they stand."""
    return dict(sorted(values.items(), key=lambda item: SHELF.named(item[0]).place))


def values_of_score(score: Any) -> dict[str, Any]:
    """The values of figures that a score has in itself, by the name of the figure."""
    found = {kind.name: kind.of_score(score) for kind in _by_place(SHELF.having("of_score=")) if kind.of_score}
    return {name: value for name, value in found.items() if value is not None}


def values_of_comparison(subject: ComparedSubject) -> dict[str, Any]:
    """The values of figures that a comparison has, by the name of the figure; those of pages where it is on them."""
    kinds = [kind for kind in SHELF.having('of="comparison"') if kind.of == "comparison"]
    found = {kind.name: kind.make(subject) for kind in _by_place(kinds) if subject.on_pages or not kind.on_pages}
    return {name: value for name, value in found.items() if value is not None}


def _by_place(kinds: "Iterable[FigureKind]") -> list[FigureKind]:
    return sorted(kinds, key=lambda kind: (kind.place, kind.name))


def sheets_of(values: Mapping[str, Any]) -> list[Sheet]:
    """What there is to see of these values, which are called as their figures are."""
    return [SHELF.named(name).sheet(value) for name, value in values.items()]


class Reported(NamedTuple):
    """A section of a report."""

    kind: FigureKind
    value: Any
    """Under the first of the measures that have it."""
    sheet: Sheet


def reported(evidence: Any) -> list[Reported]:
    """The figures that a report on this evidence has, as sheets; those under several measures in one."""
    further = [Subject(evidence.run, measure, evidence.reading, evidence.missing) for measure in evidence.measures[1:]]
    found = []
    for kind in kinds():
        subjects = [evidence, *further] if kind.each_measure else [evidence]
        values = [(subject, value) for subject in subjects if (value := _reported(kind, subject)) is not None]
        if not values:
            continue
        sheets = [kind.sheet(value) for _, value in values]
        whole = sheets[0]
        if len(values) > 1:
            named = zip(sheets, values, strict=True)
            parts = [replace(sheet, title=f"{sheet.title}, {subject.measure!r}") for sheet, (subject, _) in named]
            whole = Sheet(kind.title, sections=parts)
        found.append(Reported(kind, values[0][1], whole))
    return found


def _reported(kind: FigureKind, subject: Any) -> Any:
    """The value of a figure of this subject for a report; None where that has none."""
    if kind.reported is not None:
        has_it = kind.reported(subject)
    else:
        has_it = kind.applies is not None and kind.applies(subject.run)
    if not has_it:
        return None
    try:
        return kind.make(subject)
    except InputError:
        return None  # the cases do not have what it needs


def terms() -> list[Term]:
    """The words of the reports and tables: those of all figures' own behind what is general."""
    from murho.sheets.terms import TERMS

    return [*TERMS, *(term for kind in SHELF.all() for term in kind.terms)]


def as_json(values: Mapping[str, Any], *, of_run: bool | None = None) -> dict[str, Any]:
    """What `--json` prints of values, by name: of all, or of those alone that are, or are not, about the whole run."""
    return {name: value.as_json() for name, value in values.items() if of_run in (None, SHELF.named(name).of_run)}
