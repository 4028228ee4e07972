"""Labels of words: what fits a reference, what is refused, and which row has which."""

from typing import Any

import pytest

from murho.core.case import Cases
from murho.core.errors import InputError
from murho.core.judgement import Judgements
from murho.core.ledger import feature_rows
from murho.core.word_labels import INSERTED, NOWHERE, apart, check, is_labels, of_rows

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
    check(labelled(reference, entity=[labels]))


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
        check(labelled(("no",), reference, entity=[None, labels]))
    assert str(error.value).startswith(f"c.jsonl:5: case 'q1': {found}")


def test_of_a_chain_they_may_be_those_of_a_stage() -> None:
    def chain(reference: Any, *labels: str) -> Cases:
        return Cases(["q"], [""], [reference], by_stage={"heard": [("a b",)]}, labels={"entity": [labels]})

    for reference in ((["goal:b"],), ()):
        check(chain(reference, "O", "X"))
        with pytest.raises(InputError, match="3 labels of 'entity' for 2 words"):
            check(chain(reference, "O", "X", "O"))
    check(chain(("a b c",), "O", "X", "O"))
    with pytest.raises(InputError, match="2 labels of 'entity' for 3 words"):
        check(chain(("a b c",), "O", "X"))


@pytest.mark.parametrize("name", ["day", "id", "length", "cluster", "expression", "cause", "loss", "weight"])
def test_a_name_that_means_something_else_is_refused(name: str) -> None:
    with pytest.raises(InputError, match=rf"^c.jsonl:5: case 'q1': labels of words named '{name}', as a feature is"):
        check(labelled(("a",), ("b",), **{name: [None, ["O"]]}))


def test_a_name_is_not_blank() -> None:
    with pytest.raises(InputError, match=r"labels of words named ' '; rename them"):
        check(labelled(("a",), **{" ": [["O"]]}))


def test_a_feature_of_one_batch_and_labels_of_another() -> None:
    one, two = Cases(["a"], [""], [("x",)], features={"pos": [1]}, lines=[1]), labelled(("y",), pos=[["N"]])
    with pytest.raises(InputError, match=r"c\.jsonl:4: case 'q0': labels of words named 'pos', as a feature is"):
        list(apart([one, two]))
    with pytest.raises(InputError, match=r"case 'a': labels of words named 'pos', as a feature is"):
        list(apart([two, one]))
    assert next(apart([one, labelled(("y",), entity=[["N"]])])) is one


def test_which_row_has_which_label() -> None:
    cases = labelled(*REFERENCES, entity=[["O", "X", "O"], None, []])
    rows = Judgements.of([1] * 6, case=[0, 0, 0, 1, 1, 2], word=[1, INSERTED, 2, 0, INSERTED, NOWHERE])
    assert of_rows(cases, rows, "entity") == ["X", "insertions", "O", None, "insertions", None]
    assert feature_rows(cases, rows, "entity") == ["X", "insertions", "O", None, "insertions", None]
    assert feature_rows(cases, rows, "day") == ["mo"] * 6


def test_what_is_inserted_belongs_to_who_was_speaking() -> None:
    cases = labelled(*REFERENCES, speaker=[["anna", "bob", "bob"], None, []])
    rows = Judgements.of(
        [1] * 8,
        case=[0, 0, 0, 0, 1, 1, 1, 2],
        word=[INSERTED, 0, 1, INSERTED, INSERTED, 0, INSERTED, INSERTED],
    )
    assert of_rows(cases, rows, "speaker") == ["anna", "anna", "bob", "bob", None, None, None, None]


def test_rows_of_cases_have_none() -> None:
    with pytest.raises(InputError, match="'entity' labels words"):
        feature_rows(labelled(*REFERENCES, entity=[None, ["O"], None]), Judgements.of([1, 1, 1]), "entity")
