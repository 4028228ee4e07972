"""What terminal and page show of phenomena alike: names, shares, what is listed, how far down."""

from dataclasses import replace

import pytest

from murho.core.comparison import compare
from murho.pipeline.suites.phenomena import ComparedSuites, Pair, SuiteScore
from murho.suites.scoring import Leaf, Node
from murho.views.phenomena import Section, branch_name, coverage, right_by_frequency, scored_suite
from murho.views.two_runs import counts

RIGHT = Leaf("1", "Ve.", "right", True, True, 0.25, "", 0)
WRONG = Leaf("2", "Va.", "wrong head", False, True, 0.75, "", 1)
ELSE = Leaf("3", "Da.", "nothing", False, False, None, "", 2)
VERB = Node("structure/verb", "verb", (RIGHT, WRONG), (RIGHT, WRONG), (), {"covered": 2}, depth=1)
NOUN = Node("structure/noun", "noun", (WRONG, ELSE), (WRONG, ELSE), (), {"covered": 1}, depth=1)
TOP = Node("structure", "structure", (RIGHT, WRONG, ELSE), (), (VERB, NOUN), {"covered": 2})


def test_names_and_shares() -> None:
    assert [branch_name(node) for node in TOP.walk()] == ["all", "verb", "noun"]
    assert [coverage(node) for node in TOP.walk()] == [2 / 3, 1.0, 0.5]
    assert coverage(replace(VERB, counts={"covered": 0, "wellformed": 0})) is None, "nothing could be covered"
    assert coverage(replace(VERB, counts={})) == 0.5, "of a measure that counts no coverage: what is right"
    assert right_by_frequency(VERB) == 0.25
    assert right_by_frequency(replace(VERB, leaves=(ELSE,))) is None


@pytest.mark.parametrize(
    ("everything", "listed"),
    [
        (False, [("structure/verb", ["2"]), ("structure/noun", ["3"])]),
        (True, [("structure/verb", ["1", "2"]), ("structure/noun", ["3"])]),
    ],
)
def test_each_realization_is_listed_once(everything: bool, listed: list[tuple[str, list[str]]]) -> None:
    found = Section(TOP, {}).listed(everything)
    assert [(path, [leaf.id for leaf in leaves]) for path, leaves in found] == listed


def test_sections() -> None:
    section = Section(TOP, {})
    assert (section.weighed, section.parsed, section.accepting) == (True, False, False)
    assert [node.name for node in section.down_to(0)] == ["structure"]
    assert section.down_to(1) == section.down_to(None) == [TOP, VERB, NOUN]
    score = SuiteScore("run", "links", [TOP], "murho|links", {}, "constant", ["one row left out"])
    shown = scored_suite(score)
    assert shown.section_notes == [
        [
            "1 realization without a frequency, left out of the figure weighed by frequency",
            "the interval of π counts realizations by constant, as if the suite were a random sample",
        ]
    ]
    assert (shown.measure, shown.notes, shown.signature) == ("links", ["one row left out"], "murho|links")
    assert shown.as_json()["sections"][0]["top"]["phenomenon"] == "structure"


def test_two_runs_in_figures() -> None:
    above = Pair("s", "all", 0, 3, 1, ("1", "2"), (), 0, None, None)
    shown = counts(ComparedSuites("a", "b", [above, replace(above, name="verb", depth=1, only_a=("2",))], ("s", "t")))
    assert (shown.sides, shown.weighed, shown.tested) == ([("A", "a"), ("B", "b")], False, False)
    assert shown.signatures == ["s", "t"]
    assert shown.alone == [("A", ["1", "2"])], "each once; and nothing of a side that has none"
    found = compare([1, 0], [1, 1], [0, 0], [1, 1], level=0.95)
    more = counts(
        ComparedSuites("a", "b", [above, replace(above, only_b=("3",), pi_a=0.0, difference=found)], ("s", "t"))
    )
    assert (more.weighed, more.tested, more.alone[1]) == (True, True, ("B", ["3"]))
