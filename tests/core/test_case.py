"""Cases and answers as columns: picking, joining, matching."""

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from murho.core.case import (
    INSERTED,
    NOWHERE,
    Answers,
    Cases,
    apart_by_labels,
    check_labels,
    is_labels,
    join,
    labels_of_rows,
)
from murho.core.errors import InputError
from murho.core.judgement import Judgements
from murho.core.ledger import feature_rows
from murho.core.meaning import UNDEFINED

CASES = Cases(
    ["1", "2", "3"],
    ["a b", "c", ""],
    [("m",), (), ("m", "n")],
    clusters=["d", None, "d"],
    weights=[1.0, None, 0.5],
    features={"topic": ["x", None, "y"]},
    path="cases.jsonl",
    lines=[4, 5, 7],
    by_stage={"heard": [("a b",), None, ("",)]},
    before=[["hello"], None, []],
    labels={"entity": [["O", "X"], None, None]},
)


def columns(cases: Cases) -> dict[str, object]:
    return {one.name: getattr(cases, one.name) for one in fields(cases)}


def test_in_domain_is_having_a_meaning() -> None:
    assert CASES.in_domain.tolist() == [True, False, True]


def test_features_and_what_is_one_without_being_given() -> None:
    assert CASES.feature("topic") == ["x", None, "y"]
    assert CASES.feature("length") == [2, 1, 0]
    assert (CASES.feature("id"), CASES.feature("expression")) == (CASES.ids, CASES.expressions)
    assert CASES.feature("cluster") == CASES.clusters


def test_a_feature_of_the_cases_comes_before_one_of_the_same_name() -> None:
    assert Cases(["1"], ["a b"], [()], features={"length": ["short"]}).feature("length") == ["short"]


@pytest.mark.parametrize("name", ["size", "cluster"])
def test_an_unknown_feature(name: str) -> None:
    with pytest.raises(InputError, match=f"no feature '{name}'; the features of these cases are: none"):
        Cases(["1"], [""], [()]).feature(name)


def test_an_error_names_case_file_and_line() -> None:
    assert str(CASES.error(2, "broken", "mend it")) == "cases.jsonl:7: case '3': broken; mend it"
    assert str(Cases(["q"], [""], [()]).error(0, "broken", "mend it")) == "case 'q': broken; mend it"


def test_take_picks_every_column() -> None:
    picked = CASES.take([2, 0])
    assert columns(picked) == columns(
        Cases(
            ["3", "1"],
            ["", "a b"],
            [("m", "n"), ("m",)],
            clusters=["d", "d"],
            weights=[0.5, 1.0],
            features={"topic": ["y", "x"]},
            path="cases.jsonl",
            lines=[7, 4],
            by_stage={"heard": [("",), ("a b",)]},
            before=[[], ["hello"]],
            labels={"entity": [None, ["O", "X"]]},
            places=[2, 0],
        )
    )
    assert picked.take([1]).places == [0], "in the whole suite, not in the part"


def test_cut_and_joined_is_the_whole() -> None:
    assert columns(join([CASES.take([0]), CASES.take([1, 2])])) == columns(replace(CASES, places=[0, 1, 2]))
    assert join([CASES]) is CASES
    assert columns(join([])) == columns(Cases([], [], []))


def test_what_a_batch_lacks_is_none_there() -> None:
    both = join([Cases(["a"], [""], [()], weights=[0.5]), Cases(["b"], [""], [()], clusters=["c"])])
    assert (both.weights, both.clusters, both.features, both.lines) == ([0.5, None], [None, "c"], {}, None)


def test_what_only_some_batches_have_by_stage_is_open_in_the_others() -> None:
    one, two = Cases(["a"], [""], [()], by_stage={"heard": [("x",)]}), Cases(["b"], [""], [()], by_stage={"said": [()]})
    assert join([one, two]).by_stage == {"heard": [("x",), None], "said": [None, ()]}


