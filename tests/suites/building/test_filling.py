from typing import Any

import pytest

from murho.suites.building.filling import filled
from murho.suites.building.review import Reviewed
from murho.suites.building.schemas import Key

from murho.suites.model import Item, Leaf, Order, Phenomenon, Section, Suite, Structure  # isort: skip

LINKS = {"v-n": 0.128931, "v-x": None}
ROWS = [
    Reviewed(Key("subj#v", "np#v", "active", "full"), True, 5, 0.3, "a#b#c"),
    Reviewed(Key("subj#v", "rel#v", "active", "full"), True, 2, 0.2, "d#e"),
    Reviewed(Key("subj#v", "np#v", "passive", "full"), True, 0, None),
]


def _suite(*leaves: Leaf) -> Suite:
    by_kind: dict[str, list[Leaf]] = {}
    for leaf in leaves:
        kind = {Structure: "structure", Order: "order", Item: "phenomena"}[type(leaf)]
        by_kind.setdefault(kind, []).append(leaf)
    sections = [Section(kind, (Phenomenon("class", "c", tuple(parts)),)) for kind, parts in by_kind.items()]
    return Suite(tuple(sections), language="es")


@pytest.mark.parametrize(
    ("leaf", "freq", "outcome"),
    [
        (Structure("1", link="v-n", test="x"), 0.128931, "filled"),
        (Structure("1", link="v-n", freq=0.5, test="x"), 0.128931, "filled"),
        (Structure("1", link="v-x", freq=0.5, test="x"), None, "not found"),
        (Structure("1", link="v-y", freq=0.5, test="x"), None, "not found"),
        (Structure("1", freq=0.5, test="x"), None, "without a link"),
        (Order("1", func="subj#v", cat="np#v", constr="active", sbjtype="full", test="x"), 0.3, "filled"),
        (Order("1", func="subj#v", constr="active", test="x"), 0.5, "filled"),
        (Order("1", func="subj#v", cat="np#v", constr="passive", test="x"), None, "not found"),
        (Order("1", func="v#subj", test="x"), None, "not found"),
        (Order("1", freq=0.1, test="x"), None, "without a func"),
    ],
)
def test_a_frequency_by_link_or_by_attributes(leaf: Any, freq: float | None, outcome: str) -> None:
    found = filled(_suite(leaf), LINKS, ROWS, corpus="es_mine")
    ((_, new),) = found.suite.leaves()
    section = "structure" if isinstance(leaf, Structure) else "order"
    assert (new.freq, found.outcomes[section]) == (freq, {outcome: 1})  # type: ignore[union-attr]
    assert found.suite.sections[0].corpus == "es_mine"
    assert found.missing == (("1",) if outcome == "not found" else ())


def test_ids_of_all_that_fits_come_three_at_most() -> None:
    found = filled(_suite(Order("1", func="subj#v", test="x")), {}, ROWS, corpus="c")
    ((_, leaf),) = found.suite.leaves()
    assert isinstance(leaf, Order)
    assert leaf.idsensem == "a#b#c"


def test_null_may_stay_null_and_items_are_left_alone() -> None:
    item = Item("3", test="x", freq=0.7)
    suite = _suite(Structure("1", link="v-n", test="x"), Structure("2", link="v-n", freq=0.1, test="x"), item)
    found = filled(suite, LINKS, ROWS, corpus="c", keep_null=True)
    leaves = {leaf.id: leaf for _, leaf in found.suite.leaves()}
    assert [leaves[id].freq for id in "123"] == [None, 0.128931, 0.7]
    assert found.outcomes["structure"] == {"left null": 1, "filled": 1}
    assert found.suite.sections[1].corpus is None
