"""The study of differences: what it counts is what `compare` does, and murho's test keeps its promises where small."""

import json
from collections.abc import Callable

import numpy as np
import pytest

from murho.cli import status
from murho.core.comparison import compare
from murho_lab.studies.differences import study
from murho_lab.studies.differences.populations import (
    Pair,
    clusters,
    grid,
    heavy_against_light,
    log_normal,
    right_and_wrong,
    words,
)
from murho_lab.studies.differences.rivals import RIVALS, mid_p, moves, ours


@pytest.mark.parametrize(
    ("family", "figures", "size"),
    [
        (right_and_wrong, (0.3, 0.1), 40),
        (log_normal, (0.3, 0.2, 1.0), 60),
        (words, (0.2, 0.3), 30),
        (clusters, (0.2, 0.1, 0.3, 1.0), 5),
    ],
    ids=["flat", "log-normal", "words", "few"],
)
def test_the_study_tests_as_compare_does(family: Callable[..., Pair], figures: tuple[float, ...], size: int) -> None:
    pair = family("a pair", *figures)
    rng = np.random.default_rng(3)
    sample = pair.draw(rng, (6, size))
    found = ours(moves(sample, rng))
    for row, p in enumerate(found.tolist()):
        columns = [column[row] for column in (sample.num_a, sample.den_a, sample.num_b, sample.den_b)]
        assert compare(*columns, bounded=pair.bounded, level=0.95).p_value == pytest.approx(
            p, abs=1e-9 if size < 8 else 0.09
        )


@pytest.mark.slow
def test_truths_are_those_of_large_samples() -> None:
    rng = np.random.default_rng(4)
    for pair in {cell.pair.name: cell.pair for cell in grid(quick=True)}.values():
        sample = pair.draw(rng, (1, 100_000))
        found = sample.num_b.sum() / sample.den_b.sum() - sample.num_a.sum() / sample.den_a.sum()
        # The heads of Zipf's laws are one expression in 20,000.
        assert found == pytest.approx(pair.difference, abs=0.12 if pair.family == "Zipf weights" else 0.03), pair.name


def test_mid_p_is_mcnemars() -> None:
    rng = np.random.default_rng(1)
    of = moves(right_and_wrong("flat", 0.3, 0.1).draw(rng, (200, 50)), rng)
    assert (ours(of) <= 0.05).mean() == pytest.approx((mid_p(of) <= 0.05).mean(), abs=0.04)


@pytest.mark.slow
def test_rare_heavy_errors_are_marked() -> None:
    found = study(quick=True, repetitions=60, seed=2, only="rare heavy errors against many light ones")
    assert {(cell.clusters, cell.undetectable) for cell in found.cells if cell.population == "20% weigh 5"} == {
        (30, True),
        (100, True),
        (300, False),
    }
    assert all(set(cell.rivals) == set(RIVALS) for cell in found.cells)
    later = [cell for cell in found.cells if cell.clusters == 300]
    assert min(100 - cell.unflagged for cell in later if not cell.undetectable) > 50


def test_what_draws_nothing_takes_no_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["study", "parnax", "--seed", "3"]) == 2
    assert "draws nothing at random" in capsys.readouterr().err
    assert heavy_against_light("x", 0.1, 5, 0.1).rare == pytest.approx(0.1 * 0.1 / (0.5 / 1.4))


@pytest.mark.slow
def test_murhos_test_holds_its_level_and_has_power() -> None:
    found = study(quick=True, repetitions=400, seed=5)
    summary = json.loads(json.dumps(found.as_json()["summary"]))
    assert summary["unflagged_error_beyond_6_and_noise"] <= 0.03 * summary["mostly_unflagged"]
    assert summary["flagged_there"] <= 30
    for cell, shares in summary["power"].items():
        if "mid-p McNemar" in shares:
            assert shares["murho"] >= shares["mid-p McNemar"] - 3, cell


@pytest.mark.slow
@pytest.mark.parametrize("n", [50, 200])
def test_sparse_differences_are_covered(n: int) -> None:
    """Few cases move: where both halves see nothing the score interval has to help."""
    rng = np.random.default_rng(24)
    for only_a, only_b in ((0.01, 0.01), (0.0, 0.02), (0.01, 0.05), (0.0, 0.1), (0.1, 0.1), (0.05, 0.15)):
        held = 0
        for _ in range(400):
            chance = rng.random(n)
            a, b = (chance < only_a) * 1.0, (chance > 1 - only_b) * 1.0
            found = compare(a, np.ones(n), b, np.ones(n), resamples=399, level=0.95)
            held += found.low - 1e-12 <= only_b - only_a <= found.high + 1e-12
        assert held >= 0.92 * 400, (n, only_a, only_b, held)
