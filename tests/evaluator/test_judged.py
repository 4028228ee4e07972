"""Draws with replacement: which have come to people, what may be bet on, and that it holds what it says."""

from collections import Counter

import numpy as np
import pytest

from murho.core.confidence_sequence import holds
from murho.core.estimate import estimate
from murho.core.judgement import Judgements
from murho.core.tally import tally
from murho.evaluator.assigning import in_order_of_draws, in_random_order
from murho.evaluator.judged import came_up_to, came_whole, known_draws
from murho.sampling import Chance, Population
from murho.sampling.designs import design
from murho.sampling.estimating import Unit, Units

ORDER = [3, 1, 3, 2, 1, 5, 2]


@pytest.mark.parametrize(
    ("looked_at", "came", "known"),
    [
        ((), 0, []),
        ((3,), 1, [3]),
        ((3, 1), 3, [3, 1, 3]),
        ((3, 2), 5, [3]),  # 1 was skipped: it came, and nothing after it is bet on
        ((5,), 7, []),
        ((1, 2, 3, 5), 7, ORDER),
    ],
)
def test_draws_have_come_up_to_the_next_case(looked_at: tuple[int, ...], came: int, known: list[int]) -> None:
    assert came_up_to(ORDER, {1, 2, 3, 5}, looked_at) == came
    assert known_draws(ORDER, {1, 2, 3, 5}, looked_at) == known


def test_what_is_not_to_be_judged_holds_nothing_up() -> None:
    assert came_up_to(ORDER, {3, 5}, {3}) == 5
    assert known_draws(ORDER, {3, 5}, {3}) == [3, 1, 3, 2, 1]


CLUSTERS = {3: "b", 4: "b", 1: "a", 2: "a", 5: "c"}


@pytest.mark.parametrize(
    ("looked_at", "whole"),
    [
        ((), True),
        ((4,), True),  # of the first
        ((3, 4, 2), True),
        ((3, 1), False),
        ((1, 2), False),
        ((3, 4, 5), False),
        ((3, 4, 1, 5), False),
        ((1, 2, 3, 4, 5), True),
    ],
)
def test_clusters_came_whole_where_only_of_the_last_some_are_to_come(looked_at: tuple[int, ...], whole: bool) -> None:
    assert came_whole(CLUSTERS, looked_at) == whole


@pytest.mark.slow
@pytest.mark.parametrize("skipped", [0.0, 0.2, 0.4])
def test_the_interval_of_clusters_of_which_cases_were_skipped_covers(
    skipped: float, capsys: pytest.CaptureFixture[str]
) -> None:
    """500 samples of 38 of 40 clusters of 10, each case of which was passed over with that chance."""
    rng, covered = np.random.default_rng(1), 0
    for _ in range(500):
        losses, of = (rng.random(400) < 0.3) * 1.0, np.arange(400) // 10
        order = np.concatenate([np.arange(10 * one, 10 * one + 10) for one in rng.permutation(40)[:38]])
        seen = order[rng.random(380) >= skipped]
        names = [str(cluster) for cluster in of[seen]]
        whole = came_whole({int(place): str(of[place]) for place in order}, set(seen.tolist()))
        assert whole == (skipped == 0)
        share = 1.0 if whole else len(seen) / 380
        units = Units({name: Unit("", len({*names}) / 40 if whole else 38 / 40, 1) for name in names})
        found = tally(Judgements.of(losses[seen]), np.ones(len(seen)), names, complete=False)
        drawn = units.by_design(found, design("clusters(38)"))
        effect = 1 - share * (1 - drawn.effect)
        own = estimate(found.close().closed, n=len(seen), effect=effect, unseen=drawn.unseen, level=0.95)
        covered += own.low <= losses.mean() <= own.high
    with capsys.disabled():
        print(f"{skipped:.0%} skipped: {covered / 5:.1f} %")
    assert covered >= 460


def test_an_order_of_draws_has_each_as_often_as_it_was_drawn() -> None:
    found = Counter(tuple(in_order_of_draws({1: 2, 2: 1}, seed)) for seed in range(600))
    assert set(found) == {(1, 1, 2), (1, 2, 1), (2, 1, 1)}
    assert min(found.values()) > 160


def test_the_order_of_a_sample_is_random_also_where_it_was_drawn_by_the_same_seed() -> None:
    """Of 10 cases five are drawn and asked: each is the first of 4,000 as often, and the last."""
    first, last = Counter[int](), Counter[int]()
    for seed in range(4000):
        order = in_random_order(design("simple(5)").draw(Population(10), Chance(seed)).places, seed)
        first[order[0]] += 1
        last[order[-1]] += 1
    for place in range(10):
        assert 330 < first[place] < 470
        assert 330 < last[place] < 470


@pytest.mark.parametrize("level", [0.95, 0.7])
@pytest.mark.parametrize("drawn_by", ["simple(120, replace=True)", "proportional(120, replace=True)"])
def test_the_sequence_of_draws_holds_over_the_whole_path(drawn_by: str, level: float) -> None:
    """500 samples of 120 draws of 40 cases, the heavier of which fail more: looked at after every draw."""
    rho = np.tile([0.1, 0.2, 0.4, 1.0], 10)
    losses = np.where(np.arange(40) % 4 == 3, np.arange(40) % 3 > 0, np.arange(40) % 5 == 0) * 1.0
    truth, missed = float(rho @ losses / rho.sum()), 0
    for seed in range(500):
        found = design(drawn_by).draw(Population(40, weights=rho.tolist()), Chance(seed))
        draws = dict(zip(found.places, found.draws or (), strict=True))
        order = in_order_of_draws(draws, seed)
        known = known_draws(order, draws, draws)
        weights = rho[known] if drawn_by.startswith("simple") else np.ones(len(known))
        missed += not holds(truth, losses[known], weights, level=level, aim=0.3).all()
    assert missed <= (1 - level) * 500
    assert level == 0.95 or missed > 25  # it does bet


@pytest.mark.slow
@pytest.mark.parametrize("judged", [150, 400, 900])
def test_the_interval_of_the_clusters_that_came_first_covers(judged: int, capsys: pytest.CaptureFixture[str]) -> None:
    """1,000 samples of 300 of 1,000 clusters of 1 to 9 cases, the larger of which fail less; the last may be cut."""
    rng, covered = np.random.default_rng(5), 0
    for _ in range(1000):
        sizes = rng.integers(1, 10, 1000)
        of = np.repeat(np.arange(1000), sizes)
        chance = 1 / (1 + 4 * np.exp(0.15 * (sizes - 5) - rng.standard_normal(1000))[of])
        losses = (rng.random(len(of)) < chance) * 1.0
        begin = np.concatenate([[0], np.cumsum(sizes)])
        came = np.concatenate([np.arange(begin[c], begin[c + 1]) for c in rng.permutation(1000)[:300]])[:judged]
        names = [str(cluster) for cluster in of[came]]
        units = Units({name: Unit("", len({*names}) / 1000, 1) for name in names})
        found = tally(Judgements.of(losses[came]), np.ones(judged), names, complete=False)
        drawn = units.by_design(found, design("clusters(300)"))
        own = estimate(found.close().closed, n=judged, effect=drawn.effect, unseen=drawn.unseen, level=0.95)
        covered += own.low <= losses.mean() <= own.high
    with capsys.disabled():
        print(f"{judged} judged: {covered / 10:.1f} %")
    assert covered >= 935
