"""Two runs of a suite as data."""

from pathlib import Path

import pytest

from murho.core.errors import UsageError
from murho.pipeline.runs.plan import Plan
from murho.pipeline.suites.runs import run_suite
from murho.views.two_runs import Branch, two_runs

SUITES = Path(__file__).parents[2] / "examples" / "suites"


def branches(top: Branch) -> list[Branch]:
    return [top, *(branch for child in top.children for branch in branches(child))]


def test_what_both_have_right_and_what_one_alone(tmp_path: Path) -> None:
    parsed, gold = (
        run_suite(str(SUITES / "small.xml"), [str(SUITES / f"{name}.conllu")], str(tmp_path / name), Plan([]))
        for name in ("parsed", "small")
    )
    view = two_runs(parsed, gold)
    assert (view.name, [letter for letter, _, _ in view.sides]) == ("parsed and small", ["A", "B"])
    (_, top), *_ = view.sections
    assert (top.name, top.depth, top.counts["only_a"], top.counts["neither"]) == ("all", 0, 0, 0)
    assert top.counts["both"] + top.counts["only_b"] == top.cases
    nouns = next(branch for branch in branches(top) if branch.name == "noun")
    assert nouns.counts == {"only_a": 0, "only_b": 2, "neither": 0, "both": 0}
    assert [line.id for line in nouns.lines["only_b"]] == ["0004", "0005"]
    assert nouns.by_frequency == (0.0, 1.0)
    assert view.as_json()["sections"][0][1]["cases"] == top.cases


def test_other_suites_do_not_go_together(tmp_path: Path) -> None:
    (tmp_path / "m.jsonl").write_text('{"id": "1", "expression": "a", "phenomenon": "x/y"}\n')
    other = run_suite(str(tmp_path / "m.jsonl"), ["json:dumps"], str(tmp_path / "other"), Plan([]))
    small = run_suite(str(SUITES / "small.xml"), [str(SUITES / "small.conllu")], str(tmp_path / "run"), Plan([]))
    with pytest.raises(UsageError):
        two_runs(small, other)
