"""Runs from Python: cases and systems in every form, where a run is kept, what is refused."""

import datetime
import gc
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import murho
from murho.core.case import Cases
from murho.core.errors import InputError, MurhoError, UsageError
from murho.face.progress import counting, watching
from murho.systems import Answer

from .conftest import CASES

ROWS: list[dict[str, Any]] = [
    {"expression": "open at nine?", "reference": ["hours"], "scenario": "hours", "cluster": "d1"},
    {"expression": "renew my book", "reference": ["loans"], "scenario": "loans", "cluster": "d1"},
    {"expression": "late fees", "reference": ["fees"], "scenario": "loans", "cluster": "d2"},
]


def hours(expression: str) -> str:
    return "hours" if "open" in expression else "loans"


def table(kind: str) -> Any:
    columns = {name: [row[name] for row in ROWS] for name in ROWS[0]}
    if kind == "pandas":
        return pytest.importorskip("pandas").DataFrame(columns)
    if kind == "datasets":
        return pytest.importorskip("datasets").Dataset.from_dict(columns)
    return {"polars": pl.DataFrame, "arrow": pa.table, "columns": dict}[kind](columns)


@pytest.mark.parametrize("kind", ["polars", "arrow", "pandas", "datasets", "columns"])
def test_frames_are_rows(kind: str) -> None:
    rows, found = murho.run(ROWS, hours, measures="labels"), murho.run(table(kind), hours, measures="labels")
    assert found.record["data"] == rows.record["data"]
    assert found.kept.cases().ids == ["1", "2", "3"]
    assert found.score.value == rows.score.value == 1 / 3
    assert found.score.figure.estimate.clusters == 2


def test_a_measure_that_is_named_twice_counts_once() -> None:
    once, twice = (murho.run(ROWS, hours, measures=named) for named in ("labels", ["labels", "accuracy"]))
    assert twice.scores["labels"].as_json() == once.scores["labels"].as_json()
    assert len(twice.scores) == len(twice.show(measures=["labels", "labels"])) == 1


def test_a_comparison_says_what_the_other_suite_tells_otherwise() -> None:
    a = murho.run(ROWS, hours, measures="labels")
    b = murho.run(
        [ROWS[0], {**ROWS[1], "weight": 0.5, "scenario": "x"}, {**ROWS[2], "cluster": "d1"}], hours, measures="labels"
    )
    told = "cases that B's suite tells otherwise (weight of 1, cluster of 1{}): what A's suite tells of them counts"
    assert told.format("") in a.compare(b).main.whole.flags
    assert told.format(", scenario of 1") in a.compare(b, by="scenario").main.whole.flags
    assert not any("otherwise" in flag for flag in a.compare(a).main.whole.flags)


def test_the_columns_of_a_frame_without_an_expression_are_guessed_as_those_of_a_file_are() -> None:
    frame = pl.DataFrame({"utterance": ["open at nine?", "renew"], "true_intent": ["hours", "fees"], "day": [3, 4]})
    found = murho.run(frame, hours, measures="labels")
    cases = found.kept.cases()
    assert (cases.texts, cases.references) == (["open at nine?", "renew"], [("hours",), ("fees",)])
    assert cases.features["day"] == [3, 4]
    assert found.score.value == 0.5


def test_rows_are_a_file(tmp_path: Path) -> None:
    rows = [json.loads(line) for line in Path(CASES).read_text().splitlines()[:30]]
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    from examples.library.desk import understand

    ours, theirs = murho.run(rows, understand), murho.run(path, understand)
    assert ours.frame().equals(theirs.frame())
    assert ours.score.figure == theirs.score.figure
    assert ours.path != theirs.path


def test_what_data_frames_have_for_nothing() -> None:
    columns = {
        "expression": np.array(["a", "b"]),
        "reference": pl.Series([["x"], ["y"]]),
        "weight": [0.5, float("nan")],
        "day": np.array(["2024-05-01", "NaT"], "datetime64[D]"),
    }
    found = murho.run(columns, lambda text: text, measures="labels").kept.cases()
    assert (found.weights, found.features["day"]) == ([0.5, None], ["2024-05-01", None])


class Stamp(datetime.datetime):
    """A date of its own kind, as pandas has them."""


