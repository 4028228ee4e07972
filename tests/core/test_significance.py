"""The tests of significance, against scipy, by enumeration and by hand."""

from itertools import product
from math import comb, isclose

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from murho.core.significance import ENOUGH, EXACT, mapsswe, mcnemar, segment_errors, sign_test, wilcoxon

SMALL = st.lists(st.integers(-4, 4), max_size=10)


def segments_by_state(path_a: str, path_b: str, buffer: int) -> list[tuple[int, int]]:
    """NIST's finite state machine as drawn in mtchprs.c: b before an error, e behind one, g on good words since."""
    ops = [list(path) for path in (path_a, path_b)]
    place, found, errors, state, good = [0, 0], [], [0, 0], "b", 0
    while any(place[side] < len(ops[side]) for side in (0, 1)):
        for side in (0, 1):
            while place[side] < len(ops[side]) and ops[side][place[side]] == "I":
                errors[side] += 1
                place[side] += 1
                state = "e"
        if place[0] == len(ops[0]):
            break
        now = [ops[side][place[side]] for side in (0, 1)]
        both = now == ["=", "="]
        for side in (0, 1):
            errors[side] += now[side] != "="
            place[side] += 1
        if not both:
            state = "e"
        elif state == "e":
            state, good = "g", 1
        elif state == "g":
            good += 1
        if state == "g" and good >= buffer:
            found.append((errors[0], errors[1]))
            errors, state = [0, 0], "b"
    return found + [(errors[0], errors[1])] * any(errors)


@st.composite
def two_paths(draw: st.DrawFn) -> tuple[str, str]:
    words = draw(st.integers(0, 12))
    operation = st.sampled_from(["=", "=", "=", "S", "D", "I=", "IIS"])
    a, b = ("".join(draw(st.lists(operation, min_size=words, max_size=words))) for _ in range(2))
    return a + draw(st.sampled_from(["", "I"])), b + draw(st.sampled_from(["", "I"]))


@given(two_paths(), st.integers(1, 4))
def test_segments_are_those_of_the_state_machine(paths: tuple[str, str], buffer: int) -> None:
    assert segment_errors(*paths, buffer=buffer) == segments_by_state(*paths, buffer)


@given(two_paths())
def test_every_error_is_in_one_segment(paths: tuple[str, str]) -> None:
    segments = segment_errors(*paths)
    for side, path in enumerate(paths):
        assert sum(errors[side] for errors in segments) == len(path) - path.count("=")
    assert all(any(errors) for errors in segments)


@pytest.mark.parametrize(
    ("a", "b", "segments"),
    [
        ("", "", []),
        ("====", "====", []),
        ("S==S", "====", [(1, 0), (1, 0)]),
        ("S=S", "===", [(2, 0)]),
        ("S==S", "=D==", [(2, 1)]),
        ("S=I=S", "====", [(3, 0)]),
        ("==", "=", []),
        ("==I", "==", [(1, 0)]),
        ("I==", "I==", [(1, 1)]),
        ("S.==", "====", [(1, 0)]),
        ("=..=", "====", []),
        ("=.S==", "=S===", [(1, 1)]),
    ],
)
def test_segments_by_hand(a: str, b: str, segments: list[tuple[int, int]]) -> None:
    if len(a) - a.count("I") != len(b) - b.count("I"):
        with pytest.raises(ValueError, match="words in the reference"):
            segment_errors(a, b)
    else:
        assert segment_errors(a, b) == segments


def test_mapsswe_is_the_z_of_the_mean_difference() -> None:
    rng = np.random.default_rng(1)
    a, b = rng.poisson(1.5, 400), rng.poisson(1.2, 400)
    test = mapsswe(a, b)
    paired = stats.ttest_rel(b, a)
    assert test.statistic == pytest.approx(paired.statistic)
    assert test.p_value == pytest.approx(2 * stats.norm.sf(abs(paired.statistic)))
    assert (test.pairs, test.flags) == (400, ())
    assert test.details["mean"] == pytest.approx((b - a).mean())
    assert test.details["deviation"] == pytest.approx((b - a).std(ddof=1))


