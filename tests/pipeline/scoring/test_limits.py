"""Gates on scores: the whole and every printed group are held against a limit, and a group against its own."""

from typing import Any

import pytest

import murho
from murho.core.errors import UsageError
from murho.pipeline.scoring.limits import GroupLimit, Limits, gate


def score(**options: Any) -> Any:
    """20 labels by phone, all right; 6 by fax, all wrong."""
    channels = ["phone"] * 20 + ["fax"] * 6
    answers = ["a"] * 20 + ["b"] * 6
    return murho.score("labels", ["a"] * 26, answers, features={"channel": channels}, by=["channel"], **options)


def test_a_group_in_which_all_is_wrong_does_not_pass() -> None:
    result = gate(score(), Limits(0.6))
    assert result.failures == (
        "labels where channel is fax is 1.0000, above 0.6 (nothing right in 6 cases: the lower end is what that leaves "
        "possible)",
    )
    assert result.unknown == ""
    assert gate(score(), Limits(1.0)).failures == ()


def test_a_group_with_a_limit_of_its_own_is_held_against_that_alone() -> None:
    limits = Limits(0.5, (GroupLimit("channel", "fax", 1.0),))
    assert gate(score(), limits).failures == ()
    strict = Limits(None, (GroupLimit("channel", "phone", -0.1),))
    assert [text.partition(",")[0] for text in gate(score(), strict).failures] == [
        "labels where channel is phone is 0.0000"
    ]


def test_confident_takes_the_interval_that_holds_for_all_groups_at_once() -> None:
    fax = score().by["channel"]["fax"]
    low, of_all = fax.low, fax.simultaneous_interval[0]
    assert of_all < low
    between = Limits((low + of_all) / 2)
    assert gate(score(), between, confident=True).failures == ()
    assert "where channel is fax" in gate(score(), Limits(of_all - 0.001), confident=True).failures[0]


def test_a_group_of_one_is_passed_over_aloud() -> None:
    one = murho.score("labels", ["a"] * 9, ["a"] * 8 + ["b"], features={"day": ["mo"] * 8 + ["tu"]}, by=["day"])
    result = gate(one, Limits(0.5), confident=True)
    assert result.failures == ()
    (sentence,) = result.passed_over
    assert sentence.startswith("labels where day is tu has no interval (only 1 case")
    assert gate(one, Limits(0.5)).failures[0].startswith("labels where day is tu is 1.0000, above 0.5")


@pytest.mark.parametrize(
    ("texts", "says"),
    [
        (["channel=fax"], "'channel=fax' is no limit; give a number"),
        (["fax:0.3"], "'fax:0.3' is no limit; write a number, or FEATURE=GROUP:NUMBER"),
        (["nan"], "'nan' is no limit"),
        (["0.3", "0.4"], "0.4: the limit is 0.3 already"),
        (["a=b:0.3", "a=b:0.4"], "a=b:0.4: a=b has a limit already"),
    ],
)
def test_what_is_no_limit(texts: list[str], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        Limits.read(texts)


def test_limits_as_they_are_typed() -> None:
    assert Limits.read([]) is None
    assert Limits.read(["day=10:30:0.25"]) == Limits(None, (GroupLimit("day", "10:30", 0.25),))


@pytest.mark.parametrize(
    ("limit", "says"),
    [
        (GroupLimit("channel", "mail", 0.3), "channel=mail:0.3: no group 'mail'; there are: fax, phone"),
        (GroupLimit("day", "mo", 0.3), "day=mo:0.3: the figures are not sliced by 'day'; slice by it, too"),
    ],
)
def test_a_limit_of_a_group_that_is_not_there(limit: GroupLimit, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        gate(score(), Limits(None, (limit,)))
