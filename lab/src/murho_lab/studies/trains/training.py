"""Training text for a language model: utterances drawn from a grammar of dialogue acts, as people speak them.

The grammar is `material/training.txt` and says itself how it is written. What an act gives is then made spontaneous:
values are corrected, words hesitated over or said again, sentences broken off, at the rates of `Rates`. No utterance
comes twice, and none that a caller of the development half said, not even with other values (`text`).

>>> grammar = bundled()
>>> len(grammar.acts), {"GOALCITY", "TRAVELCLASS"} <= set(grammar.parts)
(18, True)
>>> text()[0].act, len({one.text for one in text(size=500)})
('payment', 500)
"""

import re
from bisect import bisect
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from itertools import accumulate, takewhile
from os import PathLike
from random import Random
from typing import NamedTuple

from murho.core.errors import InputError
from murho.formats.opening import text_lines
from murho_lab.studies.trains import task, utterances
from murho_lab.studies.trains.frames import framing

STATION = "STATION"
"""The part that is not in the grammar but in the list of stations."""
HESITATION, REPAIR = "HESITATION", "REPAIR"
"""Parts for what is said while thinking, and between a value and its correction."""
SIZE = 20_000
"""Utterances in the text that the study's language model is made of."""
_HEAD = re.compile(r"(?:(?P<act>[a-z]+) (?P<share>\d+)|(?P<part>[A-Z_]+)(?P<corrected>, corrected)?):")
_TOKEN = re.compile(r"[A-Z_]+(?=['\s()\[\]|]|$)|[()\[\]|]|[^\s()\[\]|]+")


@dataclass(frozen=True)
class Rates:
    """How often what happens to free speech."""

    correction: float = 0.06
    """Of a value that callers correct: it is said, taken back, and another one is said."""
    hesitation: float = 0.02
    """Before a word."""
    again: float = 0.03
    """Of an utterance: its first one to three words are said twice."""
    broken_off: float = 0.02
    """Of an utterance: its end, from a third of it to all but a word, is not said."""


class Part(NamedTuple):
    """A part of the grammar, or STATION, where it is used."""

    name: str
    line: int


@dataclass(frozen=True)
class OneOf:
    """Alternatives, each a row of words, parts and further choices, with how often they come among each other."""

    alternatives: tuple[tuple["Item", ...], ...]
    weights: tuple[int, ...]

    def drawn(self, random: Random) -> tuple["Item", ...]:
        """One of them."""
        return self.alternatives[bisect(self._sums, random.random() * self._sums[-1])]

    @cached_property
    def _sums(self) -> list[int]:
        return list(accumulate(self.weights))


Item = str | Part | OneOf


@dataclass(frozen=True)
class Grammar:
    """Dialogue acts with their shares, and the parts that they are made of."""

    acts: Mapping[str, OneOf]
    shares: Mapping[str, int]
    parts: Mapping[str, OneOf]
    corrected: frozenset[str]
    """The parts that callers correct; stations only inside of others."""


class Utterance(NamedTuple):
    """What might be said, and in answer to what."""

    act: str
    text: str


def bundled() -> Grammar:
    """The grammar that is part of murho."""
    with resources.as_file(resources.files("murho_lab.studies.trains") / "material" / "training.txt") as path:
        return read(path)


def text(size: int = SIZE, seed: int = 0) -> list[Utterance]:
    """The training text of the task: all stations, and without what was said in the development half.

    What was said in the other half is not looked at; how much of it comes all the same is for a study to say.
    """
    said = utterances.of_half(utterances.bundled(), "development").texts
    return drawn(bundled(), list(task.bundled().names), size, seed=seed, without=said)


