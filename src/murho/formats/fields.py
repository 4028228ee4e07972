"""From columns of raw JSON values to `Cases` and `Answers`: every field is checked, and the first that is wrong named.

>>> rows = [{"id": 1, "expression": "open at nine?", "reference": ["hours"], "scenario": "hours"}]
>>> cases = as_cases(columns(rows, CASE, "cases.jsonl", [1]), "cases.jsonl", [1])
>>> cases.ids, cases.references, cases.features
(['1'], [('hours',)], {'scenario': ['hours']})

Fields that mean something to murho in one shape, and in any other are features (of answers: extras), with a note.

| field        | its shape                           | what it says                              |
|--------------|-------------------------------------|-------------------------------------------|
| `references` | lists by name: `{"heard": ["yes"]}` | what the stages of a chain ought to say   |
| `before`     | a list of texts: `["hello", "yes"]` | what went before in the dialogue          |
| `labels`     | lists of texts by name, see below   | what each word of the reference is        |
| `stages`     | lists by name, of an answer         | what the stages of a chain said           |

Such words may well have been features before they meant anything; only a list of `references` is refused, since it is
a slip for `reference` more likely than anything else. `labels` are `{"entity": ["O", "PERSON"]}`; where nothing that a
case ought to say is a text, they are a feature.

>>> fields = {"before": [["hello"], "noon", None]}
>>> taken(fields, BEFORE, "cases.jsonl")  # doctest: +ELLIPSIS
([['hello'], None, None], [None, 'noon', None], ['cases.jsonl: the field before is a feature here; ...'])
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from difflib import get_close_matches
from itertools import chain
from typing import Any, NamedTuple

from murho.core.case import Answers, Cases, Expression, check_labels, is_by_stage, is_labels, words_of
from murho.core.columns import Deferred, columns_of_rows
from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED, Meanings
from murho.formats.jsonvalue import Row, described
from murho.formats.opening import Path
from murho.formats.saving import OutputError

_CLOSE = 0.8
"""How alike a name must be to `reference` to be taken for a slip."""


class Shaped(NamedTuple):
    """A field, how it is recognised, and how to write it."""

    name: str
    fits: Callable[[Any], bool]
    todo: str


REFERENCES = Shaped("references", is_by_stage, 'references by stage are written {"heard": ["no to bonn"]}')
BEFORE = Shaped(
    "before",
    lambda value: isinstance(value, list) and all(isinstance(text, str) for text in value),
    'what went before is written ["good morning", "to bonn"]',
)
LABELS = Shaped(
    "labels",
    is_labels,
    'labels of words are written {"entity": ["O", "PERSON"]}, one for each word of a reference that is a text',
)
STAGES = Shaped("stages", is_by_stage, 'the answers of stages are written {"heard": ["no to bonn"]}')


def taken(
    fields: Mapping[str, list[Any]], shaped: Shaped, path: Path, possible: Sequence[bool] | None = None
) -> tuple[list[Any] | None, list[Any] | None, list[str]]:
    """Of a field the values that have its shape, those that have not, each None if there are none; and the note.

    Args:
        fields: the columns of a file.
        shaped: the field.
        path: where they come from, for the note.
        possible: which cases can have it at all; all, unless given.
    """
    column = fields.get(shaped.name)
    if column is None:
        return None, None, []
    fits = [value is not None and shaped.fits(value) for value in column]
    if possible is not None:
        fits = [fit and may for fit, may in zip(fits, possible, strict=True)]
    others = [None if fit else value for value, fit in zip(column, fits, strict=True)]
    fitting = [value if fit else None for value, fit in zip(column, fits, strict=True)] if any(fits) else None
    if all(value is None for value in others):
        return fitting, None if fitting else column, []
    return fitting, others, [f"{path}: the field {shaped.name} is a feature here; {shaped.todo}"]


def refuse_lists(fields: Mapping[str, list[Any]], path: Path, lines: Sequence[int]) -> None:
    """Refuse a list under `references`.

    Raises:
        InputError: the first case that has one.
    """
    for value, line in zip(fields.get(REFERENCES.name, ()), lines, strict=False):
        if isinstance(value, list):
            todo = f"write `reference` for the set of correct meanings; {REFERENCES.todo}"
            raise InputError(f"references is {described(value)}", todo, path=path, line=line)


def refuse_slips(rows: Iterable[Mapping[str, Any]], path: Path, lines: Sequence[int]) -> None:
    """Refuse cases that have no field `reference`, but one whose name is nearly that.

    Raises:
        InputError: the first case that has one.
    """
    slips: dict[str, bool] = {}
    for row, line in zip(rows, lines, strict=True):
        if "reference" in row:
            continue
        for name, value in row.items():
            # Compared once for each name, however many rows have it.
            if name not in slips:
                slips[name] = bool(get_close_matches(name.strip().casefold(), ["reference"], cutoff=_CLOSE))
            said_elsewhere = name == REFERENCES.name and (is_by_stage(value) or isinstance(value, list))
            if slips[name] and value is not None and not said_elsewhere:
                todo = 'write `reference`; if the case is open, "reference": null'
                raise InputError(f"no field 'reference', but {name!r}", todo, path=path, line=line)


def per_stage(column: Sequence[dict[str, Any] | None]) -> dict[str, Sequence[Meanings | None]]:
    """A column for each stage, of objects that hold the references of stages."""
    columns: dict[str, list[Meanings | None]] = {}
    for row, value in enumerate(column):
        for stage, meanings in (value or {}).items():
            if meanings is not None:
                columns.setdefault(stage, [None] * len(column))[row] = tuple(meanings)
    return dict(columns)


def word_labels(column: Sequence[dict[str, list[str] | None] | None]) -> dict[str, Sequence[Sequence[str] | None]]:
    """A column for each name, of objects that hold the labels of words."""
    columns: dict[str, list[list[str] | None]] = {}
    for row, value in enumerate(column):
        for name, labels in (value or {}).items():
            if labels is not None:
                columns.setdefault(name, [None] * len(column))[row] = labels
    return dict(columns)


def labelled(references: Sequence[Meanings | None], staged: Mapping[str, Sequence[Meanings | None]]) -> list[bool]:
    """Which cases have words that labels could be of: a reference, or that of a stage, is a text, or not known yet."""
    columns = [references, *staged.values()]
    return [
        references[row] is None or any(words_of(column[row]) is not None for column in columns)
        for row in range(len(references))
    ]


def written(cases: Cases) -> dict[str, Sequence[Any]]:
    """The features of cases and these fields, as they are written to a file."""
    by_name = [
        {stage: column[row] for stage, column in cases.by_stage.items() if column[row] is not None}
        for row in range(len(cases) if cases.by_stage else 0)
    ]
    before = [None if value is None else list(value) for value in cases.before or ()]
    fields = dict(cases.features)
    labels = [
        {name: list(row_labels) for name, column in cases.labels.items() if (row_labels := column[row]) is not None}
        for row in range(len(cases) if cases.labels else 0)
    ]
    shaped: dict[str, list[Any]] = {
        REFERENCES.name: [stages or None for stages in by_name],
        BEFORE.name: before,
        LABELS.name: [given or None for given in labels],
    }
    for name, column in shaped.items():
        if any(value is not None for value in column):
            others = fields.get(name) or [None] * len(column)  # where it says nothing the feature of that name does
            fields[name] = [other if value is None else value for value, other in zip(column, others, strict=True)]
    return fields


CASE = ("id", "expression")
"""The fields that every case has; one without a `reference` is open."""
ANSWER = ("id", "answer")
"""The fields that every answer has."""
CASE_FIELDS = (*CASE, "reference", "cluster", "weight")
ANSWER_FIELDS = (*ANSWER, "seconds", "failure")
_MANY = 64
"""Names in a batch of answers, beyond which each answer seems to have its own."""

Columns = Mapping[str, list[Any]]
_NOTHING: type = type(None)
_TUPLE: Set[type] = {tuple}
_SET: Set[type] = {list, tuple}
"""What sets of meanings are read as: JSON's own, or what they are to become."""
_TEXT: Set[type] = {str}
_EXPRESSION: Set[type] = {str, list}
_NAME: Set[type] = {str, int}
_NUMBER: Set[type] = {float, int}