def test_mapsswe_says_when_it_rests_on_little() -> None:
    assert mapsswe([], []).p_value == 1
    assert mapsswe([1, 2], [1, 2]).p_value == 1
    alike = mapsswe([1] * 60, [0] * 60)
    assert (alike.statistic, alike.p_value) == (None, None)
    assert "no spread" in alike.flags[0]
    assert mapsswe([1], [0]).p_value is None
    few = mapsswe([1, 2, 0], [0, 2, 0])
    assert str(ENOUGH) in few.flags[0]


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=40))
def test_mcnemar_is_the_exact_binomial_test(pairs: list[tuple[bool, bool]]) -> None:
    a, b = ([pair[side] for pair in pairs] for side in (0, 1))
    test = mcnemar(a, b)
    only_a, only_b = sum(x and not y for x, y in pairs), sum(y and not x for x, y in pairs)
    assert (test.details["only_a_wrong"], test.details["only_b_wrong"]) == (only_a, only_b)
    assert sum(test.details.values()) == test.pairs == len(pairs)
    expected = stats.binomtest(only_a, only_a + only_b).pvalue if only_a + only_b else 1
    assert test.p_value == pytest.approx(expected)


@pytest.mark.parametrize(("less", "more"), [(400, 600), (4900, 5100), (0, 1000), (10**6, 10**6 + 5000)])
def test_the_binomial_is_exact_for_many_pairs(less: int, more: int) -> None:
    found = mcnemar([True] * less + [False] * more, [False] * less + [True] * more).p_value
    n = less + more
    if n <= 1000:
        exact = 2 * sum(comb(n, k) for k in range(less + 1)) / 2**n
    else:
        exact = float(2 * stats.binom.cdf(less, n, 0.5))
    assert found is not None
    assert isclose(found, exact, rel_tol=1e-6)


@given(SMALL)
def test_the_sign_test_is_scipys(differences: list[int]) -> None:
    test = sign_test(differences)
    worse, better = sum(d > 0 for d in differences), sum(d < 0 for d in differences)
    assert test.details == {"worse": worse, "better": better, "same": len(differences) - worse - better}
    expected = stats.binomtest(worse, worse + better).pvalue if worse + better else 1
    assert test.p_value == pytest.approx(expected)


@given(SMALL)
def test_wilcoxon_enumerates_all_signs_ties_included(differences: list[int]) -> None:
    test = wilcoxon(differences)
    moved = [d for d in differences if d]
    ranks = stats.rankdata(np.abs(moved)) if moved else []
    observed = abs(sum(rank * np.sign(d) for rank, d in zip(ranks, moved, strict=True)))
    sums = [abs(sum(r * s for r, s in zip(ranks, signs, strict=True))) for signs in product((1, -1), repeat=len(moved))]
    expected = sum(total >= observed - 1e-9 for total in sums) / len(sums)
    assert test.p_value == pytest.approx(expected)


@pytest.mark.parametrize("n", [5, 20, 50, 200])
def test_wilcoxon_without_ties_is_scipys_exact_one(n: int) -> None:
    differences = np.random.default_rng(n).normal(0.2, 1, n)
    test, theirs = wilcoxon(differences), stats.wilcoxon(differences, method="exact")
    assert test.statistic == theirs.statistic
    assert test.p_value == pytest.approx(theirs.pvalue)


@pytest.mark.parametrize("n", [EXACT + 100, 2000])
@pytest.mark.parametrize("decimals", [1, 9])
def test_wilcoxon_of_many_is_scipys_normal_one(n: int, decimals: int) -> None:
    differences = np.random.default_rng(n).normal(0.1, 1, n).round(decimals)
    moved = differences[differences != 0]
    test = wilcoxon(differences)
    theirs = stats.wilcoxon(moved, method="approx", correction=False)
    assert test.statistic == theirs.statistic
    assert test.p_value == pytest.approx(theirs.pvalue)
    assert abs(test.details["z"]) == pytest.approx(abs(theirs.zstatistic))
    assert test.details["same"] == n - len(moved)


def test_rates_that_are_equal_but_for_rounding_are_ties() -> None:
    thirds = np.array([1 / 3 - 1 / 6, 1 / 2 - 1 / 3, 2 / 3 - 1 / 2, 0.1 + 0.2 - 0.3])
    assert wilcoxon(thirds).details == {"ranks_worse": 6, "ranks_better": 0, "same": 1, "z": pytest.approx(3**0.5)}
    assert sign_test(thirds).details["same"] == 1


def test_nothing_to_compare() -> None:
    for test in (wilcoxon([]), wilcoxon([0, 0]), sign_test([]), mcnemar([], [])):
        assert test.p_value == 1
    assert wilcoxon([0, 0]).statistic == 0
