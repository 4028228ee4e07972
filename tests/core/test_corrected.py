"""A machine corrected by people: the formula by hand, a slow jackknife, when people stand alone, refusals."""

import numpy as np
import pytest

from murho.core.corrected import Corrected, corrected
from murho.core.errors import InputError, UsageError


def drawn(seed: int, cases: int = 400, labelled: int = 120, wrong: float = 0.2) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(seed)
    truth = (rng.random(cases) < 0.3) * 1.0
    machine = np.where(rng.random(cases) < wrong, 1 - truth, truth)
    return truth, machine, np.where(np.arange(cases) < labelled, truth, np.nan), rng.uniform(0.1, 1, cases)


def by_hand(machine: np.ndarray, people: np.ndarray, weights: np.ndarray) -> tuple[float, float]:
    """π and λ as the formula says, case by case."""
    known = ~np.isnan(people)
    w, y, f = weights[known], people[known], machine[known]
    mine, its = np.average(y, weights=w), np.average(f, weights=w)
    a, b = w * (y - mine), w * (f - its)
    slope = min(1.0, max(0.0, float(a @ b / (b @ b))))
    return mine + slope * (np.average(machine, weights=weights) - its), slope


def test_the_value_is_the_formula() -> None:
    _, machine, people, rho = drawn(1)
    found = corrected(machine, people, rho)
    value, slope = by_hand(machine, people, rho)
    assert (found.estimate.value, found.followed) == pytest.approx((value, slope))
    assert found.machine == pytest.approx(np.average(machine, weights=rho))
    assert found.people.value == pytest.approx(np.average(people[:120], weights=rho[:120]))
    assert found.labelled == 120
    assert found.disagreements == int((people[:120] != machine[:120]).sum())


def test_the_saving_is_that_of_a_jackknife_case_by_case() -> None:
    _, machine, people, rho = drawn(2)
    value, slope = by_hand(machine, people, rho)
    everywhere = np.average(machine, weights=rho)
    influence = slope * rho * (machine - everywhere) / rho.sum()
    for case in range(120):
        kept = np.arange(400) != case
        without, slope_without = by_hand(machine[kept], people[kept], rho[kept])
        # The machine's own figure is held still.
        without += slope_without * (everywhere - np.average(machine[kept], weights=rho[kept]))
        influence[case] += (1 - 1 / 120) * (value - without)
    alone = rho[:120] * (people[:120] - np.average(people[:120], weights=rho[:120])) / rho[:120].sum()
    assert corrected(machine, people, rho).saving == pytest.approx(1 - (influence**2).sum() / (alone**2).sum())


def test_a_machine_that_is_nearly_always_right_saves_most() -> None:
    savings = [corrected(*drawn(3, 3000, 400, wrong)[1:3]).saving for wrong in (0.05, 0.2, 0.5)]
    assert savings[0] > 0.6 > savings[1] > savings[2] == 0
    lost = corrected(*drawn(3, 3000, 400, 0.5)[1:3])
    assert "the machine's judgements save nothing here" in lost.estimate.flags


def test_inclusion_is_the_design_and_not_importance() -> None:
    _, machine, people, rho = drawn(4)
    even = corrected(machine, people, rho, inclusion=np.full(400, 0.3))
    plain = corrected(machine, people, rho).estimate
    assert (even.estimate.low, even.estimate.high) == pytest.approx((plain.low, plain.high))
    chance = np.linspace(0.1, 0.9, 400)
    known = slice(0, 120)
    found = corrected(machine, people, rho, inclusion=chance)
    assert found.people.value == pytest.approx(np.average(people[known], weights=(rho / chance)[known]))


def test_clusters_that_fail_together_count_as_one() -> None:
    _, machine, people, _ = drawn(5)
    repeated, said = np.repeat(machine, 4), np.repeat(people, 4)
    names = [f"d{case // 4}" for case in range(1600)]
    once, four = corrected(machine, people), corrected(repeated, said, clusters=names)
    assert (four.estimate.low, four.estimate.high) == pytest.approx((once.estimate.low, once.estimate.high), rel=0.002)
    assert four.estimate.clusters == 120


@pytest.mark.parametrize("labelled", [20, 40])
def test_below_ten_disagreements_people_stand_alone(labelled: int) -> None:
    truth, machine, _, _ = drawn(6)
    found = corrected(machine, [*truth[:labelled].tolist(), *[None] * (400 - labelled)])
    assert found.disagreements < 10
    assert (found.estimate.value, found.estimate.low) == (found.people.value, found.people.low)
    assert (found.saving, found.followed) == (None, 0.0)
    assert found.estimate.flags[0].endswith("people's judgements alone")
    assert found.as_json()["value"] != found.as_json()["machine_uncorrected"]


def test_ten_disagreements_are_enough() -> None:
    truth = np.array([0.0, 1.0] * 40)
    for wrong, without in ((9, True), (10, False)):
        machine = np.where(np.arange(80) < wrong, 1 - truth, truth)
        people = np.where(np.arange(80) < 60, truth, np.nan)
        assert (corrected(machine, people).saving is None) == without


def test_all_judged_by_people_is_peoples_figure() -> None:
    truth, machine, _, rho = drawn(7)
    found = corrected(machine, truth, rho)
    assert found.estimate.value == pytest.approx(np.average(truth, weights=rho))
    assert isinstance(found, Corrected)


