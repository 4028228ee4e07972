"""The notation that turns structures into units."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import InputError
from murho.measures.units.mapping import Change, UnitMap, mapping
from murho.measures.units.restructure import DEEP, LAST_KEY, Rule, leaves, restructure
from murho.measures.units.restructure import Path as Way

Write = Callable[[str], UnitMap]


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """A mapping of these lines, in a file `sil.map` of the working directory."""
    monkeypatch.chdir(tmp_path)

    def written(*lines: str) -> UnitMap:
        Path("sil.map").write_text("\n".join(lines), encoding="utf-8")
        return mapping("sil.map")

    return written


def test_a_way_becomes_an_attribute(told: Write) -> None:
    read = told("from.city -> sourcecity", "to.city -> goalcity")
    assert read({"to": {"city": "Berlin"}, "from": {"city": "Bonn"}}) == ["goalcity:Berlin", "sourcecity:Bonn"]
    assert read({}) == []
    assert read([]) == []


def test_places_in_lists_do_not_count(told: Write) -> None:
    read = told("stops.city -> viacity")
    assert read({"stops": [{"city": "Mainz"}, {"city": "Köln"}]}) == ["viacity:Mainz", "viacity:Köln"]
    assert read({"stops": {"city": ["Mainz", "Köln"]}}) == ["viacity:Mainz", "viacity:Köln"]
    assert read([{"stops": {"city": "Mainz"}}, {"stops": {"city": "Köln"}}]) == ["viacity:Mainz", "viacity:Köln"]


def test_wildcards(told: Write) -> None:
    structure = {"a": {"city": "1"}, "b": {"deep": {"city": "2"}}, "city": "3"}
    assert told("**.city -> city")(structure) == ["city:1", "city:2", "city:3"]
    assert told("*.city -> one", "drop **")(structure) == ["one:1"]
    assert told("b.*.city -> two", "drop **")(structure) == ["two:2"]
    assert told("keep city", "drop **")(structure) == ["city:3"]
    assert told("keep **")(structure) == ["city:1", "city:2", "city:3"]


def test_a_condition_chooses_where_it_holds(told: Write) -> None:
    read = told("stops.role=goal, stops.city -> goalcity", "stops.role=via, stops.city -> viacity")
    structure = {"stops": [{"role": "via", "city": "Mainz"}, {"role": "goal", "city": "Bonn"}]}
    assert read(structure) == ["viacity:Mainz", "goalcity:Bonn"]


def test_a_condition_may_serve_several_rules_and_is_no_unit_of_its_own(told: Write) -> None:
    read = told("stop.role=goal, stop.city -> goalcity", "stop.role=goal, stop.land -> goalland", "keep **")
    assert read({"stop": {"role": "goal", "city": "Bonn", "land": "D"}}) == ["goalcity:Bonn", "goalland:D"]


def test_a_condition_alone_makes_a_marker(told: Write) -> None:
    read = told("negation=true -> dm_marker:no", "drop negation")
    assert read({"negation": True}) == ["dm_marker:no"]
    assert read({"negation": False}) == []
    assert read({"negation": None}) == []


def test_values_are_merged(told: Write) -> None:
    read = told("when.hour, when.minute -> time:{hour}.{minute}", "when.hour -> time")
    assert read({"when": {"hour": 9, "minute": 30}}) == ["time:9.30"]
    assert read({"when": {"minute": None, "hour": 9.0}}) == ["time:9"]
    several = {"when": [{"hour": 9, "minute": 30}, {"hour": 10}, {"minute": 45, "hour": 11}]}
    assert read(several) == ["time:9.30", "time:10", "time:11.45"]


def test_values_that_stand_in_different_objects_are_not_merged(told: Write) -> None:
    read = told("when.hour, when.minute -> time:{hour}.{minute}", "drop **")
    assert read({"when": [{"hour": 9}, {"minute": 30}]}) == []


def test_the_attribute_may_come_from_the_structure(told: Write) -> None:
    read = told("slots.name, slots.value -> {name}")
    assert read({"slots": [{"name": "city", "value": "Bonn"}, {"value": "nine", "name": "hour"}]}) == [
        "city:Bonn",
        "hour:nine",
    ]
    assert read({"slots": {"name": "city", "value": ["Bonn", "Köln"]}}) == ["city:Bonn", "city:Köln"]
    other = told("entities.role, entities.type, entities.text -> {role}{type}:{text}!")
    assert other({"entities": [{"type": "city", "text": "Bonn", "role": "goal"}]}) == ["goalcity:Bonn!"]


def test_a_way_is_named_by_as_much_of_its_end_as_is_needed(told: Write) -> None:
    read = told("from.city, to.city -> trip:{from.city}-{to.city}")
    assert read({"from": {"city": "Bonn"}, "to": {"city": "Köln"}}) == ["trip:Bonn-Köln"]


def test_dropping(told: Write) -> None:
    read = told("drop debug", "drop **.certainty", "drop city=unknown", "keep **")
    assert read({"debug": {"x": [1, {"y": 2}]}, "city": "Bonn", "to": {"certainty": 0.5}}) == ["city:Bonn"]
    assert read({"city": "unknown"}) == []
    pairs = told("drop stops.role=via, stops.city", "stops.role=goal, stops.city -> goalcity")
    assert pairs({"stops": [{"role": "via", "city": "Mainz"}, {"role": "goal", "city": "Bonn"}]}) == ["goalcity:Bonn"]


def test_values_are_normalised_in_the_order_of_the_lines(told: Write) -> None:
    read = told("keep *", "lower *", "strip day", "value city: frankfurt am main | ffm = frankfurt", "once city, day")
    said = {"city": ["FFM", "Frankfurt am Main"], "day": " Next  Monday", "hour": ["Nine", "nine"]}
    assert read(said) == ["city:frankfurt", "day:next monday", "hour:nine", "hour:nine"]
    early = told("keep *", "value city: ffm = frankfurt", "lower city")
    assert early({"city": "FFM"}) == ["city:ffm"]


def test_an_empty_new_value_drops_the_unit(told: Write) -> None:
    read = told("keep *", "value *: none | unknown =")
    assert read({"a": "none", "b": "x", "c": ""}) == ["b:x", "c"]


def test_a_list_of_units_is_a_structure_too(told: Write) -> None:
    read = told("old -> new", "keep *", "lower *")
    assert read(["old:Bonn", "time:10:30", "yes"]) == ["new:bonn", "time:10:30", "yes"]


def test_quotes_comments_and_blank_lines(told: Write) -> None:
    read = told("# a comment", "", '"from.city" -> source', "  keep x", "")
    assert read({"from.city": "Bonn", "x": "y"}) == ["source:Bonn", "x:y"]
    odd = told('"a -> b"."c, d"="=", "a -> b".e -> odd:{e}', 'value odd: "x=y|z" = "a \\"b\\""')
    assert odd({"a -> b": {"c, d": "=", "e": "x=y|z"}}) == ['odd:a "b"']


@pytest.mark.parametrize(
    ("structure", "found"),
    [
        ({"to": {"city": "Bonn", "x": 1}}, '"1" at to.x'),
        ({"to": {"city": {"name": "Bonn"}}}, '"Bonn" at to.city.name'),
        ({"to": "Bonn"}, '"Bonn" at to'),
        ("hours", '"hours" by itself'),
        (7, '"7" by itself'),
        ([[1]], '"1" by itself'),
    ],
)
def test_what_no_rule_takes_is_an_error(told: Write, structure: Any, found: str) -> None:
    with pytest.raises(InputError, match=r"^no rule takes ") as error:
        told("to.city -> goalcity")(structure)
    assert found in str(error.value)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("to.city", "'to.city' is no rule; write WAY -> ATTRIBUTE"),
        ("to.city -> a -> b", "is no rule"),
        ("to.city ->", "'' is no unit"),
        (" -> goalcity", "a name or value is missing"),
        ("to..city -> goalcity", "a name or value is missing"),
        ("a, b -> x", "2 ways could be the value of 'x'"),
        ("a=1 -> x", "0 ways could be the value of 'x'"),
        ("a, b -> x:{c}", "{c} is the end of 0 ways"),
        ("a.x, b.x -> y:{x}", "{x} is the end of 2 ways"),
        ("a=1=2, b -> x", "'a=1=2' is no way"),
        ("keep a=1", "'a=1' is no way"),
        ("drop", "a name or value is missing"),
        ("lower", "a name or value is missing"),
        ("value a = b", "is no replacement"),
        ("value a: b", "is no replacement"),
        ("value a: = b", "a name or value is missing"),
        ('"a -> x', "has no end"),
        ('keep "a" b', "has no end"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(told: Write, line: str, found: str) -> None:
    with pytest.raises(InputError, match=r"^sil\.map:2: ") as error:
        told("# the second line is wrong", line)
    assert found in str(error.value)


def test_a_mapping_that_is_missing_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        mapping(tmp_path / "none.map")
    file = tmp_path / "latin.map"
    file.write_bytes(b"a -> b\nk\xf6ln -> c\n")
    with pytest.raises(InputError, match=r"latin\.map:2: "):
        mapping(file)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("ways", "common"),
    [
        (["a b x"], "a b x"),
        (["a b x", "a b y"], "a b"),
        (["a b c x", "a b y z u"], "a b"),
        (["a x", "a b c"], "a"),
        (["a b", "a b"], "a"),
        (["x a", "y a"], ""),
        (["a b c d", "a b c e", "a c c d"], "a"),
    ],
)
def test_leaves_stand_together_in_the_deepest_object_that_holds_them_all(ways: list[str], common: str) -> None:
    assert Rule(tuple(Way(tuple(way.split())) for way in ways), None).common == tuple(common.split())


@given(JSON)
def test_without_rules_everything_is_left_over(structure: Any) -> None:
    every = [(".".join(leaf.keys), leaf.value) for leaf in leaves(structure)]
    assert restructure(structure, []) == ([], every)


@given(JSON)
def test_keeping_all_takes_whatever_stands_in_an_object(structure: Any) -> None:
    rule = Rule((Way((DEEP,)),), ((LAST_KEY,), (0,)))
    units, left = restructure(structure, [rule])
    assert units == [(leaf.keys[-1], leaf.value) for leaf in leaves(structure) if leaf.keys]
    assert [value for _, value in left] == [leaf.value for leaf in leaves(structure) if not leaf.keys]


def test_of_equal_units_the_first_is_kept_once() -> None:
    once = Change("once", frozenset({"city", "day"}))
    units = [("city", "bonn"), ("no", "x"), ("day", "mon"), ("city", "bonn"), ("no", "x"), ("city", "ulm")]
    assert once(units) == [("city", "bonn"), ("no", "x"), ("day", "mon"), ("no", "x"), ("city", "ulm")]
    everything = Change("once", frozenset({"*"}))
    assert everything([("b", "1"), ("a", "1"), ("b", "1")]) == [("b", "1"), ("a", "1")]
