"""Links: is one dependency of a sentence right, the one that a test suite is about?

A reference is a tree in CoNLL-U whose comment `# checked = 2` tells the words that are checked, by their ids. The
answer is right if each of them has the right head and the right relation; words are matched by their characters, by
the rules of `dependencies`. It covers the phenomenon if it builds such dependencies anywhere in the sentence: with the
same relation and, where it tells parts of speech, between the same ones (`murho.core.tree`).

>>> gold = "# checked = 1\\n1\\tDogs\\tdog\\tNOUN\\t_\\t_\\t2\\tnsubj\\t_\\t_\\n2\\tbark\\tbark\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
>>> judged = links().judge([(gold,)] * 3, [(gold,), (gold.replace("nsubj", "obj"),), UNDEFINED])
>>> judged.loss.tolist(), judged.counts["covered"].tolist(), judged.labels["outcome"]
([0, 1, 1], [1, 0, 0], ['right', 'wrong label', 'undefined'])
"""  # noqa: E501

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from murho.core.errors import InputError, MeaningError, as_written
from murho.core.headline import Countable
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meaning, Meanings
from murho.core.tree import Tree, letter
from murho.measures.dependencies.rules import Rules, conll2018
from murho.measures.dependencies.word_pairs import Place, Side, beside
from murho.measures.interface import Counts, Criterion, Measure, Record
from murho.plugs import option

CHECKED = "checked"
"""The comment that tells which words of a reference are checked."""
COUNTED = ("realizations", "right", "covered", "attached", "labelled")
_TODO = "give the words that are checked in a comment, as in: # checked = 2"

Kind = tuple[str, str, str]
"""Letters of parent and child (`root` above a root), and the relation."""


