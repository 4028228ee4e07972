"""Cases and answers as columns: picking, joining, matching."""

from dataclasses import replace

import numpy as np
import pytest

from murho.core.case import Answers, Cases, join
from murho.core.errors import InputError
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
)


def columns(cases: Cases) -> dict[str, object]:
    return {name: value for name, value in vars(cases).items() if name != "in_domain"}


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