def columns(rows: Sequence[Row], required: Sequence[str], path: Path, lines: Sequence[int]) -> Columns:
    """Rows turned into columns; a field that a row lacks is None there, unless it is required.

    Raises:
        InputError: a row lacks a required field.
    """
    by_name: dict[str, list[Any]] = {}
    for name in required:
        try:
            by_name[name] = [row[name] for row in rows]
        except KeyError:
            row_number = next(i for i, row in enumerate(rows) if name not in row)
            raise missing(name, rows[row_number], required, path, lines[row_number]) from None
    names = dict.fromkeys(chain.from_iterable(rows))
    if required is ANSWER and len(names) > _MANY:
        free = ({name: row[name] for name in row if name not in ANSWER_FIELDS} for row in rows)
        by_name |= columns_of_rows(list(free))  # type: ignore[arg-type]  # read as a list, and much smaller
    for name in names:
        if name not in by_name:
            by_name[name] = [row.get(name) for row in rows]
    return by_name


def missing(name: str, found: Iterable[str], required: Sequence[str], path: Path, line: int | None) -> InputError:
    """The error for a field that is not among those found."""
    what = f"no field {name!r} (fields found: {', '.join(found) or 'none'})"
    return InputError(what, f"the fields {', '.join(required)} are needed", path=path, line=line)


