"""Stopping rules: when each stops, which interval may be shown before and then, and what each refuses."""

import numpy as np
import pytest

from murho.core.confidence_sequence import Population, ends
from murho.core.errors import UsageError
from murho.core.estimate import estimate
from murho.core.judgement import Judgements
from murho.core.stopping_rules import LEAST, Rule, SoFar, fixed, sequence, stopping_rule, width
from murho.core.tally import tally

LOSSES = [0, 0, 1, 0, 0, 0, 1, 0, 0, 0] * 30


def so_far(n: int, **given: object) -> SoFar:
    return SoFar(Judgements.of(LOSSES[:n]), [1.0] * n, **given, level=0.95)  # type: ignore[arg-type]


def first(rule: Rule, **given: object) -> int:
    return next(n for n in range(1, 301) if rule.reached(so_far(n, **given)).met)


@pytest.mark.parametrize("text", ["fixed(500)", "width(0.04)", "sequence(0.05)"])
def test_a_rule_prints_as_it_is_typed(text: str) -> None:
    assert repr(stopping_rule(text)) == text
    assert stopping_rule(stopping_rule(text)) == stopping_rule(text)


@pytest.mark.slow
def test_each_stops_as_soon_as_it_may() -> None:
    assert first(fixed(123)) == 123
    usual = [estimate(tally(Judgements.of(LOSSES[:n]), [1] * n).closed, level=0.95) for n in range(1, 301)]
    assert first(width(0.15)) == 1 + next(i for i, found in enumerate(usual) if found.high - found.low <= 0.15)
    assert first(width(0.4)) == LEAST
    reach = [np.subtract(*ends(LOSSES[:n], aim=0.2, level=0.95)[::-1]) for n in range(1, 301)]
    assert first(sequence(0.2)) == 1 + next(i for i, found in enumerate(reach) if found <= 0.2)
    assert first(sequence(0.2), population=Population(300, 300.0)) < first(sequence(0.2))


@pytest.mark.parametrize("rule", [fixed(200), width(0.01)])
def test_the_usual_interval_is_not_shown_as_running(rule: Rule) -> None:
    met, found = rule.reached(so_far(150))
    assert not met
    assert (found.value, found.low, found.high) == (0.2, 0.0, 1.0)
    assert repr(rule) in str(found.undetermined)


def test_a_sequence_is_shown_at_every_moment_and_says_of_what() -> None:
    met, found = sequence(0.01).reached(so_far(150, population=Population(300, 300.0)))
    assert not met
    assert (found.low, found.high) == ends(LOSSES[:150], population=Population(300, 300.0), aim=0.01, level=0.95)
    assert found.method == "confidence sequence of the 300 cases, valid at every moment"


def test_what_people_could_not_tell_keeps_its_turn() -> None:
    """Two before the first judgement, one before the third, and one at the end, of 300; π is of the other 296."""
    found = sequence(0.5).reached(so_far(150, population=Population(300, 296.0), untold=[0, 0, 2, 150])).estimate
    turns = [0, 0, *LOSSES[:2], 0, *LOSSES[2:150], 0]
    told = [0, 0, 1, 1, 0, *[1] * 148, 0]
    assert (found.low, found.high) == ends(turns, told, population=Population(300, 296.0), aim=0.5, level=0.95)
    assert found.method == "confidence sequence of the 296 cases, valid at every moment"
    assert found.n == 150


def test_fixed_is_the_usual_interval_read_once() -> None:
    assert fixed(150).reached(so_far(150)).estimate == estimate(
        tally(Judgements.of(LOSSES[:150]), [1] * 150).closed, level=0.95
    )


def test_crossed_ends_are_told_and_never_stop() -> None:
    sorted_losses = [0] * 150 + [1] * 150
    met, found = sequence(0.9).reached(SoFar(Judgements.of(sorted_losses), [1.0] * 300, level=0.95))
    assert not met
    assert "did not come in random order" in str(found.undetermined)


def test_nothing_judged_stops_nothing() -> None:
    for rule in (fixed(1), width(0.9), sequence(0.9)):
        met, found = rule.reached(SoFar(Judgements.of([]), [], level=0.95))
        assert (met, found.value) == (False, None)


def test_looks_grow_by_a_quarter() -> None:
    looks = width(0.04).looks()
    assert [next(looks) for _ in range(5)] == [50, 63, 79, 99, 124]
    assert list(fixed(70).looks()) == [70]


@pytest.mark.parametrize("text", ["fixed(0)", "fixed(2.5)", "width(0)", "width('a')", "sequence(1)", "often(3)", "0.4"])
def test_a_rule_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="stopping rule"):
        stopping_rule(text)


@pytest.mark.parametrize(
    ("said", "given"),
    [
        ("have no bound", SoFar(Judgements.of([2.0], [1]), [1.0], bounded=False, level=0.95)),
        ("counts units of its own", SoFar(Judgements.of([0.0], [3]), [1.0], level=0.95)),
        ("cases of one cluster", SoFar(Judgements.of([0, 1]), [1.0, 1.0], clusters=["a", "a"], level=0.95)),
    ],
)
def test_what_a_sequence_cannot_be_made_of_is_refused(said: str, given: SoFar) -> None:
    with pytest.raises(UsageError, match=said):
        sequence(0.05).reached(given)
    assert not width(0.05).reached(given).met
