"""From files to batches: which format, and which system answers; what is particular to a format, its record says."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os.path import isdir, isfile
from typing import TYPE_CHECKING, Any, Literal

from murho.core import notation
from murho.core.case import Answers, Cases, numbered
from murho.core.errors import UsageError
from murho.core.spelling import argument, setting
from murho.formats import SHELF, Beside, Format, by_name, guess
from murho.formats.digest import digest
from murho.formats.format import is_table
from murho.formats.join import Unpaired, all_hold, belonging
from murho.formats.opening import is_kept, is_pipe
from murho.formats.tables import mapping
from murho.measures import Measure
from murho.pipeline.scoring.reading import read_beside

if TYPE_CHECKING:
    from murho.measures.dependencies.dependencies import dependencies
    from murho.systems import System

Missing = Literal["undefined", "skip"]
Extra = Literal["error", "ignore"]
Columns = str | Mapping[str, str]
"""Which column is what: as `--columns` has it, or by role."""


def format_of(path: str, name: str | None, other: str | None = None) -> str:
    """The format asked for, or the one that the file's name tells (its partner's, for standard input).

    Of formats that go together either may be asked for: the name of the file tells which of them it is.
    """
    if not name:
        return guess(other if path == "-" and other is not None else path)
    asked, guessed = by_name(word := notation.split(name, ",")[0].strip()), None
    if asked.partners:
        guessed = SHELF.told_by(path)
    if guessed is not None and guessed.name in asked.partners:
        return guessed.name
    # What was typed with options, or names code, goes on as typed: the name alone would lose that.
    return word if set("(:") & set(word) else asked.name


def formats_of(references: str, answers: str, name: str | None) -> tuple[str, str]:
    """The formats of both files; `name` is that of both, or of each: `helsinki,lines`."""
    words = [word.strip() for word in notation.split(name, ",")] if name else []
    if len(words) < 2:
        return format_of(references, name, answers), format_of(answers, name, references)
    if len(words) > 2:
        raise UsageError(f"{name!r}: more than two formats; give that of the references and that of the answers")
    first, second = words
    return first or guess(references), second or guess(answers)


def with_columns(
    format_name: str | None,
    columns: Columns | None,
    references: str,
    answers: str | None = None,
    encoding: str | None = None,
    measure: Measure | None = None,
) -> str | None:
    """The formats as `--format` would name them, where `--columns` says which column is what; else as they are named.

    Those that can be in another `encoding` than UTF-8 get it, too. A `measure` may have a format of its own for plain
    text.

    Without `answers` those of the references are given, and the file of answers tells its own.

    Raises:
        UsageError: neither file is a table, or `columns` is no mapping.
    """
    if format_name is None and measure is not None and measure.plain_format is not None and answers is not None:
        format_name = ",".join(_plain_or_told(path, measure.plain_format) for path in (references, answers))
    given: dict[str, Any] = {}
    if columns is not None:
        given["columns"] = mapping(columns)  # which refuses what is none, before anything is read
    if encoding is not None:
        given["encoding"] = encoding
    if not given:
        return format_name
    named = formats_of(references, references if answers is None else answers, format_name)
    for option, value in given.items():
        having = [by_name(name).has(option) for name in named]
        if not any(having):
            fitting = ", ".join(plug.name for plug in SHELF.all() if plug.has(option))
            raise UsageError(
                f"{argument(option).rstrip('=')}: only for {fitting}, not for {' and '.join(dict.fromkeys(named))}"
            )
        typed = [_typed(name, option, value) if has else name for name, has in zip(named, having, strict=True)]
        named = typed[0], typed[1]
    return f"{named[0]}," if answers is None else f"{named[0]},{named[1]}"


def _plain_or_told(path: str, plain: str) -> str:
    """The format that the name of a file tells, `plain` where that is text or none."""
    told = SHELF.told_by(path)
    return plain if told is None or told.name == "text" else told.name


def of_one_file(
    path: str, format_name: str | None, columns: Columns | None, measure: Measure, encoding: str | None = None
) -> str | None:
    """The formats of a file that holds both sides, references and answers, as `--format` would name them.

    Raises:
        UsageError: a file of its format holds one side only, or it can be read only once.
    """
    format_name = format_name or measure.one_file_format
    name = format_of(path, format_name)
    form = by_name(name)
    if not form.both_sides:
        table = is_table(path) if form.name == "text" and not is_pipe(path) else ""
        hint = f"; or, if it is a table of both, give {setting('format')}{table}" if table else ""
        raise UsageError(f"{path}: {form.name} holds one side; name the file of answers, too{hint}")
    if is_pipe(path) and not isdir(path):
        raise UsageError(f"{path}: both sides in one file need one that can be read twice; write it into a file")
    return with_columns(format_name, columns or "" if form.has("columns") else columns, path, path, encoding)


def _typed(name: str, option: str, value: str | Mapping[str, str]) -> str:
    """A format as it is typed with one option more; one that says nothing takes the place of none that was typed."""
    if not value and option in by_name(name).given:
        return name
    word, bracket, rest = name.partition("(")
    said = value if isinstance(value, str) else ",".join(f"{role}={column!r}" for role, column in value.items())
    return f"{word}({option}={said!r}{', ' + rest if bracket else ')'}"


def read_cases(
    path: str, format_name: str | None = None, measure: Measure | None = None, **more: Any
) -> Iterator[Cases]:
    """The cases of a file, batch by batch, with their places in it.

    `measure` tells formats that can be read several ways what is wanted; `more` are options of the format.

    Raises:
        InputError: the file is malformed.
        UsageError: no format is known for it.
    """
    return numbered(by_name(format_of(path, format_name)).cases(path, measure, **more))


def read_answers(
    path: str, format_name: str | None = None, measure: Measure | None = None, **more: Any
) -> Iterator[Answers]:
    """The answers of a file, batch by batch; arguments and errors are those of `read_cases`."""
    return by_name(format_of(path, format_name)).answers(path, measure, **more)


def extra_of(path: str, name: str | None, other: str | None = None) -> Extra:
    """What answers without a case usually are in the format of the answers: an `error`, or to `ignore`."""
    return by_name(format_of(path, name, other)).extra


def recorded(spec: str) -> str | None:
    """The file of recorded answers that the specification of a system names, if it names one."""
    for prefix in ("recorded:", "kind:recorded:"):
        if spec.startswith(prefix):
            return spec.removeprefix(prefix)
    return spec if isfile(spec) else None


def data_of(
    cases: str,
    format_name: str | None,
    measure: Measure,
    stages: Sequence[str],
    digest: Callable[[str], str] = digest,
) -> dict[str, Any]:
    """What the record of a run says of its data: files, digests, and how they were read."""
    name = format_of(cases, format_name)
    record = {"cases": cases, "digest": digest(cases), "format": name, **by_name(name).arguments(measure)}
    if (sample := read_beside(cases)) is not None:
        record["sample"] = sample
    answers = {path: digest(path) for path in map(recorded, stages) if path is not None}
    return record | ({"answers": answers} if answers else {})


def system_of(
    spec: str, cases: str, format_name: str | None, measure: Measure, extra: Extra | None = None, **options: Any
) -> "System":
    """The system that a specification names; recorded answers are read in the format of the cases, if one is given.

    They have to suit the cases as those stand. Trees without ids, or with ids of another kind, answer them in order.
    """
    from murho.systems import Recorded, system

    path = recorded(spec)
    if path is None or format_name is None:
        told_by_name = system(spec, extra=extra or "error", **options)  # which refuses options that do not fit
        if path is None:
            return told_by_name
    first, second = map(by_name, formats_of(cases, path, format_name))
    more = second.answers_beside(Beside(cases, path, (first.name, second.name), [], fixed=True))

    def read() -> Iterator[Answers]:
        batches = second.answers(path, measure, **more)
        if not all_hold("tree", (first, second)) or cases == "-":
            return batches
        from murho.formats.join import with_ids_of

        return with_ids_of(first.cases(cases, measure), batches)

    return Recorded(read, path, extra=extra or second.extra)


def refuse_one_input_twice(references: str, answers: str) -> None:
    """Raise a UsageError where both sides are standard input, which can be read only once."""
    if references == answers == "-":
        raise UsageError("only one of both files can be standard input")


@dataclass(frozen=True)
class Pairing:
    """How the cases and the answers of two files are read and paired."""

    format_name: str | None = None
    """The format of both, or of each; None to guess."""
    missing: Missing = "undefined"
    """What becomes of cases without an answer."""
    extra: Extra | None = None
    """What becomes of answers without a case; None for what is usual in the format of the answers."""
    tiers: str | None = None
    """The tiers that hold the words, of formats that have tiers."""


def pairs_of(
    references: str, answers: str, pairing: Pairing, measure: Measure | None = None
) -> tuple[Iterator[tuple[Cases, Answers]], Unpaired]:
    """Cases with their answers, batch by batch, and the count of what had no partner, filled as they are read."""
    refuse_one_input_twice(references, answers)
    first, second = map(by_name, formats_of(references, answers, pairing.format_name))
    if pairing.tiers is not None:
        first, second = _having(first, second, tiers=pairing.tiers)
    counted = Unpaired()
    beside = Beside(references, answers, (first.name, second.name), counted.notes)
    pairs = belonging(
        (first, second),
        numbered(first.cases(references, measure, **first.cases_beside(beside))),
        second.answers(answers, measure, **second.answers_beside(beside)),
        missing=pairing.missing,
        extra=pairing.extra or second.extra,
        paths=(references, answers),
        counts=counted,
    )
    return _noted(pairs, counted.notes), counted


def _noted(pairs: Iterator[tuple[Cases, Answers]], notes: list[str]) -> Iterator[tuple[Cases, Answers]]:
    """Hand on batches one by one, and write what reading them found worth a word into `notes`, each note once."""
    for cases, answers in pairs:
        notes += [note for note in dict.fromkeys((*cases.notes, *answers.notes)) if note not in notes]
        yield cases, answers


def _having(first: Format, second: Format, **given: Any) -> tuple[Format, Format]:
    """Both formats with these options, where they have them.

    Raises:
        UsageError: neither format has one of the options.
    """
    for name in given:
        if not (first.has(name) or second.has(name)):
            fitting = ", ".join(plug.name for plug in SHELF.all() if plug.has(name))
            raise UsageError(f"{name}: only for the format {fitting}, not for {first.name} and {second.name}")
    first_with, second_with = (
        plug.having(**{name: value for name, value in given.items() if plug.has(name)}) for plug in (first, second)
    )
    return first_with, second_with


def suited(measure: Measure, references: str, answers: str, format_name: str | None = None) -> Measure:
    """The measure with the options that the format of the files wants, where none were chosen: the rules of CoNLL-X."""
    if measure.kind != "tree":
        return measure  # and import nothing for it: most files that are scored hold words
    from murho.measures.naming import chosen_or_not, configured

    if measure.inside is not None:
        return measure.having(measure=suited(measure.inside, references, answers, format_name))
    if measure.over_files is not measure:
        return measure
    for name in formats_of(references, answers, format_name):
        wanted = {option: value for option, value in by_name(name).wants.items() if not chosen_or_not(measure, option)}
        measure = configured(measure, wanted)
    return measure


def usual_measure(path: str, format_name: str | None) -> str:
    """What to judge by where nobody says so, as far as the format of the cases tells."""
    try:
        name = format_of(path, format_name)
    except UsageError:  # no format is known yet: whoever reads the file will say so
        return "meanings"
    return by_name(name).usual or "meanings"


def whole_trees(
    measure: Measure, references: str, answers: str, format_name: str | None
) -> tuple["dependencies", str] | None:
    """What scores two files of trees over their whole text, and their format; None where sentences are paired."""
    if (of_trees := measure.over_files) is None:
        return None
    first, second = formats_of(references, answers, format_name)
    return (of_trees, first) if first == second and by_name(first).whole_text else None


def short_digest(path: str) -> str:
    """A file as the signature names it: its digest, shortened; `stream` for what cannot be read twice."""
    return shortened(digest(path)) if is_kept(path) else "stream"


def shortened(digest_of_file: str) -> str:
    """A digest as the signature has it: its first twelve digits, which are enough to tell two versions apart."""
    return digest_of_file[:19]