def as_cases(fields: Columns, path: Path, lines: Sequence[int], *, saved: bool = False) -> Cases:
    """Cases from columns, each of the length of `lines`; what is no field of a case becomes a feature.

    In a suite that a run has `saved`, so does a list under `references`, or labels that are none of its words: they
    are no slips there, but older than these fields. Of such a suite columns may be deferred; then they are as they
    were when they were checked, before they were written.

    Raises:
        InputError: a field is of the wrong type, or a weight outside [0,1].
    """
    source = path, lines
    weights = _checked(fields, "weight", _NUMBER | {_NOTHING}, "write a number between 0 and 1, the importance", source)
    for at, weight in enumerate(() if weights is None or isinstance(weights, Deferred) else weights):
        if weight is not None and not 0 <= weight <= 1:
            raise InputError(f"weight is {weight}", "write a number between 0 and 1", path=path, line=lines[at])
    if not saved:
        refuse_lists(fields, path, lines)
    by_stage, other_references, reference_notes = taken(fields, REFERENCES, path)
    before, other_before, before_notes = taken(fields, BEFORE, path)
    references, staged = _references(fields, len(lines)), per_stage(by_stage or ())
    possible = labelled(references, staged) if LABELS.name in fields else None
    labels, other_labels, label_notes = taken(fields, LABELS, path, possible)
    shaped = {
        REFERENCES.name: other_references,
        BEFORE.name: other_before,
        LABELS.name: other_labels,
    }
    free = {name: shaped.get(name, column) for name, column in fields.items() if name not in CASE_FIELDS}
    cases = Cases(
        ids=_names(fields, "id", _NAME, "write a string, or a whole number", source) or [],
        expressions=_expressions(fields, source),
        references=references,
        clusters=_names(fields, "cluster", _NAME | {_NOTHING}, "write a string, or leave it out", source),
        weights=weights,
        features={name: column for name, column in free.items() if column is not None},
        path=str(path),
        lines=lines,
        by_stage=staged,
        before=before,
        labels=word_labels(labels or ()),
        notes=(*reference_notes, *before_notes, *label_notes),
    )
    if cases.labels:
        try:
            check_labels(cases)
        except InputError:
            if not saved:
                raise
            # What an older run called labels is still there to slice by.
            return replace(cases, labels={}, features={**cases.features, LABELS.name: fields["labels"]})
    return cases


