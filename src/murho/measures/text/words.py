"""Words: the errors of a recogniser.

    WA = 100 · (1 − (W_S + W_I + W_D) / W) %        W: words in the reference; Levenshtein, equal costs

In murho's terms `1 − π` with loss = errors and units = words of the reference (after the 1996 paper on a spoken train
time-table system). Insertions can make the errors outnumber the words: π is not bounded by 1.

>>> judged = words().judge([("i want to go to berlin",), ("",)], [("want to go to bonn",), ("uh",)])
>>> judged.loss.tolist(), judged.units.tolist(), judged.counts["insertions"].tolist()
([2, 1], [6, 0], [0, 1])
>>> loosely = words(costs="sclite", normalize="no_punctuation")
>>> loosely.judge([("{ On the / At } coast",)], [("on the, coast",)]).loss.tolist()
[0]

Empty references, ⊥ and several references: `murho.measures.alignment`. Phonemes are words of a text in which blanks
divide them. docs/words.md tells which error is counted where several alignments cost the same, and how others count.

How much each word matters, from a file: ρ on units, where a weighting gives ρ of whole expressions.

    <function>	0.2
    the	<function>
    of	<function>
    berlin	3
    <entity=PERSON>	2
    *	1

A line holds a word, a tab and its weight (0 or more), or its class in angle brackets; a line that starts with a class
gives the weight of the class. A class `<entity=PERSON>` to which the file gives no word is that of words whose label of
`entity` is PERSON (`murho.core.case`). A word's own line counts before its labels, labels count in the order
of the file. `*` stands for all other words, which weigh 1 unless the file says so. A line without a tab that starts
with `#` is a comment; blank lines are passed over. Words are compared after normalisation.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "weights.tsv")
>>> _ = path.write_text("<function>\\t0.2\\nthe\\t<function>\\nberlin\\t3\\n<entity=PERSON>\\t2\\n")
>>> weights = word_weights(str(path))
>>> [weights(word) for word in ("the", "berlin", "to")], weights("anna", {"entity": "PERSON"}), weights.labels
([0.2, 3.0, 1.0], 2.0, ('entity',))
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from os import fspath
from typing import TYPE_CHECKING

import numpy as np

from murho.core.case import INSERTIONS, SPEAKER, labels_of_rows
from murho.core.errors import InputError, UsageError
from murho.core.judgement import Judgements
from murho.core.ledger import group_name
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.formats.opening import Held, Path, held, text_lines
from murho.measures.interface import Record
from murho.measures.text.options import ByErrors, Rates
from murho.measures.text.word_rows import JudgesWords, WordRow, as_rows, counted
from murho.plugs import option

if TYPE_CHECKING:
    from murho.core.case import Cases


OTHERS = "*"
NO_LABELS: Mapping[str, str | None] = {}


@dataclass(frozen=True)
class WordWeights:
    """The weights of words."""

    by_word: Mapping[str, float]
    by_label: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """Weights by the name of labels and a label."""
    others: float = 1.0
    path: str | None = None
    lines: Mapping[str, int] = field(default_factory=dict)
    """The first line of the file that has labels of a name, by that name."""

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the labels that words weigh by."""
        return tuple(self.lines)

    def __call__(self, word: str, labels: Mapping[str, str | None] = NO_LABELS) -> float:
        """The weight of a word with these labels."""
        if word not in self.by_word and labels:
            for (name, label), weight in self.by_label.items():
                if group_name(labels[name]) == label:
                    return weight
        return self.by_word.get(word, self.others)

    def check(self, cases: "Cases") -> None:
        """Refuse cases that lack labels of these names.

        Raises:
            InputError: there is a name that they lack, with its line.
        """
        for name in self.labels if len(cases) else ():
            if name not in cases.labels:
                known = ", ".join(cases.labels) or "none"
                found = f"no case labels its words by {name!r}"
                raise InputError(found, f"the labels of the cases are: {known}", path=self.path, line=self.lines[name])


NO_WEIGHTS = WordWeights({})
"""All words weigh 1."""


def word_weights(path: Path, fold: bool = False) -> WordWeights:
    """The weights of words that a file says; with `fold` the words of the file are put in lower case.

    Raises InputError that names file and line for what is no weight, for a class without one, a word with two.
    """
    return _read(held(path), fold)


@lru_cache(maxsize=16)
def _read(path: Held, fold: bool) -> WordWeights:
    weights: dict[str, float] = {}
    classes: dict[str, tuple[str, int]] = {}
    of_class: dict[str, float] = {}
    lines: dict[str, int] = {}
    for number, line in text_lines(path):
        cells = [cell.strip() for cell in line.split("\t")]
        if not line.strip() or (len(cells) == 1 and line.startswith("#")):
            continue

        def wrong(found: str, todo: str, number: int = number) -> InputError:
            return InputError(found, todo, path=path, line=number)

        if len(cells) != 2 or not cells[0]:
            raise wrong("not two columns", "write a word, a tab and its weight, or its class as in <function>")
        word, value = cells[0].lower() if fold and not _is_class(cells[0]) else cells[0], cells[1]
        if word in weights or word in classes or word in of_class:
            raise wrong(f"{word!r} has a weight already", "keep one of them")
        if _is_class(value) and not _is_class(word):
            classes[word] = value, number
        else:
            table = of_class if _is_class(word) else weights
            table[word] = _weight(value, wrong)
            lines[word] = number
    for word, (name, number) in classes.items():  # at the end, because a class may stand below its words
        if name not in of_class:
            found, todo = f"the class {name} has no weight", f"add a line {name}, tab, weight"
            raise InputError(found, todo, path=path, line=number)
        weights[word] = of_class[name]
    others, used = weights.pop(OTHERS, 1.0), {name for name, _ in classes.values()}
    # A class that words name is that of these words, whatever its name looks like.
    labelled = {cell: label for cell in of_class if cell not in used and (label := _label(cell))}
    by_label = {key: of_class[cell] for cell, key in labelled.items()}
    first: dict[str, int] = {}
    for cell, key in labelled.items():
        if key == (SPEAKER, INSERTIONS):
            todo = "leave the line out: an inserted word has the weight of whoever was speaking"
            raise InputError(f"{cell} is no class of words", todo, path=path, line=lines[cell])
        first.setdefault(key[0], lines[cell])
    return WordWeights(weights, by_label, others, fspath(path), first)


