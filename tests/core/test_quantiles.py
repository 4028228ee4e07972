"""Quantiles against scipy's."""

import subprocess
import sys

import pytest
from scipy import stats

from murho.core.quantiles import normal_quantile, student_quantile

PROBABILITIES = [1e-8, 1e-4, 0.005, 0.025, 0.1, 0.4, 0.5, 0.6, 0.9, 0.95, 0.975, 0.995, 0.9995, 1 - 1e-6]
DEGREES = [0.5, 1, 1.5, 2, 2.5, 3, 4, 7, 10, 17.3, 30, 100, 499, 999, 1000, 1001, 1e4, 1e5, 1e6]


@pytest.mark.parametrize("probability", PROBABILITIES)
@pytest.mark.parametrize("df", DEGREES)
def test_student_is_scipys(probability: float, df: float) -> None:
    assert student_quantile(probability, df) == pytest.approx(stats.t.ppf(probability, df), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("probability", PROBABILITIES)
def test_normal_is_scipys(probability: float) -> None:
    assert normal_quantile(probability) == pytest.approx(stats.norm.ppf(probability), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(("probability", "df"), [(0, 3), (1, 3), (0.5, 0), (0.5, -1), (float("nan"), 3)])
def test_nonsense_is_refused(probability: float, df: float) -> None:
    with pytest.raises(ValueError, match="no t quantile"):
        student_quantile(probability, df)


def test_an_estimate_does_not_load_scipy() -> None:
    code = (
        "import sys\n"
        "from murho.core.estimate import estimate\n"
        "from murho.core.moments import Moments\n"
        "estimate(Moments.of_cluster(1, 4) + Moments.of_cluster(2, 7), level=0.95)\n"
        "sys.exit('scipy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