def _references(fields: Columns, rows: int) -> Sequence[Meanings | None]:
    """A list is the set of its meanings, any other value the set of this one; null, or nothing at all, is open."""
    column = fields.get("reference")
    if column is None:
        return [None] * rows
    if isinstance(column, Deferred) or (types := set(map(type, column))) <= _TUPLE:
        return column
    if types <= _SET:
        return list(map(tuple, column))
    return [None if value is None else tuple(value) if type(value) in _SET else (value,) for value in column]


def _expressions(fields: Columns, source: tuple[Path, Sequence[int]]) -> list[Expression]:
    """The column of expressions, each a text or a tuple of texts, the utterances of a dialogue."""
    todo = "write the expression as a string, a dialogue as a list of strings"
    column = _checked(fields, "expression", _EXPRESSION, todo, source) or []
    if isinstance(column, Deferred) or set(map(type, column)) <= _TEXT:
        return column
    for at, value in enumerate(column):
        if type(value) is list and (not value or set(map(type, value)) - _TEXT):
            raise InputError(f"expression is {described(value)}", todo, path=source[0], line=source[1][at])
    return [tuple(value) if type(value) is list else value for value in column]


def as_answers(fields: Columns, path: Path, lines: Sequence[int]) -> Answers:
    """Answers from columns, each of the length of `lines`; what is no field of an answer becomes an extra.

    Raises:
        InputError: a field is of the wrong type.
    """
    source = path, lines
    answers = _checked(fields, "answer", {list, tuple, _NOTHING}, _as_answer, source) or ()
    # Stages stay an extra, whatever their shape; only what is to be noted is asked for.
    *_, notes = taken(fields, STAGES, path)
    return Answers(
        ids=_names(fields, "id", _NAME, "write a string, or a whole number", source) or [],
        answers=answers
        if isinstance(answers, Deferred) or set(map(type, answers)) <= _TUPLE
        else [UNDEFINED if meanings is None else tuple(meanings) for meanings in answers],
        seconds=_checked(fields, "seconds", _NUMBER | {_NOTHING}, "write a number of seconds, or null", source),
        failures=_checked(fields, "failure", _TEXT | {_NOTHING}, "write a string, or null", source),
        extras={name: column for name, column in fields.items() if name not in ANSWER_FIELDS},
        path=str(path),
        lines=lines,
        notes=notes,
    )


def check_names(free: Collection[str], reserved: Sequence[str], path: Path) -> None:
    """Refuse to write a feature or an extra under the name of a field.

    Raises:
        OutputError: a feature or an extra has the name of a field.
    """
    if clash := sorted(set(free) & set(reserved)):
        raise OutputError(f"a feature or extra named {clash[0]!r}", "rename it: a field has that name", path=path)


def _as_answer(value: Any) -> str:
    return f"answer is a list of meanings; write {_short_list(value)}, or null where the system failed"


def _short_list(value: Any) -> str:
    text = described(value).partition(" (")[2][:-1]
    return f"[{text}]" if text and "..." not in text else "[...]"


def _checked(
    fields: Columns,
    name: str,
    types: Set[type],
    todo: str | Callable[[Any], str],
    source: tuple[Path, Sequence[int]],
) -> list[Any] | None:
    """A column whose values are all of these types, None where there is none; InputError for the first that is not."""
    column = fields.get(name)
    # All types at once, since nearly every column is right; who is wrong is looked for only then. Types, since a bool
    # is an int too.
    if column is None or isinstance(column, Deferred) or set(map(type, column)) <= types:
        return column
    path, lines = source
    at = next(i for i, value in enumerate(column) if type(value) not in types)
    value = column[at]
    advice = todo if isinstance(todo, str) else todo(value)
    raise InputError(f"{name} is {described(value)}", advice, path=path, line=lines[at])


def _names(
    fields: Columns, name: str, types: Set[type], todo: str, source: tuple[Path, Sequence[int]]
) -> list[Any] | None:
    """A column of names: whole numbers are compared as text, so that 7 and "7" are one."""
    column = _checked(fields, name, types, todo, source)
    if column is None or isinstance(column, Deferred) or int not in set(map(type, column)):
        return column
    return [str(value) if type(value) is int else value for value in column]
