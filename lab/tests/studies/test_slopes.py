"""The study of slopes: its rivals are what they say, and murho's interval keeps its promise where small."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from murho.cli import status
from murho.core.regression import fit
from murho_lab.studies.slopes import draw, study
from murho_lab.studies.slopes.populations import clusters, grid, points
from murho_lab.studies.slopes.rivals import reaches


def test_rivals_by_scipy_and_by_hand() -> None:
    sample = points("log-normal x", "scatter rising", 15).draw(np.random.default_rng(1))
    found = reaches(sample, degrees=5.0)
    theirs = stats.linregress(sample.x, sample.y)
    assert found["equal scatter, t"] == pytest.approx(stats.t.ppf(0.975, 13) * theirs.stderr)
    line = fit(sample.x, sample.y, level=0.95)
    assert line is not None
    assert found["jackknife, t"] == pytest.approx(stats.t.ppf(0.975, 13) * line.covariance[1] ** 0.5)
    off = sample.x - sample.x.mean()
    left = sample.y - theirs.intercept - theirs.slope * sample.x
    hc1 = 15 / 13 * np.sum((off * left) ** 2) / np.sum(off**2) ** 2
    assert found["sandwich, t"] == pytest.approx(stats.t.ppf(0.975, 13) * hc1**0.5)
    hc2 = np.sum((off * left) ** 2 / (1 - 1 / 15 - off**2 / np.sum(off**2))) / np.sum(off**2) ** 2
    assert found["CR2, Satterthwaite"] == pytest.approx(stats.t.ppf(0.975, 5) * hc2**0.5)


def test_every_population_runs_along_the_line() -> None:
    for cell in grid():
        if cell.size == 6:
            rng = np.random.default_rng(3)
            samples = [cell.draw(rng) for _ in range(200)]
            slopes = [np.polyfit(one.x, one.y, 1)[0] for one in samples]
            error = np.median(np.abs(np.array(slopes) - 0.5))
            assert np.median(slopes) == pytest.approx(0.5, abs=0.4 * error), cell.population


def test_uneven_clusters_of_uneven_scatter_are_covered_where_the_sandwich_fails() -> None:
    """One cell of the table in docs/slopes.md, with fewer samples."""
    from murho_lab.studies.slopes.study import examine

    cell = clusters("normal x", False, True, "scatter rising", 20)
    found = examine(cell, 200, np.random.default_rng(1))
    assert found.covered >= 93
    assert found.rivals["sandwich, t"] < 88
    assert found.unflagged == 100


@pytest.mark.slow
def test_what_is_written_and_printed(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    found = study(quick=True, repetitions=20, seed=3, only="uneven clusters")
    assert found.as_json()["summary"]["mostly_unflagged"] == sum(cell.size >= 8 for cell in found.cells)
    (path,) = draw(found, str(tmp_path))
    page = Path(path).read_text(encoding="utf-8")
    assert "seed 3, 20 samples a cell" in page
    assert page.count("\n| normal x, equal scatter | ") == 4
    assert status(["study", "slopes", "--data", "x"]) == 2
    assert "takes no data" in capsys.readouterr().err


@pytest.mark.slow
def test_at_least_93_percent_from_8_clusters_on() -> None:
    found = study(quick=True, repetitions=300, seed=5)
    summary = json.loads(json.dumps(found.as_json()["summary"]))
    assert summary["covered_below_93_beyond_noise_unflagged"] <= 1
    assert all(cell.unflagged == 0 for cell in found.cells if cell.size < 8)
    assert summary["rivals_below_93"]["sandwich, t"] > summary["mostly_unflagged"] / 2
