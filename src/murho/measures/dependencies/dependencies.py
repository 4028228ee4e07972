"""Dependency trees: how many words have the right head and relation, by the rules of the CoNLL shared tasks.

A meaning is a text in CoNLL-U (or CoNLL-X) of one sentence or several. Words are matched by their characters, so that
the system may split words and sentences otherwise; precision, recall and F1 are ratios of sums as for slots:
`loss = gold + system − 2·correct` in units of `gold + system`, and 1 − π is F1.

>>> gold = "1\\tDogs\\tdog\\tNOUN\\t_\\t_\\t2\\tnsubj\\t_\\t_\\n2\\tbark\\tbark\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n"
>>> judged = dependencies().judge([(gold,)], [(gold.replace("nsubj", "obj"),)])
>>> judged.loss.tolist(), judged.units.tolist(), judged.counts["uas"].tolist(), judged.counts["las"].tolist()
([2], [4], [2], [1])
>>> dependencies(score="uas"), dependencies(rules=conll2018(punctuation="drop"))
(dependencies(score='uas'), dependencies(rules=conll2018(punctuation='drop')))

The rules of CoNLL-X want the same tokens on both sides; there the loss is the wrong words, and the units are the words.
Every other score is a criterion (`criteria`). With `rows="words"` every word has a judgement of its own, to be sliced
by relation, part of speech, length and direction of the arc... (`finer_labels`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from murho.core.errors import InputError, MeaningError, UsageError, as_written
from murho.core.headline import Countable
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meaning, Meanings
from murho.measures.dependencies.counts import EQUAL_TOKENS, METRICS, TITLES
from murho.measures.dependencies.rules import Rules, conll2018
from murho.measures.dependencies.scoring import Scored, score_text
from murho.measures.dependencies.word_rows import LABELS, OF_ANSWERS, word_counts, word_labels
from murho.measures.interface import Counts, Criterion, Measure, Record, Titles
from murho.plugs import option

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class dependencies(Measure):  # noqa: N801  a measure is typed and printed in lower case
    """Words with a wrong head or relation, against the words of both sides; 1 − π is F1 of the `score`."""

    score: str = option(
        "las", choices=tuple(METRICS), kw_only=True, help="Which metric makes the value: las, uas, la, clas..."
    )
    rules: Rules = option(
        factory=conll2018, type="rules", kw_only=True,
        help="What counts as right: conll2018, conll2017, conllx, with options of their own.",
    )  # fmt: skip
    rows: str = option(
        "cases", choices=("cases", "words"), kw_only=True, help="What gets a judgement of its own: cases or words."
    )

    kind = "tree"
    finer_labels = LABELS
    whole_by_cases = True
    """Rows of words do not tell all that is known of sentences: slices take the former, the whole the latter."""
    reference_labels = tuple(name for name in LABELS if name not in OF_ANSWERS)
    """What the references decide, but for words that the system has too many."""

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            raise UsageError(f"dependencies: rules={self.rules!r}; give conll2018(), conll2017() or conllx()")
        if self.score not in self.metrics:
            raise UsageError(f"dependencies: no score {self.score!r} here; give one of {', '.join(self.metrics)}")
        if self.rows not in ("cases", "words"):
            raise UsageError(f"dependencies: rows={self.rows!r}; give 'cases' or 'words'")
        if self.rows == "words" and self.score in ("tokens", "sentences"):
            raise UsageError(f"dependencies: {self.score} are no matter of single words; leave rows='words' out")

    @property
    def fixed_units(self) -> bool:
        """True with equal tokens, where the gold words are all that is divided by."""
        return self.equal_tokens

    @property
    def equal_tokens(self) -> bool:
        """The rules want the same tokens on both sides."""
        return self.rules.equal_tokens

    @property
    def titles(self) -> Titles:
        """The titles of the record, with the name of the score that makes the value."""
        titles = super().titles
        return Titles(titles.title, *(name.replace("F1", f"{TITLES[self.score]} F1") for name in titles[1:]))

    @property
    def countables(self) -> tuple[Countable, ...]:
        """The gold words, or tokens or sentences, that are right by its score."""
        correct, gold, _, _ = METRICS[self.score]
        unit = self.score.removesuffix("s") if self.score in ("tokens", "sentences") else "word"
        return (Countable(unit, of=gold, right=correct, per_case=False),)

    @property
    def tree_rules(self) -> Rules:
        """The rules that say what counts as right."""
        return self.rules

    @property
    def over_files(self) -> Self:
        """The measure itself, which aligns the words of both sides over all the text."""
        return self

    @property
    def metrics(self) -> tuple[str, ...]:
        """The metrics that these rules know."""
        return EQUAL_TOKENS if self.equal_tokens else tuple(METRICS)

    def finer(self) -> Self:
        """The same, with a row for each word."""
        return replace(self, rows="words")

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case (or word); of several references the one of least loss, of several answers the first.

        Raises MeaningError where a text is no CoNLL-U, or is not the same text on both sides.
        """

        return judge(self, references, answers)

    def judgements(self, counts: Mapping[str, Integers], **more: Any) -> Judgements:
        """Judgements from columns of counts, one entry per row."""
        correct, gold, system, _ = METRICS[self.score]
        if self.equal_tokens:
            return Judgements.of(counts[gold] - counts[correct], counts[gold], counts, **more)
        units = counts[gold] + counts[system]
        return Judgements.of(units - 2 * counts[correct], units, counts, **more)

    def criteria(self, counts: Counts) -> Mapping[str, Criterion]:
        """Precision, recall, F1 and aligned accuracy of every metric, in percent; exact trees and roots found."""
        ratios: dict[str, Criterion] = {}
        for name in self.metrics:
            correct, gold, system, aligned = (None if key is None else counts.get(key) for key in METRICS[name])
            if correct is None or gold is None or system is None:  # words know nothing of tokens and sentences
                continue
            nothing = 0 * correct
            ratios[f"{name}.precision"] = Criterion(correct, system, interval=False)
            ratios[f"{name}.recall"] = Criterion(correct, gold, interval=False)
            ratios[f"{name}.f1"] = Criterion(2 * correct, gold + system)
            ratios[f"{name}.aligned_accuracy"] = (
                Criterion(nothing, nothing, interval=False)
                if aligned is None
                else Criterion(correct, aligned, interval=False)
            )
        if "gold_sentences" in counts:
            trees = counts["gold_sentences"]
            ratios["exact_trees"] = Criterion(counts["exact_las"], trees)
            ratios["exact_trees_unlabelled"] = Criterion(counts["exact_uas"], trees)
            ratios["roots_found"] = Criterion(counts["roots"], counts["gold_roots"])
        return ratios


