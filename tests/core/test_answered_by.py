"""Whose answers a run holds, as its record says."""

from murho.core.answered_by import of_record, several


def test_a_record_of_version_1_has_one_system() -> None:
    one, other = {"kind": "function", "spec": "a:b", "code": {"a.py": "x"}}, {"kind": "spacy", "spec": "es"}
    assert of_record({"system": one}) == [{"digest": None, "spec": "a:b", "files": {"a.py": "x"}}]
    chain = {"kind": "composed", "stages": [one, other]}
    assert of_record({"system": chain}) == [{"digest": None, "spec": "a:b then es", "files": {"a.py": "x"}}]
    assert of_record({}) == []
    assert of_record({"systems": ["odd"]}) == []


def test_several_systems_are_told_where_a_change_was_accepted() -> None:
    first, second = ({"digest": digest, "spec": "a:b", "cases": cases} for digest, cases in (("1", 3), ("2", 4)))
    accepted = {**second, "accepted": True}
    assert several({"systems": [first, accepted]}) == "answers of 2 systems: 3 of a:b 1, 4 of a:b 2"
    assert several({"systems": [first]}) == several({"systems": [first, second]}) == several({}) == ""
    assert several({"systems": [{**first, "cases": 0}, accepted]}) == "", "the first has no answer left"
