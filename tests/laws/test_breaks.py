"""Laws of phrase breaks: the columns against a plain count, the tolerance against all matchings, the identities."""

from functools import cache

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from murho.core.meaning import UNDEFINED
from murho.core.raters import alpha, kappa
from murho.face.score import score
from murho.measures.phrasing.breaks import COUNTS, breaks

label = st.sampled_from(["0", "0", "1", "2"])
pair = st.lists(st.tuples(label, label), max_size=9).map(lambda both: ([r for r, _ in both], [g for _, g in both]))
batch = st.lists(pair, min_size=1, max_size=5)
options = st.fixed_dictionaries(
    {"final": st.sampled_from(["keep", "skip"]), "types": st.booleans(), "tolerance": st.sampled_from([0, 1])}
)


def plain_counts(right: list[str], given: list[str]) -> list[int]:
    """D, I and S by looking at one juncture after the other."""
    deletions = sum(1 for r, g in zip(right, given, strict=True) if r != "0" and g == "0")
    insertions = sum(1 for r, g in zip(right, given, strict=True) if r == "0" and g != "0")
    substitutions = sum(1 for r, g in zip(right, given, strict=True) if "0" not in (r, g) and r != g)
    return [deletions, insertions, substitutions]


def best_matching(right: list[str], given: list[str]) -> list[int]:
    """D, I and S of the best of all matchings in order that reach one juncture, tried one by one."""
    ours = [(place, kind) for place, kind in enumerate(right) if kind != "0"]
    theirs = [(place, kind) for place, kind in enumerate(given) if kind != "0"]

    @cache
    def best(i: int, j: int) -> tuple[int, int, int, int]:
        """Errors, then substitutions, deletions, insertions, from the i-th break and the j-th on."""
        if i == len(ours) or j == len(theirs):
            left, over = len(ours) - i, len(theirs) - j
            return left + over, 0, left, over
        e, s, d, n = best(i + 1, j)
        ways = [(e + 1, s, d + 1, n)]
        e, s, d, n = best(i, j + 1)
        ways.append((e + 1, s, d, n + 1))
        if abs(ours[i][0] - theirs[j][0]) <= 1:
            wrong = int(ours[i][1] != theirs[j][1])
            e, s, d, n = best(i + 1, j + 1)
            ways.append((e + wrong, s + wrong, d, n))
        return min(ways)

    _, substitutions, deletions, insertions = best(0, 0)
    return [deletions, insertions, substitutions]


@given(batch, options)
@example([(["1", "2", "1"], ["2", "1", "0"])], {"final": "keep", "types": True, "tolerance": 1})
def test_the_columns_count_as_one_would(pairs: list[tuple[list[str], list[str]]], chosen: dict[str, object]) -> None:
    found = breaks(**chosen).judge([(right,) for right, _ in pairs], [(given,) for _, given in pairs])
    for row, (right, said) in enumerate(pairs):
        if not chosen["types"]:
            right, said = ([str(min(int(x), 1)) for x in side] for side in (right, said))
        if chosen["final"] == "skip":
            right, said = right[:-1], said[:-1]
        expected = (best_matching if chosen["tolerance"] else plain_counts)(right, said)
        assert [int(found.counts[name][row]) for name in COUNTS[2:5]] == expected
        assert found.units[row] == len(right)
        assert found.loss[row] == sum(expected) <= found.units[row]


@given(batch, options)
def test_counts_fit_each_other(pairs: list[tuple[list[str], list[str]]], chosen: dict[str, object]) -> None:
    found = breaks(**chosen).judge([(right,) for right, _ in pairs], [(given,) for _, given in pairs])
    _, gold, deleted, inserted, substituted, correct, said = (found.counts[name] for name in COUNTS)
    assert (gold == deleted + substituted + correct).all()
    assert (said == inserted + substituted + correct).all()


@given(batch)
def test_forgiving_never_adds_errors(pairs: list[tuple[list[str], list[str]]]) -> None:
    right, said = [(right,) for right, _ in pairs], [(given,) for _, given in pairs]
    assert (breaks(tolerance=1).judge(right, said).loss <= breaks().judge(right, said).loss).all()


@given(batch, options)
def test_a_batch_is_its_parts(pairs: list[tuple[list[str], list[str]]], chosen: dict[str, object]) -> None:
    how = breaks(**chosen)
    whole = how.judge([(right,) for right, _ in pairs], [(given,) for _, given in pairs])
    alone = [how.judge([(right,)], [(given,)]) for right, given in pairs]
    for name in COUNTS:
        assert whole.counts[name].tolist() == [int(one.counts[name][0]) for one in alone]


