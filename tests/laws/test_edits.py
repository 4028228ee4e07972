"""Edits: counts of words, concepts and slots against the slow definitions."""

from collections import Counter
from functools import cache
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.meaning import UNDEFINED, Meanings, canonical
from murho.measures import Measure, measure
from murho.measures.alignment import align
from murho.measures.distances.distance import exact_distance, json_distance, units_distance
from murho.measures.distances.sets import set_distance
from murho.measures.text.rates import characters
from murho.measures.text.words import words
from murho.measures.units.concepts import concept_bag, concepts
from murho.measures.units.slots import slots, slu

tokens = st.lists(st.sampled_from(["a", "b", "c"]), max_size=6)


def distance(one: tuple[str, ...], two: tuple[str, ...]) -> int:
    """Levenshtein's distance by its recursive definition."""

    @cache
    def between(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        return min(between(i - 1, j) + 1, between(i, j - 1) + 1, between(i - 1, j - 1) + (one[i - 1] != two[j - 1]))

    return between(len(one), len(two))


def sequence(how: Measure, said: list[str]) -> Meanings:
    return (said if how.kind == "units" else (" " if how == words() else "").join(said),)


@given(tokens, tokens, st.sampled_from([words(), characters(), concepts()]))
def test_errors_are_the_least_edits(reference: list[str], answer: list[str], how: Measure) -> None:
    judged = how.judge([sequence(how, reference)], [sequence(how, answer)])
    n = {name: int(column[0]) for name, column in judged.counts.items()}
    assert judged.loss[0] == distance(tuple(reference), tuple(answer))
    assert judged.loss[0] == n["substitutions"] + n["deletions"] + n["insertions"]
    assert judged.units[0] == n["units"] == len(reference) == n["hits"] + n["substitutions"] + n["deletions"]
    assert len(answer) == n["hits"] + n["substitutions"] + n["insertions"]


@given(tokens, tokens)
def test_the_path_turns_one_into_the_other(reference: list[str], answer: list[str]) -> None:
    path = align(reference, answer)
    left, right = iter(reference), iter(answer)
    for step in path:
        one = next(left) if step in "=SD" else None
        two = next(right) if step in "=SI" else None
        assert (one == two) == (step == "=")
    assert not [*left, *right]
    assert len(path) - path.count("=") == distance(tuple(reference), tuple(answer))


@given(st.lists(st.tuples(st.lists(tokens, max_size=3), st.one_of(st.just(UNDEFINED), tokens)), max_size=5))
def test_of_several_references_the_nearest_counts_of_those_the_longest(cases: list[tuple]) -> None:
    references = [tuple(map(" ".join, alternatives)) for alternatives, _ in cases]
    answers = [said if said is UNDEFINED else (" ".join(said),) for _, said in cases]
    judged = words().judge(references, answers)
    for row, (alternatives, said) in enumerate(cases):
        heard = () if said is UNDEFINED else tuple(said)
        scored = [(distance(tuple(a), heard), -len(a)) for a in alternatives or [[]]]
        assert (judged.loss[row], -judged.units[row]) == min(scored)
    assert judged.undefined.tolist() == [said is UNDEFINED for _, said in cases]


units = st.lists(st.sampled_from(["a:1", "a:2", "b:1", "c:1"]), max_size=5)


@given(units, units, st.data())
def test_a_bag_of_concepts_has_no_order(reference: list[str], answer: list[str], data: st.DataObject) -> None:
    def counts(gold: list[str], said: list[str]) -> dict[str, int]:
        return {name: int(c[0]) for name, c in concept_bag().judge([(gold,)], [(said,)]).counts.items()}

    shuffled = [data.draw(st.permutations(side)) for side in (reference, answer)]
    assert counts(*shuffled) == counts(reference, answer)


@given(units, units)
def test_a_bag_of_concepts_has_the_least_errors_of_any_order(reference: list[str], answer: list[str]) -> None:
    loss = concept_bag().judge([(reference,)], [(answer,)]).loss[0]
    assert loss == min(distance(tuple(reference), order) for order in permutations(answer))
    assert loss <= concepts().judge([(reference,)], [(answer,)]).loss[0]


@given(st.lists(st.tuples(st.sets(st.sampled_from("abcd")), st.sets(st.sampled_from("abcd"))), min_size=1))
def test_slots_are_the_f1_of_sets(cases: list[tuple[set[str], set[str]]]) -> None:
    references, answers = ([(sorted(side),) for side in column] for column in zip(*cases, strict=True))
    judged = slots().judge(references, answers)
    right = sum(len(gold & said) for gold, said in cases)
    gold_total, said_total = (sum(map(len, column)) for column in zip(*cases, strict=True))
    assert {name: int(column.sum()) for name, column in judged.counts.items()} == {
        "correct": right,
        "gold": gold_total,
        "given": said_total,
    }
    if gold_total + said_total and right:
        precision, recall = right / said_total, right / gold_total
        assert 1 - judged.loss.sum() / judged.units.sum() == pytest.approx(2 / (1 / precision + 1 / recall))


@given(units, units)
def test_slots_count_repeated_units_as_often_as_both_have_them(reference: list[str], answer: list[str]) -> None:
    judged = slots().judge([(reference,)], [(answer,)])
    left = list(answer)
    for unit in reference:
        if unit in left:
            left.remove(unit)
    assert judged.counts["correct"][0] == len(answer) - len(left)
    assert judged.loss[0] == sum(
        ((Counter(reference) - Counter(answer)) + (Counter(answer) - Counter(reference))).values()
    )


values = st.lists(st.sampled_from(["may", "may day", "june", "the first of may", "x"]), max_size=4)
slu_units = st.builds(
    lambda names, said: [f"{name}:{value}" for name, value in zip(names, said, strict=False)],
    st.lists(st.sampled_from("pq"), max_size=4),
    values,
)


def spans(gold: list[str], said: list[str], by_words: bool) -> tuple[float, float, float]:
    """True positives, false positives, false negatives of one sentence as SLURP defines them for one distance."""

    def apart(right: str, given_value: str) -> float:
        one, two = (tuple(v.split() if by_words else v) for v in (right, given_value))
        return distance(one, two) / (len(one) if by_words else max(len(one), len(two)))

    waiting = [tuple(unit.split(":", 1)) for unit in gold]
    tp = fp = fn = 0.0
    for unit in said:
        name, value = unit.split(":", 1)
        candidates = [other for other in waiting if other[0] == name]
        if not candidates:
            fp += 1
            continue
        nearest = min(candidates, key=lambda other: apart(other[1], value))
        waiting.remove(nearest)
        tp, fp, fn = tp + 1, fp + apart(nearest[1], value), fn + apart(nearest[1], value)
    return tp, fp, fn + len(waiting)


@pytest.mark.parametrize("which", ["words", "characters", "both"])
@given(cases=st.lists(st.tuples(slu_units, slu_units), min_size=1, max_size=4))
def test_slu_is_the_f1_of_the_summed_confusions(which: str, cases: list[tuple[list[str], list[str]]]) -> None:
    """SLU-F1 (Bastianelli and others 2020, section 5.1): confusions by words and by characters, added up."""
    judged = slu(which).judge([(gold,) for gold, _ in cases], [(said,) for _, said in cases])
    kinds = {"words": [True], "characters": [False], "both": [True, False]}[which]
    parts = [spans(gold, said, by_words) for gold, said in cases for by_words in kinds]
    tp, fp, fn = (sum(column) for column in zip(*parts, strict=True))
    if tp:
        precision, recall = tp / (tp + fp), tp / (tp + fn)
        f1 = 2 * precision * recall / (precision + recall)
        assert 1 - judged.loss.sum() / judged.units.sum() == pytest.approx(f1)
    else:
        assert judged.loss.sum() == judged.units.sum()


frames = st.lists(
    st.one_of(
        st.dictionaries(st.sampled_from("xy"), st.integers(0, 1), max_size=2),
        st.lists(st.sampled_from("ab"), max_size=2),
        st.sampled_from(["a", "b"]),
    ),
    max_size=4,
    unique_by=canonical,
)


@given(frames, frames, st.sampled_from([json_distance, units_distance, exact_distance]))
def test_sets_are_as_far_apart_as_their_best_pairing(correct: list, answered: list, between) -> None:
    less, more = sorted([correct, answered], key=len)
    pairings = [sum(map(between, less, order)) for order in permutations(more, len(less))]
    expected = (min(pairings) + len(more) - len(less)) / max(1, len(more))
    assert set_distance(tuple(correct), tuple(answered), between) == pytest.approx(expected)


@pytest.mark.parametrize("name", ["words", "characters", "concepts", "concept_bag", "slots", "slu", "slu('words')"])
def test_a_batch_is_its_cases_one_by_one(name: str) -> None:
    how = measure(name)
    pairs: list[tuple[list[str], list[str]]] = [
        (["a:1", "b:2"], ["b:2"]),
        ([], ["a:1"]),
        (["a:1"], []),
        ([], []),
        (["a:1", "a:1 2"], ["a:1 3", "a:1"]),
    ]
    references, answers = ([sequence(how, side) for side in column] for column in zip(*pairs, strict=True))
    whole = how.judge(references, answers)
    for row in range(len(pairs)):
        one = how.judge(references[row : row + 1], answers[row : row + 1])
        assert (one.loss[0], one.units[0]) == (whole.loss[row], whole.units[row])
