"""Exact sums: whatever is added, in any order and any split, by the extension or its twin, no digit is lost."""

import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from murho.core.case import Cases
from murho.core.judgement import Judgements
from murho.core.ledger import Ledger
from murho.core.moments import Moments, exact
from murho.core.sums import COUNTS, OPEN, TALLY, read, twin

FINITE = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([0.0, -0.0, 5e-324, -5e-324, 2.0**-1022, 1e300, -1e300, 1e-300, 0.1, 1.7976931348623157e308]),
    st.integers(-(2**53), 2**53).map(float),
)
"""Zeros, subnormals, numbers of every size beside each other."""
USUAL = st.one_of(st.sampled_from([0.0, 0.1, 0.25, 0.7, 1.0]), st.floats(0, 1), st.floats(1e-12, 1e12))
WILD = st.one_of(USUAL, st.floats(0, 1e130), st.sampled_from([5e-324, 1e-200, 1e-310, 2.0**-600, 2.0**-1000, 1e130]))
INTEGERS = st.one_of(st.integers(0, 9), st.integers(0, 2**62), st.sampled_from([2**53, 2**53 + 1, 2**62 - 1]))


@pytest.fixture(scope="module")
def compiled() -> Any:
    return pytest.importorskip("murho.core.sums._sums", reason="the extension is not compiled")


def numbers(sums: Any) -> list[list[Any]]:
    return [[read(sums, cell, column) for column in range(sums.columns)] for cell in range(len(sums))]


def rounded(sums: Any, column: int) -> list[float]:
    out = np.empty(len(sums))
    sums.rounded(column, out)
    return out.tolist()


def nearest(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else -float("inf")


@given(values=st.lists(st.tuples(st.integers(0, 3), FINITE), max_size=40), data=st.data())
def test_every_sum_is_that_of_fractions(compiled: Any, values: list[tuple[int, float]], data: st.DataObject) -> None:
    """In batches of any size, in any order, merged in any order, empty cells among them."""
    exact_sums = [sum((Fraction(v) for cell, v in values if cell == k), Fraction(0)) for k in range(4)]
    values = data.draw(st.permutations(values))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(values)), max_size=4)))
    for made in (compiled, twin):
        parts = []
        for start, stop in zip([0, *cuts], [*cuts, len(values)], strict=True):
            part = made.Sums(1, 4)
            codes, column = zip(*values[start:stop], strict=True) if stop > start else ((), ())
            part.add(np.array(codes, np.int64), 0, np.array(column, np.float64))
            parts.append(part)
        whole = made.Sums(1, 4)
        for k in data.draw(st.permutations(range(len(parts)))):
            whole.merge(parts[k], np.arange(4))
        assert numbers(whole) == [[value] for value in exact_sums]
        assert rounded(whole, 0) == [nearest(value) for value in exact_sums]


@given(values=st.lists(FINITE, max_size=300))
def test_one_sum(compiled: Any, values: list[float]) -> None:
    for made in (compiled, twin):
        sums = made.Sums(1, 1)
        sums.add(None, 0, np.array(values, np.float64))
        assert read(sums, 0, 0) == sum(map(Fraction, values))


@given(values=st.lists(st.integers(-(2**63), 2**63 - 1), max_size=40))
def test_sums_of_integers(compiled: Any, values: list[int]) -> None:
    for made in (compiled, twin):
        sums = made.Sums(1, 1)
        sums.add(None, 0, np.array(values, np.int64))
        assert (read(sums, 0, 0), rounded(sums, 0)) == (sum(values), [float(sum(values))])


@st.composite
def batches(draw: st.DrawFn) -> dict[str, Any]:
    """Rows for `tally_rows`, of every kind that there may be."""
    size = draw(st.integers(0, 12))
    kind = draw(st.sampled_from([USUAL, WILD]))

    def column(of: st.SearchStrategy[Any], n: int = size) -> list[Any]:
        return draw(st.lists(of, min_size=n, max_size=n))

    def values() -> Any:
        if draw(st.booleans()):
            return np.array(column(INTEGERS), np.int64)
        return np.array(column(kind), np.float64)

    finer = draw(st.booleans())
    return {
        "codes": None if draw(st.booleans()) else np.array(column(st.integers(0, 2)), np.int64),
        "cases": np.array(sorted(column(st.integers(0, max(size - 1, 0)))), np.int64) if finer else None,
        "clusters": None if draw(st.booleans()) else np.array(column(st.integers(-1, 2)), np.int64),
        "rho": np.array(column(st.one_of(st.just(1.0), kind)), np.float64),
        "loss": values(),
        "units": values(),
        "undefined": np.array(column(st.booleans()), bool),
    }