def test_a_note_of_several_batches_is_said_once() -> None:
    batches = [Cases([name], [""], [()], notes=("a feature",)) for name in "ab"]
    assert join(batches).notes == ("a feature",)
    assert join(batches).take([0]).notes == ("a feature",)


def test_an_open_case_is_neither_in_the_domain_nor_judged() -> None:
    some = Cases(["1", "2", "3"], ["", "", ""], [("m",), None, ()], path="cases.jsonl", lines=[4, 5, 7])
    assert (some.open.tolist(), some.in_domain.tolist()) == ([False, True, False], [True, False, False])
    assert columns(some.settled()) == columns(some.take([0, 2]))
    assert some.settled().meant == [("m",), ()]
    with pytest.raises(InputError, match=r"cases\.jsonl:5: case '2': it is open, nobody has said what it means; write"):
        some.meant  # noqa: B018
    with pytest.raises(
        InputError, match=r"5: case '1': it is open, nobody has said what this stage .* `references`, as in"
    ):
        Cases(["1"], [""], [("m",)], path="cases.jsonl", lines=[5]).at_stage("heard").meant  # noqa: B018


def test_cases_none_of_which_is_open_are_settled_as_they_are() -> None:
    assert CASES.settled() is CASES
    assert CASES.meant is CASES.references


def test_the_references_of_a_stage() -> None:
    heard = CASES.at_stage("heard")
    assert (heard.references, heard.ids, heard.lines) == ([("a b",), None, ("",)], CASES.ids, CASES.lines)
    assert CASES.at_stage("seen").references == [None, None, None]


def test_labels_are_those_of_the_words_of_a_stage_where_there_are_as_many() -> None:
    some = Cases(
        ["1", "2", "3", "4"],
        [""] * 4,
        [([{"a": 1}],)] * 4,
        by_stage={"heard": [("a b",), ("a b c",), ("a b", "c d"), None]},
        labels={"entity": [["O", "X"]] * 4},
    )
    assert some.at_stage("heard").labels == {"entity": [["O", "X"], None, None, None]}
    assert some.at_stage(None).labels == some.labels


def test_labels_of_words_are_no_feature_of_cases() -> None:
    todo = "it can slice what is judged by words, with by= under words or mer"
    with pytest.raises(InputError, match=f"^cases.jsonl: 'entity' labels words, and is no feature of cases; {todo}"):
        CASES.feature("entity")


def test_labels_that_a_batch_lacks_are_none_there() -> None:
    one, two = Cases(["a"], [""], [("x",)], labels={"pos": [["N"]]}), Cases(["b"], [""], [()])
    assert join([two, one]).labels == {"pos": [None, ["N"]]}


def test_a_dialogue_is_the_text_of_its_utterances() -> None:
    some = Cases(["1", "2"], [("good morning", "hello"), "yes"], [(), ()])
    assert some.texts == ["good morning\nhello", "yes"]
    assert some.feature("length") == [3, 1]
    assert some.feature("expression") == some.texts
    assert CASES.texts is CASES.expressions


def test_columns_may_be_arrays() -> None:
    one = Cases(["a", "b"], ["", ""], [(), ()], weights=np.array([0.0, 1.0]), features={"x": np.array([1, 2])})
    both = join([one, Cases(["c"], [""], [()])])
    assert (both.weights, both.features) == ([0.0, 1.0, None], {"x": [1, 2, None]})


def test_answers_are_put_into_the_order_of_the_cases() -> None:
    said = Answers(["2", "1"], [("m",), UNDEFINED], [0.5, 0.1], [None, "time-out"], {"cost": [3, 4]}, lines=[1, 2])
    found = said.for_cases(["1", "2", "3"])
    assert found.answers == [UNDEFINED, ("m",), UNDEFINED]
    assert (found.seconds, found.failures) == ([0.1, 0.5, None], ["time-out", None, "missing"])
    assert (found.extras, found.lines) == ({"cost": [4, 3, None]}, [2, 1, 0])


