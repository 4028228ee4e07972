"""Alignment where a side leaves several words open: lattices of alternatives, and word graphs.

The alignment of lattices: of all ways through both and all their alignments one is counted, that with

    the least cost, then the fewest edits, the longest reference, the fewest substitutions.

A token may be optional, on either side: left out it costs two thirds of a deletion, or of an insertion, and counts as
a hit, as in sclite. Of ways at the least cost the one counts that leaves out the fewest optional tokens of the answer:
two optional tokens that differ are taken for each other, as sclite has it, not both left out. Between ways that differ
in nothing else the one counts that leaves out fewer optional tokens of the reference, then the one with the longer
answer (an answer can be a lattice too). Without alternatives this is the rule of `murho.measures.kernel`.

>>> from murho.measures.text.origins import read_alternates
>>> reference = read_alternates("{ on the / at } coast")
>>> count(reference, read_alternates("on coast")), count(reference, read_alternates("at the coast"))
((2, 0, 1, 0), (2, 1, 0, 0))
>>> [step.operation for step in align(reference, read_alternates("on coast"))]
['=', 'D', '=']

Dynamic programming over pairs of a place in the reference and a place in the answer, a row of places at a time. A
weight is one integer that orders by the rule.

The way through a word graph that comes nearest to what was said.

Of all ways that one has the least cost against the reference, of these the fewest errors, then the fewest
substitutions. Dynamic programming over pairs of a node and a place in the reference, exact for every graph; what it
takes grows with links times words.

>>> from murho.core.word_graph import Link
>>> links = [Link(0, 1, "oh"), Link(0, 1, "no"), Link(1, 2, "two"), Link(1, 2, "to"), Link(1, 3, None)]
>>> links.append(Link(2, 3, "bonn"))
>>> nearest("no to bonn please".split(), WordGraph.of([None] * 4, links, 0, 3))
('no', 'to', 'bonn')
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.word_graph import Link, WordGraph
from murho.measures.kernel import EQUAL, Costs
from murho.measures.text.lattice import Arc, Lattice, Step, Token, by_place

Row = NDArray[Any]
"""The least weights from the start to each place of the answer; 64-bit integers, or Python's where longer."""


def count(reference: Lattice, answer: Lattice, costs: Costs = EQUAL) -> tuple[int, int, int, int]:
    """Hits (optional tokens of either side that were left out among them), substitutions, deletions, insertions."""
    reference, answer = _simple(reference), _simple(answer)
    rule = Rule(reference, answer, costs)
    last_row = _rows(reference, answer, rule, keep=False)[-1]
    assert last_row is not None
    return rule.counts(int(last_row[-1]))


def align(reference: Lattice, answer: Lattice, costs: Costs = EQUAL) -> list[Step]:
    """The steps of a best alignment: going back from the end it pairs where it can, else inserts, else deletes.

    Of alternatives that are as good the one written first is taken.
    """
    reference, answer = _simple(reference), _simple(answer)
    rule = Rule(reference, answer, costs)
    rows: list[Any] = _rows(reference, answer, rule, keep=True)
    steps, u, v = [], reference.last, answer.last
    while u or v:
        step, u, v = _step(u, v, rows, reference, answer, rule)
        if step is not None:
            steps.append(step)
    return steps[::-1]


def _simple(lattice: Lattice) -> Lattice:
    return lattice if lattice.plain is None else Lattice.of(lattice.plain)


