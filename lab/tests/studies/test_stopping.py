"""The study of stopping: its intervals are the ones users get, and what it finds in a cell with a known answer."""

import json
from pathlib import Path

import numpy as np
import pytest

from murho.cli import status
from murho.core.confidence_sequence import ends
from murho.core.estimate import estimate
from murho.core.judgement import Judgements
from murho.core.tally import tally
from murho_lab.studies.stopping import draw, study
from murho_lab.studies.stopping.designs import DESIGN_CELLS, PATHS, DesignCell, population
from murho_lab.studies.stopping.designs import examine as examine_design
from murho_lab.studies.stopping.machines import examine as examine_machine
from murho_lab.studies.stopping.machines import grid
from murho_lab.studies.stopping.rules import RULE_CELLS, examine, sequence_stops, usual_ends


def test_the_usual_interval_is_the_one_that_users_get() -> None:
    rng = np.random.default_rng(2)
    losses, rho = (rng.random(80) < 0.3) * 1.0, rng.uniform(0.1, 1, 80)
    low, high = usual_ends(losses, rho)
    for n in (5, 40, 80):
        found = estimate(tally(Judgements.of(losses[:n]), rho[:n]).closed, level=0.95)
        assert (low[n - 1], high[n - 1]) == pytest.approx((found.low, found.high), rel=1e-6)


def test_halving_finds_when_a_sequence_stops() -> None:
    losses = (np.random.default_rng(3).random(400) < 0.1) * 1.0
    widths = [-np.subtract(*ends(losses[:n], aim=0.2, level=0.95)) for n in range(1, 401)]
    assert sequence_stops(losses, np.ones(400), 0.2) == 1 + int(np.flatnonzero(np.array(widths) <= 0.2)[0])


@pytest.mark.parametrize("cell", DESIGN_CELLS, ids=[cell.name for cell in DESIGN_CELLS])
def test_a_path_of_a_sample_holds_what_its_sequence_says(cell: DesignCell) -> None:
    """Cut with those before it, the interval after so many steps has what every moment up to then holds."""
    rng = np.random.default_rng(4)
    cases = population(cell.weights, rng)
    needed, path = PATHS[cell.design](cases, rng)
    low, high = path.ends(60)
    assert 0 <= low < cases.truth < high <= 1
    inside, outside = low + 0.01 * (high - low), low - 0.01
    assert path.held(inside)[:60].all()
    assert outside < 0 or not path.held(outside)[:60].all()
    assert path.judged[59] >= 55  # a few are drawn twice
    assert 200 < needed < 1500


@pytest.mark.slow
def test_sequences_of_samples_hold_and_strata_ask_for_fewer() -> None:
    found = {}
    for cell in DESIGN_CELLS[:7]:
        found[cell.design] = one = examine_design(cell, 200, np.random.default_rng(5))
        assert one.held >= 93  # 95 but for the 200 samples
        assert one.reached == 100
        assert 1.3 < one.times < 2.2
    assert found["stratified(n)"].sequence < 0.9 * found["simple(n)"].sequence
    assert found["clusters(n)"].sequence > 1.5 * found["simple(n)"].sequence


@pytest.mark.slow
def test_the_same_seed_draws_the_same(tmp_path: Path) -> None:
    one, two, other = (study(quick=True, repetitions=20, seed=seed, only="graded") for seed in (1, 1, 2))
    assert json.dumps(one.as_json()) == json.dumps(two.as_json())
    assert one.rules != other.rules
    (path,) = draw(one, str(tmp_path))
    assert "| graded losses, beta(.3, .7) | 0.1 | 161 |" in Path(path).read_text("utf-8")


@pytest.mark.slow
def test_the_command_prints_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["study", "stopping", "--quick", "--seed", "3", "--repetitions", "20"]) == 0
    assert "seed 3, 20 samples a cell" in capsys.readouterr().out


@pytest.mark.slow
def test_what_rules_cover() -> None:
    """Rate 0.05, ±2 points: 456 fixed, 474 at a width; who peeks misses at least once in some third of all paths."""
    found = examine(RULE_CELLS[0], 400, np.random.default_rng(5))
    assert abs(found.fixed.judgements - 456) <= 6
    assert abs(found.width.judgements - 474) <= 12
    assert 92 <= found.width.covered <= 98
    assert found.sequence.covered >= 93  # 95 but for the 400 samples
    assert 1.4 <= found.times <= 1.9
    assert 25 <= found.peeked <= 45


@pytest.mark.slow
def test_corrected_figures_cover_where_the_usual_ones_do_not() -> None:
    (cell,) = (
        cell for cell in grid() if (cell.labelled, cell.name) == (100, "log-normal, rate 0.3, machine right 0.8")
    )
    found = examine_machine(cell, 400, np.random.default_rng(5))
    assert found is not None
    assert found.covered >= 93
    assert found.machine < 91
