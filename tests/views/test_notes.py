"""What to know before a figure is read: of answers, and of the sections of a suite."""

from dataclasses import replace
from pathlib import Path

import pytest

from murho.pipeline.runs.plan import Plan
from murho.pipeline.suites.phenomena import SuiteScore, score_suite
from murho.pipeline.suites.runs import run_suite
from murho.views.pairing_notes import pairing_notes
from murho.views.section_notes import interval_notes, section_notes

DATA = Path(__file__).parents[2] / "examples" / "suites"


@pytest.fixture(scope="module")
def score(tmp_path_factory: pytest.TempPathFactory) -> SuiteScore:
    folder = str(tmp_path_factory.mktemp("suite") / "run")
    return score_suite(run_suite(str(DATA / "small.xml"), [str(DATA / "parsed.conllu")], folder, Plan([])))


def test_there_is_a_note_for_every_count_that_is_not_0() -> None:
    assert pairing_notes() == []
    assert pairing_notes(still_open=1, undefined=1, missing_answers=2, unmatched_answers=1) == [
        "1 open case, not judged",
        "1 undefined (⊥)",
        "2 cases without an answer",
        "1 answer without a case, ignored",
    ]


def test_a_section_tells_what_its_figures_leave_out(score: SuiteScore, tmp_path: Path) -> None:
    structure, order = score.sections
    left_out = "without a frequency, left out of the figure weighed by frequency"
    assert section_notes(structure) == [f"2 realizations {left_out}"]
    assert section_notes(order) == []
    row = '{{"id": "{}", "expression": "{}", "phenomenon": "p", "wellformed": true, "freq": {}}}\n'
    (tmp_path / "weighed.jsonl").write_text(row.format(1, "Ve.", 0.5) + row.format(2, "Va.", "null"))
    (tmp_path / "said.jsonl").write_text('{"id": "1", "answer": ["yes"]}\n')
    answers = [str(tmp_path / "said.jsonl")]
    (section,) = score_suite(
        run_suite(str(tmp_path / "weighed.jsonl"), answers, str(tmp_path / "run"), Plan([]))
    ).sections
    failed = "1 case undefined (⊥): π would be 0.0000 if all of them had been right, 0.5000 if wrong"
    assert section_notes(section) == [failed, f"1 realization {left_out}"]
    (tmp_path / "plain.jsonl").write_text(row.format(1, "Ve.", "null"))
    (plain,) = score_suite(
        run_suite(str(tmp_path / "plain.jsonl"), answers, str(tmp_path / "plain"), Plan([]))
    ).sections
    assert (plain.unweighed, section_notes(plain)) == (1, []), "there is no figure that leaves it out"


def test_intervals_of_a_suite_say_what_they_count(score: SuiteScore) -> None:
    assert interval_notes(score) == []
    assert interval_notes(replace(score, intervals={})) == [
        "the interval of π counts each realization as one, as if the suite were a random sample"
    ]
    assert "realizations by constant," in interval_notes(replace(score, intervals={}, weight="constant"))[0]