class Rule:
    """Weights of operations: one integer each, of cost, answer tokens left out, edits, reference tokens and so on."""

    def __init__(self, reference: Lattice, answer: Lattice, costs: Costs):
        sub, insert, delete = (3 * cost for cost in costs)  # so that two thirds are an integer
        skips, spares = (any(arc.optional for arc in side.arcs) for side in (reference, answer))
        self.fixed = answer.longest if answer.plain is not None else None
        base = reference.longest + answer.longest + 1
        # A digit that can only be 0 has base 1: then most weights fit 64 bits.
        self.bases = (
            base if spares else 1,
            base,
            base,
            base,
            base if skips else 1,
            1 if self.fixed is not None else base,
        )
        # All ways through a plain answer have as many tokens, so these need not be counted.
        answered = 0 if self.fixed is not None else -1
        self.hit = self.pack(0, 0, 0, -1, 0, 0, answered)
        self.substitute = self.pack(sub, 0, 1, -1, 1, 0, answered)
        self.delete = self.pack(delete, 0, 1, -1, 0, 0, 0)
        self.skip = self.pack(delete * 2 // 3, 0, 0, -1, 0, 1, 0)
        self.insert = self.pack(insert, 0, 1, 0, 0, 0, answered)
        self.spare = self.pack(insert * 2 // 3, 1, 0, 0, 0, 0, 0)
        bits = (9 * sum(costs) * base).bit_length() + sum(map(int.bit_length, self.bases))
        self.dtype = np.int64 if bits < 62 else object

    def pack(self, cost: int, *digits: int) -> int:
        """One integer of a cost and the digits behind it."""
        weight = cost
        for base, digit in zip(self.bases, digits, strict=True):
            weight = weight * base + digit
        return weight

    def counts(self, weight: int) -> tuple[int, int, int, int]:
        """What the digits say; those of tokens count downwards."""
        weight += self.pack(0, 0, 0, self.bases[2] - 1, 0, 0, self.bases[5] - 1)
        digits = []
        for base in reversed(self.bases):
            weight, digit = divmod(weight, base)
            digits.append(digit)
        answered, skipped, substitutions, tokens, edits, spared = digits
        tokens = self.bases[2] - 1 - tokens
        answered = self.bases[5] - 1 - answered if self.fixed is None else self.fixed
        deletions = (edits - substitutions + tokens - skipped - answered) // 2
        hits = tokens - substitutions - deletions + spared
        return hits, substitutions, deletions, edits - substitutions - deletions

    def alone(self, arc: Arc) -> int:
        """The weight of a reference token that nothing in the answer corresponds to."""
        return 0 if arc.token is None else self.skip if arc.optional else self.delete

    def over(self, arc: Arc) -> int:
        """The weight of an answer token that nothing in the reference corresponds to."""
        return 0 if arc.token is None else self.spare if arc.optional else self.insert

    def pair(self, reference: Token | None, answer: Token | None) -> int:
        """The weight of two tokens that correspond."""
        return self.hit if reference == answer else self.substitute


def _rows(reference: Lattice, answer: Lattice, rule: Rule, keep: bool) -> list[Row | None]:
    """The weights from the start, a row for each place of the reference; without `keep` only the last is sure to be."""
    number: dict[Token, int] = {}
    heard = [arc for arc in answer.arcs if arc.token is not None]
    codes = np.array([number.setdefault(arc.token, len(number)) for arc in heard], np.int64)
    starts, ends = (np.array([getattr(arc, side) for arc in heard], np.int64) for side in ("start", "end"))
    hit, substitute = (np.array(weight, rule.dtype) for weight in (rule.hit, rule.substitute))
    in_line = answer.plain is not None
    ramp = np.array([rule.insert * place for place in range(answer.last + 1)], rule.dtype) if in_line else None
    pairs: dict[Token, Row] = {}

    def inserted(row: Row) -> Row:
        """The row with insertions before each place."""
        if ramp is not None:
            # Along a plain answer an insertion always costs the same, so a running minimum finds the least.
            return np.minimum.accumulate(row - ramp) + ramp  # type: ignore[no-any-return]
        for place in range(1, answer.last + 1):
            for arc in answer.leading[place]:
                row[place] = min(row[place], row[arc.start] + rule.over(arc))
        return row

    rows: list[Row | None] = [None] * (reference.last + 1)
    # By the last place that an arc leads to from each place: from there on nobody asks for its row.
    done_with: list[list[int]] = [[] for _ in rows]
    for place, end in {arc.start: arc.end for arc in sorted(reference.arcs, key=by_place)}.items():
        done_with[end].append(place)
    # More than any way weighs: nothing leads there yet.
    beyond = 1 + (reference.longest + answer.longest) * (rule.insert + rule.delete + rule.substitute)
    nothing = np.full(answer.last + 1, beyond, rule.dtype)
    start = nothing.copy()
    start[0] = 0
    rows[0] = inserted(start)
    for u in range(1, reference.last + 1):
        row = nothing.copy()
        for arc in reference.leading[u]:
            before = rows[arc.start]
            assert before is not None
            row = np.minimum(row, before + rule.alone(arc))
            if arc.token is None or not heard:
                continue
            if arc.token not in pairs:
                pairs[arc.token] = np.where(codes == number.get(arc.token, -1), hit, substitute)
            if in_line:
                row[1:] = np.minimum(row[1:], before[:-1] + pairs[arc.token])
            else:
                np.minimum.at(row, ends, before[starts] + pairs[arc.token])
        rows[u] = inserted(row)
        if not keep:
            for place in done_with[u]:
                rows[place] = None
    return rows


def _step(
    u: int, v: int, rows: list[Any], reference: Lattice, answer: Lattice, rule: Rule
) -> tuple[Step | None, int, int]:
    """The last step of the best way to a pair of places, and where it comes from."""
    here = rows[u][v]
    both = [(u, v)]
    for x, y in both:  # the list grows: places from which no token leads here
        both += [(arc.start, y) for arc in reference.leading[x] if arc.token is None and rows[arc.start][y] == here]
        both += [(x, arc.start) for arc in answer.leading[y] if arc.token is None and rows[x][arc.start] == here]
    if (0, 0) in both:
        return None, 0, 0
    reference_arcs = [(x, y, arc) for x, y in both for arc in reference.leading[x] if arc.token is not None]
    answer_arcs = [(x, y, arc) for x, y in both for arc in answer.leading[y] if arc.token is not None]
    for x, y, ours in reference_arcs:
        for theirs in (arc for p, q, arc in answer_arcs if (p, q) == (x, y)):
            if here == rows[ours.start][theirs.start] + rule.pair(ours.token, theirs.token):
                operation = "=" if ours.token == theirs.token else "S"
                return Step(operation, ours.token, theirs.token), ours.start, theirs.start
    for x, _, theirs in answer_arcs:
        if here == rows[x][theirs.start] + rule.over(theirs):
            return Step("=" if theirs.optional else "I", None, theirs.token), x, theirs.start
    for _, y, ours in reference_arcs:
        if here == rows[ours.start][y] + rule.alone(ours):
            return Step("=" if ours.optional else "D", ours.token, None), ours.start, y
    raise AssertionError("no step leads here")


LARGEST = 100_000_000
"""Pairs of a node and a place in the reference, at most: they take 8 bytes each."""
Tokens = Callable[[str], Sequence[Hashable]]
"""What is compared of a word: nothing, a token, or several."""
_NOTHING = -1
Rows = NDArray[np.int64]


def _itself(word: str) -> Sequence[Hashable]:
    return (word,)


def nearest(
    reference: Sequence[Hashable], graph: WordGraph, tokens: Tokens = _itself, costs: Costs = EQUAL
) -> tuple[str, ...]:
    """The words of the nearest way.

    Args:
        reference: the tokens of what was said.
        graph: the word graph.
        tokens: what a word of the graph is compared as.
        costs: of a substitution, an insertion, a deletion.

    Raises:
        ValueError: the graph and the reference are too large together.
    """
    steps, nodes = _steps(graph, tokens)
    if nodes * (len(reference) + 1) > LARGEST:
        raise ValueError(f"{nodes} nodes for {len(reference)} words are too many")
    base = len(reference) + nodes + 1
    substitute, insert, delete = ((cost * base + 1) * base + one for cost, one in zip(costs, (1, 0, 0), strict=True))
    numbers = {token: number for number, token in enumerate(dict.fromkeys(reference))}
    said = np.array([numbers[token] for token in reference], np.int64)
    codes = {token: numbers.get(token, len(numbers)) for token in {step[1] for row in steps for step in row}}
    # What it costs to take a token for each of the reference; in the last row it is none of them.
    pair = np.where(np.arange(len(numbers) + 1)[:, None] == said, 0, substitute).astype(np.int64)
    ramp = delete * np.arange(len(said) + 1, dtype=np.int64)
    rows: Rows = np.empty((nodes, len(said) + 1), np.int64)
    rows[0] = ramp
    for node in range(1, nodes):
        silent = [start for start, token, _ in steps[node] if token is _NOTHING]
        spoken = [(start, codes[token]) for start, token, _ in steps[node] if token is not _NOTHING]
        best = rows[silent].min(axis=0) if silent else None
        if spoken:
            before = rows[[start for start, _ in spoken]]
            after = before + insert
            np.minimum(after[:, 1:], before[:, :-1] + pair[[code for _, code in spoken]], out=after[:, 1:])
            best = after.min(axis=0) if best is None else np.minimum(best, after.min(axis=0))
        assert best is not None
        # Words of the reference that nothing corresponds to: a deletion always costs the same.
        rows[node] = np.minimum.accumulate(best - ramp) + ramp
    words: list[str] = []
    node, place = nodes - 1, len(said)
    while node:
        here = rows[node, place]
        for start, token, link in steps[node]:
            if token is _NOTHING:
                came = place if rows[start, place] == here else None
            elif rows[start, place] + insert == here:
                came = place
            else:
                paired = place and rows[start, place - 1] + pair[codes[token], place - 1] == here
                came = place - 1 if paired else None
            if came is not None:
                words += [link.word] if link is not None and link.word is not None else []
                node, place = start, came
                break
        else:
            place -= 1  # deleted
    return tuple(reversed(words))


def as_lattice(graph: WordGraph, tokens: Tokens = _itself) -> Lattice:
    """The graph of its tokens, as references with alternatives are compared."""
    steps, nodes = _steps(graph, tokens)
    arcs = tuple(
        Arc(start, end, None if token is _NOTHING else token)
        for end, row in enumerate(steps)
        for start, token, _ in row
    )
    return Lattice(arcs, nodes - 1)


_GraphStep = tuple[int, Hashable, Link | None]
"""From which node, with which token, and the link, where it ends."""


def _steps(graph: WordGraph, tokens: Tokens) -> tuple[list[list[_GraphStep]], int]:
    """The steps that lead to each node, one token each: links of several have nodes of their own in between."""
    split = {word: tuple(tokens(word)) for word in {link.word for link in graph.links} if word is not None}
    leaving: list[list[Link]] = [[] for _ in graph.times]
    for link in graph.links:
        leaving[link.start].append(link)
    number, count = [0] * graph.nodes, 0
    for node, links in enumerate(leaving):
        number[node] = count
        count += 1 + sum(max(0, len(split[link.word]) - 1) for link in links if link.word is not None)
    steps: list[list[_GraphStep]] = [[] for _ in range(count)]
    for node, links in enumerate(leaving):
        between = number[node]
        for link in links:
            parts = split[link.word] if link.word is not None else ()
            at = number[node]
            for token in parts[:-1]:
                between += 1
                steps[between].append((at, token, None))
                at = between
            steps[number[link.end]].append((at, parts[-1] if parts else _NOTHING, link))
    return steps, count
