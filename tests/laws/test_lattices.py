"""Lattices: their counts are those of the best sequence that they allow, by brute force over all of them."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.measures import kernel
from murho.measures.kernel import EQUAL, SCLITE, Costs
from murho.measures.text.lattice import Lattice, Step
from murho.measures.text.lattice_alignment import Rule, align, count
from murho.measures.text.origins import between_marks, read_alternates
from murho.measures.text.words import words

Word = tuple[str, bool]
"""A word, and whether it may be left out."""

letters = st.sampled_from("abc")
costs = st.sampled_from([EQUAL, SCLITE, (3, 1, 2), (1, 5, 5)])
plain = st.lists(letters, max_size=6)


def texts(optional: bool) -> st.SearchStrategy[str]:
    """Texts with alternatives in them, at times in each other."""
    word = st.one_of(letters, st.just("@"), letters.map(lambda w: f"({w})") if optional else letters)

    def group(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        options = st.lists(st.lists(parts, min_size=1, max_size=2).map(" ".join), min_size=1, max_size=3)
        return options.map(lambda found: f"{{ {' / '.join(found)} }}")

    part = st.recursive(word, group, max_leaves=5)
    return st.lists(part, max_size=4).map(" ".join)


def ways(lattice: Lattice, place: int = 0) -> Iterator[tuple[Word, ...]]:
    """All sequences of words from a place to the end."""
    if place == lattice.last:
        yield ()
    for arc in (arc for arc in lattice.arcs if arc.start == place):
        for rest in ways(lattice, arc.end):
            yield rest if arc.token is None else ((str(arc.token), arc.optional), *rest)


Weight = tuple[int, ...]
"""Three times the cost, optional words left out of the answer, edits, minus reference words, substitutions, optional
words left out of the reference, minus words said."""


def least(reference: tuple[Word, ...], answer: tuple[Word, ...], weights: Costs) -> tuple[Weight, Weight]:
    """The least weight of any alignment of two sequences, and its hits, substitutions, deletions, insertions."""
    substitute, insert, delete = weights

    @cache
    def best(i: int, j: int) -> tuple[Weight, Weight]:
        if i == len(reference) and j == len(answer):
            return (0,) * 7, (0,) * 4
        found: list[tuple[Weight, Weight]] = []

        def take(to: tuple[Weight, Weight], weight: Weight, counts: Weight) -> None:
            sums = [tuple(a + b for a, b in zip(*both, strict=True)) for both in ((to[0], weight), (to[1], counts))]
            found.append((sums[0], sums[1]))

        if i < len(reference) and j < len(answer):
            if reference[i][0] == answer[j][0]:
                take(best(i + 1, j + 1), (0, 0, 0, -1, 0, 0, -1), (1, 0, 0, 0))
            else:
                take(best(i + 1, j + 1), (3 * substitute, 0, 1, -1, 1, 0, -1), (0, 1, 0, 0))
        if i < len(reference):
            if reference[i][1]:
                take(best(i + 1, j), (2 * delete, 0, 0, -1, 0, 1, 0), (1, 0, 0, 0))
            else:
                take(best(i + 1, j), (3 * delete, 0, 1, -1, 0, 0, 0), (0, 0, 1, 0))
        if j < len(answer):
            if answer[j][1]:
                take(best(i, j + 1), (2 * insert, 1, 0, 0, 0, 0, 0), (1, 0, 0, 0))
            else:
                take(best(i, j + 1), (3 * insert, 0, 1, 0, 0, 0, -1), (0, 0, 0, 1))
        return min(found)

    return best(0, 0)


@given(texts(optional=True), texts(optional=True), costs)
def test_the_best_of_all_sequences_counts(reference: str, answer: str, weights: Costs) -> None:
    one, two = read_alternates(reference, optional=True), read_alternates(answer, optional=True)
    expected = min(least(a, b, weights) for a in set(ways(one)) for b in set(ways(two)))
    assert count(one, two, weights) == expected[1]


@given(texts(optional=True), texts(optional=True), costs)
def test_the_steps_are_an_alignment_with_these_counts(reference: str, answer: str, weights: Costs) -> None:
    one, two = read_alternates(reference, optional=True), read_alternates(answer, optional=True)
    steps = align(one, two, weights)
    operations = [step.operation for step in steps]
    assert tuple(operations.count(sign) for sign in "=SDI") == count(one, two, weights)
    for operation, left, right in steps:
        if operation == "=":
            assert left == right or None in (left, right)
        assert {"=": left or right, "S": left and right, "D": left, "I": right}[operation]
    said = tuple(word for word, _ in (step[1:] for step in steps) if word is not None)
    assert said in {tuple(word for word, _ in way) for way in ways(one)}
    assert tuple(s.answer for s in steps if s.answer is not None) in {tuple(w for w, _ in way) for way in ways(two)}


@given(texts(optional=True), costs)
def test_a_text_is_never_wrong_against_itself(text: str, weights: Costs) -> None:
    assert count(read_alternates(text, optional=True), read_alternates(text, optional=True), weights)[1:] == (0, 0, 0)


@given(texts(optional=True), texts(optional=True), costs, st.randoms(use_true_random=False))
def test_the_order_in_which_arcs_are_given_makes_no_difference(
    reference: str, answer: str, weights: Costs, chance: Random
) -> None:
    one, two = read_alternates(reference, optional=True), read_alternates(answer, optional=True)
    shuffled = Lattice(tuple(chance.sample(one.arcs, len(one.arcs))), one.last)
    assert count(shuffled, two, weights) == count(one, two, weights)


@given(plain, plain, costs)
def test_without_alternatives_it_is_the_kernel(reference: list[str], answer: list[str], weights: Costs) -> None:
    one, two = read_alternates(" ".join(reference)), read_alternates(" ".join(answer))
    found = kernel.count_tokens([reference], [answer], weights)
    assert count(one, two, weights) == tuple(column[0] for column in found)
    path = "".join(step.operation for step in align(one, two, weights))
    assert path == kernel.align(reference, answer, weights)


@given(plain, plain, costs)
def test_one_alternative_is_none(reference: list[str], answer: list[str], weights: Costs) -> None:
    marked = read_alternates(" ".join(f"{{ {word} }}" for word in reference))
    assert marked.plain == reference
    assert count(marked, Lattice.of(answer), weights) == count(Lattice.of(reference), Lattice.of(answer), weights)


@pytest.mark.slow
@given(texts(optional=False), plain)
def test_numbers_beyond_64_bits_make_no_difference(reference: str, answer: list[str]) -> None:
    one, two = read_alternates(reference), Lattice.of(answer)
    huge = (1_000_000, 1_000_000, 1_000_000)
    padding = ["x"] * 350  # equal on both sides, and too many for weights of 64 bits
    hits, *errors = count(read_alternates(f"{reference} {' '.join(padding)}"), Lattice.of([*answer, *padding]), huge)
    expected = count(one, two, EQUAL)
    assert (hits - len(padding), *errors) == expected
    assert Rule(Lattice.of(padding), Lattice.of(padding), huge).dtype is object


@pytest.mark.parametrize("name", ["equal", "sclite"])
@given(st.lists(st.tuples(texts(optional=False), plain), max_size=5))
def test_a_batch_is_split_and_put_together_again(name: str, pairs: list[tuple[str, list[str]]]) -> None:
    how = words(costs=name, alternates=True)
    judged = how.judge([(reference,) for reference, _ in pairs], [(" ".join(said),) for _, said in pairs])
    for row, (reference, said) in enumerate(pairs):
        expected = count(read_alternates(reference), Lattice.of(said), EQUAL if name == "equal" else SCLITE)
        assert (
            tuple(judged.counts[kind][row] for kind in ("hits", "substitutions", "deletions", "insertions")) == expected
        )


@given(texts(optional=True))
def test_a_step_that_changes_nothing_leaves_the_lattice(text: str) -> None:
    changed = between_marks(text, lambda part: part, optional=True)
    assert set(ways(read_alternates(changed, optional=True))) == set(ways(read_alternates(text, optional=True)))


@given(texts(optional=True))
def test_a_step_reaches_every_word(text: str) -> None:
    changed = between_marks(text, str.upper, optional=True)
    expected = {
        tuple((word.upper(), may_miss) for word, may_miss in way) for way in ways(read_alternates(text, optional=True))
    }
    assert set(ways(read_alternates(changed, optional=True))) == expected


def test_steps_of_a_pair() -> None:
    assert align(read_alternates("{ a / b } c"), read_alternates("b d")) == [Step("=", "b", "b"), Step("S", "c", "d")]