def test_dates_are_texts() -> None:
    rows = [{**row, "when": Stamp(2024, 5, 1, 9)} for row in ROWS]
    assert murho.run(rows, hours, measures="labels").kept.cases().features["when"] == ["2024-05-01T09:00:00"] * 3


@pytest.mark.parametrize(
    ("cases", "says"),
    [
        ({"a", "b"}, "cases are a set; give the path of a file, a list of dicts, or a frame"),
        (3, "cases are a int; give the path"),
        (None, "cases are a NoneType"),
        (["open?"], "case 1 is a str; give a dict with its fields, as in {'expression': 'open?'"),
        ([ROWS[0], ["open?"]], "case 2 is a list; give a dict"),
        ([{1: "a"}], "case 1 is a dict; give a dict with its fields"),
        (pl.Series(["a"]), "case 1 is a str"),
        (Path("examples"), "examples: the name does not tell the format"),
        ("examples/none.jsonl", "examples/none.jsonl: no such file"),
        ({"expression": "open?", "reference": ["hours"]}, "expression is a single str; give a list"),
        ({"expression": ["a", "b"], "reference": ["x"]}, "differ in length (expression 2, reference 1)"),
        ([], "no case to run; give at least one case"),
        ([{"reference": ["x"]}], "cases:1: no field 'expression'"),
        ([{"expression": "a", "refernce": ["x"]}], "cases:1: no field 'reference', but 'refernce'"),
        ([ROWS[0], {**ROWS[1], "weight": 2}], "cases:2: weight is 2; write a number between 0 and 1"),
        ([{**ROWS[0], "id": "q"}, ROWS[1]], "case 2 has no id, though others have; give each one, or none"),
        ([{**ROWS[0], "id": "q"}, {**ROWS[1], "id": "q"}], "cases:2: id 'q' a second time, first on line 1"),
        ([{**ROWS[0], "reference": [object()]}], "object is not a JSON value"),
        ([{**ROWS[0], "reference": [float("inf")]}], "cases: '1' cannot be written: "),
        (
            pl.DataFrame({"expression": ["a", "b"], "reference": [[{"act": "x"}], [{"day": "mo"}]]}),
            "case 2: its reference has a field that is null, as structs of frames have",
        ),
    ],
)
def test_cases_that_are_none(cases: Any, says: str) -> None:
    with pytest.raises(MurhoError) as error:
        murho.run(cases, hours)
    assert says in str(error.value)


class Shouting:
    """A system of one's own."""

    def describe(self) -> dict[str, Any]:
        return {"kind": "shouting"}

    def answer(self, cases: Cases) -> Any:
        for position, expression in enumerate(cases.texts):
            yield Answer(position, (expression.upper(),))

    def __enter__(self) -> "Shouting":
        return self

    def __exit__(self, *_: object) -> None:
        return None


def test_systems_in_every_form(tmp_path: Path) -> None:
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(json.dumps({"id": str(i), "answer": ["hours"]}) + "\n" for i in (1, 2, 3)))
    program = tmp_path / "echo.py"
    program.write_text("import json, sys\nfor line in sys.stdin:\n    row = json.loads(line)\n"
                       "    print(json.dumps({'id': row['id'], 'answer': ['hours']}), flush=True)\n")  # fmt: skip

    def value(system: Any, **more: Any) -> float | None:
        return murho.run(ROWS, system, measures="labels", **more).score.value

    assert value(answers) == value(str(answers)) == value(f"recorded:{answers}") == 2 / 3
    assert value(f"cmd:{sys.executable} {program}", workers=2, timeout=30) == 2 / 3
    assert value(lambda expression: "hours") == value(lambda some: ["hours" for _ in some], batch=2) == 2 / 3
    assert value(Shouting()) == 1
    assert value([str.lower, hours]) == value({"low": str.lower, "act": hours}) == 1 / 3
    staged = murho.run(ROWS, {"act": hours, "same": lambda act: act}, measures=["labels", "labels@same"])
    assert staged.scores["labels@same"].value == 1 / 3


def test_a_function_of_a_module_in_other_processes() -> None:
    from examples.library.desk import understand

    found = murho.run(CASES, understand, workers=2, timeout=60, limit=20)
    assert found.record["system"]["workers"] == 2
    assert found.score.figure == murho.run(CASES, understand, limit=20).score.figure


