"""What is judged by the names of stages."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED
from murho.face.score import score
from murho.measures import measure
from murho.pipeline.check import check
from murho.pipeline.runs.judging import Judged, check_stage, with_last_stage
from murho.pipeline.runs.show import figures
from murho.pipeline.scoring.judge import judge, refuse_open, settled, weigh
from murho.store import begin
from murho.systems import Composed, Function, Recorded, compose
from murho.weighting import weighting

SUITE = Cases(
    ["a", "b", "c", "d"],
    ["a.wav", "b.wav", "c.wav", "d.wav"],
    [(["goal:bonn"],), None, (["goal:rome"],), ()],
    by_stage={"heard": [("to bonn",), ("to bern",), None, ("hm",)]},
    path="cases.jsonl",
    lines=[1, 2, 3, 4],
    places=[0, 1, 2, 3],
)
SAID = Answers(
    ["a", "b", "c", "d"],
    [(["goal:born"],), (["goal:bern"],), UNDEFINED, ()],
    extras={"stages": [{"heard": ["to born"]}, {"heard": ["to bern"]}, {"heard": None}, {"heard": []}]},
)
RECORD = {
    "state": "running",
    "settings": {"measures": [], "weight": "given", "missing": "undefined", "level": 0.95, "method": "auto", "seed": 0},
}
WORDS, CONCEPTS = measure("words@heard"), measure("concepts")


def chain(*names: str | None) -> Composed:
    return compose(Function(str.split), Function(str.split), names=names)


def losses(rows: Judgements) -> list[float]:
    return rows.loss.tolist()


def test_each_measure_judges_its_stage() -> None:
    heard, meant = settled(WORDS, SUITE), settled(CONCEPTS, SUITE)
    assert (list(heard.ids), list(meant.ids)) == (["a", "b", "d"], ["a", "c", "d"])
    assert losses(judge(WORDS, heard, SAID.for_cases(heard.ids))) == [1, 0, 1]
    assert losses(judge(CONCEPTS, meant, SAID.for_cases(meant.ids))) == [1, 1, 0]


def test_an_open_case_is_not_judged_but_refused() -> None:
    with pytest.raises(InputError, match=r"^cases.jsonl:3: case 'c': it is open"):
        judge(WORDS, SUITE, SAID)
    with pytest.raises(InputError, match=r"^cases.jsonl:2: case 'b': it is open"):
        refuse_open([CONCEPTS], SUITE)
    with pytest.raises(InputError, match=r"^cases.jsonl:3: case 'c': it is open"):
        refuse_open([WORDS], SUITE)
    refuse_open([CONCEPTS, measure("words@heard")], SUITE.take([0, 3]))


@pytest.mark.parametrize("parts", [[[0, 1, 2, 3]], [[3, 1], [0, 2]], [[2], [1], [3], [0]], []])
def test_parts_of_a_run_are_judged_as_they_come(parts: Sequence[Sequence[int]], tmp_path: Path) -> None:
    kept = begin(tmp_path / "run", RECORD, [SUITE])
    kept.add_answers(SAID)
    judged = Judged([WORDS, CONCEPTS], kept)
    for places in parts:
        some = SUITE.take(places)
        judged.add(some, SAID.for_cases(some.ids))
    assert kept.judged(repr(WORDS)) is None, "before all is judged nothing is"
    for one in (WORDS, CONCEPTS):
        judged.complete(one)
    rows = kept.judgements(repr(WORDS), settled(WORDS, kept.cases()))
    assert rows is not None
    assert (rows.case.tolist(), losses(rows), rows.undefined.tolist()) == ([0, 1, 2], [1, 0, 1], [False] * 3)
    rows = kept.judgements(repr(CONCEPTS), settled(CONCEPTS, kept.cases()))
    assert rows is not None
    assert (rows.case.tolist(), losses(rows), rows.undefined.tolist()) == ([0, 1, 2], [1, 1, 0], [False, True, False])


@pytest.mark.parametrize("comes", [True, False])
def test_where_all_are_open_nothing_is_judged(comes: bool, tmp_path: Path) -> None:
    suite = SUITE.take([1])
    kept = begin(tmp_path / "run", RECORD, [suite])
    kept.add_answers(SAID.for_cases(suite.ids))
    judged = Judged([CONCEPTS], kept)
    if comes:
        judged.add(kept.cases().take([0]), SAID.for_cases(suite.ids))
    judged.complete(CONCEPTS)
    judged_parts = kept.judged(repr(CONCEPTS))
    assert judged_parts is not None
    assert judged_parts.all() is None
    assert figures(kept, CONCEPTS).value is None


def test_importance_is_that_of_the_case_at_every_stage() -> None:
    heard = settled(WORDS, SUITE)
    assert weigh(weighting("domain"), heard).tolist() == [1, 0, 0]
    with pytest.raises(InputError, match="case 'b': it is open"):
        weigh(weighting("semantic"), heard)
    assert heard.itself.references == [(["goal:bonn"],), None, ()]


def test_a_measure_of_a_stage_that_is_not_there() -> None:
    check_stage(WORDS, chain("heard", None))
    check_stage(CONCEPTS, Function(str.split))
    check_stage(measure("words@anything"), Recorded(lambda: [SAID], "said.jsonl"))
    with pytest.raises(UsageError, match="the chain has no stage 'heard'; did you mean herd"):
        check_stage(WORDS, chain("herd", "meant"))
    for system in (chain(None, None), Function(str.split)):
        with pytest.raises(UsageError, match="words@heard: the system has no stages with names; name the stages of a"):
            check_stage(WORDS, system)


def test_what_the_last_stage_ought_to_say_is_what_the_case_means() -> None:
    assert with_last_stage(SUITE, chain("heard", None)) is SUITE
    assert with_last_stage(SUITE, Function(str.split)) is SUITE
    assert with_last_stage(SUITE, chain("heard", "meant")).by_stage["meant"] == SUITE.references
    assert with_last_stage(SUITE, chain(None, "heard")) is SUITE


def test_columns_have_no_stages() -> None:
    with pytest.raises(UsageError, match="words@heard: columns have no stages; give what that stage said, and 'words'"):
        score("words@heard", ["a"], ["a"], level=0.95)


def test_a_check_counts_the_references_of_stages(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(
        '{"id": "a", "expression": "a.wav", "reference": ["x"], "references": {"heard": ["to bonn"]}}\n'
        '{"id": "b", "expression": "b.wav", "reference": ["x"], "references": {"heard": ["to bern"]}}\n'
        '{"id": "c", "expression": "c.wav", "reference": ["x"]}\n'
    )
    assert check(str(path))["by_stage"] == {"heard": 2}


def test_a_suite_without_any_meaning_in_the_domain_is_told(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(
        '{"id": "a", "expression": "one", "reference": []}\n{"id": "b", "expression": "one", "reference": []}\n'
    )
    notes = check(str(path))["notes"]
    assert "no expression has a meaning in the domain: every reference is empty" in notes
    assert any(
        note.startswith("expressions that stand in the suite more than once: 1 ('one' 2 times)") for note in notes
    )