@given(batch, st.sampled_from(["keep", "skip"]))
def test_rows_of_junctures_add_up(pairs: list[tuple[list[str], list[str]]], final: str) -> None:
    right, said = [(right,) for right, _ in pairs], [(given,) for _, given in pairs]
    rows, whole = breaks(final, rows="junctures").judge(right, said), breaks(final).judge(right, said)
    for name in COUNTS:
        assert np.bincount(rows.case, rows.counts[name], len(pairs)).tolist() == whole.counts[name].tolist()


@given(batch, st.sampled_from(["keep", "skip"]))
def test_the_floors_are_what_trivial_systems_get(pairs: list[tuple[list[str], list[str]]], final: str) -> None:
    how = breaks(final)
    right = [(right,) for right, _ in pairs]
    sums = {name: int(column.sum()) for name, column in how.judge(right, right).counts.items()}
    never = how.judge(right, [(["0"] * len(right),) for right, _ in pairs])
    floors = how.floors(sums)
    assert floors["never a break"] == {name: int(column.sum()) for name, column in never.counts.items()}
    always = how.judge(right, [(["1" if x == "0" else x for x in right],) for right, _ in pairs])
    assert floors["always a break"] == {name: int(column.sum()) for name, column in always.counts.items()}


@given(batch, st.lists(st.sampled_from([0.25, 0.5, 1.0]), min_size=5, max_size=5), st.sampled_from(["keep", "skip"]))
def test_junctures_correct_is_the_rest_of_the_value(
    pairs: list[tuple[list[str], list[str]]], weights: list[float], final: str
) -> None:
    right, said = [right for right, _ in pairs], [given for _, given in pairs]
    found = score(
        breaks(final), right, [None if i == 3 else x for i, x in enumerate(said)], weights[: len(pairs)], level=0.95
    )
    if found.value is None:
        assert found.also["junctures_correct"] is None
        return
    assert found.also["junctures_correct"] == pytest.approx(100 * (1 - found.value))
    if found.interval is None:  # a single utterance has none
        assert found.also["intervals"]["junctures_correct"] is None
        return
    low, high = found.also["intervals"]["junctures_correct"]
    assert (low, high) == pytest.approx((100 * (1 - found.interval[1]), 100 * (1 - found.interval[0])), abs=1e-6)


@given(pair)
def test_no_answer_is_never_better_than_any(both: tuple[list[str], list[str]]) -> None:
    right, said = both
    for tolerance in (0, 1):
        how = breaks(tolerance=tolerance)
        assert how.judge([(right,)], [UNDEFINED]).loss[0] >= how.judge([(right,)], [(said,)]).loss[0]


def plain_alpha(table: list[list[int]]) -> float | None:
    """Krippendorff's definition: 1 − observed over expected disagreement, from the coincidences one by one."""
    units = [[c for c, times in enumerate(row) for _ in range(times)] for row in table]
    units = [unit for unit in units if len(unit) > 1]
    values = [value for unit in units for value in unit]
    pairs = [(a, b) for i, a in enumerate(values) for j, b in enumerate(values) if i != j]
    if not any(a != b for a, b in pairs):
        return None
    expected = sum(a != b for a, b in pairs) / len(pairs)
    observed = sum(
        (a != b) / (len(unit) - 1) for unit in units for i, a in enumerate(unit) for j, b in enumerate(unit) if i != j
    )
    return 1 - observed / len(values) / expected


tables = st.lists(st.lists(st.integers(0, 3), min_size=3, max_size=3), min_size=1, max_size=6)


@given(tables)
def test_alpha_is_what_its_definition_says(table: list[list[int]]) -> None:
    expected = plain_alpha(table)
    assert alpha(table) == (None if expected is None else pytest.approx(expected))


@given(st.lists(st.lists(label, min_size=3, max_size=3), min_size=1, max_size=8))
def test_kappa_is_what_its_definition_says(labels: list[list[str]]) -> None:
    table = [[unit.count(name) for name in "012"] for unit in labels]
    n, m = len(table), 3
    observed = sum(sum(x * (x - 1) for x in row) / (m * (m - 1)) for row in table) / n
    chance = sum((sum(row[c] for row in table) / (n * m)) ** 2 for c in range(3))
    assert kappa(table) == (None if chance == 1 else pytest.approx((observed - chance) / (1 - chance)))