@pytest.mark.parametrize(
    ("system", "more", "says"),
    [
        (None, {}, "system is a NoneType; give a function of one expression"),
        (int, {}, "system is the class int"),
        ("./parser --fast", {}, "looks like a command; write 'cmd:./parser --fast'"),
        (lambda text: text, {"workers": 2}, "with workers or a time-out a function is asked in other processes"),
        (Shouting(), {"timeout": 2.0}, "workers, timeout and batch are settings of a function or of a command"),
        (hours, {"carry": "all"}, "carry goes with a chain"),
        (hours, {"carry": "some"}, "carry='some'; known: best, all"),
        (hours, {"workers": 0}, "workers=0; give a whole number from 1 on"),
        (hours, {"limit": "3"}, "limit='3'; give a whole number"),
        (hours, {"measures": {"labels"}}, "measures is a set; give a measure, or a list of measures"),
        (hours, {"measures": "lables"}, "no measure 'lables'; did you mean labels?"),
        (hours, {"measures": "labels", "by": {"scenario"}}, "by is a set; give a name, or a list of names"),
        (hours, {"measures": "labels", "by": [3]}, "by holds 3; give a name"),
        (hours, {"measures": "labels", "by": "scenarios"}, "no feature 'scenarios'"),
        (hours, {"measures": "labels", "measure": "words"}, "or did you mean the argument measures=?"),
        (hours, {"measures": "labels", "costs": "sclite"}, "costs: only for the measures characters, mer,"),
        (hours, {"missing": "none"}, "missing='none'; known: undefined, skip"),
        (hours, {"about": {"gaol": "x"}}, "about='gaol'; known: goal, domain"),
        (hours, {"format": "jsonl"}, "format= goes with a file of cases"),
        (hours, {"progress": 3}, "progress=3; give True, False, or a function of three arguments"),
    ],
)
def test_what_does_not_fit_is_refused(system: Any, more: dict[str, Any], says: str) -> None:
    with pytest.raises(MurhoError) as error:
        murho.run(ROWS, system, **more)
    assert says in str(error.value)


def test_a_string_is_never_a_list_of_letters() -> None:
    found = murho.run(ROWS, hours, measures="labels", by="scenario")
    assert list(found.score.by) == ["scenario"]
    assert list(found.show(by="scenario", profile="scenario").by) == ["scenario"]


def test_a_run_without_a_folder_goes_with_its_last_holder() -> None:
    found = murho.run(ROWS, hours, measures="labels")
    folder, shown = found.path, found.show(by="scenario")
    assert repr(found).startswith(f"<Run in a temporary folder, {folder}: 3 cases\n  labels: right 2 of 3 cases, ")
    assert folder.is_dir()
    del found
    gc.collect()
    assert folder.is_dir()  # what was shown of it can still be written as a report
    value = shown.value
    del shown
    gc.collect()
    assert not folder.exists()
    assert value == 1 / 3


def test_a_temporary_run_can_be_kept(tmp_path: Path) -> None:
    found = murho.run(ROWS, hours, measures="labels", by="scenario")
    found.save(tmp_path / "kept")
    assert murho.open(tmp_path / "kept").frame().equals(found.frame())
    with pytest.raises(UsageError, match="there is something already; name a new folder"):
        found.save(tmp_path / "kept")
    with pytest.raises(InputError, match="cannot be written"):
        found.save(tmp_path / "none" / "kept")
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]


def test_what_was_answered_before_a_stop_is_kept() -> None:
    asked = []

    def stops(expression: str) -> str:
        asked.append(expression)
        if len(asked) == 3:
            signal.raise_signal(signal.SIGTERM)
            return "cut off"
        return hours(expression)

    with pytest.raises(KeyboardInterrupt) as error:
        murho.run(ROWS, stops, measures="labels")
    (note,) = error.value.__notes__
    folder = note.partition("folder='")[2].partition("'")[0]
    found = murho.run(ROWS, stops, measures="labels", folder=folder)
    assert asked == [row["expression"] for row in ROWS] + [ROWS[2]["expression"]]
    assert (found.score.value, found.record["answered_before"]) == (1 / 3, 2)


