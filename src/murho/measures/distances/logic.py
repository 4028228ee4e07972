"""Logical forms, written as s-expressions, up to the names of bound variables.

`(lambda x (and (river x) (exists y (and (city y) (through x y)))))` is the same form with any other names for `x` and
`y`. `and` and `or` have their parts in any order, as multisets, and take up an `and` or `or` inside themselves;
quantifiers of a kind that follow one another bind together, and the variables of `exists` and `forall` stand in any
order. Binders are `lambda`, `exists` and `forall` (λ, ∃, ∀), and those that are named. What stands next is the
variable, or several in brackets, each with its type if it has one: `(exists (x y) ...)`, `(forall ((x Int)) ...)`.

Of two forms with n and m nodes as many as can be, c, are put into correspondence, from the top down: where two parts
correspond, what holds them does. Those in order correspond in order, those of a multiset by the best assignment; a
condition by itself is an `and` of one, and `and` is no node. The distance is 1 − c / (n + m − c): a metric, since one
correspondence behind another is one.

>>> right = "(lambda x (and (river x) (through x texas)))"
>>> logic_distance()(right, "(lambda z (and (through z texas) (river z)))")
0.0
>>> said = "(lambda z (river z))"
>>> logic_told()(right, said)
['missing condition (through x texas)']
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from murho.core.errors import UsageError
from murho.core.meaning import Meaning
from murho.measures.distances.distance import Between, Distance, cut, exact_distance, instead

MOST_STEPS = 250_000
"""Nodes of one form times those of the other, about two seconds; forms that have more are equal or not."""
MOST_TOKENS = 20_000
"""Brackets and words of a form that is read."""
MOST_DEPTH = 100
"""Brackets inside each other of a form that is read."""
BINDERS = {"lambda": "lambda", "λ": "lambda", "exists": "exists", "∃": "exists", "forall": "forall", "∀": "forall"}
BAGS = {"and": "and", "∧": "and", "or": "or", "∨": "or"}
_QUANTIFIERS = ("exists", "forall")
_TOKEN = re.compile(r'[()]|"(?:\\.|[^"\\])*"|[^\s()]+')
Expression = str | list["Expression"]
Pairs = Sequence[tuple[int, int]]


@dataclass(eq=False)
class Variable:
    """A bound variable."""

    written: str
    type: str
    name: str = ""
    """The name that it has in every form that differs by names alone."""
    uses: list[str] = field(default_factory=list)
    """The lists in which it stands, with all other variables alike: by these a quantifier's variables are ordered."""


@dataclass(frozen=True, eq=False)
class Part:
    """A node of a form."""

    kind: str
    """`atom`, `variable` (where it is bound), `list`, `bag` (parts in any order) or `binder`."""
    head: str | Variable
    """An atom itself; the type of a variable; the first word of a bag or binder; of a list nothing."""
    parts: tuple["Part", ...]
    text: str
    """As it was written."""
    size: int
    """Nodes, this one among them; a binder is two, since its first word may be another one."""

    @property
    def name(self) -> str:
        """What the head is called, whatever the names of variables."""
        return self.head if isinstance(self.head, str) else self.head.name

    @property
    def conditions(self) -> tuple["Part", ...]:
        """What `and` holds together; of anything else itself."""
        return self.parts if self.kind == "bag" and self.head == "and" else (self,)


class Correspondence(NamedTuple):
    """How two parts correspond."""

    nodes: int
    """How many nodes do."""
    pairs: Pairs
    """Which parts of the one and of the other do, in the order of the one."""


def logic(binders: str = "", unordered: str = "") -> Distance:
    """Logical forms, with further words that bind (`argmax count`), and words whose arguments have no order (`=`)."""
    return Distance(
        logic_distance(binders, unordered),
        logic_told(binders, unordered),
        equates=True,
        metric=True,
        beyond=_beyond(binders, unordered),
        reads=_is_form,
    )


