"""Fields that mean something to murho in one shape, and in any other are features (of answers: extras), with a note.

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

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from murho.core.case import Cases, is_by_stage, is_labels, words_of
from murho.core.errors import InputError
from murho.core.meaning import Meanings
from murho.formats.jsonvalue import described
from murho.formats.opening import Path

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


def by_stage(column: Sequence[dict[str, Any] | None]) -> dict[str, Sequence[Meanings | None]]:
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