@dataclass(frozen=True)
class links(Measure):  # noqa: N801  a measure is typed and printed in lower case
    """0 if the checked words have the right heads and relations, else 1."""

    rules: Rules = option(
        factory=conll2018, type="rules", kw_only=True,
        help="How words are matched, and whether subtypes of relations count: conll2018, conll2017, conllx.",
    )  # fmt: skip

    kind = "tree"

    @property
    def tree_rules(self) -> Rules:
        """The rules by which words are matched and relations compared."""
        return self.rules

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case; the label `outcome` tells what is wrong.

        Raises MeaningError where a text is no tree, has no words to check, or is another text on the other side.
        """
        counts = {name: np.zeros(len(references), np.int64) for name in COUNTED}
        counts["realizations"] += 1
        outcomes: list[str] = []
        for i, (reference, answer) in enumerate(zip(references, answers, strict=True)):
            gold, checked = _gold(reference, i)
            given = () if answer is UNDEFINED else answer
            comparison = _Found(gold, checked, self.rules, given[0], i) if given else None
            if comparison is not None:
                for name in COUNTED[1:]:
                    counts[name][i] = getattr(comparison, name)
            outcomes.append(
                "undefined" if answer is UNDEFINED else "nothing" if comparison is None else comparison.outcome
            )
        undefined = [answer is UNDEFINED for answer in answers]
        return Judgements.of(1 - counts["right"], counts=counts, undefined=undefined, labels={"outcome": outcomes})

    @property
    def countables(self) -> tuple[Countable, ...]:
        """The realizations whose link is right."""
        return (Countable("case", of="realizations", right="right"),)

    def criteria(self, counts: Counts) -> Mapping[str, Criterion]:
        """Per cent of the realizations: covered; attached to the right head; with the right label."""
        every = counts["realizations"]
        return {
            "coverage": Criterion(counts["covered"], every),
            "attachment": Criterion(counts["attached"], every),
            "labels": Criterion(counts["labelled"], every),
        }


class _Found:
    """What an answer has of the checked words."""

    def __init__(self, gold: Tree, checked: tuple[int, ...], rules: Rules, answer: Meaning, index: int):
        places = _places(_bare(gold), _text(answer, index, "answer"), rules, index)
        ours = [place for place in places if place.gold is not None]
        here = [ours[word - 1] for word in checked]
        self.attached = all(place.head_right for place in here)
        self.labelled = all(place.label_right for place in here)
        self.right = self.attached and self.labelled
        wanted = Counter(_kind(place, place.gold, places, rules) for place in here)
        built = Counter(_kind(place, place.system, places, rules) for place in places if place.system is not None)
        # As often as they are checked: two of a kind have to be built twice.
        self.covered = all(built[kind] >= many for kind, many in wanted.items())

    @property
    def outcome(self) -> str:
        """What the label `outcome` says of it: right, or what is wrong."""
        if self.right:
            return "right"
        return "wrong label" if self.attached else "wrong head" if self.labelled else "wrong head and label"


def _gold(reference: Meanings, index: int) -> tuple[Tree, tuple[int, ...]]:
    if len(reference) != 1:
        raise MeaningError(index, "reference", f"{len(reference)} trees", "give one tree as the reference")
    trees = _trees(reference[0], index, "reference")
    if len(trees) != 1:
        raise MeaningError(index, "reference", f"{len(trees)} sentences", "give one sentence as the reference")
    named = (trees[0].comment(CHECKED) or "").split()
    if not named or not all(word.isdecimal() and 1 <= int(word) <= len(trees[0]) for word in named):
        raise MeaningError(index, "reference", f"words to check: {' '.join(named) or 'none'}", _TODO)
    return trees[0], tuple(map(int, named))


def _text(meaning: Meaning, index: int, side: str) -> str:
    if isinstance(meaning, str):
        return meaning
    raise MeaningError(index, side, f"{side} {as_written(meaning)[:40]!r} is no tree", "a tree is a text in CoNLL-U")


def _trees(meaning: Meaning, index: int, side: str) -> tuple[Tree, ...]:
    try:
        return _parsed(_text(meaning, index, side))
    except MeaningError:
        raise
    except InputError as error:
        raise MeaningError(index, side, _placed(error), error.todo) from None


@lru_cache(maxsize=4096)
def _parsed(text: str) -> tuple[Tree, ...]:
    from murho.formats.conllu import parse

    return tuple(parse(text, shape="forest"))


def _bare(tree: Tree) -> str:
    """The tree without its comments: the same for all that a suite asks about a sentence."""
    from dataclasses import replace

    from murho.formats.conllu import serialise

    return serialise(replace(tree, comments=()))


def _places(gold: str, system: str, rules: Rules, index: int) -> tuple[Place, ...]:
    try:
        return _aligned(gold, system, rules)
    except InputError as error:
        raise MeaningError(index, "answer", _placed(error), error.todo) from None


@lru_cache(maxsize=4096)
def _aligned(gold: str, system: str, rules: Rules) -> tuple[Place, ...]:
    """The words of both sides, those that are the same in one place."""
    from murho.measures.dependencies.scoring import score_text

    score_text(gold.encode(), system.encode(), rules)  # which refuses what is no analysis of the same text
    return tuple(beside(gold, system, rules))


def _placed(error: InputError) -> str:
    return error.found if error.line is None else f"line {error.line}: {error.found}"


def _kind(place: Place, side: Side | None, places: Sequence[Place], rules: Rules) -> Kind:
    """What the dependency of a word is on one side."""
    assert side is not None
    above = "root" if side.head is None or side.head < 0 else _letter(places[side.head])
    return above, _letter(place), side.deprel.partition(":")[0] if rules.subtypes == "strip" else side.deprel


def _letter(place: Place) -> str:
    """The letter of the gold part of speech; of the system's own where the word is the system's alone."""
    side = place.gold or place.system
    assert side is not None
    return letter(side.upos)


MEASURE = Record(
    make=links,
    name="links",
    title="Links",
    loss="wrong",
    accuracy="right",
    example="links",
)