def logic_distance(binders: str = "", unordered: str = "") -> Between:
    """The share of the nodes of two forms that only one has; what is no form, or too large, is equal or not.

    Raises:
        UsageError: the options are no words.
    """
    read = _reader(binders, unordered)

    def between(correct: Meaning, answered: Meaning) -> float:
        right, said = read(correct), read(answered)
        if right is None or said is None or right.size * said.size > MOST_STEPS:
            return exact_distance(_spaced(correct), _spaced(answered))
        common = _Correspondences().of(right, said).nodes
        return 1 - common / (right.size + said.size - common)

    return between


def logic_told(binders: str = "", unordered: str = "") -> Callable[[Meaning, Meaning], list[str]]:
    """Which parts are missing, additional, or other ones."""
    read = _reader(binders, unordered)

    def told(correct: Meaning, answered: Meaning) -> list[str]:
        right, said = read(correct), read(answered)
        if right is None or said is None or right.size * said.size > MOST_STEPS:
            return instead(correct, answered)
        return list(_differences(right, said, _Correspondences()))

    return told


def _beyond(binders: str, unordered: str) -> Callable[[Meaning, Meaning], bool]:
    read = _reader(binders, unordered)

    def beyond(correct: Meaning, answered: Meaning) -> bool:
        right, said = read(correct), read(answered)
        if right is None or said is None:
            return any(isinstance(one, str) and _expression(one) is TOO_LARGE for one in (correct, answered))
        return right.size * said.size > MOST_STEPS

    return beyond


def _is_form(meaning: Meaning) -> bool:
    """Whether it is a form: a list in brackets, or one word."""
    return isinstance(meaning, str) and (_expression(meaning) is not None or len(_TOKEN.findall(meaning[:1000])) == 1)


def _spaced(meaning: Meaning) -> Meaning:
    """A form with its words a space apart; anything else as it is."""
    return " ".join(_TOKEN.findall(meaning)) if isinstance(meaning, str) else meaning


TOO_LARGE = "too large"


def _expression(text: str) -> Expression | None:
    """The list that a text writes; None if it writes none, TOO_LARGE if it is not read."""
    open_lists: list[list[Expression]] = [[]]
    for number, match in enumerate(_TOKEN.finditer(text)):
        if number >= MOST_TOKENS or len(open_lists) > MOST_DEPTH:
            return TOO_LARGE
        token = match[0]
        if token == "(":
            open_lists.append([])
        elif token == ")" and len(open_lists) == 1:
            return None
        else:
            done = open_lists.pop() if token == ")" else token
            open_lists[-1].append(done)
    if len(open_lists) > 1 or len(open_lists[0]) != 1 or isinstance(open_lists[0][0], str):
        return None
    return open_lists[0][0]


def _reader(binders: str, unordered: str) -> Callable[[Meaning], Part | None]:
    for name, words in (("binders", binders), ("unordered", unordered)):
        if not isinstance(words, str) or set(words) & set('()"'):
            raise UsageError(f"logic: {name}={words!r}; give words, as 'argmax count'")
    return _Reader(
        BINDERS | {word: word for word in binders.split()}, BAGS | {word: word for word in unordered.split()}
    )


