"""Labels of words: what each word of a reference is, a name, a verb, a filler, so that errors are told apart by it.

A case has a label for every white-space word of its only reference, as it stands before any normalisation. A measure
that judges words one by one says at which word each of its rows stands (`Judgements.word`), and so rows get labels.

>>> from murho.core.case import Cases
>>> from murho.core.judgement import Judgements
>>> cases = Cases(["q1"], [""], [("ask anna now",)], labels={"entity": [["O", "PERSON", "O"]]})
>>> of_rows(cases, Judgements.of([0, 1, 1], [1, 1, 0], case=[0, 0, 0], word=[0, 1, INSERTED]), "entity")
['O', 'PERSON', 'insertions']
>>> check(Cases(["q1"], [""], [("ask anna",)], labels={"entity": [["O"]]}))
Traceback (most recent call last):
murho.core.errors.InputError: case 'q1': 1 label of 'entity' for 2 words of its reference; give one for each word, \
divided by white space, as the reference stands
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from murho.core.errors import InputError
from murho.core.judgement import Judgements

if TYPE_CHECKING:
    from murho.core.case import Cases

INSERTIONS = "insertions"
"""The group of all words that were inserted, but for speakers: they are no word of the reference."""
INSERTED = -1
"""The position of a word that was inserted."""
SPEAKER = "speaker"
"""The name of labels that say who says a word: what is inserted counts for who was speaking, and is no group."""
NOWHERE = -2
"""The position of a row that stands at no word that has labels, and is no insertion either."""
TAKEN = (
    "id",
    "expression",
    "reference",
    "references",
    "cluster",
    "weight",
    "length",
    "before",
    "labels",
    "loss",
    "cause",
)
"""Names that mean something else where figures are sliced."""


def is_labels(value: Any) -> bool:
    """Whether this is labels of words: `{"entity": ["O", "PERSON"]}`; null says nothing.

    >>> is_labels({"entity": ["O", "PERSON"]}), is_labels({"entity": "O"}), is_labels(["O"]), is_labels({"a": [1]})
    (True, False, False, False)
    """
    return isinstance(value, dict) and all(
        column is None or (isinstance(column, list) and all(isinstance(label, str) for label in column))
        for column in value.values()
    )


def words_of(reference: Sequence[Any] | None) -> int | None:
    """The white-space words of the first meaning; None if it is no text. A reference that is empty has none."""
    if not reference:
        return None if reference is None else 0
    return len(reference[0].split()) if isinstance(reference[0], str) else None


def fit(reference: Sequence[Any] | None, labels: Sequence[str]) -> bool:
    """Whether these can be the labels of this reference."""
    return reference is not None and len(reference) < 2 and words_of(reference) == len(labels)


def check(cases: "Cases") -> None:
    """Refuse labels that do not fit the references of their cases; those of open cases cannot be told.

    Where the reference is no text, the labels are those of what a stage of a chain ought to say.

    Raises:
        InputError: the first that does not, with its place.
    """
    refuse_names(cases, cases.labels, cases.features)
    for name, column in cases.labels.items():
        for at, labels in enumerate(column):
            if labels is None:
                continue
            if INSERTIONS in labels:
                todo = "rename it: all words that were inserted are a group of that name"
                raise cases.error(at, f"a label {INSERTIONS!r} of {name!r}", todo)
            reference = cases.references[at]
            if reference is not None and len(reference) > 1:
                todo = "labels count the words of the only reference; keep one, or leave the labels out"
                raise cases.error(at, f"labels of words, and {len(reference)} references", todo)
            is_text = bool(reference) and words_of(reference) is not None  # else labels may be those of a stage
            staged = [] if is_text else [references[at] for references in cases.by_stage.values()]
            known = [
                reference_of_stage
                for reference_of_stage in (reference, *staged)
                if words_of(reference_of_stage) is not None
            ]
            if known and not any(fit(reference_of_stage, labels) for reference_of_stage in known):
                words = max(words_of(reference_of_stage) or 0 for reference_of_stage in known)
                found = f"{_several(len(labels), 'label')} of {name!r} for {_several(words, 'word')} of its reference"
                raise cases.error(at, found, "give one for each word, divided by white space, as the reference stands")


def _several(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def apart(batches: Iterable["Cases"]) -> Iterator["Cases"]:
    """The batches of a suite, up to the first in which labels of words are named as a feature is, of any batch so far.

    Raises:
        InputError: a label has the name of a feature.
    """
    labels: dict[str, None] = {}
    features: dict[str, None] = {}
    for cases in batches:
        labels |= dict.fromkeys(cases.labels)
        features |= dict.fromkeys(cases.features)
        if labels:
            refuse_names(cases, labels, features)
        yield cases


def refuse_names(cases: "Cases", labels: Iterable[str], features: Iterable[str]) -> None:
    """Refuse labels whose name is that of a feature, or of what every case has.

    Raises:
        InputError: there is one; a case of these that has the one or the other is named.
    """
    taken = {*TAKEN, *features}
    for name in labels:
        if not name.strip() or name in taken:
            column = cases.labels.get(name) or cases.features.get(name) or ()
            at = next((at for at, value in enumerate(column) if value is not None), 0)
            found = f"labels of words named {name!r}" + (", as a feature is" if name.strip() else "")
            raise cases.error(at, found, "rename them")


def of_rows(cases: "Cases", rows: Judgements, name: str) -> list[str | None]:
    """The label of each row; `insertions` for what was inserted, None where the case has none.

    Where they say who speaks, what was inserted has the label of the word before it, or else of the first of its case,
    and None where the case has none.

    >>> from murho.core.case import Cases
    >>> cases = Cases(["q1"], [""], [("yes no",)], labels={"speaker": [["anna", "bob"]]})
    >>> rows = Judgements.of([1, 0, 1, 0], [0, 1, 0, 1], case=[0] * 4, word=[INSERTED, 0, INSERTED, 1])
    >>> of_rows(cases, rows, "speaker")
    ['anna', 'anna', 'anna', 'bob']
    """
    column = cases.labels.get(name) or [None] * len(cases)
    words = rows.word
    if words is None:
        todo = "slice by it under a measure that judges words one by one, as words and mer can"
        raise InputError(f"{name!r} labels words, and nothing here is judged by words", todo, path=cases.path)
    labels_of_rows: list[str | None] = []
    before: tuple[int, str | None] = (-1, None)
    for case, word_index in zip(rows.case.tolist(), words.tolist(), strict=True):
        labels = column[case]
        if word_index >= 0:
            labels_of_rows.append(None if labels is None else labels[word_index])
            before = case, labels_of_rows[-1]
        elif word_index == INSERTED and name == SPEAKER:
            first = labels[0] if labels else None
            labels_of_rows.append(before[1] if before[0] == case else first)
        else:
            labels_of_rows.append(INSERTIONS if word_index == INSERTED else None)
    return labels_of_rows