def _is_class(cell: str) -> bool:
    return len(cell) > 2 and cell[0] == "<" and cell[-1] == ">"


def _label(cell: str) -> tuple[str, str] | None:
    """The name and the label of a class `<entity=PERSON>`; None for any other."""
    name, sign, label = cell[1:-1].partition("=")
    return (name.strip(), label.strip()) if sign and name.strip() and label.strip() else None


def _weight(value: str, wrong: Callable[[str, str], InputError]) -> float:
    try:
        weight = float(value)
    except ValueError:
        weight = math.nan
    if not 0 <= weight < math.inf:
        raise wrong(f"{value!r} is not a weight", "give a number, 0 or more")
    return weight


Labels = dict[str, list[str | None]]
"""The label of each row, by the name of the labels."""


@dataclass(frozen=True)
class words(JudgesWords, ByErrors, Rates):  # noqa: N801  a measure is typed and printed in lower case
    """Word errors against words of the reference; with `weights` each word counts as much as a file says."""

    weights: str = option("", type="file", help="Words and their weights: each counts as much as the file says.")

    @property
    def files(self) -> tuple[str, ...]:
        """The files that the measure reads."""
        return (*super().files, *([self.weights] if self.weights else []))

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case with counts substitutions, deletions, insertions, hits, units, every word counted once.

        Raises:
            UsageError: words weigh by their labels, which cases have (`judge_cases`).
        """
        if self.weights:  # the counts of the kernel do not tell which words were lost
            return _by_case(self._by_word(references, answers, placed=False), answers)
        compared = self.compare(references, answers)
        return compared.judged(compared.counts.errors, compared.counts.units)

    def judge_cases(self, cases: "Cases", answers: Sequence[Answered]) -> Judgements:
        """One row per case as `judge` has it, each word weighing by the labels that the cases give it as well.

        Raises:
            InputError: the cases have no such labels.
        """
        if not self._weights.labels:
            return self.judge(cases.meant, answers)
        return _by_case(self._by_word(cases.meant, answers, cases), answers)

    def judge_words(
        self, references: Sequence[Meanings], answers: Sequence[Answered], cases: "Cases | None" = None
    ) -> Judgements:
        """A row for each word of the reference and each that was inserted."""
        return self._by_word(references, answers, cases)

    @property
    def _weights(self) -> WordWeights:
        return word_weights(self.weights, fold=self.folds_case) if self.weights else NO_WEIGHTS

    def _by_word(
        self,
        references: Sequence[Meanings],
        answers: Sequence[Answered],
        cases: "Cases | None" = None,
        placed: bool = True,
    ) -> Judgements:
        """Rows read off the alignment, step by step."""
        weights = self._weights
        if cases is not None:
            weights.check(cases)
        elif weights.labels and len(references):
            todo = "score cases that have them"
            raise UsageError(f"{self.weights}: words weigh by their labels of {weights.labels[0]!r}; {todo}")
        rows = list(self.steps_of_words(references, answers, placed=placed))
        judged = as_rows(rows, counted(rows, "SDI"), counted(rows, "SD="), answers)
        if not self.weights:
            return judged
        labels: Labels = {} if cases is None else {name: labels_of_rows(cases, judged, name) for name in weights.labels}
        return _weighed(rows, weights, labels, answers)


def _by_case(rows: Judgements, answers: Sequence[Answered]) -> Judgements:
    """One row for each case, for those without any word as well."""
    return replace(rows.by_case(len(answers)), undefined=np.array([answer is UNDEFINED for answer in answers], bool))


def _weighed(rows: Sequence[WordRow], weights: WordWeights, labels: Labels, answers: Sequence[Answered]) -> Judgements:
    """What is lost and what there is to lose, each word by its weight."""
    loss, units = np.zeros((2, len(rows)))
    for at, (_, _, (operation, reference, answer)) in enumerate(rows):
        weight = weights(
            str(answer if reference is None else reference), {name: column[at] for name, column in labels.items()}
        )
        units[at] = weight if operation != "I" else 0
        loss[at] = weight if operation != "=" else 0
    return as_rows(rows, loss, units, answers)


MEASURE = Record(
    make=words,
    name="words",
    aliases=("wer", "word_error_rate"),
    title="Words",
    loss="word error rate",
    accuracy="word accuracy",
    example="words(costs='sclite')",
)