@dataclass(frozen=True)
class _Reader:
    """Reads forms, with these binders and these words whose arguments have no order."""

    binders: Mapping[str, str]
    bags: Mapping[str, str]

    def __call__(self, meaning: Meaning) -> Part | None:
        """The form that a meaning is; None if it is none, or too large to be read."""
        result = _expression(meaning) if isinstance(meaning, str) else None
        return self._part(result, {}, 0) if isinstance(result, list) else None

    def _part(self, of: Expression, scope: Mapping[str, Variable], bound: int) -> Part:
        """The node that an expression is, with the variables bound around it, and their number."""
        if isinstance(of, str):
            return Part("atom", scope.get(of, of), (), of, 1)
        first = of[0] if of and isinstance(of[0], str) else ""
        if first in self.bags and len(of) > 1:
            parts = [self._part(one, scope, bound) for one in self._taken_up(of, first)]
            if len(parts) == 1 and first in BAGS:
                return parts[0]
            _note_uses(parts, self.bags[first])
            return _held("bag", self.bags[first], parts, _written(of))
        if self._binds(of):
            return self._binder(of, scope, bound)
        parts = [self._part(one, scope, bound) for one in of]
        _note_uses(parts, None)
        return _held("list", "", parts, _written(of))

    def _binder(self, of: list[Expression], scope: Mapping[str, Variable], bound: int) -> Part:
        head = self.binders[str(of[0])]
        variables, body = _variables(of[1]), of[2:]
        while len(body) == 1 and isinstance(body[0], list) and self._binds(body[0], head):
            variables, body = variables + _variables(body[0][1]), body[0][2:]
        here = {**scope, **{variable.written: variable for variable in variables}}
        parts = [self._part(one, here, bound + len(variables)) for one in body]
        _note_uses(parts, head)
        if head in _QUANTIFIERS:
            variables.sort(key=lambda variable: (variable.type, sorted(variable.uses)))
        for number, one in enumerate(variables, bound):
            one.name = f"({number})"  # as no word of a form can be
        named = [Part("variable", variable.type, (), variable.written, 1) for variable in variables]
        return _held("binder", head, named + parts, _written(of))

    def _binds(self, of: list[Expression], like: str | None = None) -> bool:
        """Whether a list binds variables, by a binder as the given one."""
        if len(of) < 3 or not isinstance(of[0], str) or of[0] not in self.binders or not _variables(of[1]):
            return False
        return like is None or self.binders[of[0]] == like

    def _taken_up(self, of: list[Expression], first: str) -> Iterator[Expression]:
        """The parts of a bag, with those of bags of its kind inside it."""
        for one in of[1:]:
            inner = one[0] if isinstance(one, list) and len(one) > 1 and isinstance(one[0], str) else ""
            if isinstance(one, list) and first in BAGS and BAGS.get(inner) == BAGS[first]:
                yield from self._taken_up(one, first)
            else:
                yield one


def _variables(of: Expression) -> list[Variable]:
    """The variables that stand behind a binder: one, or several in brackets; none if it is something else."""
    results = []
    for one in [of] if isinstance(of, str) else of:
        name, kind = (one[0], _written(one[1:])) if isinstance(one, list) and one else (one, "")
        if not isinstance(name, str):
            return []
        results.append(Variable(name, kind))
    return results


def _held(kind: str, head: str, parts: Sequence[Part], text: str) -> Part:
    own = {"bag": int(head != "and"), "binder": 2, "list": 1}[kind]
    return Part(kind, head, tuple(parts), text, own + sum(part.size for part in parts))


def _note_uses(parts: Sequence[Part], head: str | None) -> None:
    """Tell variables in which list they stand; `head` is the first word where the parts have no order."""
    for index, part in enumerate(parts):
        if part.kind == "atom" and isinstance(part.head, Variable):
            # Long lists are not told whole: the order of variables that are alike so far is that in which they stand.
            shape = ["*" if other.head is part.head else _shape(other) for other in parts[:_LONG]]
            part.head.uses.append(f"{index} {' '.join(shape)}" if head is None else f"{head} {' '.join(sorted(shape))}")


_LONG = 20


def _shape(part: Part) -> str:
    return "()" if part.kind != "atom" else part.head if isinstance(part.head, str) else "?"


def _written(of: Expression) -> str:
    return of if isinstance(of, str) else f"({' '.join(map(_written, of))})"


