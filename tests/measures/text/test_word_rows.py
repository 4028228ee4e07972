"""Words judged one by one: where they stand, and that they add up to their cases."""

from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Cases
from murho.core.errors import InputError, UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED
from murho.measures import fine_enough, measure

SAID: list[Any] = [("call anna now",), ("uh no",), ("",), ("a", "b c"), ("to bonn",)]
HEARD: list[Any] = [("call hanna right now",), UNDEFINED, ("um",), ("b",), ()]


def rows(judged: Judgements) -> list[tuple[Any, ...]]:
    assert judged.word is not None
    return list(
        zip(judged.case.tolist(), judged.word.tolist(), judged.loss.tolist(), judged.units.tolist(), strict=True)
    )


def test_words() -> None:
    found = measure("words").finer().judge(SAID, HEARD)
    assert rows(found) == [
        (0, 0, 0, 1), (0, -1, 1, 0), (0, 1, 1, 1), (0, 2, 0, 1),
        (1, 0, 1, 1), (1, 1, 1, 1),
        (2, -1, 1, 0),
        (3, -2, 0, 1), (3, -2, 1, 1),
        (4, 0, 1, 1), (4, 1, 1, 1),
    ]  # fmt: skip
    assert found.undefined.tolist() == [False] * 4 + [True] * 2 + [False] * 5
    assert {name: column.tolist() for name, column in found.counts.items()} == {
        "substitutions": [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
        "deletions": [0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1],
        "insertions": [0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0],
        "hits": [1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0],
        "units": [1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1],
    }


def test_matches_count_insertions_as_units() -> None:
    found = measure("mer").finer().judge(SAID[:1], HEARD[:1])
    assert rows(found) == [(0, 0, 0, 1), (0, -1, 1, 1), (0, 1, 1, 1), (0, 2, 0, 1)]


@pytest.mark.parametrize(
    "how",
    [
        "words",
        "mer",
        "words(costs='sclite')",
        "words(normalize='fillers|lower')",
        "words(split='characters')",
        "oracle(words)",
        "oracle(mer, 1)",
    ],
)
def test_rows_add_up_to_their_cases(how: str) -> None:
    whole, fine = measure(how).judge(SAID, HEARD), measure(how).finer().judge(SAID, HEARD).by_case(len(SAID))
    assert (fine.loss.tolist(), fine.units.tolist()) == (whole.loss.tolist(), whole.units.tolist())
    assert {name: column.tolist() for name, column in fine.counts.items()} == {
        name: column.tolist() for name, column in whole.counts.items()
    }


def test_words_of_alternatives_know_their_place() -> None:
    how = measure("words(costs='sclite', normalize='fillers')").finer()
    said = ("Uh { I'm / I am } going (uh) to",)
    assert rows(how.judge([said], [("i am going to",)])) == [
        (0, 4, 0, 1), (0, 5, 0, 1), (0, 7, 0, 1), (0, 8, 1, 1), (0, 9, 0, 1),
    ]  # fmt: skip
    assert rows(how.judge([said], [("i'm going there to",)])) == [
        (0, 2, 0, 1), (0, 7, 0, 1), (0, 8, 1, 1), (0, 9, 0, 1),
    ]  # fmt: skip


def test_an_optional_word_of_the_answer_that_is_left_out_stands_nowhere() -> None:
    how = measure("words(optional=True)").finer()
    assert rows(how.judge([("to (uh) bonn",)], [("to bonn (um) hbf",)])) == [
        (0, 0, 0, 1), (0, 1, 0, 1), (0, 2, 0, 1), (0, -2, 0, 1), (0, -1, 1, 0),
    ]  # fmt: skip


def test_alternatives_that_a_step_writes_stand_where_their_word_stood(tmp_path: Path) -> None:
    path = tmp_path / "rules.glm"
    path.write_text(";; x\n[HE'S] => [{HE IS / HE HAS}] / [ ] __ [ ]\n")
    how = measure("words").having(normalize=f"glm({str(path)!r})", alternates=True)
    found = how.finer().judge([("so he's gone",)], [("so he has gone",)])
    assert rows(found) == [(0, 0, 0, 1), (0, 1, 0, 1), (0, 1, 0, 1), (0, 2, 0, 1)]


def test_notation_and_names() -> None:
    how = measure("words(costs='sclite')").finer()
    assert repr(how) == "each_word(words(costs='sclite'))"
    assert measure(repr(how)) == how == how.finer()
    assert how.titles == measure("words").titles
    staged = measure("words@heard").finer()
    assert (repr(staged), measure(repr(staged)), staged.stage) == ("each_word(words)@heard", staged, "heard")
    assert repr(measure("oracle(mer, 2)").finer()) == "oracle(each_word(mer), n=2)"
    with pytest.raises(UsageError, match=r"each_word: sentences does not judge words one by one; take words or mer"):
        measure("each_word(sentences)")


def test_labels_of_words_need_rows_of_words() -> None:
    for name in ("words", "mer", "oracle(words)", "words@heard"):
        assert fine_enough(measure(name), ["day", "entity"], ["entity"]) == measure(name).finer()
        assert fine_enough(measure(name), ["day"], ["entity"]) == measure(name)
    with pytest.raises(
        UsageError, match=r"'entity' labels words, which wil does not judge one by one; take one of mer, w"
    ):
        fine_enough(measure("wil"), ["entity"], ["entity"])
    with pytest.raises(UsageError, match=r"'attribute' labels words, and is what concepts tells units by; rename"):
        fine_enough(measure("concepts"), ["attribute"], ["attribute"])


WEIGHTS = "call\t7\n<entity=PERSON>\t3\n<entity=insertions>\t0.5\n<entity=(none)>\t2\n<pos=N>\t100\n<entity=O>\t0.25\n"


@pytest.fixture
def weights(tmp_path: Path) -> str:
    path = tmp_path / "weights.tsv"
    path.write_text(WEIGHTS)
    return str(path)


CASES = Cases(
    [str(i) for i in range(5)],
    [""] * 5,
    SAID,
    labels={"entity": [["O", "PERSON", "O"], None, [], None, ["O", "O"]], "pos": [None] * 4 + [["V", "N"]]},
)


def test_words_weigh_by_their_labels(weights: str) -> None:
    how = measure("words").having(weights=weights)
    found = how.judge_cases(CASES, HEARD)
    assert found.loss.tolist() == [3 + 0.5, 2 + 2, 0.5, 2, 0.25 + 100]
    assert found.units.tolist() == [7 + 3 + 0.25, 2 + 2, 0, 2 + 2, 0.25 + 100]
    assert found.counts["units"].tolist() == [3, 2, 0, 2, 2]
    assert (found.undefined.tolist(), found.word) == ([False, True, False, False, False], None)
    fine = how.finer().judge_cases(CASES, HEARD)
    assert fine.loss.tolist() == [0, 0.5, 3, 0, 2, 2, 0.5, 0, 2, 0.25, 100]
    assert fine.units.tolist() == [7, 0, 3, 0.25, 2, 2, 0, 2, 2, 0.25, 100]


def test_the_best_of_several_answers_is_the_best_by_weight(weights: str) -> None:
    some = CASES.take([0])
    answers: Any = [("call now", "call anna")]
    how = measure("oracle(words)").having(measure=measure("words").having(weights=weights))
    assert how.judge_cases(some, answers).loss.tolist() == [0.25]
    assert measure("oracle(words)").judge_cases(some, answers).loss.tolist() == [1]


def test_words_of_a_stage_weigh_by_their_labels(weights: str) -> None:
    how = measure("words@heard").having(measure=measure("words").having(weights=weights))
    assert how.judge_cases(CASES, HEARD).loss.tolist() == [3.5, 4, 0.5, 2, 100.25]


def test_weights_by_labels_need_cases_that_have_them(weights: str) -> None:
    how = measure("words").having(weights=weights)
    how.judge([], [])
    with pytest.raises(
        UsageError, match=r"weights.tsv: words weigh by their labels of 'entity'; score cases that have"
    ):
        how.judge(SAID, HEARD)
    lacking = Cases(["1"], [""], [("a",)], labels={"entity": [["O"]]})
    with pytest.raises(
        InputError, match=r"weights.tsv:5: no case labels its words by 'pos'; the labels of the cases are: e"
    ):
        how.judge_cases(lacking, [("a",)])
    assert len(how.judge_cases(Cases([], [], []), [])) == 0
