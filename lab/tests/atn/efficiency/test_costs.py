"""The calibration run, and loads made of its costs."""

from itertools import permutations

import numpy as np
import pytest

from murho.core.errors import InputError
from murho_lab.atn import Grammar, Lexicon, bundled, parse
from murho_lab.atn.efficiency.costs import Costs, attempts, calibrate
from murho_lab.atn.efficiency.load import loads, ratio, typical
from murho_lab.atn.strategies import learn

LINES = ["what did he see", "who saw mary", "which book did mary read", "the man saw the dog in the park"]


@pytest.fixture(scope="module")
def english() -> tuple[Grammar, Lexicon]:
    return bundled("english")


@pytest.fixture(scope="module")
def costs(english: tuple[Grammar, Lexicon]) -> Costs:
    nets, lexicon = english
    lines = [" ".join(order) for line in LINES for order in list(permutations(line.split()))[::11]]
    return calibrate(nets, [lexicon.sentence(line) for line in lines], most=60, orders=2, repetitions=2, resamples=60)


def test_costs_are_times_of_this_machine(costs: Costs) -> None:
    assert set(costs.types) <= {"CAT", "PUSH", "JUMP", "POP", "VIR", "WRD", "MEM"}
    assert 1e-9 < costs.mean < 1e-3
    for cost in costs.types.values():
        assert 0 <= cost.low <= cost.value <= cost.high
        assert cost.attempts > 0
    assert all(seconds >= costs.mean / 10 - 1e-15 for seconds in costs.seconds.values())
    assert costs.as_json()["searches"] == 3 * costs.sentences


def test_a_type_that_was_never_attempted_costs_the_mean(costs: Costs, english: tuple[Grammar, Lexicon]) -> None:
    from dataclasses import replace

    arc = english[0].arcs[0]
    assert costs.of(arc) == costs.types[arc.type].value
    rest = replace(costs, types={name: cost for name, cost in costs.types.items() if name != arc.type})
    assert rest.of(arc) == rest.mean


def test_nothing_to_calibrate_with(english: tuple[Grammar, Lexicon]) -> None:
    with pytest.raises(InputError, match="give two or more"):
        calibrate(english[0], [])


def test_attempts_are_choices(english: tuple[Grammar, Lexicon]) -> None:
    nets, lexicon = english
    for line in LINES:
        sentence = lexicon.sentence(line)
        assert attempts(nets, sentence).total() == parse(nets, sentence).choices


def test_loads_are_linear_in_the_costs(english: tuple[Grammar, Lexicon]) -> None:
    nets, lexicon = english
    text = [lexicon.sentence(line) for line in LINES]
    order = learn(nets, text).order()
    types = {arc.type for arc in nets.arcs}
    ones, twos = (loads(nets, text, after=order, costs=dict.fromkeys(types, cost)) for cost in (1.0, 2.0))
    assert sum(node.before for node in ones.nodes) == sum(parse(nets, sentence).choices for sentence in text)
    assert [2 * node.after for node in ones.nodes] == [node.after for node in twos.nodes]
    assert ones.ratio.value == twos.ratio.value
    assert ones.ratio.value is not None
    assert ones.ratio.value < 1
    assert loads(nets, text, after=[nets.order] * 4, costs={}).ratio.value == 1


def test_ratios_of_sums_and_of_a_typical_sentence() -> None:
    after, before = np.array([1.0, 1.0, 1.0, 90.0]), np.array([2.0, 2.0, 2.0, 100.0])
    assert ratio(after, before).value == pytest.approx(93 / 106)
    found = typical(after, before)
    assert found.value == pytest.approx((0.5**3 * 0.9) ** 0.25)
    assert found.low < 0.58 < found.high
    assert typical(after[:0], before[:0]).value is None
    same = typical(before, before)
    assert same.value == 1
    assert same.low < 0.8 < 1.2 < same.high
