"""Judgements as columns."""

import numpy as np

from murho.core.judgement import Judgements, join_rows

ROWS = Judgements.of(
    [1, 0, 2],
    [4, 2, 1],
    {"hits": [3, 2, 0]},
    case=[0, 0, 1],
    undefined=[False, False, True],
    labels={"gold": ["a", "b", "c"]},
    word=[0, -1, 4],
)


def columns(judged: Judgements) -> dict[str, object]:
    return {
        name: value.tolist()
        for name, value in (*vars(judged).items(), *judged.counts.items())
        if isinstance(value, np.ndarray)
    } | {"labels": judged.labels}


def test_defaults_are_one_row_a_case_and_one_unit_a_row() -> None:
    judged = Judgements.of([0.5, 1])
    assert (judged.case.tolist(), judged.units.tolist(), judged.undefined.tolist()) == ([0, 1], [1, 1], [False, False])
    assert (judged.counts, judged.labels, len(judged)) == ({}, {}, 2)


def test_truth_values_count_as_0_and_1() -> None:
    assert Judgements.of([1, 0], counts={"right": np.array([False, True])}).counts["right"].tolist() == [0, 1]


def test_take_keeps_the_numbers_of_the_cases() -> None:
    picked = ROWS.take(np.array([2, 0]))
    assert (picked.case.tolist(), picked.loss.tolist(), picked.units.tolist()) == ([1, 0], [2, 1], [1, 4])
    assert picked.counts["hits"].tolist() == [0, 3]
    assert (picked.undefined.tolist(), picked.labels) == ([True, False], {"gold": ["c", "a"]})
    assert picked.word is not None
    assert picked.word.tolist() == [4, 0]


def test_consecutive_batches_join() -> None:
    first, second = ROWS.take(np.array([0, 1])), ROWS.take(np.array([2]))
    again = Judgements.of(
        second.loss,
        second.units,
        second.counts,
        case=[0],
        undefined=second.undefined,
        labels=second.labels,
        word=second.word,
    )
    assert columns(join_rows([first, again], offsets=[0, 1])) == columns(ROWS)
    assert join_rows([ROWS], offsets=[0]) is ROWS
    assert join_rows([ROWS], offsets=[5]).case.tolist() == [5, 5, 6]


def test_rows_add_up_to_one_for_each_case() -> None:
    whole = ROWS.by_case(3)
    assert (whole.case.tolist(), whole.loss.tolist(), whole.units.tolist()) == ([0, 1, 2], [1, 2, 0], [6, 1, 0])
    assert (whole.counts["hits"].tolist(), whole.undefined.tolist()) == ([5, 0, 0], [False, True, False])
    assert (whole.labels, whole.word) == ({}, None)


def test_rows_of_cases_keep_their_words() -> None:
    picked = ROWS.of_cases(np.array([1, 0]))
    assert picked.word is not None
    assert picked.word.tolist() == [4, 0, -1]
    assert Judgements.of([1]).of_cases(np.array([0])).word is None


def test_the_rows_of_some_cases_that_follow_each_other() -> None:
    rows = Judgements.of([5, 6, 7, 8], counts={"hits": [1, 2, 3, 4]}, case=[0, 1, 1, 3], labels={"gold": list("abcd")})
    part = rows.between(1, 3)
    assert (part.case.tolist(), part.loss.tolist(), part.counts["hits"].tolist()) == ([1, 1], [6, 7], [2, 3])
    assert part.labels["gold"] == ["b", "c"]
    assert len(rows.between(2, 3)) == 0
