"""Measures that a record names and nobody imports: what the record tells of them, and what they refuse."""

from collections.abc import Mapping
from typing import Any

import pytest

from murho.core.errors import UsageError
from murho.measures import measure
from murho.measures.interface import Titles
from murho.measures.unopened import Unopened, recorded, written


def test_what_the_record_tells() -> None:
    facts = {
        "bounded": False, "fixed_units": False, "kind": "tree", "title": "Mine", "loss": "lack", "accuracy": "luck",
        "whole_suite": True,
    }  # fmt: skip
    told = Unopened("mine:strict(3)", facts)
    assert (told.bounded, told.fixed_units, told.kind) == (False, False, "tree")
    assert told.titles == Titles("Mine", "lack", "luck")
    assert told.linearised is not None
    assert (repr(told), told.arguments()) == ("mine:strict(3)", ["3"])
    with pytest.raises(
        UsageError, match="code that a record names is not imported by itself; to allow it, type -m 'mine:strict"
    ):
        told.judge([], [])


def test_what_it_does_not_tell_is_as_usual() -> None:
    bare = Unopened("mine:strict")
    assert (bare.bounded, bare.fixed_units, bare.kind) == (True, True, "json")
    assert bare.titles == Titles("mine:strict", "loss", "accuracy")
    assert bare.linearised is None
    assert bare.arguments() == []
    assert bare == Unopened("mine:strict", {"bounded": False})
    assert Unopened("m", {"fixed_units": True}).fixed_units


@pytest.mark.parametrize("facts", [None, {}, {"nobody's": {}}, {"nobody's": "text"}])
def test_an_unknown_name_without_facts_is_refused(facts: Mapping[str, Any] | None) -> None:
    with pytest.raises(UsageError, match="nobody's"):
        recorded("nobody's", facts)


def test_an_unknown_name_with_facts_says_what_to_install() -> None:
    found = recorded("theirs", {"theirs": {"source": "murho-theirs 1.0"}})
    assert isinstance(found, Unopened)
    with pytest.raises(UsageError, match=r"no measure 'theirs' is installed; install what brings it \(murho-theirs"):
        found.judge([], [])


def test_measures_of_murho_need_no_facts() -> None:
    assert written([measure("words"), measure("oracle(concepts)")]) == {}
    with pytest.raises(UsageError, match="cannot be read back"):
        written([Unopened("__main__:mine")])
