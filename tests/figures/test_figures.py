"""What every figure's record promises, and how figures are chosen for a run."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import murho
from murho import figures
from murho.core.errors import UsageError
from murho.figures import FLAG, Subject, choose, kinds, options, reported, unasked, values_of, values_of_score
from murho.measures import measure
from murho.pipeline.scoring.reading import Reading
from murho.sheets import KINDS, Sheet
from murho.store import Run
from murho.views.evidence import gather

CASES = [{"id": f"q{i}", "expression": f"e{i}", "reference": ["a"], "day": "mo"} for i in range(4)]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("figures") / "run"
    return murho.run(
        CASES, lambda text: "b" if text == "e1" else "a", measures=["labels", "meanings"], folder=folder
    ).kept


def test_every_option_belongs_to_one_figure_and_says_what_it_does() -> None:
    every = [option.name for kind in kinds() for option in kind.options]
    assert len(set(every)) == len(every) == len(options())
    for name, (kind, option) in options().items():
        assert option.name == name
        assert option.help.endswith((".", ")")), name
        assert kind.request is not None
        assert kind.request.type != FLAG or kind.request.default is False


def test_nothing_that_computes_is_imported_for_the_records() -> None:
    lines = "import sys; from murho.figures import terms, options; terms(); options(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True).stdout.split()
    assert "murho.figures.competence" in loaded
    assert not {"numpy", "pyarrow", "rich", "jinja2", "scipy"} & set(loaded)


def test_only_what_applies_is_imported_for_a_run() -> None:
    lines = "import sys; from murho.figures import SHELF; SHELF.having('applies='); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=True).stdout.split()
    assert {"murho.figures.repeats", "murho.figures.efficiency"} <= set(loaded)
    assert not {"murho.figures.competence", "murho.figures.causes"} & set(loaded)


def test_what_is_chosen(run: Run) -> None:
    measures = [measure("labels"), measure("meanings")]
    assert unasked(run) == choose(run, measures) == []
    given = {"profile": "day", "causes": True, "efficiency": False, "bound": None, "competence": True}
    chosen = choose(run, measures, given)
    assert [(choice.kind.name, dict(choice.settings)) for choice in chosen] == [
        ("profile", {"profile": ("day",)}),
        ("causes", {}),
        ("competence", {"users": None}),
    ]
    reading = Reading()
    first = values_of(chosen, Subject(run, measures[0], reading))
    assert list(first) == ["profile", "causes", "competence"]
    assert first["competence"].sets.habitability == 0.75
    timed = choose(run, measures, {"efficiency": True})
    assert list(values_of(timed, Subject(run, measures[0], reading))) == ["efficiency"]
    assert values_of(timed, Subject(run, measures[1], reading), main=False) == {}, "it is of the run, not of a measure"


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"bound": 0.5}, r"^bound= and users= go with competence=True$"),
        ({"competence": True, "bound": 1.0}, r"^bound is 1; covered is what has an importance above it"),
        ({"competence": True, "users": 3}, r"^users is a int; give a list of expressions, or the path of a file$"),
        ({"content": "units"}, r"^labels does not judge words one by one"),
    ],
)
def test_what_does_not_fit_is_refused(run: Run, given: dict[str, Any], error: str) -> None:
    with pytest.raises(UsageError, match=error):
        choose(run, [measure("labels")], given)


def test_a_score_has_its_classes_in_itself() -> None:
    plain = murho.score("labels", ["a", "b"], ["a", "a"])
    assert "classes" not in values_of_score(plain)
    classes = values_of_score(murho.score("labels", ["a", "b"], ["a", "a"], classes=True))["classes"]
    assert [line["label"] for line in classes.as_json()] == ["a", "b"]


def test_a_report_has_each_figure_once_in_its_place(run: Run) -> None:
    found = reported(gather(run, ["labels", "meanings"], None))
    names = [section.kind.name for section in found]
    assert len(set(names)) == len(names)
    assert [section.kind.place for section in found] == sorted(section.kind.place for section in found)
    assert "classes" in names
    assert "profile" not in names, "nobody asked for it"
    for section in found:
        check(section.sheet)


def check(sheet: Sheet) -> None:
    """A sheet has a cell for each column, and columns of kinds that surfaces know."""
    assert {column.kind for column in sheet.columns} <= set(KINDS)
    assert all(len(row.cells) == len(sheet.columns) for row in sheet.rows)
    for section in sheet.sections:
        check(section)


def test_python_is_told_which_options_there_are(run: Run, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="competance"):
        murho.open(run.path).show(competance=True)
    assert figures.SHELF.named("competence").title == "Coverage and competence"