@settings(max_examples=settings().max_examples * 5)
@given(
    parts=st.lists(batches(), min_size=1, max_size=3),
    by_expression=st.booleans(),
    times=st.sampled_from([1, 1, 1, 11, 30]),
    closing=st.sampled_from([[2, 0, 2], [1, -1, 0]]),
)
def test_rows_are_added_as_by_the_twin(
    compiled: Any, parts: list[dict[str, Any]], by_expression: bool, times: int, closing: list[int]
) -> None:
    found = []
    for made in (compiled, twin):
        cells, counts, opened = made.Sums(TALLY, 3), np.zeros((3, COUNTS), np.int64), made.Sums(OPEN, 3)
        seen = 0
        for part in parts:
            given_rows = [repeated(name, column, times) for name, column in part.items()]
            try:
                made.tally_rows(cells, counts, opened, *given_rows, seen, by_expression)
            except ValueError as error:
                found.append(str(error))
                break
            seen += len(given_rows[3])
        else:
            found.append([numbers(opened), numbers(cells), counts[:, : COUNTS - 1].tolist()])
            try:
                made.close_clusters(cells, counts, opened, np.array(closing))
                found[-1] += [numbers(cells), counts[:, : COUNTS - 1].tolist()]
            except ValueError as error:
                found[-1] += [str(error)]
    assert found[0] == found[1]
    assert isinstance(found[0], list) or found[0] == "sums are over finite numbers"


def repeated(name: str, column: Any, times: int) -> Any:
    """The rows again and again, so that they fill a block; the cases of each time are other ones."""
    if column is None:
        return None
    if name == "cases":
        return np.concatenate([column + len(column) * k for k in range(times)])
    return np.tile(column, times)


ROW = st.tuples(
    st.tuples(st.lists(st.tuples(WILD, WILD), min_size=1, max_size=3), USUAL),  # rows of loss and units; ρ
    st.sampled_from([None, "a", "b", "c"]),
    st.sampled_from(["x", "y", None]),
)


def judged(some: list[Any]) -> tuple[Cases, Judgements, np.ndarray[Any, Any]]:
    ids = [str(i) for i in range(len(some))]
    cases = Cases(
        ids, ids, [()] * len(some), [cluster for _, cluster, _ in some], features={"f": [group for *_, group in some]}
    )
    rows = [(i, loss, units) for i, ((pairs, _), *_) in enumerate(some) for loss, units in pairs]
    case, loss, units = zip(*rows, strict=True) if rows else ((), (), ())
    return cases, Judgements.of(loss, units, case=case), np.array([rho for (_, rho), *_ in some])


def moments_by_hand(some: list[Any]) -> Moments:
    """The sums over clusters as the definition has them, with fractions."""
    clusters: dict[Any, list[Any]] = {}
    for place, ((rows, rho), cluster, _) in enumerate(some):
        sums = clusters.setdefault(place if cluster is None else cluster, [0, 0, 0])
        for loss, units in rows:
            den = rho * units
            sums[0] += exact(rho * loss)
            sums[1] += exact(den)
            sums[2] += Moments.of_cluster(rho, den).num_den
    return sum((Moments.of_cluster(*cluster) for cluster in clusters.values()), Moments())


@settings(max_examples=settings().max_examples * 5 // 2, deadline=None)
@given(some=st.lists(ROW, max_size=8), data=st.data())
def test_a_ledger_is_what_its_cases_add_up_to(some: list[Any], data: st.DataObject) -> None:
    """Batch by batch, clusters open all the while, in ledgers that are merged in any order, over pickles too."""
    ledgers = []
    where = [data.draw(st.integers(0, 2)) for _ in some]
    for k in data.draw(st.permutations(range(3))):
        ledger = Ledger(["f"])
        mine = [row for row, part in zip(some, where, strict=True) if part == k]
        cut = data.draw(st.integers(0, len(mine)))
        for part in (mine[:cut], mine[cut:]):
            if part:
                ledger.add(*judged(part))
        ledgers.append(ledger)
    whole = Ledger(["f"])
    for ledger in ledgers:
        whole += pickle.loads(pickle.dumps(ledger))
    assert whole.total.close().closed == moments_by_hand(some)
    assert whole.total.cases == len(some)
    assert set(whole.by["f"]) == {group or "(none)" for *_, group in some}
    for group, tally in whole.by["f"].items():
        assert tally.close().closed == moments_by_hand([row for row in some if (row[2] or "(none)") == group])
