"""Importance by class: given, constant, domain, a column, length, structure."""

from typing import Any

import numpy as np
import pytest

from murho.core.case import Cases
from murho.core.errors import InputError
from murho.weighting import column, constant, domain, given, length, structure

CASES = Cases(
    ["1", "2", "3"],
    ["a b", "a b c d e f", ""],
    [("m",), (), ("m", "n")],
    weights=[0.5, None, 0],
    features={"type": ["D", "G", "D"]},
    path="cases.jsonl",
    lines=[1, 2, 4],
)


def test_given_is_1_where_nothing_is_given() -> None:
    assert given().weigh(CASES).tolist() == [0.5, 1.0, 0.0]
    assert given().weigh(Cases(["1"], [""], [()])).tolist() == [1.0]


def test_constant_and_domain() -> None:
    assert constant().weigh(CASES).tolist() == [1.0, 1.0, 1.0]
    assert domain().weigh(CASES).tolist() == [1.0, 0.0, 1.0]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (float("nan"), "is nan, not a number; give every case a number in"),
        (None, "is None, not a number"),
        ("0.5", "is '0.5', not a number"),
        (True, "is True, not a number"),
        ([0.5], r"is \[0.5\], not a number"),
        (-0.5, r"is -0.5; an importance lies in \[0, 1\]: divide by the largest, or weigh by frequency\('price'\)"),
        (3, "is 3; an importance lies in"),
        (float("inf"), "is inf; an importance lies in"),
    ],
)
def test_a_column_names_the_first_case_whose_value_is_no_importance(value: Any, message: str) -> None:
    cases = Cases(["1", "2"], ["", ""], [(), ()], features={"price": [1, value]}, path="cases.jsonl", lines=[1, 3])
    with pytest.raises(InputError, match=f"^cases.jsonl:3: case '2': price {message}"):
        column("price").weigh(cases)


def test_a_weight_given_is_checked_alike() -> None:
    with pytest.raises(InputError, match=r"^case '1': weight is 1.5; an importance"):
        given().weigh(Cases(["1"], [""], [()], weights=[1.5]))


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.int64])
def test_a_column_may_be_an_array(kind: type) -> None:
    cases = Cases(["1", "2"], ["", ""], [(), ()], features={"price": np.array([0, 1], kind)})
    assert column("price").weigh(cases).tolist() == [0.0, 1.0]


def test_the_column_weight_is_what_was_given_unless_a_feature_is_called_so() -> None:
    assert column("weight").weigh(CASES).tolist() == [0.5, 1.0, 0.0]
    both = Cases(["1"], [""], [()], weights=[0.5], features={"weight": [0.25]})
    assert column("weight").weigh(both).tolist() == [0.25]


def test_lengths_fall_into_classes_that_include_their_upper_end() -> None:
    words = [0, 4, 5, 6, 7, 11, 12, 16, 17, 18, 19, 26]
    cases = Cases([str(n) for n in words], [" ".join("x" * n) for n in words], [()] * len(words))
    union = length(cuts=(6, 11, 16, 18), weights=(0.05, 0.25, 0.7, 0.25, 0.05))
    expected = [0.05] * 4 + [0.25] * 2 + [0.7] * 2 + [0.25] * 2 + [0.05] * 2
    assert union.weigh(cases).tolist() == expected
    assert not union.whole_suite


def test_no_cut_is_one_class() -> None:
    assert length((), (0.5,)).weigh(CASES).tolist() == [0.5] * 3


def test_without_cuts_importance_grows_with_the_length() -> None:
    assert length().weigh(CASES).tolist() == [2 / 6, 1.0, 0.0]
    assert length().whole_suite
    assert length().weigh(CASES.take([2])).tolist() == [0.0]


def test_structure_weighs_a_class_by_its_share_or_as_told() -> None:
    assert structure("type").weigh(CASES).tolist() == [2 / 3, 1 / 3, 2 / 3]
    assert structure("type", {"D": 0.5, "G": 0.25}).weigh(CASES).tolist() == [0.5, 0.25, 0.5]
    assert (structure("type").whole_suite, structure("type", {"D": 1.0}).whole_suite) == (True, False)


def test_a_class_may_be_a_set_of_features() -> None:
    shown = [["D", "M"], ["M", "D", "M"], ["D"], "D", {"clause": ["D"]}, None]
    cases = Cases([str(i) for i in range(6)], [""] * 6, [()] * 6, features={"shows": shown})
    assert structure("shows").weigh(cases).tolist() == [2 / 6] * 4 + [1 / 6] * 2
    told = structure("shows", {"D+M": 1.0, "D": 0.5})
    assert told.weigh(cases.take([0, 1, 2, 3])).tolist() == [1.0, 1.0, 0.5, 0.5]
    with pytest.raises(InputError, match=r"shows 'D\+M' has no weight"):
        structure("shows", {"D": 0.5}).weigh(cases)


def test_classes_are_found_in_the_texts_where_no_feature_is_called_so() -> None:
    cases = Cases(["1", "2", "3"], ["Chi è?", "Dimmi chi è", "Dove abita?"], [()] * 3)
    found = structure("structure_it", {"G": 1.0, "E": 0.5})
    assert found.weigh(cases).tolist() == [1.0, 0.5, 1.0]
    assert found.weigh(cases.with_feature("structure_it", ["E", "E", "G"])).tolist() == [0.5, 0.5, 1.0]
    assert (found.reads_expressions, structure("type").reads_expressions) == (True, False)


def test_lengths_are_written_as_they_are_typed() -> None:
    assert repr(length()) == "length"
    assert repr(length((4,), (1, 0.5))) == "length(cuts=(4,), weights=(1, 0.5))"


def test_a_class_without_a_weight_is_named() -> None:
    with pytest.raises(
        InputError, match=r"^cases.jsonl:2: case '2': type 'G' has no weight; give every class a weight"
    ):
        structure("type", {"D": 0.5}).weigh(CASES)