def test_an_empty_answer_is_not_a_missing_one() -> None:
    found = Answers(["2"], [()]).for_cases(["1", "2"])
    assert found.answers == [UNDEFINED, ()]
    assert found.failures == ["missing", None]


def test_answers_in_order_stay_as_they_are() -> None:
    said = Answers(["1", "2"], [(), ()])
    assert said.for_cases(("1", "2")) is said


STAGED = Answers(
    ["1", "2", "3", "4"],
    [("m",), UNDEFINED, UNDEFINED, ()],
    failures=[None, "stage 1, time-out", "missing", None],
    extras={"stages": [{"heard": ["a", "b"]}, {"heard": None}, None, {"heard": [], "seen": ["x"]}]},
    path="said.jsonl",
)


def test_the_answers_of_a_stage() -> None:
    assert STAGED.stages == ["heard", "seen"]
    heard, seen = STAGED.at_stage("heard"), STAGED.at_stage("seen")
    assert heard.answers == [("a", "b"), UNDEFINED, UNDEFINED, ()]
    assert heard.failures == [None, "stage 1, time-out", "missing", None]
    assert seen.answers == [UNDEFINED, UNDEFINED, UNDEFINED, ("x",)]


def test_a_stage_that_nobody_answered_for() -> None:
    with pytest.raises(InputError, match=r"said.jsonl: no answers of a stage 'herd'; the stages are: heard, seen"):
        STAGED.at_stage("herd")
    with pytest.raises(InputError, match="no answers of a stage 'heard'; name the stages: --system heard=SYSTEM"):
        Answers(["1"], [()], extras={"stages": ["a feature"]}).at_stage("heard")


def test_where_no_answer_is_known_none_is_missing_by_stage() -> None:
    lost = Answers([], []).for_cases(["1"]).at_stage("heard")
    assert (lost.answers, lost.failures) == ([UNDEFINED], ["missing"])


# Labels of words: what fits a reference, what is refused, and which row has which.


REFERENCES: list[Any] = [("call anna now",), ("no",), ()]


def labelled(*references: Any, **labels: Any) -> Cases:
    ids = [f"q{i}" for i in range(len(references))]
    return Cases(
        ids,
        [""] * len(ids),
        list(references),
        path="c.jsonl",
        lines=[4 + i for i in range(len(ids))],
        features={"day": ["mo"] * len(ids)},
        labels=labels,
    )


@pytest.mark.parametrize(
    ("value", "so"),
    [
        ({"entity": ["O", "X"], "pos": []}, True),
        ({}, True),
        ({"entity": ["O"], "pos": None}, True),
        ({"entity": ["O", None]}, False),
        ({"entity": "O X"}, False),
        ({"entity": {"O": 1}}, False),
        (["O", "X"], False),
        (None, False),
    ],
)
def test_the_shape(value: Any, so: bool) -> None:
    assert is_labels(value) == so


@pytest.mark.parametrize(
    ("reference", "labels"),
    [
        (("call anna now",), ["O", "X", "O"]),
        ((" call  anna\u2003now\n",), ["O", "X", "O"]),
        (("",), []),
        ((), []),
        (None, ["O"]),
        (("{ call / phone } anna",), ["O", "O", "O", "O", "O", "X"]),
    ],
)
def test_what_fits(reference: Any, labels: list[str]) -> None:
    check_labels(labelled(reference, entity=[labels]))


