"""The study of intervals: populations have the π that they say, the interval is the one users get, draws repeat."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from murho.core.errors import InputError
from murho.core.estimate import estimate
from murho.core.moments import Moments, exact
from murho_lab.studies.intervals import real, study
from murho_lab.studies.intervals.populations import Cell, Population, grid, zipf
from murho_lab.studies.intervals.rivals import RIVALS, bootstraps
from murho_lab.studies.intervals.study import Study, evidence_of, examine

from murho.core.intervals import effective_size, score  # isort: skip


@pytest.fixture(scope="module")
def cells() -> list[Cell]:
    """All of the grid, which takes a second to compute."""
    return list(grid())


@pytest.fixture(scope="module")
def populations(cells: list[Cell]) -> dict[str, Population]:
    """Those of the grid, by family and name."""
    return {f"{cell.population.family}: {cell.population.name}": cell.population for cell in cells}


def test_populations_have_the_truth_that_they_say(populations: dict[str, Population]) -> None:
    """Within 5 standard errors of a large sample; where few heavy cases decide, that is wide."""
    for name, population in populations.items():
        num, den, _ = (column[0] for column in population.draw(np.random.default_rng(7), (1, 40_000)))
        deviation = num - population.truth * den
        assert abs(deviation.sum()) <= 5 * np.sqrt((deviation**2).sum()), name


@pytest.mark.slow
def test_the_grid_is_as_wide_as_the_docs_say(cells: list[Cell]) -> None:
    assert len(cells) == 539
    assert {cell.clusters for cell in cells} >= {5, 10, 20, 30, 10_000}
    assert all(cell.clusters <= 300 for cell in grid(quick=True))


def test_the_interval_is_the_one_that_users_get(populations: dict[str, Population]) -> None:
    rng = np.random.default_rng(3)
    for population in list(populations.values())[::9]:
        num, den, square = population.draw(rng, (3, 25))
        basis = evidence_of(num, den, square, population.bounded)
        low, high = score(basis, effective_size(basis, 0.95), 0.95)
        for row in range(3):
            rows = zip(num[row].tolist(), den[row].tolist(), square[row].tolist(), strict=True)
            moments = sum((Moments.of_cluster(exact(n), exact(d), exact(s)) for n, d, s in rows), Moments())
            found = estimate(moments, bounded=population.bounded, level=0.95)
            assert (found.low, found.high) == pytest.approx((low[row], high[row]), rel=1e-6, abs=1e-9)


def test_a_table_of_thirty_holds_as_often_as_its_groups_do_at_their_own_level(
    populations: dict[str, Population],
) -> None:
    flat = populations["right and wrong: equal weights, rate 0.2"]
    found = examine(Cell(flat, 100), 4000, np.random.default_rng(5), 5)
    rng = np.random.default_rng(5)
    num, den, square = flat.draw(rng, (4000, 100))
    basis = evidence_of(num, den, square, True)
    low, high = score(basis, effective_size(basis, 0.95), 0.95 ** (1 / 30))
    assert found.simultaneous_missed == pytest.approx(100 * np.mean((low > 0.2) | (high < 0.2)), abs=1e-3)
    assert 0 < found.simultaneous_missed_unflagged <= found.simultaneous_missed < 0.5 < 100 - found.murho.covered
    made = Study(5, 4000, True, (found, replace(found, simultaneous_missed_unflagged=0.0)))
    told = 100 * (1 - found.simultaneous_missed_unflagged / 200) ** 30
    assert made.summary()["30_groups_at_once"] == {"right and wrong": pytest.approx(told, abs=0.06)}


def test_rivals_are_the_formulas_of_the_books() -> None:
    num, den = np.array([[1.0] * 15 + [0.0] * 133]), np.ones((1, 148))
    ends = {name: [round(float(end[0]), 4) for end in rival(num, den, den, True)] for name, rival in RIVALS.items()}
    assert ends == {  # Newcombe (1998), table I, methods 1 and 3
        "Wald": [0.0527, 0.15],
        "Wilson on n": [0.0624, 0.1605],
        "cluster-robust t": [0.0522, 0.1505],
    }
    both = bootstraps(num, den, 1)
    assert both["BCa bootstrap"][1][0] >= both["percentile bootstrap"][1][0]


@pytest.mark.slow
def test_the_same_seed_draws_the_same() -> None:
    one, two, other = (study(quick=True, repetitions=30, seed=seed, only="entity F1") for seed in (1, 1, 2))
    assert json.dumps(one.as_json()) == json.dumps(two.as_json())
    assert one.cells != other.cells


def test_heavy_weights_that_rise_with_the_error_are_covered() -> None:
    """84 % of unflagged samples, before the skewness was looked at."""
    cell = Cell(zipf("exponent 0.7", 0.1, 0.7, 1.0, types=1000), 1000)
    found = examine(cell, 1000, np.random.default_rng(5), 0)
    assert found.murho.covered >= 93
    assert found.rivals["Wilson on n"].covered < 60


def test_without_real_data_it_says_what_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="neither slurp/test"):
        study(quick=True, data=str(tmp_path))


@pytest.mark.slow
def test_real_populations_have_the_figures_of_their_runs(data: Path) -> None:
    populations = {(cell.population.family, cell.population.name): cell for cell in real.cells(str(data))}
    truths = {key: round(cell.population.truth, 4) for key, cell in populations.items()}
    # HerMiT behind the recogniser of SLURP, as `murho study slurp` and the scorers of both have it.
    for unit in ("recordings", "sentences", "scenarios"):
        assert truths["SLURP: intents", unit] == 0.2167
        assert truths["SLURP: words", unit] == 0.1882
        assert truths["SLURP: entity F1", unit] == 0.3584
    assert truths["sclite: words", "utterances"] == 0.2413
    found = study(quick=True, repetitions=1000, seed=3, data=str(data), only="SLURP: words")
    told = found.summary()
    assert (told["cells"], told["real_cells"], told["real_mostly_unflagged"]) == (0, 11, 10)
    assert told["real_within_93_98"] == 100.0
    assert {cell.clusters for cell in found.cells} == {5, 10, 18, 20, 30, 40, 100, 300}