class _Correspondences:
    """How parts of two forms correspond, each pair found once."""

    def __init__(self) -> None:
        self._known: dict[tuple[Part, Part], Correspondence] = {}

    def of(self, one: Part, other: Part) -> Correspondence:
        """The correspondence of the most nodes, both parts among them; of none where they are of unlike kinds."""
        if (one, other) not in self._known:
            self._known[one, other] = self._found(one, other)
        return self._known[one, other]

    def _found(self, one: Part, other: Part) -> Correspondence:
        sides = one.conditions, other.conditions
        if sides != ((one,), (other,)):
            return self._paired(*sides, ordered=False)
        if one.kind != other.kind or (one.kind not in ("list", "binder") and one.name != other.name):
            return Correspondence(0, ())
        inner = self._paired(one.parts, other.parts, ordered=one.kind != "bag")
        return inner._replace(nodes=inner.nodes + 1 + (one.kind == "binder" and one.head == other.head))

    def _paired(self, one: Sequence[Part], other: Sequence[Part], ordered: bool) -> Correspondence:
        if not one or not other:
            return Correspondence(0, ())
        nodes = np.array([[self.of(a, b).nodes for b in other] for a in one])
        pairs = _in_order(nodes) if ordered else _assigned(nodes)
        return Correspondence(sum(int(nodes[pair]) for pair in pairs), pairs)


def _assigned(nodes: np.ndarray) -> list[tuple[int, int]]:
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(nodes, maximize=True)
    return [(int(a), int(b)) for a, b in zip(rows, columns, strict=True) if nodes[a, b]]


def _in_order(nodes: np.ndarray) -> list[tuple[int, int]]:
    """Pairs (rows, columns), both rising, with the most nodes together."""
    weights = nodes.tolist()
    best = [[0] * (nodes.shape[1] + 1) for _ in range(nodes.shape[0] + 1)]
    for a, row in enumerate(weights):
        for b, weight in enumerate(row):
            best[a + 1][b + 1] = max(best[a][b] + weight, best[a][b + 1], best[a + 1][b])
    pairs = []
    a, b = nodes.shape
    while a and b:
        if best[a][b] == best[a - 1][b]:
            a -= 1
        elif best[a][b] == best[a][b - 1]:
            b -= 1
        else:
            a, b = a - 1, b - 1
            pairs.append((a, b))
    return pairs[::-1]


def _differences(right: Part, said: Part, known: _Correspondences) -> Iterator[str]:
    nodes, pairs = known.of(right, said)
    if nodes == right.size == said.size:
        return
    if (right.conditions, said.conditions) != ((right,), (said,)):
        yield from _of_bags(right.conditions, said.conditions, "condition", pairs, known)
    elif nodes <= 1 or (_is_plain(right) and _is_plain(said)):  # brackets alone are nothing in common
        yield f"{cut(said.text)} instead of {cut(right.text)}"
    elif right.kind == "bag":
        yield from _of_bags(right.parts, said.parts, "alternative" if right.name == "or" else "part", pairs, known)
    else:
        if right.head != said.head:
            yield f"{said.name} instead of {right.name} in {cut(right.text)}"
        yield from _of_lists(right.parts, said.parts, pairs, known)


def _is_plain(part: Part) -> bool:
    return part.kind == "list" and all(inner.kind == "atom" for inner in part.parts)


def _of_bags(
    right: Sequence[Part], said: Sequence[Part], thing: str, pairs: Pairs, known: _Correspondences
) -> Iterator[str]:
    """What differs between parts that stand in any order."""
    for a, b in pairs:
        yield from _differences(right[a], said[b], known)
    paired = {a for a, _ in pairs}, {b for _, b in pairs}
    for how, side, taken in (("missing", right, paired[0]), ("additional", said, paired[1])):
        yield from (f"{how} {thing} {cut(part.text)}" for index, part in enumerate(side) if index not in taken)


def _of_lists(right: Sequence[Part], said: Sequence[Part], pairs: Pairs, known: _Correspondences) -> Iterator[str]:
    """What differs between parts that stand in order."""
    for (a, b), (c, d) in pairwise([(-1, -1), *pairs, (len(right), len(said))]):
        lacking, given = right[a + 1 : c], said[b + 1 : d]
        yield from (f"{cut(other.text)} instead of {cut(one.text)}" for one, other in zip(lacking, given, strict=False))
        both = min(len(lacking), len(given))
        for how, side in (("missing", lacking[both:]), ("additional", given[both:])):
            yield from (f"{how} {'variable' if part.kind == 'variable' else 'part'} {cut(part.text)}" for part in side)
        if c < len(right):
            yield from _differences(right[c], said[d], known)