@pytest.mark.parametrize(
    ("reference", "labels", "found"),
    [
        (
            ("call anna right now",),
            ["O", "X", "O"],
            "3 labels of 'entity' for 4 words of its reference; give one for each",
        ),
        (("call",), [], "0 labels of 'entity' for 1 word of its reference; "),
        ((), ["O"], "1 label of 'entity' for 0 words of its reference; "),
        (
            ("a", "b"),
            ["O"],
            "labels of words, and 2 references; labels count the words of the only reference; keep one",
        ),
        (("a b",), ["O", "insertions"], "a label 'insertions' of 'entity'; rename it"),
    ],
)
def test_what_does_not_is_named_with_its_place(reference: Any, labels: list[str], found: str) -> None:
    with pytest.raises(InputError) as error:
        check_labels(labelled(("no",), reference, entity=[None, labels]))
    assert str(error.value).startswith(f"c.jsonl:5: case 'q1': {found}")


def test_of_a_chain_they_may_be_those_of_a_stage() -> None:
    def chain(reference: Any, *labels: str) -> Cases:
        return Cases(["q"], [""], [reference], by_stage={"heard": [("a b",)]}, labels={"entity": [labels]})

    for reference in ((["goal:b"],), ()):
        check_labels(chain(reference, "O", "X"))
        with pytest.raises(InputError, match="3 labels of 'entity' for 2 words"):
            check_labels(chain(reference, "O", "X", "O"))
    check_labels(chain(("a b c",), "O", "X", "O"))
    with pytest.raises(InputError, match="2 labels of 'entity' for 3 words"):
        check_labels(chain(("a b c",), "O", "X"))


@pytest.mark.parametrize("name", ["day", "id", "length", "cluster", "expression", "cause", "loss", "weight"])
def test_a_name_that_means_something_else_is_refused(name: str) -> None:
    with pytest.raises(InputError, match=rf"^c.jsonl:5: case 'q1': labels of words named '{name}', as a feature is"):
        check_labels(labelled(("a",), ("b",), **{name: [None, ["O"]]}))


def test_a_name_is_not_blank() -> None:
    with pytest.raises(InputError, match=r"labels of words named ' '; rename them"):
        check_labels(labelled(("a",), **{" ": [["O"]]}))


def test_a_feature_of_one_batch_and_labels_of_another() -> None:
    one, two = Cases(["a"], [""], [("x",)], features={"pos": [1]}, lines=[1]), labelled(("y",), pos=[["N"]])
    with pytest.raises(InputError, match=r"c\.jsonl:4: case 'q0': labels of words named 'pos', as a feature is"):
        list(apart_by_labels([one, two]))
    with pytest.raises(InputError, match=r"case 'a': labels of words named 'pos', as a feature is"):
        list(apart_by_labels([two, one]))
    assert next(apart_by_labels([one, labelled(("y",), entity=[["N"]])])) is one


def test_which_row_has_which_label() -> None:
    cases = labelled(*REFERENCES, entity=[["O", "X", "O"], None, []])
    rows = Judgements.of([1] * 6, case=[0, 0, 0, 1, 1, 2], word=[1, INSERTED, 2, 0, INSERTED, NOWHERE])
    assert labels_of_rows(cases, rows, "entity") == ["X", "insertions", "O", None, "insertions", None]
    assert feature_rows(cases, rows, "entity") == ["X", "insertions", "O", None, "insertions", None]
    assert feature_rows(cases, rows, "day") == ["mo"] * 6


def test_what_is_inserted_belongs_to_who_was_speaking() -> None:
    cases = labelled(*REFERENCES, speaker=[["anna", "bob", "bob"], None, []])
    rows = Judgements.of(
        [1] * 8,
        case=[0, 0, 0, 0, 1, 1, 1, 2],
        word=[INSERTED, 0, 1, INSERTED, INSERTED, 0, INSERTED, INSERTED],
    )
    assert labels_of_rows(cases, rows, "speaker") == ["anna", "anna", "bob", "bob", None, None, None, None]


def test_rows_of_cases_have_none() -> None:
    with pytest.raises(InputError, match="'entity' labels words"):
        feature_rows(labelled(*REFERENCES, entity=[None, ["O"], None]), Judgements.of([1, 1, 1]), "entity")
