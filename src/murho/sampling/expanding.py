"""Expressions of templates: so many, no two alike, in the lengths and structural classes that are wanted.

Each expression is drawn of all derivations of its class and length, every one as likely; those that are alike but for
case and punctuation count once.

>>> from murho.sampling.templates import templates
>>> text = "class E: (tell|show) me [please] the (hours|times)", "class G: when do you open [today|on mondays] ?"
>>> for one in expressions(templates(enumerate(text, 1), "hours"), 5, Chance(2)):
...     print(one.structure, one.length, one.text)
E 4 show me the times
E 4 tell me the hours
G 4 when do you open?
G 5 when do you open today?
E 5 tell me please the hours
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from murho.core.errors import InputError
from murho.sampling.allocating import allocated
from murho.sampling.chance import Chance
from murho.sampling.templates import Choice, Part, Phrase, Row, Templates, Word

Cell = tuple[str, int]
"""A class and a length."""

_ENUMERATED = 1000
"""Of a cell with no more derivations all are written out, to know how many differ."""
_IN_VAIN = 2000
"""So many draws in a row that were there already: the cell holds no more."""
_ROUNDS = 300
_NO_WORD = re.compile(r"[^\w\s'-]+")


@dataclass(frozen=True)
class Expression:
    """An expression, its class and its words."""

    text: str
    structure: str
    length: int


def expressions(
    found: Templates,
    n: int,
    chance: Chance,
    *,
    classes: Mapping[str, float] | None = None,
    lengths: Mapping[int, float] | None = None,
) -> list[Expression]:
    """So many expressions in random order.

    Args:
        found: the templates.
        n: how many.
        chance: what draws them.
        classes: shares of the classes; by default those of the templates, or as many of each.
        lengths: shares of the lengths in words; by default those of the templates; an empty mapping: of each length of
            a class as many as there are.

    Raises:
        InputError: the templates have not as many that differ, or not in these shares.
    """
    kept: dict[Cell, list[str]] = {}
    seen: set[str] = set()
    room: dict[Cell, int] = {}
    for name, part in found.classes.items():
        for length, count in sorted(found.counts(name).items()):
            if not length:
                continue
            if count <= _ENUMERATED:
                # What two classes share belongs to the first, and a cell that is written out to itself.
                own = {normal(text): text for text in map(written, _all(found, part, length))}
                kept[name, length] = [text for form, text in own.items() if form not in seen]
                seen |= own.keys()
            room[name, length] = len(kept[name, length]) if (name, length) in kept else count
    wanted = cells(
        room,
        n,
        found.class_shares if classes is None else classes,
        found.length_shares if lengths is None else lengths,
        found.path,
    )
    drawn: list[Expression] = []
    for (name, length), number in sorted(wanted.items()):
        if (name, length) in kept:
            texts = kept[name, length]
            chosen = [texts[place] for place in chance.subset(len(texts), number)]
        else:
            chosen = _distinct(found, (name, length), number, chance, seen)
        drawn += [Expression(text, name, length) for text in chosen]
    return [drawn[place] for place in chance.order(len(drawn))]


def normal(text: str) -> str:
    """The normal form by which expressions are alike: without case and punctuation.

    >>> normal("Tell me,  please:  WHEN?")
    'tell me please when'
    """
    return " ".join(_NO_WORD.sub(" ", text.lower()).split())


def written(words: list[str]) -> str:
    """Words as a text: punctuation sticks to the word before it.

    >>> written(["tell", "me", ",", "please", "."])
    'tell me, please.'
    """
    text = ""
    for word in words:
        sticks = not text or not any(map(str.isalnum, word))
        text += word if sticks else f" {word}"
    return text


def cells(
    room: Mapping[Cell, int],
    n: int,
    classes: Mapping[str, float],
    lengths: Mapping[int, float],
    path: str,
) -> dict[Cell, int]:
    """How many expressions of each class and length: both shares are met, as evenly as the room allows.

    >>> room = {("E", 3): 9, ("E", 4): 9, ("G", 3): 1}
    >>> cells(room, 4, {"E": 3, "G": 1}, {}, "x"), cells(room, 4, {}, {3: 1, 4: 1}, "x")
    ({('E', 3): 2, ('E', 4): 1, ('G', 3): 1}, {('E', 3): 1, ('E', 4): 2, ('G', 3): 1})

    Raises:
        InputError: there are not as many; the first class or length that lacks some is named.
    """
    names = sorted({name for name, _ in room})
    by_class = _quotas(n, {name: classes.get(name, 0.0) if classes else 1.0 for name in names})
    of_class = {name: sum(size for (one, _), size in room.items() if one == name) for name in names}
    if not classes:  # as many of each, as far as there are
        if sum(of_class.values()) < n:
            raise _lacking(path, f"only {sum(of_class.values()):,} expressions that differ", n)
        by_class = allocated(n, dict.fromkeys(names, 1.0), dict.fromkeys(names, 0), of_class)
    for name in names:
        if of_class[name] < by_class[name]:
            raise _lacking(path, f"only {of_class[name]:,} expressions of class {name} that differ", by_class[name])
    if not lengths:
        results: dict[Cell, int] = {}
        for name in names:
            own = {str(length): size for (one, length), size in room.items() if one == name}
            shared = allocated(by_class[name], dict.fromkeys(own, 1.0), dict.fromkeys(own, 0), own)
            results |= {(name, int(length)): number for length, number in shared.items() if number}
        return dict(sorted(results.items()))
    by_length = _quotas(n, {str(length): share for length, share in lengths.items()})
    of_length = Counter[str]()
    for (name, length), size in room.items():
        of_length[str(length)] += size if by_class[name] else 0
    for words, number in by_length.items():
        if of_length[words] < number:
            raise _lacking(path, f"only {of_length[words]:,} expressions of {words} words that differ", number)
    return _matched(room, by_class, {int(length): number for length, number in by_length.items()}, path)


def _quotas(n: int, weights: Mapping[str, float]) -> dict[str, int]:
    return allocated(n, weights, dict.fromkeys(weights, 0), dict.fromkeys(weights, n))


def _lacking(path: str, found: str, wanted: int) -> InputError:
    return InputError(found, f"{wanted:,} are wanted: write more phrases, or want fewer", path=path)


def _matched(
    room: Mapping[Cell, int], by_class: Mapping[str, int], by_length: Mapping[int, int], path: str
) -> dict[Cell, int]:
    """Numbers with these sums by class and by length: near to independence, rounded by a flow of least change."""
    from scipy.optimize import linprog

    names, lengths = list(by_class), sorted(by_length)
    most = np.array([[room.get((name, length), 0) for length in lengths] for name in names], np.float64)
    rows = np.array([by_class[name] for name in names], np.float64)
    columns = np.array([by_length[length] for length in lengths], np.float64)
    most = np.minimum(most, np.minimum(rows[:, None], columns))
    table = _fitted(most, rows, columns)
    start = np.minimum(np.round(table), most)
    # Each cell goes up or down from its rounded value; sums are a network, so that a vertex is of whole numbers.
    height, width = most.shape
    sums = np.vstack([np.kron(np.eye(height), np.ones(width)), np.kron(np.ones(height), np.eye(width))])
    missing = np.concatenate([rows - start.sum(1), columns - start.sum(0)])
    flow = linprog(
        np.ones(2 * start.size),
        A_eq=np.hstack([sums, -sums]),
        b_eq=missing,
        bounds=[*((0, up) for up in (most - start).ravel()), *((0, down) for down in start.ravel())],
        method="highs-ds",
    )
    if flow.status != 0:
        raise InputError(
            "the templates have not these lengths in these classes",
            "write more phrases, or want other shares",
            path=path,
        )
    up, down = np.round(flow.x).reshape(2, height, width)
    result = (start + up - down).astype(int)
    return {
        (name, length): int(result[i, j])
        for i, name in enumerate(names)
        for j, length in enumerate(lengths)
        if result[i, j]
    }


def _fitted(most: NDArray[np.float64], rows: NDArray[np.float64], columns: NDArray[np.float64]) -> NDArray[np.float64]:
    """Iterative proportional fitting, no cell above its room (Deming and Stephan 1940)."""
    table = (most > 0) * 1.0
    for _ in range(_ROUNDS):
        for axis, wanted in ((1, rows), (0, columns)):
            total = table.sum(axis, keepdims=True)
            table = np.minimum(table * np.expand_dims(wanted, axis) / np.maximum(total, 1e-300), most)
    return np.asarray(table, np.float64)


def _distinct(found: Templates, cell: Cell, number: int, chance: Chance, seen: set[str]) -> list[str]:
    name, length = cell
    chosen: list[str] = []
    vain = 0
    while len(chosen) < number:
        text = written(_drawn(found, found.classes[name], length, chance))
        if (form := normal(text)) in seen:
            if (vain := vain + 1) > _IN_VAIN:
                some = f"only {len(chosen):,} or a few more expressions of class {name} and {length} words that differ"
                raise _lacking(found.path, some, number)
            continue
        vain = 0
        seen.add(form)
        chosen.append(text)
    return chosen


def _drawn(found: Templates, part: Part, length: int, chance: Chance) -> list[str]:
    """A derivation of so many words, each as likely."""
    if isinstance(part, Word):
        return [part.text]
    if isinstance(part, Phrase):
        return _drawn(found, found.phrases[part.name], length, chance)
    if isinstance(part, Choice):
        ways = [(way, found.counts_of(way).get(length, 0)) for way in part.ways]
        which = chance.below(sum(count for _, count in ways))
        for way, count in ways:
            if which < count:
                return _drawn(found, way, length, chance)
            which -= count
    assert isinstance(part, Row)
    words: list[str] = []
    left = length
    for one, after in zip(part.parts, found.counts_after(part)[1:], strict=True):
        own = found.counts_of(one)
        ways_of = [(mine, count * after.get(left - mine, 0)) for mine, count in sorted(own.items())]
        which = chance.below(sum(count for _, count in ways_of))
        for mine, count in ways_of:
            if which < count:
                words += _drawn(found, one, mine, chance)
                left -= mine
                break
            which -= count
    return words


def _all(found: Templates, part: Part, length: int) -> Iterator[list[str]]:
    """Every derivation of so many words."""
    if isinstance(part, Word):
        if part.words == length:
            yield [part.text]
    elif isinstance(part, Phrase):
        yield from _all(found, found.phrases[part.name], length)
    elif isinstance(part, Choice):
        for way in part.ways:
            if found.counts_of(way).get(length):
                yield from _all(found, way, length)
    else:
        yield from _rest(found, part, 0, length)


def _rest(found: Templates, row: Row, place: int, length: int) -> Iterator[list[str]]:
    """Every derivation of a row from one of its parts on."""
    if place == len(row.parts):
        if not length:
            yield []
        return
    part, after = row.parts[place], found.counts_after(row)[place + 1]
    for mine in sorted(found.counts_of(part)):
        if after.get(length - mine):
            for head in _all(found, part, mine):
                for tail in _rest(found, row, place + 1, length - mine):
                    yield [*head, *tail]
