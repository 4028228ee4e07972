"""Gold and system tree side by side, word by word: what is drawn, and shown in the terminal.

>>> from murho.measures.dependencies.rules import conll2018
>>> gold = "1\\tDogs\\t_\\tNOUN\\t_\\t_\\t2\\tnsubj:pass\\t_\\t_\\n2\\tbark\\t_\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
>>> first, second = beside(gold, gold.replace("nsubj", "obj"), conll2018())
>>> first.gold.head, first.gold.deprel, first.system.deprel, first.head_right, first.label_right, second.right
(1, 'nsubj:pass', 'obj:pass', True, False, True)
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from murho.measures.dependencies.reading import Sentence, Word, sentences
from murho.measures.dependencies.rules import Rules
from murho.measures.dependencies.twin import aligned, is_punctuation


class Side(NamedTuple):
    """What one side says of a word."""

    form: str
    upos: str
    head: int | None
    """The place of the head, -1 for a root; None where it stands in no place."""
    deprel: str


class Place(NamedTuple):
    """A word that both sides have, or one that only one of them has."""

    gold: Side | None
    system: Side | None
    head_right: bool
    label_right: bool
    scored: bool = True
    """False of punctuation under rules that leave it out."""

    @property
    def right(self) -> bool:
        """Both sides have it, with the same head and relation."""
        return self.head_right and self.label_right


def beside(gold: str, system: str | None, rules: Rules) -> list[Place]:
    """The words of two texts in the order of the text; without a system those of gold alone.

    Raises:
        InputError: one of them is malformed.
    """
    full = replace(rules, subtypes="keep")  # what is shown has them
    ours, theirs = (_read(text or "", full, name) for text, name in ((gold, "gold"), (system, "system")))
    return beside_sentences(ours, theirs, rules)


def _read(text: str, rules: Rules, name: str) -> list[Sentence]:
    lines = text.replace("\r\n", "\n").rstrip("\n").encode("utf-8", "replace").split(b"\n")
    return list(sentences(enumerate([*lines, b""], 1), rules, name)) if text.strip() else []


def beside_sentences(gold: Sequence[Sentence], system: Sequence[Sentence], rules: Rules) -> list[Place]:
    """The words of sentences that cover the same text, read with their subtypes."""
    ours, theirs = ([word for sentence in side for word in sentence.words] for side in (gold, system))
    above, others = _parents(gold), _parents(system)
    pairs = zip(range(len(ours)), range(len(theirs)), strict=False) if rules.equal_tokens else aligned(ours, theirs)
    partner = dict(pairs)
    order = _merged(len(ours), len(theirs), partner)
    of_gold = {g: at for at, (g, _) in enumerate(order) if g is not None}
    of_system = {s: at for at, (_, s) in enumerate(order) if s is not None}
    places = []
    for g, s in order:
        gold_side = None if g is None else _side(ours[g], above[g], of_gold)
        system_side = None if s is None else _side(theirs[s], others[s], of_system)
        form = ours[g].form if g is not None else theirs[s].form if s is not None else ""
        scored = rules.punctuation == "keep" or not is_punctuation(form)
        if gold_side is None or system_side is None:
            places.append(Place(gold_side, system_side, False, False, scored))
        else:
            same = _compared(gold_side.deprel, rules) == _compared(system_side.deprel, rules)
            places.append(Place(gold_side, system_side, gold_side.head == system_side.head, same, scored))
    return places


def _side(word: Word, parent: int, places: dict[int, int]) -> Side:
    return Side(word.form, word.upos, -1 if parent < 0 else places.get(parent), word.relation)


def _parents(side: Sequence[Sentence]) -> list[int]:
    """The index of the head of each word; -1 for a root."""
    parents: list[int] = []
    for sentence in side:
        first = len(parents)
        parents += [first + word.head - 1 if word.head else -1 for word in sentence.words]
    return parents


def _merged(gold: int, system: int, partner: dict[int, int]) -> list[tuple[int | None, int | None]]:
    """All words of both sides in order; what only the system has stands before the next word of both."""
    order: list[tuple[int | None, int | None]] = []
    done = 0
    for g in range(gold):
        s = partner.get(g)
        if s is not None:
            order += [(None, index) for index in range(done, s)]
            done = s + 1
        order.append((g, s))
    return order + [(None, index) for index in range(done, system)]


def _compared(relation: str, rules: Rules) -> str:
    return relation.partition(":")[0] if rules.subtypes == "strip" else relation
