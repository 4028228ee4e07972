"""Laws of confidence sequences, over any losses, importances and orders of them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from murho.core.confidence_sequence import Population, course, ends

judged = st.lists(
    st.tuples(st.sampled_from([0.0, 0.3, 1.0]) | st.floats(0, 1), st.floats(0.01, 4)), min_size=1, max_size=25
)


@given(judged, st.booleans())
def test_it_stays_between_0_and_1_and_never_widens(rows: list[tuple[float, float]], finite: bool) -> None:
    losses, rho = map(list, zip(*rows, strict=True))
    suite = Population(len(rows) + 5, sum(rho) + 7) if finite else None
    path = course(losses, rho, largest=4.0, population=suite, level=0.95)
    assert (path[:, 0] >= 0).all()
    assert (path[:, 1] <= 1).all()
    assert (np.diff(path[:, 0]) >= -1e-9).all()
    assert (np.diff(path[:, 1]) <= 1e-9).all()


@given(judged)
def test_it_is_a_point_when_all_of_a_population_are_judged(rows: list[tuple[float, float]]) -> None:
    losses, rho = map(np.array, zip(*rows, strict=True))
    low, high = ends(losses, rho, largest=4.0, population=Population(len(rows), float(rho.sum())), level=0.95)
    truth = float((losses * rho).sum() / rho.sum())
    # Purses may have left the truth out before: then the ends have crossed.
    assert low >= truth - 1e-9
    assert high <= truth + 1e-9
    assert low > high + 1e-9 or (abs(low - truth) < 1e-9 and abs(high - truth) < 1e-9)


@given(judged)
def test_what_was_right_is_the_mirror_of_what_was_wrong(rows: list[tuple[float, float]]) -> None:
    losses, rho = map(np.array, zip(*rows, strict=True))
    low, high = ends(losses, rho, largest=4.0, level=0.95)
    mirrored = ends(1 - losses, rho, largest=4.0, level=0.95)
    assert np.allclose([low, high], [1 - mirrored[1], 1 - mirrored[0]], atol=1e-9)


@given(judged, st.floats(0.5, 8))
def test_only_the_ratios_of_importances_count(rows: list[tuple[float, float]], times: float) -> None:
    losses, rho = map(np.array, zip(*rows, strict=True))
    suite, other = Population(40, 160.0), Population(40, 160.0 * times)
    one = ends(losses, rho, largest=4.0, population=suite, level=0.95)
    assert np.allclose(one, ends(losses, rho * times, largest=4.0 * times, population=other, level=0.95), atol=1e-9)