def test_a_run_goes_on_and_refuses_another(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    murho.run(ROWS, hours, measures="labels", folder=folder)
    again = murho.run(ROWS, hours, measures="labels", folder=folder)
    assert again.record["answered_before"] == 3
    with pytest.raises(UsageError, match="holds a run with another data"):
        murho.run(ROWS[:2], hours, measures="labels", folder=folder)
    murho.run(ROWS[:2], hours, measures="labels", folder=folder, overwrite=True)
    assert len(murho.open(folder).kept.cases()) == 2


EDITED = """
import murho
rows = [{"expression": "a", "reference": ["x"]}]
def answer(text):
    return "%s"
print(murho.run(rows, answer, measures="labels", folder="run").score.value)
"""


@pytest.mark.slow
def test_a_function_that_is_edited_in_a_notebook_is_another_system(tmp_path: Path) -> None:
    def typed(answer: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", EDITED % answer]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=100, check=False)

    assert typed("x").stdout == "0.0\n"
    assert typed("x").stdout == "0.0\n"
    assert "holds a run with another system (__main__:answer was sha256:" in typed("y").stderr


def test_a_function_that_other_processes_would_take_for_another_is_refused() -> None:
    def dumps(text: str) -> str:
        return text

    dumps.__module__, dumps.__qualname__ = "json", "dumps"
    with pytest.raises(UsageError, match=r"^dumps: with workers or a time-out a function is asked in other processes"):
        murho.run(ROWS, dumps, measures="labels", workers=2)


def test_a_bar_is_shown_on_a_terminal_or_where_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False, raising=False)
    shown = []
    for progress in (None, True, False):
        with watching(progress) as told:
            shown.append(told is not None)
    assert shown == [False, True, False]
    with pytest.raises(UsageError, match="progress=3; give True, False, or a function of two arguments"):
        counting("drawing", 3)  # type: ignore[arg-type]


def test_progress_is_told() -> None:
    seen: list[tuple[int, int]] = []
    murho.run(ROWS, hours, measures="labels", progress=lambda done, all_of, _: seen.append((done, all_of)))
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_a_run_whose_every_case_failed_says_why() -> None:
    html = murho.run(ROWS, lambda _: 1 / 0, measures="labels")._repr_html_()
    assert "undefined: 3 × ZeroDivisionError: division by zero" in html.replace("<wbr>", "")


def test_what_is_no_run() -> None:
    for verb in (murho.show, lambda run: murho.report(run, "x.html"), lambda run: murho.compare(run, run)):
        with pytest.raises(UsageError, match="run is a int; give a run, or the path of its folder"):
            verb(3)
        with pytest.raises(InputError, match=r"examples: no run here; name a folder that holds a run\.json"):
            verb("examples")
    with pytest.raises(UsageError, match="folder is a int; give a path"):
        murho.open(3)  # type: ignore[arg-type]


def test_what_show_compare_and_report_refuse(desk: murho.Run) -> None:
    calls: list[tuple[Any, str]] = [
        (lambda: desk.show(users="x"), "bound= and users= go with competence=True"),
        (lambda: desk.show(weigth="x"), "weigth: no option of meanings"),
        (lambda: desk.show(by=pl.Series(["scenario"])), "by is a Series; give a name, or a list of names"),
        (lambda: desk.compare(), "give at least two runs"),
        (lambda: desk.compare(CASES), f"{CASES} is no run but a file; say with references= what it answers"),
        (lambda: desk.compare(desk, tests="mapswe"), "no test 'mapswe'; known: mapsswe"),
        (lambda: desk.compare(desk, resamples=3), "resamples=3; give a whole number from 99 on"),
        (lambda: desk.compare(desk, format="trn"), "format=, columns=, encoding= and extra= go with references="),
        (lambda: murho.compare("a", "b", references="c"), "name what to compare files by, as in measures='words'"),
        (lambda: desk.report("x.json"), "x.json: a report is a page, .html; for .json write run.save('x.json')"),
        (lambda: desk.report("x.html", worst=-1), "worst=-1; give a whole number from 0 on"),
    ]
    for call, says in calls:
        with pytest.raises(UsageError) as error:
            call()
        assert says in str(error.value)


def test_users_as_a_list_or_a_file(desk: murho.Run, tmp_path: Path) -> None:
    said = desk.kept.cases().texts[:3]
    (tmp_path / "heard.txt").write_text("\n".join([*said, "a café?"]))
    listed = desk.show(competence=True, users=[*said, "a café?"], measures="meanings").main.also["competence"]
    assert (
        listed == desk.show(competence=True, users=tmp_path / "heard.txt", measures="meanings").main.also["competence"]
    )
    assert listed["completeness"]["denominator"] == 4
