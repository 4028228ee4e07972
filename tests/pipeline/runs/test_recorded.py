"""The score of a run as its record has it is printed as the one that is counted anew."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Answers, Cases
from murho.core.meaning import UNDEFINED
from murho.measures import measure
from murho.pipeline.runs.recorded import score_of
from murho.pipeline.runs.show import figures
from murho.pipeline.scoring.reading import Reading
from murho.sheets.console import console
from murho.store import Run
from murho.terminal.score import show_score

IDS = [f"q{i}" for i in range(40)]
SAID: list[Any] = [("a b",) if i % 3 else UNDEFINED if i % 2 else ("a c",) for i in range(40)]


@pytest.mark.parametrize("notation", ["meanings", "labels", "graded", "words", "characters", "wil", "sentences"])
@pytest.mark.parametrize("weights", [None, [1.0, 0.25] * 20], ids=["alike", "weighed"])
def test_it_is_printed_alike(
    tmp_path: Path,
    record: Callable[..., Run],
    capsys: pytest.CaptureFixture[str],
    notation: str,
    weights: list[float] | None,
) -> None:
    cases = Cases(IDS, ["say"] * 40, [("a b",)] * 40, weights=weights)
    made = record(tmp_path / "run", cases, Answers(IDS, SAID), (notation,))
    judge = measure(notation)
    told, counted = score_of(made, judge), figures(made, judge, Reading())
    assert told is not None
    show_score(told, console())
    printed = capsys.readouterr().out
    show_score(counted, console())
    assert capsys.readouterr().out == printed != ""
    assert told.as_json() == counted.as_json()
    assert list(told.as_json()) == list(counted.as_json())


def test_what_no_record_has_is_counted(tmp_path: Path, record: Callable[..., Run]) -> None:
    made = record(tmp_path / "run", Cases(IDS, ["say"] * 40, [("a b",)] * 40), Answers(IDS, SAID), ("labels",))
    assert score_of(made, measure("words")) is None


@pytest.mark.parametrize("field", ["value", "interval", "n", "flags", "signature", "measure"])
def test_a_figure_that_lacks_a_field_is_none(tmp_path: Path, record: Callable[..., Run], field: str) -> None:
    made = record(tmp_path / "run", Cases(IDS, ["say"] * 40, [("a b",)] * 40), Answers(IDS, SAID), ("labels",))
    figure = {name: value for name, value in made.record["figures"]["labels"].items() if name != field}
    made.write_record({**made.record, "figures": {"labels": figure}})
    assert score_of(made, measure("labels")) is None