MEASURE = Record(
    make=dependencies,
    name="dependencies",
    aliases=("las",),
    title="Dependencies",
    loss="1 − F1",
    accuracy="F1",
    example="dependencies(score='uas', rules=conll2018(punctuation='drop'))",
)


# A batch of trees judged at once: all texts of a side are scored as one, parted by a sentence that belongs to nobody.
#
# Scoring 8,000 sentences in one call costs a fraction of 8,000 calls. The sentence in between is one word of a sign
# that no reference has; so what is left over or missing in one case cannot be made up for by the next.


_SIGNS = range(0xF8FE, 0xE000, -1)
"""Signs for private use."""


class Pair(NamedTuple):
    """A reference with the answer to its case; what is blank was not there, and only the other side counts."""

    case: int
    gold: str
    system: str
    blank: Literal["", "gold", "system"] = ""


def judge(measure: "dependencies", references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
    """The judgements of a batch, with a row per case, or per word where the measure asks for these.

    Raises:
        MeaningError: a text is no CoNLL-U, or is not the same text on both sides.
    """
    pairs = list(_pairs(references, answers))
    scored, owner = _scored(pairs, measure.rules, measure.rows == "words")
    counts = {name: np.bincount(owner, c, len(pairs)).astype(np.int64) for name, c in scored.counts.items()}
    case = np.array([pair.case for pair in pairs], np.int64)
    judged = measure.judgements(counts, case=case)
    chosen = _chosen(case, judged)
    undefined = np.array([answer is UNDEFINED for answer in answers], bool)
    if measure.rows == "cases":
        best = judged.take(chosen)
        return replace(best, undefined=undefined[best.case])
    assert scored.rows is not None
    of_row = owner[scored.rows["sentence"]]
    at = np.flatnonzero(np.isin(of_row, chosen)) if len(chosen) < len(pairs) else np.arange(len(of_row))
    labels = {name: column.at(at) for name, column in word_labels(scored).items()}
    words = {name: column[at] for name, column in word_counts(scored.rows).items()}
    cases = case[of_row[at]]
    return measure.judgements(words, case=cases, undefined=undefined[cases], labels=labels)


def _pairs(references: Sequence[Meanings], answers: Sequence[Answered]) -> Iterator[Pair]:
    """A pair for each reference; of several answers the first counts."""
    for i, (reference, answer) in enumerate(zip(references, answers, strict=True)):
        system = "" if answer is UNDEFINED or not answer else _text(answer[0], i, "answer")
        for meaning in reference or ("",):
            gold = _text(meaning, i, "reference")
            blank: Literal["", "gold", "system"] = "" if gold and system else "system" if gold else "gold"
            yield Pair(i, gold or system, system or gold, blank)


def _text(meaning: Meaning, index: int, side: str) -> str:
    """The text, ended as a file is; empty where there is no sentence in it."""
    if not isinstance(meaning, str):
        todo = 'a tree is a text of ten columns, "1\\tDogs\\tdog\\tNOUN..."'
        raise MeaningError(index, side, f"{side} {as_written(meaning):.60} is no text in CoNLL-U", todo)
    text = meaning.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    text = text.rstrip("\n")
    return f"{text}\n\n" if text.strip() else ""


def _scored(pairs: Sequence[Pair], rules: Rules, rows: bool) -> tuple[Scored, NDArray[np.int64]]:
    """The sentences of all pairs, and to which pair each belongs."""
    # Where neither side has a text nothing is scored, and all counts stay 0.
    filled = [number for number, pair in enumerate(pairs) if pair.gold]
    sizes = [pairs[number].gold.count("\n\n") + 1 for number in filled]  # with the sentence in between
    golds, systems = [pairs[n].gold for n in filled], [pairs[n].system for n in filled]
    between = _between(golds)
    gold, system = ("".join(text + between for text in side).encode("utf-8", "replace") for side in (golds, systems))
    try:
        scored = score_text(gold, system, rules, rows=rows)
    except InputError:  # of all texts as one: which of them it was shows only one by one
        for number in filled:
            _score_alone(pairs[number], rules)
        raise
    owner = np.repeat(np.array(filled, np.int64), sizes)
    own = np.ones(len(owner), bool)
    own[np.cumsum(np.array(sizes, np.int64)) - 1] = False
    blank = np.array([("", "gold", "system").index(pairs[n].blank) for n in filled], np.int64).repeat(sizes)
    return _only(_blanked(scored, blank), own), owner[own]


def _between(golds: Sequence[str]) -> str:
    """A sentence of one sign that is in none of these."""
    texts = "".join(golds)
    sign = next(chr(code) for code in _SIGNS if chr(code) not in texts)
    return f"1\t{sign}\t_\t_\t_\t_\t0\troot\t_\t_\n\n"


def _score_alone(pair: Pair, rules: Rules) -> None:
    """Score one pair, and say what is wrong with it."""
    names = ("reference", "answer")
    try:
        score_text(pair.gold.encode("utf-8", "replace"), pair.system.encode("utf-8", "replace"), rules, names=names)
    except InputError as error:
        side = "reference" if error.path == "reference" or pair.blank == "system" else "answer"
        where = f"line {error.line} of the {side}: " if error.line else ""
        raise MeaningError(pair.case, side, f"{where}{error.found}", error.todo) from None


_NUMBERS = ("_word", "_head", "_depth", "_upos", "_deprel")
"""Columns of rows whose nothing is -1, not 0."""


def _blanked(scored: Scored, blank: NDArray[np.int64]) -> Scored:
    """Without what a side that was not there would have had: it was scored against the other one itself."""
    if not blank.any():
        return scored
    counts = _emptied(scored.counts, blank)
    rows = None if scored.rows is None else _emptied(scored.rows, blank[scored.rows["sentence"]])
    return replace(scored, counts=counts, rows=rows)


def _emptied(columns: Mapping[str, NDArray[Any]], blank: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
    """Columns where the side that is blank (1 gold, 2 system) has nothing, and so nothing is aligned."""
    emptied = {}
    for name, column in columns.items():
        of_gold = name.startswith("gold_") or name == "content"
        lost = blank == 1 if of_gold else blank == 2 if name.startswith("system_") else blank > 0
        emptied[name] = column if name == "sentence" else np.where(lost, -int(name.endswith(_NUMBERS)), column)
    return emptied


def _only(scored: Scored, chosen: NDArray[np.bool_]) -> Scored:
    """These sentences, numbered anew."""
    counts = {name: column[chosen] for name, column in scored.counts.items()}
    if scored.rows is None:
        return replace(scored, counts=counts)
    at = chosen[scored.rows["sentence"]]
    rows = {name: column[at] for name, column in scored.rows.items()}
    rows["sentence"] = (np.cumsum(chosen) - 1)[rows["sentence"]]
    return replace(scored, counts=counts, rows=rows)


def _chosen(case: NDArray[np.int64], judged: Judgements) -> NDArray[np.int64]:
    """The pair that counts of each case: the one of least loss, of equals that of most units, then the first."""
    order = np.lexsort((np.arange(len(case)), -judged.units, judged.loss, case))
    first = np.ones(len(order), bool)
    first[1:] = case[order[1:]] != case[order[:-1]]
    return order[first]
