"""A comparison in a terminal of 80 columns: figures whole, and what was left out told."""

import re
from collections.abc import Callable
from functools import partial

import numpy as np
from rich.text import Text

from murho.core.comparison import compare
from murho.core.several import Ranked
from murho.core.significance import Outcome
from murho.figures import ranking
from murho.figures.difference import of_all, sheet
from murho.pipeline.comparing.compare import Compared, Comparison
from murho.sheets.terminal import show_sheet

Seen = Callable[..., str]
WIDTH = 80


def on_screen(seen: Seen, found: Comparison) -> str:
    """The lines of a comparison, each blank alike."""
    sections = [*([ranking.sheet(found)] if found.ranking else []), sheet(found)]
    return "\n".join(
        re.sub(r"(?<=\S) +", " ", line)
        for line in seen(partial(show_sheet, gap=False), of_all(found, sections)).splitlines()
    )


def test_a_comparison_at_80_columns(seen: Seen) -> None:
    rng = np.random.default_rng(3)
    columns = [rng.integers(0, 2, 2000), np.ones(2000), rng.integers(0, 2, 2000), np.ones(2000)]
    found = compare(*columns, level=0.95)
    name = "runs/of-a-system-with-a-rather-long-name/2026-11-20T09-40-00/baseline-with-everything-on"
    groups = {f"a scenario with a long name {i}": (found, 0.5) for i in range(3)}
    one = Compared(name, "b", found, 0.25, {"scenario": groups}, 0, 3, 9, 2, 1)
    text = on_screen(seen, Comparison("labels", [one, one], "murho|signature"))
    assert "…" not in text
    assert name in text
    assert f"{found.value:+.4f} [{found.low:+.4f}, {found.high:+.4f}] {found.p_value:.4f} 0.2500" in text
    assert "p Holm" in text
    assert "3 cases without an answer in B: UNDEFINED there" in text
    assert "2 cases that A alone was asked, 1 that B alone was asked" in text
    tables = [line for line in text.splitlines() if "[" in line]
    assert len(tables) == 2 * 4
    assert all(Text(line).cell_len <= WIDTH for line in tables)


def test_a_comparison_without_a_denominator(seen: Seen) -> None:
    found = compare([0, 0], [0, 0], [0, 0], [0, 0], bounded=False, level=0.95)
    one = Compared("a", "b", found, None, {}, 0, 0, 2, 0, 0)
    text = on_screen(seen, Comparison("words", [one], "signature"))
    assert "inf" not in text
    assert "nothing to compare: a denominator is 0" in text


def test_what_rests_on_little_is_marked_in_slices_and_told_of_the_whole(seen: Seen) -> None:
    found = compare([1, 0, 1], [1, 1, 1], [0, 0, 1], [1, 1, 1], level=0.95)
    assert found.flags
    one = Compared("a", "b", found, None, {"day": {"mo": (found, 1.0)}}, 0, 0, 3, 0, 0)
    lines = on_screen(seen, Comparison("labels", [one], "signature")).splitlines()
    assert [line.split()[0] for line in lines if line.startswith("all")] == ["all"]
    assert not any(line.startswith("all !") for line in lines)
    assert [line for line in lines if line.startswith("mo ") and line.endswith(" !")]
    assert [line.strip() for line in lines].count("! rests on little: see the flags with --json") == 1
    assert f"  note {found.flags[0]}" in lines


def test_a_very_small_p_is_no_0(seen: Seen) -> None:
    found = compare([1, 0, 1], [1, 1, 1], [0, 0, 1], [1, 1, 1], level=0.95)
    tests = {"mcnemar": (Outcome(3.0, 0.00002, 7), None), "sign": (Outcome(None, None, 0, flags=("no [pair]",)), 0.5)}
    one = Compared("a", "b", found, None, {}, 0, 0, 3, 0, 0, tests)
    lines = on_screen(seen, Comparison("labels", [one], "signature")).splitlines()
    rows = {line.split()[0]: line.split()[1:] for line in lines if line.startswith(("mcnemar", "sign "))}
    assert rows == {"mcnemar": ["7", "3", "<0.0001", "–"], "sign": ["0", "–", "–", "0.5000"]}
    assert "  note sign: no [pair]" in lines


def test_many_systems_are_ranked_on_one_screen(seen: Seen) -> None:
    ranked = [Ranked(f"system-{i:02}", i / 50, (max(1, i - 1), min(25, i + 3)), ("a", "b")) for i in range(25)]
    found = compare([1] * 9 + [0] * 20, [1] * 29, [0] * 29, [1] * 29, level=0.95)
    one = Compared("a", "b", found, 0.25, {}, 0, 0, 3, 0, 0, p_simultaneous=0.00001)
    lines = on_screen(seen, Comparison("labels", [one] * 300, "signature", ranked)).splitlines()
    assert len(lines) <= 33
    assert [line.split() for line in lines if "system-03" in line] == [["system-03", "0.0600", "2-6", "a", "b"]]
    assert any("300 rows: --json has them" in line for line in lines)
    some = on_screen(seen, Comparison("labels", [one] * 8, "signature", ranked)).splitlines()
    assert sum(line.startswith("a ") and "<0.0001" in line for line in some) == 8
