"""Utterances with phrase breaks: what every format of breaks reads, and how that becomes cases and answers.

A juncture is the place after a word; its label says what is there: `0` no break, anything else a type of break. A token
without a label (None: punctuation, say) has no juncture after it. The expression of a case is its tokens, each set
off by a space; its reference is the list of their labels, one for each token, and so is the answer.

>>> utterance = Utterance(["Well", ",", "yes"], ["2", None, "0"], line=1)
>>> [(cases.expressions, cases.references) for cases in cases_of([utterance], "said.txt")]
[(['Well , yes'], [(['2', None, '0'],)])]
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED, Meanings
from murho.formats.opening import Path

NO_BREAK = "0"
"""The label of a juncture without a break, in all formats."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """Tokens and their labels, one for each."""

    words: Sequence[str]
    labels: Sequence[str | None]
    line: int
    """Where it starts in the file, counted from 1; 0 where that would not help."""
    name: str | None = None
    """Its id; without one it is the number of the utterance in its file."""
    cluster: str | None = None
    features: Mapping[str, Any] = field(default_factory=dict)


def cases_of(utterances: Iterable[Utterance], path: Path, batch: int = 8192) -> Iterator[Cases]:
    """A case for every utterance."""
    for first, group in _batches(utterances, batch):
        clusters = [utterance.cluster for utterance in group]
        names = dict.fromkeys(name for utterance in group for name in utterance.features)
        yield Cases(
            ids=_ids(group, first),
            expressions=[_expression(utterance.words) for utterance in group],
            references=[(utterance.labels,) for utterance in group],
            clusters=None if all(cluster is None for cluster in clusters) else clusters,
            features={name: [utterance.features.get(name) for utterance in group] for name in names},
            path=str(path),
            lines=_lines(group),
        )


def answers_of(utterances: Iterable[Utterance], path: Path, batch: int = 8192) -> Iterator[Answers]:
    """An answer for every utterance; its expression comes along, to be compared with that of the case."""
    for first, group in _batches(utterances, batch):
        yield Answers(
            ids=_ids(group, first),
            answers=[(utterance.labels,) for utterance in group],
            extras={"expression": [_expression(utterance.words) for utterance in group]},
            path=str(path),
            lines=_lines(group),
        )


def _batches(utterances: Iterable[Utterance], batch: int) -> Iterator[tuple[int, list[Utterance]]]:
    stream, first = iter(utterances), 1
    while group := list(islice(stream, batch)):
        yield first, group
        first += len(group)


def _ids(utterances: Sequence[Utterance], first: int) -> list[str]:
    return [utterance.name or str(number) for number, utterance in enumerate(utterances, first)]


def _lines(utterances: Sequence[Utterance]) -> list[int] | None:
    lines = [utterance.line for utterance in utterances]
    return lines if all(lines) else None


def _expression(words: Sequence[str]) -> str:
    """The words as a text that splits into the same number of tokens: white space inside a word becomes `_`."""
    text = " ".join(words)
    return text if len(text.split()) == len(words) else " ".join("_".join(word.split()) for word in words)


def same_words(
    pairs: Iterable[tuple[Cases, Answers]], by_word: tuple[bool, bool] = (False, False)
) -> Iterator[tuple[Cases, Answers]]:
    """The pairs as they come, as long as the words before the junctures are the same on both sides.

    `by_word` says whether the files of the cases and of the answers have a token on every line.

    Raises:
        InputError: the words differ; both places are named.
    """
    for cases, answers in pairs:
        texts = answers.extras.get("expression") or [None] * len(answers)
        for i, (text, labels_given) in enumerate(zip(texts, answers.answers, strict=True)):
            if text is not None and labels_given is not UNDEFINED:
                ours, theirs = (cases.texts[i], cases.meant[i]), (text, labels_given)
                if ours != theirs:
                    _compare(cases, answers, i, _before_junctures(*ours), _before_junctures(*theirs), by_word)
        yield cases, answers


Words = list[tuple[int, str]]


def _before_junctures(expression: str, meanings: Meanings) -> Words:
    """The words that a juncture follows, each with its position among the tokens."""
    labels = meanings[0] if meanings else ()
    tokens = zip(expression.split(), labels, strict=True)
    return [(position, word) for position, (word, label) in enumerate(tokens) if label is not None]


def _compare(cases: Cases, answers: Answers, i: int, right: Words, given: Words, by_word: tuple[bool, bool]) -> None:
    name, todo = repr(answers.ids[i]), "label the same words in both files"
    for number, ((own_position, ours), (other_position, theirs)) in enumerate(zip(right, given, strict=False), 1):
        if ours != theirs:
            location, line = (
                _location(cases, i, own_position * by_word[0]),
                _line(answers, i, other_position * by_word[1]),
            )
            found = f"{name}: labelled word {number} is {theirs!r}, where {location} has {ours!r}"
            raise InputError(found, todo, path=answers.path, line=line)
    if len(right) != len(given):
        found = f"{name}: {len(given)} labelled words, where the utterance at {_location(cases, i)} has {len(right)}"
        raise InputError(found, todo, path=answers.path, line=_line(answers, i))


def _line(batch: Cases | Answers, i: int, further: int = 0) -> int | None:
    return None if batch.lines is None else batch.lines[i] + further


def _location(batch: Cases | Answers, i: int, further: int = 0) -> str:
    line = _line(batch, i, further)
    return f"{batch.path}: {batch.ids[i]!r}" if line is None else f"{batch.path}:{line}"


def readers(
    utterances: Callable[[Path], Iterable[Utterance]],
) -> tuple[Callable[..., Iterator[Cases]], Callable[..., Iterator[Answers]]]:
    """`read_cases` and `read_answers` of a format, made of what reads its utterances and refuses what is none."""

    def read_cases(path: Path, *, batch: int = 8192) -> Iterator[Cases]:
        """A case for every utterance; InputError where a line is none of the format."""
        return cases_of(utterances(path), path, batch)

    def read_answers(path: Path, *, batch: int = 8192) -> Iterator[Answers]:
        """An answer for every utterance; InputError where a line is none of the format."""
        return answers_of(utterances(path), path, batch)

    return read_cases, read_answers
