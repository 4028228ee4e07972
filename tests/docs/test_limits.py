"""docs/limits.md: every limit that it states is that of the code, and what is beyond is refused as it says."""

import importlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from murho.cli import status
from murho.core.errors import InputError
from murho.formats import opening
from murho.systems.coerce import NotMeaningsError, meanings_of

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "limits.md").read_text("utf-8")

CONSTANTS = {
    "murho.formats.opening:LONGEST_LINE": "a line, decompressed | 268,435,456 bytes",
    "murho.formats.spoken:_LONGEST": "a time in speech files | 1,000,000,000 seconds",
    "murho.suites.model:LEVELS": "levels of phenomena in a suite | 100 |",
    "murho.suites.tsdb:_MOST": "places of a phenomenon in [incr tsdb()] | 1,000 |",
    "murho.core.notation:DEEPEST": "calls within calls in a measure or weighting | 50 |",
    "murho.weighting.naming:_MOST": "factors of a weighting | 100 |",
    "murho.systems.process:LONGEST_LINE": "a line that a command answers | 16,777,216 bytes",
    "murho.systems.coerce:_DEEPEST": "the meaning that a system gives | 100 deep",
    "murho.systems.coerce:_LONGEST": "an integer in it | 4,300 digits",
    "murho.core.errors:_LONGEST": "the reason of a failure | 500 characters",
    "murho.systems.closure:MOST": "files that make a function another system | 5,000 |",
    "murho.pipeline.runs.answering:PART": "answers in a part of a run | 10,000 |",
    "murho.measures.dependencies.twin:LARGEST_REGION": "cut otherwise | 16,777,216 pairs",
    "murho_lab.atn.notation:DEEPEST": "nesting of lists in a grammar | 100 |",
    "murho_lab.atn.values:LONGEST": "a value that a grammar builds | 1,000,000 |",
    "murho_lab.chart.engine:MOST_EDGES": "signs in the chart of an utterance | 100,000, or",
    "murho_lab.chart.forms:MOST": "forms of words on a line of a chart grammar | 1,000 |",
    "murho.views.utterances:MOST": " 500 utterances",
    "murho.views.sentences:MOST": " 100 sentences",
    "murho.sheets.drawing.trees:MOST": "to 250 words each",
    "murho.face.panels:MOST": " 30 panels",
    "murho.figures.course.running:MOST_POINTS": " 300 points of a course",
    "murho.views.said_and_meant:LONGEST": " 500 characters of what was said",
}


@pytest.mark.parametrize("name", CONSTANTS)
def test_the_page_states_what_the_code_has(name: str) -> None:
    module, _, attribute = name.partition(":")
    value = getattr(importlib.import_module(module), attribute)
    assert f"{int(value):,}" in CONSTANTS[name]
    assert CONSTANTS[name] in PAGE


Score = Callable[..., tuple[int, str]]


@pytest.fixture
def score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Score:
    """Scores one case, of which fields are written as they are given; the status, and what was complained of."""
    answers = tmp_path / "answers.jsonl"
    answers.write_text('{"id": "q", "answer": ["a"]}\n')

    def scored(*options: str, measure: str = "labels", **fields: str) -> tuple[int, str]:
        case = {"id": '"q"', "expression": '"x"', "reference": '["a"]', **fields}
        cases = tmp_path / "cases.jsonl"
        cases.write_text("{" + ", ".join(f'"{name}": {text}' for name, text in case.items()) + "}\n")
        return status(["score", measure, str(cases), str(answers), *options]), capsys.readouterr().err

    return scored


@pytest.mark.parametrize(
    ("within", "beyond", "says"),
    [
        ({"x": "[" * 400 + "]" * 400}, {"x": "[" * 100_000 + "]" * 100_000}, "JSON nested too deeply"),
        (
            {"measure": "graded", "reference": "[" * 400 + "]" * 400},
            {"measure": "graded", "reference": "[" * 20_000 + "]" * 20_000},
            "nested too deeply",
        ),
        ({"x": "7" * 4300}, {"x": "7" * 4301}, "an integer of thousands of digits"),
        ({"weight": "0." + "7" * 5000}, {"weight": "1e999"}, "field 'weight' is"),
    ],
    ids=["JSON", "meaning", "integer", "number"],
)
def test_a_file(score: Score, within: Any, beyond: Any, says: str) -> None:
    assert score(**within) == (0, "")
    refused, complained = score(**beyond)
    assert refused == 1
    assert says in complained


@pytest.mark.parametrize(
    ("within", "beyond", "says"),
    [
        (
            ("--weight", " * ".join(["constant"] * 100)),
            ("--weight", " * ".join(["constant"] * 101)),
            "a weighting of 101 factors",
        ),
        (("--level", "0.000000001"), ("--level", "0.0000000001"), "confidence level"),
        (("--level", "0.999999999"), ("--level", "0.9999999999"), "confidence level"),
    ],
    ids=["factors", "low level", "high level"],
)
def test_an_option(score: Score, within: tuple[str, ...], beyond: tuple[str, ...], says: str) -> None:
    assert score(*within)[0] == 0
    refused, complained = score(*beyond)
    assert refused == 2
    assert says in complained


@pytest.mark.parametrize("name", ["words(costs=(1000000, 1, 1))", "oracle(" * 50 + "words" + ")" * 50])
def test_a_measure_within(score: Score, name: str) -> None:
    assert score(measure=name)[0] == 0


@pytest.mark.parametrize(
    "name", ["words(costs=(1000001, 1, 1))", "words(costs=(0, 1, 1))", "oracle(" * 199 + "words" + ")" * 199]
)
def test_a_measure_beyond(score: Score, name: str) -> None:
    assert score(measure=name)[0] == 2


def test_many_features_and_long_names(score: Score) -> None:
    assert score(**{f"f{i}": str(i) for i in range(3000)})[0] == 0
    assert score(cluster=json.dumps("c" * 1_000_000), id='"q"')[0] == 0


def nested(times: int) -> Any:
    value: Any = "a"
    for _ in range(times):
        value = [value]
    return value


def test_what_a_system_gives() -> None:
    assert meanings_of([nested(99)])
    assert meanings_of([10**4299]) == (10**4299,)
    assert len(meanings_of([str(i) for i in range(100_000)])) == 100_000
    for value, says in ((nested(101), "nested more than 100 deep"), (10**4300, "more than 4,300 digits")):
        with pytest.raises(NotMeaningsError, match=says):
            meanings_of([value])


def test_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "LONGEST_LINE", 1000)  # the same code with less to write
    path = tmp_path / "long.txt"
    path.write_bytes(b"short\n" + b"a" * (3 << 20))
    with pytest.raises(InputError, match=r"long\.txt:2: "):
        list(opening.line_blocks(path, 10))