def drawn(
    grammar: Grammar,
    stations: Sequence[str],
    size: int = SIZE,
    *,
    seed: int = 0,
    rates: Rates = Rates(),
    without: Collection[str] = (),
) -> list[Utterance]:
    """So many different utterances, the same for the same seed.

    Args:
        grammar: what they are drawn from.
        stations: the names that STATION stands for.
        size: how many.
        seed: of the random numbers.
        rates: how freely is spoken.
        without: utterances whose frames are left out.

    Raises:
        InputError: the grammar does not give as many.
    """
    random = Random(seed)
    acts, sums = list(grammar.acts), list(accumulate(grammar.shares.values()))
    frame = framing(stations)
    left_out = set(map(frame, without))
    speaker = _Speaker(grammar, stations, rates, random)
    results: dict[str, Utterance] = {}
    tries = 0
    while len(results) < size:
        if (tries := tries + 1) > 100 * size:
            raise InputError(f"only {len(results)} different utterances", "ask for fewer, or add alternatives")
        act = acts[bisect(sums, random.random() * sums[-1])]
        text = " ".join(speaker.utterance(grammar.acts[act]))
        if text and text not in results and not (left_out and frame(text) in left_out):
            results[text] = Utterance(act, text)
    return list(results.values())


@dataclass(frozen=True)
class _Speaker:
    """Whoever says what the grammar has, at these rates."""

    grammar: Grammar
    stations: Sequence[str]
    rates: Rates
    random: Random

    def utterance(self, act: OneOf) -> list[str]:
        """The words of one utterance."""
        words = self._said(act)
        if len(words) > 2 and self._happens(self.rates.broken_off):
            words = words[: self.random.randint(-(-len(words) // 3), len(words) - 1)]
        if len(words) > 1 and self._happens(self.rates.again):
            words = words[: self.random.randint(1, min(3, len(words) - 1))] + words
        return list(self._hesitated(words))

    def _hesitated(self, words: list[str]) -> Iterator[str]:
        for word in words:
            if self._happens(self.rates.hesitation):
                yield from self._said(self.grammar.parts[HESITATION])
            yield word

    def _said(self, item: Item) -> list[str]:
        if isinstance(item, str):
            return [item]
        if isinstance(item, OneOf):
            return self._joined(item.drawn(self.random))
        if item.name == STATION:
            return self.random.choice(self.stations).split()
        words = self._said(self.grammar.parts[item.name])
        if item.name in self.grammar.corrected and self._happens(self.rates.correction):
            other = self._said(self.grammar.parts[item.name])
            if other != words:
                words = words + self._said(self.grammar.parts[REPAIR]) + self._shortened(words, other)
        return words

    def _joined(self, items: tuple[Item, ...]) -> list[str]:
        words: list[str] = []
        for item in items:
            said = self._said(item)
            if said and said[0].startswith("'") and words:
                words[-1] += said[0]
            else:
                words += said
        return words

    def _shortened(self, wrong: list[str], right: list[str]) -> list[str]:
        """A correction, which at times leaves out what it begins with as the wrong value did: "to bonn no ulm"."""
        alike = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(wrong, right, strict=False)))
        return right[min(alike, len(right) - 1) :] if self.random.random() < 0.5 else right

    def _happens(self, rate: float) -> bool:
        return self.random.random() < rate


def read(path: str | PathLike[str]) -> Grammar:
    """The grammar in a file.

    Raises:
        InputError: a line that cannot be read, a part that is missing, used nowhere, there twice, or inside itself; it
            names file and line.
    """
    bodies: dict[str, list[tuple[int, tuple[Item, ...]]]] = {}
    lines: dict[str, int] = {}
    shares: dict[str, int] = {}
    corrected = set()
    name = ""
    for line, text in text_lines(path):
        if not (content := text.partition("#")[0].strip()):
            continue
        if text[0].isspace() and name:
            bodies[name].append(_Reader(content, path, line).alternative())
            continue
        if text[0].isspace() or not (head := _HEAD.fullmatch(content)):
            todo = "write `act SHARE:`, `PART:` or `PART, corrected:`, and alternatives indented below"
            raise InputError(f"no head: {content!r}", todo, path=path, line=line)
        name = head["act"] or head["part"]
        if name in bodies or name == STATION:
            raise InputError(f"{name} is there twice", "leave one of them out", path=path, line=line)
        bodies[name], lines[name] = [], line
        if head["act"]:
            shares[name] = int(head["share"])
        if head["corrected"]:
            corrected.add(name)
    for name, body in bodies.items():
        if not body:
            raise InputError(f"{name} has no alternative", "write one below it", path=path, line=lines[name])
    made = {name: OneOf(*zip(*((a, w) for w, a in body), strict=True)) for name, body in bodies.items()}
    _check(made, shares, lines, path)
    acts = {name: made[name] for name in shares}
    return Grammar(acts, shares, {k: v for k, v in made.items() if k not in shares}, frozenset(corrected))


def _check(
    made: Mapping[str, OneOf], shares: Mapping[str, int], lines: Mapping[str, int], path: str | PathLike[str]
) -> None:
    """Every part is there, used, and not inside itself."""
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> None:
        for part in _parts(made[name]):
            if part.name in (*above, name):
                raise InputError(f"{part.name} is inside itself", "write it out", path=path, line=part.line)
            if part.name == STATION or part.name in done:
                continue
            if part.name not in made:
                raise InputError(f"no part {part.name}", "write it, or leave it out", path=path, line=part.line)
            visit(part.name, (*above, name))
        done.add(name)

    for name in (*shares, *(one for one in (HESITATION, REPAIR) if one in made)):
        visit(name, ())
    for name in (HESITATION, REPAIR):
        if name not in made:
            raise InputError(f"no part {name}", f"write what is said: `{name}:`", path=path, line=None)
    for name, line in lines.items():
        if name not in done:
            raise InputError(f"{name} is used nowhere", "use it, or leave it out", path=path, line=line)


def _parts(choice: OneOf) -> Iterator[Part]:
    for alternative in choice.alternatives:
        for item in alternative:
            if isinstance(item, Part):
                yield item
            elif isinstance(item, OneOf):
                yield from _parts(item)


class _Reader:
    """One line of alternatives."""

    def __init__(self, text: str, path: str | PathLike[str], line: int):
        self._tokens = _TOKEN.findall(text)
        self._path, self._line = path, line

    def alternative(self) -> tuple[int, tuple[Item, ...]]:
        """Its weight, and what it is made of."""
        weight = int(self._tokens.pop(0)[:-1]) if re.fullmatch(r"\d+\*", self._tokens[0]) else 1
        items = self._row()
        if self._tokens:
            raise self._error(f"{self._tokens[0]!r} without its beginning")
        if not items:
            raise self._error("an alternative without words")
        return weight, items

    def _row(self) -> tuple[Item, ...]:
        items: list[Item] = []
        while self._tokens and self._tokens[0] not in ("|", ")", "]"):
            token = self._tokens.pop(0)
            if token in ("(", "["):
                items.append(self._choice(")" if token == "(" else "]"))
            elif re.fullmatch("[A-Z_]+", token):
                items.append(Part(token, self._line))
            elif re.fullmatch("'?[a-z][a-z']*", token):
                items.append(token)
            else:
                raise self._error(f"no word: {token!r}")
        return tuple(items)

    def _choice(self, end: str) -> OneOf:
        rows = [self._row()]
        while self._tokens and self._tokens[0] == "|":
            self._tokens.pop(0)
            rows.append(self._row())
        if not self._tokens or self._tokens.pop(0) != end:
            raise self._error(f"no {end!r} to end a choice")
        if not all(rows):
            raise self._error("a choice without words; what may be left out is in [square brackets]")
        if end == ")":
            return OneOf(tuple(rows), (1,) * len(rows))
        return OneOf((*rows, ()), (*(1,) * len(rows), len(rows)))

    def _error(self, found: str) -> InputError:
        todo = "write words in small letters, PARTS in capitals, (a | b) and [c]"
        return InputError(found, todo, path=self._path, line=self._line)
