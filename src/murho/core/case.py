"""Cases and answers, as columns: one entry per expression, all lists of one length.

A case is an expression with the set of its correct meanings, the features it can be sliced by, the cluster it
belongs to (dialogue, speaker, document) and the importance its author gave it. A single case is a batch of one.

>>> cases = Cases(ids=["q1", "q2"], expressions=["open at nine?", "colourless ideas"],
...               references=[("hours",), ()], features={"scenario": ["hours", None]})
>>> len(cases), cases.in_domain.tolist()
(2, [True, False])

A case of which nobody has said what it means is *open*: its reference is None. It can be asked, not judged. Code that
needs references takes `Cases.meant`, which raises an error for the first open case; code that can do without takes
`settled`, and reports how many cases it leaves out.

>>> Cases(["q1", "q2"], ["open at nine?", "renew"], [("hours",), None]).meant
Traceback (most recent call last):
murho.core.errors.InputError: case 'q2': it is open, nobody has said what it means; write its `reference` \
([] if it means nothing here), or leave it out

Labels of words: what each word of a reference is, a name, a verb, a filler, so that errors are told apart by it.

A case has a label for every white-space word of its only reference, as it stands before any normalisation. A measure
that judges words one by one says at which word each of its rows stands (`Judgements.word`), and so rows get labels. The
measure itself is given none, and neither is a normalisation, so that new ones need not know of labels: where a changed
word came from follows from what becomes of parts of the text (`murho.measures.text.origins`). The whole is counted by
cases, the slices of a label by words.

>>> from murho.core.case import Cases
>>> from murho.core.judgement import Judgements
>>> cases = Cases(["q1"], [""], [("ask anna now",)], labels={"entity": [["O", "PERSON", "O"]]})
>>> labels_of_rows(cases, Judgements.of([0, 1, 1], [1, 1, 0], case=[0, 0, 0], word=[0, 1, INSERTED]), "entity")
['O', 'PERSON', 'insertions']
>>> check_labels(Cases(["q1"], [""], [("ask anna",)], labels={"entity": [["O"]]}))
Traceback (most recent call last):
murho.core.errors.InputError: case 'q1': 1 label of 'entity' for 2 words of its reference; give one for each word, \
divided by white space, as the reference stands
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.columns import Deferred, picked, taken_rows
from murho.core.columns import glued as glued_columns
from murho.core.errors import InputError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.core.spelling import argument

MISSING = "missing"
"""The failure of a case that has no answer."""
STAGES = "stages"
"""The extra of an answer that holds what the stages of a chain said, by their names; null is ⊥."""
ON_REFERENCES = "on_references"
"""The extra of an answer that holds what the chain answers had a stage said what it ought to, by names of stages."""
Expression = str | tuple[str, ...]
"""A text, or the utterances of a whole dialogue."""


class Earlier(NamedTuple):
    """What went before an expression by the order of its cluster: the first `size` utterances of a dialogue."""

    dialogue: Sequence[str]
    size: int


def _structure(language: str, finer: bool = False) -> Callable[[str, Any], str]:
    def found(text: str, parse: Any) -> str:
        from murho.languages.structure import structure  # which few need

        return structure(text, language, parse if isinstance(parse, str) else None, finer=finer)

    return found


IN_TEXTS: Mapping[str, Callable[[str, Any], Any]] = {
    "length": lambda text, _: len(text.split()),
    "structure_en": _structure("en"),
    "structure_es": _structure("es"),
    "structure_it": _structure("it"),
    "finer_structure_en": _structure("en", finer=True),
    "finer_structure_es": _structure("es", finer=True),
    "finer_structure_it": _structure("it", finer=True),
}
"""Features that every case has, by what was said, and by its parse in CoNLL-U where the feature `parse` has one."""


@dataclass(frozen=True, eq=False)
class Cases:
    """A batch of cases."""

    ids: Sequence[str]
    expressions: Sequence[Expression]
    references: Sequence[Meanings | None]
    """The correct meanings of each; None where the case is open."""
    clusters: Sequence[str | None] | None = None
    weights: Sequence[float | None] | None = None
    features: dict[str, Sequence[Any]] = field(default_factory=dict)
    path: str | None = None
    """The file they were read from, for error messages."""
    lines: Sequence[int] | None = None
    """The line each case stands on, counted from 1."""
    by_stage: dict[str, Sequence[Meanings | None]] = field(default_factory=dict)
    """What the stages of a chain ought to say, by their names; None where nobody has said it."""
    own: Sequence[Meanings | None] | None = None
    """What the expressions mean, where `references` are what one stage ought to say."""
    before: Sequence[Sequence[str] | None] | None = None
    """What went before each expression, the oldest first; None where the case does not say it."""
    earlier: Sequence[Earlier | None] | None = None
    """What went before each expression by the order of its cluster, where somebody looked at the whole suite
    (`murho.core.turns`)."""
    labels: dict[str, Sequence[Sequence[str] | None]] = field(default_factory=dict)
    """By name what the words of each reference are, one label for each of its white-space words; None where a case
    does not say it (`murho.core.case`).
    """
    notes: Sequence[str] = ()
    """What was noticed while they were read, in sentences for the reader of a report."""
    places: Sequence[int] | None = None
    """Where in the whole suite each case stands, of a batch that is a part of it: so that what is printed case by case
    and what is drawn at random do not depend on the order in which parts arrive.
    """

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def in_domain(self) -> NDArray[np.bool_]:
        """e ∈ L_D: the expression has a meaning in the domain, `f_D(e) ≠ ∅`; of an open case nobody knows it."""
        return np.fromiter(map(bool, self.itself.references), bool, len(self))

    @cached_property
    def open(self) -> NDArray[np.bool_]:
        """Which cases are open: nobody has said what they mean."""
        if isinstance(self.references, Deferred):
            return self.references.absent
        return np.fromiter((reference is None for reference in self.references), bool, len(self))

    @cached_property
    def meant(self) -> Sequence[Meanings]:
        """The references, none of them open.

        Raises:
            InputError: a case is open; the first is named.
        """
        if type(None) in set(map(type, self.references)):  # which is quick
            missing, todo = "what it means", "write its `reference` ([] if it means nothing here), or leave it out"
            if self.own is not None:
                missing = "what this stage ought to say"
                todo = 'write it in its `references`, as in {"heard": ["no to bonn"]}, or leave it out'
            first = int(np.flatnonzero(self.open)[0])
            raise self.error(first, f"it is open, nobody has said {missing}", todo)
        return self.references  # type: ignore[return-value]

    @cached_property
    def texts(self) -> Sequence[str]:
        """Every expression as one text, the utterances of a dialogue on lines of their own."""
        # Mostly all are texts, and then nothing is copied.
        if set(map(type, self.expressions)) <= {str}:
            return self.expressions  # type: ignore[return-value]
        return [expression if isinstance(expression, str) else "\n".join(expression) for expression in self.expressions]

    def held(self) -> "Cases":
        """The cases with what they are made of in memory; of deferred columns the features are left as they are."""

        def read(column: Sequence[Any]) -> Sequence[Any]:
            return list(column) if isinstance(column, Deferred) else column

        return replace(
            self,
            ids=read(self.ids),
            expressions=read(self.expressions),
            references=read(self.references),
            clusters=None if self.clusters is None else read(self.clusters),
            weights=None if self.weights is None else read(self.weights),
        )

    def settled(self) -> "Cases":
        """The cases that are not open."""
        return self.take(np.flatnonzero(~self.open)) if self.open.any() else self

    def at_stage(self, stage: str | None) -> "Cases":
        """The cases with what this stage of a chain ought to say as their references; open where nobody said it.

        None is the chain itself: they are as they are. Labels are those of its words where there are as many.
        """
        if stage is None:
            return self
        references = self.by_stage.get(stage) or [None] * len(self)
        return replace(
            self, references=references, own=self.itself.references, labels=_fitting(self.labels, references)
        )

    @property
    def itself(self) -> "Cases":
        """The cases with what they mean as their references, whichever stage they were looked at."""
        return self if self.own is None else replace(self, references=self.own, own=None)

    def error(self, index: int, found: str, todo: str) -> InputError:
        """An error about one case, with its id and its place in the file."""
        line = None if self.lines is None else self.lines[index]
        return InputError(f"case {self.ids[index]!r}: {found}", todo, path=self.path, line=line)

    def feature(self, name: str) -> Sequence[Any]:
        """The column of a feature, by name; `id`, `expression` and `cluster` are features too.

        So is what `IN_TEXTS` finds in the texts: `length` (in words), `structure_en`, `structure_es`, `structure_it`,
        and with the finer features `finer_structure_en` and so on.
        """
        if name in self.features:
            return self.features[name]
        if name == "id":
            return self.ids
        if name == "expression":
            return self.texts
        if name == "cluster" and self.clusters is not None:
            return self.clusters
        if name in IN_TEXTS:
            parses = self.features.get("parse") or [None] * len(self)
            return [IN_TEXTS[name](text, parse) for text, parse in zip(self.texts, parses, strict=True)]
        if name in self.labels:
            todo = f"it can slice what is judged by words, with {argument('by')} under words or mer"
            raise InputError(f"{name!r} labels words, and is no feature of cases", todo, path=self.path)
        known = ", ".join(sorted(self.features)) or "none"
        raise InputError(f"no feature {name!r}", f"the features of these cases are: {known}", path=self.path)

    def with_feature(self, name: str, column: Sequence[Any]) -> "Cases":
        """The cases with one more feature, or with other values of one they had."""
        return replace(self, features={**self.features, name: column})

    def take(self, indices: Sequence[int] | NDArray[np.int64]) -> "Cases":
        """The cases at these positions, in this order; where they stood is kept in `places`."""

        def pick(column: Sequence[Any]) -> Sequence[Any]:
            return picked(column, indices)

        return Cases(
            ids=pick(self.ids),
            expressions=pick(self.expressions),
            references=pick(self.references),
            clusters=None if self.clusters is None else pick(self.clusters),
            weights=None if self.weights is None else pick(self.weights),
            features={name: pick(column) for name, column in self.features.items()},
            path=self.path,
            lines=None if self.lines is None else pick(self.lines),
            by_stage={stage: pick(column) for stage, column in self.by_stage.items()},
            own=None if self.own is None else pick(self.own),
            before=None if self.before is None else pick(self.before),
            earlier=None if self.earlier is None else pick(self.earlier),
            labels={name: pick(column) for name, column in self.labels.items()},
            notes=self.notes,
            places=[int(i) for i in indices] if self.places is None else [self.places[i] for i in indices],
        )


def numbered(batches: Iterable[Cases]) -> Iterator[Cases]:
    """The batches of a suite, in its order, each with the places of its cases.

    >>> parts = numbered([Cases(["a", "b"], ["", ""], [(), ()]), Cases(["c"], [""], [()])])
    >>> [list(part.places) for part in parts]
    [[0, 1], [2]]
    """
    first = 0
    for batch in batches:
        yield replace(batch, places=range(first, first + len(batch)))
        first += len(batch)


def join(batches: Sequence[Cases]) -> Cases:
    """One batch of several; a feature or cluster that a batch lacks is None there, and places that one lacks are lost.

    >>> one = Cases(["a"], [""], [()], features={"x": [1]}); two = Cases(["b"], [""], [()], clusters=["c"])
    >>> both = join([one, two]); both.features, both.clusters
    ({'x': [1, None]}, [None, 'c'])
    """
    if len(batches) == 1:
        return batches[0]
    names = dict.fromkeys(name for batch in batches for name in batch.features)
    stages = dict.fromkeys(stage for batch in batches for stage in batch.by_stage)
    labels = dict.fromkeys(name for batch in batches for name in batch.labels)

    def glued(columns: list[Sequence[Any] | None]) -> Sequence[Any]:
        return glued_columns([[None] * len(b) if c is None else c for b, c in zip(batches, columns, strict=True)])

    def column(attribute: str) -> Sequence[Any] | None:
        columns = [getattr(batch, attribute) for batch in batches]
        return None if all(c is None for c in columns) else glued(columns)

    return Cases(
        ids=column("ids") or [],
        expressions=column("expressions") or [],
        references=column("references") or [],
        clusters=column("clusters"),
        weights=column("weights"),
        features={name: glued([batch.features.get(name) for batch in batches]) for name in names},
        path=batches[0].path if batches else None,
        lines=column("lines"),
        by_stage={stage: glued([batch.by_stage.get(stage) for batch in batches]) for stage in stages},
        own=column("own"),
        before=column("before"),
        earlier=column("earlier"),
        labels={name: glued([batch.labels.get(name) for batch in batches]) for name in labels},
        # Parts that were taken of one batch all carry its notes; they are said once.
        notes=tuple(dict.fromkeys(note for batch in batches for note in batch.notes)),
        places=None if any(batch.places is None for batch in batches) else column("places"),
    )


def _fitting(
    labels: dict[str, Sequence[Sequence[str] | None]], references: Sequence[Meanings | None]
) -> dict[str, Sequence[Sequence[str] | None]]:
    """The labels that fit these references, None in place of the others."""
    return {
        name: [
            row if row is not None and labels_fit(reference, row) else None
            for reference, row in zip(references, column, strict=True)
        ]
        for name, column in labels.items()
    }


def is_by_stage(value: Any) -> bool:
    """Whether this is sets of meanings by the names of stages: `{"heard": ["no to bonn"]}`; null is ⊥, or open.

    >>> is_by_stage({"heard": ["no to bonn"], "meant": None}), is_by_stage({"year": 1984}), is_by_stage(["no to bonn"])
    (True, False, False)
    """
    return isinstance(value, dict) and all(
        isinstance(name, str) and name.isidentifier() and (meanings is None or isinstance(meanings, list))
        for name, meanings in value.items()
    )


@dataclass(frozen=True, eq=False)
class Answers:
    """What a system said to a batch of cases: for each id a set of meanings or ⊥, and what it took."""

    ids: Sequence[str]
    answers: Sequence[Answered]
    seconds: Sequence[float | None] | None = None
    """Wall-clock time each answer took."""
    failures: Sequence[str | None] | None = None
    """Why an answer is UNDEFINED, where the reason is known: an exception, a time-out, a dead process."""
    extras: dict[str, Sequence[Any]] = field(default_factory=dict)
    """What came along: cost, cause of failure, the answers of earlier stages."""
    path: str | None = None
    lines: Sequence[int] | None = None
    notes: Sequence[str] = ()
    """What was noticed while they were read, in sentences for the reader of a report."""

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def stages(self) -> list[str]:
        """The stages of a chain whose answers are here, by their names."""
        return list(dict.fromkeys(name for answers in self._by_stage() for name in answers))

    def _by_stage(self) -> list[dict[str, list[Any] | None]]:
        """What each stage answered, by its name, for each case; {} where the extra of that name is something else."""
        return self._extra_by_stage(STAGES)

    def _extra_by_stage(self, extra: str) -> list[dict[str, list[Any] | None]]:
        return [value if is_by_stage(value) else {} for value in self.extras.get(extra, [None] * len(self))]

    def at_stage(self, stage: str | None) -> "Answers":
        """What this stage of a chain said; ⊥ where it said nothing. None is the chain itself: they are as they are.

        Raises:
            InputError: no answer is of such a stage.
        """
        if stage is None:
            return self
        failures = self.failures or [None] * len(self)
        # Where every answer is missing, nothing can be known of stages: that is no wrong name.
        if stage not in self.stages and any(failure != MISSING for failure in failures):
            known = ", ".join(self.stages)
            todo = f"the stages are: {known}" if known else "name the stages: --system heard=SYSTEM --then SYSTEM"
            raise InputError(f"no answers of a stage {stage!r}", todo, path=self.path)
        answers = [by_stage.get(stage) for by_stage in self._by_stage()]
        return replace(
            self,
            answers=[UNDEFINED if meanings is None else tuple(meanings) for meanings in answers],
            failures=[why if meanings is None else None for why, meanings in zip(failures, answers, strict=True)],
        )

    @property
    def stages_given_right(self) -> list[str]:
        """The stages on whose references the rest of the chain answered as well, by their names."""
        return list(dict.fromkeys(name for answers in self._extra_by_stage(ON_REFERENCES) for name in answers))

    def on_references(self, stage: str) -> tuple["Answers", NDArray[np.bool_]]:
        """What the chain answers had this stage said what it ought to, and for which cases that is known.

        >>> said = {"heard": [["goal:bonn"]], "meant": None}
        >>> chain = Answers(["1", "2"], [(), ()], extras={"on_references": [said, None]})
        >>> rightly, known = chain.on_references("heard")
        >>> rightly.answers, known.tolist()
        ([(['goal:bonn'],), UNDEFINED], [True, False])
        """
        column = self._extra_by_stage(ON_REFERENCES)
        said = [answers.get(stage) for answers in column]
        answers: list[Answered] = [UNDEFINED if meanings is None else tuple(meanings) for meanings in said]
        return replace(self, answers=answers, failures=None), np.array([stage in one for one in column], bool)

    def for_cases(self, ids: Sequence[str]) -> "Answers":
        """These answers in the order of the cases; a case without an answer is UNDEFINED, failure `missing`."""
        if list(ids) == list(self.ids):
            return self
        position = {name: i for i, name in enumerate(self.ids)}
        positions = [position.get(name) for name in ids]

        def pick(column: Sequence[Any], absent: Any) -> list[Any]:
            return [absent if i is None else column[i] for i in positions]

        blank: list[None] = [None] * len(self.ids)
        return replace(
            self,
            ids=list(ids),
            answers=pick(self.answers, UNDEFINED),
            seconds=None if self.seconds is None else pick(self.seconds, None),
            failures=pick(self.failures or blank, MISSING),
            extras=taken_rows(self.extras, positions),
            lines=None if self.lines is None else pick(self.lines, 0),
        )


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


def labels_fit(reference: Sequence[Any] | None, labels: Sequence[str]) -> bool:
    """Whether these can be the labels of this reference."""
    return reference is not None and len(reference) < 2 and words_of(reference) == len(labels)


def check_labels(cases: "Cases") -> None:
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
            if known and not any(labels_fit(reference_of_stage, labels) for reference_of_stage in known):
                words = max(words_of(reference_of_stage) or 0 for reference_of_stage in known)
                found = f"{_several(len(labels), 'label')} of {name!r} for {_several(words, 'word')} of its reference"
                raise cases.error(at, found, "give one for each word, divided by white space, as the reference stands")


def _several(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def apart_by_labels(batches: Iterable["Cases"]) -> Iterator["Cases"]:
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


def labels_of_rows(cases: "Cases", rows: Judgements, name: str) -> list[str | None]:
    """The label of each row; `insertions` for what was inserted, None where the case has none.

    Where they say who speaks, what was inserted has the label of the word before it, or else of the first of its case,
    and None where the case has none.

    >>> cases = Cases(["q1"], [""], [("yes no",)], labels={"speaker": [["anna", "bob"]]})
    >>> rows = Judgements.of([1, 0, 1, 0], [0, 1, 0, 1], case=[0] * 4, word=[INSERTED, 0, INSERTED, 1])
    >>> labels_of_rows(cases, rows, "speaker")
    ['anna', 'anna', 'anna', 'bob']
    """
    column = cases.labels.get(name) or [None] * len(cases)
    words = rows.word
    if words is None:
        todo = "slice by it under a measure that judges words one by one, as words and mer can"
        raise InputError(f"{name!r} labels words, and nothing here is judged by words", todo, path=cases.path)
    result: list[str | None] = []
    before: tuple[int, str | None] = (-1, None)
    for case, word_index in zip(rows.case.tolist(), words.tolist(), strict=True):
        labels = column[case]
        if word_index >= 0:
            result.append(None if labels is None else labels[word_index])
            before = case, result[-1]
        elif word_index == INSERTED and name == SPEAKER:
            first = labels[0] if labels else None
            result.append(before[1] if before[0] == case else first)
        else:
            result.append(INSERTIONS if word_index == INSERTED else None)
    return result
