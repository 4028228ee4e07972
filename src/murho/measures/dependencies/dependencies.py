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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import Answered, Meanings
from murho.measures.dependencies.metrics import EQUAL_TOKENS, METRICS, TITLES
from murho.measures.dependencies.rules import Rules, conll2018
from murho.measures.dependencies.word_rows import LABELS, OF_ANSWERS
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
        from murho.measures.dependencies.judging import judge

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
