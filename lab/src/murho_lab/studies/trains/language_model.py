"""An n-gram language model, trained on utterances, and how well it foresees others.

Interpolated modified Kneser-Ney smoothing (Chen and Goodman, "An empirical study of smoothing techniques for language
modeling", Computer Speech and Language 13, 1999, section 3.4): a word's probability is its count less a discount, which
depends on whether the count is 1, 2 or more, and what is taken off is dealt out as the next shorter history has it.
Shorter histories count in how many contexts an n-gram occurs, not how often. Words that were never heard share what
single words leave over, as `<unk>`.

>>> model = train(["to bonn", "to ulm", "from ulm to bonn"], order=2)
>>> round(sum(model.probability(word, ("to",)) for word in model.words), 6)
1.0
>>> model.probability("bonn", ("to",)) > model.probability("from", ("to",))
True
>>> model.foreseen(["to ulm", "to kiel"]).unknown
1
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log10
from typing import NamedTuple

from murho.core.errors import InputError, UsageError
from murho.formats.opening import text_lines
from murho.formats.saving import writing

SMOOTHING = "interpolated modified Kneser-Ney"
START, END, UNKNOWN = "<s>", "</s>", "<unk>"
Words = tuple[str, ...]
NEVER = -99.0
"""What ARPA files have for the logarithm of 0."""
_SECTION = re.compile(r"\\(\d+)-grams:")
_LEAST = 1e-7
"""What is left over at least, however numbers are rounded."""


class Foreseen(NamedTuple):
    """How well a text was foreseen."""

    words: int
    """Words of the text."""
    unknown: int
    """Those that the model has never heard; they are no part of the perplexity, and what follows has no history."""
    perplexity: float
    """Of the known words and of the ends of utterances: among how many equally likely words the model had to choose."""

    @property
    def out_of_vocabulary(self) -> float:
        """The share of unknown words."""
        return self.unknown / self.words if self.words else 0.0


@dataclass(frozen=True)
class Model:
    """A back-off model: logarithms (base 10) of probabilities and of back-off weights, by n-gram."""

    order: int
    logarithms: Mapping[Words, float]
    backing_off: Mapping[Words, float]
    """Of n-grams that are histories; all others back off without loss."""

    @cached_property
    def words(self) -> list[str]:
        """All that may come next: the vocabulary, `</s>` and `<unk>`."""
        return [gram[0] for gram in self.logarithms if len(gram) == 1 and gram[0] != START]

    def probability(self, word: str, history: Words = ()) -> float:
        """p(word | history); of the history as much counts as the order allows, of an unknown word `<unk>`."""
        logarithm: float = 10 ** self.logarithm(word, history)
        return logarithm

    def logarithm(self, word: str, history: Words = ()) -> float:
        """The same as a logarithm, base 10."""
        if (word,) not in self.logarithms:
            word = UNKNOWN
        history = history[-(self.order - 1) :] if self.order > 1 else ()
        lost = 0.0
        while (*history, word) not in self.logarithms:
            lost += self.backing_off.get(history, 0.0)
            history = history[1:]
        return lost + self.logarithms[(*history, word)]

    def foreseen(self, utterances: Iterable[str]) -> Foreseen:
        """How well the model foresees utterances, words between white space."""
        words = unknown = counted = 0
        total = 0.0
        for utterance in utterances:
            history: Words = (START,)
            for word in (*utterance.split(), END):
                words += word != END
                if (word,) not in self.logarithms:
                    unknown += 1
                    history = ()
                    continue
                total += self.logarithm(word, history)
                counted += 1
                history = (*history, word)[-(self.order - 1) :] if self.order > 1 else ()
        return Foreseen(words, unknown, 10 ** (-total / counted) if counted else float("nan"))

    def write(self, path: str) -> None:
        """Write the model as an ARPA file.

        Raises:
            InputError: the file cannot be written.
        """
        by_length = defaultdict[int, list[Words]](list)
        for gram in sorted(self.logarithms):
            by_length[len(gram)].append(gram)
        lines = ["\\data\\", *(f"ngram {n}={len(by_length[n])}" for n in sorted(by_length)), ""]
        for n, grams in sorted(by_length.items()):
            lines.append(f"\\{n}-grams:")
            for gram in grams:
                back = f"\t{self.backing_off[gram]:.6f}" if gram in self.backing_off else ""
                lines.append(f"{self.logarithms[gram]:.6f}\t{' '.join(gram)}{back}")
            lines.append("")
        with writing(path) as file:
            file.write("\n".join([*lines, "\\end\\", ""]).encode())


def read(path: str) -> Model:
    """The model of an ARPA file.

    Raises:
        InputError: it cannot be read, or a line has no logarithm and n-gram; it names file and line.
    """
    logarithms: dict[Words, float] = {}
    backing_off: dict[Words, float] = {}
    order = 0
    for number, line in text_lines(path):
        if head := _SECTION.fullmatch(line.strip()):
            order = int(head[1])
        elif order and line.strip() and not line.startswith("\\"):
            fields = line.split()
            gram = tuple(fields[1 : order + 1])
            try:
                logarithms[gram] = float(fields[0])
                if len(fields) > order + 1:
                    backing_off[gram] = float(fields[order + 1])
            except ValueError:
                gram = ()
            if len(gram) < order or len(fields) > order + 2:
                todo = f"write a logarithm, {order} words, and a back-off weight if there is one"
                raise InputError(f"no n-gram: {line[:40]!r}", todo, path=path, line=number)
    return Model(order, logarithms, backing_off)


def of_probabilities(probabilities: Mapping[Words, float], order: int) -> Model:
    """The model in which n-grams have these probabilities; what they leave over of a history goes to shorter ones.

    What single words leave over is that of `<unk>`.

    >>> model = of_probabilities({("a",): 0.5, ("b",): 0.3, ("a", "b"): 0.9}, 2)
    >>> [round(model.probability(word, ("a",)), 6) for word in ("a", "b", "c")]
    [0.071429, 0.9, 0.028571]
    """
    by_length = defaultdict[int, dict[Words, float]](dict)
    for gram, probability in probabilities.items():
        by_length[len(gram)][gram] = probability
    left_over = max(1 - sum(by_length[1].values()), _LEAST)
    logarithms = {(START,): NEVER} | {gram: log10(p) for gram, p in by_length[1].items()}
    logarithms[UNKNOWN,] = log10(left_over)
    backing_off: dict[Words, float] = {}
    for n in range(2, order + 1):
        shorter = Model(n - 1, logarithms, backing_off)
        said, replaced = defaultdict[Words, float](float), defaultdict[Words, float](float)
        for gram, probability in by_length[n].items():
            said[gram[:-1]] += probability
            replaced[gram[:-1]] += shorter.probability(gram[-1], gram[1:-1])
        logarithms.update((gram, log10(p)) for gram, p in by_length[n].items())
        backing_off.update(
            (history, log10(max(1 - sum_, _LEAST) / max(1 - replaced[history], _LEAST)))
            for history, sum_ in said.items()
        )
    return Model(order, logarithms, backing_off)


def mixed(parts: Sequence[tuple[Model, float]]) -> Model:
    """Models as one: what is probable is so by its share in each, and shares add up to 1.

    A word that only some of them know has its probability there, times their shares. N-grams are those of any.

    >>> tasks, english = train(["to bonn", "to ulm"], order=2), train(["nice to see you"], order=2)
    >>> model = mixed([(tasks, 0.75), (english, 0.25)])
    >>> round(model.probability("bonn", ("to",)) / tasks.probability("bonn", ("to",)), 6), "see" in model.words
    (0.75, True)
    >>> round(sum(model.probability(word, ("to",)) for word in model.words), 6)
    1.0
    """
    grams = {gram for model, _ in parts for gram in model.logarithms}
    probabilities = {
        gram: sum(
            share * model.probability(gram[-1], gram[:-1]) for model, share in parts if gram[-1:] in model.logarithms
        )
        for gram in grams
        if gram[-1] not in (START, UNKNOWN)
    }
    return of_probabilities(probabilities, max(model.order for model, _ in parts))


def train(utterances: Iterable[str], order: int = 3) -> Model:
    """The model of utterances, words between white space.

    Raises:
        UsageError: the order is not positive, there are no utterances, or one has a word with a meaning of its own
            (`<s>`, `</s>`, `<unk>`).
    """
    if order < 1:
        raise UsageError(f"no order of a language model: {order}; give 1 or more")
    counted = _counted(utterances, order)
    if not counted[0]:
        raise UsageError("no utterances; a language model is trained on some")
    counts = [*map(_contexts, counted, counted[1:]), counted[-1]]
    vocabulary = {gram[0] for gram in counted[0]} - {START} | {UNKNOWN}
    probabilities: dict[Words, float] = {}
    weights: dict[Words, float] = {}
    for level in counts:
        _add(level, len(vocabulary), probabilities, weights)
    logarithms = {(START,): NEVER} | {gram: log10(p) for gram, p in probabilities.items()}
    left_over = weights.pop(()) / len(vocabulary)
    logarithms |= {(word,): log10(left_over) for word in vocabulary if (word,) not in logarithms}
    return Model(order, logarithms, {gram: log10(weight) for gram, weight in weights.items()})


def _counted(utterances: Iterable[str], order: int) -> list[Counter[Words]]:
    """How often each n-gram was said, by its length."""
    counted = [Counter[Words]() for _ in range(order)]
    for utterance in utterances:
        words = utterance.split()
        if reserved := {START, END, UNKNOWN} & set(words):
            raise UsageError(f"{min(reserved)} among the words of an utterance; it has a meaning of its own")
        padded = (START, *words, END)
        for n, of_length in enumerate(counted, 1):
            of_length.update(padded[i : i + n] for i in range(len(padded) - n + 1))
    return counted


def _contexts(said: Mapping[Words, int], longer: Mapping[Words, int]) -> Counter[Words]:
    """After how many different words each n-gram occurs, from those that are a word longer.

    At the beginning of an utterance there is no word before: `<s>` and what follows count as often as they are said.
    """
    result = Counter[Words](gram[1:] for gram in longer)
    result.update({gram: times for gram, times in said.items() if gram[0] == START})
    return result


def _add(
    counts: Mapping[Words, int], vocabulary: int, probabilities: dict[Words, float], weights: dict[Words, float]
) -> None:
    """Add the n-grams of one length to those that are shorter, and the back-off weights of their histories."""
    counts = {gram: count for gram, count in counts.items() if gram[-1] != START}
    discounts = _discounts(Counter(counts.values()))
    totals: Counter[Words] = Counter()
    taken: defaultdict[Words, float] = defaultdict(float)
    for gram, count in counts.items():
        totals[gram[:-1]] += count
        taken[gram[:-1]] += discounts[min(count, 3)]
    for history, total in totals.items():
        weights[history] = taken[history] / total
    for gram, count in counts.items():
        history = gram[:-1]
        shorter = probabilities[gram[1:]] if history else 1 / vocabulary
        probabilities[gram] = (count - discounts[min(count, 3)]) / totals[history] + weights[history] * shorter


def _discounts(times: Mapping[int, int]) -> tuple[float, float, float, float]:
    """What is taken off counts of 0, 1, 2, 3 and more; equation 26 of the source, or half a count where it fails."""
    one, two, three, four = (times.get(n, 0) for n in (1, 2, 3, 4))
    if not (one and two and three):
        return 0.0, 0.5, 0.5, 0.5
    rest = one / (one + 2 * two)
    wanted = 1 - 2 * rest * two / one, 2 - 3 * rest * three / two, 3 - 4 * rest * four / three
    return 0.0, *(d if 0 < d < n else 0.5 for n, d in enumerate(wanted, 1))  # type: ignore[return-value]
