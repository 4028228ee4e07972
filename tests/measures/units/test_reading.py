"""Semantic units, and which of them are looked at."""

import pytest

from murho.core.errors import MeaningError, UsageError
from murho.measures import measure
from murho.measures.units.reading import attribute
from murho.measures.units.slots import frames


def test_the_attribute_is_what_stands_before_the_first_colon() -> None:
    assert [attribute(unit) for unit in ("time:10:30", "yes", ":x", "")] == ["time", "yes", "", ""]


def test_only_and_without_choose_attributes() -> None:
    said = ["intent:book", "date:today", "intent:pay", "yes"]
    assert frames(only="intent").read(said) == ["intent:book", "intent:pay"]
    assert frames(only=("date", "yes")).read(said) == ["date:today", "yes"]
    assert frames(without=("intent", "date")).read(said) == ["yes"]
    assert frames(only=("intent", "date"), without="intent").read(said) == ["date:today"]


@pytest.mark.parametrize("name", ["concepts", "concept_bag", "slots", "slu", "frames"])
def test_every_measure_of_units_can_choose(name: str) -> None:
    gold, said = (["intent:a", "x:1"],), (["intent:a", "x:2"],)
    right, wrong, both = (measure(f"{name}({chosen})") for chosen in ("only='intent'", "only='x'", "without='y'"))
    assert right.judge([gold], [said]).loss.tolist() == [0]
    assert wrong.judge([gold], [said]).loss[0] > 0
    assert both.judge([gold], [said]).loss.tolist() == wrong.judge([gold], [said]).loss.tolist()


def test_names_may_come_in_a_list_and_are_shown_in_short() -> None:
    assert measure("concepts(only=['a'])") == measure("concepts(only='a')")
    assert repr(measure("concepts(only=('a', 'b'), without=['c'])")) == "concepts(only=('a', 'b'), without='c')"


@pytest.mark.parametrize("text", ["concepts(only=(1,))", "frames(without=[None])", "slots(only=3)"])
def test_attributes_have_names(text: str) -> None:
    with pytest.raises(UsageError):
        measure(text)


@pytest.mark.parametrize("wrong", ["goalcity:Bonn", {"goalcity": "Bonn"}, [1], None, [["a:1"]]])
def test_what_is_no_list_of_units_is_named(wrong: object) -> None:
    with pytest.raises(MeaningError, match="is not a list of units") as error:
        frames().read(wrong, 3, "reference")
    assert (error.value.index, error.value.side) == (3, "reference")