@pytest.mark.parametrize(
    ("said", "error", "given"),
    [
        ("columns of 2, 3 cases", UsageError, {"machine": [0, 1], "people": [0, 1, None]}),
        ("nobody judged any case", UsageError, {"machine": [0, 1], "people": [None, None]}),
        ("machine: a loss that is not between", UsageError, {"machine": [0, np.nan], "people": [0, None]}),
        ("people: a loss that is not between", UsageError, {"machine": [0, 1], "people": [3, None]}),
        ("inclusion: a judged case", UsageError, {"machine": [0, 1], "people": [0, None], "inclusion": [0, 0.5]}),
        ("importance 2.0 of case 2", InputError, {"machine": [0, 1], "people": [0, 1], "weights": [1, 2]}),
        ("has importance 0", UsageError, {"machine": [0, 1], "people": [0, None], "weights": [0, 1]}),
    ],
)
def test_what_cannot_be_corrected_is_refused(said: str, error: type[Exception], given: dict[str, object]) -> None:
    with pytest.raises(error, match=said):
        corrected(**given)  # type: ignore[arg-type]


def test_what_cannot_be_told_is_carried_over_too() -> None:
    """The machine is surer of what can be told: without knowing that, its figure on all would move π the wrong way."""
    misses, ignorant = 0, 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        clear = rng.random(2000) < 0.7
        truth = np.where(clear, rng.random(2000) < 0.2, np.nan)
        machine = np.where(clear, np.where(rng.random(2000) < 0.1, 1 - truth, truth), 1.0)
        people = np.where(np.arange(2000) < 200, truth, np.nan)
        found = corrected(machine, people, untold=(np.arange(2000) < 200) & ~clear).estimate
        whole = float(np.nanmean(truth))
        misses += not found.low <= whole <= found.high
        ignorant += not (other := corrected(machine, people).estimate).low <= whole <= other.high
    assert (misses <= 20, ignorant > 150) == (True, True), (misses, ignorant)


def test_what_was_told_of_one_cluster_alone_stands_alone() -> None:
    machine, said = [float(i % 2) for i in range(50)], [float(i % 3 == 0) for i in range(40)] + [None] * 10
    clusters, untold = ["big"] * 40 + [None] * 10, [False] * 40 + [True] * 10
    found = corrected(machine, said, clusters=clusters, untold=untold)
    assert found.saving is None
    assert found.estimate.flags[0].startswith("people's judgements do not differ between clusters")


def test_a_design_takes_as_much_from_both_as_from_people() -> None:
    """Where people judged every case the machine adds nothing, whatever the design leaves of the variance."""
    truth = np.arange(300) % 4 == 0
    machine = np.where(np.arange(300) % 7 == 0, ~truth, truth) * 1.0
    for effect in (1.5, 1.0, 0.05):
        found = corrected(machine, truth * 1.0, untold=np.zeros(300), effect=effect)
        assert found.interval == pytest.approx((found.people.low, found.people.high), abs=0.0005)
    everybody = corrected(machine, truth * 1.0, effect=0.0)
    assert (everybody.interval, everybody.saving) == ((0.25, 0.25), None)
    assert everybody.estimate.flags == ("people judged all of a finite population: people's judgements alone",)


def test_a_design_adds_as_much_to_both_as_to_people() -> None:
    """Half of people's variance is more than all that the machine leaves."""
    rng = np.random.default_rng(4)
    truth = rng.random(20_000) < 0.4
    machine = np.where(rng.random(20_000) < 0.08, ~truth, truth) * 1.0
    people = np.where(np.arange(20_000) < 2000, truth, np.nan)
    plain, more = (corrected(machine, people, effect=effect) for effect in (1.0, 1.5))

    def squares(low: float, high: float) -> float:
        return (high - low) ** 2

    added = squares(*(more.interval or (0, 0))) - squares(*(plain.interval or (0, 0)))
    of_people = squares(more.people.low, more.people.high) - squares(plain.people.low, plain.people.high)
    assert added == pytest.approx(of_people, rel=0.03)
    assert added > squares(*(plain.interval or (0, 0)))


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 5])
def test_without_the_machine_as_many_more_judgements_are_needed_as_it_says(size: int) -> None:
    """300 of 600 cases, drawn one by one out of dialogues: what is judged besides are cases of the same dialogues."""
    rng = np.random.default_rng(3)
    said, savings, by_people = list[float](), list[float](), {count: list[float]() for count in (300, 450)}
    groups = np.repeat(np.arange(600 // size), size)
    for _ in range(1500):
        alike = rng.standard_normal(600 // size)[groups] * 1.5 * (size > 1)
        truth = (rng.random(600) < 1 / (1 + 4 * np.exp(-alike))) * 1.0
        machine = np.where(rng.random(600) < 0.1, 1 - truth, truth)
        order = rng.permutation(600)
        people = np.full(600, np.nan)
        people[order[:300]] = truth[order[:300]]
        found = corrected(machine, people, clusters=[f"d{group}" for group in groups])
        said.append(found.estimate.value or 0.0)
        savings.append(found.saving or 0.0)
        for count, values in by_people.items():
            values.append(float(truth[order[:count]].mean()))
    few, many = (float(np.var(values)) for values in by_people.values())
    # Between two numbers of judgements the variance of people's figure is a line in 1/judgements.
    fewer = 1 / 300 - (few - float(np.var(said))) / (few - many) * (1 / 300 - 1 / 450)
    assert np.median(savings) == pytest.approx(1 - 300 * fewer, abs=0.08)
